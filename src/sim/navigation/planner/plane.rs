//! The plane in which a route is planned: it goes through start and goal, and is otherwise as level as possible.
//!
//! Obstacles and zones in space become outlines in coordinates along and across the straight way, km. The
//! start is the origin.

use glam::{DVec2, DVec3};

use super::obstacle::{GREATEST_DREAD, Zone, is_sound};
use super::outline::{Outline, length_in_circle};

/// A plane in space with its own two axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    origin: DVec3,
    along: DVec3,
    across: DVec3,
    normal: DVec3,
    length: f64,
}

impl Plane {
    /// The plane whose first axis leads from start to goal, and whose second lies in the ecliptic (z = 0).
    /// Straight up and down, the second is the y axis.
    pub fn through(start: DVec3, goal: DVec3) -> Self {
        let along = (goal - start).try_normalize().unwrap_or(DVec3::X);
        let across = DVec3::Z.cross(along).try_normalize().unwrap_or(DVec3::Y);
        Self { origin: start, along, across, normal: along.cross(across), length: start.distance(goal) }
    }

    /// From start to goal, km.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// The foot of a point of space on the plane.
    pub fn flatten(&self, point: DVec3) -> DVec2 {
        let offset = point - self.origin;
        DVec2::new(offset.dot(self.along), offset.dot(self.across))
    }

    /// A point of the plane in space.
    pub fn lift(&self, point: DVec2) -> DVec3 {
        self.origin + self.along * point.x + self.across * point.y
    }

    /// The section of a ball that has grown by `clearance` (km): about a circle. `None` if it does not reach the
    /// plane, or is not sound.
    pub fn section(&self, radius: f64, place: DVec3, clearance: f64) -> Option<Outline> {
        if !(is_sound(radius) && place.is_finite()) {
            return None;
        }
        self.circle(place, radius + clearance).map(|(center, radius)| Outline::round(center, radius))
    }

    /// The section of a zone. `None` if it does not reach the plane, or has no price.
    pub fn cut_zone(&self, zone: &Zone) -> Option<FlatZone> {
        let is_sound = zone.center.is_finite() && zone.radius.is_finite() && zone.dread > 0.0;
        let (center, radius) = self.circle(zone.center, zone.radius.max(0.0))?;
        is_sound.then_some(FlatZone { center, radius, dread: zone.dread.min(GREATEST_DREAD) })
    }

    fn height(&self, point: DVec3) -> f64 {
        (point - self.origin).dot(self.normal)
    }

    /// Centre and radius of the circle in which a ball meets the plane.
    fn circle(&self, place: DVec3, radius: f64) -> Option<(DVec2, f64)> {
        let height = self.height(place);
        let squared = (radius - height) * (radius + height);
        (squared > 0.0).then(|| (self.flatten(place), squared.sqrt()))
    }
}

/// A zone as the plane cuts it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatZone {
    /// Centre in the plane, km.
    pub center: DVec2,
    /// Radius, km.
    pub radius: f64,
    /// A length inside costs `1 + dread` times as much.
    pub dread: f64,
}

impl FlatZone {
    /// The price of the straight way between two points beyond its length.
    pub fn price(&self, from: DVec2, to: DVec2) -> f64 {
        self.dread * length_in_circle(self.center, self.radius, from, to)
    }
}
