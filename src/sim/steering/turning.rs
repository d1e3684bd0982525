//! The common side to which all ships turn in a head-on meeting.

use glam::Vec3;
use wide::{CmpGt, f32x4};

use crate::sim::spatial::vectors::{Vectors, at_least_something};

/// All ships turn to the same side of this axis. It lies askew to all likely formations, so that two lattices
/// of ships that meet head-on pass through each other's gaps instead of along their rows.
pub const TURNING_AXIS: Vec3 = Vec3::new(0.267_261_24, 0.534_522_5, 0.801_783_7);

/// The side to which all ships turn that meet an obstacle at `toward`.
pub fn common_side(toward: Vec3) -> Vec3 {
    common_sides(Vectors::all(toward)).first()
}

/// [`common_side`] for four.
pub fn common_sides(toward: Vectors) -> Vectors {
    let side = toward.cross(Vectors::all(TURNING_AXIS));
    let square = side.dot(side);
    let is_side = square.cmp_gt(f32x4::splat(f32::MIN_POSITIVE));
    let shortened = side * (f32x4::ONE / at_least_something(square).sqrt());
    let otherwise = Vectors::all(Vec3::X);
    Vectors {
        x: is_side.blend(shortened.x, otherwise.x),
        y: is_side.blend(shortened.y, otherwise.y),
        z: is_side.blend(shortened.z, otherwise.z),
    }
}
