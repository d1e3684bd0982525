//! The sky: bodies and their light, comets, orbits, constellations, the grid of the ecliptic.
//!
//! - Enters: the bodies with their places in this frame, the body under the pointer, the star catalogue, the camera.
//! - Leaves: spheres, lights, lines and points behind everything else.
//! - Must never: compute a place of its own for a body, or draw a unit.
//!
//! | folder or file | draws |
//! |---|---|
//! | `bodies.rs`, `air.rs`, `body_maps.rs` | bodies as lit spheres; their air; the maps of real worlds and of the weather |
//! | `globes/` | the icons of bodies that are too small to be seen: small globes with their night |
//! | `crowd.rs`, `dots.rs` | the many small bodies of a belt, as dots |
//! | `comets.rs` | comas and tails |
//! | `sunlight.rs` | the light on bodies, and what shades them |
//! | `orbits/` | orbits; periapsis and nodes of one of them |
//! | `body_marks/` | the ring about the body under the pointer; comets that are mined; flags of objectives |
//! | `ecliptic_grid.rs`, `constellations.rs` | the grid on the plane; the lines of the constellations |
//! | `surface/` | the materials of all of these, and the stars |

pub mod air;
pub mod bodies;
pub mod body_maps;
pub mod body_marks;
pub mod comets;
pub mod constellations;
pub mod crowd;
pub mod dots;
pub mod ecliptic_grid;
pub mod globes;
pub mod orbits;
pub mod sunlight;
pub mod surface;

use bevy::prelude::*;

use crate::client::frame::FrameSystems;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::OfWorld;

/// Adds the sky: also behind the main menu.
pub fn plugin(app: &mut App) {
    app.add_plugins((surface::plugin, constellations::plugin))
        .init_of_world::<crowd::Crowd>()
        .init_of_world::<globes::Globes>()
        .remove_with_world::<bodies::BodyColors>()
        .remove_with_world::<bodies::SphereMeshes>();
    for state in [AppState::Menu, AppState::Playing] {
        app.add_systems(
            OnEnter(state),
            ((bodies::spawn_bodies, globes::lay_out, air::spawn_air).chain(), comets::spawn_comets)
                .in_set(SetUpSystems::Frames),
        );
    }
    app.add_systems(OnEnter(AppState::Playing), ecliptic_grid::spawn_numbers.in_set(SetUpSystems::Frames));
    app.add_systems(Startup, (sunlight::spawn_lights, body_maps::spawn_shelf));
    app.add_systems(
        PostUpdate,
        (
            body_maps::put_on_maps,
            bodies::note_places,
            bodies::place_spheres,
            body_maps::fetch_maps,
            air::light_air,
            bodies::place_rings,
            bodies::place_coronas,
            comets::place_comets,
            sunlight::turn_sunlight,
        )
            .chain()
            .in_set(FrameSystems::Place),
    );
    app.add_systems(
        PostUpdate,
        (dots::part_crowd.in_set(FrameSystems::Collect), dots::draw_dots.in_set(FrameSystems::Draw))
            .run_if(crowd::is_crowded),
    );
    app.add_systems(
        PostUpdate,
        (
            globes::paint_globes,
            globes::turn_globes,
            bodies::mark_owners,
            orbits::lines::draw_orbits,
            orbits::marks::draw_marks.run_if(orbits::marks::are_wanted),
            ecliptic_grid::draw_grid,
            ecliptic_grid::ask_numbers,
        )
            .chain()
            .in_set(FrameSystems::Draw),
    );
    body_marks::plugin(app);
}
