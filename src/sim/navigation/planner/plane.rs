//! The plane in which a route is planned: it goes through start and goal, and is otherwise as level as can
//! be.
//!
//! Obstacles and zones in space become outlines in coordinates along and across the straight way, km. The
//! start is the origin.

use glam::{DMat3, DVec2, DVec3};

use super::obstacle::{GREATEST_DREAD, Shape, Zone};
use super::outline::{Outline, length_in_circle};

/// Corners nearer to one another than this share of a box's size are one.
const SAME_CORNER: f64 = 1.0e-9;

/// A plane in space with two axes of its own.
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

    /// The section of a shape that has grown by `clearance` (km) on all sides: about a circle, or exactly a
    /// polygon. `None` if the shape does not reach the plane, or is not sound.
    pub fn section(&self, shape: &Shape, place: DVec3, clearance: f64) -> Option<Outline> {
        if !(shape.is_sound() && place.is_finite()) {
            return None;
        }
        match shape {
            Shape::Ball { radius } => {
                self.circle(place, radius + clearance).map(|(center, radius)| Outline::round(center, radius))
            }
            Shape::Box { half_extents, axes } => self.polygon(place, *half_extents + clearance, axes),
        }
    }

    /// The section of a zone. `None` if it does not reach the plane, or costs nothing.
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

    /// The polygon in which a box meets the plane: a large square, of which each of the three slabs that
    /// make the box leaves what lies in it.
    fn polygon(&self, place: DVec3, half_extents: DVec3, axes: &DMat3) -> Option<Outline> {
        let height = self.height(place);
        let slabs =
            [(axes.x_axis, half_extents.x), (axes.y_axis, half_extents.y), (axes.z_axis, half_extents.z)];
        let thickness: f64 = slabs.iter().map(|(axis, half)| half * axis.dot(self.normal).abs()).sum();
        if height.abs() >= thickness {
            return None;
        }
        let far = 2.0 * half_extents.length();
        let mut corners =
            vec![DVec2::new(-far, -far), DVec2::new(far, -far), DVec2::new(far, far), DVec2::new(-far, far)];
        let mut halved = Vec::new();
        for (axis, half) in slabs {
            let slope = DVec2::new(axis.dot(self.along), axis.dot(self.across));
            let lift = axis.dot(self.normal) * height;
            clip(&corners, &mut halved, |corner| half + lift - slope.dot(corner));
            clip(&halved, &mut corners, |corner| half - lift + slope.dot(corner));
        }
        join_corners(&mut corners, SAME_CORNER * far);
        let center = self.flatten(place);
        Outline::convex(corners.into_iter().map(|corner| corner + center).collect())
    }
}

/// Writes to `kept` the part of a convex polygon in which `depth` is not negative (Sutherland and Hodgman).
fn clip(corners: &[DVec2], kept: &mut Vec<DVec2>, depth: impl Fn(DVec2) -> f64) {
    kept.clear();
    let ends = corners.iter().cycle().skip(1);
    for (&start, &end) in corners.iter().zip(ends) {
        let (start_depth, end_depth) = (depth(start), depth(end));
        if start_depth >= 0.0 {
            kept.push(start);
        }
        if (start_depth >= 0.0) != (end_depth >= 0.0) {
            kept.push(start.lerp(end, start_depth / (start_depth - end_depth)));
        }
    }
}

/// Makes one of corners that follow one another nearer than `distance`.
fn join_corners(corners: &mut Vec<DVec2>, distance: f64) {
    corners.dedup_by(|next, corner| next.distance(*corner) < distance);
    if let (Some(first), Some(last)) = (corners.first(), corners.last())
        && first.distance(*last) < distance
    {
        corners.pop();
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
