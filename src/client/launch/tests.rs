//! The whole client without a window and without a renderer: exchange of worlds, and use of the main menu.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::ecs::system::RunSystemOnce;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKeyCode};
use bevy::input::mouse::MouseButtonInput;
use bevy::pbr::StandardMaterial;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::time::TimeUpdateStrategy;
use bevy::window::WindowEvent;

use super::*;
use crate::client::input::selection::select_all;
use crate::client::input::{Selected, Tool};
use crate::client::menu::Menu;
use crate::client::scene::sky::surface::{BodyMaterial, CometMaterial, GlowMaterial, RingMaterial};
use crate::client::worlds::{Reading, Source, backdrop, read};
use crate::rules::{Rules, find_assets_dir};
use crate::sim::visibility::{Viewer, WorldView, with_view};
use crate::sim::{Calendar, Digests, Era, Simulation, capture};

/// Limit on the frames of one exchange: reading, loading, and the first frames of the new world.
const MOST_FRAMES: u32 = 2_000;
/// Ticks after which a world is compared with the same world in a fresh program.
const TICKS: u64 = 12;

fn assets_dir() -> PathBuf {
    find_assets_dir().unwrap()
}

fn level_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(name)
}

fn opened(name: &str) -> Opened {
    read(&Source::Files(vec![level_path(name)]), &assets_dir()).unwrap().0
}

/// The client with a world, before its first frame. The duration of every frame is a tick.
fn client(first: &Opened) -> App {
    let blind = WgpuSettings { backends: None, ..default() };
    let engine = without_window(DefaultPlugins.build())
        .set(RenderPlugin { render_creation: RenderCreation::Automatic(Box::new(blind)), ..default() })
        .set(AssetPlugin { file_path: assets_dir().display().to_string(), ..default() })
        .disable::<LogPlugin>();
    let mut app = App::new();
    app.add_plugins(engine);
    put_together(&mut app, Settings::default(), assets_dir());
    // Keys reach the focused entity by way of a window.
    app.world_mut().spawn((Window::default(), PrimaryWindow));
    app.add_plugins((first_look::plugin, settings::plugin, menu::plugin, hints::plugin, briefing::plugin));
    begin_with(&mut app, first).unwrap();
    let frame = Duration::from_secs_f64(1.0 / TICKS_PER_SECOND);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    make_ready(&mut app);
    app
}

fn state(app: &App) -> AppState {
    *app.world().resource::<State<AppState>>().get()
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

/// Enters a world at pace 1, and runs it for some ticks.
fn enter(app: &mut App, next: &Opened) {
    let before = *app.world().resource::<Era>();
    app.world_mut().commands().queue(next.clone());
    update_until(app, |app| *app.world().resource::<Era>() != before && state(app) == next.state);
    let mut time = app.world_mut().resource_mut::<Time<Virtual>>();
    time.set_relative_speed(1.0);
    time.unpause();
    let first = Simulation::new(&next.level, &next.rules, next.seed).unwrap().tick_count();
    update_until(app, |app| tick(app) >= first + TICKS);
}

/// The hash of a level's world at the tick that `app` has reached.
fn fresh_hash(next: &Opened, tick: u64) -> u64 {
    let mut fresh = Simulation::new(&next.level, &next.rules, next.seed).unwrap();
    fresh.run(tick - fresh.tick_count());
    fresh.hash()
}

/// The number of instances of each component, and of each kind of asset.
fn census(app: &App) -> BTreeMap<String, usize> {
    let world = app.world();
    let mut counts = BTreeMap::new();
    for archetype in world.archetypes().iter().filter(|archetype| !archetype.is_empty()) {
        for component in archetype.components() {
            let name = world.components().get_name(*component).map(|name| name.to_string());
            *counts.entry(name.unwrap_or_default()).or_insert(0) += archetype.len() as usize;
        }
    }
    fn assets<A: Asset>(world: &World) -> (String, usize) {
        (std::any::type_name::<A>().to_owned(), world.resource::<Assets<A>>().len())
    }
    counts.extend([
        assets::<Mesh>(world),
        assets::<Image>(world),
        assets::<StandardMaterial>(world),
        assets::<BodyMaterial>(world),
        assets::<RingMaterial>(world),
        assets::<GlowMaterial>(world),
        assets::<CometMaterial>(world),
    ]);
    counts
}

/// The shipped levels, and a save of one of them.
fn all_worlds() -> Vec<Opened> {
    let mut worlds: Vec<Opened> =
        ["sol.ron", "duel.ron", "first-light.ron", "binary-dawn.ron"].into_iter().map(opened).collect();
    let mut simulation = Simulation::new(&worlds[1].level, &worlds[1].rules, 7).unwrap();
    simulation.run(300);
    let save = capture(simulation.world_mut()).unwrap();
    worlds.push(Opened { level: save, ..worlds[1].clone() });
    let rules = Rules::load(&assets_dir()).unwrap();
    worlds.push(backdrop(&rules).unwrap());
    worlds
}

/// Enters all worlds, once and then this many times. The numbers of the first round must hold in all rounds, and
/// every world must equal the same world in a fresh program.
fn go_round(rounds: u32) {
    let worlds = all_worlds();
    let mut app = client(&worlds[0]);
    let mut known: Vec<BTreeMap<String, usize>> = Vec::new();
    // In the first round every letter is drawn for the first time, and stays in memory for all worlds.
    for round in 0..=rounds {
        for (number, next) in worlds.iter().enumerate() {
            enter(&mut app, next);
            let (tick, hash) = (tick(&app), app.world().resource::<Digests>().state_hash());
            assert_eq!(hash, fresh_hash(next, tick), "{} of round {round}", next.level.title);
            let now = census(&app);
            match known.get(number) {
                None if round == 0 => {}
                None => known.push(now),
                Some(before) => {
                    let changed: Vec<String> = now
                        .iter()
                        .filter(|(name, count)| before.get(*name) != Some(count))
                        .map(|(name, count)| format!("{name}: {:?}, now {count}", before.get(name)))
                        .collect();
                    assert!(changed.is_empty(), "{}, round {round}: {changed:#?}", next.level.title);
                }
            }
        }
    }
}

#[test]
fn nothing_of_a_world_outlasts_it() {
    go_round(2);
}

#[test]
#[ignore = "takes minutes"]
fn nothing_of_a_world_outlasts_it_in_ten_rounds() {
    go_round(10);
}

#[test]
fn things_that_outlast_their_world_are_found() {
    let duel = opened("duel.ron");
    let mut app = client(&duel);
    enter(&mut app, &duel);
    let before = census(&app);
    let stray = app.world_mut().resource_mut::<Assets<Mesh>>().add(Sphere::new(1.0));
    app.world_mut().spawn((Mesh3d(stray), worlds::Lasting));
    enter(&mut app, &duel);
    let after = census(&app);
    let mesh = |counts: &BTreeMap<String, usize>| counts[std::any::type_name::<Mesh>()];
    assert_eq!(mesh(&after), mesh(&before) + 1);
}

#[test]
fn a_file_that_cannot_be_played_leaves_the_game_as_it_is() {
    let mut app = client(&opened("duel.ron"));
    update_until(&mut app, |app| state(app) == AppState::Playing && tick(app) > 2);
    let before = *app.world().resource::<Era>();
    let gone = Source::Files(vec![level_path("no such level.ron")]);
    app.world_mut().insert_resource(Reading::begin(gone, assets_dir()));
    update_until(&mut app, |app| !app.world().contains_resource::<Reading>());
    let ticks = tick(&app);
    (0..5).for_each(|_| app.update());
    assert_eq!((*app.world().resource::<Era>(), state(&app)), (before, AppState::Playing));
    assert!(tick(&app) > ticks, "it goes on");
    assert!(app.world().resource::<Menu>().words().contains("no such level.ron"));
}

fn press(app: &mut App, key: KeyCode) {
    let input = |state: ButtonState| KeyboardInput {
        key_code: key,
        logical_key: Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified),
        state,
        text: None,
        repeat: false,
        window: Entity::PLACEHOLDER,
    };
    app.world_mut().write_message(input(ButtonState::Pressed));
    app.update();
    app.world_mut().write_message(input(ButtonState::Released));
    app.update();
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

#[test]
fn letters_search_on_the_page_of_levels() {
    let rules = Rules::load(&assets_dir()).unwrap();
    let mut app = client(&backdrop(&rules).unwrap());
    update_until(&mut app, |app| state(app) == AppState::Menu && tick(app) > 2);
    let chosen = |app: &App| app.world().resource::<Menu>().chosen(app.world().resource::<Settings>());
    press(&mut app, KeyCode::Enter);
    let first = chosen(&app);
    write(&mut app, "duel");
    assert_eq!((first.as_str(), chosen(&app).as_str()), ("Binary dawn", "The duel"));
    press(&mut app, KeyCode::Escape);
    assert_eq!(chosen(&app), first, "the search is over, the page is still there");
    write(&mut app, "light");
    press(&mut app, KeyCode::ArrowDown);
    assert_eq!(chosen(&app), "First light", "from the field to the first row");
    press(&mut app, KeyCode::Enter);
    update_until(&mut app, |app| state(app) == AppState::Playing);
}

/// Goes down to a row of the menu, and presses Enter.
fn choose(app: &mut App, words: &str) {
    for _ in 0..40 {
        if app.world().resource::<Menu>().chosen(app.world().resource::<Settings>()) == words {
            return press(app, KeyCode::Enter);
        }
        press(app, KeyCode::ArrowDown);
    }
    panic!("no row says {words}; the last one is {:?}", app.world().resource::<Menu>());
}

#[test]
fn keys_lead_from_the_main_menu_into_a_level_and_back() {
    let rules = Rules::load(&assets_dir()).unwrap();
    let mut app = client(&backdrop(&rules).unwrap());
    update_until(&mut app, |app| state(app) == AppState::Menu && tick(app) > 2);
    press(&mut app, KeyCode::Escape);
    assert!(app.world().resource::<Menu>().is_open() && app.should_exit().is_none());
    choose(&mut app, "levels");
    choose(&mut app, "The duel");
    update_until(&mut app, |app| state(app) == AppState::Playing);
    assert!(!app.world().resource::<Menu>().is_open());
    let in_level = *app.world().resource::<Era>();
    press(&mut app, KeyCode::F10);
    choose(&mut app, "restart");
    update_until(&mut app, |app| *app.world().resource::<Era>() != in_level);
    update_until(&mut app, |app| state(app) == AppState::Playing && tick(app) > 0);
    press(&mut app, KeyCode::F10);
    choose(&mut app, "main menu");
    update_until(&mut app, |app| state(app) == AppState::Menu);
    assert!(app.world().resource::<Factions>().0.is_empty() && app.should_exit().is_none());
}

#[test]
fn keys_lead_to_a_surrender_and_to_the_result() {
    let mut app = client(&opened("duel.ron"));
    update_until(&mut app, |app| state(app) == AppState::Playing && tick(app) > 2);
    let is_open = |app: &App| app.world().resource::<Menu>().is_open();
    let player = app.world().resource::<Player>().faction;
    let bodies = move |app: &mut App| {
        let of_player = |view: WorldView| view.bodies_of(player).len();
        with_view(app.world_mut(), Viewer::Faction(player), of_player).expect("there is a world")
    };
    press(&mut app, KeyCode::F10);
    choose(&mut app, "surrender");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Escape);
    assert!(is_open(&app) && bodies(&mut app) > 0, "Esc goes back, and the first row does nothing");
    choose(&mut app, "surrender");
    choose(&mut app, "surrender");
    assert!(!is_open(&app));
    update_until(&mut app, |app| app.world().resource::<Menu>().shows_result());
    assert_eq!(bodies(&mut app), 0);
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::F10);
    choose(&mut app, "surrender");
    press(&mut app, KeyCode::Escape);
    assert!(!is_open(&app), "the war is decided: nobody is asked any more");
}

#[test]
fn keys_and_clicks_of_one_frame_act_in_their_order_and_esc_ends_one_thing_at_a_time() {
    let mut app = client(&opened("duel.ron"));
    update_until(&mut app, |app| state(app) == AppState::Playing && tick(app) > 2);
    app.world_mut().run_system_once(select_all).unwrap();
    app.update();
    let window = Entity::PLACEHOLDER;
    let click = [ButtonState::Pressed, ButtonState::Released]
        .map(|state| WindowEvent::from(MouseButtonInput { button: MouseButton::Right, state, window }));
    let key = |state| KeyboardInput {
        key_code: KeyCode::KeyA,
        logical_key: Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified),
        state,
        text: None,
        repeat: false,
        window,
    };
    let keys = [ButtonState::Pressed, ButtonState::Released].map(key);
    // A right click ends a tool, so the tool held afterwards shows the order of both.
    for (click_comes_first, expected) in [(false, Tool::Select), (true, Tool::Attack)] {
        let events = keys.clone().map(WindowEvent::from);
        let pair = if click_comes_first { [click.clone(), events] } else { [events, click.clone()] };
        app.world_mut().write_message_batch(keys.clone());
        app.world_mut().write_message_batch(pair.into_iter().flatten());
        app.update();
        assert_eq!(*app.world().resource::<Tool>(), expected, "{click_comes_first}");
    }
    let selected = |app: &mut App| app.world_mut().query::<&Selected>().iter(app.world()).count();
    let is_menu_open = |app: &App| app.world().resource::<Menu>().is_open();
    press(&mut app, KeyCode::Escape);
    assert_eq!((*app.world().resource::<Tool>(), selected(&mut app) > 0), (Tool::Select, true));
    press(&mut app, KeyCode::Escape);
    assert_eq!(
        (selected(&mut app), is_menu_open(&app)),
        (0, false),
        "the briefing went with the first order"
    );
    press(&mut app, KeyCode::Escape);
    assert!(is_menu_open(&app));
}
