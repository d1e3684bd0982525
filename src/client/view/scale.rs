//! From the world to the screen's space and back.
//!
//! The world uses doubles: ecliptic x, y, z in km from the star. The renderer uses floats: y up, in thousands of
//! km, counted from the camera's focus, so that the focus is near the origin, where floats are precise. Only this
//! file knows the relation between both.

use bevy::prelude::*;
use glam::{DQuat, DVec3};

/// Kilometres in one unit of the renderer.
pub const UNIT_KM: f64 = 1000.0;

/// A direction or an offset of the world in the axes of the renderer, km.
pub fn turned(vector: DVec3) -> Vec3 {
    Vec3::new(vector.x as f32, vector.z as f32, -vector.y as f32)
}

/// An offset from the focus, km, in the renderer's units.
pub fn to_render(offset_km: DVec3) -> Vec3 {
    turned(offset_km / UNIT_KM)
}

/// A vector of the renderer, in its units, as an offset of the world in km.
pub fn to_world(vector: Vec3) -> DVec3 {
    DVec3::new(f64::from(vector.x), -f64::from(vector.z), f64::from(vector.y)) * UNIT_KM
}

/// A rotation of the world in the axes of the renderer: of a frame with its pole along z in the world, and along y
/// in the renderer.
pub fn turned_rotation(rotation: DQuat) -> Quat {
    Quat::from_xyzw(rotation.x as f32, rotation.z as f32, -rotation.y as f32, rotation.w as f32)
}

/// A place in the renderer's space: an offset from the focus.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Origin(
    /// The camera's focus, heliocentric ecliptic km.
    pub DVec3,
);

impl Origin {
    /// A point of the world in the renderer's space.
    pub fn place(&self, point_km: DVec3) -> Vec3 {
        to_render(point_km - self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let offset = DVec3::new(1500.0, -20.0, 3.0e6);
        assert!((to_world(to_render(offset)) - offset).length() < 0.5);
    }

    #[test]
    fn a_turned_rotation_turns_turned_vectors() {
        let axis = DVec3::new(0.3, -0.8, 0.52).normalize();
        let rotation = DQuat::from_xyzw(axis.x * 0.6, axis.y * 0.6, axis.z * 0.6, 0.8);
        let vector = DVec3::new(1.0, 2.0, -3.0);
        let there = turned(rotation * vector);
        let here = turned_rotation(rotation) * turned(vector);
        assert!((there - here).length() < 1e-5, "{there} {here}");
    }
}
