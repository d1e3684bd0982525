//! Elements that the player presses, moves or writes in, and the focus among these.
//!
//! - Enters: labels, values and ranges; mouse and keys of the focused element.
//! - Leaves: nodes; presses, changed values and changed text, as events.
//! - Must never: know the effect of a press.
//!
//! | file | piece |
//! |---|---|
//! | `button.rs` | a button, and the looks of its states |
//! | `slider.rs`, `bar.rs` | a value between two ends; a progress bar |
//! | `text_field.rs` | a line that the player writes |
//! | `matching.rs` | how well written words fit a name |
//! | `cycle.rs` | the next of several choices |
//! | `focus.rs` | moves the focus by keys |

pub mod bar;
pub mod button;
pub mod cycle;
pub mod focus;
pub mod matching;
pub mod slider;
pub mod text_field;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((bar::plugin, button::plugin, focus::plugin, slider::plugin, text_field::plugin));
}
