//! Sieges: bombardment, and landings on bodies with an owner or without one.

use std::cmp::Reverse;

use super::{StepOutcome, existing, send};
use crate::ai::situation::{BodyFacts, Contact, OwnShip};
use crate::ai::thought::Thought;
use crate::ai::wish::{Urgency, Wishes, attack_on, ground};
use crate::level::Assault;
use crate::sim::invasion::lanchester::equal_invaders;
use crate::sim::{BodyId, Command, Goal, Operation};

/// Troopers land with this much more than would equal the garrison.
const LANDING_MARGIN: f64 = 1.3;
/// Garrisons that this many troopers would take are not worth the fire once troopers land.
const SPARED: f64 = 10.0;
/// Troopers that are on their way down go on with this share of what is needed.
const NO_TURNING_BACK: f64 = 0.75;

/// Bombards a garrison that is too strong, and lands when the troopers suffice. Ships that can do neither destroy
/// structures while troopers are missing.
pub fn conquer(operation: &Operation, thought: &Thought, wishes: &mut Wishes) {
    let Some(known) = thought.situation.bodies.get(operation.target) else { return };
    let needed = troopers_needed(thought, operation.target);
    let lands = land(operation, (known, needed), thought, wishes);
    let armed = existing(thought, &operation.ships).filter(|ship| ship.is_armed);
    // A troop ship that has landed is no lander any more: troopers on the ground count as well.
    let waits = operation.landers.is_empty() && !lands;
    if waits && shoot_structures(armed, true, wishes, (operation, thought)) {
        return;
    }
    bombard(operation, (known, needed, lands), thought, wishes);
}

/// Lands when the troopers suffice; before that the troop ships come to the target. Returns whether they land.
fn land(
    operation: &Operation,
    (known, needed): (&BodyFacts, f64),
    thought: &Thought,
    wishes: &mut Wishes,
) -> bool {
    let target = operation.target;
    let landers = existing(thought, &operation.landers);
    let troopers: f64 = landers.clone().map(|ship| ship.troopers).sum();
    let land = ground(target, Assault::Land);
    let are_landing = landers.clone().any(|ship| ship.goal == Some(land));
    let suffice = troopers > 0.0 && are_enough(troopers, needed, are_landing);
    let lands = known.has_ground && (suffice || known.is_invaded);
    if lands {
        send(wishes, landers, (land, false), Urgency::Fight, (operation, thought));
    } else {
        let away = landers.filter(|ship| !thought.situation.is_in_well(target, ship.position));
        send(wishes, away, (Goal::Body(target), false), Urgency::Operation, (operation, thought));
    }
    lands
}

/// Whether some troopers suffice for a landing that needs so many. Garrisons grow while troopers come down: they do not
/// turn back for that.
fn are_enough(troopers: f64, needed: f64, are_landing: bool) -> bool {
    let least = if are_landing { NO_TURNING_BACK * needed } else { needed };
    troopers >= least
}

/// Fires at a garrison that is worth it. The other ships destroy structures until troopers land. From then on they keep
/// station at the target, and spare what falls to its new owner.
fn bombard(
    operation: &Operation,
    (known, needed, lands): (&BodyFacts, f64, bool),
    thought: &Thought,
    wishes: &mut Wishes,
) {
    let target = operation.target;
    let is_there = |ship: &&OwnShip| thought.situation.is_in_well(target, ship.position);
    let fire = ground(target, Assault::Bombard);
    let armed = existing(thought, &operation.ships).filter(|ship| ship.is_armed);
    // Where the fire is lifted, a garrison grows again.
    let are_firing = armed.clone().any(|ship| ship.goal == Some(fire));
    let is_worth_it = needed > SPARED || are_firing || !lands;
    let bombards = known.has_ground && !known.is_invaded && is_worth_it;
    let (gunners, others): (Vec<&OwnShip>, Vec<&OwnShip>) = armed.partition(|ship| bombards && ship.bombards);
    send(wishes, gunners.into_iter(), (fire, false), Urgency::Operation, (operation, thought));
    if !lands && shoot_structures(others.iter().copied(), false, wishes, (operation, thought)) {
        return;
    }
    let is_busy = |ship: &&OwnShip| ship.goal.is_some_and(|goal| goal.is_hostile());
    let others = others.into_iter().filter(|ship| !is_there(ship) || is_busy(ship));
    send(wishes, others, (Goal::Body(target), true), Urgency::Operation, (operation, thought));
}

/// Has ships destroy structures at the target, yards first: they would bring new defenders for as long as no troopers
/// come. `only_yards`: they spare all others. Returns whether there is something to destroy.
fn shoot_structures<'t>(
    ships: impl Iterator<Item = &'t OwnShip>,
    only_yards: bool,
    wishes: &mut Wishes,
    (operation, thought): (&Operation, &Thought),
) -> bool {
    let is_meant = |foe: &&Contact| foe.in_sight && foe.stands_at.is_some() && (foe.is_yard || !only_yards);
    let found = thought.belief.foes_at(operation.target).filter(is_meant);
    let Some(first) = found.max_by_key(|foe| (foe.is_yard, Reverse(foe.id))) else { return false };
    send(wishes, ships, (attack_on(first.id), false), Urgency::Operation, (operation, thought));
    true
}

/// Lands on a body without an owner.
pub fn settle(operation: &mut Operation, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let situation = thought.situation;
    if situation.owns(operation.target) {
        return StepOutcome::Won;
    }
    let Some(known) = situation.bodies.get(operation.target) else { return StepOutcome::Failed };
    let is_met = thought.belief.armed_at(operation.target).next().is_some();
    let landers = existing(thought, &operation.landers);
    let troopers: f64 = landers.map(|ship| ship.troopers).sum();
    let is_enough = known.is_invaded || troopers >= troopers_needed(thought, operation.target);
    if is_met || known.owner.is_some() || !is_enough {
        let name = situation.name(operation.target);
        let why = match (is_met, known.owner.is_some()) {
            (true, _) => format!("armed enemies are at {name}"),
            (_, true) => format!("{name} has an owner now"),
            _ => format!("{troopers:.0} troopers are too few for {name}"),
        };
        wishes.command(operation.landers.clone(), Command::Retreat, Urgency::Fight, why);
        return StepOutcome::Failed;
    }
    let landers = existing(thought, &operation.landers);
    let to = (ground(operation.target, Assault::Land), false);
    send(wishes, landers, to, Urgency::Operation, (operation, thought));
    StepOutcome::Continues
}

/// The troopers that should take a body, with a margin.
pub fn troopers_needed(thought: &Thought, body: BodyId) -> f64 {
    let terrain = thought.situation.bodies.get(body).map_or(1.0, |known| known.terrain);
    needed_against(thought.belief.defenders(body), terrain)
}

fn needed_against(defenders: f64, terrain: f64) -> f64 {
    LANDING_MARGIN * equal_invaders(defenders, terrain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn troopers_land_with_a_margin_and_do_not_turn_back_for_a_little() {
        for (defenders, terrain) in [(100.0, 1.0), (480.0, 1.6), (30.0, 0.7)] {
            let (equal, needed) = (equal_invaders(defenders, terrain), needed_against(defenders, terrain));
            let land = |share: f64, are_landing: bool| are_enough(share * equal, needed, are_landing);
            assert_eq!([1.1, 1.29, 1.31].map(|share| land(share, false)), [false, false, true]);
            assert_eq!([0.95, 1.0, 1.31].map(|share| land(share, true)), [false, true, true]);
        }
    }
}
