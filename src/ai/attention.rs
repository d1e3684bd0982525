//! Attention: how many orders a mind may give. What must wait is served by urgency, so a low skill neglects a
//! front, as people do.

use super::wish::Wish;
use crate::level::Skill;
use crate::orbit::TICKS_PER_SECOND;

/// The attention at the beginning of a game: an opening is known by heart.
pub fn at_the_beginning(skill: &Skill) -> f64 {
    skill.burst + skill.rehearsed
}

/// The attention that has come back after some ticks.
pub fn restored(attention: f64, skill: &Skill, ticks: u64) -> f64 {
    let per_tick = skill.orders_per_minute / (60.0 * TICKS_PER_SECOND);
    (attention + per_tick * ticks as f64).min(attention.clamp(skill.burst, at_the_beginning(skill)))
}

/// The orders that attention suffices for, the most urgent first; the rest is dropped, and will be wished for again
/// if it still matters.
pub fn affordable(mut wishes: Vec<Wish>, attention: &mut f64) -> Vec<Wish> {
    wishes.sort_by_key(|wish| std::cmp::Reverse(wish.urgency));
    wishes.truncate(attention.max(0.0) as usize);
    *attention -= wishes.len() as f64;
    wishes
}
