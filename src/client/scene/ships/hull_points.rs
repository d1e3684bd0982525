//! The outermost points of a hull, and its area in the picture by them: brackets and bars hug the hull itself, which is
//! smaller than a ball about it.

use std::sync::Arc;

use bevy::prelude::*;

use crate::client::view::{UNIT_KM, ViewCamera, turned};

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

    /// The area of a hull with a transform about the image of its middle, km across the line of sight: x to the right,
    /// y down.
    pub fn area_km(&self, hull: &Transform, view: &ViewCamera) -> Rect {
        // The axes of the picture are turned into the frame of the hull, rather than each point out of it.
        let to_hull = hull.rotation.inverse();
        let axis = |axis: Vec3| (to_hull * axis) * hull.scale * UNIT_KM as f32;
        let (right, down) = (axis(turned(view.right)), axis(turned(-view.up)));
        self.0.iter().fold(Rect::default(), |area, point| {
            let point = Vec2::new(point.dot(right), point.dot(down));
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

    #[test]
    fn the_area_of_a_hull_is_as_wide_and_high_as_it_is_seen() {
        // A dart that looks along -z, with a dish on top.
        let corners = [[0.0, 0.0, -1.0], [-0.4, 0.0, 1.0], [0.4, 0.0, 1.0], [0.0, 0.5, 0.6], [0.0, 0.1, 0.0]];
        let points = HullPoints::of(&triangle_mesh(corners.to_vec(), vec![0, 1, 2]));
        let view = ViewCamera::default();
        let hull = |heading: Vec3| {
            let size = Vec3::splat((100.0 / UNIT_KM) as f32);
            let transform = Transform::default().looking_to(heading, Vec3::Y).with_scale(size);
            points.area_km(&transform, &view)
        };
        let is_near = |area: Rect, wanted: Rect| {
            area.min.distance(wanted.min) < 0.1 && area.max.distance(wanted.max) < 0.1
        };
        let aside = hull(turned(view.right));
        assert!(is_near(aside, Rect::new(-100.0, -50.0, 100.0, 0.0)), "{aside:?}");
        let ahead = hull(turned(view.forward));
        assert!(is_near(ahead, Rect::new(-40.0, -50.0, 40.0, 0.0)), "{ahead:?}");
    }
}
