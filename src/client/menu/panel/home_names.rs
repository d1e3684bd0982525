//! The names of the homes on the map of a skirmish: the rings about them differ by their colours alone.

use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::parts::{HomeNames, PreviewMap};
use crate::client::menu::files::sketch::HomePlace;
use crate::client::menu::{Menu, Page};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::theme::LEAST_PIXELS;
use crate::client::widgets::{DIM, WORDS, text};

/// From the middle of a home to its name, pixels: beyond the ring about it.
const GAP: f32 = 12.0;
/// Height of a name, pixels.
const HEIGHT: f32 = 16.0;
/// Room of a name besides its letters, and from it to the edges of the map, pixels.
const MARGINS: (f32, f32) = (6.0, 2.0);

/// Names the homes on the map of a skirmish, as far as its size leaves room for them.
pub(in crate::client::menu) fn name_homes(
    mut commands: Commands,
    menu: Res<Menu>,
    map: Single<(Entity, &ComputedNode, &mut HomeNames), With<PreviewMap>>,
) {
    let (map, laid, mut shown) = map.into_inner();
    let chosen = menu.chosen_map.as_ref().filter(|_| menu.page == Some(Page::Skirmish));
    let homes = chosen.map_or_else(Vec::new, |chosen| chosen.homes.clone());
    let side = if homes.is_empty() { 0.0 } else { laid.size.y * laid.inverse_scale_factor };
    let wanted = HomeNames { homes, side };
    if *shown == wanted {
        return;
    }
    commands.entity(map).despawn_children();
    for (home, room) in placed(&wanted.homes, side) {
        let node = Node {
            position_type: PositionType::Absolute,
            left: px(room.min.x),
            top: px(room.min.y),
            padding: UiRect::horizontal(px(0.5 * MARGINS.0)),
            ..default()
        };
        let words = (text(home, LEAST_PIXELS, WORDS), TextLayout::no_wrap());
        commands.spawn((words, node, BackgroundColor(DIM), Pickable::IGNORE, ChildOf(map)));
    }
    *shown = wanted;
}

/// The places of names on a map with a side of this length, pixels: beside their homes, or else below or above them.
/// One that would lie over another name or another home, or leave the map, is left out.
fn placed(homes: &[HomePlace], side: f32) -> Vec<(&str, Rect)> {
    let map = Rect::new(0.0, 0.0, side, side).inflate(-MARGINS.1);
    let dots: Vec<Rect> =
        homes.iter().map(|(_, at)| Rect::from_center_half_size(*at * side, Vec2::splat(GAP))).collect();
    let mut found: Vec<(&str, Rect)> = Vec::new();
    for (home, at) in homes {
        let size = Vec2::new(words_width(home, LEAST_PIXELS) + MARGINS.0, HEIGHT);
        let ways = [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y];
        let rooms = ways.map(|way| {
            let middle = *at * side + way * (0.5 * size + GAP);
            // Below and above a home near an edge there is room farther inward.
            let x = middle.x.min(map.max.x - 0.5 * size.x).max(map.min.x + 0.5 * size.x);
            Rect::from_center_size(middle.with_x(x), size)
        });
        let is_free = |room: &Rect| {
            let is_clear = |other: &Rect| room.intersect(other.inflate(-1.0)).is_empty();
            map.inflate(0.1).contains(room.min)
                && map.inflate(0.1).contains(room.max)
                && dots.iter().all(is_clear)
                && found.iter().all(|(_, other)| is_clear(other))
        };
        if let Some(room) = rooms.into_iter().find(is_free) {
            found.push((home.as_str(), room));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::menu::panel::test_support::shown;
    use crate::client::menu::skirmish::paint_chosen;
    use crate::client::menu::skirmish::test_support::menu;

    fn home(name: &str, x: f32, y: f32) -> HomePlace {
        (name.to_owned(), Vec2::new(x, y))
    }

    #[test]
    fn names_stand_on_the_map_and_over_no_other_home() {
        let homes = [home("Thale", 0.1, 0.4), home("Brome", 0.92, 0.6), home("Reef", 0.2, 0.4)];
        let names = placed(&homes, 190.0);
        assert_eq!(names.len(), 3);
        assert!(names[0].1.min.x >= 0.0 && names[1].1.max.x < 0.92 * 190.0, "{names:?}");
        for (index, (_, room)) in names.iter().enumerate() {
            assert!(names[..index].iter().all(|(_, other)| room.intersect(*other).is_empty()), "{names:?}");
        }
        assert!(placed(&homes, 30.0).is_empty(), "a map that is too small has none");
    }

    #[test]
    fn the_homes_of_a_skirmish_are_named_on_its_map() {
        let mut world = shown(menu());
        world.init_resource::<Assets<Image>>();
        world.run_system_once(paint_chosen).expect("it runs");
        let mut maps = world.query_filtered::<&mut ComputedNode, With<PreviewMap>>();
        maps.single_mut(&mut world).expect("there is one").size = Vec2::splat(300.0);
        world.run_system_once(name_homes).expect("it runs");
        let homes = world.resource::<Menu>().chosen_map.as_ref().map(|map| map.homes.clone());
        let homes = homes.expect("it is painted");
        let mut texts = world.query::<&Text>();
        let told: Vec<&str> = texts.iter(&world).map(|text| text.0.as_str()).collect();
        assert_eq!(homes.len(), 2);
        assert!(homes.iter().all(|(home, _)| told.contains(&home.as_str())), "{told:?}");
    }
}
