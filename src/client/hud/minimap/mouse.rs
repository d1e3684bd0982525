//! The mouse on the minimap: finds the place of the world under the pointer, and looks there.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_panorbit_camera::PanOrbitCamera;
use glam::DVec3;

use super::battles::MapBattle;
use super::marks::{dot_pixels, on_square};
use super::names::{DOT_ROOM, MapNames};
use crate::client::hud::layout::places::{MAP_RADIUS, Minimap, on_map};
use crate::client::input::Tool;
use crate::client::input::press::CLICK_PIXELS;
use crate::client::scene::battle::battle_marks::pickable_with;
use crate::client::scene::system_map::MapScale;
use crate::client::view::camera::FARTHEST_AU;
use crate::client::view::{BodyPlaces, Focus, FocusTarget, MainCamera, Origin, UNIT_KM, ViewCamera};
use crate::level::StarSystem;
use crate::orbit::AU_KM;
use crate::sim::{BodyId, Sky};

/// Greatest distance between a click and the dot of its body, pixels.
const REACH_PIXELS: f32 = 12.0;
/// Greatest distance of a pointer that is on the dot itself, pixels.
const ON_DOT: f32 = 6.0;
/// Least distance of the view from a body, in its radii.
const NEAREST_RADII: f64 = 4.0;
/// Half the height of the view of open space reaches so many times as far as the nearest body: a look from the side
/// makes what lies behind the middle smaller.
const BEYOND_BODY: f64 = 1.6;

/// What a point of the map shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapSpot {
    /// The body's place, or that of the ecliptic, km.
    pub place: DVec3,
    /// The body whose dot or name is there.
    pub body: Option<BodyId>,
}

/// Query bundle for the places of the map.
#[derive(SystemParam)]
pub struct MapPlaces<'w, 's> {
    window: Option<Single<'w, 's, &'static Window, With<PrimaryWindow>>>,
    maps: Query<'w, 's, (), With<Minimap>>,
    view: Res<'w, ViewCamera>,
    ui_scale: Res<'w, UiScale>,
    scale: Res<'w, MapScale>,
    sky: Res<'w, Sky>,
    places: Res<'w, BodyPlaces>,
    names: Res<'w, MapNames>,
}

impl MapPlaces<'_, '_> {
    /// What is there if that panel is the map, logical pixels of the window; without a place under the pointer.
    pub fn under(&self, panel: Entity, at: Option<Vec2>) -> Option<MapSpot> {
        let pixel = at.or_else(|| self.window.as_ref()?.cursor_position())?;
        self.at(pixel).filter(|_| self.maps.contains(panel))
    }

    /// The body whose dot or name is under the pointer, and the place of the dot, in radii of the map.
    pub(super) fn pointed(&self) -> Option<(BodyId, Vec2)> {
        let pixel = self.window.as_ref()?.cursor_position()?;
        let MapSpot { place, body } = self.at(pixel)?;
        Some((body?, self.scale.to_map(place)))
    }

    /// Whether the pointer is on the dot of a body.
    pub(super) fn is_on_dot(&self) -> bool {
        let pixel = self.window.as_ref().and_then(|window| window.cursor_position());
        pixel.is_some_and(|pixel| {
            let mut dots = dots_from(&self.sky.system, &self.places, &self.scale, self.on_map(pixel));
            dots.any(|(_, pixels)| pixels <= ON_DOT)
        })
    }

    /// What is there, logical pixels of the window; `None` beside the map.
    fn at(&self, pixel: Vec2) -> Option<MapSpot> {
        self.spot(self.on_map(pixel), &self.names)
    }

    /// The same for a drag, with the edge of the map for places beside it. It goes past names without a halt.
    fn toward(&self, pixel: Vec2) -> Option<MapSpot> {
        self.spot(self.on_map(pixel).clamp_length_max(0.999), &MapNames::default())
    }

    fn on_map(&self, pixel: Vec2) -> Vec2 {
        let ui_scale = self.ui_scale.0;
        on_map(pixel / ui_scale, self.view.screen(ui_scale))
    }

    /// For a point in radii of the map.
    fn spot(&self, point: Vec2, names: &MapNames) -> Option<MapSpot> {
        let body = body_at(&self.sky.system, &self.places, &self.scale, names, point);
        // A name, and a part of the reach of a dot, may be beside the circle of the map.
        let of_body = body.and_then(|body| self.places.0.get(body)).copied();
        let place = of_body.or_else(|| self.scale.to_world(point))?;
        Some(MapSpot { place, body })
    }
}

/// The look while the left button is held since a press on the map.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct MapDrag(Option<HeldLook>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct HeldLook {
    /// The place that was looked at last, logical pixels.
    at: Vec2,
    /// Whether it has become a drag.
    is_drag: bool,
}

/// Query bundle for looks at places of the map.
#[derive(SystemParam)]
pub struct MapLook<'w, 's> {
    map: MapPlaces<'w, 's>,
    origin: Res<'w, Origin>,
    focus: ResMut<'w, Focus>,
    camera: Single<'w, 's, &'static mut PanOrbitCamera, With<MainCamera>>,
}

impl MapLook<'_, '_> {
    /// Moves the focus there: in a flight or, during a drag, at once. A flight begins even where the camera looks there
    /// already. Panels turn there once the press has ended as a click.
    fn look(&mut self, spot: Option<MapSpot>, flies: bool) {
        let Some(MapSpot { place, body }) = spot else { return };
        let target = body.map_or(FocusTarget::Point(place), FocusTarget::Body);
        let is_there = self.focus.target == target;
        if flies {
            self.focus.fly_by(target, self.origin.0, place);
        } else if !is_there {
            self.focus.jump_by(target);
        }
        if is_there {
            return;
        }
        if let Some(body) = body.and_then(|body| self.map.sky.system.bodies.get(body)) {
            let nearest_km = NEAREST_RADII * body.displayed_radius_km;
            self.see_from(nearest_km);
        }
    }

    /// Moves the view of open space so far away that a body is in the picture: an empty sky tells nothing. A drag waits
    /// for its end.
    fn keep_a_body(&mut self) {
        let FocusTarget::Point(place) = self.focus.target else { return };
        let bodies = self.map.places.0.iter().copied();
        if let Some(least_km) = least_view_km(place, bodies, self.map.view.tan_half_fov) {
            self.see_from(least_km);
        }
    }

    /// Moves the view away to this distance, km, if it is nearer.
    fn see_from(&mut self, least_km: f64) {
        self.camera.target_radius = self.camera.target_radius.max((least_km / UNIT_KM) as f32);
    }
}

/// Looks at the place of a press of the left button, logical pixels.
pub fn begin_look(In(at): In<Vec2>, mut look: MapLook, mut drag: ResMut<MapDrag>) {
    let spot = look.map.at(at);
    drag.0 = spot.map(|_| HeldLook { at, is_drag: false });
    look.look(spot, true);
}

/// The least distance of a view, km, of a place in open space that has the body nearest to it in the picture.
/// `tangent`: of half the angle of view.
fn least_view_km(place: DVec3, bodies: impl Iterator<Item = DVec3>, tangent: f64) -> Option<f64> {
    let nearest_km = bodies.map(|body| body.distance(place)).min_by(f64::total_cmp)?;
    Some((BEYOND_BODY * nearest_km / tangent.max(f64::MIN_POSITIVE)).min(FARTHEST_AU * AU_KM))
}

/// A drag moves the look; beside the map it goes on along the edge. A click has asked for its look.
pub fn drag_look(buttons: Res<ButtonInput<MouseButton>>, mut look: MapLook, mut drag: ResMut<MapDrag>) {
    let Some(mut held) = drag.0 else { return };
    let cursor = look.map.window.as_ref().and_then(|window| window.cursor_position()).unwrap_or(held.at);
    let least = if held.is_drag { 1.0 } else { CLICK_PIXELS };
    if cursor.distance(held.at) > least {
        let spot = look.map.toward(cursor);
        look.look(spot, false);
        held = HeldLook { at: cursor, is_drag: true };
    }
    let is_down = buttons.pressed(MouseButton::Left);
    if !is_down {
        look.keep_a_body();
        if !held.is_drag {
            look.focus.ask();
        }
    }
    drag.0 = is_down.then_some(held);
}

/// Lets the pointer through the signs of battles where a click means the map: on the dot of a body, and while a tool
/// waits for a click.
pub fn let_through(map: MapPlaces, tool: Res<Tool>, mut signs: Query<&mut Pickable, With<MapBattle>>) {
    let wanted = pickable(*tool, map.is_on_dot());
    for mut pickable in &mut signs {
        pickable.set_if_neq(wanted);
    }
}

/// Whether the sign of a battle takes the pointer, or lets it through to the map.
fn pickable(tool: Tool, is_on_dot: bool) -> Pickable {
    if is_on_dot { Pickable::IGNORE } else { pickable_with(tool) }
}

/// The bodies with dots, each with the distance of its dot from a place of the map, pixels.
fn dots_from(
    system: &StarSystem,
    places: &BodyPlaces,
    scale: &MapScale,
    point: Vec2,
) -> impl Iterator<Item = (BodyId, f32)> {
    let bodies = system.bodies.iter_enumerated().zip(&places.0);
    let dots = bodies.filter(|((_, body), _)| dot_pixels(body.kind).is_some());
    let drawn = dots.filter(move |(_, place)| scale.has_room_for(**place));
    drawn.map(move |((index, _), place)| (index, scale.to_map(*place).distance(point) * MAP_RADIUS))
}

/// The body whose dot is nearest to a place of the map, within reach; on a name its body, but for a dot that is right
/// there.
fn body_at(
    system: &StarSystem,
    places: &BodyPlaces,
    scale: &MapScale,
    names: &MapNames,
    point: Vec2,
) -> Option<BodyId> {
    let near = dots_from(system, places, scale, point);
    let named = names.0.iter().filter(|(_, room)| room.contains(on_square(point)));
    let near = near.filter(|(_, pixels)| *pixels <= REACH_PIXELS);
    let near = near.chain(named.map(|(body, _)| (*body, DOT_ROOM)));
    near.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::layout::places::MAP_MIDDLE;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::sim::visibility::test_support::{EARTH, MARS, TERRA};

    /// A world with a map under the mouse.
    fn with_map() -> crate::sim::Simulation {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        let scale = MapScale::of(&world.resource::<Sky>().system);
        world.insert_resource(scale);
        world.init_resource::<ViewCamera>();
        world.init_resource::<UiScale>();
        world.init_resource::<MapDrag>();
        world.init_resource::<MapNames>();
        world.init_resource::<Origin>();
        world.init_resource::<Focus>();
        world.init_resource::<ButtonInput<MouseButton>>();
        world.spawn((PanOrbitCamera::default(), MainCamera));
        world.spawn((Window::default(), PrimaryWindow));
        simulation
    }

    /// The dot of a body, logical pixels.
    fn dot_of(world: &World, body: BodyId) -> Vec2 {
        let screen = world.resource::<ViewCamera>().screen(1.0);
        let middle = screen - MAP_MIDDLE;
        let place = world.resource::<BodyPlaces>().0[body];
        middle + world.resource::<MapScale>().to_map(place) * MAP_RADIUS
    }

    #[test]
    fn a_dot_and_a_name_mean_their_body_and_nothing_else_does() {
        let mut simulation = with_map();
        let world = simulation.world_mut();
        let bodies = &world.resource::<Sky>().system;
        let (places, scale) = (world.resource::<BodyPlaces>(), world.resource::<MapScale>());
        let [earth, mars] = [EARTH, MARS].map(|body| scale.to_map(places.0[body]));
        let away = |from: Vec2, pixels: f32| from + from.normalize() * pixels / MAP_RADIUS;
        let found = |names: &MapNames, point: Vec2| body_at(bodies, places, scale, names, point);
        let bare = MapNames::default();
        assert_eq!(found(&bare, away(mars, REACH_PIXELS - 0.1)), Some(MARS));
        let beside = away(mars, REACH_PIXELS + 0.1);
        assert_eq!(found(&bare, beside), None);
        let about = |point: Vec2| Rect::from_center_size(on_square(point), Vec2::new(40.0, 16.0));
        let named = |body: BodyId, point: Vec2| MapNames(vec![(body, about(point))]);
        assert_eq!(found(&named(MARS, beside), beside), Some(MARS), "its name");
        let near_earth = away(earth, DOT_ROOM + 1.0);
        assert_eq!(found(&named(MARS, near_earth), near_earth), Some(MARS), "a name near another dot");
        assert_eq!(found(&named(MARS, earth), earth), Some(EARTH), "the dot itself");
    }

    /// The focus after a press on the dot of the Earth, and after a release at another place.
    fn looks(to: impl Fn(&World) -> Vec2) -> [Focus; 2] {
        let mut simulation = with_map();
        let world = simulation.world_mut();
        let (from, to) = (dot_of(world, EARTH), to(world));
        world.resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
        world.run_system_cached_with(begin_look, from).expect("it runs");
        let pressed = *world.resource::<Focus>();
        let mut windows = world.query::<&mut Window>();
        windows.single_mut(world).expect("there is one").set_cursor_position(Some(to));
        world.run_system_once(drag_look).expect("it runs");
        world.resource_mut::<ButtonInput<MouseButton>>().release(MouseButton::Left);
        world.run_system_once(drag_look).expect("it runs");
        [pressed, *world.resource::<Focus>()]
    }

    #[test]
    fn a_click_between_bodies_rises_until_one_is_in_the_picture() {
        let bodies = || [DVec3::X * 1.0e8, DVec3::Y * 9.0e8].into_iter();
        let least_km = least_view_km(DVec3::ZERO, bodies(), 0.4).expect("there are bodies");
        assert!(0.4 * least_km > 1.0e8 && 0.4 * least_km < 2.0e8, "{least_km}");
        assert_eq!(least_view_km(DVec3::ZERO, std::iter::empty(), 0.4), None);
        let limit_km = FARTHEST_AU * AU_KM;
        assert_eq!(least_view_km(DVec3::Z * 1.0e13, bodies(), 0.4), Some(limit_km));

        let mut simulation = with_map();
        let world = simulation.world_mut();
        let place = DVec3::new(-3.1e8, 0.0, 0.0);
        world.resource_mut::<Focus>().target = FocusTarget::Point(place);
        world.run_system_once(|mut look: MapLook| look.keep_a_body()).expect("it runs");
        let places = world.resource::<BodyPlaces>().0.iter().copied();
        let least_km = least_view_km(place, places, 0.4).expect("there are bodies");
        let mut cameras = world.query::<&PanOrbitCamera>();
        let seen_km = f64::from(cameras.single(world).expect("there is one").target_radius) * UNIT_KM;
        assert!(seen_km > 0.999 * least_km, "{seen_km} {least_km}");
    }

    #[test]
    fn a_sign_gives_way_to_the_dot_of_a_body_and_to_a_tool() {
        assert_eq!(pickable(Tool::Select, false), Pickable::default());
        assert_eq!(pickable(Tool::Select, true), Pickable::IGNORE);
        assert_eq!(pickable(Tool::Attack, false), Pickable::IGNORE);
    }

    #[test]
    fn the_pointer_is_on_a_dot_only_right_there() {
        let mut simulation = with_map();
        let world = simulation.world_mut();
        let dot = dot_of(world, MARS);
        let mut is_on_dot = |away: f32| {
            let mut windows = world.query::<&mut Window>();
            let at = Some(dot + Vec2::X * away);
            windows.single_mut(world).expect("there is one").set_cursor_position(at);
            world.run_system_once(|map: MapPlaces| map.is_on_dot()).expect("it runs")
        };
        assert!(is_on_dot(0.0) && is_on_dot(ON_DOT - 1.0) && !is_on_dot(ON_DOT + 1.0));
    }

    #[test]
    fn a_click_on_the_map_asks_for_its_body_and_a_drag_only_passes_by() {
        let seen = |focus: Focus| (focus.target, focus.flights, focus.passes_by);
        let [earth, mars] = [EARTH, MARS].map(FocusTarget::Body);
        let click = looks(|world| dot_of(world, EARTH) + Vec2::splat(2.0));
        assert_eq!(click.map(seen), [(earth, 0, true), (earth, 1, false)], "the hand may shake");
        let drag = looks(|world| dot_of(world, MARS));
        assert_eq!(drag.map(seen), [(earth, 0, true), (mars, 0, true)]);
    }
}
