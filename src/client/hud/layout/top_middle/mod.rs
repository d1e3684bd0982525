//! The column in the middle at the top: the acting player, the progress of victory, alerts, the report on a battle, and
//! warnings.
//!
//! - Enters: the size of the picture, the panels at its sides, the words of the text-only parts.
//! - Leaves: the place of the column and the room of its parts ([`TopRoom`]), and the parts on the screen.
//! - Must never: know the subject of a part.
//!
//! | file | does |
//! |---|---|
//! | `place.rs` | the place of the column and the room in it, from the sizes of its neighbours |
//! | `parts.rs` | its nodes: plates of words, and lists of rows |
//! | `words.rs` | writes the text-only parts |
//! | `arrange.rs` | puts the column in its place in every frame |

mod arrange;
mod parts;
mod place;
mod words;

use bevy::prelude::*;

use crate::client::frame::FrameSystems;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::OfWorld;

pub use super::places::Slot;
pub use parts::{TopPlate, furnish, spawn_column};
pub use place::TopRoom;
pub use words::TopWords;

/// Adds the column.
pub fn plugin(app: &mut App) {
    app.init_of_world::<TopRoom>();
    app.add_systems(OnEnter(AppState::Playing), spawn_column.in_set(SetUpSystems::Frames));
    app.add_systems(PostUpdate, arrange::arrange.in_set(FrameSystems::Label));
}
