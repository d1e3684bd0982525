//! The look of the sky: what bodies, rings, the sun's corona and the fixed stars are painted with.
//!
//! What enters: a body's name, kind and, where a level states one, its look ([`looks`]).
//! What leaves: materials and meshes that the view puts on its entities.
//! What it must never do: place or turn anything, or read the world. The view writes transforms, the
//! direction of the sun and the time into the materials each frame; the shaders in `assets/shaders`
//! do the rest.

pub mod body_material;
pub mod looks;
pub mod named_looks;
pub mod ring_material;
pub mod stars;
pub mod sun_glow;

use bevy::prelude::*;

pub use body_material::{BodyMaterial, BodyUniform};
pub use looks::{BodyLook, RingLook, look_of};
pub use ring_material::{RingMaterial, RingStyle, RingUniform, ring_mesh};
pub use stars::{StarMaterial, StarsError, spawn_stars};
pub use sun_glow::{GlowMaterial, SunGlow, glow_mesh};

/// Registers the materials of this room. Needs Bevy's renderer (`PbrPlugin`) in the app.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        MaterialPlugin::<BodyMaterial>::default(),
        MaterialPlugin::<RingMaterial>::default(),
        MaterialPlugin::<GlowMaterial>::default(),
        MaterialPlugin::<StarMaterial>::default(),
    ));
}
