//! The look of the sky: what bodies, rings, the sun's corona, comets, the fixed stars, the lines of the
//! constellations and the Milky Way are painted with.
//!
//! What enters: a body's name, kind and, where a level states one, its look ([`looks`]).
//! What leaves: materials and meshes that the view puts on its entities.
//! What it must never do: place or turn anything, or read the world. The view writes transforms, the
//! direction of the sun and the time into the materials each frame; the shaders in `assets/shaders`
//! do the rest.

pub mod body_material;
pub mod comet_material;
pub mod constellation_names;
pub mod constellations;
pub mod looks;
pub mod milky_way;
pub mod named_looks;
pub mod ring_material;
pub(crate) mod see_through;
pub mod stars;
pub mod sun_glow;

use bevy::prelude::*;

pub use body_material::{BodyMaterial, BodyUniform, MOST_OCCLUDERS};
pub use comet_material::{CometMaterial, CometUniform, comet_mesh};
pub use looks::{BodyLook, RingLook, look_of};
pub use milky_way::MilkyWayMaterial;
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
        MaterialPlugin::<constellations::ConstellationMaterial>::default(),
        MaterialPlugin::<MilkyWayMaterial>::default(),
        MaterialPlugin::<CometMaterial>::default(),
    ));
    app.add_systems(Startup, milky_way::spawn_milky_way);
}
