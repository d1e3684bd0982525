//! What is drawn in space.
//!
//! - Enters: what [`view`](super::view) says of places and of what may be shown.
//! - Leaves: meshes and lines in front of the camera.
//! - Must never: write a panel, or decide what the player may know.

pub mod arms_view;
pub mod battle;
pub mod ghosts;
pub mod invasions;
pub mod labels;
pub mod quality;
pub mod rings;
pub mod routes;
pub mod ships;
pub mod sight_view;
pub mod sky;
pub mod system_map;

use bevy::prelude::*;

use crate::client::frame::FrameSystems;
use crate::client::settings::Settings;

/// Adds all that is drawn in space.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        sky::plugin,
        ships::plugin,
        rings::plugin,
        routes::plugin,
        labels::plugin,
        battle::plugin,
        arms_view::plugin,
        sight_view::plugin,
        invasions::plugin,
    ));
    app.add_systems(Update, quality::fit_to_adapter.run_if(resource_exists_and_changed::<Settings>));
    app.add_systems(PostUpdate, ghosts::draw_ghosts.in_set(FrameSystems::Draw));
}
