//! Putting the game together: a world, the engine, and the client.

use std::path::PathBuf;

use bevy::app::{PluginGroupBuilder, PluginsState, ScheduleRunnerPlugin};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use leafwing_input_manager::prelude::ActionState;

use super::briefing::{self, Briefing};
use super::camera::{Focus, FocusTarget, spawn_camera};
use super::loading::Loading;
use super::settings::Settings;
use super::surface::constellations::{ConstellationMaterial, spawn_constellations};
use super::surface::{StarMaterial, spawn_stars};
use super::{Player, Toasts, actions, failures, hints, menu, palette, screenshot, seat, settings, sound};
use crate::level::Level;
use crate::orbit::{AU_KM, TICKS_PER_SECOND};
use crate::rules::LevelRules;
use crate::sim::ids::FactionId;
use crate::sim::snapshot::spawn;
use crate::sim::visibility::Viewer;
use crate::sim::world::Factions;
use crate::sim::{Sky, Tick};

/// What is played.
pub struct Launch {
    /// A checked level.
    pub level: Level,
    /// The rules that hold in the level.
    pub rules: LevelRules,
    /// The seed of the world's chances.
    pub seed: u64,
    /// The folder with shaders and stars.
    pub assets_dir: PathBuf,
    /// Stop after some frames; for tests.
    pub smoke: Option<Smoke>,
}

/// A start that only makes sure that everything works.
#[derive(Resource, Clone, Debug)]
pub struct Smoke {
    /// Frames after which it ends.
    pub frames: u32,
    /// Where a picture of the window is written then.
    pub picture: Option<PathBuf>,
}

/// The folder with shaders and stars.
#[derive(Resource, Clone, Debug)]
pub struct AssetsDir(pub PathBuf);

/// Whether there is a window or only a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// A window.
    Window,
    /// No window: the camera renders into an image.
    Picture,
    /// The same, and no part of a frame runs beside another, so that each can be measured.
    Measured,
}

/// Opens a window and plays.
///
/// # Errors
/// A sentence for the player, where there is no screen or the level cannot be spawned.
pub fn play(launch: Launch) -> Result<AppExit, String> {
    failures::check_for_screen()?;
    failures::explain_ends();
    let smoke = launch.smoke.clone();
    let about = Briefing::of_level(&launch.level);
    let mut app = build(launch, Screen::Window)?;
    app.add_plugins((settings::plugin, menu::plugin, sound::plugin));
    app.add_systems(Startup, first_look);
    if smoke.is_none() {
        app.insert_resource(about);
        app.add_plugins((hints::plugin, briefing::plugin));
    }
    if let Some(smoke) = smoke {
        app.insert_resource(smoke)
            .add_systems(Update, end_smoke.run_if(|loading: Res<Loading>| loading.is_done));
    }
    Ok(app.run())
}

/// The engine with a world and the client in it, not running yet.
///
/// # Errors
/// A sentence for the player, where the level cannot be spawned.
pub fn build(launch: Launch, screen: Screen) -> Result<App, String> {
    let (settings, trouble) =
        if screen == Screen::Window { Settings::load() } else { (Settings::default(), Vec::new()) };
    palette::wear(settings.palette);
    let mut app = App::new();
    app.add_plugins(engine(&launch, screen));
    app.insert_resource(Time::<Fixed>::from_hz(TICKS_PER_SECOND));
    app.add_plugins(crate::sim::plugin);
    app.add_systems(FixedUpdate, |world: &mut World| world.run_schedule(Tick));
    spawn(app.world_mut(), &launch.level, &launch.rules, launch.seed).map_err(|error| error.to_string())?;
    let player = player_of(app.world(), &launch.level);
    app.insert_resource(Viewer::of_level(&launch.level));
    let mut time = app.world_mut().resource_mut::<Time<Virtual>>();
    time.set_relative_speed_f64(launch.level.settings.pace);
    if launch.level.settings.paused || screen != Screen::Window {
        time.pause();
    }
    app.world_mut().spawn((actions::input_map(&settings.keys), ActionState::<actions::Action>::default()));
    app.insert_resource(seat::Seats::of_level(&launch.level, player.faction));
    app.insert_resource(player)
        .insert_resource(UiScale(settings.ui_scale))
        .insert_resource(AssetsDir(launch.assets_dir))
        .insert_resource(settings)
        .insert_resource(ClearColor(Color::BLACK));
    app.add_plugins(super::plugin);
    app.add_systems(Startup, (hang_up_stars, hang_up_constellations));
    let mut toasts = app.world_mut().resource_mut::<Toasts>();
    for words in trouble {
        warn!("{words}");
        toasts.say(words);
    }
    Ok(app)
}

fn engine(launch: &Launch, screen: Screen) -> PluginGroupBuilder {
    let window = Window { title: format!("Ecliptic: {}", launch.level.title), ..default() };
    // Bevy takes relative paths from the program's folder; we take them from the working folder.
    let assets = std::path::absolute(&launch.assets_dir).unwrap_or_else(|_| launch.assets_dir.clone());
    let plugins = DefaultPlugins
        .set(AssetPlugin { file_path: assets.display().to_string(), ..default() })
        .set(LogPlugin { filter: "warn,wgpu=error,naga=warn,bevy_winit=error".into(), ..default() });
    match screen {
        Screen::Window => plugins.set(WindowPlugin { primary_window: Some(window), ..default() }),
        Screen::Picture => without_window(plugins),
        Screen::Measured => without_window(plugins).disable::<PipelinedRenderingPlugin>(),
    }
}

fn without_window(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
    without_sound(plugins)
        .set(WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() })
        .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
        .disable::<WinitPlugin>()
        .add(ScheduleRunnerPlugin::default())
}

/// For what makes no sound: no sound card is looked for.
pub fn without_sound(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
    #[cfg(feature = "audio")]
    let plugins = plugins.disable::<bevy::audio::AudioPlugin>();
    plugins
}

/// Waits for the renderer; an app that is driven frame by frame has to do so itself.
pub fn make_ready(app: &mut App) {
    while app.plugins_state() == PluginsState::Adding {
        bevy::tasks::tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
}

/// Who sits at the screen in a level's world.
pub fn player_of(world: &World, level: &Level) -> Player {
    let factions = &world.resource::<Factions>().0;
    let named = level.settings.player.as_ref();
    let faction = factions.iter().position(|faction| Some(&faction.name) == named).unwrap_or(0);
    seat::player_of(FactionId(faction), factions, &world.resource::<Sky>().system)
}

fn hang_up_stars(
    mut commands: Commands,
    assets_dir: Res<AssetsDir>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StarMaterial>>,
    mut toasts: ResMut<Toasts>,
) {
    if let Err(error) = spawn_stars(&mut commands, &mut meshes, &mut materials, &assets_dir.0) {
        toasts.say(error.to_string());
    }
}

fn hang_up_constellations(
    mut commands: Commands,
    assets_dir: Res<AssetsDir>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ConstellationMaterial>>,
    mut toasts: ResMut<Toasts>,
) {
    if let Err(error) = spawn_constellations(&mut commands, &mut meshes, &mut materials, &assets_dir.0) {
        toasts.say(error.to_string());
    }
}

/// The first thing that one sees: the home planet, with the star behind one's shoulder.
fn first_look(mut commands: Commands, player: Res<Player>, sky: Res<Sky>, mut focus: ResMut<Focus>) {
    match player.home {
        Some((body, radius_km)) => {
            focus.jump_to(FocusTarget::Body(body));
            let yaw = sunny_side(sky.now[body].position);
            spawn_camera(&mut commands, radius_km * 14.0 / AU_KM, 0.45, yaw);
        }
        None => {
            spawn_camera(&mut commands, 6.0, 0.6, 0.0);
        }
    }
}

/// The yaw from which a body shows most of its lit side, with some shadow.
pub fn sunny_side(position: glam::DVec3) -> f32 {
    // Yaw 0 looks along -z of the renderer, from +z, which is -y of the ecliptic.
    let toward_star = super::scale::turned(-position);
    toward_star.x.atan2(toward_star.z) + 0.7
}

fn end_smoke(
    mut commands: Commands,
    smoke: Res<Smoke>,
    mut frames: Local<u32>,
    mut exit: MessageWriter<AppExit>,
) {
    *frames += 1;
    if *frames != smoke.frames {
        return;
    }
    let Some(file) = smoke.picture.clone() else {
        exit.write(AppExit::Success);
        return;
    };
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
            exit.write(judge_picture(&captured.image, &file));
        },
    );
}

/// Writes a picture; an end with an error where it shows nothing or cannot be written.
pub fn judge_picture(image: &Image, file: &std::path::Path) -> AppExit {
    if let Err(words) = screenshot::save(image, file) {
        eprintln!("{words}");
        return AppExit::error();
    }
    if !screenshot::shows_something(image) {
        eprintln!("{}: the picture is all of one colour; the graphics driver does not draw", file.display());
        return AppExit::error();
    }
    AppExit::Success
}
