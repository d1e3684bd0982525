//! The names of the most important bodies, beside their dots, where the map has room for them, clear of the signs of
//! battles and invasions and of flags; and the word that it is not to scale.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::marks::MapBody;
use super::mouse::MapPlaces;
use super::{battles, landings, objectives};
use crate::client::frame::{Player, PollTimer, Relation};
use crate::client::hud::layout::places::{MAP_RADIUS, Minimap};
use crate::client::models::FactionColors;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::scene::invasions::Invasions;
use crate::client::scene::labels::markers::{legible, words_size};
use crate::client::scene::labels::sky_label::padded;
use crate::client::scene::system_map::MapScale;
use crate::client::view::{BodyPlaces, Objectives, Sight};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{QUIET, WORDS};
use crate::client::worlds::Kept;
use crate::level::{BodyKind, SystemBody};
use crate::sim::{BodyId, Sky};

/// The most names.
const MOST_NAMES: usize = 5;
/// Words about the scale, and where they stand: pixels from the upper left corner.
const SCALE_WORDS: &str = "Not to scale";
const SCALE_CORNER: Vec2 = Vec2::new(2.0, 1.0);
/// From the middle of a dot to its name beside it, and above or below it, pixels.
const BESIDE: f32 = 8.0;
const ABOVE: f32 = 6.0;
/// Half the room of a dot, pixels.
const DOT_ROOM: f32 = 4.0;

/// A name that stays on the map, by its number.
#[derive(Component, Clone, Copy, Debug)]
pub struct LastingName(usize);

/// A body that could have its name on the map.
#[derive(Clone, Copy, Debug)]
struct Named {
    body: BodyId,
    /// The middle of its dot, pixels from the upper left corner of the map.
    dot: Vec2,
    /// The room of its name, pixels.
    size: Vec2,
    /// Its importance: the greater first, then the larger body.
    importance: (u8, f64),
}

/// Spawns the names, hidden, and the words about the scale.
pub(super) fn spawn_names(commands: &mut Commands, map: Entity) {
    let scale = commands.spawn((padded(), legible(SCALE_WORDS, SMALL_PIXELS, QUIET))).id();
    let place = UiTransform::from_translation(Val2::px(SCALE_CORNER.x, SCALE_CORNER.y));
    commands.entity(scale).insert((place, Pickable::IGNORE, ChildOf(map)));
    for index in 0..MOST_NAMES {
        let words = legible("", SMALL_PIXELS, WORDS);
        let place = (Visibility::Hidden, Pickable::IGNORE, ChildOf(map));
        commands.spawn((LastingName(index), padded(), words, place));
    }
}

type NameParts<'a> =
    (&'a LastingName, &'a mut Text, &'a mut TextColor, &'a mut UiTransform, &'a mut Visibility);

/// Puts the names beside their dots, a few times a second. The body under the pointer has another one, see `name.rs`.
pub(super) fn place_names(
    (scale, places, sky): (Res<MapScale>, Res<BodyPlaces>, Res<Sky>),
    (sight, player, colors): (Sight, Res<Player>, Res<FactionColors>),
    (sites, invasions, aims): (Res<Sites>, Res<Invasions>, Res<Objectives>),
    (map, pointer): (Single<&Hovered, With<Minimap>>, MapPlaces),
    dots: Query<&MapBody>,
    time: Res<Time<Real>>,
    mut names: Query<NameParts>,
    mut beat: Kept<PollTimer>,
) {
    if !beat.now().is_due(time.elapsed_secs_f64()) {
        return;
    }
    let view = sight.view();
    let named = |body: BodyId| {
        let (this, place) = (sky.system.bodies.get(body)?, places.0.get(body)?);
        let owner = view.owner(body).map(|owner| Relation::of(owner, player.faction, &view.almanac().sides));
        let is_home = player.home.is_some_and(|(home, _)| home == body);
        let importance = (importance(this, owner, is_home)?, this.radius_km);
        let size = words_size(words_width(&this.name, SMALL_PIXELS), SMALL_PIXELS);
        let dot = (scale.to_map(*place) + 1.0) * MAP_RADIUS;
        scale.has_room_for(*place).then_some(Named { body, dot, size, importance })
    };
    let all: Vec<Named> = dots.iter().filter_map(|dot| named(dot.0)).collect();
    let signs = [
        battles::rooms(&sites, &scale, &places),
        landings::rooms(&invasions, &scale, &places),
        objectives::rooms(&aims, &scale, &places),
    ];
    let placed = placed(all, &signs.concat());
    let pointed = if map.get() { pointer.pointed() } else { None };
    for (name, mut text, mut color, mut transform, mut visibility) in &mut names {
        let shown = placed.get(name.0).filter(|(body, _)| pointed.is_none_or(|(other, _)| other != *body));
        let Some((this, (body, corner))) =
            shown.and_then(|shown| Some((sky.system.bodies.get(shown.0)?, shown)))
        else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        if text.0 != this.name {
            text.0.clone_from(&this.name);
        }
        color.set_if_neq(TextColor(view.owner(*body).map_or(QUIET, |owner| colors.of(owner))));
        transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
        visibility.set_if_neq(Visibility::Inherited);
    }
}

/// How important the name of a body is; `None` for one that needs none.
fn importance(this: &SystemBody, owner: Option<Relation>, is_home: bool) -> Option<u8> {
    match (owner, this.kind) {
        _ if is_home => Some(5),
        (Some(Relation::Own), _) => Some(4),
        (Some(Relation::Other), _) => Some(3),
        (Some(Relation::Ally), _) => Some(2),
        (None, BodyKind::Planet) => Some(1),
        (None, _) => None,
    }
}

/// The left upper corners of the most important names that have room on the map, clear of each other, of all dots and
/// of these signs.
fn placed(mut all: Vec<Named>, signs: &[Rect]) -> Vec<(BodyId, Vec2)> {
    all.sort_by(|one, other| {
        let ((one, one_km), (other, other_km)) = (one.importance, other.importance);
        other.cmp(&one).then(other_km.total_cmp(&one_km))
    });
    let whole = Rect::new(0.0, 0.0, 2.0 * MAP_RADIUS, 2.0 * MAP_RADIUS);
    let scale = words_size(words_width(SCALE_WORDS, SMALL_PIXELS), SMALL_PIXELS);
    let mut taken: Vec<Rect> = vec![Rect::from_corners(SCALE_CORNER, SCALE_CORNER + scale)];
    taken.extend(signs);
    taken.extend(all.iter().map(|named| Rect::from_center_half_size(named.dot, Vec2::splat(DOT_ROOM))));
    let mut found = Vec::new();
    for named in &all {
        let is_free = |area: &Rect| {
            let is_on_map = whole.contains(area.min) && whole.contains(area.max);
            is_on_map && taken.iter().all(|other| other.intersect(*area).is_empty())
        };
        let Some(area) = rooms(named.dot, named.size).into_iter().find(is_free) else { continue };
        taken.push(area);
        found.push((named.body, area.min));
        if found.len() == MOST_NAMES {
            break;
        }
    }
    found
}

/// The rooms for a name about a dot, the best first.
fn rooms(dot: Vec2, size: Vec2) -> [Rect; 4] {
    let half = 0.5 * size;
    let (aside, up) = (Vec2::X * (BESIDE + half.x), Vec2::Y * (ABOVE + half.y));
    [aside, -aside, -up, up].map(|away| Rect::from_center_half_size(dot + away, half))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(body: usize, dot: (f32, f32), importance: u8) -> Named {
        let size = Vec2::new(40.0, 16.0);
        Named { body: BodyId(body), dot: dot.into(), size, importance: (importance, 6_000.0) }
    }

    #[test]
    fn the_most_important_names_have_room_and_lie_on_nothing() {
        let dots = (0..9).map(|index| (30.0 + 12.0 * index as f32, 20.0 + 17.0 * index as f32));
        let all: Vec<Named> = dots.zip(0..).map(|(dot, body)| named(body, dot, body as u8)).collect();
        let found = placed(all.clone(), &[]);
        assert_eq!(found.len(), MOST_NAMES);
        assert_eq!(found[0].0, BodyId(8), "the most important one");
        let areas: Vec<Rect> =
            found.iter().map(|(_, corner)| Rect::from_corners(*corner, *corner + all[0].size)).collect();
        for (index, area) in areas.iter().enumerate() {
            assert!(areas[..index].iter().all(|other| other.intersect(*area).is_empty()), "{area:?}");
            assert!(all.iter().all(|named| !area.contains(named.dot)), "{area:?}");
        }
    }

    #[test]
    fn a_name_without_room_is_left_out() {
        let about = |dot: (f32, f32)| (0..5).map(move |at| named(at, (dot.0, dot.1 + 5.0 * at as f32), 1));
        assert!(placed(about((100.0, 60.0)).collect(), &[]).len() < 5);
        assert!(placed(vec![named(0, (100.0, 3.0), 1)], &[]).iter().all(|(_, corner)| corner.y >= 0.0));
    }

    #[test]
    fn a_name_gives_way_to_a_sign() {
        let all = || vec![named(0, (100.0, 100.0), 1)];
        let area = |signs: &[Rect]| {
            let (_, corner) = placed(all(), signs)[0];
            Rect::from_corners(corner, corner + all()[0].size)
        };
        let sign = Rect::from_center_size(Vec2::new(118.0, 92.0), Vec2::new(30.0, 30.0));
        assert!(!area(&[]).intersect(sign).is_empty(), "its best place is there");
        assert!(area(&[sign]).intersect(sign).is_empty());
        assert!(placed(all(), &[Rect::new(0.0, 0.0, 200.0, 200.0)]).is_empty());
    }
}
