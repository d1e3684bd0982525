//! Mouse clicks on the minimap.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_panorbit_camera::PanOrbitCamera;
use glam::DVec3;

use super::marks::dot_pixels;
use crate::client::frame::Player;
use crate::client::hud::layout::places::{MAP_RADIUS, MapSeat, Minimap};
use crate::client::input::Selected;
use crate::client::scene::system_map::MapScale;
use crate::client::settings::{Action, Actions};
use crate::client::view::{BodyPlaces, Focus, FocusTarget, MainCamera, Origin, UNIT_KM};
use crate::client::worlds::Kept;
use crate::level::{NamedGoal, StarSystem};
use crate::sim::{BodyId, Command, Order, OrderDoor, Ship, ShipId, Sky, Units, When};

/// Greatest distance between a click and its body, pixels.
const REACH_PIXELS: f32 = 6.0;
/// Least distance of the view from a body, in its radii.
const NEAREST_RADII: f64 = 4.0;

/// Focuses the place of a left click or drag, and sends the selected ships to the place of a right click.
#[expect(clippy::too_many_arguments, reason = "the map joins mouse, window, sky, camera and orders")]
pub fn use_map(
    buttons: Res<ButtonInput<MouseButton>>,
    actions: Actions,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    ui_scale: Res<UiScale>,
    map: Single<&Interaction, With<Minimap>>,
    seat: Res<MapSeat>,
    scale: Res<MapScale>,
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    origin: Res<Origin>,
    selected: Query<&Ship, With<Selected>>,
    player: Res<Player>,
    mut focus: ResMut<Focus>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
    mut door: ResMut<OrderDoor>,
    mut is_held: Kept<bool>,
) {
    let is_held = is_held.now();
    let is_over = **map != Interaction::None;
    let is_fresh = is_over && buttons.just_pressed(MouseButton::Left);
    *is_held = (*is_held || is_fresh) && buttons.pressed(MouseButton::Left);
    let is_order = is_over && buttons.just_pressed(MouseButton::Right);
    if !*is_held && !is_order {
        return;
    }
    let Some(window) = window else { return };
    let Some(cursor) = window.cursor_position() else { return };
    let point = seat.on_map(cursor, Vec2::new(window.width(), window.height()), ui_scale.0);
    // A drag that leaves the map continues along its edge.
    let Some(place) = scale.to_world(point.clamp_length_max(0.999)) else { return };
    let body = body_at(&sky.system, &places, &scale, point);
    if is_order {
        let ships: Vec<ShipId> = selected.iter().map(|ship| ship.id).collect();
        let name = body.and_then(|body| sky.system.bodies.get(body)).map(|body| body.name.as_str());
        let order = map_order(ships, place, name, actions.pressed(&Action::Add));
        if let Some(order) = order.filter(|_| point.length() <= 1.0) {
            door.give(player.faction, order);
        }
    }
    if !*is_held {
        return;
    }
    let target = body.map_or(FocusTarget::Point(place), FocusTarget::Body);
    if focus.target == target {
        return;
    }
    let to = body.and_then(|body| places.0.get(body)).copied().unwrap_or(place);
    if is_fresh {
        focus.fly_to(target, origin.0, to)
    } else {
        focus.jump_to(target)
    }
    if let Some(body) = body.and_then(|body| sky.system.bodies.get(body)) {
        let nearest = (NEAREST_RADII * body.displayed_radius_km / UNIT_KM) as f32;
        camera.target_radius = camera.target_radius.max(nearest);
    }
}

/// The body whose dot is nearest to a place of the map, within reach.
fn body_at(system: &StarSystem, places: &BodyPlaces, scale: &MapScale, point: Vec2) -> Option<BodyId> {
    let bodies = system.bodies.iter_enumerated().zip(&places.0);
    let dots = bodies.filter(|((_, body), _)| dot_pixels(body.kind).is_some());
    let drawn = dots.filter(|(_, place)| scale.has_room_for(**place));
    let near = drawn.map(|((index, _), place)| (index, scale.to_map(*place).distance(point) * MAP_RADIUS));
    let near = near.filter(|(_, pixels)| *pixels <= REACH_PIXELS);
    near.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(index, _)| index)
}

/// The order of a right click on the map; `None` without ships.
fn map_order(ships: Vec<ShipId>, to: DVec3, body: Option<&str>, queue: bool) -> Option<Order> {
    if ships.is_empty() {
        return None;
    }
    let goal = body.map_or_else(|| NamedGoal::point(to), |body| NamedGoal::Body(body.to_owned()));
    Some(Order::fleet(Units::Ships(ships), Command::go(goal, When::queued(queue))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_click_sends_the_selected_ships() {
        let ships = vec![ShipId(3)];
        let to = DVec3::X * 1.0e8;
        let there = Order::fleet(Units::Ships(ships.clone()), Command::go(NamedGoal::point(to), When::Last));
        assert_eq!(map_order(ships.clone(), to, None, true), Some(there));
        let beside = Order::fleet(
            Units::Ships(ships.clone()),
            Command::go(NamedGoal::Body("Mars".to_owned()), When::Now),
        );
        assert_eq!(map_order(ships, to, Some("Mars"), false), Some(beside));
        assert_eq!(map_order(vec![], to, Some("Mars"), false), None);
    }
}
