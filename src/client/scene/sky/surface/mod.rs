//! Materials of the sky: bodies, their air, rings, the sun's corona, comets, the fixed stars, the lines of the
//! constellations and the Milky Way.
//!
//! - Enters: a body's name, kind and, where a level states one, its look ([`looks`]).
//! - Leaves: materials and meshes that the view puts on its entities.
//! - Must never: place or turn anything, or read the world. The view writes transforms, the direction of the sun
//!   and the time into the materials each frame; the shaders in `assets/shaders` do the rest.
//!
//! | file | subject |
//! |---|---|
//! | `looks.rs`, `look_file.rs` | which body has which look; the file of looks |
//! | `maps.rs` | maps of real worlds, and where a point of a body lies on them |
//! | `body_material.rs`, `air_material.rs`, `ring_material.rs` | the surface of a body, its air, its rings |
//! | `sun_glow.rs`, `comet_material.rs` | the corona of a star, the light of a comet |
//! | `stars.rs`, `constellation_lines.rs`, `milky_way.rs` | the fixed stars, the lines of constellations, the Milky Way |
//! | `sky_file.rs` | tables of the sky in the assets folder |
//! | `see_through.rs` | the common part of all see-through materials |

pub mod air_material;
pub mod body_material;
pub mod comet_material;
pub mod constellation_lines;
mod look_file;
pub mod looks;
pub mod maps;
pub mod milky_way;
pub mod ring_material;
pub(crate) mod see_through;
pub mod sky_file;
pub mod stars;
pub mod sun_glow;

use bevy::prelude::*;

pub use air_material::{AirMaterial, AirShell, air_mesh};
pub use body_material::{BodyMaterial, BodyUniform, FineSurfaces, MOST_OCCLUDERS};
pub use comet_material::{CometMaterial, CometUniform, comet_mesh};
pub use looks::{BodyLook, RingLook, look_of};
pub use maps::{MapFiles, MapUse, map_place};
pub use milky_way::MilkyWayMaterial;
pub use ring_material::{RingMaterial, RingStyle, RingUniform, ring_mesh};
pub use stars::{StarMaterial, spawn_stars};
pub use sun_glow::{GlowMaterial, SunGlow, glow_mesh};

/// Registers the materials of this room. Needs Bevy's renderer (`PbrPlugin`) in the app.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        MaterialPlugin::<BodyMaterial>::default(),
        MaterialPlugin::<AirMaterial>::default(),
        MaterialPlugin::<RingMaterial>::default(),
        MaterialPlugin::<GlowMaterial>::default(),
        MaterialPlugin::<StarMaterial>::default(),
        MaterialPlugin::<constellation_lines::ConstellationMaterial>::default(),
        MaterialPlugin::<MilkyWayMaterial>::default(),
        MaterialPlugin::<CometMaterial>::default(),
    ));
    app.insert_resource(FineSurfaces(true));
    app.add_systems(Startup, (maps::register_loader, milky_way::spawn_milky_way));
}
