//! Mutants of logs and of saves: a message or the sound part, never a panic, and no more memory than there are
//! limits.
//!
//! `ECLIPTIC_MUTANTS=1000000` tries this many of the small log, and a share of them of a real one and of saves;
//! `ECLIPTIC_SEED=7` uses another seed.

use std::io::Read;
use std::sync::LazyLock;

use ecliptic::level::parse_level;
use ecliptic::record::{Log, LogReader, Recording, Turn, Turns, begin, finish};
use ecliptic::rules::Rules;
use ecliptic::sim::ids::{FactionId, FleetId};
use ecliptic::sim::order::{Given, Giver};
use ecliptic::sim::{Command, Order, OrderQueue, Units, check_state};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::frame::{chunks_of, contents_of, encoded, identity, sealed, small_log};
use super::reader::mutate;
use super::{chance, duel, recordable, rename};
use crate::sim::worlds::{from_environment, rules, shipped};

/// Number of mutants of the small log, unless `ECLIPTIC_MUTANTS` is set.
const USUAL_MUTANTS: u64 = 3_000;
/// One of this many is a mutant of a real log, or of a save: they take as much longer.
const REAL_SHARE: u64 = 30;
/// Ticks of the real log.
const TICKS: u64 = 95;
/// Bytes of a chunk before its packed ones, and those of its checksum.
const FRAME: (usize, usize) = (17, 8);

static RULES: LazyLock<Rules> = LazyLock::new(rules);

fn mutants() -> u64 {
    from_environment("ECLIPTIC_MUTANTS", USUAL_MUTANTS)
}

/// The log of a war with minds and a person.
static REAL_LOG: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (level, rules) = duel(["merciless", "captain"]);
    let mut war = recordable(&level, &rules);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("war.eclog");
    begin(war.world_mut(), Recording::to_file(&path, identity())).expect("there is a world");
    for tick in 0..TICKS {
        if tick.is_multiple_of(20) {
            let (owner, order) = rename(&level, &format!("{tick}"));
            war.world_mut().resource_mut::<OrderQueue>().give(owner, order);
        }
        war.run(1);
    }
    finish(war.world_mut()).expect("there is room");
    std::fs::read(path).expect("it is there")
});

/// Saves of the duel at its beginning, and of another level amid a war.
static SAVES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let (mut other, of_other) = shipped("first-light.ron");
    let (level, rules) = duel(["merciless", "captain"]);
    other
        .factions
        .iter_mut()
        .zip(&level.factions)
        .for_each(|(one, duellist)| one.mind = duellist.mind.clone());
    let worlds = [(&level, &rules, 30), (&other, &of_other, 300)];
    let save = |(level, rules, ticks)| {
        let mut world = recordable(level, rules);
        world.run(ticks);
        let save = world.capture().expect("there is a world");
        ecliptic::level::to_ron(&save).expect("it can be written").into_bytes()
    };
    worlds.map(save).to_vec()
});

/// Counts the bytes that are read.
struct Counted<'b>(&'b [u8], usize);

impl Read for Counted<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.read(bytes)?;
        self.1 += count;
        Ok(count)
    }
}

/// Reads a log whose bytes may be anything. What comes of it holds no more than what was read can say.
fn read(bytes: &[u8]) -> Result<Log, String> {
    let mut source = Counted(bytes, 0);
    let log = LogReader::new(&mut source).and_then(Log::read).map_err(|error| error.to_string());
    assert!(source.1 <= bytes.len());
    if let Ok(log) = &log {
        assert!(log.first_tick() <= log.last_tick() && log.world_before(log.last_tick()).is_some());
        assert!(log.worlds().all(|world| (log.first_tick()..=log.last_tick()).contains(&world.tick())));
        assert!(log.worlds().all(|world| world.text().is_ok()));
        assert!(log.marks().is_sorted_by_key(|mark| mark.tick));
        // The shortest chunk has a frame; the packed bytes of a world are about as many as those in the file.
        let worlds: usize = log.worlds().map(|world| world.bytes()).sum();
        assert!(log.worlds().count() <= bytes.len() / FRAME.0 && worlds <= 2 * bytes.len() + 64 * 1024);
    }
    log
}

/// Changes the bytes of a file as [`mutate`] does, or blocks of them: swapped, repeated, of one byte alone.
fn mutate_blocks(bytes: &mut Vec<u8>, chance: &mut ChaCha8Rng) {
    let block = |bytes: &[u8], chance: &mut ChaCha8Rng| {
        let start = chance.random_range(0..=bytes.len());
        start..(start + chance.random_range(0..2_000)).min(bytes.len())
    };
    match chance.random_range(0..8_u32) {
        0 => {
            let (one, other) = (block(bytes, chance), block(bytes, chance));
            let (first, second) = (bytes[one.clone()].to_vec(), bytes[other.clone()].to_vec());
            bytes.splice(one, second);
            let end = bytes.len();
            bytes.splice(other.start.min(end)..other.end.min(end), first);
        }
        1 => {
            let one = block(bytes, chance);
            let times = [2, 9, 300][chance.random_range(0..3_usize)];
            let copies = bytes[one.clone()].repeat(times);
            bytes.splice(one, copies);
        }
        2 => {
            let one = block(bytes, chance);
            bytes[one].fill(b"\0\xff([\"-9"[chance.random_range(0..7_usize)]);
        }
        _ => mutate(bytes, chance),
    }
}

/// Changes chunks: their contents, packed bytes, lengths and kinds, and their sequence. All checksums are sound, so
/// that the change reaches what lies behind them.
fn mutate_chunks(log: &[u8], chance: &mut ChaCha8Rng) -> Vec<u8> {
    let places = chunks_of(log);
    let first = places[0].1.start;
    let mut frames: Vec<Vec<u8>> = places.into_iter().map(|(_, place)| log[place].to_vec()).collect();
    for _ in 0..chance.random_range(1..3) {
        let (at, other) = (chance.random_range(0..frames.len()), chance.random_range(0..frames.len()));
        match chance.random_range(0..7_u32) {
            0 => frames.swap(at, other),
            1 => {
                let copies = vec![frames[at].clone(); chance.random_range(1..40)];
                frames.splice(other..other, copies);
            }
            2 if frames.len() > 1 => drop(frames.remove(at)),
            3 => {
                let length = FRAME.1 + 1 + 4 * chance.random_range(0..2_usize);
                let number = [0, 1, 255, 64 * 1024, 1024 * 1024, u32::MAX][chance.random_range(0..6_usize)];
                frames[at][length..length + 4].copy_from_slice(&u32::to_le_bytes(number));
            }
            4 => frames[at][FRAME.1] = b"LSTHMEX"[chance.random_range(0..7_usize)],
            _ => {
                let mut packed = frames[at].split_off(FRAME.0);
                mutate(&mut packed, chance);
                let length = u32::try_from(packed.len()).expect("it is short").to_le_bytes();
                frames[at][FRAME.1 + 1..FRAME.1 + 5].copy_from_slice(&length);
                frames[at].extend(packed);
            }
        }
    }
    let mut sum = 0;
    let mut mutant = log[..first].to_vec();
    for frame in &mut frames {
        sum = xxh3_64_with_seed(&frame[FRAME.1..], sum);
        frame[..FRAME.1].copy_from_slice(&sum.to_le_bytes());
        mutant.extend_from_slice(frame);
    }
    mutant
}

/// Tries mutants of a log. Returns how many were read in part at least.
fn try_log(log: &[u8], count: u64, chance: &mut ChaCha8Rng) -> u64 {
    let contents = contents_of(log);
    let mut read_in_part = 0;
    for number in 0..count {
        let mutant = match number % 3 {
            0 => {
                let mut mutant = log.to_vec();
                mutate_blocks(&mut mutant, chance);
                mutant
            }
            1 => mutate_chunks(log, chance),
            _ => {
                let mut changed = contents.clone();
                let at = chance.random_range(0..changed.len());
                mutate_blocks(&mut changed[at].1, chance);
                sealed(&changed)
            }
        };
        match read(&mutant) {
            Ok(_) => read_in_part += 1,
            Err(words) => assert!(words.len() > 20, "mutant {number}: {words}"),
        }
    }
    read_in_part
}

#[test]
fn mutants_of_logs_are_read_in_part_or_refused() {
    let mut chance = chance();
    for (log, count) in [(small_log(), mutants()), (REAL_LOG.clone(), mutants() / REAL_SHARE)] {
        assert!(read(&log).is_ok_and(|log| log.is_whole()));
        let read_in_part = try_log(&log, count, &mut chance);
        println!("{read_in_part} of {count} mutants were read in part");
        assert!(count < 100 || (count / 10..count).contains(&read_in_part), "{read_in_part} of {count}");
    }
}

/// Opens a save whose bytes may be anything.
fn open_save(bytes: &[u8]) -> Result<(), String> {
    let loaded = parse_level("mutant.ron", bytes, &RULES.class_catalog());
    let level = loaded.map_err(|faults| faults.to_string())?.level;
    check_state(&level, &RULES.for_level(&level)).map_err(|error| error.to_string())
}

#[test]
fn mutants_of_saves_are_sound_or_refused() {
    let mut chance = chance();
    let mut sound = 0;
    let count = mutants() / REAL_SHARE;
    for number in 0..count {
        let mut save = SAVES[number as usize % SAVES.len()].clone();
        mutate_blocks(&mut save, &mut chance);
        match open_save(&save) {
            Ok(()) => sound += 1,
            Err(words) => assert!(words.len() > 20, "mutant {number}: {words}"),
        }
    }
    println!("{sound} of {count} mutants of saves are sound");
    assert!(count < 100 || sound < count, "some are refused");
}

/// Saves of brackets, numbers or quotes without an end.
#[test]
fn saves_in_which_a_byte_is_repeated_are_refused() {
    for save in &*SAVES {
        assert_eq!(open_save(save), Ok(()));
        let place = save.windows(6).position(|bytes| bytes == b"state:").expect("it is a save") + 6;
        for byte in *b"([\"-9," {
            let mut bomb = save.clone();
            bomb.splice(place..place, std::iter::repeat_n(byte, 300_000));
            let words = open_save(&bomb).expect_err("it is no save");
            assert!(words.len() > 20, "{}: {words}", char::from(byte));
        }
    }
}

/// Whatever a file holds, the orders in memory are bounded.
#[test]
fn a_log_with_more_orders_than_there_is_room_for_is_read_as_far_as_they_fit() {
    let name = Order::fleet(Units::Fleet(FleetId(0)), Command::Rename("n".repeat(500_000)));
    let given = Given { player: FactionId(0), by: Giver::Player, order: name };
    let mut chunks = contents_of(&small_log());
    chunks.truncate(2);
    for second in 0..80 {
        let turn = Turn { ticks: 30, orders: vec![given.clone(), given.clone()] };
        chunks.push((b'T', encoded(&Turns { first_tick: 60 + 30 * second, turns: vec![turn] })));
    }
    let log = read(&sealed(&chunks)).expect("its beginning is sound");
    let words = log.fault().expect("it is told");
    assert!(words.contains("64 MiB") && words.contains(&log.last_tick().to_string()), "{words}");
    assert!(!log.is_whole() && (1_500..3_000).contains(&log.last_tick()), "{}", log.last_tick());
    assert_eq!(log.orders_at(log.last_tick() - 30).len(), 2, "what is shown has all its orders");
}
