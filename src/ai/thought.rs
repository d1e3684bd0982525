//! A thought of a mind: a pure function of what its faction knows, its memory, its skill and its personality.

use super::attention::{affordable, restored};
use super::belief::{Belief, notice};
use super::chance::Chance;
use super::situation::Situation;
use super::wish::{Wish, Wishes};
use super::{economy, operations, production, reserve, strategy, surrender};
use crate::level::{Personality, Skill};
use crate::sim::Mind;

/// The parts of a thought that all layers use.
pub struct Thought<'t, 'a> {
    /// What the faction knows, as far as the mind has noticed it.
    pub situation: &'t Situation<'a>,
    /// What the mind believes about places.
    pub belief: &'t Belief<'t, 'a>,
    /// Skill.
    pub skill: &'t Skill,
    /// Personality.
    pub personality: &'t Personality,
    /// Its chances.
    pub chance: Chance,
}

/// Thinks once: changes the memory, and returns the orders, the most urgent first. `turn` counts the thoughts of the
/// mind by the clock of the world, for the paces of the layers; `ticks` is the time since the last one.
pub fn think(
    mind: &mut Mind,
    mut situation: Situation,
    (skill, personality): (&Skill, &Personality),
    chance: Chance,
    (turn, ticks): (u64, u64),
) -> Vec<Wish> {
    /// Thoughts between two looks of the economy and of production.
    const ECONOMY_TURNS: u64 = 3;
    /// Thoughts between two looks of strategy.
    const STRATEGY_TURNS: u64 = 6;
    mind.attention = restored(mind.attention, skill, ticks);
    notice(mind, &mut situation, skill);
    let belief = Belief::of(mind, &situation, skill, chance);
    let thought = Thought { situation: &situation, belief: &belief, skill, personality, chance };
    if let Some(surrender) = surrender::consider(&thought) {
        return vec![surrender];
    }
    let mut wishes = Wishes::default();
    operations::advance(mind, &thought, &mut wishes);
    if turn.is_multiple_of(STRATEGY_TURNS) {
        strategy::choose(mind, &thought);
    }
    if turn % ECONOMY_TURNS == 1 {
        economy::grow(&thought, &mut wishes);
    }
    if turn % ECONOMY_TURNS == 2 {
        production::build_ships(mind, &thought, &mut wishes);
        reserve::keep_together(mind, &thought, &mut wishes);
    }
    let given = affordable(wishes.0, &mut mind.attention);
    mind.record.orders = mind.record.orders.saturating_add(given.len() as u32);
    given
}
