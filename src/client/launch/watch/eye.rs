//! The camera of the arena: sees everything at first, turns by dragging, zooms by the wheel, and follows.
//!
//! `bevy_panorbit_camera` only smooths and places; what turns and zooms is here, for the reasons that
//! `view/camera.rs` gives.

use bevy::camera::Exposure;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_panorbit_camera::PanOrbitCamera;

use super::extent::Extent;
use super::playing::Chosen;
use super::playing::Playing;
use crate::client::view::camera::{MainCamera, notches_of};

/// Vertical field of view, radians.
const FIELD_OF_VIEW: f32 = 0.8;
/// The first distance, in radii of the scenario: all of it is in view, with a margin.
const FIRST_DISTANCE_RADII: f32 = 2.7;
/// The farthest distance, in the same.
const FARTHEST_RADII: f32 = 20.0;
/// The nearest distance, in radii of the smallest ship.
const NEAREST_RADII: f32 = 4.0;
/// The first look: from the right and above, radians.
const FIRST_YAW: f32 = 0.5;
const FIRST_PITCH: f32 = 0.45;
/// The steepest look, radians; a little less than straight down.
const STEEPEST: f32 = 1.553;
/// Share of the distance that a notch of the wheel leaves.
const NOTCH: f32 = 0.8;

/// Spawns the camera, so that it sees the whole scenario.
pub fn spawn_eye(mut commands: Commands, extent: Res<Extent>) {
    let nearest = NEAREST_RADII * extent.smallest_ship;
    let first = FIRST_DISTANCE_RADII * extent.radius;
    commands.spawn((
        MainCamera,
        IsDefaultUiCamera,
        Camera3d::default(),
        Tonemapping::AcesFitted,
        Exposure { ev100: 9.7 },
        Projection::Perspective(PerspectiveProjection {
            fov: FIELD_OF_VIEW,
            near: 0.05 * nearest,
            far: 3.0 * FARTHEST_RADII * extent.radius,
            ..default()
        }),
        PanOrbitCamera {
            focus: extent.middle,
            radius: Some(first),
            yaw: Some(FIRST_YAW),
            pitch: Some(FIRST_PITCH),
            orbit_sensitivity: 0.0,
            pan_sensitivity: 0.0,
            zoom_sensitivity: 0.0,
            touch_enabled: false,
            zoom_lower_limit: nearest,
            zoom_upper_limit: Some((FARTHEST_RADII * extent.radius).max(nearest)),
            zoom_smoothness: 0.12,
            orbit_smoothness: 0.08,
            pan_smoothness: 0.1,
            pitch_upper_limit: Some(STEEPEST),
            pitch_lower_limit: Some(-STEEPEST),
            use_real_time: true,
            ..default()
        },
    ));
}

/// Turns the view while a button of the mouse is held.
pub fn turn(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
    mut last: Local<Option<Vec2>>,
) {
    let dragged = window.filter(|_| buttons.any_pressed([MouseButton::Left, MouseButton::Middle]));
    let cursor = dragged.as_ref().and_then(|window| window.cursor_position());
    if let (Some(window), Some(cursor), Some(last)) = (dragged, cursor, *last) {
        let size = Vec2::new(window.width(), window.height()).max(Vec2::ONE);
        let turned = (cursor - last) / size * Vec2::new(std::f32::consts::TAU, std::f32::consts::PI);
        camera.target_yaw -= turned.x;
        camera.target_pitch += turned.y;
    }
    *last = cursor;
}

/// Zooms by the wheel.
pub fn zoom(mut wheel: MessageReader<MouseWheel>, mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>) {
    camera.target_radius *= libm::powf(NOTCH, notches_of(&mut wheel) as f32);
}

/// Looks at the ship that is followed, or at the middle of everything.
pub fn follow(
    playing: Res<Playing>,
    chosen: Res<Chosen>,
    extent: Res<Extent>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
) {
    let ship = chosen.0.and_then(|ship| playing.ship_place(ship));
    camera.target_focus = ship.unwrap_or(extent.middle);
}
