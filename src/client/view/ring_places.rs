//! Places of ring slots in a frame.

use std::f64::consts::TAU;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::interpolation::{BodyPlaces, Moment};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{BodyId, Calendar, RingLayout, RingPlace, Rings};

/// Query bundle for the places of slots before the camera of this frame is known.
#[derive(SystemParam)]
pub struct Slots<'w> {
    rings: Res<'w, Rings>,
    calendar: Res<'w, Calendar>,
    moment: Res<'w, Moment>,
}

impl Slots<'_> {
    /// Place of a structure in the rings of a body in this frame, heliocentric ecliptic km; `None` without rings.
    pub fn place(&self, places: &BodyPlaces, body: BodyId, stands: RingPlace) -> Option<DVec3> {
        let now = (self.calendar.tick, self.moment.fraction);
        place_in_rings(&self.rings, now, body, *places.0.get(body)?, stands)
    }
}

/// The place of a structure in the rings of a body at `place` after this many ticks and a part of one, km.
pub fn place_in_rings(
    rings: &Rings,
    (tick, fraction): (u64, f64),
    body: BodyId,
    place: DVec3,
    stands: RingPlace,
) -> Option<DVec3> {
    let layout = rings.of(body)?;
    // A level saved with other rings may name a missing one.
    if stands.ring >= layout.count() {
        return None;
    }
    let well = Well { body, place, layout, pixels: 0.0, tick, fraction };
    Some(well.run_place(stands.ring, stands.slot, stands.slots))
}

/// A well in this frame.
#[derive(Clone, Copy, Debug)]
pub struct Well<'a> {
    /// The body.
    pub body: BodyId,
    /// Place of the body in this frame, heliocentric ecliptic km.
    pub place: DVec3,
    /// Rings.
    pub layout: &'a RingLayout,
    /// The radius of the well on the screen, pixels.
    pub pixels: f64,
    /// Number of completed ticks: the argument for the places of slots at the end of the last tick.
    pub tick: u64,
    /// Share of this frame's time from the tick before to the last one, 0 to 1.
    pub fraction: f64,
}

impl Well<'_> {
    /// The angle of the middle of `length` slots from `slot` on in this frame, radians from the plane's `u`.
    pub fn angle(&self, ring: u8, slot: u16, length: u8) -> f64 {
        let ring = usize::from(ring);
        let ahead_s = (1.0 - self.fraction) / TICKS_PER_SECOND;
        self.layout.run_angle(ring, slot, length, self.tick) - ahead_s * self.layout.rate_rad_s(ring)
    }

    /// Place of the middle of `length` slots from `slot` on in this frame, heliocentric ecliptic km.
    pub fn run_place(&self, ring: u8, slot: u16, length: u8) -> DVec3 {
        self.point(self.radius_km(ring), self.angle(ring, slot, length))
    }

    /// The radius of a ring, km.
    pub fn radius_km(&self, ring: u8) -> f64 {
        self.layout.radius_km(usize::from(ring))
    }

    /// Number of slots of a ring.
    pub fn slot_count(&self, ring: u8) -> u16 {
        self.layout.slot_count(usize::from(ring))
    }

    /// The angle that a slot takes, radians.
    pub fn slot_width(&self, ring: u8) -> f64 {
        TAU / f64::from(self.slot_count(ring))
    }

    /// The angle of the beginning of a slot, radians.
    pub fn edge(&self, ring: u8, slot: u16) -> f64 {
        self.angle(ring, slot, 1) - 0.5 * self.slot_width(ring)
    }

    /// A point of the rings' plane, heliocentric ecliptic km.
    pub fn point(&self, radius_km: f64, angle: f64) -> DVec3 {
        self.place + self.layout.plane.outward(angle) * radius_km
    }

    /// Points of an arc from one angle to another, one more than `steps`.
    pub fn arc(&self, radius_km: f64, from: f64, to: f64, steps: u32) -> impl Iterator<Item = DVec3> {
        (0..=steps).map(move |step| {
            let share = f64::from(step) / f64::from(steps.max(1));
            self.point(radius_km, from + (to - from) * share)
        })
    }

    /// Kilometres of a pixel at the body's distance.
    pub fn km_per_pixel(&self) -> f64 {
        self.layout.rim_km / self.pixels
    }

    /// Number of pieces of a drawn ring.
    pub fn circle_steps(&self, ring: u8) -> u32 {
        let pixels = self.pixels * self.radius_km(ring) / self.layout.rim_km;
        // The pieces deviate from the circle by no more than a fraction of a pixel.
        (6.0 * pixels.max(0.0).sqrt()).clamp(48.0, 720.0) as u32
    }

    /// Whether the body lies between the eye and a point, heliocentric ecliptic km both.
    pub fn hides(&self, eye: DVec3, point: DVec3) -> bool {
        is_hidden(eye, point, self.place, self.layout.surface_km)
    }
}

/// A ring of a well, and the chosen point of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingPoint {
    /// The body.
    pub body: BodyId,
    /// The ring; 0 is the innermost.
    pub ring: u8,
    /// A point of its line, heliocentric ecliptic km.
    pub place: DVec3,
}

/// Whether a ball lies between the eye and a point.
pub fn is_hidden(eye: DVec3, point: DVec3, center: DVec3, radius_km: f64) -> bool {
    passes_at_km(eye, point, center).is_some_and(|miss_km| miss_km < radius_km)
}

/// How far from the middle of a ball the line of sight from the eye to a point passes, km; `None` if the middle is not
/// between them.
pub(super) fn passes_at_km(eye: DVec3, point: DVec3, center: DVec3) -> Option<f64> {
    let way = point - eye;
    let ray = way.try_normalize()?;
    let to_center = center - eye;
    let along = to_center.dot(ray);
    let is_between = along > 0.0 && along < way.length();
    is_between.then(|| (to_center - ray * along).length())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_hides_places_behind_it() {
        let (eye, center) = (DVec3::ZERO, DVec3::X * 10.0);
        assert!(is_hidden(eye, DVec3::X * 20.0, center, 1.0));
        assert!(!is_hidden(eye, DVec3::X * 5.0, center, 1.0), "it is in front");
        assert!(!is_hidden(eye, DVec3::new(20.0, 5.0, 0.0), center, 1.0), "it is beside");
        assert!(!is_hidden(eye, DVec3::X * -20.0, center, 1.0), "both are behind the eye");
        assert!(!is_hidden(eye, eye, center, 1.0));
    }
}
