//! Icons, names and labels at points of the world.
//!
//! - Enters: places of objects on the screen with their looks, texts of this frame, covered areas.
//! - Leaves: icons, names and labels without overlaps; picks for the mouse.
//! - Must never: decide which objects the player may know.

pub mod closeness;
pub mod label_room;
pub mod markers;
pub mod point_labels;
pub mod stack_words;
pub mod stacks;

use bevy::prelude::*;

use crate::client::frame::FrameSystems;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::OfWorld;

/// Adds the layer of icons and names, and gives them their places.
pub fn plugin(app: &mut App) {
    app.init_of_world::<point_labels::PointLabels>().init_of_world::<point_labels::CoveredAreas>();
    app.add_observer(markers::clear_away);
    for state in [AppState::Menu, AppState::Playing] {
        app.add_systems(OnEnter(state), markers::spawn_layer.in_set(SetUpSystems::Layer));
    }
    app.add_systems(OnEnter(AppState::Playing), point_labels::spawn_labels.in_set(SetUpSystems::Frames));
    app.add_systems(PostUpdate, point_labels::clear_labels.in_set(FrameSystems::Place));
    app.add_systems(PostUpdate, stack_words::tell_stack.in_set(FrameSystems::Draw));
    app.add_systems(
        PostUpdate,
        (point_labels::place_labels, markers::place_markers, stack_words::place_counts)
            .chain()
            .in_set(FrameSystems::Label),
    );
}
