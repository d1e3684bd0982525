//! Everything drawn in space.
//!
//! - Enters: places and visibility from [`view`](super::view).
//! - Leaves: meshes and lines in front of the camera.
//! - Must never: write a panel, or decide on the player's knowledge.
//!
//! | folder or file | draws |
//! |---|---|
//! | `sky/` | bodies with their light, comets, orbits, constellations, stars, the grid of the ecliptic |
//! | `ships/` | hulls, the light of engines, trails; the forces of steering |
//! | `rings/` | rings of wells, structures, free slots, the structure planned there |
//! | `routes/` | routes of own fleets, and the places of their formations at the end |
//! | `battle/` | shots, hits, wrecks, damage |
//! | `arms_view/` | ranges of weapons, lines of fire, predicted hits of torpedoes |
//! | `sight_view/` | range of the player's sight; last known ships and structures |
//! | `labels/` | icons, names and words at points of the world |
//! | `system_map/` | a whole system from above, for minimap and previews |
//! | `invasions/` | known invasions: their marks, drop pods, and fronts on the ground |
//! | `parts.rs` | what is drawn for a unit, and goes with it |
//! | `ribbons.rs` | light and smoke, in two meshes for trails and fights |
//! | `quality/` | effects, antialiasing and limits by the quality of the picture |
//!
//! All places come from [`interpolation`](super::view::interpolation), so that everything on the screen belongs to
//! the same moment; all conversion goes through [`Origin`](super::view::scale::Origin).

pub mod arms_view;
pub mod battle;
pub mod invasions;
pub mod labels;
pub mod parts;
pub mod quality;
pub mod ribbons;
pub mod rings;
pub mod routes;
pub mod ships;
pub mod sight_view;
pub mod sky;
pub mod system_map;

use bevy::prelude::*;

use crate::client::settings::Settings;

/// Adds everything drawn in space.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        sky::plugin,
        ships::plugin,
        rings::plugin,
        routes::plugin,
        labels::plugin,
        ribbons::plugin,
        battle::plugin,
        arms_view::plugin,
        sight_view::plugin,
        invasions::plugin,
    ));
    app.init_resource::<quality::limits::EffectLimits>();
    app.add_systems(Update, quality::fit_to_adapter.run_if(resource_exists_and_changed::<Settings>));
}
