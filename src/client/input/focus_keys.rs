//! Keys that focus an object.

use std::f32::consts::TAU;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::bookmarks::Bookmark;
use super::selection::{Inspected, Selected};
use crate::client::frame::Player;
use crate::client::settings::{Action, Actions};
use crate::client::view::camera::FARTHEST_AU;
use crate::client::view::first_look::{BODY_LIT, HULLS_LIT, lit_yaw};
use crate::client::view::focus::{MIDDLE, innermost};
use crate::client::view::framing::{Ball, FreeArea, Part, close_distance_km, overview_reach_km};
use crate::client::view::scale::to_world;
use crate::client::view::{
    BodyPlaces, FocusTarget, Gaze, LaterPlaces, Sight, TargetPlaces, ViewCamera, body_distance_km,
};
use crate::client::worlds::Kept;
use crate::level::{BodyKind, StarSystem};
use crate::orbit::AU_KM;
use crate::sim::{ArmsTable, BodyId, MemberOf, Ship, Sky};

/// The least angle of a view of the whole system over the plane of its orbits, radians: from lower down they lie on top
/// of each other.
const STEEP: f32 = 0.96;

/// A view of a fight from farther off than this many times its usual distance is none: the battle is small in it.
const FAR_VIEW: f64 = 1.6;

/// Query bundle for views of the selection.
#[derive(SystemParam)]
pub struct SelectionViews<'w, 's> {
    places: TargetPlaces<'w, 's>,
    sky: Res<'w, Sky>,
    bodies: Res<'w, BodyPlaces>,
    selected: Query<'w, 's, (Entity, &'static Ship, &'static MemberOf), With<Selected>>,
    later: Res<'w, LaterPlaces>,
    view: Res<'w, ViewCamera>,
    free: Res<'w, FreeArea>,
    sight: Sight<'w, 's>,
    arms_table: Res<'w, ArmsTable>,
    gaze: Gaze<'w, 's>,
}

impl SelectionViews<'_, '_> {
    /// Shows the selection: while foes and it can shoot at each other, all of them between the panels; else together
    /// with the body that it is at. If these are in the picture already, it shows the selection alone and from near.
    /// All is seen from its lit side. Returns whether there is a selection.
    pub fn frame(&mut self) -> bool {
        let ships = self.selected.iter().filter_map(|(entity, ship, _)| {
            let place = self.places.of(FocusTarget::Ship(entity))?;
            Some(FramedShip { entity, place, radius_km: ship.radius_km })
        });
        let ships: Vec<FramedShip> = ships.collect();
        let Some(first) = ships.first() else { return false };
        let (yaw, pitch) = self.gaze.angles();
        let yaw = lit_yaw(first.place, (yaw, pitch), HULLS_LIT);
        let axes = axes_at(yaw, pitch);
        if !self.frame_fight(&ships, axes) {
            let Some((ship, alone)) = frame(&ships, axes) else { return false };
            let foes_are_shown = !self.foes_of(&ships).is_empty();
            let about = innermost(ship.place, &self.sky, &self.bodies, |_| !foes_are_shown);
            let hidden = about.filter(|body| !self.view.shows(self.bodies.0[*body]));
            let ball = hidden.map_or(alone, |body| {
                let radius_km = self.sky.system.bodies[body].displayed_radius_km;
                alone.with(self.bodies.0[body] - ship.place, radius_km)
            });
            self.gaze.frame(FocusTarget::Ship(ship.entity), ship.place, ball);
        }
        self.gaze.turn_to(yaw, pitch);
        true
    }

    /// Shows both sides of the fight of these ships, if they are in one that is not in the picture already.
    fn frame_fight(&mut self, ships: &[FramedShip], axes: [DVec3; 3]) -> bool {
        let foes = self.foes_of(ships);
        let all = || ships.iter().map(|ship| (ship.place, ship.radius_km)).chain(foes.iter().copied());
        let (middle, ball) = fight_ball(all, axes);
        let usual_km = ball.distance_km(&self.view, &self.free);
        let is_shown =
            self.gaze.distance_km() < FAR_VIEW * usual_km && all().all(|(place, _)| self.view.shows(place));
        if foes.is_empty() || is_shown {
            return false;
        }
        let about = innermost(middle, &self.sky, &self.bodies, |_| true);
        let target = about.map_or(FocusTarget::Point(middle), |body| {
            FocusTarget::Beside(body, middle - self.bodies.0[body])
        });
        self.gaze.frame(target, middle, ball);
        true
    }

    /// The foes in sight that can shoot at one of these ships, or that it can shoot at: places and radii, km.
    fn foes_of(&self, ships: &[FramedShip]) -> Vec<(DVec3, f64)> {
        let (view, table) = (self.sight.view(), &self.arms_table);
        let own_km = self.selected.iter().filter_map(|(_, ship, _)| table.ships.get(ship.class));
        let own_km = own_km.map(|class| class.range_km).fold(0.0, f64::max);
        let is_near = |place: DVec3, range_km: f64| {
            let reach_km = own_km.max(range_km);
            ships.iter().any(|ship| ship.place.distance(place) < reach_km)
        };
        let foes = view.ships().filter(|seen| view.is_foe(seen.owner)).filter(|seen| {
            let class = table.ships.get(seen.ship.class);
            is_near(seen.position, class.map_or(0.0, |class| class.range_km))
        });
        let structures = view.structures().filter(|seen| view.is_foe(seen.structure.faction));
        let structures = structures.filter(|seen| {
            let class = table.structures.get(seen.structure.class);
            is_near(seen.position, class.map_or(0.0, |class| class.range_km))
        });
        let foes = foes.map(|seen| (seen.position, seen.ship.radius_km));
        foes.chain(structures.map(|seen| (seen.position, seen.structure.radius_km))).collect()
    }

    /// Shows where the selection is at the later time that the player looks at, from no nearer than before: nothing but
    /// outlines is there. Returns whether it is somewhere then.
    fn frame_later(&mut self) -> bool {
        let later = |fleet: &MemberOf| self.later.0.get(&fleet.0).copied();
        if !self.selected.iter().any(|(.., fleet)| later(fleet).is_some()) {
            return false;
        }
        let ships = self.selected.iter().filter_map(|(entity, ship, fleet)| {
            let place = later(fleet).or_else(|| self.places.of(FocusTarget::Ship(entity)))?;
            Some(FramedShip { entity, place, radius_km: ship.radius_km })
        });
        let (yaw, pitch) = self.gaze.angles();
        let Some((ship, ball)) = frame(&ships.collect::<Vec<_>>(), axes_at(yaw, pitch)) else { return false };
        let ball = Ball { least_km: self.gaze.distance_km(), ..ball };
        self.gaze.frame(FocusTarget::Point(ship.place), ship.place, ball);
        true
    }

    /// Shows a body with its well, from its lit side.
    fn look_at(&mut self, body: BodyId) {
        if let Some(place) = self.places.of(FocusTarget::Body(body)) {
            let this = self.sky.system.bodies.get(body);
            let is_star = this.is_some_and(|this| this.kind == BodyKind::Star);
            self.gaze.fly_to(FocusTarget::Body(body), place, this.map(body_distance_km));
            if !is_star {
                self.see_lit(place);
            }
        }
    }

    /// Turns the view of a place, km, to its lit side, if it would show the dark one.
    fn see_lit(&mut self, place: DVec3) {
        let (yaw, pitch) = self.gaze.angles();
        self.gaze.turn_to(lit_yaw(place, (yaw, pitch), BODY_LIT), pitch);
    }
}

/// Keys that focus an object. The key for the selection shows it at the later time that the player looks at, and the
/// clicked body if no ship is selected; that for the whole system shows its inner planets next, and then the earlier
/// view.
pub fn focus_keys(
    actions: Actions,
    player: Res<Player>,
    free: Res<FreeArea>,
    inspected: Res<Inspected>,
    mut views: SelectionViews,
    mut before: Kept<Option<Bookmark>>,
) {
    if player.is_changed() {
        // Another player must not look at what the one before saw.
        *before.now() = None;
    }
    if actions.just_pressed(&Action::Focus)
        && !views.frame_later()
        && !views.frame()
        && let Some(body) = inspected.0
    {
        views.look_at(body);
    }
    if actions.just_pressed(&Action::Home)
        && let Some((body, _)) = player.home
    {
        views.look_at(body);
    }
    let SelectionViews { places, sky, bodies, view, gaze, .. } = &mut views;
    let view: &ViewCamera = view;
    if actions.just_pressed(&Action::Overview) {
        // The camera has the same limit, so the distance of a flight there is recognised.
        let seen_from_km =
            |radius_km: f64| whole(radius_km).distance_km(view, &free).min(FARTHEST_AU * AU_KM);
        look_at_all(&sky.system, bodies, seen_from_km, places, gaze, before.now());
    }
}

/// Looks at the whole system, after that at its inner planets, and then as `before`. `seen_from_km`: the distance of
/// the camera for a reach, km both. The system is seen from the side from which the minimap shows it: what is at the
/// left in one is at the left in the other.
fn look_at_all(
    system: &StarSystem,
    bodies: &BodyPlaces,
    seen_from_km: impl Fn(f64) -> f64 + Copy,
    places: &TargetPlaces,
    gaze: &mut Gaze,
    before: &mut Option<Bookmark>,
) {
    let present_km = (gaze.target() == MIDDLE).then(|| gaze.distance_km());
    if present_km.is_none() {
        *before = Some(Bookmark::of(gaze));
    }
    let next_km = next_overview_km(system, bodies, present_km, seen_from_km);
    let back = before.and_then(|before| Some((before, places.of(before.target)?)));
    if let (None, Some((before, place))) = (next_km, back) {
        return before.restore(gaze, place);
    }
    let radius_km = next_km.unwrap_or_else(|| overview_reach_km(system, bodies, None, seen_from_km));
    let (yaw, pitch) = gaze.angles();
    gaze.frame(MIDDLE, DVec3::ZERO, whole(radius_km));
    gaze.turn_to(as_on_map(yaw), pitch.max(STEEP));
}

/// The reach of the overview that follows the present one, km; `None` after the last of them. `present_km`: the
/// camera's distance from the middle of the system, if it looks there.
fn next_overview_km(
    system: &StarSystem,
    bodies: &BodyPlaces,
    present_km: Option<f64>,
    seen_from_km: impl Fn(f64) -> f64 + Copy,
) -> Option<f64> {
    let first_km = overview_reach_km(system, bodies, None, seen_from_km);
    let next_km = overview_reach_km(system, bodies, present_km, seen_from_km);
    (present_km.is_none() || next_km != first_km).then_some(next_km)
}

/// The yaw at which what is up on the minimap is ahead; of all of them the one that needs the shortest turn, radians.
fn as_on_map(yaw: f32) -> f32 {
    TAU * (yaw / TAU).round()
}

/// A ship to be in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FramedShip {
    entity: Entity,
    /// km.
    place: DVec3,
    radius_km: f64,
}

/// A system to be seen whole, from any distance.
fn whole(radius_km: f64) -> Ball {
    Ball { radius_km, least_km: 0.0, part: Part::Disc }
}

/// The directions to the right, up, and toward the camera in a view from this yaw and pitch, radians.
fn axes_at(yaw: f32, pitch: f32) -> [DVec3; 3] {
    let turn = Quat::from_rotation_y(yaw) * Quat::from_rotation_x(-pitch);
    [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| to_world(turn * axis).normalize())
}

/// The ship in the middle of some, as they are seen along these axes, and what is to be seen about it: all of them.
fn frame(ships: &[FramedShip], axes: [DVec3; 3]) -> Option<(FramedShip, Ball)> {
    let balls = || ships.iter().map(|ship| (ship.place, ship.radius_km));
    let (middle, _) = fight_ball(balls, axes);
    let [right, up, _] = axes;
    let from_middle_km = |ship: &FramedShip| {
        let offset = ship.place - middle;
        offset.dot(right).hypot(offset.dot(up))
    };
    let nearest = ships.iter().min_by(|one, other| {
        from_middle_km(one).total_cmp(&from_middle_km(other)).then(one.entity.cmp(&other.entity))
    })?;
    let radius_km = balls().map(|(place, km)| place.distance(nearest.place) + km).fold(0.0, f64::max);
    let least_km = close_distance_km(nearest.radius_km);
    Some((*nearest, Ball { radius_km, least_km, part: Part::about(nearest.place, balls(), axes) }))
}

/// The middle of these balls, places and radii, km, as they are seen along these axes, and what is to be seen about it.
fn fight_ball<I: Iterator<Item = (DVec3, f64)>>(balls: impl Fn() -> I, axes: [DVec3; 3]) -> (DVec3, Ball) {
    // The axes are those of the renderer, in floats: what is far from the star is measured from near by.
    let origin = balls().next().map_or(DVec3::ZERO, |(place, _)| place);
    let middle_along = |axis: DVec3| {
        let ends = balls().map(|(place, _)| (place - origin).dot(axis));
        let (least, most) = ends.fold((0.0_f64, 0.0_f64), |(least, most), at| (least.min(at), most.max(at)));
        axis * (0.5 * (least + most))
    };
    let middle = origin + axes.map(middle_along).into_iter().sum::<DVec3>();
    let radius_km = balls().map(|(place, km)| place.distance(middle) + km).fold(0.0, f64::max);
    let least_km = balls().map(|(_, km)| close_distance_km(km)).fold(0.0, f64::max);
    (middle, Ball { radius_km, least_km, part: Part::about(middle, balls(), axes) })
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy_panorbit_camera::PanOrbitCamera;
    use leafwing_input_manager::prelude::ActionState;

    use super::*;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::hud::warnings::example::system;
    use crate::client::view::{Focus, MainCamera, Origin, turned};
    use crate::sim::Simulation;
    use crate::sim::visibility::test_support::{EARTH, TERRA};

    /// A world with a camera, in which the key for the selection is pressed.
    fn with_pressed_key() -> Simulation {
        with_pressed(Action::Focus)
    }

    /// The same with another key.
    fn with_pressed(key: Action) -> Simulation {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        let mut actions = ActionState::<Action>::default();
        actions.press(&key);
        world.spawn(actions);
        world.spawn((PanOrbitCamera::default(), MainCamera));
        world.init_resource::<FreeArea>();
        world.init_resource::<ViewCamera>();
        world.init_resource::<Origin>();
        world.init_resource::<Focus>();
        world.init_resource::<LaterPlaces>();
        world.insert_resource(Inspected(None));
        simulation
    }

    #[test]
    fn at_a_later_time_the_key_shows_where_the_selection_is_then() {
        let mut simulation = with_pressed_key();
        let world = simulation.world_mut();
        let mut ships = world.query::<(Entity, &MemberOf)>();
        let found = ships.iter(world).next().map(|(ship, fleet)| (ship, fleet.0));
        let (ship, fleet) = found.expect("there is a ship");
        world.entity_mut(ship).insert(Selected);
        let place = DVec3::X * AU_KM;
        world.insert_resource(LaterPlaces([(fleet, place)].into_iter().collect()));
        world.run_system_once(focus_keys).expect("it runs");
        assert_eq!(world.resource::<Focus>().target, FocusTarget::Point(place));
    }

    #[test]
    fn without_a_selected_ship_the_key_shows_the_clicked_body() {
        let mut simulation = with_pressed_key();
        let world = simulation.world_mut();
        for (clicked, target) in [(None, MIDDLE), (Some(EARTH), FocusTarget::Body(EARTH))] {
            world.insert_resource(Inspected(clicked));
            world.run_system_once(focus_keys).expect("it runs");
            assert_eq!(world.resource::<Focus>().target, target);
        }
    }

    #[test]
    fn a_clicked_body_is_seen_from_its_lit_side() {
        let mut simulation = with_pressed_key();
        let world = simulation.world_mut();
        world.insert_resource(Inspected(Some(EARTH)));
        let toward_star = turned(-world.resource::<BodyPlaces>().of(Some(EARTH)).normalize());
        for yaw in [0.0, 1.5, 3.0, 4.5_f32] {
            let mut cameras = world.query::<&mut PanOrbitCamera>();
            cameras.single_mut(world).expect("there is one camera").target_yaw = yaw;
            world.run_system_once(focus_keys).expect("it runs");
            let yaw = cameras.single(world).expect("there is one camera").target_yaw;
            let eye = Vec3::new(yaw.sin(), 0.0, yaw.cos());
            assert!(eye.dot(toward_star) > -0.1, "{yaw}");
        }
    }

    #[test]
    fn the_whole_system_is_seen_as_the_map_shows_it() {
        let mut simulation = with_pressed(Action::Overview);
        let world = simulation.world_mut();
        for (pitch, seen) in [(-0.5, STEEP), (0.1, STEEP), (1.2, 1.2)] {
            let mut cameras = world.query::<&mut PanOrbitCamera>();
            let mut camera = cameras.single_mut(world).expect("there is one camera");
            (camera.target_yaw, camera.target_pitch) = (2.5, pitch);
            world.run_system_once(focus_keys).expect("it runs");
            let camera = cameras.single(world).expect("there is one camera");
            assert_eq!((camera.target_yaw, camera.target_pitch), (0.0, seen));
        }
        assert_eq!([0.3, 3.0, 4.0, -4.0].map(as_on_map), [0.0, 0.0, TAU, -TAU], "the shortest turn");
        assert!((50.0..60.0).contains(&STEEP.to_degrees()));
    }

    #[test]
    fn after_the_last_overview_nothing_follows() {
        let seen_from_km = |reach_km: f64| 2.6 * reach_km;
        let system = system();
        let next_km = |present_km: Option<f64>| {
            next_overview_km(&system, &BodyPlaces::default(), present_km, seen_from_km)
        };
        let whole_km = next_km(None).expect("the first one");
        let second_km = next_km(Some(seen_from_km(whole_km)));
        let last_km = second_km.unwrap_or(whole_km);
        assert_eq!(next_km(Some(seen_from_km(last_km))), None);
        assert!(last_km <= whole_km, "the inner planets come after all of them");
    }

    #[test]
    fn all_of_the_selection_is_in_the_picture() {
        let view = ViewCamera { viewport: glam::DVec2::new(1280.0, 720.0), tan_half_fov: 0.4, ..default() };
        let mut world = World::new();
        let ship = |place: DVec3, entity: Entity| FramedShip { entity, place, radius_km: 1.0 };
        let entities = [(); 3].map(|()| world.spawn_empty().id());
        let whole = FreeArea::default();
        let axes = axes_at(0.0, 0.0);
        assert_eq!(frame(&[], axes), None);
        let (one, ball) = frame(&[ship(DVec3::ZERO, entities[0])], axes).expect("there is a ship");
        assert_eq!(one.entity, entities[0]);
        let distance_km = ball.distance_km(&view, &whole);
        assert_eq!(distance_km, close_distance_km(1.0));
        let share = 2.0 * view.pixels_per_radius(distance_km) / view.viewport.y;
        assert!((0.25..0.4).contains(&share), "a single ship fills a third of the height: {share}");
        let row = [0.0, 40_000.0, 100_000.0].map(|x| DVec3::new(x, 0.0, 0.0));
        let ships: Vec<FramedShip> =
            row.iter().zip(entities).map(|(place, entity)| ship(*place, entity)).collect();
        let (middle, ball) = frame(&ships, axes).expect("there are ships");
        assert_eq!(middle.entity, entities[1]);
        let distance_km = ball.distance_km(&view, &whole);
        let half_width_km = distance_km * view.tan_half_fov * 16.0 / 9.0;
        assert!((60_000.0..80_000.0).contains(&half_width_km), "{half_width_km}");
        let narrow = FreeArea(Some(Rect::new(440.0, 40.0, 900.0, 680.0)));
        let farther_km = ball.distance_km(&view, &narrow);
        assert!(farther_km > 1.4 * distance_km, "between the panels: {farther_km}");
    }

    #[test]
    fn both_sides_of_a_fight_are_in_the_picture() {
        let star_km = DVec3::new(-7.0e8, 3.0e8, 1.0e6);
        for (yaw, pitch) in [(0.0, 0.0), (2.5, 0.6), (-1.0, 1.5)] {
            let axes = axes_at(yaw, pitch);
            let sides = [(0.0, 300.0), (9_000.0, 200.0), (120_000.0, 4_000.0)];
            let balls = || {
                sides
                    .into_iter()
                    .map(move |(x, radius_km)| (star_km + DVec3::new(x, 0.3 * x, 0.0), radius_km))
            };
            let (middle, ball) = fight_ball(balls, axes);
            let view =
                ViewCamera { tan_half_fov: 0.4, right: axes[0], up: axes[1], forward: -axes[2], ..default() };
            let eye = middle + axes[2] * ball.distance_km(&view, &FreeArea::default());
            let view = ViewCamera { eye, ..view };
            assert!(balls().all(|(place, _)| view.shows(place)), "{yaw}, {pitch}");
            let ends =
                [balls().next(), balls().next_back()].map(|end| end.map(|(place, _)| place.distance(middle)));
            let [own, foe] = ends.map(Option::unwrap_or_default);
            assert!((own / foe - 1.0).abs() < 0.01, "the middle is between both sides: {own}, {foe}");
        }
    }
}
