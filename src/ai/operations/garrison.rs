//! Guards at bodies that were just taken: foes could take them back before their garrisons have grown.

use crate::ai::situation::Situation;
use crate::ai::thought::Thought;
use crate::ai::travel;
use crate::sim::invasion::lanchester::equal_invaders;
use crate::sim::{BodyId, Operation};

/// A guard stays no longer than this without a foe, seconds of play: its ships are wanted elsewhere.
const LONGEST_STAY_S: f64 = 45.0;
/// Foes that could be at a body within this time could take it back, seconds of play.
pub const RETURN_S: f64 = 30.0;

/// Whether a guard stays at its body though no foe is there. One that need not stay any more has no date of departure:
/// it leaves as soon as its body is safe.
pub fn stays(operation: &mut Operation, thought: &Thought) -> bool {
    let is_over = operation.departs_tick <= thought.situation.tick;
    if is_over || !wants_guard(thought, operation.target) {
        operation.departs_tick = 0;
    }
    operation.departs_tick > 0
}

/// The tick at which a guard that begins now leaves at the latest.
pub fn latest_departure(situation: &Situation) -> u64 {
    travel::tick_in(situation, LONGEST_STAY_S)
}

/// Whether foes could come soon to an own body, and its garrison alone could not hold it.
pub fn wants_guard(thought: &Thought, body: BodyId) -> bool {
    let (situation, belief) = (thought.situation, thought.belief);
    let Some(known) = situation.bodies.get(body) else { return false };
    let repels =
        known.has_ground && repels(belief.defenders(body), known.terrain, expected_troopers(thought));
    !repels && belief.army.could_come(situation, body, RETURN_S)
}

/// Whether a garrison equals a landing of so many troopers.
fn repels(defenders: f64, terrain: f64, troopers: f64) -> bool {
    equal_invaders(defenders, terrain) >= troopers
}

/// The troopers that foes could land: those of their known troop ships, at least those of one ship.
fn expected_troopers(thought: &Thought) -> f64 {
    thought.belief.army.troopers().max(thought.situation.almanac().arms_table.least_troopers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_garrison_repels_what_it_equals() {
        assert!(repels(80.0, 1.0, 80.0));
        assert!(!repels(79.0, 1.0, 80.0));
        assert!(repels(40.0, 4.0, 80.0), "good terrain counts");
        assert!(repels(0.0, 1.0, 0.0), "nobody lands");
    }
}
