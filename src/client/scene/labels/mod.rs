//! Icons, names and labels at points of the world.
//!
//! - Enters: places of objects on the screen with their looks, texts of this frame, covered areas.
//! - Leaves: icons, names and labels without overlaps; picks for the mouse.
//! - Must never: decide which objects the player may know.
//!
//! | folder or file | does |
//! |---|---|
//! | `layer.rs` | the layer of icons and words, under everything else |
//! | `marks/` | icons with their names, and stacks of icons |
//! | `point_labels/` | words at points of the world |
//! | `room/` | gives all words on the sky their places |
//!
//! All words on the sky are [`SkyLabel`](sky_label::SkyLabel)s: in `FrameSystems::Draw` or before they ask for a place
//! near their anchors, and [`declutter`](declutter::declutter) places all of them in one pass.

pub mod layer;
mod marks;
pub mod point_labels;
mod room;

pub use marks::fights::{self, knot_sides, knots};
pub use marks::{brackets, closeness, fan, mark_icons, markers, stacks};
pub use room::{declutter, sky_label, wish};

use bevy::prelude::*;

use crate::client::frame::FrameSystems;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::OfWorld;
use marks::fan::{fan_words, stack_words};
use marks::names::{self, moon_names};
use marks::unit_states;
use room::leaders;

/// Adds the layer of icons and names, and gives them their places.
pub fn plugin(app: &mut App) {
    app.init_of_world::<point_labels::PointLabels>()
        .init_of_world::<declutter::CoveredAreas>()
        .init_of_world::<declutter::SkyMarks>()
        .init_of_world::<fan::Fan>()
        .init_of_world::<fights::FightPlaces>()
        .init_of_world::<knots::Knots>();
    app.add_observer(markers::clear_away).add_observer(leaders::clear_leader);
    for state in [AppState::Menu, AppState::Playing] {
        app.add_systems(OnEnter(state), layer::spawn_layer.in_set(SetUpSystems::Layer));
    }
    app.add_systems(
        OnEnter(AppState::Playing),
        (point_labels::spawn_labels, fan_words::spawn_words).in_set(SetUpSystems::Frames),
    );
    app.add_systems(PostUpdate, point_labels::clear_labels.in_set(FrameSystems::Place));
    app.add_systems(
        PostUpdate,
        (fan::update_fan, unit_states::note_states, moon_names::name_moons).in_set(FrameSystems::Draw),
    );
    app.add_systems(
        PostUpdate,
        (
            mark_icons::place_markers,
            (names::ask_names, fan_words::ask_words, point_labels::ask_points),
            (declutter::declutter, leaders::draw_leaders, point_labels::color_tables).chain(),
            (names::note_names, fan_words::note_words).chain(),
            stack_words::place_counts,
        )
            .chain()
            .in_set(FrameSystems::Label),
    );
}
