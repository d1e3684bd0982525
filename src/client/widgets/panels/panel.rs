//! Plates that hold other pieces, their places, and their visibility.

use bevy::prelude::*;
use bevy::ui::FocusPolicy;

use crate::client::widgets::theme::{EDGE, PANEL};

/// Width of the edge of panels and plates, pixels.
pub const EDGE_PIXELS: f32 = 1.0;
/// Radius of the corners of panels and plates that do not stand at an edge of the screen, pixels.
pub const CORNER_PIXELS: f32 = 3.0;
/// Padding of a [`panel`] on each side, pixels.
pub const PANEL_PADDING: f32 = 18.0;

/// Greatest height of a [`panel`], per cent of the node that holds it.
pub const PANEL_PERCENT: f32 = 94.0;

/// A node that covers the whole window, or the node that holds it.
pub fn covering() -> Node {
    Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() }
}

/// A panel of this width. Its content is a column; it never grows beyond the window. A click on it reaches nothing
/// behind it.
pub fn panel(width: Val) -> impl Bundle {
    let node = Node {
        width,
        max_width: percent(96),
        max_height: percent(PANEL_PERCENT),
        padding: UiRect::all(px(PANEL_PADDING)),
        row_gap: px(10),
        border: UiRect::all(px(EDGE_PIXELS)),
        border_radius: BorderRadius::all(px(CORNER_PIXELS)),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    (node, BackgroundColor(PANEL), BorderColor::all(EDGE), FocusPolicy::Block)
}

/// A plate in the game, with thin edges; the rest of it is as in `node`.
pub fn plate(node: Node) -> impl Bundle {
    let node = Node {
        border: UiRect::all(px(EDGE_PIXELS)),
        border_radius: BorderRadius::all(px(CORNER_PIXELS)),
        ..node
    };
    (node, BackgroundColor(PANEL), BorderColor::all(EDGE))
}

/// A plate at an edge of the screen, with edges at these sides alone; the rest of it is as in `node`.
pub fn docked(node: Node, edges: UiRect) -> impl Bundle {
    (Node { border: edges, ..node }, BackgroundColor(PANEL), BorderColor::all(EDGE))
}

/// A band across the whole screen, with its children in the middle: at a distance from the upper edge, or from
/// the lower one where `top` is `auto()`.
pub fn band(top: Val, bottom: Val) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(0),
        top,
        bottom,
        justify_content: JustifyContent::Center,
        ..default()
    };
    (node, Pickable::IGNORE)
}

/// Shows a node, or hides it together with its room.
pub fn show(node: &mut Mut<Node>, is_shown: bool) {
    let display = if is_shown { Display::Flex } else { Display::None };
    if node.display != display {
        node.display = display;
    }
}
