//! Comets: which are worth ships, how long a guard stays at one that is held, and when miners leave.
//!
//! A comet has no ground, and falls to the ships that are alone in its well: one that passes under the eyes of foes is
//! lost without a guard, and its miners with it.

use super::{RETURN_S, existing};
use crate::ai::situation::{BodyFacts, OwnShip, cheapest_first, slowest_km_s, sorted_ids};
use crate::ai::thought::Thought;
use crate::ai::travel::{self, From};
use crate::sim::{BodyId, Operation, OperationKind};

/// A mind with a taste for comets above this sends ships to them.
const LEAST_TASTE: f64 = 0.2;
/// With this much rare material, even a mind that wants comets most leaves them alone while a foe holds anything else.
const ENOUGH_RARE: f64 = 100.0;
/// Miners of a mind that wants comets most.
const MOST_MINERS: f64 = 3.0;
/// The most ships of a guard at a comet that nobody contests; the cheapest will do.
pub const GUARD: usize = 2;
/// A comet passes while its guard is at a yard within this time, or within the time for which its mind plans ahead,
/// seconds of play.
pub const NEAR_S: f64 = 40.0;
/// Miners leave before foes that could be there within this time, seconds of play: their engines are slow.
const FLIGHT_S: f64 = 15.0;
/// They go only to comets where foes could not be within this time, seconds of play.
const CALM_S: f64 = 25.0;
/// They stay beside ships that would keep this share of their strength against the foes.
const SAFE_MARGIN: f64 = 0.6;

/// Whether a mind spares ships for comets that it does not hold: rare materials pay for the great ships. A home that
/// might not hold keeps its ships.
pub fn are_wanted(thought: &Thought) -> bool {
    let situation = thought.situation;
    let is_at_war = situation.bodies.iter().any(|known| known.is_foes && known.has_ground);
    !thought.posture.is_pressed && suit(thought.personality.comets, situation.balance.rare as f64, is_at_war)
}

/// Whether comets suit a taste with so much rare material in the treasury.
fn suit(taste: f64, rare: f64, is_at_war: bool) -> bool {
    let has_enough = rare >= ENOUGH_RARE * taste * taste;
    taste > LEAST_TASTE && !(has_enough && is_at_war)
}

/// The miners that a mind with a taste for comets wants.
pub fn miners_wanted(taste: f64) -> usize {
    ((MOST_MINERS * taste) as usize).max(usize::from(taste > LEAST_TASTE))
}

/// Whether a comet is an own one that wants a guard: miners work there, or its materials are wanted, and foes could
/// come.
pub fn wants_guard(thought: &Thought, body: BodyId) -> bool {
    let (situation, army) = (thought.situation, &thought.belief.army);
    let is_own = |known: &BodyFacts| known.is_comet && known.owner == Some(situation.me);
    let is_own = situation.bodies.get(body).is_some_and(is_own);
    if !is_own || thought.posture.is_pressed {
        return false;
    }
    let mut there = situation.ships.iter().filter(|ship| situation.is_in_well(body, ship.position));
    if there.any(|ship| ship.mines > 0) {
        // They need time to get away.
        return army.could_come(situation, body, 2.0 * RETURN_S);
    }
    are_wanted(thought) && army.could_come(situation, body, RETURN_S)
}

/// Whether a comet, some seconds of play from now, passes so near to a yard that ships of a speed are soon back.
pub fn passes(thought: &Thought, body: BodyId, speed_km_s: f64, after_s: f64) -> bool {
    let situation = thought.situation;
    let most_s = thought.skill.horizon_s.max(NEAR_S);
    let way_s =
        |yard: BodyId| travel::straight_after_s(situation, From::Body(body), speed_km_s, yard, after_s);
    situation.yards().any(|yard| way_s(yard.body) <= most_s)
}

/// Whether a guard stays at a comet that is held: while it passes and wants a guard. While nobody contests it, all but
/// the cheapest ships are released.
pub fn stays(operation: &mut Operation, thought: &Thought) -> bool {
    let body = operation.target;
    let slowest = slowest_km_s(existing(thought, &operation.ships));
    let stays = operation.kind == OperationKind::Hold
        && wants_guard(thought, body)
        && passes(thought, body, slowest, 0.0);
    if stays && operation.ships.len() > GUARD && thought.belief.armed_at(body).next().is_none() {
        let mut guard: Vec<&OwnShip> = existing(thought, &operation.ships).collect();
        cheapest_first(&mut guard);
        guard.truncate(GUARD);
        operation.ships = sorted_ids(&guard);
    }
    stays
}

/// Whether miners must leave a comet: foes are there, or on their way and soon there.
pub fn must_be_left(thought: &Thought, body: BodyId) -> bool {
    is_unsafe(thought, body, FLIGHT_S)
}

/// Whether miners may go to a comet.
pub fn is_calm(thought: &Thought, body: BodyId) -> bool {
    !is_unsafe(thought, body, CALM_S)
}

/// Whether foes are at a comet, or are on their way and could be there within some seconds of play, and would not lose
/// against the own ships in its well.
fn is_unsafe(thought: &Thought, body: BodyId, within_s: f64) -> bool {
    let (situation, belief) = (thought.situation, thought.belief);
    let there = situation.ships.iter().filter(|ship| situation.is_in_well(body, ship.position));
    belief.is_threatened(body) || belief.margin_against_coming(there, body, within_s) < SAFE_MARGIN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support;

    #[test]
    fn every_taste_for_comets_builds_a_miner() {
        let tastes = [0.0, LEAST_TASTE, 0.28, 0.3, 0.5, 1.0];
        assert_eq!(tastes.map(miners_wanted), [0, 0, 1, 1, 1, 3]);
        for personality in &test_support::shipped().minds.personalities {
            assert!(miners_wanted(personality.comets) > 0, "{}", personality.name);
        }
    }

    #[test]
    fn who_has_enough_leaves_comets_alone_in_a_war() {
        let suits = |rare: f64, is_at_war: bool| suit(0.5, rare, is_at_war);
        assert_eq!([suits(24.0, true), suits(25.0, true), suits(25.0, false)], [true, false, true]);
        assert!(!suit(LEAST_TASTE, 0.0, false), "it has no taste for them");
    }
}
