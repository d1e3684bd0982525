//! Logs for tests.

use std::io::Write;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use super::chunk::{ChunkReader, ChunkWriter, Kind};
use super::content::{HashPoint, Head, Player, Snapshot, Turns, encoded};
use super::identity::Identity;
use super::marks::{Mark, MarkKind};
use super::turn::Turn;
use crate::level::{BodyId, FactionId, Level, parse_level};
use crate::sim::order::{Given, Giver};
use crate::sim::{Command, FleetId, Order, ShipId, Units};

/// A head that no program has.
pub fn head() -> Head {
    let identity =
        Identity { version: "0".to_owned(), fingerprint: "1".to_owned(), rules: Vec::new(), trial: 2 };
    let player = |faction: &str| Player { faction: faction.to_owned(), mind: None };
    Head { identity, title: "A war".to_owned(), players: vec![player("Terra"), player("Ares")] }
}

/// A level.
pub fn world() -> Level {
    let text = r#"(schema_version: 1, title: "t", epoch: jd(2461365.5), bodies: [body("Sun")])"#;
    let loaded = parse_level("t.ron", text.as_bytes(), &Default::default());
    loaded.unwrap_or_else(|faults| panic!("{faults}")).level
}

/// A small log with chunks of every kind. Its worlds are only words.
pub fn small_log() -> Vec<u8> {
    let mut log = ChunkWriter::begin(Vec::new()).expect("there is room");
    let mut write = |kind, contents: Vec<u8>| log.write(kind, &contents).expect("there is room");
    write(Kind::Head, encoded(&head()).expect("it has a form"));
    write(Kind::Snapshot, Snapshot::encoded(60, &"(a world: [1, 2, 3])\n".repeat(9)));
    for second in 0..3 {
        let first_tick = 60 + 30 * second;
        write(Kind::Turns, encoded(&turns(first_tick)).expect("it has a form"));
        let point = HashPoint { tick: first_tick + 30, state: second, parts: vec![second as u16; 20] };
        write(Kind::Hash, encoded(&point).expect("it has a form"));
        let kind = MarkKind::Taken { by: FactionId(1) };
        let marks = vec![Mark { tick: first_tick + 7, body: BodyId(3), kind }];
        write(Kind::Marks, encoded(&marks).expect("it has a form"));
    }
    write(Kind::Snapshot, Snapshot::encoded(150, "(a world: [4])"));
    write(Kind::End, 150_u64.to_le_bytes().to_vec());
    log.into_inner()
}

fn turns(first_tick: u64) -> Turns {
    let units = Units::Ships((0..20).map(ShipId).collect());
    let stop = Order::fleet(units, Command::Stop);
    let name = Order::fleet(Units::Fleet(FleetId(7)), Command::Rename("First".to_owned()));
    let given = |order, by| Given { player: FactionId(0), by, order };
    let orders = vec![given(stop, Giver::Player), given(name, Giver::Mind)];
    let turn = |ticks| Turn { ticks, orders: orders.clone() };
    Turns { first_tick, turns: vec![turn(10), turn(0), turn(20)] }
}

/// The places of the chunks of a log in its bytes.
pub fn chunks_of(log: &[u8]) -> Vec<(u8, Range<usize>)> {
    let (mut chunks, mut at) = (Vec::new(), 12);
    while at < log.len() {
        let packed = log[at + 9..at + 13].try_into().map(u32::from_le_bytes).expect("four bytes");
        let end = at + 17 + packed as usize;
        chunks.push((log[at + 8], at..end));
        at = end;
    }
    chunks
}

/// The kinds and contents of the chunks of a log.
pub fn written(log: &[u8]) -> Vec<(Kind, Vec<u8>)> {
    let mut reader = ChunkReader::open(log).expect("it is a log");
    std::iter::from_fn(|| reader.next().expect("it is sound")).collect()
}

/// Bytes that can be read while a writer has them.
#[derive(Clone, Default)]
pub struct Shelf(pub Arc<Mutex<Vec<u8>>>);

impl Shelf {
    /// The bytes so far.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.lock().expect("nobody has panicked").clone()
    }
}

impl Write for Shelf {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody has panicked").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
