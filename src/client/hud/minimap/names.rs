//! The names of the most important bodies, beside their dots, where the map has room for them, clear of the marks of
//! fleets, of the signs of battles and invasions and of flags, and if possible of all other dots. A name stands on a
//! plate over orbits and routes, and below what moves. It means its body, as the dot does.

use std::cmp::Ordering;

use bevy::prelude::*;

use super::marks::{MARK_PIXELS, MapBody, MapFleet, on_square};
use super::{battles, landings, objectives, scale_word};
use crate::client::frame::{Player, PollTimer, Relation};
use crate::client::hud::layout::places::{MAP_MIDDLE, MAP_SIDE};
use crate::client::models::FactionColors;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::scene::invasions::Invasions;
use crate::client::scene::labels::markers::{legible, words_size};
use crate::client::scene::labels::sky_label::padded;
use crate::client::scene::system_map::MapScale;
use crate::client::view::{BodyPlaces, Objectives, Sight};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{PANEL, QUIET, WORDS};
use crate::client::worlds::Kept;
use crate::level::{BodyKind, SystemBody};
use crate::sim::{BodyId, Sky};

/// The most names.
const MOST_NAMES: usize = 5;
/// From the middle of a dot to its name beside it, and above or below it, pixels.
const BESIDE: f32 = 8.0;
const ABOVE: f32 = 6.0;
/// The importance of the name of a planet without an owner.
const UNOWNED: u8 = 1;
/// Half the room of the star, pixels.
const STAR_ROOM: f32 = 6.0;
/// Half the room of a dot, pixels.
pub(super) const DOT_ROOM: f32 = 4.0;

/// A name that stays on the map, by its number.
#[derive(Component, Clone, Copy, Debug)]
pub struct LastingName(usize);

/// The bodies that have their names on the map, each with the room of its name, pixels from the upper left corner of
/// the square of the map.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct MapNames(pub(super) Vec<(BodyId, Rect)>);

impl MapNames {
    /// The room of the name of a body; `None` for one without a name on the map.
    pub(super) fn room_of(&self, body: BodyId) -> Option<Rect> {
        self.0.iter().find(|(named, _)| *named == body).map(|(_, room)| *room)
    }
}

/// A body that could have its name on the map.
#[derive(Clone, Copy, Debug)]
struct Named {
    body: BodyId,
    /// The middle of its dot, pixels from the upper left corner of the square of the map.
    dot: Vec2,
    /// The room of its name, pixels.
    size: Vec2,
    /// Its importance: the greater first, then the larger body.
    importance: (u8, f64),
}

/// Spawns the names, hidden. What is spawned before them lies under their plates, so that no line strikes them through;
/// what is spawned later lies over them, and is never hidden.
pub(super) fn spawn_names(commands: &mut Commands, map: Entity) {
    for index in 0..MOST_NAMES {
        let words = legible("", SMALL_PIXELS, WORDS);
        let place = (Visibility::Hidden, Pickable::IGNORE, ChildOf(map));
        commands.spawn((LastingName(index), padded(), words, place)).insert(BackgroundColor(PANEL));
    }
}

type NameParts<'a> =
    (&'a LastingName, &'a mut Text, &'a mut TextColor, &'a mut UiTransform, &'a mut Visibility);
type FleetParts<'a> = (&'a UiTransform, &'a Visibility);
type IsFleet = (With<MapFleet>, Without<LastingName>);

/// Puts the names beside their dots, a few times a second.
pub(super) fn place_names(
    (scale, places, sky): (Res<MapScale>, Res<BodyPlaces>, Res<Sky>),
    (sight, player, colors): (Sight, Res<Player>, Res<FactionColors>),
    (sites, invasions, aims): (Res<Sites>, Res<Invasions>, Res<Objectives>),
    (dots, fleets): (Query<&MapBody>, Query<FleetParts, IsFleet>),
    time: Res<Time<Real>>,
    mut names: Query<NameParts>,
    mut rooms: ResMut<MapNames>,
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
        let dot = on_square(scale.to_map(*place));
        scale.has_room_for(*place).then_some(Named { body, dot, size, importance })
    };
    let all: Vec<Named> = dots.iter().filter_map(|dot| named(dot.0)).collect();
    let seen = dots.iter().filter_map(|dot| places.0.get(dot.0)).filter(|place| scale.has_room_for(**place));
    let seen: Vec<Vec2> = seen.map(|place| on_square(scale.to_map(*place))).collect();
    let signs = [
        battles::rooms(&sites, &scale, &places),
        landings::rooms(&invasions, &scale, &places),
        objectives::rooms(&aims, &scale, &places),
        vec![scale_word::ROOM, star_room()],
        fleets.iter().filter_map(room_of_fleet).collect(),
    ];
    rooms.0 = placed(all, &seen, &signs.concat());
    for (name, mut text, mut color, mut transform, mut visibility) in &mut names {
        let shown = rooms.0.get(name.0);
        let Some((this, (body, room))) =
            shown.and_then(|shown| Some((sky.system.bodies.get(shown.0)?, shown)))
        else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        if text.0 != this.name {
            text.0.clone_from(&this.name);
        }
        color.set_if_neq(TextColor(view.owner(*body).map_or(QUIET, |owner| colors.of(owner))));
        transform.set_if_neq(UiTransform::from_translation(Val2::px(room.min.x, room.min.y)));
        visibility.set_if_neq(Visibility::Inherited);
    }
}

/// The room of the star, pixels from the upper left corner of the square of the map.
fn star_room() -> Rect {
    Rect::from_center_half_size(Vec2::splat(MAP_MIDDLE), Vec2::splat(STAR_ROOM))
}

/// The room of the mark of a fleet, pixels from the upper left corner of the square of the map; `None` while it is
/// hidden.
fn room_of_fleet((transform, visibility): FleetParts) -> Option<Rect> {
    let pixels = |length: Val| if let Val::Px(pixels) = length { pixels } else { 0.0 };
    let from_middle = Vec2::new(pixels(transform.translation.x), pixels(transform.translation.y));
    let middle = Vec2::splat(MAP_MIDDLE) + from_middle;
    (*visibility != Visibility::Hidden).then(|| Rect::from_center_size(middle, Vec2::splat(MARK_PIXELS)))
}

/// How important the name of a body is; `None` for one that needs none.
fn importance(this: &SystemBody, owner: Option<Relation>, is_home: bool) -> Option<u8> {
    match (owner, this.kind) {
        _ if is_home => Some(5),
        (Some(Relation::Own), _) => Some(4),
        (Some(Relation::Other), _) => Some(3),
        (Some(Relation::Ally), _) => Some(2),
        (None, BodyKind::Planet) => Some(UNOWNED),
        (None, _) => None,
    }
}

/// The rooms of the most important names that have one on the map, clear of each other, of the dots of all bodies that
/// could have a name, and of these signs. Rooms that are clear of all these dots, `seen`, are better.
fn placed(mut all: Vec<Named>, seen: &[Vec2], signs: &[Rect]) -> Vec<(BodyId, Rect)> {
    all.sort_by(|one, other| {
        let ((one, one_km), (other, other_km)) = (one.importance, other.importance);
        other.cmp(&one).then(other_km.total_cmp(&one_km))
    });
    let whole = Rect::new(0.0, 0.0, MAP_SIDE, MAP_SIDE);
    let of_dot = |dot: &Vec2| Rect::from_center_half_size(*dot, Vec2::splat(DOT_ROOM));
    let seen: Vec<Rect> = seen.iter().map(of_dot).collect();
    let mut taken: Vec<Rect> = signs.to_vec();
    taken.extend(all.iter().map(|named| of_dot(&named.dot)));
    let mut found = Vec::new();
    for named in &all {
        let is_clear = |area: &Rect, of: &[Rect]| of.iter().all(|other| other.intersect(*area).is_empty());
        let is_free = |area: &Rect| {
            let is_on_map = whole.contains(area.min) && whole.contains(area.max);
            is_on_map && is_clear(area, &taken)
        };
        let free: Vec<Rect> = rooms(named.dot, named.size).into_iter().filter(is_free).collect();
        let clear = free.iter().find(|area| is_clear(area, &seen));
        // Beside the dot of another body, the name of a planet without an owner would rather mislead.
        let crowded = free.first().filter(|_| named.importance.0 > UNOWNED);
        let Some(area) = clear.or(crowded).copied() else { continue };
        taken.push(area);
        found.push((named.body, area));
        if found.len() == MOST_NAMES {
            break;
        }
    }
    found
}

/// The rooms for a name about a dot, the best first: away from the star, where its own orbit is next to it.
fn rooms(dot: Vec2, size: Vec2) -> [Rect; 4] {
    let half = 0.5 * size;
    let (aside, up) = (Vec2::X * (BESIDE + half.x), Vec2::Y * (ABOVE + half.y));
    let outward = (dot - Vec2::splat(MAP_MIDDLE)).normalize_or_zero();
    let mut ways = [aside, -aside, -up, up];
    let gain = |way: &Vec2| outward.dot(way.normalize_or_zero());
    // Zeros of both signs are equal here.
    ways.sort_by(|one, other| gain(other).partial_cmp(&gain(one)).unwrap_or(Ordering::Equal));
    ways.map(|away| Rect::from_center_half_size(dot + away, half))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::minimap::marks::{beside_dot, moved};

    fn named(body: usize, dot: (f32, f32), importance: u8) -> Named {
        let size = Vec2::new(40.0, 16.0);
        Named { body: BodyId(body), dot: dot.into(), size, importance: (importance, 6_000.0) }
    }

    #[test]
    fn the_most_important_names_have_room_and_lie_on_nothing() {
        let dots = (0..9).map(|index| (30.0 + 12.0 * index as f32, 20.0 + 17.0 * index as f32));
        let all: Vec<Named> = dots.zip(0..).map(|(dot, body)| named(body, dot, body as u8)).collect();
        let found = placed(all.clone(), &[], &[]);
        assert_eq!(found.len(), MOST_NAMES);
        assert_eq!(found[0].0, BodyId(8), "the most important one");
        let areas: Vec<Rect> = found.iter().map(|(_, area)| *area).collect();
        for (index, area) in areas.iter().enumerate() {
            assert!(areas[..index].iter().all(|other| other.intersect(*area).is_empty()), "{area:?}");
            assert!(all.iter().all(|named| !area.contains(named.dot)), "{area:?}");
        }
    }

    #[test]
    fn a_name_without_room_is_left_out() {
        let about = |dot: (f32, f32)| (0..5).map(move |at| named(at, (dot.0, dot.1 + 5.0 * at as f32), 1));
        assert!(placed(about((100.0, 60.0)).collect(), &[], &[]).len() < 5);
        let at_edge = placed(vec![named(0, (100.0, 3.0), 1)], &[], &[]);
        assert!(at_edge.iter().all(|(_, area)| area.min.y >= 0.0));
    }

    #[test]
    fn a_name_gives_way_to_a_sign() {
        let all = || vec![named(0, (100.0, 100.0), 1)];
        let area = |signs: &[Rect]| placed(all(), &[], signs)[0].1;
        let sign = Rect::from_center_size(Vec2::new(118.0, 92.0), Vec2::new(30.0, 30.0));
        assert!(!area(&[]).intersect(sign).is_empty(), "its best place is there");
        assert!(area(&[sign]).intersect(sign).is_empty());
        assert!(placed(all(), &[], &[Rect::new(0.0, 0.0, 200.0, 200.0)]).is_empty());
    }

    #[test]
    fn a_name_gives_way_to_the_fleet_beside_the_dot_of_its_body() {
        let place = Vec2::new(0.2, 0.1);
        let (dot, fleet) = (on_square(place), moved(beside_dot(place, &[place])));
        let mark = room_of_fleet((&fleet, &Visibility::Inherited)).expect("it is shown");
        let name = |signs: &[Rect]| placed(vec![named(0, dot.into(), 1)], &[dot], signs)[0].1;
        assert!(!name(&[]).intersect(mark).is_empty(), "its best place is there");
        assert!(name(&[mark]).intersect(mark).is_empty());
        assert_eq!(room_of_fleet((&fleet, &Visibility::Hidden)), None);
    }

    #[test]
    fn a_name_keeps_clear_of_the_dots_of_bodies_without_names_if_it_can() {
        let dot = Vec2::splat(100.0);
        let found =
            |importance: u8, seen: &[Vec2]| placed(vec![named(0, (100.0, 100.0), importance)], seen, &[]);
        let best = found(3, &[dot])[0].1;
        assert!(found(3, &[dot, best.center()])[0].1.intersect(best).is_empty());
        let about = rooms(dot, best.size()).map(|room| room.center());
        assert_eq!(found(3, &about)[0].1, best, "there are dots everywhere: a name is better than none");
        assert!(found(UNOWNED, &about).is_empty(), "it would name another body");
    }

    #[test]
    fn a_name_stands_away_from_the_star() {
        let at = |x: f32, y: f32| placed(vec![named(0, (x, y), UNOWNED)], &[], &[star_room()])[0].1.center();
        assert!(at(140.0, 100.0).x > 140.0);
        assert!(at(60.0, 100.0).x < 60.0);
        assert!(at(100.0, 60.0).y < 60.0);
        assert!(at(100.0, 140.0).y > 140.0);
    }

    #[test]
    fn a_name_has_a_plate_over_the_orbits() {
        let mut world = World::new();
        let map = world.spawn_empty().id();
        spawn_names(&mut world.commands(), map);
        world.flush();
        let mut names = world.query_filtered::<&BackgroundColor, With<LastingName>>();
        let plates: Vec<Color> = names.iter(&world).map(|plate| plate.0).collect();
        assert_eq!(plates, [PANEL; MOST_NAMES]);
    }
}
