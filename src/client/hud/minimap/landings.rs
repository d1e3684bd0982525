//! Invasions on the minimap: an arrow above the body, down to its ground, with a word or two above it. Near the upper
//! rim, where the words have no room, both are below the body, and the arrow points up to it. Beside the sign of a
//! battle the arrow is alone, for there is no room for both.

use bevy::prelude::*;

use super::marks::{centered, moved, room};
use crate::client::frame::visible_if;
use crate::client::hud::layout::places::{MAP_MIDDLE, MAP_RADIUS, Minimap};
use crate::client::models::{IconShape, Icons};
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::scene::invasions::{Invasion, Invasions};
use crate::client::scene::system_map::MapScale;
use crate::client::view::BodyPlaces;
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::text;
use crate::client::widgets::theme::LEAST_PIXELS;
use crate::sim::BodyId;

/// Size of a shape, pixels.
const SHAPE_PIXELS: f32 = 11.0;
/// Room of the words, pixels.
const ROOM: Vec2 = Vec2::new(84.0, 15.0);
/// Distance of the middles of a shape and of its words from the body, up or down, pixels.
const AWAY: (f32, f32) = (10.0, 22.0);
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
            left: px(MAP_MIDDLE - 0.5 * ROOM.x),
            top: px(MAP_MIDDLE - 0.5 * ROOM.y),
            width: px(ROOM.x),
            height: px(ROOM.y),
            justify_content: JustifyContent::Center,
            align_items: AlignItems::Center,
            ..default()
        };
        let words = text(invasion.stake.words(), LEAST_PIXELS, invasion.color);
        let words = children![(words, TextLayout::no_wrap(), Pickable::IGNORE)];
        commands.spawn((part(true), room, words));
    }
}

/// Where a mark stands.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stand {
    /// The middles of the arrow and of the words, in radii of the map.
    arrow: Vec2,
    words: Vec2,
    /// Whether both are below the body.
    is_below: bool,
}

impl Stand {
    /// The mark of a body at a place of the map, in its radii.
    fn of(place: Vec2) -> Self {
        let body = place * MAP_RADIUS;
        let is_below = body.y - AWAY.1 < -FARTHEST.y;
        let away = |pixels: f32| body + Vec2::new(0.0, if is_below { pixels } else { -pixels });
        let words = away(AWAY.1).clamp(-FARTHEST, FARTHEST);
        Self { arrow: away(AWAY.0) / MAP_RADIUS, words: words / MAP_RADIUS, is_below }
    }

    /// The transform of the words or of the arrow, which points at its body.
    fn transform(self, is_words: bool) -> UiTransform {
        let turn = if self.is_below && !is_words { Rot2::PI } else { Rot2::IDENTITY };
        UiTransform { rotation: turn, ..moved(if is_words { self.words } else { self.arrow }) }
    }
}

/// The rooms of the marks, pixels from the upper left corner of the square of the map.
pub(super) fn rooms(invasions: &Invasions, scale: &MapScale, places: &BodyPlaces) -> Vec<Rect> {
    let of = |invasion: &Invasion| {
        let place = places.0.get(invasion.body).filter(|place| scale.has_room_for(**place))?;
        let stand = Stand::of(scale.to_map(*place));
        let words = Vec2::new(words_width(invasion.stake.words(), LEAST_PIXELS), ROOM.y);
        Some([room(stand.arrow, Vec2::splat(SHAPE_PIXELS)), room(stand.words, words)])
    };
    invasions.0.iter().filter_map(of).flatten().collect()
}

/// Whether a mark leaves room for the signs of battles at these bodies.
fn has_room(part: &MapLanding, mut battles: impl Iterator<Item = Option<BodyId>>) -> bool {
    !part.is_words || battles.all(|body| body != Some(part.body))
}

/// Puts the marks above or below their bodies.
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
            transform.set_if_neq(Stand::of(scale.to_map(*place)).transform(part.is_words));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::invasions::Stake;
    use crate::client::scene::labels::sky_label::LINE_HEIGHT;

    /// Places all over the map, from its middle to its rim.
    fn places() -> impl Iterator<Item = Vec2> {
        let ring = |share: f32| {
            (0..64_u8)
                .map(move |step| Vec2::from_angle(std::f32::consts::TAU * f32::from(step) / 64.0) * share)
        };
        [0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0].into_iter().flat_map(ring)
    }

    #[test]
    fn words_lie_neither_on_their_arrow_nor_on_their_body() {
        let room = |middle: Vec2, size: Vec2| Rect::from_center_size(middle * MAP_RADIUS, size);
        for place in places() {
            let stand = Stand::of(place);
            let words = room(stand.words, Vec2::new(ROOM.x, LEAST_PIXELS));
            let (arrow, body) =
                (room(stand.arrow, Vec2::splat(SHAPE_PIXELS)), room(place, Vec2::splat(SHAPE_PIXELS)));
            assert!(
                words.intersect(arrow).is_empty() && words.intersect(body).is_empty(),
                "{place}: {stand:?}"
            );
            assert!((stand.words * MAP_RADIUS).abs().cmple(FARTHEST + 0.01).all(), "{place}: {stand:?}");
            assert!((stand.arrow * MAP_RADIUS).abs().max_element() <= MAP_RADIUS, "{place}: {stand:?}");
        }
    }

    #[test]
    fn a_mark_near_the_upper_rim_is_below_its_body() {
        let [middle, rim] = [Vec2::ZERO, Vec2::NEG_Y * 0.9].map(Stand::of);
        assert!(!middle.is_below && middle.words.y < middle.arrow.y && middle.arrow.y < 0.0);
        assert!(rim.is_below && -0.9 < rim.arrow.y && rim.arrow.y < rim.words.y);
        assert_eq!(
            [false, true].map(|is_words| rim.transform(is_words).rotation),
            [Rot2::PI, Rot2::IDENTITY]
        );
        assert_eq!(middle.transform(false).rotation, Rot2::IDENTITY, "it points down to its ground");
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
            let width = words_width(stake.words(), LEAST_PIXELS);
            assert!(width <= ROOM.x, "{stake:?}");
        }
        const { assert!(LINE_HEIGHT * LEAST_PIXELS <= ROOM.y) };
    }
}
