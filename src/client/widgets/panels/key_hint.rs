//! A key hint: `[Esc] back`.

use bevy::prelude::*;

use crate::client::widgets::theme::{EDGE, NOTE_PIXELS, QUIET, WORDS, text};

/// A key in a frame, followed by its action.
pub fn key_hint(key: impl Into<String>, does: impl Into<String>) -> impl Bundle {
    let frame = Node {
        padding: UiRect::horizontal(px(5)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    (
        Node { column_gap: px(6), align_items: AlignItems::Center, ..default() },
        children![
            (frame, BorderColor::all(EDGE), children![text(key, NOTE_PIXELS, WORDS)]),
            text(does, NOTE_PIXELS, QUIET),
        ],
    )
}
