//! The ends of legs: ships arrive, fleets go on to their next leg or begin to orbit in a ring. The end of a route
//! is an event.

use bevy::prelude::*;
use glam::DVec3;

use super::goals::{goal_at, outside_bodies};
use crate::sim::event::{Events, GameEvent};
use crate::sim::motion::RingFrames;
use crate::sim::motion::ring_orbit::{Stretch, TurningFrame};
use crate::sim::spatial::balls::KeptNear;
use crate::sim::{
    Anchor, AnchoredPlace, BodyId, Calendar, Course, Engagement, Fleet, Flight, Formation, FormationOffset,
    Leg, Members, Position, Repeats, RingMotion, Rings, Route, Ship, Sky, by_number,
};

/// A ship has arrived within this many of its radii from its place.
pub(super) const ARRIVED_RADII: f64 = 0.5;
/// A ship has come nearer if it did by this many of its radii.
const APPROACH_RADII: f64 = 0.01;
/// A ship that comes no nearer for this many ticks has come as near as possible.
pub const PATIENCE_TICKS: u32 = 75;
/// A ship without any approach for this many ticks, almost at rest, gives up in place.
const GIVE_UP_TICKS: u32 = 600;
/// Share of its cruise speed below which a ship hardly moves.
const HARDLY_MOVING: f64 = 0.05;
/// Greatest distance of a ship from its place, in spacings of the pattern, that counts as near enough.
const AS_NEAR_AS_CAN_BE: f64 = 6.0;

type FleetOnRoute<'a> =
    (Entity, &'a Fleet, &'a mut Route, &'a mut Formation, &'a mut Course, &'a Members, &'a Repeats);
type UnderWay<'a> =
    (&'a Ship, &'a Position, &'a mut Flight, &'a mut AnchoredPlace, &'a mut RingMotion, &'a FormationOffset);

/// Records the ships that have arrived, and starts the next leg of fleets whose ships have all arrived.
pub fn finish_legs(
    mut fleets: Query<FleetOnRoute>,
    mut ships: Query<UnderWay>,
    engagements: Query<&Engagement>,
    sky: Res<Sky>,
    rings: Res<Rings>,
    calendar: Res<Calendar>,
    mut events: ResMut<Events>,
) {
    let mut ended: Vec<(u32, Entity, Leg)> = Vec::new();
    let mut near = KeptNear::default();
    for (entity, fleet, mut route, mut formation, mut course, members, repeats) in &mut fleets {
        let Some(leg) = route.0.front().copied() else { continue };
        // A fleet that manoeuvres in a fight is not under way.
        if engagements.get(entity).is_ok_and(|engagement| engagement.moves) {
            continue;
        }
        let is_last_stretch = course.bends.is_empty();
        if !note_arrivals(&sky, &mut near, &leg, is_last_stretch, members, &mut ships) {
            continue;
        }
        route.finish_leg(repeats.0);
        formation.formed = false;
        *course = Course::default();
        ended.push((fleet.id.0, entity, leg));
    }
    // A fleet that enters a ring keeps clear of the fleets in it, so the order matters.
    ended.sort_unstable_by_key(|(id, ..)| *id);
    let tick_seconds = calendar.tick_seconds();
    let ring_frames = RingFrames { sky: &sky, rings: &rings, tick: calendar.tick + 1, tick_seconds };
    for (_, entity, leg) in ended {
        let others = if leg.ring().is_some() { others_at_rest(&fleets, entity) } else { Vec::new() };
        let Ok((_, fleet, route, _, _, members, _)) = fleets.get(entity) else { continue };
        if route.has_ended() {
            let (id, faction) = (fleet.id, fleet.faction);
            let event = GameEvent::FleetArrived { fleet: id, faction, place: middle(members, &ships) };
            events.record(calendar.tick, event);
        }
        keep_places(&ring_frames, &leg, members, &others, &mut ships, !route.rests());
    }
}

/// Records the progress of a fleet's ships toward the end of their leg. Returns whether all have arrived, which no
/// ship does on a leg without an end. `near` is kept from fleet to fleet within a tick.
fn note_arrivals(
    sky: &Sky,
    near: &mut KeptNear<BodyId>,
    leg: &Leg,
    is_last_stretch: bool,
    members: &Members,
    ships: &mut Query<UnderWay>,
) -> bool {
    let Some(AnchoredPlace { anchor, offset }) = leg.end() else { return false };
    let mut all_arrived = !members.is_empty();
    for entity in members.iter() {
        let Ok((ship, position, mut flight, .., place)) = ships.get_mut(entity) else { continue };
        let end = AnchoredPlace { anchor, offset: offset + leg.beside + place.0 };
        let goal = outside_bodies(sky, near, goal_at(sky, &end), ship.radius_km);
        let distance = position.0.distance(goal.place);
        note_progress(&mut flight, ship, distance, leg.spacing_km, is_last_stretch);
        all_arrived &= flight.arrived;
    }
    all_arrived
}

/// The ships of each fleet at rest but this one.
fn others_at_rest<'a>(fleets: &'a Query<FleetOnRoute>, this: Entity) -> Vec<&'a Members> {
    let resting = fleets.iter().filter(|(other, _, route, ..)| *other != this && route.rests());
    resting.map(|(.., members, _)| members).collect()
}

/// The middle of the ships of a fleet, heliocentric, km.
fn middle(members: &Members, ships: &Query<UnderWay>) -> DVec3 {
    // Summed in the order of the ships' numbers, so that the last bit is always the same.
    let crew = by_number(ships.iter_many(members.iter()), |(ship, ..)| ship.id);
    crew.iter().map(|(_, position, ..)| position.0).sum::<DVec3>() / crew.len().max(1) as f64
}

/// Gives the ships of a fleet that has arrived their resting places: those of the leg. In a ring they begin to
/// orbit, clear of `others` that orbit there.
fn keep_places(
    ring_frames: &RingFrames,
    leg: &Leg,
    members: &Members,
    others: &[&Members],
    ships: &mut Query<UnderWay>,
    goes_on: bool,
) {
    let Some(AnchoredPlace { anchor, offset }) = leg.end() else { return };
    let middle = offset + leg.beside;
    let frame = TurningFrame::of(ring_frames.rings, anchor.body(), leg.ring());
    let lower = |place: DVec3| frame.map_or(place, |frame| frame.lower(place, ring_frames.tick, 0));
    let mut shift = 0.0;
    if let Some(frame) = &frame {
        let seen: &Query<UnderWay> = ships;
        let mut kept: Vec<(u32, DVec3, f64)> = members
            .iter()
            .filter_map(|entity| seen.get(entity).ok())
            .map(|(ship, .., in_formation)| (ship.id.0, lower(middle + in_formation.0), ship.bound_km()))
            .collect();
        let circle = |others: &&Members| stretch_of(frame, (anchor, leg.ring()), others, seen);
        let taken: Vec<Stretch> = others.iter().filter_map(circle).collect();
        shift = in_order(&mut kept, frame, 0).map_or(0.0, |stretch| stretch.free_shift(&taken));
    }
    for entity in members.iter() {
        let Ok((_, position, mut flight, mut place, mut ring_motion, in_formation)) = ships.get_mut(entity)
        else {
            continue;
        };
        if ring_motion.carried_ticks > 0 {
            flight.own_velocity += ring_frames.momentum(&place, &ring_motion, position.0);
        }
        let kept = lower(middle + in_formation.0);
        let offset = frame.map_or(kept, |frame| frame.shifted(kept, shift));
        *place = AnchoredPlace { anchor, offset };
        ring_motion.set_if_neq(RingMotion { ring: frame.and(leg.ring()), carried_ticks: 0 });
        if goes_on {
            flight.begin_leg();
        }
    }
}

/// The stretch of a ring occupied by the ships of an orbiting fleet, with the ring's body and number.
fn stretch_of(
    frame: &TurningFrame,
    wanted: (Anchor, Option<u8>),
    members: &Members,
    ships: &Query<UnderWay>,
) -> Option<Stretch> {
    let mut carried_ticks = 0;
    let mut kept: Vec<(u32, DVec3, f64)> = Vec::new();
    for (ship, _, _, place, ring_motion, _) in members.iter().filter_map(|entity| ships.get(entity).ok()) {
        if (place.anchor, ring_motion.ring) == wanted {
            kept.push((ship.id.0, place.offset, ship.bound_km()));
            carried_ticks = ring_motion.carried_ticks.max(carried_ticks);
        }
    }
    in_order(&mut kept, frame, carried_ticks)
}

/// The stretch of ships that keep these places of a frame, taken in the order of the ships' numbers, so
/// that the last bit is always the same.
fn in_order(kept: &mut [(u32, DVec3, f64)], frame: &TurningFrame, carried_ticks: u32) -> Option<Stretch> {
    kept.sort_unstable_by_key(|(id, ..)| *id);
    let kept: Vec<(DVec3, f64)> = kept.iter().map(|(_, place, bound_km)| (*place, *bound_km)).collect();
    Stretch::of(frame, &kept, carried_ticks)
}

/// Whether the ship has arrived, or come as near as possible. A detour may lead away for long; before the last
/// stretch that is no sign of being stopped.
fn note_progress(flight: &mut Flight, ship: &Ship, distance: f64, spacing_km: f64, is_last_stretch: bool) {
    if distance < flight.nearest_km - ship.radius_km * APPROACH_RADII {
        flight.nearest_km = distance;
        flight.blocked_ticks = 0;
    } else {
        flight.blocked_ticks = flight.blocked_ticks.saturating_add(1);
    }
    let is_there = distance < ARRIVED_RADII * ship.radius_km;
    let is_near = distance < AS_NEAR_AS_CAN_BE * spacing_km;
    let is_blocked = is_last_stretch && is_near && flight.blocked_ticks > PATIENCE_TICKS;
    let hardly_moves = flight.own_velocity.length() < HARDLY_MOVING * ship.cruise_km_s;
    let gives_up = flight.blocked_ticks > GIVE_UP_TICKS && hardly_moves;
    flight.arrived |= is_there || is_blocked || gives_up;
}
