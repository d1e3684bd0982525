//! Peaceful operations: scouting, claiming, mining, searching.

use super::{StepOutcome, comets, existing, reason, send};
use crate::ai::situation::OwnShip;
use crate::ai::thought::Thought;
use crate::ai::wish::{Urgency, Wishes};
use crate::sim::order::Plot;
use crate::sim::{AnchoredPlace, Command, ConstructionOrder, Goal, Mind, Operation};

/// A search takes a place as looked at from this distance, km.
const SEARCHED_KM: f64 = 1.0e6;

/// What stands against a founding may be hidden: it is tried again after this many ticks, thoughts of ten.
const TRY_AGAIN_TICKS: u64 = 240;

/// Looks at a body from its well.
pub fn scout(mind: &Mind, operation: &Operation, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let situation = thought.situation;
    let target = operation.target;
    let has_looked = mind.looked.get(target).is_some_and(|tick| *tick > operation.begun_tick);
    let is_there =
        existing(thought, &operation.ships).any(|ship| situation.is_in_well(target, ship.position));
    if has_looked || is_there {
        return StepOutcome::Won;
    }
    if operation.gives_up.at_tick(situation.tick) {
        return StepOutcome::Failed;
    }
    let to = (Goal::Body(target), false);
    send(wishes, existing(thought, &operation.ships), to, Urgency::Idle, (operation, thought));
    StepOutcome::Continues
}

/// Founds a station at a body without an owner, and stays until it stands.
pub fn claim(operation: &Operation, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let situation = thought.situation;
    let target = operation.target;
    if situation.owns(target) {
        return StepOutcome::Won;
    }
    let owner = situation.bodies.get(target).and_then(|known| known.owner);
    if owner.is_some() || operation.gives_up.at_tick(situation.tick) || thought.belief.is_threatened(target) {
        return StepOutcome::Failed;
    }
    let is_there =
        existing(thought, &operation.ships).any(|ship| situation.is_in_well(target, ship.position));
    if !is_there {
        let to = (Goal::Body(target), false);
        send(wishes, existing(thought, &operation.ships), to, Urgency::Growth, (operation, thought));
    } else if !situation.structures.iter().any(|one| one.body == target)
        && (situation.tick - operation.stage_tick).is_multiple_of(TRY_AGAIN_TICKS)
    {
        let Some(order) = cheapest(thought, operation) else { return StepOutcome::Failed };
        wishes.construct(order, Urgency::Operation, reason(operation, thought));
    }
    StepOutcome::Continues
}

/// The cheapest structure that can be founded at the target.
fn cheapest(thought: &Thought, operation: &Operation) -> Option<ConstructionOrder> {
    let situation = thought.situation;
    let body = operation.target;
    let plot = Plot::of(situation.view, situation.me, body).ok()?;
    let classes = situation.almanac().structures.0.iter_enumerated();
    let places = classes.filter_map(|(id, class)| {
        let starts = plot.starts(class).ok()?;
        let (ring, slot) = first_start(&starts)?;
        Some((class.price.money, ConstructionOrder::Build { class: id, body, ring, slot }))
    });
    places.min_by_key(|(price, _)| *price).map(|(_, order)| order)
}

/// The first possible place in the rings, the outer rings first: they are the safest to build in.
pub fn first_start(starts: &[Vec<bool>]) -> Option<(u8, u16)> {
    let rings = starts.iter().enumerate().rev();
    let mut places = rings.filter_map(|(ring, slots)| {
        let slot = slots.iter().position(|is_free| *is_free)?;
        Some((u8::try_from(ring).ok()?, u16::try_from(slot).ok()?))
    });
    places.next()
}

/// Mines a comet while it is safe.
pub fn mine(operation: &Operation, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let situation = thought.situation;
    let target = operation.target;
    let is_foes = situation.bodies.get(target).is_none_or(|known| known.is_foes);
    if is_foes || comets::must_be_left(thought, target) {
        let are_there = is_foes || thought.belief.is_threatened(target);
        let why = if are_there { "enemies are at the comet" } else { "enemies come to the comet" };
        wishes.command(operation.ships.clone(), Command::Retreat, Urgency::Fight, why);
        return StepOutcome::Failed;
    }
    let away =
        existing(thought, &operation.ships).filter(|ship| !situation.is_in_well(target, ship.position));
    send(wishes, away, (Goal::Body(target), false), Urgency::Idle, (operation, thought));
    StepOutcome::Continues
}

/// Looks round at a place in space. It succeeds when a foe is found anywhere.
pub fn search(operation: &Operation, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let situation = thought.situation;
    // A search of a save from before places were kept has none.
    let Some(place) = operation.place else { return StepOutcome::Failed };
    let is_there = |ship: &OwnShip| ship.position.distance(place) < SEARCHED_KM;
    if !situation.contacts.is_empty() {
        return StepOutcome::Won;
    }
    let has_looked = existing(thought, &operation.ships).any(is_there);
    if has_looked || operation.gives_up.at_tick(situation.tick) {
        return StepOutcome::Failed;
    }
    let to = (Goal::Place(AnchoredPlace::free(place)), false);
    send(wishes, existing(thought, &operation.ships), to, Urgency::Idle, (operation, thought));
    StepOutcome::Continues
}
