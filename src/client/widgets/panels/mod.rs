//! Plates that hold other pieces, and the words beside these.
//!
//! - Enters: the content of a plate, tips as text, the pointer and the wheel.
//! - Leaves: plates, scrolled columns, prompts, tips beside the pointer.
//! - Must never: know the subject of a plate.
//!
//! | file or folder | piece |
//! |---|---|
//! | `panel.rs` | plates with other pieces |
//! | `scroll/` | a column longer than its room |
//! | `prompt.rs` | a panel over the game with a line that the player writes |
//! | `tooltip.rs` | a tip beside the pointer that rests on a button, or beside its panel |
//! | `tip_place.rs` | its place, and the marks of what it must not cover |
//! | `tip_texts.rs` | its title and its words, and the rows below them |
//! | `key_hint.rs` | a key and its action, alone or on a button |

pub mod key_hint;
pub mod panel;
pub mod prompt;
pub mod scroll;
pub mod tip_place;
pub mod tip_texts;
pub mod tooltip;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((scroll::plugin, tooltip::plugin));
}
