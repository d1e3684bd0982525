//! A key hint: `[Esc] Back`; alone, or on a button that does the same by a click.

use bevy::prelude::*;

use crate::client::widgets::button::{Face, pressable};
use crate::client::widgets::theme::{EDGE, HOVERED, NOTE_PIXELS, QUIET, RESTING, WORDS, text};

/// Gap between a key and its action, pixels.
const GAP: f32 = 6.0;

/// A key in a frame, followed by its action.
pub fn key_hint(key: impl Into<String>, does: impl Into<String>) -> impl Bundle {
    let node = Node { column_gap: px(GAP), align_items: AlignItems::Center, ..default() };
    (node, words(key.into(), does.into(), QUIET))
}

/// A button with its key. The effect of a press is a component beside it.
pub fn key_button(key: impl Into<String>, does: impl Into<String>) -> impl Bundle {
    let node = Node {
        column_gap: px(GAP),
        align_items: AlignItems::Center,
        padding: UiRect::axes(px(GAP), px(1)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    let face = Face { resting: RESTING, hovered: HOVERED, edge: EDGE };
    (node, pressable(face), words(key.into(), does.into(), WORDS))
}

fn words(key: String, does: String, color: Color) -> impl Bundle {
    let frame = Node {
        padding: UiRect::horizontal(px(5)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    children![
        (frame, BorderColor::all(EDGE), children![text(key, NOTE_PIXELS, WORDS)]),
        text(does, NOTE_PIXELS, color),
    ]
}
