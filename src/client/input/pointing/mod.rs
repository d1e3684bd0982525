//! From the mouse to gestures, and to what lies under the pointer.
//!
//! - Enters: the mouse and keys of the window, places of drawn objects.
//! - Leaves: [`Inputs`](gestures::Inputs), in their order; what is under the pointer.
//! - Must never: select anything, or know what a gesture is good for.
//!
//! | file | does |
//! |---|---|
//! | `pointer_taps.rs` | clicks within one frame |
//! | `press.rs` | presses of the buttons, and the gestures that they become |
//! | `picking.rs` | the object under the pointer |
//! | `gestures.rs` | keys, gestures and presses on panels, in their order |
//! | `pointed.rs` | the point of the world under the pointer |
//! | `structure_pick.rs` | the structure under the pointer, and the one that was clicked last |

pub mod gestures;
pub mod picking;
pub mod pointed;
mod pointer_taps;
pub mod press;
pub mod structure_pick;

use bevy::picking::PickingSystems;
use bevy::picking::pointer::PointerInput;
use bevy::prelude::*;

use crate::client::frame::InputSystems;
use crate::client::worlds::WhilePlaying;
use crate::sim::OfWorld;

/// Adds gestures and picking.
pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<gestures::UnderPointer>()
        .init_of_world::<picking::MouseHits>()
        .init_of_world::<press::Press>()
        .init_of_world::<gestures::Held>()
        .init_of_world::<gestures::Inputs>()
        .init_of_world::<pointed::Pointed>()
        .init_of_world::<structure_pick::HoveredStructure>()
        .init_of_world::<structure_pick::InspectedStructure>();
    let hold = pointer_taps::hold_short_releases.in_set(PickingSystems::PostInput);
    app.add_systems(First, hold.run_if(resource_exists::<Messages<PointerInput>>));
    app.add_systems(PreUpdate, picking::find_hits.in_set(PickingSystems::Backend).in_set(WhilePlaying));
    app.add_systems(Update, (gestures::note_hover, gestures::recognize).chain().in_set(InputSystems::Hover));
}
