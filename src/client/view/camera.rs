//! The camera: turns about a focus, zooms from a ship to the whole system, and follows.
//!
//! `bevy_panorbit_camera` turns the view smoothly about the renderer's origin. The origin itself is our [`Focus`],
//! a point of the world in doubles, so that nothing jitters at any distance of the view. Panning, zooming to the
//! cursor and flying on are done here, because they move the focus.

use bevy::camera::{Exposure, Hdr, ShadowLodOrigin};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::post_process::bloom::Bloom;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_panorbit_camera::PanOrbitCamera;
use glam::{DVec2, DVec3};
use leafwing_input_manager::prelude::ActionState;

use crate::client::frame::{PageOpen, WheelTaken};
use crate::client::settings::{Action, Actions, CameraMotion, Settings};
use crate::client::view::focus::{
    FLIGHT_SECONDS, Focus, FocusTarget, FollowedFleet, TargetPlaces, clamp_focus, free_target, step_s,
};
use crate::client::view::framing::Ball;
use crate::client::view::scale::{Origin, UNIT_KM, to_world};
use crate::client::view::view_camera::ViewCamera;
use crate::client::worlds::Kept;
use crate::orbit::AU_KM;
use crate::sim::{Ship, Sky};

/// The nearest that the camera comes to its focus, AU.
pub const NEAREST_AU: f64 = 1.0e-5;
/// The farthest that the camera gets from its focus, AU.
pub const FARTHEST_AU: f64 = 150.0;
/// Share of the distance that a notch of the wheel leaves.
const NOTCH: f64 = 0.8;
/// Pixels of a touchpad that make a notch.
const PIXELS_PER_NOTCH: f64 = 40.0;
/// Share of the screen's height that the view pans in a second.
const PAN_SPEED: f64 = 0.9;
/// Width of the screen's edge that pans when the cursor rests in it, pixels.
const EDGE_PIXELS: f64 = 4.0;
/// Turn rate of the view by keys, radians a second.
const TURN_SPEED: f32 = 1.6;
/// The steepest angle from above or from below, radians.
pub const STEEPEST: f32 = 1.553;
/// Smoothness of zooming, 0 to 1.
const ZOOM_SMOOTHNESS: f32 = 0.12;
/// Smoothness of turning, 0 to 1.
const TURN_SMOOTHNESS: f32 = 0.08;
/// Vertical field of view, radians.
pub const FIELD_OF_VIEW: f32 = 0.8;

/// The exposure of the picture.
pub const EXPOSURE: Exposure = Exposure { ev100: 9.7 };

/// The glow about bright things.
pub const GLOW: Bloom = Bloom { intensity: 0.12, ..Bloom::NATURAL };

/// The light of the empty sky, linear: about #020308 on the screen. Without it the tone mapping makes all that is
/// fainter than 0.003 the same black, and the Milky Way ends with an edge.
const SKY_LIGHT: Color = Color::linear_rgb(0.0073, 0.0092, 0.0176);

/// Marks the player's camera.
#[derive(Component)]
pub struct MainCamera;

/// Spawns the camera, looking at `target` from a distance.
pub fn spawn_camera(commands: &mut Commands, distance_au: f64, pitch: f32, yaw: f32) -> Entity {
    let radius = (distance_au * AU_KM / UNIT_KM) as f32;
    commands
        .spawn((
            // Without a window the engine would take the only camera, and warn.
            (MainCamera, ShadowLodOrigin),
            IsDefaultUiCamera,
            Camera3d::default(),
            Camera { clear_color: ClearColorConfig::Custom(SKY_LIGHT), ..default() },
            Hdr,
            GLOW,
            // All colours and lights of the sky are chosen by eye under this film curve; AgX is paler and more neutral.
            Tonemapping::AcesFitted,
            EXPOSURE,
            Projection::Perspective(PerspectiveProjection {
                fov: FIELD_OF_VIEW,
                near: 0.01,
                far: 1.0e9,
                ..default()
            }),
            PanOrbitCamera {
                focus: Vec3::ZERO,
                radius: Some(radius),
                yaw: Some(yaw),
                pitch: Some(pitch),
                // The crate only smooths; our systems move the view. The crate's zoom steps by a fixed amount: a
                // quick turn of the wheel on a slow screen would end at the limit (see `zoom`). Its turning needs
                // raw motion, which not every pointer reports (see `turn`).
                orbit_sensitivity: 0.0,
                pan_sensitivity: 0.0,
                zoom_sensitivity: 0.0,
                touch_enabled: false,
                zoom_lower_limit: (NEAREST_AU * AU_KM / UNIT_KM) as f32,
                zoom_upper_limit: Some((FARTHEST_AU * AU_KM / UNIT_KM) as f32),
                zoom_smoothness: ZOOM_SMOOTHNESS,
                orbit_smoothness: TURN_SMOOTHNESS,
                pitch_upper_limit: Some(STEEPEST),
                pitch_lower_limit: Some(-STEEPEST),
                use_real_time: true,
                ..default()
            },
        ))
        .id()
}

/// Places the camera at once for a view from a distance.
pub fn put_camera(camera: &mut PanOrbitCamera, distance_au: f64, pitch: f32, yaw: f32) {
    let radius = (distance_au * AU_KM / UNIT_KM) as f32;
    (camera.radius, camera.target_radius) = (Some(radius), radius);
    (camera.yaw, camera.target_yaw) = (Some(yaw), yaw);
    (camera.pitch, camera.target_pitch) = (Some(pitch), pitch);
    camera.force_update = true;
}

/// Query bundle for the camera and flights to other targets.
#[derive(SystemParam)]
pub struct Gaze<'w, 's> {
    origin: Res<'w, Origin>,
    focus: ResMut<'w, Focus>,
    camera: Single<'w, 's, &'static mut PanOrbitCamera, With<MainCamera>>,
}

impl Gaze<'_, '_> {
    /// The present target, or that of the flight.
    pub fn target(&self) -> FocusTarget {
        self.focus.target
    }

    /// Where the target is shown, from the middle of the picture in its heights: x to the right, y down.
    pub fn aside(&self) -> DVec2 {
        self.focus.aside
    }

    /// Distance of the camera from its target, now or after its flight, km.
    pub fn distance_km(&self) -> f64 {
        f64::from(self.camera.target_radius) * UNIT_KM
    }

    /// Flies to a target at `place`, km from the middle of the system, with a view from a distance, km; without
    /// one, from the present distance.
    pub fn fly_to(&mut self, target: FocusTarget, place: DVec3, distance_km: Option<f64>) {
        self.focus.fly_to(target, self.origin.0, place);
        if let Some(distance_km) = distance_km {
            self.set_distance_km(distance_km);
        }
    }

    /// Flies to a target at `place`, km from the middle of the system, and shows a ball about it whole between the
    /// panels, also those that open at the same time.
    pub fn frame(&mut self, target: FocusTarget, place: DVec3, ball: Ball) {
        self.fly_to(target, place, None);
        self.focus.frame(ball);
    }

    /// Sets the distance to the target, km.
    pub fn set_distance_km(&mut self, distance_km: f64) {
        self.camera.target_radius = (distance_km / UNIT_KM) as f32;
    }

    /// Jumps to a target.
    pub fn jump_to(&mut self, target: FocusTarget) {
        self.focus.jump_to(target);
    }

    /// Ends at the present place, wherever the target moves.
    pub fn stay(&mut self) {
        self.focus.jump_to(FocusTarget::Point(self.origin.0));
    }

    /// Yaw and pitch of the camera, now or after its turn, radians: its side, and its angle from above.
    pub fn angles(&self) -> (f32, f32) {
        (self.camera.target_yaw, self.camera.target_pitch)
    }

    /// Turns to this yaw and pitch, radians.
    pub fn turn_to(&mut self, yaw: f32, pitch: f32) {
        self.camera.target_yaw = yaw;
        self.camera.target_pitch = pitch;
    }
}

/// Query bundle for panning by keys and by the screen's edges.
#[derive(SystemParam)]
pub struct Panning<'w, 's> {
    actions: Actions<'w, 's>,
    window: Option<Single<'w, 's, &'static Window, With<PrimaryWindow>>>,
    view: Res<'w, ViewCamera>,
    settings: Res<'w, Settings>,
    page: Res<'w, PageOpen>,
}

impl Panning<'_, '_> {
    fn cursor(&self) -> Option<Vec2> {
        self.window.as_ref().and_then(|window| window.cursor_position())
    }

    /// Direction of panning, see [`pan_direction`].
    fn direction(&self) -> DVec2 {
        let has_edges = self.settings.edge_panning && !self.page.0;
        let is_focused = self.window.as_ref().is_some_and(|window| window.focused);
        let cursor = self.cursor().filter(|_| has_edges && is_focused);
        pan_direction(&self.actions, cursor, &self.view)
    }
}

/// The least distance with the whole target in view, km.
fn least_distance_km(target: FocusTarget, sky: &Sky, ships: &Query<&Ship>) -> f64 {
    let radius_km = match target {
        FocusTarget::Point(_) | FocusTarget::Beside(..) => 0.0,
        FocusTarget::Body(body) => sky.system.bodies[body].displayed_radius_km,
        FocusTarget::Ship(ship) => ships.get(ship).map_or(0.0, |ship| ship.radius_km),
        FocusTarget::Structure { radius_km, .. } => radius_km,
    };
    (radius_km * 1.4).max(NEAREST_AU * AU_KM)
}

/// Turns the view by dragging with the middle button, and by keys.
pub fn turn(
    buttons: Res<ButtonInput<MouseButton>>,
    actions: Actions,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
    mut last: Local<Option<Vec2>>,
) {
    let held = time.delta_secs() * TURN_SPEED;
    let by_key = |more, less| f32::from(actions.pressed(&more)) - f32::from(actions.pressed(&less));
    let mut turned = Vec2::new(
        by_key(Action::TurnRight, Action::TurnLeft) * held,
        by_key(Action::TiltUp, Action::TiltDown) * held * 0.5,
    );
    let dragged = window.filter(|_| buttons.pressed(MouseButton::Middle));
    let cursor = dragged.as_ref().and_then(|window| window.cursor_position());
    if let (Some(window), Some(cursor), Some(last)) = (dragged, cursor, *last) {
        let size = Vec2::new(window.width(), window.height()).max(Vec2::ONE);
        let upright = if settings.camera.inverted { -1.0 } else { 1.0 };
        let angles = Vec2::new(std::f32::consts::TAU, upright * std::f32::consts::PI);
        turned += (cursor - last) / size * angles;
    }
    *last = cursor;
    turned *= settings.camera.factor(CameraMotion::Turn);
    camera.target_yaw -= turned.x;
    camera.target_pitch += turned.y;
}

/// Turn of the wheel since the last read, notches away from the player.
pub fn notches_of(wheel: &mut MessageReader<MouseWheel>) -> f64 {
    wheel
        .read()
        .map(|turn| match turn.unit {
            MouseScrollUnit::Line => f64::from(turn.y),
            MouseScrollUnit::Pixel => f64::from(turn.y) / PIXELS_PER_NOTCH,
        })
        .sum()
}

/// Zooms by the wheel and the keys, toward the point under the cursor.
pub fn zoom(
    mut wheel: MessageReader<MouseWheel>,
    actions: Actions,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
    focus: Res<Focus>,
    sky: Res<Sky>,
    ships: Query<&Ship>,
    taken: Res<WheelTaken>,
    page: Res<PageOpen>,
) {
    // Read in every frame: turns over a page would wait for its end, for messages do not age on a halted clock.
    let turned = notches_of(&mut wheel);
    if page.0 {
        return;
    }
    // While a later time is shown, the wheel changes that time; over a long panel the wheel scrolls the panel.
    let mut notches = if actions.pressed(&Action::Foresee) || taken.0 { 0.0 } else { turned };
    let held = time.delta_secs_f64() * 6.0;
    notches += if actions.pressed(&Action::ZoomIn) { held } else { 0.0 };
    notches -= if actions.pressed(&Action::ZoomOut) { held } else { 0.0 };
    notches *= f64::from(settings.camera.factor(CameraMotion::Zoom));
    let least = (least_distance_km(focus.target, &sky, &ships) / UNIT_KM) as f32;
    let most = camera.zoom_upper_limit.unwrap_or(f32::MAX);
    let wanted = camera.target_radius * libm::pow(NOTCH, notches) as f32;
    camera.target_radius = wanted.clamp(least, most);
}

/// Pans by keys and by the screen's edges, and keeps the point under the cursor in place while zooming. If the followed
/// ship is gone, the camera goes on with its fleet; without any, it stays beside the body that it is at.
pub fn move_focus(
    panning: Panning,
    time: Res<Time<Real>>,
    camera: Single<&PanOrbitCamera, With<MainCamera>>,
    places: TargetPlaces,
    sky: Res<Sky>,
    mut focus: ResMut<Focus>,
    mut origin: ResMut<Origin>,
    mut followed: FollowedFleet,
    mut last_radius: Kept<Option<f64>>,
) {
    let last_radius = last_radius.now();
    let seconds = step_s(time.delta_secs_f64());
    let radius_km = f64::from(camera.radius.unwrap_or(camera.target_radius)) * UNIT_KM;
    focus.advance(if panning.settings.reduced_motion { FLIGHT_SECONDS } else { seconds }, radius_km);
    let Some(target) = places.of(focus.target) else {
        let next = followed.next(focus.target).and_then(|next| Some((next, places.of(next)?)));
        match next {
            Some((next, place)) => focus.go_on_to(next, origin.0, place),
            None => focus.jump_to(free_target(origin.0, radius_km, &sky, &places.bodies)),
        }
        return;
    };
    followed.note(focus.target);
    let mut position = focus.position(target, &panning.view, radius_km);
    let zoomed = last_radius.replace(radius_km).map_or(1.0, |last| radius_km / last);
    let (pan, view) = (panning.direction(), &panning.view);
    if pan != DVec2::ZERO {
        let speed = PAN_SPEED * f64::from(panning.settings.camera.factor(CameraMotion::Pan));
        position += ground_step(view, pan) * (radius_km * speed * seconds);
        focus.jump_to(free_target(position, radius_km, &sky, &places.bodies));
    } else if let (FocusTarget::Point(_) | FocusTarget::Beside(..), None, None, Some(cursor)) =
        (focus.target, focus.flight, focus.framed, panning.cursor())
        && (zoomed - 1.0).abs() > 1.0e-6
        && let Some(pointed) = view.ground_point(cursor.as_dvec2(), position.z)
        && pointed.distance(position) < radius_km * 20.0
    {
        position = pointed + (position - pointed) * zoomed;
        // The position includes the shift of the target beside the middle.
        focus.jump_to(free_target(position, radius_km, &sky, &places.bodies));
    }
    origin.0 = clamp_focus(position);
}

/// Direction of panning: right and up the screen, each -1, 0 or 1.
fn pan_direction(actions: &ActionState<Action>, cursor: Option<Vec2>, view: &ViewCamera) -> DVec2 {
    // A key pressed together with Ctrl has another meaning.
    let held = |action| actions.pressed(&action) && !actions.pressed(&Action::MakeGroup);
    let mut pan = DVec2::ZERO;
    let edge = cursor.map_or([false; 4], |cursor| {
        let cursor = cursor.as_dvec2();
        [
            cursor.x < EDGE_PIXELS,
            cursor.x > view.viewport.x - 1.0 - EDGE_PIXELS,
            cursor.y < EDGE_PIXELS,
            cursor.y > view.viewport.y - 1.0 - EDGE_PIXELS,
        ]
    });
    pan.x -= f64::from(u8::from(held(Action::PanLeft) || edge[0]));
    pan.x += f64::from(u8::from(held(Action::PanRight) || edge[1]));
    pan.y += f64::from(u8::from(held(Action::PanUp) || edge[2]));
    pan.y -= f64::from(u8::from(held(Action::PanDown) || edge[3]));
    pan
}

/// A direction on the screen as a direction in the plane of the ecliptic.
fn ground_step(view: &ViewCamera, pan: DVec2) -> DVec3 {
    let level = |vector: DVec3| DVec3::new(vector.x, vector.y, 0.0).normalize_or_zero();
    // Looking straight down, the way up the screen is `up`; looking along the plane it is `forward`.
    let ahead = level(view.forward * view.up.z.abs() + view.up * view.forward.z.abs());
    level(view.right) * pan.x + ahead * pan.y
}

/// Applies the settings of the camera's motion whenever they change.
pub fn follow_settings(settings: Res<Settings>, mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>) {
    let share = if settings.reduced_motion { 0.0 } else { 1.0 };
    camera.zoom_smoothness = share * ZOOM_SMOOTHNESS;
    camera.orbit_smoothness = share * TURN_SMOOTHNESS;
}

/// Records the camera of this frame as a [`ViewCamera`], after it has moved.
pub fn note_view(
    camera: Single<(&Camera, &Transform, &Projection, &PanOrbitCamera), With<MainCamera>>,
    origin: Res<Origin>,
    mut view: ResMut<ViewCamera>,
) {
    let (camera, transform, projection, orbit) = *camera;
    let viewport = camera.logical_viewport_size().unwrap_or(Vec2::new(1280.0, 720.0));
    let fov = match projection {
        Projection::Perspective(perspective) => perspective.fov,
        _ => FIELD_OF_VIEW,
    };
    *view = ViewCamera {
        eye: origin.0 + to_world(transform.translation),
        right: to_world(*transform.right()).normalize(),
        up: to_world(*transform.up()).normalize(),
        forward: to_world(*transform.forward()).normalize(),
        tan_half_fov: f64::from((fov * 0.5).tan()),
        viewport: viewport.as_dvec2(),
        focal_distance: f64::from(orbit.radius.unwrap_or(orbit.target_radius)) * UNIT_KM,
    };
}

/// Keeps the near plane close enough for the target, and no closer.
pub fn fit_near_plane(camera: Single<(&mut Projection, &PanOrbitCamera), With<MainCamera>>) {
    let (mut projection, orbit) = camera.into_inner();
    let near = (orbit.radius.unwrap_or(1.0) * 1.0e-3).max(1.0e-3);
    if let Projection::Perspective(perspective) = &mut *projection
        && (perspective.near / near - 1.0).abs() > 0.01
    {
        perspective.near = near;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tone mapping of a grey light, as a share of white light: Stephen Hill's fit of ACES.
    fn shown(light: f32) -> f32 {
        (light * (light + 0.024_578_6) - 0.000_090_537)
            / (light * (0.983_729 * light + 0.432_951) + 0.238_081)
    }

    /// Fails if faint light is lost in the empty sky, or if the sky is no longer black for the eye.
    #[test]
    fn the_empty_sky_is_black_and_loses_no_faint_light() {
        let light = SKY_LIGHT.to_linear().to_vec3();
        assert!(shown(light.min_element()) > 0.0, "{light}");
        let brightest = Srgba::gamma_function_inverse(shown(light.max_element())) * 255.0;
        assert!(brightest < 10.0, "{brightest}");
    }
}
