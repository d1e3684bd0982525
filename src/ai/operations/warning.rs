//! The warning before an attack: a mind of a lower skill shows its fleet to the owner of the target before it goes in.
//!
//! A body that is owned sees what is in its well, which everybody knows. So a fleet that stands over a pole of its
//! target is surely seen. It holds its fire there: in a small well the rings are in reach of its weapons, and so are
//! ships that come to meet it. A fleet that is hit there has been seen: it goes in. So a foe is shot at without a
//! warning only if it shoots first.

use std::collections::BTreeSet;

use glam::DVec3;

use super::{doctrine_with, existing, send, take_stance};
use crate::ai::attention::order_s;
use crate::ai::situation::{OwnShip, Situation};
use crate::ai::thought::Thought;
use crate::ai::wish::{Urgency, Wishes};
use crate::level::{Handicap, Stance};
use crate::sim::visibility::sensors::body_sight_km;
use crate::sim::{
    Anchor, AnchoredPlace, BodyId, Command, Goal, MOST_CALM_TICKS, Mind, Operation, ShipId, Stage,
};

/// A fleet stands at this share of the distance from which it is seen; in its well, a little below 0.8, where the hold
/// of the well begins to fall.
const STANDS_AT: f64 = 0.78;
/// A fleet that could not come into view until this long after its planned arrival goes in, seconds of play.
const LATEST_S: f64 = 60.0;
/// A way is long if it takes this many times as long as the next order of its mind: a fleet comes into view before it
/// arrives.
const LONG_WAY_ORDERS: f64 = 1.5;
/// A fleet on its way that was hit within this time has been met: it fires back, ticks.
const MET_TICKS: u32 = 90;

/// The distance from which the target of a fleet that departs, or has departed, sees it, km, if the fleet still has to
/// stand in view.
pub fn owed_at_km(operation: &Operation, thought: &Thought) -> Option<f64> {
    let warns_s = thought.skill.warns_s;
    let since_s = |tick: u64| Situation::seconds(thought.situation.tick.saturating_sub(tick));
    let is_open = match operation.shown_tick {
        0 => since_s(operation.arrives_tick) < LATEST_S,
        shown_tick => since_s(shown_tick) < warns_s && !was_hit_since(shown_tick, operation, thought),
    };
    (warns_s > 0.0 && is_open).then(|| seen_km(operation, thought)).filter(|seen_km| *seen_km > 0.0)
}

/// Brings a fleet into view of its target, and lets it stand there without a shot.
pub fn give(operation: &mut Operation, seen_km: f64, thought: &Thought, wishes: &mut Wishes) {
    let situation = thought.situation;
    let middle = situation.place(operation.target);
    let is_shown = |ship: &&OwnShip| ship.position.distance(middle) <= seen_km;
    if operation.shown_tick == 0 && is_in_view(operation, seen_km, thought) {
        operation.shown_tick = situation.tick;
    }
    let pole = situation.almanac().rings.of(operation.target).map_or(DVec3::Z, |rings| rings.plane.pole);
    let place =
        AnchoredPlace { anchor: Anchor::Body(operation.target), offset: pole * (STANDS_AT * seen_km) };
    let others = existing(thought, &operation.ships).filter(|ship| !is_shown(ship));
    let is_met = |ship: &OwnShip| operation.shown_tick == 0 && ship.calm_ticks < MET_TICKS;
    let (stance, urgency) = if existing(thought, &operation.ships).any(is_met) {
        (Stance::Defensive, Urgency::Fight)
    } else {
        (Stance::HoldFire, Urgency::Operation)
    };
    let all = existing(thought, &operation.ships);
    let to = (Goal::Place(place), false);
    // A low skill has one order for now: on a short way that of the stance, which comes too late otherwise.
    if is_long(operation, thought) {
        send(wishes, others, to, Urgency::Operation, (operation, thought));
        take_stance(wishes, all, stance, urgency, (operation, thought));
    } else {
        take_stance(wishes, all, stance, urgency, (operation, thought));
        send(wishes, others, to, Urgency::Operation, (operation, thought));
    }
}

/// Whether there is another order for a fleet after that of its way, before it comes into view.
fn is_long(operation: &Operation, thought: &Thought) -> bool {
    let arrives_in_s = Situation::seconds(operation.arrives_tick.saturating_sub(thought.situation.tick));
    arrives_in_s - thought.skill.warns_s > LONG_WAY_ORDERS * order_s(thought.skill)
}

/// Whether a fleet of a mind stands in view of its target, and holds its fire.
pub fn stands_in_view(mind: &Mind) -> bool {
    mind.operations.iter().any(|one| one.stage == Stage::Advance && one.shown_tick > 0)
}

/// Lets ships fire again that held their fire in an attack that is over, or that goes on without a warning.
pub fn release(mind: &Mind, thought: &Thought, wishes: &mut Wishes) {
    let mut held = thought.situation.ships.iter().filter(|ship| ship.holds_fire()).peekable();
    if held.peek().is_none() {
        return;
    }
    let advance = mind.operations.iter().filter(|one| one.kind.is_attack() && one.stage == Stage::Advance);
    let advance: BTreeSet<ShipId> = advance.flat_map(|one| &one.ships).copied().collect();
    let free: Vec<ShipId> = held.map(|ship| ship.id).filter(|ship| !advance.contains(ship)).collect();
    let doctrine = Command::Doctrine(doctrine_with(Stance::default(), thought));
    wishes.command(free, doctrine, Urgency::Fight, "they need not hold their fire any longer");
}

/// Whether half of a fleet is within the distance from which the largest ship is seen, and some ship within that from
/// which it is seen itself: small and quick ones may be there first.
fn is_in_view(operation: &Operation, seen_km: f64, thought: &Thought) -> bool {
    let middle = thought.situation.place(operation.target);
    let all = || existing(thought, &operation.ships);
    let gap_km = |ship: &OwnShip| ship.position.distance(middle);
    let is_seen =
        |ship: &OwnShip| gap_km(ship) <= surely_seen_km(operation.target, bound_km(ship, thought), thought);
    2 * all().filter(|ship| gap_km(ship) <= seen_km).count() >= all().count() && all().any(is_seen)
}

/// The distance from which the target surely sees the largest ship of a fleet at rest, within its well, km.
fn seen_km(operation: &Operation, thought: &Thought) -> f64 {
    let bounds = existing(thought, &operation.ships).map(|ship| bound_km(ship, thought));
    surely_seen_km(operation.target, bounds.fold(0.0, f64::max), thought)
}

/// The distance from which a body surely sees a ship at rest with a bounding radius, within its well, km.
fn surely_seen_km(body: BodyId, bound_km: f64, thought: &Thought) -> f64 {
    let almanac = thought.situation.almanac();
    let owner = thought.situation.bodies.get(body).and_then(|known| known.owner);
    let handicap = owner.map_or_else(Handicap::default, |owner| almanac.factions.handicap(owner));
    let visibility = almanac.economy.0.sight.least_visibility(bound_km);
    let well_km = body_sight_km(&almanac.sky, body, Handicap::default());
    well_km.min(visibility * body_sight_km(&almanac.sky, body, handicap))
}

/// Bounding radius of a ship, km; 0 for an unknown class.
fn bound_km(ship: &OwnShip, thought: &Thought) -> f64 {
    thought.situation.almanac().arms_table.ships.get(ship.class).map_or(0.0, |class| class.bound_km)
}

/// Whether a ship of a fleet in the well of its target was hit since a tick. A shield that is still low from an earlier
/// fight is no hit.
fn was_hit_since(tick: u64, operation: &Operation, thought: &Thought) -> bool {
    let situation = thought.situation;
    let ticks = situation.tick.saturating_sub(tick).min(u64::from(MOST_CALM_TICKS));
    let is_hit = |ship: &OwnShip| {
        u64::from(ship.calm_ticks) < ticks && situation.is_in_well(operation.target, ship.position)
    };
    existing(thought, &operation.ships).any(is_hit)
}
