//! The shapes of the buttons of orders: tiles for orders of ships, and lines of words for settings and for what is
//! seldom needed.

use bevy::prelude::*;

use crate::client::widgets::EDGE_PIXELS;
use crate::client::widgets::fonts::words_width;

/// Width and height of a tile, pixels.
pub(super) const TILE: Vec2 = Vec2::new(62.0, 36.0);
/// Number of tiles side by side, in two groups. They take the whole width of the card.
const COLUMNS: usize = 6;
/// Gaps between two tiles, two groups of tiles, two lines, and two rows, pixels.
pub(super) const TILE_GAP: f32 = 4.0;
pub(super) const GROUP_GAP: f32 = 14.0;
pub(super) const LINE_GAP: f32 = 4.0;
pub(super) const ROW_GAP: f32 = 3.0;
/// Further gap above the settings, pixels.
pub(super) const SETTINGS_GAP: f32 = 5.0;
/// Width of the rows, pixels.
pub(super) const ROW_WIDTH: f32 = COLUMNS as f32 * TILE.x + (COLUMNS - 2) as f32 * TILE_GAP + GROUP_GAP;
/// Sides of the signs on a tile and in a line, pixels.
pub(super) const TILE_SIGN: f32 = 16.0;
pub(super) const LINE_SIGN: f32 = 14.0;
/// Sizes of the words and of the keys, pixels.
pub(super) const LABEL_PIXELS: f32 = 12.0;
pub(super) const KEY_PIXELS: f32 = 12.0;
/// Distance of a key from the right edge of its button, pixels.
const KEY_SIDE: f32 = 3.0;
/// Padding of a tile at the left, pixels.
const TILE_LEFT: f32 = 5.0;
/// Room for the key on a tile, right of the sign, pixels.
pub(super) const TILE_KEY_ROOM: f32 =
    TILE.x - 2.0 * EDGE_PIXELS - TILE_LEFT - TILE_SIGN - SIGN_GAP - KEY_SIDE;
/// Room for the name on a tile, pixels.
#[cfg(test)]
pub(super) const TILE_LABEL_ROOM: f32 = TILE.x - 2.0 * EDGE_PIXELS - TILE_LEFT - KEY_SIDE;
/// Radius of the corners of a button, and that of two corners of one that harms others: it has the shape of a blade.
const ROUND: f32 = 4.0;
const BLADE_ROUND: f32 = 12.0;
/// Padding of a line at the left and at the right, and above and below, pixels.
const SIDES: f32 = 3.0;
const LINE_PAD: f32 = 1.0;
/// Distance of a sign from the words after it, pixels.
const SIGN_GAP: f32 = 4.0;
/// Distance of a key from the words of its line, and the least room for it, pixels.
const KEY_GAP: f32 = 4.0;
const LEAST_KEY: f32 = 8.0;

/// A row of buttons with a gap between them, pixels. Its width is given: the rounding of a sum could make it too narrow
/// for its parts.
pub(super) fn row_node(gap: f32) -> Node {
    Node { column_gap: px(gap), width: px(ROW_WIDTH), ..default() }
}

/// A button with its sign above its name.
pub(super) fn tile(is_hostile: bool) -> Node {
    let blade = BorderRadius { top_left: px(BLADE_ROUND), bottom_right: px(BLADE_ROUND), ..round() };
    Node {
        width: px(TILE.x),
        height: px(TILE.y),
        padding: UiRect { left: px(TILE_LEFT), right: px(KEY_SIDE), top: px(2), bottom: px(0) },
        flex_direction: FlexDirection::Column,
        justify_content: JustifyContent::SpaceBetween,
        align_items: AlignItems::FlexStart,
        flex_shrink: 0.0,
        border: UiRect::all(px(EDGE_PIXELS)),
        border_radius: if is_hostile { blade } else { round() },
        ..default()
    }
}

/// A button with words of at most this width, pixels, behind a sign or not, and room for a key at the right. The lines
/// share the rest of their row, and each keeps its width whatever its words: its neighbours stay where they are.
pub(super) fn line(words: f32, has_sign: bool, key_room: f32) -> Node {
    let sign = if has_sign { LINE_SIGN + SIGN_GAP } else { 0.0 };
    let key = KEY_GAP + key_room;
    Node {
        width: px(words.ceil() + sign + key + 2.0 * (SIDES + EDGE_PIXELS)),
        padding: UiRect { left: px(SIDES), right: px(SIDES + key), top: px(LINE_PAD), bottom: px(LINE_PAD) },
        column_gap: px(SIGN_GAP),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        flex_grow: 1.0,
        flex_shrink: 0.0,
        border: UiRect::all(px(EDGE_PIXELS)),
        border_radius: round(),
        ..default()
    }
}

fn round() -> BorderRadius {
    BorderRadius::all(px(ROUND))
}

/// Room for a key in a line, as wide as the default one, pixels: a longer one stands in the tip alone.
pub(super) fn line_key_room(default_key: &str) -> f32 {
    words_width(default_key, KEY_PIXELS).ceil().max(LEAST_KEY)
}

/// The place of a key in the upper right corner of its button.
pub(super) fn top_key() -> Node {
    Node { position_type: PositionType::Absolute, right: px(KEY_SIDE), top: px(0), ..default() }
}

/// The place of a key at the right of its line, as high as the words.
pub(super) fn right_key() -> Node {
    Node { position_type: PositionType::Absolute, right: px(KEY_SIDE), bottom: px(LINE_PAD), ..default() }
}
