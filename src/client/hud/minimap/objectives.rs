//! The flags of objectives on the minimap, beside their bodies.

use bevy::prelude::*;

use super::marks::{centered, put, room, within};
use crate::client::frame::visible_if;
use crate::client::hud::layout::places::{MAP_RADIUS, Minimap};
use crate::client::scene::system_map::MapScale;
use crate::client::view::BodyPlaces;
use crate::client::view::Objectives;
use crate::client::widgets::{Icon, STRONG, icon};
use crate::sim::BodyId;

/// Side of a flag, pixels.
const FLAG_PIXELS: f32 = 13.0;
/// The middle of a flag from its body, pixels: to the left and up.
const BESIDE: Vec2 = Vec2::new(-8.0, -9.0);

/// A flag on the map, with its body.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapObjective(BodyId);

/// Spawns a flag for each objective, hidden, in place of the earlier ones.
pub fn spawn_objectives(
    mut commands: Commands,
    objectives: Res<Objectives>,
    flags: Query<Entity, With<MapObjective>>,
    map: Single<Entity, With<Minimap>>,
) {
    if !objectives.is_changed() {
        return;
    }
    for flag in &flags {
        commands.entity(flag).despawn();
    }
    for body in &objectives.bodies {
        commands.spawn((
            MapObjective(*body),
            centered(FLAG_PIXELS),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(*map),
            children![icon(Icon::Objective, FLAG_PIXELS, STRONG)],
        ));
    }
}

/// Puts the flags beside their bodies.
pub fn place_objectives(
    scale: Res<MapScale>,
    places: Res<BodyPlaces>,
    mut flags: Query<(&MapObjective, &mut UiTransform, &mut Visibility)>,
) {
    for (flag, mut transform, mut visibility) in &mut flags {
        let place = places.0.get(flag.0).filter(|place| scale.has_room_for(**place));
        visibility.set_if_neq(visible_if(place.is_some()));
        if let Some(place) = place {
            put(&mut transform, beside(scale.to_map(*place)));
        }
    }
}

/// The rooms of the flags, pixels from the upper left corner of the square of the map.
pub(super) fn rooms(objectives: &Objectives, scale: &MapScale, places: &BodyPlaces) -> Vec<Rect> {
    let of = |body: &BodyId| {
        let place = places.0.get(*body).filter(|place| scale.has_room_for(**place))?;
        Some(room(beside(scale.to_map(*place)), Vec2::splat(FLAG_PIXELS)))
    };
    objectives.bodies.iter().filter_map(of).collect()
}

/// The middle of a flag for a body at a place of the map, in its radii.
fn beside(place: Vec2) -> Vec2 {
    within(place + BESIDE / MAP_RADIUS, Vec2::splat(FLAG_PIXELS))
}

#[cfg(test)]
mod tests {
    use super::super::marks::on_square;
    use super::*;
    use crate::client::hud::layout::places::MAP_SIDE;

    #[test]
    fn a_flag_stands_beside_its_body_and_within_the_map() {
        let middle = beside(Vec2::ZERO) * MAP_RADIUS;
        assert!(middle.x < 0.0 && middle.y < 0.0 && middle.length() > 0.5 * FLAG_PIXELS);
        for step in 0..64_u8 {
            let place = Vec2::from_angle(std::f32::consts::TAU * f32::from(step) / 64.0);
            let flag = room(beside(place), Vec2::splat(FLAG_PIXELS));
            assert!(flag.min.min_element() > -0.01 && flag.max.max_element() < MAP_SIDE + 0.01, "{flag:?}");
            assert!(!flag.contains(on_square(place)), "it hides its body: {flag:?}");
        }
    }
}
