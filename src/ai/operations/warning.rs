//! The warning before an attack: a mind of a lower skill shows its fleet to the owner of the target before it goes in.
//!
//! A body that is owned sees what is in its well, which everybody knows. So a fleet that stands over a pole of its
//! target is surely seen, and is out of reach of most that stands in the rings. A fleet that is fired at there has been
//! seen: it goes in.

use glam::DVec3;

use super::{existing, send, take_stance};
use crate::ai::situation::{OwnShip, Situation};
use crate::ai::thought::Thought;
use crate::ai::wish::{Urgency, Wishes};
use crate::level::{Handicap, Stance};
use crate::sim::visibility::sensors::body_sight_km;
use crate::sim::{Anchor, AnchoredPlace, Goal, Operation};

/// A fleet stands at this share of the distance from which it is seen; in its well, a little below 0.8, where the hold
/// of the well begins to fall.
const STANDS_AT: f64 = 0.78;
/// A fleet that could not come into view until this long after its planned arrival goes in, seconds of play.
const LATEST_S: f64 = 60.0;
/// A fleet is fired at if a shield has less than this share.
const WHOLE_SHIELD: f64 = 0.9;

/// The distance from which the target of a fleet that departs, or has departed, sees it, km, if the fleet still has to
/// stand in view.
pub fn owed_at_km(operation: &Operation, thought: &Thought) -> Option<f64> {
    let warns_s = thought.skill.warns_s;
    let since_s = |tick: u64| Situation::seconds(thought.situation.tick.saturating_sub(tick));
    let is_open = match operation.shown_tick {
        0 => since_s(operation.arrives_tick) < LATEST_S,
        shown_tick => since_s(shown_tick) < warns_s && !is_fired_at(operation, thought),
    };
    (warns_s > 0.0 && is_open).then(|| seen_km(operation, thought)).filter(|seen_km| *seen_km > 0.0)
}

/// Brings a fleet into view of its target, and lets it stand there.
pub fn give(operation: &mut Operation, seen_km: f64, thought: &Thought, wishes: &mut Wishes) {
    let situation = thought.situation;
    let middle = situation.place(operation.target);
    let is_shown = |ship: &&OwnShip| ship.position.distance(middle) <= seen_km;
    let (total, shown) = {
        let all = existing(thought, &operation.ships);
        (all.clone().count(), all.filter(is_shown).count())
    };
    if operation.shown_tick == 0 && 2 * shown >= total {
        operation.shown_tick = situation.tick;
    }
    let eager = existing(thought, &operation.ships).filter(|ship| ship.doctrine.stance == Stance::Aggressive);
    take_stance(wishes, eager, Stance::Defensive, (operation, thought));
    let pole = situation.almanac().rings.of(operation.target).map_or(DVec3::Z, |rings| rings.plane.pole);
    let place =
        AnchoredPlace { anchor: Anchor::Body(operation.target), offset: pole * (STANDS_AT * seen_km) };
    let others = existing(thought, &operation.ships).filter(|ship| !is_shown(ship));
    send(wishes, others, (Goal::Place(place), false), Urgency::Operation, (operation, thought));
}

/// The distance from which the target surely sees the largest ship of a fleet at rest, within its well, km.
fn seen_km(operation: &Operation, thought: &Thought) -> f64 {
    let almanac = thought.situation.almanac();
    let target = operation.target;
    let owner = thought.situation.bodies.get(target).and_then(|known| known.owner);
    let handicap = owner.map_or_else(Handicap::default, |owner| almanac.factions.handicap(owner));
    let classes =
        existing(thought, &operation.ships).filter_map(|ship| almanac.arms_table.ships.get(ship.class));
    let largest_km = classes.map(|class| class.bound_km).fold(0.0, f64::max);
    let visibility = almanac.economy.0.sight.least_visibility(largest_km);
    let well_km = body_sight_km(&almanac.sky, target, Handicap::default());
    well_km.min(visibility * body_sight_km(&almanac.sky, target, handicap))
}

fn is_fired_at(operation: &Operation, thought: &Thought) -> bool {
    existing(thought, &operation.ships).any(|ship| ship.shield < WHOLE_SHIELD)
}
