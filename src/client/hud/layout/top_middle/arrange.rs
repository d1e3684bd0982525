//! Puts the column in its place in every frame.

use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::parts::{TopColumn, TopPlate};
use super::place::{LowerLeft, TopRoom, kept_height, lay_out};
use crate::client::hud::layout::places::{GAP, LeftColumn, Slot};
use crate::client::hud::layout::side_panels::SidePanels;
use crate::client::view::ViewCamera;

/// Places the column, and makes its plates as wide as it has room for. A column that has moved aside is narrower and so
/// higher; it stays aside.
pub(super) fn arrange(
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    panels: SidePanels,
    left_column: Option<Single<&ComputedNode, With<LeftColumn>>>,
    slots: Query<(&Slot, &ComputedNode)>,
    mut column: Single<&mut Node, With<TopColumn>>,
    mut plates: Query<&mut Node, (With<TopPlate>, Without<TopColumn>)>,
    mut room: ResMut<TopRoom>,
) {
    let screen = view.screen(ui_scale.0);
    let size = |computed: &ComputedNode| computed.size * computed.inverse_scale_factor;
    let parts: Vec<(Slot, f32)> = slots.iter().map(|(slot, node)| (*slot, size(node).y)).collect();
    let height: f32 = parts.iter().map(|(_, height)| height + GAP).sum();
    let lower_left = left_column.map(|column| {
        let Vec2 { x, y } = size(*column);
        LowerLeft { right: x, top: screen.y - y }
    });
    let sides = panels.shown(screen);
    let place = lay_out(screen, height, sides, lower_left);
    let width = place.width(screen).max(0.0);
    room.set_if_neq(TopRoom { width, kept_height: kept_height(screen, sides, &parts) });
    let (left, right): (Val, Val) = (px(place.left), px(place.right));
    let most_height: Val = place.most_height.map_or(Val::Auto, px);
    if (column.left, column.right, column.max_height) != (left, right, most_height) {
        (column.left, column.right, column.max_height) = (left, right, most_height);
    }
    let width: Val = px(room.plate_width());
    for mut plate in plates.iter_mut().filter(|plate| plate.width != width) {
        plate.width = width;
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::layout::places::PlanetPanel;
    use crate::client::hud::layout::test_support::picture;
    use crate::client::hud::layout::top_middle::parts::spawn_column;
    use crate::client::hud::layout::top_middle::place::GOOD_WIDTH;

    #[test]
    fn plates_are_as_wide_as_there_is_room() {
        let mut world = picture(Vec2::new(853.0, 480.0));
        world.init_resource::<TopRoom>();
        spawn_column(world.commands());
        world.flush();
        let plate = world.spawn((TopPlate, Node::default())).id();
        let panel = world.spawn((PlanetPanel, Visibility::Hidden)).id();
        let mut width_beside = |visibility: Visibility| {
            world.entity_mut(panel).insert(visibility);
            world.run_system_once(arrange).expect("it runs");
            (world.get::<Node>(plate).map(|node| node.width), world.resource::<TopRoom>().width)
        };
        assert_eq!(width_beside(Visibility::Hidden).0, Some(px(GOOD_WIDTH)));
        let (width, room) = width_beside(Visibility::Inherited);
        assert!(width == Some(px(room)) && room < GOOD_WIDTH, "{width:?}, {room}");
    }
}
