//! The pieces that panels and pages are made of, and how they look.
//!
//! - Enters: words, values and keys, as plain data; mouse and keyboard, where a piece has the focus.
//! - Leaves: nodes on the screen; presses and changed values, as events of the engine's own widgets
//!   (`bevy_ui_widgets`).
//! - Must never: know what a panel is about, or what a press does.
//!
//! | file | piece |
//! |---|---|
//! | `theme.rs` | colours and sizes |
//! | `panel.rs` | a plate with a column of other pieces |
//! | `row_list.rs` | rows of words, pictures, buttons and sliders, from plain data |
//! | `button.rs` | a button, and how its states look |
//! | `slider.rs`, `bar.rs` | a value between two ends; how far something has come |
//! | `text_field.rs` | a line that the player writes |
//! | `scroll.rs` | a column that is longer than its room |
//! | `key_hint.rs` | a key, and what it does |
//! | `tooltip.rs` | what a button does, beside a pointer that rests on it |
//! | `focus.rs` | from stop to stop by keys |

pub mod bar;
pub mod button;
pub mod focus;
pub mod key_hint;
pub mod panel;
pub mod row_list;
pub mod scroll;
pub mod slider;
pub mod text_field;
pub mod theme;
pub mod tooltip;

use bevy::prelude::*;

/// Adds what the pieces do by themselves.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        bar::plugin,
        button::plugin,
        focus::plugin,
        row_list::plugin,
        scroll::plugin,
        slider::plugin,
        text_field::plugin,
        tooltip::plugin,
    ));
}
