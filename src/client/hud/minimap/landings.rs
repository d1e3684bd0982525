//! Invasions on the minimap: an arrow above the body, down to its ground, with a word or two; beside the sign of a
//! battle the arrow alone, for there is no room for both.

use bevy::prelude::*;

use super::marks::{centered, put};
use crate::client::frame::visible_if;
use crate::client::hud::layout::places::{MAP_RADIUS, Minimap};
use crate::client::models::{IconShape, Icons};
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::scene::invasions::Invasions;
use crate::client::scene::system_map::MapScale;
use crate::client::view::BodyPlaces;
use crate::client::widgets::text;
use crate::sim::BodyId;

/// Size of a shape, pixels.
const SHAPE_PIXELS: f32 = 11.0;
/// Size of the words, and of the room for them, pixels.
const WORD_PIXELS: f32 = 10.0;
const ROOM: Vec2 = Vec2::new(84.0, 12.0);
/// Height of the middles of a shape and of its words above the body, pixels.
const ABOVE: (f32, f32) = (10.0, 21.0);
/// Greatest distance of the middle of words from the middle of the map, horizontal and vertical, pixels: the map
/// is round.
const FARTHEST: Vec2 = Vec2::new(48.0, 76.0);

/// A part of a mark on the map: its body, and whether it is the words or the arrow.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapLanding {
    body: BodyId,
    is_words: bool,
}

/// Spawns a mark for each invasion, hidden, in place of the earlier ones.
pub fn spawn_landings(
    mut commands: Commands,
    invasions: Res<Invasions>,
    parts: Query<Entity, With<MapLanding>>,
    map: Single<Entity, With<Minimap>>,
    icons: Res<Icons>,
) {
    if !invasions.is_changed() {
        return;
    }
    for part in &parts {
        commands.entity(part).despawn();
    }
    for invasion in &invasions.0 {
        let part = |is_words: bool| {
            let landing = MapLanding { body: invasion.body, is_words };
            (landing, Visibility::Hidden, Pickable::IGNORE, ChildOf(*map))
        };
        let arrow = ImageNode::new(icons.get(IconShape::Landing, true)).with_color(invasion.color);
        commands.spawn((part(false), centered(SHAPE_PIXELS), arrow));
        let room = Node {
            position_type: PositionType::Absolute,
            left: px(MAP_RADIUS - 0.5 * ROOM.x),
            top: px(MAP_RADIUS - 0.5 * ROOM.y),
            width: px(ROOM.x),
            height: px(ROOM.y),
            justify_content: JustifyContent::Center,
            align_items: AlignItems::Center,
            ..default()
        };
        let words = text(invasion.stake.words(), WORD_PIXELS, invasion.color);
        let words = children![(words, TextLayout::no_wrap(), Pickable::IGNORE)];
        commands.spawn((part(true), room, words));
    }
}

/// The middles of a shape and of its words, for a body at a place of the map, in its radii.
fn middles(place: Vec2) -> (Vec2, Vec2) {
    let up = |pixels: f32| place * MAP_RADIUS - Vec2::new(0.0, pixels);
    (up(ABOVE.0) / MAP_RADIUS, up(ABOVE.1).clamp(-FARTHEST, FARTHEST) / MAP_RADIUS)
}

/// Whether a mark leaves room for the signs of battles at these bodies.
fn has_room(part: &MapLanding, mut battles: impl Iterator<Item = Option<BodyId>>) -> bool {
    !part.is_words || battles.all(|body| body != Some(part.body))
}

/// Puts the marks above their bodies.
pub fn place_landings(
    scale: Res<MapScale>,
    places: Res<BodyPlaces>,
    sites: Res<Sites>,
    mut parts: Query<(&MapLanding, &mut UiTransform, &mut Visibility)>,
) {
    for (part, mut transform, mut visibility) in &mut parts {
        let place = places.0.get(part.body).filter(|place| scale.has_room_for(**place));
        let is_clear = has_room(part, sites.with_signs().map(|site| site.body));
        visibility.set_if_neq(visible_if(place.is_some() && is_clear));
        if let Some(place) = place {
            let (shape, words) = middles(scale.to_map(*place));
            put(&mut transform, if part.is_words { words } else { shape });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::invasions::Stake;
    use crate::client::widgets::fonts::words_width;

    #[test]
    fn words_stand_above_their_shape_and_within_the_map() {
        let (shape, words) = middles(Vec2::ZERO);
        assert!(words.y < shape.y && shape.y < 0.0);
        for step in 0..64_u8 {
            let (sine, cosine) = (std::f32::consts::TAU * f32::from(step) / 64.0).sin_cos();
            let (_, words) = middles(Vec2::new(cosine, sine));
            assert!((words * MAP_RADIUS).abs().cmple(FARTHEST + 0.01).all(), "{words}");
        }
    }

    #[test]
    fn the_words_give_way_to_the_sign_of_a_battle_at_their_body() {
        let part = |is_words: bool| MapLanding { body: BodyId(3), is_words };
        let clear = |is_words: bool, battle: usize| {
            has_room(&part(is_words), [None, Some(BodyId(battle))].into_iter())
        };
        assert!(!clear(true, 3) && clear(true, 4));
        assert!(clear(false, 3), "the arrow is beside the sign");
    }

    #[test]
    fn words_have_room() {
        for stake in [Stake::Invaded, Stake::Landed, Stake::Foreign] {
            let width = words_width(stake.words(), WORD_PIXELS);
            assert!(width <= ROOM.x, "{stake:?}");
        }
    }
}
