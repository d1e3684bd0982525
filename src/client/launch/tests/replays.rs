//! Games are recorded, watched, taken back, and taken up again.

use crate::client::clockwork::{go_on_from, list_logs, rewind_to, seek};
use crate::client::worlds::{Playback, Reading};
use crate::record::{Figures, Identity, Log, LogReader, Outcome, Recorder, verify};
use crate::sim::ids::FleetId;
use crate::sim::steering::system::Sharing;
use crate::sim::{Command as FleetCommand, Digests, Order, OrderQueue, Units};

use super::*;

fn hash(app: &App) -> u64 {
    app.world().resource::<Digests>().state_hash()
}

fn faction(app: &App) -> FactionId {
    app.world().resource::<Player>().faction
}

fn logs(app: &App) -> Vec<PathBuf> {
    let folder = app.world().resource::<LogsFolder>().0.clone().unwrap();
    list_logs(&folder).into_iter().map(|(path, ..)| path).collect()
}

/// The player gives an order that changes the world: the first fleet gets another name.
fn rename(app: &mut App, name: &str) {
    let player = faction(app);
    let order = Order::fleet(Units::Fleet(FleetId(0)), FleetCommand::Rename(name.to_owned()));
    app.world_mut().resource_mut::<OrderQueue>().give(player, order);
}

/// The pace of the games, to save frames.
const PACE: f64 = 8.0;

/// A game against a mind, with an order now and then. Returns the hash after each tick at which a frame has ended.
fn played(ticks: u64) -> (App, BTreeMap<u64, u64>) {
    let mut duel = opened("duel.ron");
    duel.level.factions[1].mind = Some(crate::level::MindChoice::new("captain", "corsair"));
    let mut app = client(&duel);
    start(&mut app);
    app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed_f64(PACE);
    let mut hashes = BTreeMap::new();
    while tick(&app) < ticks {
        app.update();
        hashes.insert(tick(&app), hash(&app));
        if hashes.len().is_multiple_of(6) {
            rename(&mut app, &format!("Fleet of {}", hashes.len()));
        }
    }
    (app, hashes)
}

/// The first tick from `from` on at which the game is known, and its hash then.
fn known(hashes: &BTreeMap<u64, u64>, from: u64) -> (u64, u64) {
    hashes.range(from..).next().map(|(tick, hash)| (*tick, *hash)).unwrap()
}

/// Runs the world at pace 1 up to the next tick at which the game is known, and returns the hash of the game then.
fn run_to_known(app: &mut App, hashes: &BTreeMap<u64, u64>) -> u64 {
    app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed_f64(1.0);
    run_clock(app, true);
    let (to, hash) = known(hashes, tick(app) + 3);
    update_until(app, |app| tick(app) == to);
    hash
}

/// Leaves the game for the main menu.
fn leave(app: &mut App) {
    app.world_mut().commands().queue(BACKDROP.clone());
    update_until(app, |app| state(app) == AppState::Menu);
}

/// Waits until the world is where it was sent.
fn arrive(app: &mut App) {
    update_until(app, |app| {
        let world = app.world();
        let is_there = world.get_resource::<Playback>().is_none_or(|playback| playback.target.is_none());
        is_there && !world.contains_resource::<Reading>() && state(app) == AppState::Playing
    });
}

/// The log in a file, once its writer, which has a thread of its own, has ended it.
fn whole(path: &Path) -> Log {
    for _ in 0..MOST_FRAMES {
        match Log::open(path) {
            Ok(log) if log.is_whole() => return log,
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    panic!("{} is not finished", path.display());
}

/// Whether the log of a file is true; then what it has.
fn proved(path: &Path) -> Figures {
    let rules = Rules::load(&assets_dir()).unwrap();
    let sharing = Sharing::default();
    let program = Identity::of_this_program(&assets_dir(), &rules, sharing).unwrap();
    match verify(LogReader::open(path).unwrap(), &program, &rules, sharing, |_| {}) {
        Outcome::Equal(figures) => figures,
        other => panic!("{other:?}"),
    }
}

/// Sets the clock going, or halts it.
fn run_clock(app: &mut App, runs: bool) {
    let mut time = app.world_mut().resource_mut::<Time<Virtual>>();
    if runs { time.unpause() } else { time.pause() }
}

#[test]
fn a_game_of_a_few_seconds_leaves_no_log() {
    let (mut app, _) = played(60);
    leave(&mut app);
    assert_eq!(logs(&app), Vec::<PathBuf>::new());
}

#[test]
fn a_game_is_taken_back_and_its_logs_are_true() {
    let (mut app, hashes) = played(320);
    let me = faction(&app);
    let (back, then) = known(&hashes, 205);
    rewind_to(app.world_mut(), back).unwrap();
    update_until(&mut app, |app| tick(app) == back && !app.world().contains_resource::<Playback>());
    app.update();
    assert_eq!((tick(&app), hash(&app), faction(&app)), (back, then, me));
    assert!(is_paused(&app), "the player thinks");
    let log = app.world().resource::<Recorder>().memory().unwrap();
    assert_eq!((log.first_tick(), log.last_tick()), (0, back), "it can be taken back again");

    // Once more at once, to a moment for which a world is kept: the log keeps its beginning.
    rewind_to(app.world_mut(), 0).unwrap();
    update_until(&mut app, |app| tick(app) == 0 && !app.world().contains_resource::<Playback>());
    app.update();
    assert!(is_paused(&app) && app.world().contains_resource::<Recorder>());
    rename(&mut app, "Another way");
    app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed_f64(PACE);
    run_clock(&mut app, true);
    update_until(&mut app, |app| tick(app) >= 310);
    assert_ne!(hashes.get(&tick(&app)), Some(&hash(&app)));
    leave(&mut app);

    let logs = logs(&app);
    assert_eq!(logs.len(), 2, "the abandoned end has a log of its own: {logs:?}");
    let [game, abandoned] = [0, 1].map(|number| whole(&logs[number]));
    assert!(abandoned.first_tick() == 0 && abandoned.last_tick() >= 320);
    assert!(game.first_tick() == 0 && game.last_tick() >= 310, "the log of the game has its beginning");
    for log in &logs {
        let figures = proved(log);
        assert!(figures.orders > 0 && figures.orders_of_minds > 0, "{figures:?}");
    }
}

#[test]
fn a_replay_goes_forth_and_back_and_becomes_a_game() {
    let (mut app, hashes) = played(330);
    leave(&mut app);
    let path = logs(&app).remove(0);
    whole(&path);
    let source = Source::Log { path, tick: Some(120), eyes: Viewer::Everything, body: None };
    app.world_mut().insert_resource(Reading::begin(source, assets_dir()));
    arrive(&mut app);
    assert!((120..123).contains(&tick(&app)), "the clock runs");

    run_clock(&mut app, false);
    for from in [300, 40, 325, 180] {
        let (to, then) = known(&hashes, from);
        seek(app.world_mut(), to);
        arrive(&mut app);
        assert_eq!((tick(&app), hash(&app)), (to, then), "at tick {to}");
        assert!(is_paused(&app), "the clock stands as it did");
    }
    rename(&mut app, "Nonsense");
    let then = run_to_known(&mut app, &hashes);
    assert_eq!(hash(&app), then, "an order has no effect");

    let mut seen = Vec::new();
    for _ in 0..3 {
        press(&mut app, KeyCode::F11);
        seen.push((faction(&app), app.world().resource::<Onlooker>().0));
    }
    let of = |number| (FactionId(number), Viewer::Faction(FactionId(number)));
    assert_eq!(seen, [of(0), of(1), (SPECTATOR, Viewer::Everything)]);

    seek(app.world_mut(), u64::MAX);
    arrive(&mut app);
    run_clock(&mut app, true);
    (0..5).for_each(|_| app.update());
    let playback = app.world().resource::<Playback>();
    assert!(!playback.differs);
    assert_eq!(tick(&app), playback.log.last_tick(), "nothing comes after its end");
    assert!(is_paused(&app));

    // The page of keys is left in the world in which it is read, and starts no game.
    for (to, runs) in [(250, false), (150, true)] {
        seek(app.world_mut(), known(&hashes, to).0);
        arrive(&mut app);
        assert_ne!(is_paused(&app), runs, "the clock goes on without the page");
        run_clock(&mut app, true);
        press(&mut app, KeyCode::F1);
        assert!(is_paused(&app), "the clock waits for the reader");
    }
    let at = tick(&app);
    go_on_from(app.world_mut(), FactionId(1));
    update_until(&mut app, |app| !app.world().contains_resource::<Playback>());
    app.update();
    assert_eq!((tick(&app), faction(&app)), (at, FactionId(1)));
    press(&mut app, KeyCode::F1);
    assert!(is_paused(&app), "the player thinks");
    assert_eq!(app.world().resource::<Onlooker>().0, Viewer::Faction(FactionId(1)));
    let then = run_to_known(&mut app, &hashes);
    let seats = app.world().resource::<Seats>();
    assert!(seats.playing(FactionId(1)).is_none(), "the player sits there");
    assert_eq!(seats.playing(FactionId(0)).map(|mind| mind.skill.as_str()), Some("captain"), "a mind here");
    assert_ne!(hash(&app), then);
    assert!(app.world().contains_resource::<Recorder>(), "it is recorded");
}

#[test]
fn a_log_of_another_program_is_not_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.eclog");
    std::fs::write(&path, "no log at all").unwrap();
    let source = Source::Log { path, tick: None, eyes: Viewer::Everything, body: None };
    let words = read(&source, &assets_dir()).unwrap_err();
    assert!(words.contains("no log of a game"), "{words}");
    assert!(Log::open(Path::new("nowhere.eclog")).is_err());
}
