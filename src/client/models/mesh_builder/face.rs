//! A face of a mesh.

use bevy::prelude::*;

use super::paint::Coat;

/// A flat face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Corners, counterclockwise as seen from outside.
    pub corners: [Vec3; 3],
    /// The unit vector to the outside.
    pub normal: Vec3,
    /// Coat.
    pub coat: Coat,
}
