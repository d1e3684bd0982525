//! Samples of what is drawn later. The engine compiles the program of a material for the graphics card when something
//! in view first needs it, and does not draw that thing until then, which can be seconds. A sample is in view from
//! the beginning of a world on, and too small to be seen.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;

/// The size of a sample, units of the renderer. With none its transform could not be inverted.
const SIZE: f32 = 1.0e-9;

/// A sample of a mesh with this layout of vertices, in this material.
pub fn sample<M: Material>(mesh: Handle<Mesh>, material: Handle<M>) -> impl Bundle {
    (
        Mesh3d(mesh),
        MeshMaterial3d(material),
        Transform::from_scale(Vec3::splat(SIZE)),
        (NoFrustumCulling, NotShadowCaster, NotShadowReceiver),
    )
}
