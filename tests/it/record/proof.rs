//! The proof of a log: what was recorded is equal, and whatever was changed is found.

use std::path::Path;

use ecliptic::record::{
    FileHead, HASH_TICKS, HashPoint, Kind, LogReader, Mark, MarkKind, Outcome, Recording, Turn, Turns, begin,
    finish, note, verify,
};
use ecliptic::sim::ids::{BodyId, FactionId, FleetId};
use ecliptic::sim::order::{Given, Giver, apply_waiting};
use ecliptic::sim::{Command, Order, OrderQueue, Units};

use super::frame::{chunks_of, contents_of, decoded, encoded, identity, sealed};
use super::{duel, one_thread, recordable, rename};
use crate::sim::worlds::rules;

const TICKS: u64 = 330;
const SNAPSHOT_TICKS: u64 = 3 * HASH_TICKS;

/// The log of a war in which people name a fleet before some ticks, and once while the game is paused.
fn war(names: &[(u64, &str)]) -> Vec<u8> {
    war_of(TICKS, names)
}

/// [`war`] of so many ticks.
fn war_of(ticks: u64, names: &[(u64, &str)]) -> Vec<u8> {
    let (level, rules) = duel(["merciless", "captain"]);
    let mut war = recordable(&level, &rules);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("war.eclog");
    let recording = Recording { snapshot_ticks: SNAPSHOT_TICKS, ..Recording::to_file(&path, identity()) };
    begin(war.world_mut(), recording).expect("there is a world");
    for tick in 0..ticks {
        for (_, name) in names.iter().filter(|(at, _)| *at == tick) {
            let (owner, order) = rename(&level, name);
            war.world_mut().resource_mut::<OrderQueue>().give(owner, order);
        }
        if tick == 45 {
            apply_waiting(war.world_mut());
            note(war.world_mut());
        }
        war.run(1);
        // The writer drops snapshots that wait; here each of them counts.
        let is_behind = || snapshots(&path) <= (tick + 1) / SNAPSHOT_TICKS;
        while (tick + 1).is_multiple_of(HASH_TICKS) && is_behind() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
    finish(war.world_mut()).expect("there is room");
    std::fs::read(path).expect("it is there")
}

/// Number of snapshots that are written already.
fn snapshots(path: &Path) -> u64 {
    let Ok(mut log) = LogReader::open(path) else { return 0 };
    while let Ok(Some(_)) = log.next_piece() {}
    log.shares().find(|(kind, _)| *kind == Kind::Snapshot).map_or(0, |(_, share)| share.count)
}

fn outcome(log: &[u8]) -> Outcome {
    match LogReader::new(log) {
        Ok(log) => verify(log, &identity(), &rules(), one_thread(), |_| ()),
        Err(error) => Outcome::Differs(error.to_string()),
    }
}

fn difference(log: &[u8]) -> String {
    match outcome(log) {
        Outcome::Differs(words) => words,
        other => panic!("it should differ: {other:?}"),
    }
}

/// The same log with changed contents, and sound checksums.
fn changed(log: &[u8], change: impl FnOnce(&mut Vec<(u8, Vec<u8>)>)) -> Vec<u8> {
    let mut contents = contents_of(log);
    change(&mut contents);
    sealed(&contents)
}

const NAMES: [(u64, &str); 3] = [(0, "One"), (45, "Two"), (200, "Three")];

#[test]
fn a_recorded_war_is_equal_and_every_planted_bit_is_found() {
    let log = war(&NAMES);
    let Outcome::Equal(figures) = outcome(&log) else { panic!("{:?}", outcome(&log)) };
    assert_eq!((figures.ticks, figures.orders, figures.is_whole), (TICKS, 3, true));
    assert!(figures.orders_of_minds > 3, "{figures:?}");
    let share = |kind| figures.shares.iter().find(|share| share.0 == kind).expect("all kinds are there").1;
    assert_eq!(share(Kind::Snapshot).count, 1 + TICKS / SNAPSHOT_TICKS);
    assert_eq!(share(Kind::Hash).count, TICKS / HASH_TICKS);
    println!("{:.1} kB, {:?}", figures.bytes() as f64 / 1000.0, figures.shares);
    for kind in [b'L', b'S', b'T', b'H', b'E'] {
        let chunks = chunks_of(&log);
        let (_, place) = chunks.iter().find(|chunk| chunk.0 == kind).expect("there is one");
        for at in [place.start, place.start + 8, place.start + 10, place.end - 1] {
            let mut planted = log.clone();
            planted[at] ^= 4;
            // A length that is too great makes of the rest of a log a torn piece.
            let is_found = match outcome(&planted) {
                Outcome::Differs(words) => words.contains("damaged") || words.contains("breaks off"),
                Outcome::Equal(figures) => !figures.is_whole,
                Outcome::Cannot { .. } => true,
            };
            assert!(is_found, "{} at {at}", char::from(kind));
        }
    }
}

#[test]
fn a_log_that_ends_within_a_second_of_play_has_the_hash_of_its_last_tick() {
    let log = war_of(HASH_TICKS + 7, &NAMES[..1]);
    let Outcome::Equal(figures) = outcome(&log) else { panic!("{:?}", outcome(&log)) };
    assert_eq!((figures.ticks, figures.is_whole), (HASH_TICKS + 7, true));
    let hashes = contents_of(&log).into_iter().filter(|chunk| chunk.0 == b'H');
    let ticks: Vec<u64> = hashes.map(|(_, bytes)| decoded::<HashPoint>(&bytes).tick).collect();
    assert_eq!(ticks, [HASH_TICKS, HASH_TICKS + 7]);
}

/// Orders of minds that wait for a tick which never comes are not collected without end.
#[test]
fn endless_orders_of_minds_are_refused() {
    let log = changed(&war_of(HASH_TICKS, &[]), |chunks| {
        let name = Order::fleet(Units::Fleet(FleetId(0)), Command::Rename("n".repeat(500_000)));
        let orders = vec![Given { player: FactionId(0), by: Giver::Mind, order: name }];
        let turns = Turns { first_tick: 0, turns: vec![Turn { ticks: 0, orders }] };
        chunks.splice(2..2, vec![(b'T', encoded(&turns)); 12]);
    });
    assert!(difference(&log).contains("more orders of minds for tick 0"), "{}", difference(&log));
}

#[test]
fn changes_behind_sound_checksums_are_found_by_playing() {
    let log = war(&NAMES);
    let find =
        |chunks: &[(u8, Vec<u8>)], kind| chunks.iter().rposition(|chunk| chunk.0 == kind).expect("one");
    let hash = changed(&log, |chunks| {
        let at = find(chunks, b'H');
        let mut point: HashPoint = decoded(&chunks[at].1);
        point.parts[3] ^= 1;
        chunks[at].1 = encoded(&point);
    });
    assert!(difference(&hash).contains("after tick 330") && difference(&hash).contains("ships"));
    // The order of a player, and one of a mind.
    for (by, words) in [(Giver::Player, "fleets"), (Giver::Mind, "the order of a mind differs")] {
        let dropped = changed(&log, |chunks| {
            for (_, contents) in chunks.iter_mut().filter(|chunk| chunk.0 == b'T') {
                let mut turns: Turns = decoded(contents);
                let mut orders = turns.turns.iter_mut().map(|turn| &mut turn.orders);
                let found =
                    orders.find_map(|orders| Some((orders.iter().position(|one| one.by == by)?, orders)));
                if let Some((at, orders)) = found {
                    orders.remove(at);
                    *contents = encoded(&turns);
                    return;
                }
            }
        });
        assert!(difference(&dropped).contains(words), "{}", difference(&dropped));
    }
    let marked = changed(&log, |chunks| {
        let mark = Mark::known_to_all(330, BodyId(1), MarkKind::Battle);
        let end = chunks.len() - 1;
        chunks.insert(end, (b'M', encoded(&vec![mark])));
    });
    assert!(difference(&marked).contains("the marks of tick 330"));
    // A snapshot of another war of the same length.
    let other = contents_of(&war(&NAMES[..1]));
    let exchanged = changed(&log, |chunks| {
        let at = find(chunks, b'S');
        chunks[at].1.clone_from(&other[find(&other, b'S')].1);
    });
    assert!(difference(&exchanged).contains("the snapshot of tick 270 is of another world"));
}

#[test]
fn the_log_of_another_program_is_not_played_and_its_snapshots_are_named() {
    let log = changed(&war(&[]), |chunks| {
        let mut other: FileHead = decoded(&chunks[0].1);
        other.identity.version = "99.0".to_owned();
        chunks[0].1 = encoded(&other);
    });
    let Outcome::Cannot { why, snapshots } = outcome(&log) else { panic!("it was played") };
    assert!(why.contains("version 99.0"), "{why}");
    assert_eq!(snapshots, [0, 90, 180, 270]);
}
