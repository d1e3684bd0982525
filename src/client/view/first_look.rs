//! The first view of a world, and the last one of a game that is saved. And the side from which things are seen lit.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;
use glam::{DVec2, DVec3};

use crate::client::frame::{Player, SPECTATOR};
use crate::client::settings::Settings;
use crate::client::view::camera::{
    FARTHEST_AU, FIELD_OF_VIEW, Gaze, MainCamera, NEAREST_AU, STEEPEST, note_view, put_camera, spawn_camera,
};
use crate::client::view::focus::{Focus, FocusTarget, MIDDLE, TargetPlaces, clamp_focus, step_s};
use crate::client::view::framing::{FreeArea, body_distance_km};
use crate::client::view::known::seen::SeenShips;
use crate::client::view::scale::{Origin, turned};
use crate::client::view::view_camera::ViewCamera;
use crate::client::worlds::{AppState, FirstLook, Playback, SetUpSystems};
use crate::level::PlayerView;
use crate::orbit::AU_KM;
use crate::sim::{BodyId, FactionId, Sky};

/// View of a home: distance in its radii, and angle from above, radians.
const HOME: (f64, f32) = (14.0, 0.45);
/// View of a system without a home: distance, AU, and angle from above, radians.
const SYSTEM: (f64, f32) = (6.0, 0.6);
/// The view behind the main menu, if that body exists: its name, the distance in its radii, and the angle from
/// above, radians.
const BEHIND_MENU: (&str, f64, f32) = ("Earth", 6.0, 0.15);
/// Vertical field of view behind the main menu, radians: in a narrow one a ball beside the middle of the picture stays
/// round.
const FIELD_BEHIND_MENU: f32 = 0.5;
/// Turn rate of the view behind the main menu, radians a second,
const TURNING: f32 = 0.02;
/// and how far it turns to both sides, radians: the lit side stays in view.
const SWAY: f32 = 0.7;
/// The turn of a view of a lit side away from the light, radians: some shadow shows the form.
const ASIDE_OF_LIGHT: f32 = 0.7;
/// The least cosine of the angle between star and camera, seen from a subject, of a view that shows enough of its lit
/// side. Of a body it is about half: from high above that is so on every side.
pub const BODY_LIT: f32 = -0.05;
/// Of ships it is most of it: hulls are dark, and half in the shade they are hardly seen before the sky.
pub const HULLS_LIT: f32 = 0.5;
/// Room of that body beside a page, in its radii on the screen: beside the middle of the picture it is stretched.
const DISC_ROOM: f64 = 1.25;
/// Time after which a third of the way to the free part beside another page is left, seconds.
const GLIDE_S: f64 = 0.2;

/// The target of the camera in the world before, in a form that means the same in the next one.
#[derive(Resource, Clone, Copy, Debug)]
struct LastFocus(FocusTarget);

impl Default for LastFocus {
    fn default() -> Self {
        Self(MIDDLE)
    }
}

/// The view in which a saved game was left; a resource of its world.
#[derive(Resource, Clone, Debug)]
pub struct LeftView(pub PlayerView);

/// The present view of the camera for a save, without selection and groups; `None` if its target is gone.
pub fn camera_view(
    gaze: &Gaze,
    places: &TargetPlaces,
    sky: &Sky,
    number_of: impl Fn(Entity) -> Option<u32>,
) -> Option<PlayerView> {
    let target = gaze.target();
    let place = places.of(target)?;
    let name = |body: BodyId| sky.system.bodies.get(body).map(|body| body.name.clone());
    let beside = |body: BodyId| Some(place - places.of(FocusTarget::Body(body))?);
    let (body, ship, point_km) = match target {
        FocusTarget::Point(point) => (None, None, point),
        FocusTarget::Body(body) => (name(body), None, DVec3::ZERO),
        FocusTarget::Beside(body, offset) => (name(body), None, offset),
        FocusTarget::Structure { body, .. } => (name(body), None, beside(body)?),
        FocusTarget::Ship(ship) => (None, number_of(ship), place),
    };
    let (yaw, pitch) = gaze.angles();
    Some(PlayerView {
        body,
        ship,
        point_km,
        aside: gaze.aside().to_array(),
        distance_km: gaze.distance_km(),
        // After many turns the angle would leave its range.
        yaw_deg: f64::from(yaw).to_degrees() % 360.0,
        pitch_deg: f64::from(pitch).to_degrees(),
        selected: Vec::new(),
        groups: Vec::new(),
    })
}

/// What a saved view looks at; `None` if that is not there, or not the player's: ships of others could be followed out
/// of sight.
fn left_target(view: &PlayerView, player: &Player, sky: &Sky, ships: &SeenShips) -> Option<FocusTarget> {
    if let Some(number) = view.ship {
        let is_own = |owner: FactionId| owner == player.faction || player.faction == SPECTATOR;
        let found = ships.iter().find(|seen| seen.ship.id.0 == number && is_own(seen.owner));
        return found.map(|seen| FocusTarget::Ship(seen.entity));
    }
    let point = clamp_focus(view.point_km);
    let Some(name) = &view.body else { return Some(FocusTarget::Point(point)) };
    let body = sky.system.find(name)?;
    Some(if point == DVec3::ZERO { FocusTarget::Body(body) } else { FocusTarget::Beside(body, point) })
}

/// Places the camera as it was left.
fn put_as_left(camera: &mut PanOrbitCamera, view: &PlayerView) {
    let distance_au = (view.distance_km / AU_KM).clamp(NEAREST_AU, FARTHEST_AU);
    let pitch = (view.pitch_deg.to_radians() as f32).clamp(-STEEPEST, STEEPEST);
    put_camera(camera, distance_au, pitch, view.yaw_deg.to_radians() as f32);
}

/// Notes the target of a world that is left. Ships have other entities in the next one.
fn note_focus(focus: Res<Focus>, origin: Res<Origin>, mut last: ResMut<LastFocus>) {
    last.0 = match focus.target {
        FocusTarget::Ship(_) => FocusTarget::Point(origin.0),
        lasting => lasting,
    };
}

/// Adds the camera and its first looks.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut commands: Commands| {
        spawn_camera(&mut commands, SYSTEM.0, SYSTEM.1, 0.0);
    });
    app.init_resource::<LastFocus>();
    app.add_systems(OnExit(AppState::Playing), note_focus);
    app.add_systems(OnEnter(AppState::Playing), look_home.in_set(SetUpSystems::Look));
    app.add_systems(OnEnter(AppState::Menu), look_behind_menu.in_set(SetUpSystems::Look));
    for state in [AppState::Menu, AppState::Playing] {
        app.add_systems(OnEnter(state), (turn_at_once, note_view).chain().after(SetUpSystems::Look));
    }
    // Before the view is noted: the first picture has the lens of those after it.
    let narrow = |camera: Field| set_field(camera, FIELD_BEHIND_MENU);
    app.add_systems(OnEnter(AppState::Menu), narrow.in_set(SetUpSystems::Look));
    app.add_systems(OnExit(AppState::Menu), |camera: Field| set_field(camera, FIELD_OF_VIEW));
    app.add_systems(Update, (turn, look_past_page).run_if(in_state(AppState::Menu)));
}

/// Turns the camera to where it was put. It moves there only after the first frame has placed the target, which may be
/// beside the middle of the picture: what is beside it depends on where the camera looks.
fn turn_at_once(camera: Single<(&PanOrbitCamera, &mut Transform), With<MainCamera>>) {
    let (orbit, mut transform) = camera.into_inner();
    let yaw = orbit.yaw.unwrap_or(orbit.target_yaw);
    let pitch = orbit.pitch.unwrap_or(orbit.target_pitch);
    transform.rotation = Quat::from_rotation_y(yaw) * Quat::from_rotation_x(-pitch);
}

/// A view of the home planet, with the star behind the camera. A save has the view in which it was left. A log may be
/// entered with a look at another body, and another moment of it has the view as it was.
fn look_home(
    player: Res<Player>,
    playback: Option<Res<Playback>>,
    last: Res<LastFocus>,
    (left, ships): (Option<Res<LeftView>>, SeenShips),
    sky: Res<Sky>,
    mut focus: ResMut<Focus>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
) {
    if let Some(LeftView(view)) = left.as_deref()
        && let Some(target) = left_target(view, &player, &sky, &ships)
    {
        focus.jump_to(target);
        focus.aside = DVec2::from_array(view.aside);
        return put_as_left(&mut camera, view);
    }
    let home = |(body, radius_km): (BodyId, f64)| (body, radius_km * HOME.0);
    let known = |body: BodyId| Some((body, body_distance_km(sky.system.bodies.get(body)?)));
    let view = match playback.map_or(FirstLook::Home, |playback| playback.look) {
        FirstLook::AsBefore => return focus.jump_to(last.0),
        FirstLook::Body(body) => known(body).or(player.home.map(home)),
        FirstLook::Home => player.home.map(home),
    };
    let Some((body, distance_km)) = view else {
        return put_camera(&mut camera, SYSTEM.0, SYSTEM.1, 0.0);
    };
    focus.jump_to(FocusTarget::Body(body));
    put_camera(&mut camera, distance_km / AU_KM, HOME.1, sunny_side(sky.now[body].position));
}

/// The lens of the camera.
type Field<'w, 's> = Single<'w, 's, &'static mut Projection, With<MainCamera>>;

/// Sets the vertical field of view, radians.
fn set_field(mut camera: Field, angle: f32) {
    if let Projection::Perspective(lens) = &mut **camera {
        lens.fov = angle;
    }
}

fn look_behind_menu(
    sky: Res<Sky>,
    time: Res<Time<Real>>,
    mut focus: ResMut<Focus>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
) {
    let (name, radii, pitch) = BEHIND_MENU;
    let Some(body) = sky.system.find(name) else {
        return put_camera(&mut camera, SYSTEM.0, SYSTEM.1, 0.0);
    };
    focus.jump_to(FocusTarget::Body(body));
    let distance_km = sky.system.bodies[body].displayed_radius_km * radii;
    let yaw = sunny_side(sky.now[body].position) + sway(&time);
    put_camera(&mut camera, distance_km / AU_KM, pitch, yaw);
}

/// Turns the view behind the main menu slowly to and fro.
fn turn(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    sky: Res<Sky>,
    focus: Res<Focus>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
) {
    if let FocusTarget::Body(body) = focus.target
        && !settings.reduced_motion
    {
        camera.target_yaw = sunny_side(sky.now[body].position) + sway(&time);
    }
}

/// The turn of the view behind the main menu at this time, radians from the sunny side.
fn sway(time: &Time<Real>) -> f32 {
    SWAY * (time.elapsed_secs() * TURNING / SWAY).sin()
}

/// The body behind the main menu is seen beside the page. The view glides there when a page is turned to, but not in
/// the first picture.
pub fn look_past_page(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    free: Res<FreeArea>,
    view: Res<ViewCamera>,
    mut focus: ResMut<Focus>,
) {
    if free.0.is_none() || !matches!(focus.target, FocusTarget::Body(_)) {
        return;
    }
    let wanted = past_page(&free, &view);
    let is_first = focus.aside == DVec2::ZERO;
    let seconds = step_s(time.delta_secs_f64());
    let left = if is_first || settings.reduced_motion { 0.0 } else { libm::exp(-seconds / GLIDE_S) };
    focus.aside = wanted + (focus.aside - wanted) * left;
}

/// Where the body behind the main menu is shown, from the middle of the picture in its heights: in the middle of the
/// free part. Where that is too narrow the body is right beside the page, and the edge of the window cuts it: a page
/// that covers its lit side would leave a strip in the dark.
fn past_page(free: &FreeArea, view: &ViewCamera) -> DVec2 {
    let middle = free.aside(view);
    let page = middle.x - 0.5 * free.size(view).x / view.viewport.y.max(1.0);
    let (_, radii, _) = BEHIND_MENU;
    let disc = 0.5 / (view.tan_half_fov * (radii * radii - 1.0).sqrt());
    DVec2::new(middle.x.max(page + DISC_ROOM * disc), middle.y)
}

/// The yaw with most of a body's lit side in view, and some shadow.
pub fn sunny_side(position: DVec3) -> f32 {
    light_yaw(position) + ASIDE_OF_LIGHT
}

/// The yaw for a look at a place from this yaw and pitch, all angles radians: the same one, unless that shows too much
/// of the dark side. Then it is the nearer of both ends of the sunny side, the short way round. `least`: see
/// [`BODY_LIT`].
pub fn lit_yaw(position: DVec3, (yaw, pitch): (f32, f32), least: f32) -> f32 {
    let turn = (yaw - light_yaw(position) + PI).rem_euclid(TAU) - PI;
    let is_lit = turn.abs() <= ASIDE_OF_LIGHT || turn.cos() * pitch.cos() >= least;
    if is_lit { yaw } else { yaw - turn + ASIDE_OF_LIGHT.copysign(turn) }
}

/// The yaw at which the light of the star comes from behind the camera.
fn light_yaw(position: DVec3) -> f32 {
    // Yaw 0 looks along -z of the renderer, from +z, which is -y of the ecliptic.
    let toward_star = turned(-position);
    toward_star.x.atan2(toward_star.z)
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;
    use std::time::Duration;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    /// The part of a picture of 1280 by 720 pixels at the right of a page.
    fn beside(page: f32) -> FreeArea {
        FreeArea(Some(Rect::new(page, 0.0, 1280.0, 720.0)))
    }

    #[test]
    fn the_earth_is_in_the_middle_beside_a_page_or_cut_by_the_edge_of_the_window() {
        let view = ViewCamera::default();
        let shown = |page: f32| 640.0 + 720.0 * past_page(&beside(page), &view).x;
        assert!((shown(480.0) - 880.0).abs() < 1.0e-3);
        assert!((shown(800.0) - 1040.0).abs() < 1.0e-3);
        let radius =
            view.viewport.y * 0.5 / (view.tan_half_fov * f64::sqrt(BEHIND_MENU.1 * BEHIND_MENU.1 - 1.0));
        let narrow = shown(1050.0);
        assert!(narrow - radius > 1050.0 && narrow + radius > 1280.0 && narrow < 1280.0, "{narrow}");
    }

    #[test]
    fn a_look_at_a_dark_side_turns_to_the_nearer_end_of_the_sunny_one() {
        let place = DVec3::new(2.0, -1.0, 0.1);
        let light = light_yaw(place);
        let turned_by = |turn: f32, pitch: f32| lit_yaw(place, (light + turn, pitch), BODY_LIT) - light;
        for turn in [-1.5, 0.0, 0.3, 1.5] {
            assert!((turned_by(turn, 0.4) - turn).abs() < 1.0e-5, "{turn}: it is lit, and the view stays");
        }
        for (turn, end) in [(2.5, ASIDE_OF_LIGHT), (-2.5, -ASIDE_OF_LIGHT), (TAU + 3.0, TAU + ASIDE_OF_LIGHT)]
        {
            assert!((turned_by(turn, 0.4) - end).abs() < 1.0e-5, "{turn}");
        }
        assert!((turned_by(3.0, 1.53) - 3.0).abs() < 1.0e-5, "from above half of it is lit on every side");
        let of_hulls = |turn: f32, pitch: f32| lit_yaw(place, (light + turn, pitch), HULLS_LIT) - light;
        assert!((of_hulls(1.5, 0.4) - ASIDE_OF_LIGHT).abs() < 1.0e-5, "half in the shade they are too dark");
        assert!((of_hulls(0.9, 0.4) - 0.9).abs() < 1.0e-5, "the view stays");
        assert!((of_hulls(0.5, 1.2) - 0.5).abs() < 1.0e-5, "there is no better side from above");
    }

    #[test]
    fn the_first_frame_knows_where_the_camera_looks() {
        let mut world = World::new();
        world.init_resource::<Origin>();
        world.init_resource::<ViewCamera>();
        let mut orbit = PanOrbitCamera::default();
        put_camera(&mut orbit, 1.0, 0.0, FRAC_PI_2);
        let parts = (Camera::default(), Transform::default(), Projection::default());
        world.spawn((MainCamera, orbit, parts));
        world.run_system_once(turn_at_once).expect("it runs");
        world.run_system_once(note_view).expect("it runs");
        let view = world.resource::<ViewCamera>();
        let (forward, right) = (DVec3::NEG_X, DVec3::Y);
        assert!(view.forward.distance(forward) < 1.0e-5 && view.right.distance(right) < 1.0e-5, "{view:?}");
    }

    #[test]
    fn the_view_glides_past_another_page_unless_motion_is_reduced() {
        let mut world = World::new();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Settings>();
        world.init_resource::<ViewCamera>();
        let mut focus = Focus::default();
        focus.jump_to(FocusTarget::Body(BodyId(3)));
        world.insert_resource(focus);
        let mut looked = |page: f32, is_reduced: bool| {
            world.insert_resource(beside(page));
            world.resource_mut::<Settings>().reduced_motion = is_reduced;
            world.resource_mut::<Time<Real>>().update_with_duration(Duration::from_millis(50));
            world.run_system_once(look_past_page).expect("it runs");
            world.resource::<Focus>().aside.x
        };
        let [first, second] = [480.0, 800.0].map(|page| past_page(&beside(page), &ViewCamera::default()).x);
        assert_eq!(looked(480.0, false), first, "at once in the first picture");
        let gliding = looked(800.0, false);
        assert!(gliding > first && gliding < second, "{gliding}");
        assert_eq!(looked(800.0, true), second);
    }
}
