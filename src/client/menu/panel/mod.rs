//! The menu on the screen: the panel, its rows and words, and the focus among the rows.
//!
//! - Enters: the open page, and its rows as plain data.
//! - Leaves: nodes; the chosen row, and Enter in the field of a search; the part of the picture beside the main menu.
//! - Must never: execute a deed.
//!
//! | file | does |
//! |---|---|
//! | `parts.rs` | the parts of the panel, and their marks |
//! | `turning.rs` | starts a page that was turned to |
//! | `rows.rs` | the rows of the page |
//! | `ends.rs` | the ends of choices in an order |
//! | `beside.rs` | the part of the picture beside the page of the main menu |
//! | `details.rs` | the plate beside a list of levels: a large map, and the whole description |
//! | `preview.rs` | the height of the preview of a level |
//! | `words.rs` | the words around the rows |
//! | `home_names.rs` | the names of the homes on the map of a skirmish |
//! | `focus.rs` | the focus among the rows and their columns, and Enter in the field of a search |

mod beside;
mod details;
mod ends;
mod focus;
mod home_names;
mod parts;
mod preview;
mod rows;
#[cfg(test)]
mod test_support;
mod turning;
mod words;

pub(super) use details::show_details;
pub(super) use focus::follow_focus;
pub(super) use home_names::name_homes;
pub use parts::MENU_LAYER;
pub(super) use preview::fit_preview;
pub(super) use rows::{hold_size, note_room, show_rows};
pub(super) use turning::show;
pub(super) use words::write;

use bevy::prelude::*;

use crate::client::frame::InputSystems;
use crate::client::view::first_look::look_past_page;
use crate::client::worlds::AppState;
use beside::note_beside;
use details::spawn_details;
use parts::spawn;

/// Adds the panel, and its keys for the focus. The systems that show a page run in the order of the whole menu.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, (spawn, spawn_details).chain());
    app.add_observer(focus::cross_columns)
        .add_observer(focus::take_enter)
        .add_observer(focus::follow_pointer);
    // The first picture looks past the page already.
    let note_beside = note_beside.after(InputSystems::Menu).before(look_past_page);
    app.add_systems(Update, note_beside.run_if(in_state(AppState::Menu)));
}
