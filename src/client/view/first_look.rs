//! The first view of a world.

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use crate::client::frame::Player;
use crate::client::settings::Settings;
use crate::client::view::camera::{MainCamera, put_camera, spawn_camera};
use crate::client::view::focus::{Focus, FocusTarget, MIDDLE};
use crate::client::view::framing::body_distance_km;
use crate::client::view::scale::Origin;
use crate::client::worlds::{AppState, FirstLook, Playback, SetUpSystems};
use crate::orbit::AU_KM;
use crate::sim::{BodyId, Sky};

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

/// A view of the home planet, with the star behind the camera. A log may be entered with a look at another body, and
/// another moment of it has the view as it was.
fn look_home(
    player: Res<Player>,
    playback: Option<Res<Playback>>,
    last: Res<LastFocus>,
    sky: Res<Sky>,
    mut focus: ResMut<Focus>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
) {
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
