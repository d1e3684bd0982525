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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::wish::Urgency;
    use crate::rules::test_support;
    use crate::sim::Order;

    #[test]
    fn attention_comes_back_up_to_a_burst() {
        for skill in &test_support::shipped().minds.skills {
            let minute = (60.0 * TICKS_PER_SECOND) as u64;
            assert_eq!(restored(0.0, skill, 100 * minute), skill.burst, "{}", skill.name);
            let ticks = (0.5 * skill.burst / skill.orders_per_minute * minute as f64) as u64;
            let half = restored(0.0, skill, ticks);
            assert!((half - 0.5 * skill.burst).abs() < 0.05, "{}: {half} of {}", skill.name, skill.burst);
            // What it knows by heart is spent once.
            let first = at_the_beginning(skill);
            assert_eq!(restored(first, skill, minute), first, "{}", skill.name);
        }
    }

    #[test]
    fn the_most_urgent_orders_are_given_and_the_rest_is_dropped() {
        let wish =
            |urgency: Urgency, why: &str| Wish { order: Order::Surrender, urgency, why: why.to_owned() };
        let wishes = vec![
            wish(Urgency::Growth, "station"),
            wish(Urgency::Idle, "scout"),
            wish(Urgency::Fight, "withdraw"),
            wish(Urgency::Growth, "ships"),
        ];
        let mut attention = 3.9;
        let given = affordable(wishes.clone(), &mut attention);
        let why: Vec<&str> = given.iter().map(|wish| wish.why.as_str()).collect();
        assert_eq!(why, ["withdraw", "station", "ships"]);
        assert!((attention - 0.9).abs() < 1.0e-9, "{attention}");
        assert!(affordable(wishes, &mut attention).is_empty(), "less than a whole order is none");
    }
}
