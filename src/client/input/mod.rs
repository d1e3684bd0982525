//! Input of the player, the object under the pointer, and the selection.
//!
//! - Enters: keys, the mouse, places of drawn objects.
//! - Leaves: [`Inputs`](gestures::Inputs), keys and gestures in their order; the active [`Tool`]; the
//!   selection.
//! - Must never: give an order; `orders` does.

pub mod bookmarks;
pub mod escape;
pub mod focus_keys;
pub mod gestures;
pub mod pace;
pub mod picking;
pub mod pointed;
pub mod selection;
mod short_taps;
pub mod structure_pick;
pub mod tool;

pub use escape::{EscapeLadder, Rung};
pub use gestures::{Gesture, Held, UnderPointer};
pub use picking::Pick;
pub use pointed::Pointed;
pub use selection::{Inspected, Selected};
pub use structure_pick::{HoveredStructure, InspectedStructure};
pub use tool::Tool;

use bevy::picking::PickingSystems;
use bevy::prelude::*;
use leafwing_input_manager::plugin::{InputManagerPlugin, InputManagerSystem};

use crate::client::frame::{FrameSystems, InputSystems, PageOpen};
use crate::client::settings::actions::Action;
use crate::client::view::camera;
use crate::client::worlds::{AppState, SetUpSystems, WhilePlaying};
use crate::sim::OfWorld;

/// Adds gestures, selection and pace.
pub fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Action>::default());
    app.init_of_world::<tool::Tool>()
        .init_of_world::<gestures::UnderPointer>()
        .init_of_world::<gestures::Press>()
        .init_of_world::<gestures::Held>()
        .init_of_world::<gestures::Inputs>()
        .init_of_world::<pointed::Pointed>()
        .init_of_world::<structure_pick::HoveredStructure>()
        .init_of_world::<structure_pick::InspectedStructure>()
        .init_of_world::<selection::Inspected>()
        .init_of_world::<selection::Groups>()
        .init_of_world::<selection::SelectionBox>()
        .init_of_world::<bookmarks::Bookmarks>();
    app.on_escape(Rung::Drag, gestures::give_up_drag).on_escape(Rung::Selection, selection::deselect);
    app.add_systems(OnEnter(AppState::Playing), selection::spawn_box.in_set(SetUpSystems::Frames));
    app.add_systems(PreUpdate, picking::find_hits.in_set(PickingSystems::Backend).in_set(WhilePlaying));
    app.add_systems(PreUpdate, short_taps::catch_short_taps.after(InputManagerSystem::ManualControl));
    app.add_systems(Update, (gestures::note_hover, gestures::recognize).chain().in_set(InputSystems::Hover));
    app.add_systems(Update, selection::forget_box.in_set(InputSystems::Point));
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
