//! A thought of a mind: a pure function of what its faction knows, its memory, its skill and its personality.

use super::attention::{affordable, note_waiting, restored};
use super::belief::{Belief, notice};
use super::chance::Chance;
use super::economy::Posture;
use super::situation::Situation;
use super::wish::{Wish, Wishes};
use super::{economy, operations, strategy, surrender};
use crate::level::{Personality, Skill};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::Mind;

/// The parts of a thought that all layers use.
pub struct Thought<'t, 'a> {
    /// What the faction knows, as far as the mind has noticed it.
    pub situation: &'t Situation<'a>,
    /// What the mind believes about places.
    pub belief: &'t Belief<'t, 'a>,
    /// How safe its yards are, and what its money may go into.
    pub posture: Posture,
    /// Skill.
    pub skill: &'t Skill,
    /// Personality.
    pub personality: &'t Personality,
    /// Its chances.
    pub chance: Chance,
}

/// Thoughts between two looks of strategy.
pub const STRATEGY_TURNS: u64 = 6;

/// Thinks once: changes the memory, and returns the orders, the most urgent first. `turn` counts the thoughts of the
/// mind by the clock of the world, for the paces of the layers; `ticks` is the time since the last one; `opening` is
/// the one that the level demands.
pub fn think(
    mind: &mut Mind,
    mut situation: Situation,
    (skill, personality): (&Skill, &Personality),
    opening: Option<&str>,
    chance: Chance,
    (turn, ticks): (u64, u64),
) -> Vec<Wish> {
    let tick = situation.tick;
    mind.attention = restored(mind.attention, skill, ticks);
    notice(mind, &mut situation, skill);
    let belief = Belief::of(mind, &situation, skill, chance);
    mind.feared = belief.army.feared();
    let posture = Posture::of(&situation, &belief, personality);
    let thought = Thought { situation: &situation, belief: &belief, posture, skill, personality, chance };
    if let Some(surrender) = surrender::consider(&thought) {
        return vec![surrender];
    }
    if mind.opening.is_empty() {
        economy::opening::choose(mind, &thought, opening);
    }
    let mut wishes = Wishes::default();
    operations::advance(mind, &thought, &mut wishes);
    if turn.is_multiple_of(STRATEGY_TURNS) {
        strategy::choose(mind, &thought);
    }
    let look_turns = look_turns(skill, ticks);
    if turn % look_turns == 0 {
        economy::grow(mind, &thought, &mut wishes);
    }
    if turn % look_turns == look_turns / 2 {
        economy::build_ships(mind, &thought, &mut wishes);
        operations::keep_together(mind, &thought, &mut wishes);
    }
    let kept = operations::kept_in_hand(mind, &thought);
    let given = affordable(&mut wishes.0, &mut mind.attention, kept);
    note_waiting(&mut mind.operations, (&given, &wishes.0), tick);
    mind.record.orders = mind.record.orders.saturating_add(given.len() as u32);
    given
}

/// Thoughts between two looks at structures and yards, with so many ticks from one thought to the next: a lower skill
/// looks after them less often.
pub fn look_turns(skill: &Skill, ticks: u64) -> u64 {
    (skill.look_s * TICKS_PER_SECOND / ticks as f64).round().max(1.0) as u64
}
