//! Follows a world while it plays, and tells the writer and the memory what has happened.
//!
//! The owner of a world calls [`begin`] once it is spawned, and [`finish`] or [`leave`] before it goes. In between a
//! system at the end of every tick does the work; while the game is paused, [`note`] does it for the orders of the
//! pause.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use bevy::prelude::*;

use super::before::Before;
use super::builder::TurnBuilder;
use super::chunk::Kind;
use super::content::{HashPoint, Head, Player, encoded};
use super::identity::{Identity, MakeIdentity};
use super::marks::{Mark, MarkFinder};
use super::memory::{Keeper, Log};
use super::writer::{LogStart, LogWriter, Written};
use crate::sim::{
    Calendar, CapturedWorld, Digests, Factions, OfWorld, OrderQueue, Seats, SimSystems, SourceLevel, Tick,
};

/// Ticks from one hash to the next; a chunk of turns covers no more.
pub const HASH_TICKS: u64 = 30;
/// Ticks from one snapshot of a file to the next: a minute of play. A seek plays at most that many ticks; with 500
/// ships, at 0.9 ms a tick, they take less than two seconds, and the snapshots of an hour less than 4 MB.
pub const SNAPSHOT_TICKS: u64 = 1_800;

/// How a world is followed.
pub struct Recording {
    /// The file of the log, and who makes its identity, on the thread of the writer, because the trial takes a
    /// moment; `None`: no file.
    pub file: Option<(PathBuf, MakeIdentity)>,
    /// Ticks between the snapshots of the file, a multiple of [`HASH_TICKS`].
    pub snapshot_ticks: u64,
    /// Whether the log is kept in memory as well.
    pub remembers: bool,
    /// The file of the log from which the world has come again, for [`go_on`]: what it has before this moment comes
    /// first in the new file. A log that is not sound so far is left out.
    pub continues: Option<PathBuf>,
}

impl Recording {
    /// A log in a file alone.
    pub fn to_file(path: &Path, identity: Identity) -> Self {
        let identity: MakeIdentity = Box::new(move || Ok(identity));
        Self {
            file: Some((path.to_owned(), identity)),
            snapshot_ticks: SNAPSHOT_TICKS,
            remembers: false,
            continues: None,
        }
    }
}

/// Follows the world that it was begun in, and ends with it.
#[derive(Resource)]
pub struct Recorder {
    file: Option<LogFile>,
    memory: Option<Keeper>,
    /// The file of the log that it continues.
    continues: Option<PathBuf>,
    /// What is wrong, in a sentence for the player, once it was asked for.
    warning: OnceLock<String>,
    /// Ticks between the snapshots of the file.
    snapshot_ticks: u64,
    /// The tick at which the log begins.
    first_tick: u64,
    /// The tick up to which the world has been followed.
    tick: u64,
    turns: TurnBuilder,
    finder: MarkFinder,
    marks: Vec<Mark>,
}

/// A file that is being written.
struct LogFile {
    path: PathBuf,
    writer: LogWriter,
}

/// Records worlds in which a recorder was begun.
pub fn plugin(app: &mut App) {
    app.declare_scratch::<Recorder>("reads the world, and decides nothing");
    app.remove_with_world::<Recorder>();
    app.add_systems(Tick, note.after(SimSystems::Seal).run_if(resource_exists::<Recorder>));
}

/// Begins a log of the world as it is now. Without a file, because it cannot be made, the rest is recorded, and
/// [`Recorder::warning`] has the reason.
///
/// # Errors
/// A sentence: there is no world.
pub fn begin(world: &mut World, recording: Recording) -> Result<(), String> {
    start(world, recording, None)
}

/// Begins a log as [`begin`] does, of a world that has come again out of a log: the memory goes on from that log,
/// without what had come after this moment. So one can rewind again and again.
///
/// # Errors
/// See [`begin`].
pub fn go_on(world: &mut World, recording: Recording, past: Log) -> Result<(), String> {
    start(world, recording, Some(past))
}

fn start(world: &mut World, recording: Recording, past: Option<Log>) -> Result<(), String> {
    let captured = CapturedWorld::of(world).ok_or("there is no world to record")?;
    let head = head_of(world);
    let mut recorder = Recorder::at(world.resource::<Calendar>().tick, recording.snapshot_ticks);
    let past = past.and_then(|past| past.cut(recorder.tick));
    recorder.continues = recording.continues.filter(|_| past.is_some());
    let before = recorder.continues.clone().map(|path| Before { path, tick: recorder.tick });
    recorder.finder = MarkFinder::after(past.as_ref().and_then(Log::first_landing));
    if recording.remembers {
        recorder.begin_memory(world, past.unwrap_or_else(|| Log::of_game(head.clone(), recorder.tick)));
    }
    if let Some((path, identity)) = recording.file {
        recorder.begin_file(path, LogStart { identity, head, before }, captured);
    }
    let mut door = world.resource_mut::<OrderQueue>();
    door.keep_journal();
    door.take_journal();
    world.insert_resource(recorder);
    Ok(())
}

/// What a log of a world is about.
fn head_of(world: &World) -> Head {
    let seats = world.resource::<Seats>();
    let factions = world.resource::<Factions>().0.iter_enumerated();
    let players = factions.map(|(faction, named)| Player {
        faction: named.name.clone(),
        mind: seats.playing(faction).map(|choice| choice.words()),
    });
    Head { title: world.resource::<SourceLevel>().0.title.clone(), players: players.collect() }
}

/// Notes what has happened since the last time: a tick, or orders in a pause.
pub fn note(world: &mut World) {
    world.resource_scope(|world, mut recorder: Mut<Recorder>| recorder.follow(world));
}

/// Ends the log of a world, and waits until all of it is written. Returns its size, bytes; `None` if there is no
/// file.
///
/// # Errors
/// A sentence: the log could not be begun, or ended before, because of the disk.
pub fn finish(world: &mut World) -> Result<Option<u64>, String> {
    finish_within(world, Duration::MAX)
}

/// [`finish`] that waits for the disk at most this long.
///
/// # Errors
/// See [`finish`]; or the disk has not ended in time. It may still do so.
pub fn finish_within(world: &mut World, patience: Duration) -> Result<Option<u64>, String> {
    let Some(mut recorder) = end(world) else { return Ok(None) };
    let tick = recorder.tick;
    match (recorder.file.take(), recorder.warning()) {
        (Some(file), _) => file.writer.finish(tick, patience).map(Some),
        (None, Some(warning)) => Err(warning.to_owned()),
        (None, None) => Ok(None),
    }
}

/// Ends the log of a world, and waits for no disk. Returns the log in memory, if one was kept.
pub fn leave(world: &mut World) -> Option<Log> {
    let mut recorder = end(world)?;
    recorder.memory.take().map(Keeper::finish)
}

/// Takes the recorder out of a world, with all that has happened in it.
fn end(world: &mut World) -> Option<Recorder> {
    let mut recorder = world.remove_resource::<Recorder>()?;
    recorder.follow(world);
    recorder.close();
    // The last hash was sent with its tick, unless the log ends within a second of play.
    if recorder.tick > recorder.first_tick && !recorder.tick.is_multiple_of(HASH_TICKS) {
        recorder.send_hash(world);
    }
    world.resource_mut::<OrderQueue>().end_journal();
    Some(recorder)
}

impl Recorder {
    fn at(tick: u64, snapshot_ticks: u64) -> Self {
        Self {
            file: None,
            memory: None,
            continues: None,
            warning: OnceLock::new(),
            snapshot_ticks,
            first_tick: tick,
            tick,
            turns: TurnBuilder::at(tick),
            finder: MarkFinder::default(),
            marks: Vec::new(),
        }
    }

    fn begin_memory(&mut self, world: &mut World, log: Log) {
        let Some(captured) = CapturedWorld::of(world) else { return };
        match Keeper::begin(log, captured) {
            Ok(keeper) => self.memory = Some(keeper),
            Err(error) => self.warn(format!("This game cannot be rewound: {error}.")),
        }
    }

    fn begin_file(&mut self, path: PathBuf, start: LogStart, captured: CapturedWorld) {
        match LogWriter::create(&path, start, captured) {
            Ok(writer) => self.file = Some(LogFile { path, writer }),
            Err(error) => {
                let words = self.fault_words(&format!("There is no replay of this game: {error}."));
                self.warn(words);
            }
        }
    }

    /// Why the log has ended before its time, or was never begun, in sentences for the player; `None` as long as all
    /// is well.
    pub fn warning(&self) -> Option<&str> {
        if let Some(words) = self.warning.get() {
            return Some(words);
        }
        let fault = self.file.as_ref()?.writer.warning()?;
        Some(self.warning.get_or_init(|| self.fault_words(fault)))
    }

    /// The tick at which it began.
    pub fn first_tick(&self) -> u64 {
        self.first_tick
    }

    /// The file that has the game up to a tick: the own one, or, for a tick before its beginning, the one that it
    /// continues.
    pub fn file_of(&self, tick: u64) -> Option<&Path> {
        let before = self.continues.as_deref().filter(|_| tick <= self.first_tick);
        before.or(self.path())
    }

    /// The log in memory, as far as it is kept.
    pub fn memory(&self) -> Option<&Log> {
        self.memory.as_ref().map(Keeper::log)
    }

    /// The first tick that the file can have: 0 if it continues another log, whose beginning the writer alone knows.
    pub fn first_in_file(&self) -> u64 {
        if self.continues.is_some() { 0 } else { self.first_tick }
    }

    /// Hands everything up to the present tick to the file, so that it can be read while the game is held; the log
    /// goes on. `None` if there is no file.
    pub fn hand_over(&mut self) -> Option<Written> {
        self.close();
        self.file.as_mut().map(|file| file.writer.promise())
    }

    /// The file of the log; `None` if there is none.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.path.as_path())
    }

    fn warn(&self, words: String) {
        // The first reason stays.
        let _ = self.warning.set(words);
    }

    /// A fault of the file in words; they say that rewinding still works, if it does.
    fn fault_words(&self, fault: &str) -> String {
        match &self.memory {
            Some(_) => format!("{fault} Rewinding still works."),
            None => fault.to_owned(),
        }
    }

    fn follow(&mut self, world: &mut World) {
        let mut orders = world.resource_mut::<OrderQueue>().take_journal();
        // An order of nobody was refused, and a log has no place for it.
        let factions = &world.resource::<Factions>().0;
        orders.retain(|given| factions.get(given.player).is_some());
        let now = world.resource::<Calendar>().tick;
        let is_pause = now == self.tick;
        if is_pause && orders.is_empty() {
            return;
        }
        for given in orders {
            if let Some(memory) = &mut self.memory {
                memory.order(&given);
            }
            if let Some(full) = self.turns.add(given) {
                self.send(Kind::Turns, encoded(&full));
            }
        }
        if is_pause {
            self.close();
            return;
        }
        self.follow_tick(world, now);
    }

    fn follow_tick(&mut self, world: &mut World, now: u64) {
        self.turns.count_tick();
        self.tick = now;
        let known = self.marks.len();
        self.finder.look(world, &mut self.marks);
        if let Some(memory) = &mut self.memory {
            memory.tick(now, &self.marks[known..]);
        }
        if now.is_multiple_of(HASH_TICKS) {
            self.close();
            self.send_hash(world);
        }
        self.send_world(world);
    }

    /// Hands the world to the file and to the memory. The copy alone takes time: it is made only if it is wanted.
    fn send_world(&mut self, world: &mut World) {
        if self.tick.is_multiple_of(self.snapshot_ticks)
            && let Some(file) = &mut self.file
            && file.writer.takes_world()
            && let Some(captured) = CapturedWorld::of(world)
        {
            file.writer.world(captured);
        }
        if let Some(memory) = &mut self.memory
            && memory.wants_world(self.tick)
            && let Some(captured) = CapturedWorld::of(world)
        {
            memory.world(captured);
        }
    }

    /// Sends the hash of the tick up to which the world has been followed.
    fn send_hash(&mut self, world: &World) {
        let digests = world.resource::<Digests>();
        if let Some(memory) = &mut self.memory {
            memory.hash(digests);
        }
        self.send(Kind::Hash, encoded(&HashPoint::of(digests, self.tick)));
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
        match (contents, &mut self.file) {
            (Ok(contents), Some(file)) => file.writer.chunk(kind, contents),
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
