//! The bar at the top, over the whole width of the screen: the treasury, the clock in its middle, and what waits for
//! the player with the menu. Others fill these parts.

use bevy::prelude::*;

use crate::client::hud::layout::places::{CoversSky, TOP_BAR, TopLeft, TopMiddle, TopRight};
use crate::client::widgets::{EDGE_PIXELS, TipsClearOfPanels, docked};
use crate::client::worlds::{AppState, SetUpSystems};

/// Padding of the bar at its ends, and the gap between its parts, pixels.
const SIDES: f32 = 10.0;
const BETWEEN: f32 = 10.0;

/// Adds the bar.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(AppState::Playing), spawn.in_set(SetUpSystems::Frames));
}

/// Spawns the bar with its empty parts. Those at the sides share what the clock leaves equally, so that it stands in
/// the middle of the screen, unless one of them needs more.
fn spawn(mut commands: Commands) {
    let bar = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(0),
        top: px(0),
        height: px(TOP_BAR),
        padding: UiRect::horizontal(px(SIDES)),
        column_gap: px(BETWEEN),
        ..default()
    };
    let side = Node { flex_grow: 1.0, flex_shrink: 0.0, flex_basis: px(0), ..default() };
    let end = Node {
        column_gap: px(BETWEEN),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::FlexEnd,
        ..side.clone()
    };
    let middle = Node { flex_shrink: 0.0, align_items: AlignItems::Center, ..default() };
    commands.spawn((
        (CoversSky, TipsClearOfPanels),
        docked(bar, UiRect::bottom(px(EDGE_PIXELS))),
        children![(TopLeft, side), (TopMiddle, middle), (TopRight, end)],
    ));
}
