//! The outermost points of a hull, and its area in the picture by them: brackets and bars hug the hull itself, which is
//! smaller than a ball about it.

use std::sync::Arc;

use bevy::prelude::*;
use glam::DVec3;

use crate::client::view::{UNIT_KM, ViewCamera, turned};

/// A point of a hull that the eye is in counts as this far before the eye, as a share of the distance of the middle.
const NEAREST_SHARE: f32 = 0.1;

/// The outermost points of a unit hull, which all ships of a class and an owner share.
#[derive(Clone, Debug)]
pub struct HullPoints(Arc<[Vec3]>);

impl HullPoints {
    /// Those of a mesh: its farthest point in each of 26 directions.
    pub fn of(mesh: &Mesh) -> Self {
        let places = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|all| all.as_float3());
        let corners: Vec<Vec3> = places.into_iter().flatten().copied().map(Vec3::from).collect();
        let along = |index: u8| Vec3::new(step(index), step(index / 3), step(index / 9));
        let farthest = (0..27).filter_map(|index| {
            let by = |corner: &&Vec3| corner.dot(along(index));
            corners.iter().max_by(|one, other| by(one).total_cmp(&by(other))).copied()
        });
        Self(farthest.collect())
    }

    /// The area of a hull with a transform about the image of its middle, heliocentric ecliptic km, as it is seen: in
    /// km across the line of sight at the distance of the middle, x to the right, y down. The nearer end of a large
    /// hull looks larger than the other one.
    pub fn area_km(&self, hull: &Transform, middle: DVec3, view: &ViewCamera) -> Rect {
        // The axes of the picture are turned into the frame of the hull, rather than each point out of it.
        let to_hull = hull.rotation.inverse();
        let axis = |axis: Vec3| (to_hull * axis) * hull.scale * UNIT_KM as f32;
        let [right, down, ahead] = [view.right, -view.up, view.forward].map(|way| axis(turned(way)));
        let away = middle - view.eye;
        let seen = Vec2::new(away.dot(view.right) as f32, -away.dot(view.up) as f32);
        let depth = away.dot(view.forward) as f32;
        self.0.iter().fold(Rect::default(), |area, point| {
            let larger = depth / (depth + point.dot(ahead)).max(NEAREST_SHARE * depth);
            let point = Vec2::new(point.dot(right), point.dot(down)) * larger + seen * (larger - 1.0);
            Rect { min: area.min.min(point), max: area.max.max(point) }
        })
    }
}

/// -1, 0 or 1, by the last digit of a number to the base of three.
fn step(index: u8) -> f32 {
    f32::from(index % 3) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::models::triangle_mesh;

    /// A dart that looks along -z, with a dish on top.
    fn dart() -> HullPoints {
        let corners = [[0.0, 0.0, -1.0], [-0.4, 0.0, 1.0], [0.4, 0.0, 1.0], [0.0, 0.5, 0.6], [0.0, 0.1, 0.0]];
        HullPoints::of(&triangle_mesh(corners.to_vec(), vec![0, 1, 2]))
    }

    /// The transform of a hull of 100 km with a heading.
    fn placed(heading: Vec3) -> Transform {
        let size = Vec3::splat((100.0 / UNIT_KM) as f32);
        Transform::default().looking_to(heading, Vec3::Y).with_scale(size)
    }

    #[test]
    fn the_area_of_a_hull_is_as_wide_and_high_as_it_is_seen() {
        let points = dart();
        let view = ViewCamera { eye: DVec3::NEG_Y * 1.0e6, ..ViewCamera::default() };
        let hull = |heading: Vec3| points.area_km(&placed(heading), DVec3::ZERO, &view);
        let is_near = |area: Rect, wanted: Rect| {
            area.min.distance(wanted.min) < 0.1 && area.max.distance(wanted.max) < 0.1
        };
        let aside = hull(turned(view.right));
        assert!(is_near(aside, Rect::new(-100.0, -50.0, 100.0, 0.0)), "{aside:?}");
        let ahead = hull(turned(view.forward));
        assert!(is_near(ahead, Rect::new(-40.0, -50.0, 40.0, 0.0)), "{ahead:?}");
    }

    #[test]
    fn the_area_of_a_near_hull_holds_the_end_that_comes_toward_the_eye() {
        let view = ViewCamera { eye: DVec3::NEG_Y * 400.0, ..ViewCamera::default() };
        let (middle, heading) = (DVec3::new(120.0, 0.0, 30.0), DVec3::new(0.6, -0.8, 0.0));
        let area = dart().area_km(&placed(turned(heading)), middle, &view);
        let seen = view.project(middle).expect("it is ahead");
        let bow = view.project(middle + heading * 100.0).expect("it is ahead").pixel - seen.pixel;
        let brackets = area.max * seen.pixels_per_km as f32;
        assert!((brackets.x - bow.x).abs() < 0.5, "{brackets} {bow}");
        let without_depth = (60.0 * seen.pixels_per_km) as f32;
        assert!(bow.x > 1.5 * without_depth, "{bow} {without_depth}");
        let inside = ViewCamera { eye: middle + heading * 10.0, ..view };
        let area = dart().area_km(&placed(turned(heading)), middle, &inside);
        assert!(area.min.is_finite() && area.max.is_finite(), "{area:?}");
    }
}
