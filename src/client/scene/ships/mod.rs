//! Ships on the screen: hulls, the light of engines, trails, and the forces of steering.
//!
//! - Enters: ships in sight with their places in this frame, and the models of their classes.
//! - Leaves: hulls, jets, trails, stalks, arrows of forces; names of fleets, and areas that names keep clear of.
//! - Must never: show a ship that the player may not know, or change its flight.
//!
//! | file | subject |
//! |---|---|
//! | `ship_view.rs` | hulls, and icons of ships that are far away |
//! | `hull_areas.rs` | the areas of near hulls, which names keep clear of |
//! | `hull_points.rs` | the outermost points of hulls, which brackets and bars hug |
//! | `engines.rs`, `jet_material.rs` | the power of engines, and the light of their jets |
//! | `trails.rs` | ribbons of light behind ships that burn |
//! | `stalks.rs` | lines from ships to the ecliptic |
//! | `forces_view.rs` | arrows of the pull and the pushes on ships |
//! | `samples.rs` | hidden hulls and jets, so that the first ship is drawn at once |

pub mod engines;
mod forces_view;
mod hull_areas;
pub mod hull_points;
pub mod jet_material;
mod samples;
pub mod ship_view;
pub mod stalks;
pub mod trails;

use bevy::prelude::*;

use crate::client::frame::FrameSystems;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::OfWorld;

/// Marks the hull that is drawn for a ship.
#[derive(Component, Clone, Copy, Debug)]
pub struct DrawnHull;

/// Adds ships, their jets and trails.
pub fn plugin(app: &mut App) {
    app.init_of_world::<ship_view::ShipStore>();
    app.add_plugins((engines::plugin, forces_view::plugin, trails::plugin));
    app.add_plugins(MaterialPlugin::<jet_material::JetMaterial>::default());
    app.add_systems(OnEnter(AppState::Playing), samples::spawn_samples.in_set(SetUpSystems::Frames));
    app.add_systems(
        PostUpdate,
        (ship_view::dress_ships, ship_view::name_fleets, ship_view::hide_unseen, ship_view::place_hulls)
            .chain()
            .in_set(FrameSystems::Place)
            .run_if(in_state(AppState::Playing)),
    );
    app.add_systems(PostUpdate, (stalks::draw_stalks, hull_areas::note_hulls).in_set(FrameSystems::Draw));
}
