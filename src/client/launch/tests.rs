//! The whole client without a window and without a renderer.

mod exchange;
mod first_steps;
mod hands;
mod laid;
mod layouts;
mod menus;
mod orders;
mod panels;
mod replay_bar;
mod replays;
mod results;
mod saving;
mod shaders;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use bevy::ecs::system::RunSystemOnce;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKeyCode};
use bevy::input::mouse::MouseButtonInput;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::time::TimeUpdateStrategy;
use bevy::ui::{ComputedNode, ComputedStackIndex, UiGlobalTransform};
use bevy::window::{CursorMoved, WindowEvent};

use super::hands::key_of;
use super::*;
use crate::client::clockwork::LogsFolder;
use crate::client::frame::{FrameSystems, takes_soft_lines};
use crate::client::input::Selected;
use crate::client::input::selection::select_all;
use crate::client::menu::{Menu, SaveWriter, SavesFolder};
use crate::client::scene::sky::body_maps::{AwaitsMaps, are_maps_awaited};
use crate::client::view::Onlooker;
use crate::client::worlds::{Reading, Source, backdrop, read};
use crate::record::{self, Recording, SNAPSHOT_TICKS};
use crate::rules::{Rules, find_assets_dir};
use crate::sim::snapshot::saved_game;
use crate::sim::steering::system::Sharing;
use crate::sim::visibility::Viewer;
use crate::sim::{Calendar, Era, Seats, Simulation, capture};

/// Limit on the frames of one exchange: reading, loading, and the first frames of the new world.
const MOST_FRAMES: u32 = 2_000;
/// Ticks after which a world is compared with the same world in a fresh program.
const TICKS: u64 = 12;
/// The length of a replay, ticks.
const REPLAY_TICKS: u64 = 600;

fn assets_dir() -> PathBuf {
    find_assets_dir().unwrap()
}

fn level_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(name)
}

/// The shipped levels that were opened so far: each is read and tried once for all tests.
static OPENED: Mutex<BTreeMap<String, Opened>> = Mutex::new(BTreeMap::new());

fn opened(name: &str) -> Opened {
    let mut known = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let read_now = || read(&Source::Files(vec![level_path(name)]), &assets_dir()).unwrap().0;
    known.entry(name.to_owned()).or_insert_with(read_now).clone()
}

/// The sky behind the main menu.
static BACKDROP: LazyLock<Opened> = LazyLock::new(|| backdrop(&Rules::load(&assets_dir()).unwrap()).unwrap());

/// The duration of a frame: a tick.
fn frame() -> Duration {
    Duration::from_secs_f64(1.0 / TICKS_PER_SECOND)
}

/// The folder of the saves of a client.
#[derive(Resource)]
struct OwnSaves(tempfile::TempDir);

/// The client with a world, before its first frame. It reads no maps of bodies: nothing is drawn, and in a build for
/// tests they would keep a thread busy for longer than most tests take, and the curtain before each game closed.
fn client(first: &Opened) -> App {
    let mut app = client_with_maps(first);
    app.add_observer(|added: On<Add, AwaitsMaps>, mut commands: Commands| {
        commands.entity(added.entity).remove::<AwaitsMaps>();
    });
    app
}

/// The engine without a window and without a renderer.
fn blind_engine() -> PluginGroupBuilder {
    let blind = WgpuSettings { backends: None, ..default() };
    without_window(DefaultPlugins.build())
        .set(RenderPlugin { render_creation: RenderCreation::Automatic(Box::new(blind)), ..default() })
        .set(AssetPlugin { file_path: assets_dir().display().to_string(), ..default() })
        .disable::<LogPlugin>()
}

/// The client with a world, before its first frame. The duration of every frame is a tick.
fn client_with_maps(first: &Opened) -> App {
    let mut app = App::new();
    app.add_plugins(blind_engine());
    put_together(&mut app, Settings::default(), assets_dir());
    let saves = tempfile::tempdir().unwrap();
    app.insert_resource(LogsFolder(Some(saves.path().join("replays"))));
    app.insert_resource(SavesFolder(Some(saves.path().to_owned()))).insert_resource(OwnSaves(saves));
    // Keys reach the focused entity by way of a window.
    app.world_mut().spawn((Window::default(), PrimaryWindow));
    app.add_plugins((first_look::plugin, settings::plugin, menu::plugin));
    app.add_plugins((guide::plugin, briefing::plugin, curtain::plugin));
    begin_with(&mut app, first).unwrap();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame()));
    make_ready(&mut app);
    app
}

fn state(app: &App) -> AppState {
    *app.world().resource::<State<AppState>>().get()
}

/// The names of the saves, sorted.
fn saves(app: &App) -> Vec<String> {
    let files = std::fs::read_dir(app.world().resource::<OwnSaves>().0.path()).unwrap();
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".ron"));
    names.sort_unstable();
    names
}

fn tick(app: &App) -> u64 {
    app.world().resource::<Calendar>().tick
}

/// Runs frames until a condition holds.
fn update_until(app: &mut App, is_done: impl Fn(&App) -> bool) {
    for _ in 0..MOST_FRAMES {
        app.update();
        if is_done(app) {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("it does not come about; the state is {:?}", state(app));
}

/// Waits for a level, ends the briefing, which holds its clock, and starts the clock as the guide asks for.
fn start(app: &mut App) {
    update_until(app, |app| state(app) == AppState::Playing);
    press(app, KeyCode::Escape);
    if is_paused(app) {
        press(app, KeyCode::Space);
    }
    update_until(app, |app| tick(app) > 2);
}

fn is_paused(app: &App) -> bool {
    app.world().resource::<Time<Virtual>>().is_paused()
}

/// The main menu over its backdrop.
fn main_menu() -> App {
    let mut app = client(&BACKDROP);
    update_until(&mut app, |app| state(app) == AppState::Menu && tick(app) > 2);
    // It takes no press in its first frames.
    (0..3).for_each(|_| app.update());
    app
}

/// Enters a world at pace 1, and runs it for some ticks.
fn enter(app: &mut App, next: &Opened) {
    let before = *app.world().resource::<Era>();
    app.world_mut().commands().queue(next.clone());
    update_until(app, |app| *app.world().resource::<Era>() != before && state(app) == next.state);
    let mut time = app.world_mut().resource_mut::<Time<Virtual>>();
    time.set_relative_speed(1.0);
    time.unpause();
    let first = saved_game(&next.level, &next.rules).unwrap().map_or(0, |saved| saved.tick);
    update_until(app, |app| tick(app) >= first + TICKS);
    // Maps that are needed for the first time are still being read.
    while are_maps_awaited(app.world_mut()) {
        app.update();
    }
}

/// A save of the duel, some seconds old.
static SAVED_DUEL: LazyLock<Opened> = LazyLock::new(|| {
    let duel = opened("duel.ron");
    let mut simulation = Simulation::new(&duel.level, &duel.rules, 7).unwrap();
    simulation.run(300);
    Opened { level: capture(simulation.world_mut()).unwrap(), ..duel }
});

/// The log of a duel, which no test changes: it is played once for all of them.
static LOG_OF_DUEL: LazyLock<Arc<record::Log>> = LazyLock::new(|| Arc::new(log_of_duel()));

/// Plays a duel; returns its log.
fn log_of_duel() -> record::Log {
    let duel = opened("duel.ron");
    let plugins = |app: &mut App| {
        app.add_plugins((crate::ai::plugin, record::plugin));
    };
    let duel = Simulation::with_players(plugins, Sharing::default(), &duel.level, &duel.rules, duel.seed);
    let mut duel = duel.unwrap();
    let recording =
        Recording { file: None, snapshot_ticks: SNAPSHOT_TICKS, remembers: true, continues: None };
    record::begin(duel.world_mut(), recording).unwrap();
    duel.run(REPLAY_TICKS);
    record::leave(duel.world_mut()).unwrap()
}

/// The client with the replay of a duel, at its beginning, seen with all eyes.
fn watched_duel() -> App {
    let mut app = main_menu();
    let playback = Playback::watch(LOG_OF_DUEL.clone(), None, 0, Viewer::Everything);
    let moment = Source::Moment(Box::new(playback));
    app.world_mut().insert_resource(Reading::begin(moment, assets_dir()));
    update_until(&mut app, |app| state(app) == AppState::Playing && tick(app) > 0);
    app
}

fn press(app: &mut App, key: KeyCode) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        app.world_mut().write_message(key_of(key, state));
        app.update();
    }
}

/// Writes letters within one frame.
fn write(app: &mut App, letters: &str) {
    for letter in letters.chars().map(|letter| letter.to_string()) {
        app.world_mut().write_message(KeyboardInput {
            key_code: KeyCode::Unidentified(NativeKeyCode::Unidentified),
            logical_key: Key::Character(letter.as_str().into()),
            state: ButtonState::Pressed,
            text: Some(letter.as_str().into()),
            repeat: false,
            window: Entity::PLACEHOLDER,
        });
    }
    app.update();
    app.update();
}

/// A key goes down and up while another is held.
fn press_with(app: &mut App, held: KeyCode, key: KeyCode) {
    app.world_mut().write_message(key_of(held, ButtonState::Pressed));
    app.update();
    press(app, key);
    app.world_mut().write_message(key_of(held, ButtonState::Released));
    app.update();
}

/// Sends events of one frame as a window does, and runs the frame.
fn send(app: &mut App, events: impl IntoIterator<Item = WindowEvent>) {
    for event in events {
        match event.clone() {
            WindowEvent::CursorMoved(moved) => app.world_mut().write_message(moved).map(|_| ()),
            WindowEvent::MouseButtonInput(input) => app.world_mut().write_message(input).map(|_| ()),
            WindowEvent::KeyboardInput(input) => app.world_mut().write_message(input).map(|_| ()),
            _ => None,
        };
        app.world_mut().write_message(event);
    }
    app.update();
}

fn window(app: &mut App) -> Entity {
    app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>().single(app.world()).unwrap()
}

/// Moves the pointer, logical pixels.
fn point_at(app: &mut App, position: Vec2) {
    let window = window(app);
    app.world_mut().get_mut::<Window>(window).unwrap().set_cursor_position(Some(position));
    send(app, [CursorMoved { window, position, delta: None }.into()]);
}

/// A button of the mouse goes down and up.
fn click_of(app: &mut App, button: MouseButton) -> [WindowEvent; 2] {
    let window = window(app);
    [ButtonState::Pressed, ButtonState::Released]
        .map(|state| MouseButtonInput { button, state, window }.into())
}

/// The middle of the first visible node with a component, logical pixels.
fn middle_of<C: Component>(app: &mut App, is_meant: impl Fn(Entity, &C) -> bool) -> Option<Vec2> {
    type Parts<'a, C> = (Entity, &'a C, &'a UiGlobalTransform, &'a InheritedVisibility, &'a ComputedNode);
    let mut nodes = app.world_mut().query::<Parts<C>>();
    let mut seen = nodes.iter(app.world()).filter(|(.., shown, node)| shown.get() && !node.is_empty());
    seen.find(|(entity, one, ..)| is_meant(*entity, one)).map(|(_, _, transform, ..)| transform.translation)
}

/// The words of the row that has the focus.
fn chosen(app: &App) -> String {
    app.world().resource::<Menu>().chosen(app.world().resource::<Settings>())
}

/// Whether some words of the interface are as wanted.
fn says(app: &mut App, is_wanted: impl Fn(&str) -> bool) -> bool {
    let world = app.world_mut();
    world.query::<&Text>().iter(world).any(|text| is_wanted(&text.0))
}

/// Turns from the main menu to the page of a skirmish, and waits for its levels.
fn turn_to_skirmish(app: &mut App) {
    choose(app, "Skirmish");
    update_until(app, |app| chosen(app) == "Start game");
}

/// Goes down to a row of the menu, and presses Enter.
#[track_caller]
fn choose(app: &mut App, words: &str) {
    choose_row(app, |row| row == words);
}

/// Goes down to the first row with wanted words, and presses Enter.
#[track_caller]
fn choose_row(app: &mut App, is_wanted: impl Fn(&str) -> bool) {
    for _ in 0..40 {
        if is_wanted(&chosen(app)) {
            return press(app, KeyCode::Enter);
        }
        press(app, KeyCode::ArrowDown);
    }
    panic!("there is no such row; the last one is {:?}", app.world().resource::<Menu>());
}

/// Leaves a game by the menu.
fn quit_to_main_menu(app: &mut App) {
    press(app, KeyCode::F10);
    choose(app, "Quit to main menu");
    choose(app, "Quit");
    update_until(app, |app| state(app) == AppState::Menu);
}

/// A client with a game of some ticks, whose log goes into a folder.
fn recorded(folder: &Path, ticks: u64) -> App {
    let mut app = client(&opened("duel.ron"));
    app.insert_resource(LogsFolder(Some(folder.to_owned())));
    start(&mut app);
    update_until(&mut app, |app| tick(app) >= ticks);
    app
}

/// Whether a save is not finished.
fn is_saving(app: &App) -> bool {
    app.world().resource::<SaveWriter>().is_busy()
}

/// Marks a node that is spawned while words get their places.
#[derive(Component)]
struct FreshNode;

fn spawn_node(mut commands: Commands) {
    commands.spawn((FreshNode, Node::default()));
}

#[test]
fn a_node_of_this_frame_does_not_lie_under_all_others_and_lines_in_space_have_soft_edges() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    app.add_systems(PostUpdate, spawn_node.in_set(FrameSystems::Label));
    app.update();
    let mut places = app.world_mut().query_filtered::<&ComputedStackIndex, With<FreshNode>>();
    let places: Vec<u32> = places.iter(app.world()).map(|place| place.0).collect();
    assert!(matches!(places.as_slice(), [place] if *place > 0), "{places:?}");
    assert!(takes_soft_lines(&app), "the engine has a shader of the name that is replaced");
}
