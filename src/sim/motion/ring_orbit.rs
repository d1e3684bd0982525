//! Ships that orbit in rings.
//!
//! A ring takes hold of a ship smoothly, within [`RAMP_TICKS`], and lets go of it in the same way. In that
//! time it carries the ship slower than it turns. The place of the ship allows for that: it is ahead of its
//! final place by the distance that the ship will lag behind the ring. So a ship that begins to circle is at
//! its place from the first tick on and needs no engines, however fast the ring is.
//!
//! Only [`RingMotion`] is stored: all else follows from the tick.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec3;

use super::ship_table::ShipTable;
use super::wells::{hold_at, smooth_step};
use crate::sim::{
    AnchoredPlace, BodyId, Calendar, RingLayout, RingMotion, RingPlane, Rings, Route, ShipId, Sky,
    members_in_order,
};

/// Ticks in which a ring takes hold of a ship that begins to circle, and lets go of one that leaves.
pub const RAMP_TICKS: u32 = 90;
/// Number of places tried for a fleet, alternately to both sides.
const PLACES_TRIED: u32 = 64;

/// The ticks for which a ring has taken hold of a ship, a tick later.
fn next_ticks(ticks: u32, circles: bool) -> u32 {
    if circles { ticks.saturating_add(1).min(RAMP_TICKS) } else { ticks.saturating_sub(1) }
}

/// The share of its turn that a ring gives to a ship, level at both ends.
fn share_of_turn(ticks: u32) -> f64 {
    smooth_step(f64::from(ticks.min(RAMP_TICKS)) / f64::from(RAMP_TICKS))
}

/// The turn, in ticks, through which a ring carries a ship in the first `ticks` ticks of the ramp: the integral of
/// that share, x³ - x⁴/2.
fn ticks_gained(ticks: u32) -> f64 {
    part_gained(f64::from(ticks))
}

/// [`ticks_gained`] for a fractional number of ticks.
fn part_gained(ticks: f64) -> f64 {
    let share = ticks.min(f64::from(RAMP_TICKS)) / f64::from(RAMP_TICKS);
    f64::from(RAMP_TICKS) * share * share * share * (1.0 - 0.5 * share)
}

/// Turn, in ticks, that a ship will lose on the ring before it is fully carried; its place is ahead by that much.
fn ticks_ahead(ticks: u32) -> f64 {
    let ticks = ticks.min(RAMP_TICKS);
    0.5 * f64::from(RAMP_TICKS) - f64::from(ticks) + ticks_gained(ticks)
}

/// How far a ring carries a ship while the ramp of the ship goes from `before` to `after` in a tick: a turn, in ticks
/// of the ring, 0 to 1.
fn ticks_carried(before: u32, after: u32) -> f64 {
    if before == after { share_of_turn(after) } else { (ticks_gained(after) - ticks_gained(before)).abs() }
}

/// The frame that turns with a ring. Its axes are those of the ecliptic at tick 0, its origin is the middle
/// of the body.
#[derive(Clone, Copy, Debug)]
pub struct TurningFrame<'a> {
    layout: &'a RingLayout,
    ring: usize,
}

impl<'a> TurningFrame<'a> {
    /// The frame of a ring of a body; `None` if either is missing or the body has no rings.
    pub fn of(rings: &'a Rings, body: Option<BodyId>, ring: Option<u8>) -> Option<Self> {
        let ring = usize::from(ring?);
        Some(Self { layout: rings.of(body?)?, ring })
    }

    /// The axis about which it turns, a unit vector.
    pub fn pole(&self) -> DVec3 {
        self.layout.plane.pole
    }

    /// Whether the frame is at rest: that of an outermost ring.
    pub fn is_at_rest(&self) -> bool {
        self.layout.turn_per_tick(self.ring) == 0.0
    }

    /// A place of the frame as an offset from the middle of the body, in the axes of the ecliptic, km, at the end
    /// of a tick. `carried_ticks` is the ramp of the ship at that place.
    pub fn lift(&self, offset: DVec3, tick: u64, carried_ticks: u32) -> DVec3 {
        self.layout.plane.rotated(offset, self.angle(tick, carried_ticks))
    }

    /// The inverse of [`Self::lift`].
    pub fn lower(&self, offset: DVec3, tick: u64, carried_ticks: u32) -> DVec3 {
        self.layout.plane.rotated(offset, -self.angle(tick, carried_ticks))
    }

    /// The offset of a thing after the ring has turned for this number of ticks, km from the middle of the
    /// body.
    pub fn turned(&self, offset: DVec3, ticks: f64) -> DVec3 {
        self.layout.plane.rotated(offset, self.layout.turn_per_tick(self.ring) * ticks)
    }

    /// A place of the frame that is farther ahead in the ring by an angle, radians.
    pub fn shifted(&self, offset: DVec3, angle: f64) -> DVec3 {
        self.layout.plane.rotated(offset, angle)
    }

    fn angle(&self, tick: u64, carried_ticks: u32) -> f64 {
        let ahead = self.layout.turn_per_tick(self.ring) * ticks_ahead(carried_ticks);
        self.layout.turn(self.ring, tick) + ahead
    }
}

/// The rotation of a ring, for later places of ships in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingTurn {
    /// The body of the ring.
    pub body: BodyId,
    plane: RingPlane,
    turn_per_tick: f64,
    carried_ticks: u32,
}

impl RingTurn {
    /// The rotation of a ring after this number of ticks of its ramp; `None` for an unknown body, or one without
    /// rings.
    pub fn of(rings: &Rings, body: BodyId, ring: u8, carried_ticks: u32) -> Option<Self> {
        let frame = TurningFrame::of(rings, Some(body), Some(ring))?;
        let turn_per_tick = frame.layout.turn_per_tick(frame.ring);
        Some(Self { body, plane: frame.layout.plane, turn_per_tick, carried_ticks })
    }

    /// The offset after this number of ticks, fractional and not negative, of a thing that was at `offset`; both
    /// km from the middle of the body.
    pub fn turned(&self, offset: DVec3, ticks: f64) -> DVec3 {
        let begin = f64::from(self.carried_ticks.min(RAMP_TICKS));
        let end = begin + ticks;
        let fully = (end - f64::from(RAMP_TICKS)).max(0.0);
        let carried = part_gained(end) - part_gained(begin) + fully;
        self.plane.rotated(offset, self.turn_per_tick * carried)
    }
}

/// The hold of the well of a body, and so of its rings, at an offset from its middle, 0 to 1.
fn hold(sky: &Sky, body: BodyId, offset: DVec3) -> f64 {
    hold_at(offset.length() / sky.system.bodies[body].well_radius_km)
}

/// Carries the ships in rings along, on top of the motion of wells; bows turn as well. A ship orbits while it
/// keeps a place in a ring and its fleet has no destination.
pub fn ride(mut table: ResMut<ShipTable>, routes: Query<&Route>, sky: Res<Sky>, rings: Res<Rings>) {
    let ShipTable { fleets, anchored_places, ring_motions, positions, flights, carriages, .. } = &mut *table;
    for (index, ring_motion) in ring_motions.iter_mut().enumerate() {
        let anchor = anchored_places[index].anchor.body();
        let frame = TurningFrame::of(&rings, anchor, ring_motion.ring);
        let (Some(frame), Some(body)) = (frame, anchor) else { continue };
        let circles = routes.get(fleets[index]).is_ok_and(Route::rests);
        let before = ring_motion.carried_ticks;
        ring_motion.carried_ticks = next_ticks(before, circles);
        let offset = positions[index] - sky.before[body].position;
        let ticks = ticks_carried(before, ring_motion.carried_ticks) * hold(&sky, body, offset);
        carriages[index].step += frame.turned(offset, ticks) - offset;
        flights[index].heading = frame.turned(flights[index].heading, ticks);
    }
}

/// Bodies and rings at the end of a tick.
#[derive(Clone, Copy, Debug)]
pub struct RingFrames<'a> {
    /// All bodies; `now` is their state at that moment.
    pub sky: &'a Sky,
    /// The rings of all bodies.
    pub rings: &'a Rings,
    /// The tick.
    pub tick: u64,
    /// Seconds of the calendar that a tick lasts.
    pub tick_seconds: f64,
}

impl<'a> RingFrames<'a> {
    /// The ring frames of a world between two ticks.
    pub fn of(world: &'a World) -> Self {
        let calendar = world.resource::<Calendar>();
        Self {
            sky: world.resource::<Sky>(),
            rings: world.resource::<Rings>(),
            tick: calendar.tick,
            tick_seconds: calendar.tick_seconds(),
        }
    }

    /// The velocity that a ring gives to a ship at a position, km/s of the calendar. A ship that leaves its
    /// ring at once keeps it as its own velocity, so that nothing jumps as seen from outside.
    pub fn momentum(
        &self,
        anchored_place: &AnchoredPlace,
        ring_motion: &RingMotion,
        position: DVec3,
    ) -> DVec3 {
        let anchor = anchored_place.anchor.body();
        let frame = TurningFrame::of(self.rings, anchor, ring_motion.ring);
        let (Some(frame), Some(body)) = (frame, anchor) else { return DVec3::ZERO };
        let offset = position - self.sky.now[body].position;
        let ticks = share_of_turn(ring_motion.carried_ticks) * hold(self.sky, body, offset);
        (frame.turned(offset, ticks) - offset) / self.tick_seconds
    }
}

/// The body and the ring in which all ships of a fleet orbit; `None` for a fleet that has an order, or does not
/// orbit.
pub fn ring_of(world: &World, fleet: Entity) -> Option<(BodyId, u8)> {
    let rests = world.get::<Route>(fleet).is_none_or(Route::rests);
    let ring_of_ship = |ship: Entity| {
        let anchor = world.get::<AnchoredPlace>(ship)?.anchor.body()?;
        Some((anchor, world.get::<RingMotion>(ship)?.ring?))
    };
    let ships = members_in_order(world, fleet);
    let (_, first) = ships.first().filter(|_| rests)?;
    let ring = ring_of_ship(*first)?;
    ships.iter().all(|(_, ship)| ring_of_ship(*ship) == Some(ring)).then_some(ring)
}

/// The middle of the places that ships keep, km from their anchor. Summed in the order of the ships' numbers,
/// so that the last bit is always the same.
pub(in crate::sim) fn middle_of_places(world: &World, ships: &[(ShipId, Entity)]) -> DVec3 {
    let kept = ships.iter().filter_map(|(_, ship)| world.get::<AnchoredPlace>(*ship));
    kept.map(|place| place.offset).sum::<DVec3>() / ships.len().max(1) as f64
}

/// Ramp ticks of the first of some ships.
pub(in crate::sim) fn carried_ticks(world: &World, ships: &[(ShipId, Entity)]) -> u32 {
    let first = ships.first().and_then(|(_, ship)| world.get::<RingMotion>(*ship));
    first.map_or(0, |ring_motion| ring_motion.carried_ticks)
}

/// The resting place of an orbiting fleet's middle if its ring releases it now, km from the middle of the body;
/// `None` for a fleet that does not orbit.
pub fn resting_place(world: &World, ring_frames: &RingFrames, fleet: Entity) -> Option<DVec3> {
    let (body, ring) = ring_of(world, fleet)?;
    let frame = TurningFrame::of(ring_frames.rings, Some(body), Some(ring))?;
    let ships = members_in_order(world, fleet);
    let carried_ticks = carried_ticks(world, &ships);
    let now = frame.lift(middle_of_places(world, &ships), ring_frames.tick, carried_ticks);
    Some(frame.turned(now, ticks_gained(carried_ticks)))
}

/// The stretch of a ring occupied by an orbiting fleet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Middle in the frame that turns with the ring, radians.
    pub middle: f64,
    /// Extent ahead and behind, radians.
    pub half_length: f64,
    /// How far the fleet is still ahead of its stretch, radians: it sinks back during the ramp.
    pub ahead: f64,
}

impl Stretch {
    /// The stretch of ships that keep these places of the frame, each with its reach, km; `None` without
    /// ships.
    pub fn of(frame: &TurningFrame, kept: &[(DVec3, f64)], carried_ticks: u32) -> Option<Self> {
        if kept.is_empty() {
            return None;
        }
        let middle = kept.iter().map(|(place, _)| *place).sum::<DVec3>() / kept.len() as f64;
        let reach = |(place, bound_km): &(DVec3, f64)| place.distance(middle) + bound_km;
        let reach_km = kept.iter().map(reach).fold(0.0, f64::max);
        let radius_km = frame.layout.radius_km(frame.ring).max(f64::MIN_POSITIVE);
        Some(Self {
            middle: frame.layout.plane.angle_of(middle),
            half_length: reach_km / radius_km,
            ahead: frame.layout.turn_per_tick(frame.ring) * ticks_ahead(carried_ticks),
        })
    }

    /// Whether this fleet would meet another one that has orbited as long or longer.
    fn meets(&self, other: &Self) -> bool {
        let apart = self.half_length + other.half_length;
        // The fleet falls back by the difference between the leads of the two fleets over their stretches.
        let sinks = (self.ahead - other.ahead).max(0.0);
        let between = within_a_turn(other.middle - self.middle);
        between < apart + sinks || between > TAU - apart
    }

    /// Angle, radians, by which this fleet must orbit farther ahead, or behind if negative, to avoid the fleets in
    /// the ring: the least that was found, or 0 without room.
    pub fn free_shift(&self, taken: &[Self]) -> f64 {
        let step = self.half_length.max(TAU / f64::from(PLACES_TRIED));
        let is_free = |shift: &f64| {
            let shifted = Self { middle: self.middle + shift, ..*self };
            !taken.iter().any(|other| shifted.meets(other))
        };
        first_free_aside(|steps| steps * step, is_free)
    }
}

/// An angle in radians, brought to 0 to 2π.
fn within_a_turn(angle: f64) -> f64 {
    angle - TAU * (angle / TAU).floor()
}

/// The first of the places 0, 1, -1, 2, -2, ... steps aside that is free; the very first if none is.
pub fn first_free_aside<T>(place: impl Fn(f64) -> T, is_free: impl Fn(&T) -> bool) -> T {
    let mut places = (0..PLACES_TRIED).map(|number| place(steps_aside(number)));
    places.find(|one| is_free(one)).unwrap_or_else(|| place(steps_aside(0)))
}

/// 0, 1, -1, 2, -2, ...: the offset of a tried place, in steps aside.
fn steps_aside(place: u32) -> f64 {
    f64::from(place.div_ceil(2)) * if place.is_multiple_of(2) { -1.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::holdings::RingNumbers;
    use crate::sim::world::RingBody;

    fn rings() -> Rings {
        let pole = DVec3::new(0.2, -0.35, 0.8).normalize();
        let body = RingBody { displayed_radius_km: 4.0e5, well_radius_km: 4.0e6, pole, is_star: false };
        Rings(vec![RingLayout::new(&body, 4, None, &RingNumbers::default())].into())
    }

    #[test]
    fn a_ring_takes_hold_without_a_jump() {
        assert_eq!((share_of_turn(0), share_of_turn(RAMP_TICKS)), (0.0, 1.0));
        assert_eq!((ticks_ahead(RAMP_TICKS), ticks_carried(RAMP_TICKS, RAMP_TICKS)), (0.0, 1.0));
        assert_eq!(ticks_carried(0, 0), 0.0);
        for ticks in 0..RAMP_TICKS {
            assert!((share_of_turn(ticks + 1) - share_of_turn(ticks)).abs() < 0.02);
            let (up, down) = (ticks_carried(ticks, ticks + 1), ticks_carried(ticks + 1, ticks));
            assert_eq!(up, down);
            assert!(up >= share_of_turn(ticks) && up <= share_of_turn(ticks + 1));
        }
        assert_eq!(next_ticks(RAMP_TICKS, true), RAMP_TICKS);
        assert_eq!((next_ticks(0, false), next_ticks(7, false), next_ticks(7, true)), (0, 6, 8));
    }

    #[test]
    fn a_ship_that_begins_to_circle_is_carried_with_its_place() {
        let rings = rings();
        for ring in 0..4 {
            let frame = TurningFrame::of(&rings, Some(BodyId(0)), Some(ring)).expect("there is a ring");
            let start = DVec3::new(7.0e5, -1.0e5, 4.0e3);
            let kept = frame.lower(start, 5_000, 0);
            let mut place = start;
            for step in 0..3 * RAMP_TICKS {
                let (before, after) = (step.min(RAMP_TICKS), (step + 1).min(RAMP_TICKS));
                place = frame.turned(place, ticks_carried(before, after));
                let expected = frame.lift(kept, 5_001 + u64::from(step), after);
                assert!(place.distance(expected) < 1.0e-3, "ring {ring}, {step} ticks later");
            }
            assert_eq!(frame.is_at_rest(), ring == 3);
        }
        assert!(TurningFrame::of(&rings, Some(BodyId(1)), Some(0)).is_none());
        assert!(TurningFrame::of(&rings, None, Some(0)).is_none());
        assert!(TurningFrame::of(&rings, Some(BodyId(0)), None).is_none());
    }

    #[test]
    fn circling_fleets_are_found_again_later() {
        let rings = rings();
        let start = DVec3::new(7.0e5, -1.0e5, 4.0e3);
        for (ring, carried) in [(0, 0), (1, 40), (2, RAMP_TICKS), (3, 0)] {
            let frame = TurningFrame::of(&rings, Some(BodyId(0)), Some(ring)).expect("there is a ring");
            let turn = RingTurn::of(&rings, BodyId(0), ring, carried).expect("there is a ring");
            let kept = frame.lower(start, 5_000, carried);
            for ticks in [0_u32, 1, 50, 89, 90, 91, 20_000] {
                let there = frame.lift(kept, 5_000 + u64::from(ticks), (carried + ticks).min(RAMP_TICKS));
                let found = turn.turned(start, f64::from(ticks));
                assert!(found.distance(there) < 1.0e-2, "ring {ring}, {ticks} ticks later: {found} {there}");
            }
            let (before, after) = (turn.turned(start, 60.0), turn.turned(start, 61.0));
            let between = turn.turned(start, 60.5);
            assert!(between.distance(0.5 * (before + after)) < 0.1 * before.distance(after) + 1.0e-6);
        }
        assert!(RingTurn::of(&rings, BodyId(1), 0, 0).is_none());
    }

    #[test]
    fn fleets_circle_apart() {
        let fresh = |middle: f64| Stretch { middle, half_length: 0.02, ahead: 0.25 };
        let carried = |middle: f64| Stretch { ahead: 0.0, ..fresh(middle) };
        assert_eq!(fresh(1.0).free_shift(&[]), 0.0);
        assert!(fresh(1.0).meets(&carried(1.2)), "it sinks back past the other one");
        assert!(!fresh(1.0).meets(&carried(1.3)) && !fresh(1.0).meets(&carried(0.9)));
        assert!(!fresh(1.0).meets(&fresh(1.2)), "both sink back");
        assert!(fresh(0.0).meets(&carried(TAU - 0.03)) && fresh(TAU + 0.01).meets(&carried(0.0)));
        let taken: Vec<Stretch> = (0..20).map(|n| carried(f64::from(n) * 0.2)).collect();
        let shift = fresh(1.0).free_shift(&taken);
        let shifted = fresh(1.0 + shift);
        assert!(shift != 0.0 && taken.iter().all(|other| !shifted.meets(other)), "shifted by {shift}");
        let full: Vec<Stretch> = (0..200).map(|n| carried(f64::from(n) * 0.04)).collect();
        assert_eq!(fresh(1.0).free_shift(&full), 0.0);
    }

    #[test]
    fn places_are_tried_in_turn() {
        let steps: Vec<f64> = (0..5).map(steps_aside).collect();
        assert_eq!(steps, [0.0, 1.0, -1.0, 2.0, -2.0]);
    }

    #[test]
    fn a_stretch_is_as_long_as_its_fleet() {
        let rings = rings();
        let frame = TurningFrame::of(&rings, Some(BodyId(0)), Some(1)).expect("there is a ring");
        let radius_km = frame.layout.radius_km(1);
        let kept = [0.1, 0.2].map(|angle| (frame.layout.plane.outward(angle) * radius_km, 500.0));
        let stretch = Stretch::of(&frame, &kept, RAMP_TICKS).expect("two ships");
        assert!((stretch.middle - 0.15).abs() < 1.0e-9 && stretch.ahead == 0.0);
        assert!((stretch.half_length - 0.05 - 500.0 / radius_km).abs() < 1.0e-3);
        assert!(Stretch::of(&frame, &kept, 0).is_some_and(|fresh| fresh.ahead > 0.0));
        assert_eq!(Stretch::of(&frame, &[], 0), None);
    }
}
