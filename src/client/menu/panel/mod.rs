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
//! | `beside.rs` | the part of the picture beside the page of the main menu |
//! | `preview.rs` | the height of the preview of a level |
//! | `words.rs` | the words around the rows |
//! | `focus.rs` | the focus among the rows and their columns, and Enter in the field of a search |

mod beside;
mod focus;
mod parts;
mod preview;
mod rows;
#[cfg(test)]
mod test_support;
mod turning;
mod words;

pub(super) use beside::note_beside;
pub(super) use focus::{cross_columns, follow_focus, take_enter};
pub use parts::MENU_LAYER;
pub(super) use parts::spawn;
pub(super) use preview::fit_preview;
pub(super) use rows::{hold_size, note_room, show_rows};
pub(super) use turning::show;
pub(super) use words::write;
