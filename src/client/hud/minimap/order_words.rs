//! What a click on the map orders, on a plate beside the map, level with the pointer. It stands in place of the tip of
//! the map, which tells what clicks do without an order.

use bevy::prelude::*;
use bevy::ui::ComputedNode;
use bevy::window::PrimaryWindow;

use super::map_tip;
use crate::client::frame::visible_if;
use crate::client::hud::layout::places::{GAP, MAP_SIDE, Minimap, STATUS_HEIGHT};
use crate::client::settings::{Settings, with_keys};
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{EDGE, EDGE_PIXELS, KeyTip, PANEL, WORDS, text};

/// Greatest width of the words, and their padding, pixels.
const MOST_WIDTH: f32 = 300.0;
const PADDING: Vec2 = Vec2::new(8.0, 4.0);

/// What a click on the map orders at the pointer, with marks for keys, see `with_keys`, and the colour of the words;
/// `None` without an order. The tools write it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct MapOrder(pub Option<(String, Color)>);

/// Marks the plate.
#[derive(Component, Clone, Copy, Debug)]
pub struct OrderPlate;

/// Marks the words on the plate.
#[derive(Component, Clone, Copy, Debug)]
pub struct OrderWords;

/// Spawns the plate, hidden.
pub fn spawn(commands: &mut Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        right: px(MAP_SIDE + GAP),
        max_width: px(MOST_WIDTH),
        padding: UiRect::axes(px(PADDING.x), px(PADDING.y)),
        border: UiRect::all(px(EDGE_PIXELS)),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    commands.spawn((
        OrderPlate,
        node,
        (BackgroundColor(PANEL), BorderColor::all(EDGE)),
        GlobalZIndex(60),
        Visibility::Hidden,
        Pickable::IGNORE,
        children![(OrderWords, text("", SMALL_PIXELS, WORDS), Pickable::IGNORE)],
    ));
}

/// Shows the order of a click beside the map, and takes the tip of the map away meanwhile.
pub fn show_order(
    mut commands: Commands,
    (order, settings): (Res<MapOrder>, Res<Settings>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    ui_scale: Res<UiScale>,
    map: Single<(Entity, Has<KeyTip>), With<Minimap>>,
    plate: Single<(&mut Node, &mut Visibility, &ComputedNode), With<OrderPlate>>,
    words: Single<(&mut Text, &mut TextColor), With<OrderWords>>,
) {
    let (map, has_tip) = *map;
    match (&order.0, has_tip) {
        (Some(_), true) => {
            commands.entity(map).remove::<KeyTip>();
        }
        (None, false) => {
            commands.entity(map).insert(KeyTip(map_tip));
        }
        _ => {}
    }
    let (mut node, mut visibility, computed) = plate.into_inner();
    visibility.set_if_neq(visible_if(order.0.is_some()));
    let Some((told, wanted)) = &order.0 else { return };
    let (mut text, mut color) = words.into_inner();
    text.set_if_neq(Text(with_keys(told, &settings.keys)));
    color.set_if_neq(TextColor(*wanted));
    let above_edge = window.and_then(|window| Some(window.height() - window.cursor_position()?.y));
    let Some(above_edge) = above_edge.map(|pixels| pixels / ui_scale.0) else { return };
    let bottom: Val = px(bottom(above_edge, computed.size.y * computed.inverse_scale_factor));
    if node.bottom != bottom {
        node.bottom = bottom;
    }
}

/// From the lower edge of the screen to a plate of this height, for a pointer this far above that edge, pixels: level
/// with the pointer, but clear of the status line, which has the keys.
fn bottom(above_edge: f32, height: f32) -> f32 {
    (above_edge - 0.5 * height).max(STATUS_HEIGHT + GAP)
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn the_plate_is_level_with_the_pointer_and_clear_of_the_status_line() {
        assert_eq!(bottom(150.0, 40.0), 130.0);
        assert_eq!(bottom(3.0, 40.0), STATUS_HEIGHT + GAP);
    }

    #[test]
    fn while_an_order_waits_the_map_tells_what_a_click_orders() {
        let mut world = World::new();
        world.init_resource::<MapOrder>();
        world.init_resource::<Settings>();
        world.init_resource::<UiScale>();
        let map = world.spawn((Minimap, KeyTip(map_tip))).id();
        spawn(&mut world.commands());
        world.flush();
        let mut show = |order: Option<&str>| {
            world.insert_resource(MapOrder(order.map(|words| (words.to_owned(), WORDS))));
            world.run_system_once(show_order).expect("it runs");
            let mut plates = world.query_filtered::<&Visibility, With<OrderPlate>>();
            let is_shown = plates.single(&world).is_ok_and(|visibility| *visibility != Visibility::Hidden);
            let mut words = world.query_filtered::<&Text, With<OrderWords>>();
            let words = words.single(&world).map(|text| text.0.clone()).unwrap_or_default();
            (is_shown.then_some(words), world.get::<KeyTip>(map).is_some())
        };
        assert_eq!(show(None), (None, true));
        assert_eq!(show(Some("Move to Hearth")), (Some("Move to Hearth".to_owned()), false));
        assert_eq!(show(None), (None, true), "the tip is back");
    }
}
