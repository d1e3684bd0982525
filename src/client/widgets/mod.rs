//! The elements of panels and pages, and their look.
//!
//! - Enters: words, values and keys, as plain data; mouse and keyboard for the focused element.
//! - Leaves: nodes on the screen; presses and changed values, as events of the engine's own widgets
//!   (`bevy_ui_widgets`).
//! - Must never: know the subject of a panel, or the effect of a press.
//!
//! | folder | pieces |
//! |---|---|
//! | `look/` | colours and sizes, fonts, signs |
//! | `fields/` | buttons, sliders, lines that the player writes; the focus among them |
//! | `panels/` | plates and scrolled columns, prompts, tips |
//! | `rows/` | rows of words, pictures, buttons and sliders, from plain data |

pub mod fields;
pub mod look;
pub mod panels;
pub mod rows;

pub use fields::cycle::{next_after, next_of, next_within};
pub use fields::{bar, button, cycle, focus, matching, slider, text_field};
pub use look::{fonts, icon, theme};
pub use panels::{key_hint, panel, prompt, scroll, tip_texts, tooltip};

pub use bar::Bar;
pub use fonts::Typeface;
pub use look::icon::{Glyph, Icon, icon};
pub use panels::panel::{CORNER_PIXELS, EDGE_PIXELS, band, covering, docked, plate, show};
pub use panels::tip_place::{ClearOfTips, OnlyOwnTips, PointerTip, TipsAvoid, TipsBeside, TipsClearOfPanels};
pub use rows::{Cell, Column, HeadedRows, LongRows, Pressed, Row, RowIndex, RowRoom, Rows, presses};
pub use scroll::spawn_scroll;
pub use theme::{
    ACCENT, DIM, EDGE, GAIN, HEADING_PIXELS, LOSS, NOTE_PIXELS, PANEL, QUIET, RESTING, STRONG, TITLE,
    TITLE_PIXELS, WORD_PIXELS, WORDS, face, font, text, text_in, title,
};
pub use tooltip::{KeyTip, Tip};

use bevy::prelude::*;

/// Adds the systems of the elements.
pub fn plugin(app: &mut App) {
    app.add_plugins((look::plugin, fields::plugin, panels::plugin, rows::plugin));
}
