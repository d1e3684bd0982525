//! From keys and mouse to orders.
//!
//! - Enters: keys, the mouse, what is under the pointer.
//! - Leaves: the selection, and orders for the world.
//! - Must never: change the world in another way than by an order.

pub mod armed;
pub mod bookmarks;
pub mod focus_keys;
pub mod gestures;
pub mod pace;
pub mod picking;
pub mod pointed;
pub mod selection;
pub mod structure_pick;

use bevy::picking::PickingSystems;
use bevy::prelude::*;
use leafwing_input_manager::plugin::{InputManagerPlugin, InputManagerSystem};

use crate::client::frame::{FrameSystems, InputSystems, PageOpen};
use crate::client::settings::actions::{self, Action};
use crate::client::view::camera;
use crate::client::worlds::{AppState, MessagesOfWorld, SetUpSystems, WhilePlaying};
use crate::sim::OfWorld;

/// Adds gestures, selection and pace.
pub fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Action>::default());
    app.init_of_world::<gestures::UnderPointer>()
        .init_of_world::<pointed::Pointed>()
        .init_of_world::<structure_pick::HoveredStructure>()
        .init_of_world::<structure_pick::InspectedStructure>()
        .init_of_world::<selection::Inspected>()
        .init_of_world::<selection::Groups>()
        .init_of_world::<selection::SelectionBox>()
        .init_of_world::<bookmarks::Bookmarks>()
        .add_message_of_world::<gestures::Gesture>();
    app.add_systems(OnEnter(AppState::Playing), selection::spawn_box.in_set(SetUpSystems::Frames));
    app.add_systems(PreUpdate, picking::find_hits.in_set(PickingSystems::Backend).in_set(WhilePlaying));
    app.add_systems(PreUpdate, actions::catch_short_taps.after(InputManagerSystem::ManualControl));
    app.add_systems(Update, (gestures::note_hover, gestures::recognize).chain().in_set(InputSystems::Hover));
    app.add_systems(
        Update,
        (selection::select_by_mouse, selection::select_by_keys, selection::look_by_double_click)
            .chain()
            .in_set(InputSystems::Select),
    );
    app.add_systems(
        Update,
        (
            pace::change_pace,
            pace::rest_at_the_end,
            (camera::zoom, camera::turn).run_if(PageOpen::is_closed),
            focus_keys::focus_keys,
            bookmarks::use_bookmarks,
        )
            .chain()
            .in_set(InputSystems::Command),
    );
    app.add_systems(PostUpdate, selection::draw_box.in_set(FrameSystems::Panel));
}
