//! The signs of running battles on the map, beside their places. A press on one opens the card of the battle;
//! `mouse.rs` lets the pointer through where a click means the map.

use bevy::prelude::*;

use super::marks::{put, room, within};
use crate::client::frame::visible_if;
use crate::client::hud::layout::places::{MAP_MIDDLE, MAP_RADIUS};
use crate::client::scene::battle::battle_marks::{BattleMark, MarkSize, spawn_mark};
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::scene::system_map::MapScale;
use crate::client::view::BodyPlaces;

/// The most signs.
const MOST_MARKS: usize = 6;
/// The size of a sign on the map.
const ON_MAP: MarkSize = MarkSize { swords: 12.0, bar: Vec2::new(18.0, 4.0) };
/// The middle of a sign from its place, pixels: to the right and down. Where it has no room, it is at another side.
const BESIDE: Vec2 = Vec2::new(18.0, -12.0);
/// Signs nearer to each other than this are one, in radii of the map.
const APART: f32 = 0.25;

/// A sign, with its index.
#[derive(Component, Clone, Copy, Debug)]
pub struct MapBattle(usize);

/// Spawns the signs, hidden.
pub fn spawn_battles(commands: &mut Commands, map: Entity) {
    let whole = ON_MAP.whole();
    for index in 0..MOST_MARKS {
        let middle = Node {
            position_type: PositionType::Absolute,
            left: px(MAP_MIDDLE - 0.5 * whole.x),
            top: px(MAP_MIDDLE - 0.5 * whole.y),
            ..default()
        };
        let mark = spawn_mark(commands, map, ON_MAP, middle);
        commands.entity(mark).insert(MapBattle(index));
    }
}

/// Puts the signs beside the places of their battles.
pub fn place_battles(
    sites: Res<Sites>,
    scale: Res<MapScale>,
    places: Res<BodyPlaces>,
    mut marks: Query<(&MapBattle, &mut BattleMark, &mut UiTransform, &mut Visibility)>,
) {
    let shown = signs(&sites, &scale, &places);
    for (index, mut mark, mut transform, mut visibility) in &mut marks {
        let shown = shown.get(index.0);
        mark.set_if_neq(BattleMark { battle: shown.map(|(battle, _)| *battle) });
        visibility.set_if_neq(visible_if(shown.is_some()));
        if let Some((_, middle)) = shown {
            put(&mut transform, *middle);
        }
    }
}

/// The battles that have signs, and the middles of these, in radii of the map.
fn signs(sites: &Sites, scale: &MapScale, places: &BodyPlaces) -> Vec<(u64, Vec2)> {
    let on_map = sites.with_signs().filter_map(|site| {
        let place = places.of(site.body) + site.offset;
        scale.has_room_for(place).then(|| (site.number, beside(scale.to_map(place))))
    });
    let mut shown: Vec<(u64, Vec2)> = Vec::new();
    for (battle, middle) in on_map {
        if shown.iter().all(|(_, other)| other.distance(middle) >= APART) {
            shown.push((battle, middle));
        }
    }
    shown.truncate(MOST_MARKS);
    shown
}

/// The rooms of the signs, pixels from the upper left corner of the square of the map.
pub(super) fn rooms(sites: &Sites, scale: &MapScale, places: &BodyPlaces) -> Vec<Rect> {
    signs(sites, scale, places).into_iter().map(|(_, middle)| room(middle, ON_MAP.whole())).collect()
}

/// The middle of a sign for a place of the map, in its radii: the first side of the place at which all of it is on the
/// map.
fn beside(place: Vec2) -> Vec2 {
    let sides = [Vec2::ONE, Vec2::new(-1.0, 1.0), Vec2::new(1.0, -1.0), Vec2::NEG_ONE];
    let middles = sides.map(|side| place + side * BESIDE / MAP_RADIUS);
    let on_map = |middle: Vec2| within(middle, ON_MAP.whole());
    middles.into_iter().find(|middle| on_map(*middle) == *middle).unwrap_or(on_map(middles[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_beside_their_place_and_within_the_map() {
        let middle = beside(Vec2::ZERO) * MAP_RADIUS;
        assert!(middle.x > 0.5 * ON_MAP.whole().x, "the body can still be clicked");
        for step in 0..64_u8 {
            let place = Vec2::from_angle(std::f32::consts::TAU * f32::from(step) / 64.0);
            let sign = room(beside(place), ON_MAP.whole());
            let square = Rect::new(0.0, 0.0, 2.0 * MAP_MIDDLE, 2.0 * MAP_MIDDLE).inflate(0.01);
            assert!(square.contains(sign.min) && square.contains(sign.max), "{sign:?}");
            assert!(sign.intersect(room(place, Vec2::splat(7.0))).is_empty(), "it hides its body: {sign:?}");
        }
    }
}
