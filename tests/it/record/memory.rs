//! Logs in memory: a game that is played is rewound, again and again, whatever the disk does.

use std::path::Path;
use std::time::Duration;

use bevy::prelude::App;
use ecliptic::record::{
    Log, LogReader, MakeIdentity, Outcome, PackedWorld, RING_TICKS, Recorder, Recording, begin, finish,
    go_on, leave, verify,
};
use ecliptic::sim::{OrderQueue, Simulation};

use super::frame::{chunks_of, contents_of, encoded, identity, sealed, small_log, turns_of};
use super::{duel, hash_of, moment, one_thread, recordable, rename};

/// Memory alone.
fn in_memory() -> Recording {
    Recording { file: None, snapshot_ticks: 5_400, remembers: true, continues: None }
}

/// The name of a log.
const FILE: &str = "war.eclog";

/// A war whose log is written to [`FILE`] in this folder.
fn recorded_war() -> (Simulation, tempfile::TempDir) {
    let (level, rules) = duel(["merciless", "captain"]);
    let mut war = recordable(&level, &rules);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let recording = Recording::to_file(&folder.path().join(FILE), identity());
    begin(war.world_mut(), recording).expect("there is a world");
    (war, folder)
}

/// Plays some ticks, in which the first fleet gets names. Returns the hash of the state before each tick and at the
/// end.
fn play(world: &mut Simulation, ticks: u64, names: &[(u64, &str)]) -> Vec<u64> {
    let (level, _) = duel(["merciless", "captain"]);
    let mut hashes = vec![hash_of(world)];
    for _ in 0..ticks {
        let tick = world.tick_count();
        for (_, name) in names.iter().filter(|(at, _)| *at == tick) {
            let (owner, order) = rename(&level, name);
            world.world_mut().resource_mut::<OrderQueue>().give(owner, order);
        }
        world.run(1);
        hashes.push(world.hash());
    }
    hashes
}

fn ticks_of_worlds(log: &Log) -> Vec<u64> {
    log.worlds().map(PackedWorld::tick).collect()
}

#[test]
fn a_game_is_rewound_again_and_again() {
    let (level, rules) = duel(["merciless", "captain"]);
    let mut war = recordable(&level, &rules);
    begin(war.world_mut(), in_memory()).expect("there is a world");
    let hashes = play(&mut war, RING_TICKS + 100, &[(50, "One"), (350, "Two"), (370, "Three")]);
    let log = leave(war.world_mut()).expect("it was remembered");
    assert!(war.world().get_resource::<Recorder>().is_none());
    assert_eq!((log.first_tick(), log.last_tick(), log.is_whole()), (0, RING_TICKS + 100, true));
    assert_eq!((log.fault(), log.identity(), log.head().players.len()), (None, None, 2));
    assert_eq!(ticks_of_worlds(&log), [0, RING_TICKS]);
    for tick in [0, 17, RING_TICKS, 399] {
        assert_eq!(hash_of(&mut moment(&log, tick)), hashes[tick as usize], "tick {tick}");
    }
    assert_eq!((log.hash_at(390), log.hash_at(400)), (Some(hashes[390]), Some(hashes[400])));

    // Before the last order but one, and on in another way.
    let (owner, _) = rename(&level, "");
    let last = log.last_order(owner, 400).expect("there is one");
    let earlier = log.last_order(owner, last - 1).expect("there is another one");
    assert_eq!((last, earlier), (370, 350));
    let mut again = moment(&log, earlier);
    go_on(again.world_mut(), in_memory(), log).expect("there is a world");
    let later = play(&mut again, 40, &[(360, "Four")]);
    assert_ne!(later[40], hashes[390], "it is another game");
    let log = leave(again.world_mut()).expect("it was remembered");
    assert_eq!((log.first_tick(), log.last_tick()), (0, 390));
    assert_eq!(log.last_order(owner, 390), Some(360), "the others never came");
    for tick in [40, 349] {
        assert_eq!(hash_of(&mut moment(&log, tick)), hashes[tick as usize], "tick {tick}");
    }
    assert_eq!(hash_of(&mut moment(&log, 390)), later[40]);
}

/// The file of a game that was rewound has all of it, without what was taken back, and is true.
#[test]
fn a_rewound_game_has_a_log_from_its_beginning() {
    let (level, rules) = duel(["merciless", "captain"]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let paths = ["first.eclog", "second.eclog"].map(|name| folder.path().join(name));
    let to_file = |path: &Path| Recording {
        snapshot_ticks: 90,
        remembers: true,
        ..Recording::to_file(path, identity())
    };
    let mut war = recordable(&level, &rules);
    begin(war.world_mut(), to_file(&paths[0])).expect("there is a world");
    let hashes = play(&mut war, 300, &[(50, "One"), (215, "Two")]);
    let log = leave(war.world_mut()).expect("it was remembered");
    super::wars::whole(&paths[0]);
    // In the middle of a chunk, and at its end.
    for tick in [205, 240] {
        let mut again = moment(&log, tick);
        let recording = Recording { continues: Some(paths[0].clone()), ..to_file(&paths[1]) };
        go_on(again.world_mut(), recording, log.clone()).expect("there is a world");
        let later = play(&mut again, 100, &[(tick + 10, "Another")]);
        leave(again.world_mut());
        let whole = super::wars::whole(&paths[1]);
        assert_eq!((whole.first_tick(), whole.last_tick()), (0, tick + 100));
        assert_eq!(hash_of(&mut moment(&whole, tick - 1)), hashes[tick as usize - 1]);
        assert_eq!(hash_of(&mut moment(&whole, tick + 100)), later[100]);
        let found = verify(
            LogReader::open(&paths[1]).expect("it is a log"),
            &identity(),
            &rules,
            one_thread(),
            |_| {},
        );
        assert!(matches!(found, Outcome::Equal(_)), "from tick {tick}: {found:?}");
        std::fs::remove_file(&paths[1]).expect("it is there");
    }

    // A log that does not reach the moment is left out.
    let bytes = std::fs::read(&paths[0]).expect("it is there");
    std::fs::write(&paths[0], &bytes[..bytes.len() / 8]).expect("it can be written");
    let mut again = moment(&log, 240);
    let recording = Recording { continues: Some(paths[0].clone()), ..to_file(&paths[1]) };
    go_on(again.world_mut(), recording, log).expect("there is a world");
    play(&mut again, 60, &[]);
    leave(again.world_mut());
    assert_eq!(super::wars::whole(&paths[1]).first_tick(), 240);
}

#[test]
fn a_file_that_cannot_be_made_takes_no_memory_with_it() {
    let (level, rules) = duel(["merciless", "captain"]);
    let mut war = recordable(&level, &rules);
    let path = Path::new("no-such-folder/war.eclog");
    let recording = Recording { remembers: true, ..Recording::to_file(path, identity()) };
    begin(war.world_mut(), recording).expect("there is a world");
    let recorder = war.world().resource::<Recorder>();
    let warning = recorder.warning().expect("it is told").to_owned();
    assert!(warning.contains("no replay") && warning.contains("no-such-folder"), "{warning}");
    assert!(warning.ends_with("Rewinding still works."), "{warning}");
    assert!(recorder.path().is_none() && recorder.memory().is_some());
    let hashes = play(&mut war, 20, &[]);
    assert_eq!(finish(war.world_mut()), Err(warning));

    let nobody: MakeIdentity = Box::new(|| Err("the trial cannot be fought".to_owned()));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = Some((folder.path().join(FILE), nobody));
    begin(war.world_mut(), Recording { file, ..in_memory() }).expect("there is a world");
    let warning = |war: &Simulation| war.world().resource::<Recorder>().warning().map(str::to_owned);
    while warning(&war).is_none() {
        std::thread::yield_now();
    }
    let words = warning(&war).expect("it is told");
    assert!(words.contains("trial") && words.ends_with("Rewinding still works."), "{words}");
    let log = leave(war.world_mut()).expect("it was remembered");
    assert_eq!((log.first_tick(), hash_of(&mut moment(&log, 20))), (20, hashes[20]));
}

#[test]
fn whoever_leaves_a_game_waits_for_no_disk_and_the_file_is_finished_all_the_same() {
    let (mut war, folder) = recorded_war();
    let path = folder.path().join(FILE);
    assert_eq!(war.world().resource::<Recorder>().path(), Some(path.as_path()));
    let hashes = play(&mut war, 40, &[(7, "One")]);
    assert!(leave(war.world_mut()).is_none(), "nothing was remembered");
    let log = super::wars::whole(&path);
    assert_eq!((log.last_tick(), log.hash_at(40)), (40, Some(hashes[40])));
    assert_eq!(log.orders_at(7).len(), 1);
    assert_eq!(log.identity(), Some(&identity()));
}

#[test]
fn the_file_of_a_game_that_goes_on_is_read_up_to_the_tick_at_which_it_was_handed_over() {
    let (mut war, folder) = recorded_war();
    let path = folder.path().join(FILE);
    play(&mut war, 40, &[(7, "One")]);
    let hand_over = |war: &mut Simulation| {
        let written = war.world_mut().resource_mut::<Recorder>().hand_over().expect("there is a file");
        written.wait(Duration::from_secs(60));
        let log = Log::open(&path).expect("it is a log");
        (log.last_tick(), log.is_whole(), log.fault().map(str::to_owned))
    };
    assert_eq!(hand_over(&mut war), (40, false, None), "in the midst of a second");
    assert_eq!(hand_over(&mut war), (40, false, None), "nothing has happened since");
    let hashes = play(&mut war, 35, &[]);
    leave(war.world_mut());
    let log = super::wars::whole(&path);
    assert_eq!((log.last_tick(), log.hash_at(60)), (75, Some(hashes[20])), "it went on");
}

#[test]
fn without_a_world_there_is_nothing_to_record() {
    let mut app = App::new();
    app.add_plugins((ecliptic::sim::plugin, ecliptic::record::plugin));
    assert!(begin(app.world_mut(), in_memory()).is_err_and(|words| words.contains("no world")));
}

#[test]
fn a_log_is_read_into_memory_as_far_as_it_is_sound() {
    let bytes = small_log();
    let whole = LogReader::new(&bytes[..]).and_then(Log::read).expect("it is a log");
    assert_eq!((whole.first_tick(), whole.last_tick(), whole.is_whole()), (60, 150, true));
    assert_eq!(ticks_of_worlds(&whole), [60, 150]);
    assert_eq!([60, 70, 90, 150].map(|tick| whole.orders_at(tick).len()), [1, 2, 1, 0], "those of players");
    assert_eq!([90, 120, 91].map(|tick| whole.hash_at(tick)), [Some(0), Some(1), None]);
    assert_eq!(whole.marks().iter().map(|mark| mark.tick).collect::<Vec<u64>>(), [67, 97, 127]);

    let ends: Vec<usize> = chunks_of(&bytes).into_iter().map(|(_, place)| place.end).collect();
    let read = |bytes: &[u8]| LogReader::new(bytes).and_then(Log::read);
    assert!(read(&bytes[..ends[1] - 1]).is_err(), "it has no world");
    let torn = read(&bytes[..ends[5] - 3]).expect("its beginning is there");
    assert_eq!((torn.last_tick(), torn.is_whole(), torn.fault()), (90, false, None));
    let mut damaged = bytes.clone();
    damaged[ends[5] - 1] ^= 1;
    let damaged = read(&damaged).expect("its beginning is sound");
    assert_eq!((damaged.last_tick(), damaged.is_whole()), (90, false));
    assert!(damaged.fault().is_some_and(|words| words.contains("damaged")));
}

/// A world that is saved in a pause has the orders of the pause.
#[test]
fn a_world_that_has_the_orders_of_its_tick_is_not_used() {
    let mut chunks = contents_of(&small_log());
    let pause = turns_of(150, &[0]);
    let world = chunks.iter().rposition(|chunk| chunk.0 == b'S').expect("there is one");
    chunks.insert(world, (b'T', encoded(&pause)));
    let log = LogReader::new(&sealed(&chunks)[..]).and_then(Log::read).expect("it is a log");
    assert_eq!(ticks_of_worlds(&log), [60]);
    assert_eq!((log.orders_at(150).len(), log.is_whole()), (1, true));
}
