//! Invasions on the minimap: an arrow above the body, down to its ground, with a word or two.

use bevy::prelude::*;

use super::marks::{centered, put};
use crate::client::hud::layout::places::MAP_RADIUS;
use crate::client::models::{IconShape, Icons};
use crate::client::scene::invasions::{Invasions, MOST_MARKS};
use crate::client::scene::system_map::MapScale;
use crate::client::view::BodyPlaces;
use crate::client::widgets::text;

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

/// A part of a mark, with its index in the list.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapLanding {
    /// The arrow.
    Shape(usize),
    /// The room for the words.
    Room(usize),
}

/// Marks the words of a mark.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LandingWords(usize);

/// Spawns the marks, hidden.
pub fn spawn_landings(commands: &mut Commands, map: Entity, icons: &Icons) {
    for index in 0..MOST_MARKS {
        commands.spawn((
            MapLanding::Shape(index),
            centered(SHAPE_PIXELS),
            ImageNode::new(icons.get(IconShape::Landing, true)),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(map),
        ));
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
        let words = (LandingWords(index), text("", WORD_PIXELS, Color::WHITE));
        commands.spawn((
            MapLanding::Room(index),
            room,
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(map),
            children![(words, TextLayout::no_wrap(), Pickable::IGNORE)],
        ));
    }
}

/// The middles of a shape and of its words, for a body at a place of the map, in its radii.
fn middles(place: Vec2) -> (Vec2, Vec2) {
    let up = |pixels: f32| place * MAP_RADIUS - Vec2::new(0.0, pixels);
    (up(ABOVE.0) / MAP_RADIUS, up(ABOVE.1).clamp(-FARTHEST, FARTHEST) / MAP_RADIUS)
}

/// Puts the marks above their bodies.
pub fn place_landings(
    scale: Res<MapScale>,
    invasions: Res<Invasions>,
    places: Res<BodyPlaces>,
    mut parts: Query<(&MapLanding, &mut UiTransform, &mut Visibility, Option<&mut ImageNode>)>,
    mut words: Query<(&LandingWords, &mut Text, &mut TextColor)>,
) {
    let mark = |index: usize| {
        let invasion = invasions.0.get(index)?;
        let place = places.0.get(invasion.body).filter(|place| scale.has_room_for(**place))?;
        Some((invasion, middles(scale.to_map(*place))))
    };
    for (part, mut transform, mut visibility, image) in &mut parts {
        let (MapLanding::Shape(index) | MapLanding::Room(index)) = *part;
        let known = mark(index);
        visibility.set_if_neq(if known.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        let Some((invasion, (shape, room))) = known else { continue };
        put(&mut transform, if matches!(part, MapLanding::Shape(_)) { shape } else { room });
        if let Some(mut image) = image
            && image.color != invasion.color
        {
            image.color = invasion.color;
        }
    }
    for (part, mut text, mut tint) in &mut words {
        let Some((invasion, _)) = mark(part.0) else { continue };
        text.set_if_neq(Text::new(invasion.stake.words()));
        tint.set_if_neq(TextColor(invasion.color));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::invasions::Stake;
    use crate::client::scene::labels::markers::LETTER_WIDTH;

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
    fn words_have_room() {
        for stake in [Stake::Invaded, Stake::Landed, Stake::Foreign] {
            let width = stake.words().chars().count() as f32 * WORD_PIXELS * LETTER_WIDTH;
            assert!(width <= ROOM.x, "{stake:?}");
        }
    }
}
