//! Moving marks of the minimap: bodies, fleets, and the camera's view.

use std::collections::{BTreeMap, BTreeSet};
use std::f32::consts::FRAC_1_SQRT_2;

use bevy::prelude::*;
use glam::DVec3;

use super::paint::WEDGE_SLOPE;
use crate::client::frame::{Player, PollTimer, Relation, visible_if};
use crate::client::hud::layout::places::{MAP_MIDDLE, MAP_RADIUS, Minimap};
use crate::client::models::{FactionColors, IconShape, Icons, ShipMark};
use crate::client::scene::sky::bodies::BodyColors;
use crate::client::scene::sky::crowd::Crowd;
use crate::client::scene::system_map::MapScale;
use crate::client::view::{BodyPlaces, Origin, ScreenAnchor, SeenShips, Sight, ViewCamera};
use crate::client::widgets::WORDS;
use crate::client::worlds::Kept;
use crate::level::{BodyKind, StarSystem};
use crate::sim::visibility::{LastKnown, WorldView};
use crate::sim::{BodyId, Sky};

/// The most fleets and ghosts on the map.
const MOST_MARKS: usize = 96;
/// The mark of a fleet on the map, whatever its ships.
const ANY_SHIP: IconShape = IconShape::Ship(ShipMark::Corvette);
/// Size of a fleet on the map, pixels.
pub(super) const MARK_PIXELS: f32 = 11.0;
/// A fleet nearer to the dot of a body than this stands at its upper right, so far from it, pixels: it does not hide
/// the body.
const BESIDE_DOT: f32 = 11.0;
/// Opacity of ghosts.
const GHOST_STRENGTH: f32 = 0.45;
/// Width of the outline of an owned body, and the gap between them, pixels.
const OWNER_LINE: f32 = 1.5;
const OWNER_GAP: f32 = 1.5;
/// Least size of an owned body of the crowd, pixels.
const CROWD_PIXELS: f32 = 4.0;
/// Size of the camera's view on the map, pixels.
const WEDGE_PIXELS: f32 = 60.0;
/// Least share of its size that the camera's view has near the rim: with none its node could not be drawn.
const LEAST_WEDGE: f32 = 0.01;
/// Length of the cross at the camera's focus, pixels.
const CROSS_PIXELS: f32 = 11.0;

/// Marks a body on the map, by its index in the sky.
#[derive(Component, Clone, Copy, Debug)]
pub struct MapBody(pub(super) BodyId);

/// The shape of a fleet on the map, with its index in the list.
#[derive(Component, Clone, Copy, Debug)]
pub struct MapFleet(usize);

/// Marks the signs of the camera.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapEye {
    /// The cross at the focus.
    Focus,
    /// The wedge of the view, from the eye's side of the focus.
    View,
}

/// A node of this size at the middle of the map.
pub fn centered(size: f32) -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(MAP_MIDDLE - 0.5 * size),
        top: px(MAP_MIDDLE - 0.5 * size),
        width: px(size),
        height: px(size),
        ..default()
    }
}

/// Spawns all marks of the map.
pub fn spawn_marks(
    commands: &mut Commands,
    map: Entity,
    system: &StarSystem,
    colors: &BodyColors,
    icons: &Icons,
    wedge: Handle<Image>,
) {
    commands.spawn((
        MapEye::View,
        centered(WEDGE_PIXELS),
        ImageNode::new(wedge).with_color(WORDS),
        Pickable::IGNORE,
        ChildOf(map),
    ));
    // The crowd is painted together with the orbits; see `part_crowd`.
    let crowd = Crowd::of(system);
    for ((index, body), color) in system.bodies.iter_enumerated().zip(&colors.0) {
        let Some(size) = dot_pixels(body.kind).filter(|_| !crowd.is_dot(index)) else { continue };
        commands.spawn((dot(index, size, *color), ChildOf(map)));
    }
    for index in 0..MOST_MARKS {
        commands.spawn((
            MapFleet(index),
            centered(MARK_PIXELS),
            ImageNode::new(icons.get(ANY_SHIP, true)),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(map),
        ));
    }
    let bar = |width: f32, height: f32| {
        let node = Node {
            position_type: PositionType::Absolute,
            left: px(0.5 * (CROSS_PIXELS - width)),
            top: px(0.5 * (CROSS_PIXELS - height)),
            width: px(width),
            height: px(height),
            ..default()
        };
        (node, BackgroundColor(WORDS), Pickable::IGNORE)
    };
    commands.spawn((
        MapEye::Focus,
        centered(CROSS_PIXELS),
        Pickable::IGNORE,
        ChildOf(map),
        children![bar(CROSS_PIXELS, 1.0), bar(1.0, CROSS_PIXELS)],
    ));
}

/// The dot of a body, with its size in pixels.
fn dot(body: BodyId, size: f32, color: Color) -> impl Bundle {
    let node = Node { border_radius: BorderRadius::all(px(0.5 * size)), ..centered(size) };
    let outline = Outline { width: px(OWNER_LINE), offset: px(OWNER_GAP), color: Color::NONE };
    (MapBody(body), node, BackgroundColor(color), outline, Pickable::IGNORE)
}

/// Gives dots to the bodies of the crowd that have a known owner, and takes them from those that have none any more.
pub fn part_crowd(
    mut commands: Commands,
    sight: Sight,
    (sky, crowd): (Res<Sky>, Res<Crowd>),
    map: Single<Entity, With<Minimap>>,
    colors: Res<BodyColors>,
    time: Res<Time<Real>>,
    dots: Query<(Entity, &MapBody)>,
    mut beat: Kept<PollTimer>,
) {
    if crowd.members().is_empty() || !beat.now().is_due(time.elapsed_secs_f64()) {
        return;
    }
    let view = sight.view();
    let is_wanted = |body: &BodyId| view.owner(*body).is_some();
    let owned: BTreeSet<BodyId> = crowd.members().iter().copied().filter(is_wanted).collect();
    let shown: BTreeMap<BodyId, Entity> = dots.iter().map(|(entity, body)| (body.0, entity)).collect();
    for body in owned.iter().filter(|body| !shown.contains_key(*body)) {
        let kind = sky.system.bodies.get(*body).map(|this| this.kind);
        let Some((kind, color)) = kind.zip(colors.0.get(*body)) else { continue };
        let size = dot_pixels(kind).unwrap_or(CROWD_PIXELS).max(CROWD_PIXELS);
        commands.spawn((dot(*body, size, *color), ChildOf(*map)));
    }
    for body in crowd.members().iter().filter(|body| !owned.contains(*body)) {
        if let Some(dot) = shown.get(body) {
            commands.entity(*dot).despawn();
        }
    }
}

/// Size of a body's dot, pixels; moons have none.
pub fn dot_pixels(kind: BodyKind) -> Option<f32> {
    match kind {
        BodyKind::Star => Some(10.0),
        BodyKind::Planet => Some(7.0),
        BodyKind::Dwarf => Some(4.0),
        BodyKind::Comet => Some(3.0),
        BodyKind::Moon => None,
    }
}

/// A place of the map, in its radii, as pixels from the upper left corner of its square.
pub(super) fn on_square(place: Vec2) -> Vec2 {
    place * MAP_RADIUS + MAP_MIDDLE
}

/// The room of a node of a size, pixels, at a place of the map; pixels from the upper left corner of its square.
pub(super) fn room(place: Vec2, size: Vec2) -> Rect {
    Rect::from_center_size(on_square(place), size)
}

/// The place nearest to one at which a node of a size, pixels, is wholly on the square of the map; in radii of the map.
pub(super) fn within(place: Vec2, size: Vec2) -> Vec2 {
    let most = (MAP_MIDDLE - 0.5 * size) / MAP_RADIUS;
    place.clamp(-most, most)
}

/// Moves a node to a place of the map.
pub(super) fn put(transform: &mut Mut<UiTransform>, place: Vec2) {
    transform.set_if_neq(moved(place));
}

/// The transform of a node at a place of the map.
pub(super) fn moved(place: Vec2) -> UiTransform {
    UiTransform::from_translation(Val2::px(place.x * MAP_RADIUS, place.y * MAP_RADIUS))
}

/// Puts the bodies in their places.
pub fn place_bodies(
    scale: Res<MapScale>,
    places: Res<BodyPlaces>,
    mut dots: Query<(&MapBody, &mut UiTransform, &mut Visibility)>,
) {
    for (body, mut transform, mut visibility) in &mut dots {
        let place = places.0.get(body.0).filter(|place| scale.has_room_for(**place));
        visibility.set_if_neq(visible_if(place.is_some()));
        if let Some(place) = place {
            put(&mut transform, scale.to_map(*place));
        }
    }
}

/// Gives every body the colour of its owner, and an outline about it: a circle for the player's own, a leaf for those
/// of allies, a square for those of others.
pub fn mark_owners(
    sight: Sight,
    (colors, unowned): (Res<FactionColors>, Res<BodyColors>),
    player: Res<Player>,
    time: Res<Time<Real>>,
    mut dots: Query<(&MapBody, &mut Node, &mut BackgroundColor, &mut Outline)>,
    mut beat: Kept<PollTimer>,
) {
    if !beat.now().is_due(time.elapsed_secs_f64()) {
        return;
    }
    let view = sight.view();
    for (body, mut node, mut fill, mut outline) in &mut dots {
        let owner = view.owner(body.0);
        let color = owner.map(|owner| colors.of(owner));
        let line = color.unwrap_or(Color::NONE);
        if outline.color != line {
            outline.color = line;
        }
        fill.set_if_neq(BackgroundColor(color.or(unowned.0.get(body.0).copied()).unwrap_or(WORDS)));
        let relation = owner.map(|owner| Relation::of(owner, player.faction, &view.almanac().sides));
        let radius = corners(relation.unwrap_or(Relation::Own));
        if node.border_radius != radius {
            node.border_radius = radius;
        }
    }
}

/// The corners of a dot: two of those of an ally's are square, as are those of its ring in the sky.
fn corners(owner: Relation) -> BorderRadius {
    let (round, square) = (percent(50), px(0));
    match owner {
        Relation::Own => BorderRadius::all(round),
        Relation::Ally => BorderRadius::new(round, square, round, square),
        Relation::Other => BorderRadius::all(square),
    }
}

/// A fleet in sight, or the ghosts of one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FleetMark {
    place: DVec3,
    color: Color,
    /// What its owner is to the player.
    owner: Relation,
    /// Whether it is only where it was seen last.
    is_ghost: bool,
}

impl FleetMark {
    fn picture(&self, icons: &Icons) -> Handle<Image> {
        match self.owner {
            _ if self.is_ghost => icons.get(IconShape::Contact, true),
            Relation::Other => icons.get(IconShape::Foe, true),
            Relation::Own | Relation::Ally => icons.of(ANY_SHIP, self.owner),
        }
    }
}

/// Places the marks of fleets in sight and of ghosts, a few times a second.
pub fn place_fleets(
    (scale, places, dots): (Res<MapScale>, Res<BodyPlaces>, Query<&MapBody>),
    ships: SeenShips,
    seen: Query<&ScreenAnchor>,
    sight: Sight,
    colors: Res<FactionColors>,
    player: Res<Player>,
    icons: Res<Icons>,
    time: Res<Time<Real>>,
    mut shapes: Query<(&MapFleet, &mut UiTransform, &mut Visibility, &mut ImageNode)>,
    mut beat: Kept<PollTimer>,
) {
    let beat = beat.now();
    if !beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    let mut marks: Vec<FleetMark> = ghost_marks(sight.view(), &colors);
    let me = player.faction;
    let in_sight = ships.iter().filter_map(|ship| {
        let place = seen.get(ship.entity).ok()?.place;
        Some(((ship.owner == me, ship.owner, ship.fleet), place))
    });
    let sides = &sight.view().almanac().sides;
    for ((_, owner, _), place) in middles(in_sight) {
        let (color, owner) = (colors.of(owner), Relation::of(owner, me, sides));
        marks.push(FleetMark { place, color, owner, is_ghost: false });
    }
    // Own fleets come last: they are kept, and drawn on top.
    let surplus = marks.len().saturating_sub(MOST_MARKS);
    marks.drain(..surplus);
    let dots = dots.iter().filter_map(|dot| places.0.get(dot.0));
    let dots: Vec<Vec2> = dots.map(|place| scale.to_map(*place)).collect();
    for (shape, mut transform, mut visibility, mut image) in &mut shapes {
        let mark = marks.get(shape.0);
        visibility.set_if_neq(visible_if(mark.is_some()));
        let Some(mark) = mark else { continue };
        put(&mut transform, beside_dot(scale.to_map(mark.place), &dots));
        let wanted = mark.picture(&icons);
        if image.image != wanted || image.color != mark.color {
            image.image = wanted;
            image.color = mark.color;
        }
    }
}

/// The place of a fleet on the map that hides none of these dots, in radii of the map.
pub(super) fn beside_dot(place: Vec2, dots: &[Vec2]) -> Vec2 {
    let reach = BESIDE_DOT / MAP_RADIUS;
    let hidden = dots.iter().find(|dot| dot.distance_squared(place) < reach * reach);
    let corner = Vec2::new(FRAC_1_SQRT_2, -FRAC_1_SQRT_2);
    hidden.map_or(place, |dot| within(*dot + corner * reach, Vec2::splat(MARK_PIXELS)))
}

/// The middles of places that have the same key, in the order of the keys.
fn middles<Key: Ord>(places: impl Iterator<Item = (Key, DVec3)>) -> BTreeMap<Key, DVec3> {
    let mut sums: BTreeMap<Key, (DVec3, u32)> = BTreeMap::new();
    for (key, place) in places {
        let (sum, count) = sums.entry(key).or_insert((DVec3::ZERO, 0));
        *sum += place;
        *count += 1;
    }
    sums.into_iter().map(|(key, (sum, count))| (key, sum / f64::from(count.max(1)))).collect()
}

/// Marks of ghosts: one for each faction and well, and one for each ghost outside wells.
fn ghost_marks(view: WorldView, colors: &FactionColors) -> Vec<FleetMark> {
    let key = |ghost: &LastKnown| (ghost.faction, ghost.anchor.ok_or(ghost.id()));
    let known = view.ghosts().map(|ghost| (key(ghost), view.place_of(ghost)));
    let marks = middles(known).into_iter().map(|((faction, _), place)| {
        let color = colors.of(faction).with_alpha(GHOST_STRENGTH);
        FleetMark { place, color, owner: Relation::Other, is_ghost: true }
    });
    marks.collect()
}

/// Moves the cross to the camera's focus, and turns the wedge toward the camera.
pub fn place_camera(
    scale: Res<MapScale>,
    origin: Res<Origin>,
    view: Res<ViewCamera>,
    mut marks: Query<(&MapEye, &mut UiTransform)>,
) {
    let place = scale.to_map(origin.0);
    for (eye, mut transform) in &mut marks {
        let (rotation, scale) = match eye {
            MapEye::Focus => (Rot2::IDENTITY, Vec2::ONE),
            MapEye::View => {
                let bearing = bearing(view.forward, view.up);
                (Rot2::radians(bearing), Vec2::splat(wedge_share(place, bearing)))
            }
        };
        let translation = Val2::px(place.x * MAP_RADIUS, place.y * MAP_RADIUS);
        transform.set_if_neq(UiTransform { translation, rotation, scale });
    }
}

/// The share of its size that the camera's view has at a place of the map, in its radii from the middle: as it fades
/// ends with an arc, it is shortened rather than cut off at the rim.
fn wedge_share(place: Vec2, bearing: f32) -> f32 {
    let room = |turn: f32| {
        let (sine, cosine) = (bearing + turn).sin_cos();
        let along = place.dot(Vec2::new(sine, -cosine));
        (along * along + 1.0 - place.length_squared()).max(0.0).sqrt() - along
    };
    let (spread, length) = (WEDGE_SLOPE.atan(), 0.5 * WEDGE_PIXELS / MAP_RADIUS);
    let most = [-spread, 0.0, spread].map(room).into_iter().fold(length, f32::min);
    (most / length).max(LEAST_WEDGE)
}

/// The bearing of a view on the map, radians clockwise from straight up.
fn bearing(forward: DVec3, up: DVec3) -> f32 {
    // Looking straight down, the way ahead is up the screen; looking along the plane it is forward.
    let ahead = forward * up.z.abs() + up * forward.z.abs();
    libm::atan2(ahead.x, ahead.y) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wedge_turns_with_the_view() {
        let quarter = std::f32::consts::FRAC_PI_2;
        assert_eq!(bearing(DVec3::Y, DVec3::Z), 0.0);
        assert!((bearing(DVec3::X, DVec3::Z) - quarter).abs() < 1.0e-6);
        assert!((bearing(DVec3::NEG_Z, DVec3::X) - quarter).abs() < 1.0e-6, "straight down");
    }

    #[test]
    fn the_wedge_ends_at_the_rim() {
        let half_turn = std::f32::consts::PI;
        assert_eq!(wedge_share(Vec2::ZERO, 1.0), 1.0);
        assert_eq!(wedge_share(Vec2::NEG_Y, 0.0), LEAST_WEDGE, "outward");
        assert_eq!(wedge_share(Vec2::NEG_Y, half_turn), 1.0, "inward");
        let near_rim = wedge_share(Vec2::new(0.0, -0.85), 0.0);
        assert!((0.4..0.51).contains(&near_rim), "{near_rim}");
    }

    #[test]
    fn a_dot_tells_the_kind_of_its_body() {
        let kinds = [BodyKind::Star, BodyKind::Planet, BodyKind::Dwarf, BodyKind::Comet];
        assert!(kinds.map(dot_pixels).is_sorted_by(|one, next| one > next));
        assert_eq!(dot_pixels(BodyKind::Moon), None);
    }

    #[test]
    fn own_fleets_those_of_allies_of_others_and_contacts_have_shapes_of_their_own() {
        let icons = Icons::draw(&mut Assets::<Image>::default());
        let of = |owner: Relation, is_ghost: bool| {
            FleetMark { place: DVec3::ZERO, color: WORDS, owner, is_ghost }.picture(&icons)
        };
        let [own, ally, other, ghost] = [
            of(Relation::Own, false),
            of(Relation::Ally, false),
            of(Relation::Other, false),
            of(Relation::Other, true),
        ];
        let all = [&own, &ally, &other, &ghost];
        for (index, one) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|before| before != one), "{index}");
        }
        let dots = [Relation::Own, Relation::Ally, Relation::Other].map(corners);
        assert!(dots[0] != dots[1] && dots[1] != dots[2] && dots[0] != dots[2]);
    }

    #[test]
    fn a_fleet_at_a_body_stands_beside_its_dot() {
        let dots = [Vec2::new(0.3, 0.2), Vec2::new(0.95, 0.0)];
        assert_eq!(beside_dot(Vec2::new(-0.4, 0.1), &dots), Vec2::new(-0.4, 0.1));
        let moved = beside_dot(dots[0], &dots);
        assert!((moved.distance(dots[0]) * MAP_RADIUS - BESIDE_DOT).abs() < 0.01, "{moved}");
        assert_is_on_square(room(beside_dot(dots[1], &dots), Vec2::splat(MARK_PIXELS)));
    }

    /// Fails if a part of a node would be cut off, pixels.
    fn assert_is_on_square(area: Rect) {
        let square = Rect::new(0.0, 0.0, 2.0 * MAP_MIDDLE, 2.0 * MAP_MIDDLE).inflate(0.01);
        assert!(square.contains(area.min) && square.contains(area.max), "{area:?}");
    }

    #[test]
    fn a_body_at_the_rim_is_whole_with_its_ring_and_its_fleet() {
        let dot = dot_pixels(BodyKind::Planet).expect("it has a dot");
        let ringed = Vec2::splat(dot + 2.0 * (OWNER_GAP + OWNER_LINE));
        for step in 0..64_u8 {
            let place = Vec2::from_angle(std::f32::consts::TAU * f32::from(step) / 64.0);
            assert_is_on_square(room(place, ringed));
            let fleet = room(beside_dot(place, &[place]), Vec2::splat(MARK_PIXELS));
            assert_is_on_square(fleet);
            assert!(!fleet.contains(on_square(place)), "{place}: it hides the body");
        }
    }

    #[test]
    fn a_node_that_would_be_cut_off_moves_onto_the_square() {
        let size = Vec2::new(20.0, 10.0);
        assert_eq!(within(Vec2::new(0.3, -0.7), size), Vec2::new(0.3, -0.7));
        let area = room(within(Vec2::new(1.2, -1.2), size), size);
        assert!((area.max.x - 2.0 * MAP_MIDDLE).abs() < 0.01 && area.min.y.abs() < 0.01, "{area:?}");
    }

    #[test]
    fn a_fleet_is_marked_at_its_middle() {
        let places = [(1, DVec3::X), (2, DVec3::Y), (1, DVec3::X * 3.0)];
        let found: Vec<(i32, DVec3)> = middles(places.into_iter()).into_iter().collect();
        assert_eq!(found, [(1, DVec3::X * 2.0), (2, DVec3::Y)]);
    }
}
