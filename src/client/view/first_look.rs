//! The first view of a world, and the last one of a game that is saved.

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;
use glam::{DVec2, DVec3};

use crate::client::frame::{Player, SPECTATOR};
use crate::client::settings::Settings;
use crate::client::view::camera::{
    FARTHEST_AU, Gaze, MainCamera, NEAREST_AU, STEEPEST, put_camera, spawn_camera,
};
use crate::client::view::focus::{Focus, FocusTarget, MIDDLE, TargetPlaces, clamp_focus};
use crate::client::view::framing::body_distance_km;
use crate::client::view::known::seen::SeenShips;
use crate::client::view::scale::Origin;
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
/// Turn rate of the view behind the main menu, radians a second.
const TURNING: f32 = 0.02;

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
    app.add_systems(Update, turn.run_if(in_state(AppState::Menu)));
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

fn look_behind_menu(
    sky: Res<Sky>,
    mut focus: ResMut<Focus>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
) {
    let (name, radii, pitch) = BEHIND_MENU;
    let Some(body) = sky.system.find(name) else {
        return put_camera(&mut camera, SYSTEM.0, SYSTEM.1, 0.0);
    };
    focus.jump_to(FocusTarget::Body(body));
    let distance_km = sky.system.bodies[body].displayed_radius_km * radii;
    put_camera(&mut camera, distance_km / AU_KM, pitch, sunny_side(sky.now[body].position));
}

fn turn(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
) {
    if !settings.reduced_motion {
        camera.target_yaw += TURNING * time.delta_secs();
    }
}

/// The yaw with most of a body's lit side in view, and some shadow.
pub fn sunny_side(position: glam::DVec3) -> f32 {
    // Yaw 0 looks along -z of the renderer, from +z, which is -y of the ecliptic.
    let toward_star = crate::client::view::scale::turned(-position);
    toward_star.x.atan2(toward_star.z) + 0.7
}
