//! A picture of a level without a window.

use std::path::PathBuf;

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::camera::{Focus, FocusTarget, spawn_camera};
use super::failures;
use super::hud::StatusLine;
use super::launch::{Launch, Screen, build, judge_picture, make_ready, sunny_side};
use super::loading::Loading;
use crate::orbit::AU_KM;
use crate::sim::Sky;

/// Frames after which a picture that has not come will not come.
const MOST_FRAMES: u32 = 2_000;
/// Frames that are drawn before the picture, so that fading names have faded in.
const SETTLING_FRAMES: u32 = 30;

/// What is to be on the picture.
#[derive(Resource, Clone, Debug)]
pub struct ShotRequest {
    /// Ticks to run before.
    pub tick: u64,
    /// The body to look at; the star, if left out.
    pub look: Option<String>,
    /// From how far, AU.
    pub distance_au: Option<f64>,
    /// How steeply from above, degrees.
    pub pitch_deg: f64,
    /// From which side, degrees; the sunny one, if left out.
    pub yaw_deg: Option<f64>,
    /// Pixels.
    pub size: UVec2,
    /// The PNG file.
    pub out: PathBuf,
}

/// How the picture came out.
#[derive(Resource, Clone, Debug, Default)]
struct Outcome(Option<AppExit>);

/// Renders the picture.
///
/// # Errors
/// A sentence for the person who asked for it.
pub fn shoot(launch: Launch, request: ShotRequest) -> Result<AppExit, String> {
    failures::explain_ends();
    let mut app = build(launch, Screen::Picture)?;
    make_ready(&mut app);
    for _ in 0..request.tick {
        app.world_mut().run_schedule(FixedUpdate);
    }
    // The picture shows the end of the last tick, not its beginning.
    let mut fixed = app.world_mut().resource_mut::<Time<Fixed>>();
    let nearly_a_tick = fixed.timestep().saturating_sub(std::time::Duration::from_nanos(1));
    fixed.accumulate_overstep(nearly_a_tick);
    hide_words(&mut app);
    let body = find_body(app.world().resource::<Sky>(), request.look.as_deref())?;
    let size = request.size;
    app.insert_resource(request).init_resource::<Outcome>();
    aim(&mut app, body, size);
    let mut settled = 0;
    for _ in 0..MOST_FRAMES {
        app.update();
        if let Some(exit) = app.world_mut().resource_mut::<Outcome>().0.take() {
            return Ok(exit);
        }
        if app.world().resource::<Loading>().is_done {
            settled += 1;
        }
        if settled == SETTLING_FRAMES {
            take(&mut app)?;
        }
    }
    Err("the graphics driver has not delivered the picture".into())
}

fn find_body(sky: &Sky, name: Option<&str>) -> Result<usize, String> {
    let Some(name) = name else { return Ok(0) };
    sky.system.find(name).ok_or_else(|| {
        let known: Vec<&str> = sky.system.bodies.iter().map(|body| body.name.as_str()).collect();
        format!("the level has no body `{name}`; it has: {}", known.join(", "))
    })
}

/// Nobody plays on a picture: the status line would tell nothing.
fn hide_words(app: &mut App) {
    app.add_systems(PostStartup, |mut lines: Query<&mut Visibility, With<StatusLine>>| {
        lines.iter_mut().for_each(|mut line| *line = Visibility::Hidden);
    });
}

/// Puts up the camera, which renders into an image.
fn aim(app: &mut App, body: usize, size: UVec2) {
    let image = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
    let image = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    let world = app.world_mut();
    let request = world.resource::<ShotRequest>().clone();
    let (least_km, usual_km) = {
        let sky = world.resource::<Sky>();
        let radius_km = sky.system.bodies[body].displayed_radius_km;
        (radius_km * 1.4, if request.look.is_some() { radius_km * 4.5 } else { 4.0 * AU_KM })
    };
    let distance_km = request.distance_au.map_or(usual_km, |au| (au * AU_KM).max(least_km));
    let yaw = request.yaw_deg.map_or_else(
        || sunny_side(world.resource::<Sky>().now[body].position),
        |yaw| yaw.to_radians() as f32,
    );
    world.resource_mut::<Focus>().jump_to(FocusTarget::Body(body));
    let pitch = request.pitch_deg.to_radians() as f32;
    let camera = spawn_camera(&mut world.commands(), distance_km / AU_KM, pitch, yaw);
    world.flush();
    world.entity_mut(camera).insert((RenderTarget::Image(image.clone().into()), Target(image)));
}

/// The image that the camera renders into.
#[derive(Component)]
struct Target(Handle<Image>);

fn take(app: &mut App) -> Result<(), String> {
    let world = app.world_mut();
    let image = world
        .query::<&Target>()
        .single(world)
        .map(|target| target.0.clone())
        .map_err(|error| format!("the picture's camera is gone: {error}"))?;
    let file = world.resource::<ShotRequest>().out.clone();
    world.spawn(Screenshot::image(image)).observe(
        move |captured: On<ScreenshotCaptured>, mut outcome: ResMut<Outcome>| {
            outcome.0 = Some(judge_picture(&captured.image, &file));
        },
    );
    Ok(())
}
