//! Follows a world while it plays, and tells the writer what has happened.
//!
//! Whoever owns a world calls [`begin`] once it is spawned, and [`finish`] before it goes. In between a system at
//! the end of every tick does the work; while the game is paused, [`note`] does it for the orders of the pause.

use std::path::Path;

use bevy::prelude::*;

use super::chunk::Kind;
use super::content::{HashPoint, Head, Player, Turns, encoded};
use super::identity::Identity;
use super::marks::{Mark, MarkFinder};
use super::turn::Turn;
use super::writer::LogWriter;
use crate::sim::order::Given;
use crate::sim::{
    Calendar, CapturedWorld, Digests, Factions, OfWorld, OrderQueue, Seats, SimSystems, SourceLevel, Tick,
};

/// Ticks from one hash to the next; a chunk of turns covers no more.
pub const HASH_TICKS: u64 = 30;
/// Ticks from one snapshot to the next: five minutes of play.
pub const SNAPSHOT_TICKS: u64 = 9_000;
/// The size of orders at which a chunk is closed before its time, bytes.
const FULL_BYTES: usize = 64 * 1024;

/// Follows the world that it was begun in, and ends with it.
#[derive(Resource)]
pub struct Recorder {
    /// `None` once the log is finished.
    writer: Option<LogWriter>,
    /// Ticks between snapshots.
    snapshot_ticks: u64,
    /// The tick at which the log begins.
    first_tick: u64,
    /// The tick up to which the world has been followed.
    tick: u64,
    turns: TurnBuilder,
    finder: MarkFinder,
    marks: Vec<Mark>,
}

/// The turns of a chunk in work.
#[derive(Default)]
struct TurnBuilder {
    turns: Turns,
    /// The size of their orders, bytes.
    bytes: usize,
}

/// Records worlds in which a recorder was begun.
pub fn plugin(app: &mut App) {
    app.declare_scratch::<Recorder>("reads the world, and decides nothing");
    app.remove_with_world::<Recorder>();
    app.add_systems(Tick, note.after(SimSystems::Seal).run_if(resource_exists::<Recorder>));
}

/// Begins a log of the world as it is now, with a snapshot every so many ticks, a multiple of [`HASH_TICKS`].
///
/// # Errors
/// A sentence: there is no world, or the file cannot be made.
pub fn begin(world: &mut World, path: &Path, identity: Identity, snapshot_ticks: u64) -> Result<(), String> {
    let captured = CapturedWorld::of(world).ok_or("there is no world to record")?;
    let writer = LogWriter::create(path, &head_of(world, identity), captured)?;
    follow(world, writer, snapshot_ticks);
    Ok(())
}

/// Follows a world with a writer that has begun with it.
fn follow(world: &mut World, writer: LogWriter, snapshot_ticks: u64) {
    let mut door = world.resource_mut::<OrderQueue>();
    door.keep_journal();
    door.take_journal();
    let tick = world.resource::<Calendar>().tick;
    world.insert_resource(Recorder {
        writer: Some(writer),
        snapshot_ticks,
        first_tick: tick,
        tick,
        turns: TurnBuilder::at(tick),
        finder: MarkFinder::default(),
        marks: Vec::new(),
    });
}

/// The head of a log of a world.
fn head_of(world: &World, identity: Identity) -> Head {
    let seats = world.resource::<Seats>();
    let factions = world.resource::<Factions>().0.iter_enumerated();
    let players = factions.map(|(faction, named)| Player {
        faction: named.name.clone(),
        mind: seats.playing(faction).map(|choice| choice.words()),
    });
    Head { identity, title: world.resource::<SourceLevel>().0.title.clone(), players: players.collect() }
}

/// Notes what has happened since the last time: a tick, or orders in a pause.
pub fn note(world: &mut World) {
    world.resource_scope(|world, mut recorder: Mut<Recorder>| recorder.follow(world));
}

/// Ends the log of a world, and waits until all of it is written. Returns its size, bytes; `None` if there is no
/// log.
///
/// # Errors
/// A sentence: the log ended before, because of the disk.
pub fn finish(world: &mut World) -> Result<Option<u64>, String> {
    if let Some(mut recorder) = world.remove_resource::<Recorder>() {
        recorder.follow(world);
        recorder.close();
        let tick = recorder.tick;
        // The last hash was sent with its tick, unless the log ends within a second of play.
        if tick > recorder.first_tick && !tick.is_multiple_of(HASH_TICKS) {
            recorder.send_hash(world);
        }
        world.resource_mut::<OrderQueue>().end_journal();
        if let Some(writer) = recorder.writer.take() {
            return writer.finish(tick).map(Some);
        }
    }
    Ok(None)
}

impl Recorder {
    /// Why the log has ended before its time, in a sentence for the player; `None` as long as all is well.
    pub fn warning(&self) -> Option<&str> {
        self.writer.as_ref().and_then(LogWriter::warning)
    }

    fn follow(&mut self, world: &mut World) {
        let orders = world.resource_mut::<OrderQueue>().take_journal();
        let now = world.resource::<Calendar>().tick;
        let is_pause = now == self.tick;
        if is_pause && orders.is_empty() {
            return;
        }
        for given in orders {
            if let Some(full) = self.turns.add(given) {
                self.send(Kind::Turns, encoded(&full));
            }
        }
        if is_pause {
            self.close();
            return;
        }
        self.turns.count_tick();
        self.tick = now;
        self.finder.look(world, &mut self.marks);
        if now.is_multiple_of(HASH_TICKS) {
            self.close();
            self.send_hash(world);
        }
        // The copy alone takes time: it is made only if it will be written.
        if now.is_multiple_of(self.snapshot_ticks)
            && let Some(writer) = &mut self.writer
            && writer.takes_world()
            && let Some(captured) = CapturedWorld::of(world)
        {
            writer.world(captured);
        }
    }

    /// Sends the hash of the tick up to which the world has been followed.
    fn send_hash(&mut self, world: &World) {
        let point = HashPoint::of(world.resource::<Digests>(), self.tick);
        self.send(Kind::Hash, encoded(&point));
    }

    /// Sends the turns and marks in work.
    fn close(&mut self) {
        if let Some(turns) = self.turns.take() {
            self.send(Kind::Turns, encoded(&turns));
        }
        if !self.marks.is_empty() {
            let marks = std::mem::take(&mut self.marks);
            self.send(Kind::Marks, encoded(&marks));
        }
    }

    fn send(&mut self, kind: Kind, contents: Result<Vec<u8>, String>) {
        match (contents, &mut self.writer) {
            (Ok(contents), Some(writer)) => writer.chunk(kind, contents),
            (Err(error), _) => error!("{} cannot be recorded: {error}", kind.name()),
            (Ok(_), None) => {}
        }
    }
}

impl Drop for Recorder {
    /// The last moments of a world that is replaced are written too; nobody waits for the disk.
    fn drop(&mut self) {
        self.close();
        let end = self.tick.to_le_bytes().to_vec();
        self.send(Kind::End, Ok(end));
    }
}

impl HashPoint {
    /// The hash of a world at the end of a tick.
    pub(super) fn of(digests: &Digests, tick: u64) -> Self {
        let parts = digests.of_each_part().map(|digest| digest as u16);
        Self { tick, state: digests.state_hash(), parts: parts.collect() }
    }
}

impl TurnBuilder {
    fn at(first_tick: u64) -> Self {
        Self { turns: Turns { first_tick, turns: Vec::new() }, bytes: 0 }
    }

    /// Adds an order before the next tick. Returns the turns so far if there is no room for it among them.
    fn add(&mut self, given: Given) -> Option<Turns> {
        let bytes = encoded(&given).map_or(0, |bytes| bytes.len());
        let full = if self.bytes + bytes > FULL_BYTES { self.take() } else { None };
        self.bytes += bytes;
        match self.turns.turns.last_mut() {
            Some(turn) if turn.ticks == 0 => turn.orders.push(given),
            _ => self.turns.turns.push(Turn { ticks: 0, orders: vec![given] }),
        }
        full
    }

    fn count_tick(&mut self) {
        match self.turns.turns.last_mut() {
            Some(turn) => turn.ticks += 1,
            None => self.turns.turns.push(Turn { ticks: 1, orders: Vec::new() }),
        }
    }

    /// The turns so far, unless there are none; the next ones follow them.
    fn take(&mut self) -> Option<Turns> {
        let next = self.turns.first_tick + self.turns.ticks();
        let taken = std::mem::replace(self, Self::at(next)).turns;
        (!taken.turns.is_empty()).then_some(taken)
    }
}
