//! The name of the body under the pointer, on a plate: where its name stands on the map, or else above its dot.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::marks::on_square;
use super::mouse::MapPlaces;
use super::names::MapNames;
use crate::client::hud::layout::places::{MAP_SIDE, Minimap};
use crate::client::models::FactionColors;
use crate::client::scene::labels::markers::{legible, words_size};
use crate::client::scene::labels::sky_label::padded;
use crate::client::view::Sight;
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{PANEL, WORDS};
use crate::sim::Sky;

/// From the middle of a dot to the name above it; and to the name below it, which is clear of the pointer, pixels.
const ABOVE: f32 = 8.0;
const BELOW: f32 = 18.0;

/// Marks the name.
#[derive(Component, Clone, Copy, Debug)]
pub struct MapName;

/// Spawns the name, hidden.
pub fn spawn_name(commands: &mut Commands, map: Entity) {
    let words = legible("", SMALL_PIXELS, WORDS);
    let place = (Visibility::Hidden, ZIndex(1), Pickable::IGNORE, ChildOf(map));
    commands.spawn((MapName, padded(), words, place)).insert(BackgroundColor(PANEL));
}

/// Shows the name of the body that the map has under the pointer, in the colour of its owner.
pub fn name_pointed(
    map: Single<&Hovered, With<Minimap>>,
    (places, names): (MapPlaces, Res<MapNames>),
    sky: Res<Sky>,
    sight: Sight,
    colors: Res<FactionColors>,
    name: Single<(&mut Text, &mut TextColor, &mut UiTransform, &mut Visibility), With<MapName>>,
) {
    let (mut text, mut color, mut transform, mut visibility) = name.into_inner();
    let pointed = if map.get() { places.pointed() } else { None };
    let pointed = pointed.and_then(|(body, dot)| Some((body, sky.system.bodies.get(body)?, dot)));
    let Some((index, body, dot)) = pointed else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    if text.0 != body.name {
        text.0.clone_from(&body.name);
    }
    let owner = sight.view().owner(index);
    color.set_if_neq(TextColor(owner.map_or(WORDS, |owner| colors.of(owner))));
    let size = words_size(words_width(&body.name, SMALL_PIXELS), SMALL_PIXELS);
    let corner = names.room_of(index).map_or_else(|| corner(on_square(dot), size), |room| room.min);
    transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
    visibility.set_if_neq(Visibility::Inherited);
}

/// The upper left corner of a name of this size for a dot, pixels from the upper left corner of the square of the
/// map, which cuts off what is outside: above the dot, below it where there is no room.
fn corner(dot: Vec2, size: Vec2) -> Vec2 {
    let left = (dot.x - 0.5 * size.x).min(MAP_SIDE - size.x).max(0.0);
    let above = dot.y - ABOVE - size.y;
    Vec2::new(left, if above >= 0.0 { above } else { dot.y + BELOW })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_on_the_map_and_clear_of_its_dot() {
        let square = Rect::new(0.0, 0.0, MAP_SIDE, MAP_SIDE);
        for step in 0..64_u8 {
            let toward = Vec2::from_angle(std::f32::consts::TAU * f32::from(step) / 64.0);
            for (share, width) in [(0.0, 40.0), (0.5, 160.0), (0.98, 40.0), (0.98, 160.0)] {
                let (dot, size) = (on_square(toward * share), Vec2::new(width, 16.0));
                let corner = corner(dot, size);
                let name = Rect::from_corners(corner, corner + size);
                assert!(square.contains(name.min) && square.contains(name.max), "{name:?}");
                assert!(
                    name.intersect(Rect::from_center_size(dot, Vec2::splat(12.0))).is_empty(),
                    "{name:?}"
                );
            }
        }
    }

    #[test]
    fn a_name_too_long_for_the_map_begins_at_its_edge() {
        assert_eq!(corner(on_square(Vec2::ZERO), Vec2::new(300.0, 16.0)).x, 0.0);
    }
}
