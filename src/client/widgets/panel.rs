//! A plate that holds a column of other pieces.

use bevy::prelude::*;

use super::theme::{EDGE, PANEL};

/// A panel of this width. Its content is a column; it never grows beyond the window.
pub fn panel(width: Val) -> impl Bundle {
    let node = Node {
        width,
        max_width: percent(96),
        max_height: percent(94),
        padding: UiRect::all(px(18)),
        row_gap: px(10),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(8)),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    (node, BackgroundColor(PANEL.with_alpha(0.97)), BorderColor::all(EDGE))
}
