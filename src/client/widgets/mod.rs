//! The elements of panels and pages, and their look.
//!
//! - Enters: words, values and keys, as plain data; mouse and keyboard for the focused element.
//! - Leaves: nodes on the screen; presses and changed values, as events of the engine's own widgets
//!   (`bevy_ui_widgets`).
//! - Must never: know the subject of a panel, or the effect of a press.
//!
//! | file | piece |
//! |---|---|
//! | `theme.rs`, `fonts.rs` | colours and sizes; the fonts |
//! | `panel.rs` | a plate with a column of other pieces |
//! | `row_list.rs` | rows of words, pictures, buttons and sliders, from plain data |
//! | `button.rs` | a button, and the looks of its states |
//! | `slider.rs`, `bar.rs` | a value between two ends; a progress bar |
//! | `text_field.rs` | a line that the player writes |
//! | `prompt.rs` | a panel over the game with such a line |
//! | `matching.rs` | how well written words fit a name |
//! | `scroll.rs` | a column longer than its room |
//! | `cycle.rs` | the next of several choices |
//! | `key_hint.rs` | a key and its action |
//! | `tooltip.rs` | a tip beside the pointer that rests on a button, or beside its panel |
//! | `icon.rs` | signs, from one atlas |
//! | `focus.rs` | moves the focus by keys |

pub mod bar;
pub mod button;
pub mod cycle;
pub mod focus;
pub mod fonts;
pub mod icon;
pub mod key_hint;
pub mod matching;
pub mod panel;
pub mod prompt;
pub mod row_list;
pub mod scroll;
pub mod slider;
pub mod text_field;
pub mod theme;
pub mod tooltip;

pub use bar::Bar;
pub use cycle::{next_after, next_of};
pub use fonts::Typeface;
pub use icon::{Glyph, Icon, icon};
pub use panel::{band, show};
pub use row_list::{Cell, Row, RowIndex, Rows};
pub use scroll::spawn_scroll;
pub use theme::{
    DIM, EDGE, GAIN, HEADING_PIXELS, LOSS, NOTE_PIXELS, PANEL, QUIET, RESTING, STRONG, TITLE_PIXELS,
    WORD_PIXELS, WORDS, face, font, text, text_in, title,
};
pub use tooltip::{KeyTip, Tip, TipsBeside};

use bevy::prelude::*;

/// Adds the systems of the elements.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        bar::plugin,
        button::plugin,
        focus::plugin,
        fonts::plugin,
        icon::plugin,
        row_list::plugin,
        scroll::plugin,
        slider::plugin,
        text_field::plugin,
        tooltip::plugin,
    ));
}
