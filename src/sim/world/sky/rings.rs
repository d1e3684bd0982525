//! The rings of a gravity well: their radii, their angular speeds, and the places of their slots at a tick.
//!
//! A [`RingLayout`] is a function of the tick alone: nothing accumulates from tick to tick, so a save needs only
//! the number of the tick. It knows neither the occupants of slots nor the place of the body. Offsets are
//! from the body's centre, in the axes of the J2000 ecliptic, in kilometres of the magnified world; times are
//! seconds of play.
//!
//! Rings are numbered from the body outward, 0 is the innermost. A place in space belongs to the ring in
//! whose shell it lies, whether or not it is near the equator.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use crate::level::{FEWEST_RINGS, MOST_RINGS, RingNumbers};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::BodyId;

/// An axis of the ecliptic that lies nearer to the pole than this (a cosine) does not mark angle 0.
const TOO_NEAR_THE_POLE: f64 = 0.9;

/// The properties of a body that determine its rings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingBody {
    /// Radius of the body in the magnified world, km.
    pub displayed_radius_km: f64,
    /// Radius of its gravity well, km; 0 without one.
    pub well_radius_km: f64,
    /// The axis about which its rings turn counter-clockwise, a unit vector of the J2000 ecliptic. With the
    /// body's spin axis the rings turn as the body does.
    pub pole: DVec3,
    /// Whether it is a star. All rings of a star turn, the outermost too.
    pub is_star: bool,
}

/// The plane in which rings turn: three unit vectors at right angles, J2000 ecliptic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingPlane {
    /// The zero of angles: the ecliptic's x axis projected into the plane, or its y axis if x is too near to the
    /// pole to mark a direction.
    pub u: DVec3,
    /// A quarter turn ahead of `u`: the pole times `u`.
    pub v: DVec3,
    /// The axis about which the rings turn counter-clockwise.
    pub pole: DVec3,
}

impl RingPlane {
    /// The plane at right angles to a pole. A pole without a direction counts as the ecliptic's.
    pub fn about(pole: DVec3) -> Self {
        let pole = pole.normalize_or(DVec3::Z);
        let axis = if pole.x.abs() < TOO_NEAR_THE_POLE { DVec3::X } else { DVec3::Y };
        let u = (axis - pole * axis.dot(pole)).normalize_or(DVec3::X);
        Self { u, v: pole.cross(u), pole }
    }

    /// The unit vector from the centre outward at an angle, in radians from `u` toward `v`.
    pub fn outward(&self, angle: f64) -> DVec3 {
        let (sine, cosine) = libm::sincos(angle);
        self.u * cosine + self.v * sine
    }

    /// An offset from the centre, rotated about the pole by an angle in radians: from `u` toward `v` in the plane;
    /// heights above the plane stay. An angle of 0 changes no bit.
    pub fn rotated(&self, offset: DVec3, angle: f64) -> DVec3 {
        if angle == 0.0 {
            return offset;
        }
        let (sine, cosine) = libm::sincos(angle);
        let (along, across) = (offset.dot(self.u), offset.dot(self.v));
        let height = offset.dot(self.pole);
        self.u * (along * cosine - across * sine)
            + self.v * (along * sine + across * cosine)
            + self.pole * height
    }

    /// The angle of an offset from the centre, radians from `u` toward `v`, -π to π; 0 for one along the pole.
    pub fn angle_of(&self, offset: DVec3) -> f64 {
        libm::atan2(offset.dot(self.v), offset.dot(self.u))
    }
}

/// The rings of one well. All lists are as long as there are rings.
///
/// A ring beyond the last counts as the last, and slots wrap round, so that no number from a file can do harm; the
/// checks of the level reject numbers that make no sense.
#[derive(Clone, Debug, PartialEq)]
pub struct RingLayout {
    /// Radii of the rings, km, growing.
    pub radii_km: Vec<f64>,
    /// Angular speeds, radians for every second of play. 0 for a planet's outermost ring, which keeps its place by
    /// the planet.
    pub rates_rad_s: Vec<f64>,
    /// Number of slots, at least 1.
    pub slots: Vec<u16>,
    /// The plane in which they lie.
    pub plane: RingPlane,
    /// Inner edge of the innermost shell: the body's surface, km.
    pub surface_km: f64,
    /// Outer edge of the outermost shell: the well's rim, km.
    pub rim_km: f64,
}

impl RingLayout {
    /// The rings of a body: `count` of them ([`RingNumbers::count`] gives the number), or `None` if that is 0 or
    /// the outermost would not be above the surface. A count out of range is clamped.
    ///
    /// Radii are a geometric progression. Rates follow Kepler's third law from the period of the innermost,
    /// `innermost_period_s` seconds of play or else that of the rules: `rate = 2π/T (r₀/r)^(3/2)`.
    pub fn new(
        body: &RingBody,
        count: u8,
        innermost_period_s: Option<f64>,
        numbers: &RingNumbers,
    ) -> Option<Self> {
        let room = numbers.room_km(body.displayed_radius_km, body.well_radius_km).filter(|_| count > 0)?;
        let usual_s = if body.is_star { numbers.star_period_s } else { numbers.innermost_period_s };
        let period_s = innermost_period_s.filter(|period| *period > 0.0).unwrap_or(usual_s);
        let radii_km = radii(room, count.clamp(FEWEST_RINGS, MOST_RINGS));
        Some(Self {
            rates_rad_s: rates(&radii_km, period_s, body.is_star),
            slots: slots(radii_km.len(), &numbers.slots_per_ring),
            plane: RingPlane::about(body.pole),
            surface_km: body.displayed_radius_km,
            rim_km: body.well_radius_km,
            radii_km,
        })
    }

    /// Number of rings.
    pub fn count(&self) -> u8 {
        u8::try_from(self.radii_km.len()).unwrap_or(MOST_RINGS)
    }

    /// The radius of a ring, km.
    pub fn radius_km(&self, ring: usize) -> f64 {
        at(&self.radii_km, ring).unwrap_or(0.0)
    }

    /// Angular speed of a ring, radians for every second of play.
    pub fn rate_rad_s(&self, ring: usize) -> f64 {
        at(&self.rates_rad_s, ring).unwrap_or(0.0)
    }

    /// Rotation of a ring in a tick, radians.
    pub fn turn_per_tick(&self, ring: usize) -> f64 {
        self.rate_rad_s(ring) / TICKS_PER_SECOND
    }

    /// Rotation of a ring from tick 0 to the end of a tick, radians, 0 to 2π.
    pub fn turn(&self, ring: usize, tick: u64) -> f64 {
        TAU * self.turned(ring, tick)
    }

    /// Number of slots of a ring.
    pub fn slot_count(&self, ring: usize) -> u16 {
        at(&self.slots, ring).unwrap_or(1).max(1)
    }

    /// The angle of the middle of a structure that takes `length` slots from `slot` on, at the end of a tick,
    /// radians from `plane.u`, 0 to 2π.
    pub fn run_angle(&self, ring: usize, slot: u16, length: u8, tick: u64) -> f64 {
        let place = f64::from(slot) + 0.5 * f64::from(length.saturating_sub(1));
        let turns = place / f64::from(self.slot_count(ring)) + self.turned(ring, tick);
        TAU * (turns - turns.floor())
    }

    /// Offset of the middle of a structure of several slots from the body's centre at the end of a tick, km.
    pub fn run_offset(&self, ring: usize, slot: u16, length: u8, tick: u64) -> DVec3 {
        self.plane.outward(self.run_angle(ring, slot, length, tick)) * self.radius_km(ring)
    }

    /// The slots of a structure that begins at `slot`: `length` of them in the sense of rotation, wrapping from
    /// the last to the first.
    pub fn run(&self, ring: usize, slot: u16, length: u8) -> impl Iterator<Item = u16> + use<> {
        let count = self.slot_count(ring);
        let first = slot % count;
        (0..u16::from(length)).map(move |step| {
            // The remainder up to the last slot, rather than a sum that might overflow.
            let left = count - first;
            let step = step % count;
            if step < left { first + step } else { step - left }
        })
    }

    /// The distance from the centre nearest to `wanted_km` that leaves `room_km` to every ring, within `least_km`
    /// and `most_km`; `wanted_km` itself if there is none.
    pub fn clear_distance_km(&self, wanted_km: f64, room_km: f64, least_km: f64, most_km: f64) -> f64 {
        // Beside a ring the distance is the room itself, but for rounding.
        let is_clear =
            |distance: f64| self.radii_km.iter().all(|radius| (distance - radius).abs() >= 0.999 * room_km);
        let beside = self.radii_km.iter().flat_map(|radius| [radius - room_km, radius + room_km]);
        let off = |distance: &f64| (distance - wanted_km).abs();
        std::iter::once(wanted_km)
            .chain(beside)
            .filter(|distance| (least_km..=most_km).contains(distance) && is_clear(*distance))
            .min_by(|one, other| off(one).total_cmp(&off(other)))
            .unwrap_or(wanted_km)
    }

    /// Rotation of a ring since tick 0, in turns, 0 to 1. A remainder removes whole periods first, without
    /// rounding, so the last tick of a long war is as smooth as the first.
    fn turned(&self, ring: usize, tick: u64) -> f64 {
        let rate = self.rate_rad_s(ring);
        if rate > 0.0 && rate.is_finite() {
            let period_ticks = TAU * TICKS_PER_SECOND / rate;
            (tick as f64 % period_ticks) / period_ticks
        } else {
            0.0
        }
    }
}

/// Whether a structure of `length` slots can begin at `slot` in a ring with these `taken` slots, wrapping from the
/// last to the first. Never for a structure of no slots or of more than the ring has.
pub fn free_run(taken: &[bool], slot: u16, length: u8) -> bool {
    let (count, length) = (taken.len(), usize::from(length));
    let fits = (1..=count).contains(&length);
    fits && (0..length).all(|step| taken.get((usize::from(slot) + step) % count) == Some(&false))
}

/// The item of a ring; of the last for a ring beyond it.
fn at<T: Copy>(items: &[T], ring: usize) -> Option<T> {
    items.get(ring).or(items.last()).copied()
}

/// The radii of this many rings from the innermost to the outermost, km: a geometric progression.
fn radii((inner_km, outer_km): (f64, f64), count: u8) -> Vec<f64> {
    let last = count.saturating_sub(1);
    let factor = outer_km / inner_km;
    let radius = |ring: u8| inner_km * libm::pow(factor, f64::from(ring) / f64::from(last.max(1)));
    (0..last).map(radius).chain([outer_km]).collect()
}

/// Angular speeds of rings of these radii, by Kepler's third law; a planet's last ring stands still.
fn rates(radii_km: &[f64], innermost_period_s: f64, is_star: bool) -> Vec<f64> {
    let innermost = radii_km.first().copied().unwrap_or(1.0);
    let rate = |radius: &f64| {
        let share = innermost / radius;
        TAU / innermost_period_s * share * share.sqrt()
    };
    let mut rates: Vec<f64> = radii_km.iter().map(rate).collect();
    if let Some(last) = rates.last_mut()
        && !is_star
    {
        *last = 0.0;
    }
    rates
}

fn slots(count: usize, slots_per_ring: &[u16]) -> Vec<u16> {
    (0..count).map(|ring| at(slots_per_ring, ring).unwrap_or(1).max(1)).collect()
}

/// The rings of all bodies, in the order of the sky; `None` for a body without rings.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Rings(pub TiVec<BodyId, Option<RingLayout>>);

impl Rings {
    /// The rings of a body.
    pub fn of(&self, body: BodyId) -> Option<&RingLayout> {
        self.0.get(body).and_then(Option::as_ref)
    }
}

/// The place of a structure in a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RingPlace {
    /// The ring; 0 is the innermost.
    pub ring: u8,
    /// First slot.
    pub slot: u16,
    /// Number of occupied slots, in the sense of rotation.
    pub slots: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    const MUCH_LATER: u64 = 1_000_000_000;

    fn body(displayed_radius_km: f64, well_radius_km: f64) -> RingBody {
        let pole = DVec3::new(0.2, -0.35, 0.8).normalize();
        RingBody { displayed_radius_km, well_radius_km, pole, is_star: false }
    }

    fn rings(body: &RingBody, count: u8) -> RingLayout {
        RingLayout::new(body, count, None, &RingNumbers::default()).expect("there is room")
    }

    /// A giant in the default scale.
    fn giant() -> RingLayout {
        rings(&body(4.19e6, 4.19e7), 6)
    }

    #[test]
    fn the_count_is_always_between_two_and_six() {
        for asked in [1, 2, 3, 4, 5, 6, 200] {
            let layout = rings(&body(1.0e5, 1.0e6), asked);
            let count = asked.clamp(FEWEST_RINGS, MOST_RINGS);
            let lengths = [layout.radii_km.len(), layout.rates_rad_s.len(), layout.slots.len()];
            assert_eq!((layout.count(), lengths), (count, [usize::from(count); 3]));
        }
    }

    #[test]
    fn without_room_there_are_no_rings() {
        let none = |radius, well, count| {
            RingLayout::new(&body(radius, well), count, None, &RingNumbers::default()).is_none()
        };
        assert!(none(1.0e5, 0.0, 2) && none(1.0e5, 1.3e5, 2) && none(0.0, 1.0e6, 2));
        assert!(none(1.0, f64::NAN, 2) && none(f64::NAN, 1.0, 2) && none(1.0e5, 1.0e6, 0));
    }

    #[test]
    fn radii_grow_from_above_the_surface_to_inside_the_rim() {
        let sizes = [
            (1.0e5, 1.4e5),
            (1.0e5, 1.5e5),
            (1.0e5, 2.5e5),
            (666.0, 1.5e5),
            (4.19e6, 4.19e7),
            (5.6e6, 1.0e9),
        ];
        for (radius, well) in sizes {
            for count in FEWEST_RINGS..=MOST_RINGS {
                let layout = rings(&body(radius, well), count);
                assert!(layout.radii_km[0] > radius);
                assert!(layout.radii_km.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", layout.radii_km);
                assert!(layout.radius_km(usize::from(count) - 1) < well);
            }
        }
        assert!((giant().radius_km(0) - 1.8 * 4.19e6).abs() < 1.0e-3);
        assert!((giant().radius_km(5) - 0.72 * 4.19e7).abs() < 1.0e-3);
    }

    #[test]
    fn keplers_law_holds_between_all_rings_but_the_last() {
        let layout = RingLayout::new(&body(4.19e6, 4.19e7), 6, Some(25.0), &RingNumbers::default());
        let layout = layout.expect("there is room");
        let law = |ring: usize| {
            let (radius, rate) = (layout.radius_km(ring), layout.rate_rad_s(ring));
            rate * rate * radius * radius * radius
        };
        for ring in 1..5 {
            assert!((law(ring) / law(0) - 1.0).abs() < 1.0e-12, "ring {ring}");
        }
        assert!((TAU / layout.rate_rad_s(0) - 25.0).abs() < 1.0e-12);
        assert_eq!(layout.rate_rad_s(5), 0.0);
        let star = RingBody { is_star: true, ..body(5.6e6, 5.6e7) };
        let layout = rings(&star, 6);
        assert!(layout.rates_rad_s.iter().all(|rate| *rate > 0.0));
    }

    #[test]
    fn the_plane_is_square_for_every_pole() {
        let poles = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::Z, DVec3::NEG_Z, DVec3::new(0.9, 0.3, 0.3)];
        for pole in poles {
            let plane = RingPlane::about(pole);
            assert!(plane.u.dot(plane.v).abs() < 1.0e-12 && plane.u.dot(plane.pole).abs() < 1.0e-12);
            assert!((plane.u.cross(plane.v) - plane.pole).length() < 1.0e-12);
            assert!((plane.angle_of(plane.outward(1.25)) - 1.25).abs() < 1.0e-12);
        }
    }

    #[test]
    fn slots_are_evenly_spaced() {
        let layout = giant();
        for ring in 0..6 {
            let count = layout.slot_count(ring);
            let spacing = TAU / f64::from(count);
            for slot in 0..count {
                let ahead = layout.run_angle(ring, slot + 1, 1, MUCH_LATER)
                    - layout.run_angle(ring, slot, 1, MUCH_LATER);
                assert!((ahead.rem_euclid(TAU) - spacing).abs() < 1.0e-12, "ring {ring}, slot {slot}");
            }
        }
    }

    #[test]
    fn turning_is_smooth_over_every_period_and_after_ages() {
        let layout = giant();
        for ring in 0..6 {
            let step = layout.rate_rad_s(ring) / TICKS_PER_SECOND;
            for first in [0, MUCH_LATER, 1 << 50] {
                for tick in first..first + 10_000 {
                    let ahead = layout.run_angle(ring, 2, 1, tick + 1) - layout.run_angle(ring, 2, 1, tick);
                    let ahead = (ahead + 1.0).rem_euclid(TAU) - 1.0;
                    assert!((ahead - step).abs() < 1.0e-12, "ring {ring}, tick {tick}: {ahead}");
                }
            }
        }
    }

    #[test]
    fn a_place_that_turns_with_a_ring_keeps_its_slot() {
        let layout = giant();
        for ring in 0..6 {
            let at_first = layout.run_offset(ring, 1, 1, 0);
            for tick in [0, 1, 700, MUCH_LATER] {
                let turned = layout.plane.rotated(at_first, layout.turn(ring, tick));
                assert!(
                    turned.distance(layout.run_offset(ring, 1, 1, tick)) < 1.0e-3,
                    "ring {ring}, tick {tick}"
                );
            }
            let beside = at_first + layout.plane.pole * 5000.0;
            let there_and_back = layout.plane.rotated(layout.plane.rotated(beside, 2.5), -2.5);
            assert!(there_and_back.distance(beside) < 1.0e-3);
            assert_eq!(layout.plane.rotated(beside, 0.0), beside);
        }
        assert_eq!(layout.turn(5, MUCH_LATER), 0.0, "the outermost stands still");
    }

    #[test]
    fn beside_the_rings_there_is_room() {
        let layout = giant();
        let (inner, next) = (layout.radius_km(0), layout.radius_km(1));
        let clear = |wanted, room| layout.clear_distance_km(wanted, room, 5.0e6, 4.0e7);
        assert_eq!(clear(0.5 * (inner + next), 1.0e5), 0.5 * (inner + next), "it is clear already");
        assert_eq!(clear(inner + 1.0, 1.0e5), inner + 1.0e5);
        assert_eq!(clear(inner - 1.0, 1.0e5), inner - 1.0e5);
        assert_eq!(clear(inner, 3.0e7), inner, "there is no room anywhere");
        assert_eq!(layout.clear_distance_km(inner - 1.0, 1.0e5, inner - 2.0, 4.0e7), inner + 1.0e5);
    }

    #[test]
    fn a_run_goes_past_the_last_slot_on_to_the_first() {
        let layout = giant();
        assert_eq!(layout.run(0, 4, 4).collect::<Vec<_>>(), vec![4, 5, 0, 1]);
        assert_eq!(layout.run(0, u16::MAX, 2).collect::<Vec<_>>(), vec![3, 4]);
        let mut taken = [false; 6];
        taken[2] = true;
        assert!(free_run(&taken, 3, 4) && free_run(&taken, 4, 4) && !free_run(&taken, 5, 4));
        assert!(!free_run(&taken, 0, 0) && !free_run(&taken, 0, 7) && !free_run(&[], 0, 1));
        assert!(free_run(&[false; 6], 5, 6) && !free_run(&taken, 2, 1));
        let (first, second) = (layout.run_angle(2, 5, 1, 9), layout.run_angle(2, 6, 1, 9));
        let middle = layout.run_angle(2, 5, 2, 9);
        assert!((middle - first).rem_euclid(TAU) > 0.0);
        assert!(((middle - first).rem_euclid(TAU) - (second - middle).rem_euclid(TAU)).abs() < 1.0e-12);
    }
}
