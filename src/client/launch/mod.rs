//! Assembly of the program: the engine, the client, and the first world.
//!
//! - Enters: a first world, the assets folder, and a mode: a window, a picture, or measured frames.
//! - Leaves: a running program, a picture, or the costs of frames; an exit code.
//! - Must never: panic if the machine lacks a part, or be used by another room.
//!
//! | folder or file | subject |
//! |---|---|
//! | `shot/` | pictures of a level without a window |
//! | `building.rs` | a picture in which somebody builds |
//! | `hands.rs` | a picture in which somebody plays: keys, buttons, the pointer |
//! | `screenshot.rs` | pictures of the screen, saved as files |
//! | `frame_cost.rs` | the cost of a frame, part by part |
//! | `failures.rs` | missing parts of the machine, reported in a sentence |

mod building;
pub mod failures;
pub mod frame_cost;
pub mod hands;
pub mod screenshot;
pub mod shot;

use std::path::{Path, PathBuf};

use bevy::app::{PluginGroupBuilder, PluginsState, ScheduleRunnerPlugin};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::{ExitCondition, PrimaryWindow};
use bevy::winit::WinitPlugin;
use leafwing_input_manager::prelude::ActionState;
use typed_index_collections::TiSlice;

use super::settings::Settings;
use super::worlds::{AppState, AssetsDir, ExchangeSystems, Opened, Playback, Purpose, is_from_save};
use super::{menu, settings};
use crate::client::audio;
use crate::client::clockwork::LogsFolder;
use crate::client::frame::{Player, SPECTATOR, Toasts};
use crate::client::hud::guide;
use crate::client::menu::loading::Loading;
use crate::client::menu::{briefing, curtain};
use crate::client::models::palette;
use crate::client::orders::hot_seat;
use crate::client::scene::sky::surface::constellation_lines::spawn_constellations;
use crate::client::scene::sky::surface::spawn_stars;
use crate::client::settings::keys::actions;
use crate::client::view::first_look;
use crate::level::Level;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::snapshot::spawn;
use crate::sim::visibility::Viewer;
use crate::sim::{Calendar, FactionId, Factions, OfWorld, OrderQueue, Seats, Sky, SourceLevel};

/// The title of the window, followed by that of the level.
const TITLE: &str = "Ecliptic";

/// The first world to open, and the mode.
pub struct LaunchOptions {
    /// The first world.
    pub opened: Opened,
    /// The folder with shaders and stars.
    pub assets_dir: PathBuf,
    /// Stop after some frames; for tests.
    pub smoke: Option<Smoke>,
}

/// A start that only tests the program.
#[derive(Resource, Clone, Debug)]
pub struct Smoke {
    /// Frames after which it ends.
    pub frames: u32,
    /// Path of a picture of the window at the end.
    pub picture: Option<PathBuf>,
}

/// Whether there is a window or only a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// A window.
    Window,
    /// No window: the camera renders into an image.
    Picture,
    /// No window, and no parts of a frame run in parallel, so that each can be measured.
    Measured,
}

/// Opens a window and plays.
///
/// # Errors
/// A sentence for the player, if there is no screen or the level cannot be spawned.
pub fn play(launch: LaunchOptions) -> Result<AppExit, String> {
    failures::check_for_screen()?;
    failures::explain_ends();
    let smoke = launch.smoke.clone();
    let mut app = build(launch, Screen::Window)?;
    app.add_plugins((first_look::plugin, settings::plugin, menu::plugin, audio::plugin));
    if smoke.is_none() {
        app.add_plugins((guide::plugin, briefing::plugin, curtain::plugin));
    }
    if let Some(smoke) = smoke {
        app.insert_resource(smoke)
            .add_systems(Update, end_smoke.run_if(|loading: Res<Loading>| loading.is_done));
    }
    Ok(app.run())
}

/// The app with a world and the client, not running yet.
///
/// # Errors
/// A sentence for the player, if the level cannot be spawned.
pub fn build(launch: LaunchOptions, screen: Screen) -> Result<App, String> {
    let (settings, trouble) =
        if screen == Screen::Window { Settings::load() } else { (Settings::default(), Vec::new()) };
    let mut app = App::new();
    app.add_plugins(engine(&launch.assets_dir, settings.display.window(TITLE), screen));
    put_together(&mut app, settings, launch.assets_dir);
    app.add_systems(Startup, (spawn_stars, spawn_constellations));
    begin_with(&mut app, &launch.opened)?;
    if screen != Screen::Window {
        app.insert_resource(LogsFolder(None));
        app.world_mut().resource_mut::<Time<Virtual>>().pause();
    }
    let mut toasts = app.world_mut().resource_mut::<Toasts>();
    for words in trouble {
        warn!("{words}");
        toasts.say(words);
    }
    Ok(app)
}

/// Adds the world's ticks, and the client.
fn put_together(app: &mut App, settings: Settings, assets_dir: PathBuf) {
    app.insert_resource(Time::<Fixed>::from_hz(TICKS_PER_SECOND));
    app.add_plugins((crate::sim::plugin, crate::ai::plugin));
    app.world_mut().spawn((actions::input_map(&settings.keys), ActionState::<actions::Action>::default()));
    app.insert_resource(UiScale(settings.ui_scale))
        .insert_resource(AssetsDir(assets_dir))
        .insert_resource(settings)
        .insert_resource(ClearColor(Color::BLACK))
        .remove_with_world::<Player>()
        .remove_with_world::<first_look::LeftView>()
        .remove_with_world::<hot_seat::Seats>()
        .remove_with_world::<palette::FactionColors>();
    app.add_plugins(super::plugin);
    app.add_systems(OnEnter(AppState::Loading), seat_player.in_set(ExchangeSystems::Seat));
    app.add_systems(OnEnter(AppState::Menu), |mut window: Single<&mut Window, With<PrimaryWindow>>| {
        TITLE.clone_into(&mut window.title);
    });
    app.add_systems(OnEnter(AppState::Playing), name_window);
}

/// Starts the program with a world: lasting parts are set up before it is entered.
fn begin_with(app: &mut App, opened: &Opened) -> Result<(), String> {
    let world = app.world_mut();
    spawn(world, &opened.level, &opened.rules, opened.seed).map_err(|error| error.to_string())?;
    if let Some(playback) = &opened.playback {
        world.insert_resource(playback.clone());
    }
    seat_player(world);
    let state = opened.state;
    app.add_systems(PostStartup, move |mut next: ResMut<NextState<AppState>>| next.set(state));
    Ok(())
}

/// Seats the player and sets the clock by the level. The view of a save is taken out of it: it belongs to the moment of
/// the save, and the logs of this game begin with the level.
fn seat_player(world: &mut World) {
    let view = world.resource_mut::<SourceLevel>().0.settings.view.take();
    let level = &world.resource::<SourceLevel>().0;
    let playback = world.get_resource::<Playback>();
    let keeps_clock = playback.is_some_and(Playback::keeps_view);
    let faction = match playback.map(|playback| playback.purpose) {
        None => first_seat(level),
        Some(
            Purpose::Watch(Viewer::Faction(faction))
            | Purpose::Play(faction)
            | Purpose::Rewind { faction, .. },
        ) => faction,
        Some(Purpose::Watch(_)) => SPECTATOR,
    };
    let mut seats = match playback.is_some_and(Playback::is_replay) {
        true => hot_seat::Seats::of_replay(level),
        false => hot_seat::Seats::of_level(level),
    };
    let factions = &world.resource::<Factions>().0;
    let (player, onlooker) = seats.sit(faction, factions, &world.resource::<Sky>().system);
    let colors =
        palette::FactionColors::new(TiSlice::from_ref(&level.factions), world.resource::<Settings>().palette);
    let pace = level.settings.pace.min(level.settings.most_pace);
    // A person who loads a game looks about first.
    let is_paused = level.settings.paused || is_from_save(playback, world.resource::<Calendar>());
    // The seats of a replay are those of its log.
    if playback.is_none() {
        if let Some(view) = view {
            world.insert_resource(first_look::LeftView(view));
        }
        world.resource_scope(|world, mut door: Mut<OrderQueue>| {
            hot_seat::follow(player.faction, world.resource::<Seats>(), &mut door);
        });
    }
    world.insert_resource(player);
    world.insert_resource(seats);
    world.insert_resource(onlooker);
    world.insert_resource(colors);
    let mut time = world.resource_mut::<Time<Virtual>>();
    if !keeps_clock {
        time.set_relative_speed_f64(pace);
        if is_paused { time.pause() } else { time.unpause() }
    }
    // The remaining time of the last frame does not belong to this world.
    let mut fixed = world.resource_mut::<Time<Fixed>>();
    let left = fixed.overstep();
    fixed.discard_overstep(left);
}

fn name_window(opened: Res<SourceLevel>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    window.title = format!("{TITLE}: {}", opened.0.title);
}

fn engine(assets_dir: &Path, window: Window, screen: Screen) -> PluginGroupBuilder {
    // Bevy takes relative paths from the program's folder; we take them from the working folder.
    let assets = std::path::absolute(assets_dir).unwrap_or_else(|_| assets_dir.to_owned());
    let plugins = DefaultPlugins
        .set(AssetPlugin { file_path: assets.display().to_string(), ..default() })
        .set(LogPlugin { filter: "warn,wgpu=error,naga=warn,bevy_winit=error".into(), ..default() });
    match screen {
        // The menu asks before the window closes.
        Screen::Window => plugins.set(WindowPlugin {
            primary_window: Some(window),
            close_when_requested: false,
            ..default()
        }),
        Screen::Picture => without_window(plugins),
        Screen::Measured => without_window(plugins).disable::<PipelinedRenderingPlugin>(),
    }
}

fn without_window(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
    // The engine does not search for a sound card.
    #[cfg(feature = "audio")]
    let plugins = plugins.disable::<bevy::audio::AudioPlugin>();
    plugins
        .set(WindowPlugin {
            primary_window: None,
            exit_condition: ExitCondition::DontExit,
            close_when_requested: false,
            ..default()
        })
        .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
        .disable::<WinitPlugin>()
        .add(ScheduleRunnerPlugin::default())
}

/// Waits for the renderer; an app that is driven frame by frame has to do so itself.
pub fn make_ready(app: &mut App) {
    while app.plugins_state() == PluginsState::Adding {
        bevy::tasks::tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
}

/// The seat in which the person at the screen begins a level.
fn first_seat(level: &Level) -> FactionId {
    if level.is_watched() { SPECTATOR } else { level.own_faction() }
}

/// The player resource for a level's world.
pub fn player_of(world: &World, level: &Level) -> Player {
    let factions = &world.resource::<Factions>().0;
    hot_seat::player_of(first_seat(level), factions, &world.resource::<Sky>().system)
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

/// Writes a picture; returns an error exit if it shows nothing or cannot be written.
pub fn judge_picture(image: &Image, file: &Path) -> AppExit {
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

#[cfg(test)]
mod tests;
