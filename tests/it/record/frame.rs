//! The frame of logs, written down once more: tests take logs apart and put them together.

use std::ops::Range;

use ecliptic::record::{FileHead, HashPoint, Head, Identity, Mark, MarkKind, Player, Turn, Turns};
use ecliptic::sim::ids::{BodyId, FactionId, FleetId, ShipId};
use ecliptic::sim::order::{Given, Giver};
use ecliptic::sim::{Command, Order, Units};
use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The first bytes: the magic ones, and the version of the format.
const FIRST: &[u8; 12] = b"\x89ECLOG\r\n\x03\0\0\0";

/// The bytes of a value.
pub fn encoded(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("it has a form")
}

/// The value of some bytes.
pub fn decoded<T: DeserializeOwned>(bytes: &[u8]) -> T {
    postcard::from_bytes(bytes).expect("it is one")
}

/// A log of chunks: the letter and the contents of each.
pub fn sealed(chunks: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let (mut log, mut sum) = (FIRST.to_vec(), 0);
    for (letter, contents) in chunks {
        let packed = lz4_flex::block::compress(contents);
        let mut chunk = vec![*letter];
        chunk.extend((packed.len() as u32).to_le_bytes());
        chunk.extend((contents.len() as u32).to_le_bytes());
        chunk.extend(packed);
        sum = xxh3_64_with_seed(&chunk, sum);
        log.extend(sum.to_le_bytes());
        log.extend(chunk);
    }
    log
}

/// The letters of the chunks of a log, and their places in its bytes.
pub fn chunks_of(log: &[u8]) -> Vec<(u8, Range<usize>)> {
    let (mut chunks, mut at) = (Vec::new(), FIRST.len());
    while at < log.len() {
        let end = at + 17 + number(log, at + 9);
        chunks.push((log[at + 8], at..end));
        at = end;
    }
    chunks
}

/// The letters and the contents of the chunks of a log.
pub fn contents_of(log: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let contents = |(letter, place): (u8, Range<usize>)| {
        let packed = &log[place.start + 17..place.end];
        let length = number(log, place.start + 13);
        (letter, lz4_flex::block::decompress(packed, length).expect("it is packed"))
    };
    chunks_of(log).into_iter().map(contents).collect()
}

fn number(log: &[u8], at: usize) -> usize {
    log[at..at + 4].try_into().map(u32::from_le_bytes).expect("four bytes") as usize
}

/// The identity of no program.
pub fn identity() -> Identity {
    Identity { version: "0".to_owned(), fingerprint: "1".to_owned(), rules: Vec::new(), trial: 2 }
}

/// The beginning of a file.
fn beginning() -> FileHead {
    let player = |faction: &str| Player { faction: faction.to_owned(), mind: None };
    let head = Head { title: "A war".to_owned(), players: vec![player("Terra"), player("Ares")] };
    FileHead { identity: identity(), head }
}

/// A small log with chunks of every kind. Its worlds are only words.
pub fn small_log() -> Vec<u8> {
    small_log_with(|mark| encoded(&vec![mark]))
}

/// The small log as an older version wrote it: marks do not tell who knew of them.
pub fn old_small_log(format: u8) -> Vec<u8> {
    let mut log = small_log_with(|mark| encoded(&vec![(mark.tick, mark.body, mark.kind)]));
    log[8] = format;
    log
}

/// The small log with marks in some form.
fn small_log_with(marks: impl Fn(Mark) -> Vec<u8>) -> Vec<u8> {
    let snapshot = |tick: u64, text: &str| (b'S', [&tick.to_le_bytes(), text.as_bytes()].concat());
    let mut chunks = vec![(b'L', encoded(&beginning())), snapshot(60, &"(a world: [1, 2, 3])\n".repeat(9))];
    for second in 0..3 {
        let first_tick = 60 + 30 * second;
        chunks.push((b'T', encoded(&turns_of(first_tick, &[10, 0, 20]))));
        let point = HashPoint { tick: first_tick + 30, state: second, parts: vec![second as u16; 20] };
        chunks.push((b'H', encoded(&point)));
        let kind = MarkKind::Taken { by: FactionId(1) };
        chunks.push((b'M', marks(Mark::known_to_all(first_tick + 7, BodyId(3), kind))));
    }
    chunks.push(snapshot(150, "(a world: [4])"));
    chunks.push((b'E', 150_u64.to_le_bytes().to_vec()));
    sealed(&chunks)
}

/// Turns of so many ticks each, with an order of a player and one of a mind.
pub fn turns_of(first_tick: u64, ticks: &[u32]) -> Turns {
    let units = Units::Ships((0..20).map(ShipId).collect());
    let stop = Order::fleet(units, Command::Stop);
    let name = Order::fleet(Units::Fleet(FleetId(7)), Command::Rename("First".to_owned()));
    let given = |order, by| Given { player: FactionId(0), by, order };
    let orders = vec![given(stop, Giver::Player), given(name, Giver::Mind)];
    let turn = |ticks: &u32| Turn { ticks: *ticks, orders: orders.clone() };
    Turns { first_tick, turns: ticks.iter().map(turn).collect() }
}
