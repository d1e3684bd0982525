//! Reads a log. Its bytes may come from anyone: memory is bounded by one chunk, and every chunk must follow from
//! the one before.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use serde::de::DeserializeOwned;

use super::chunk::{ChunkReader, Kind, LogError, Share};
use super::content::{FileHead, HashPoint, Head, Snapshot, Turns, decoded};
use super::identity::Identity;
use super::marks::{Mark, OldMark};
use super::recorder::HASH_TICKS;

/// A log that is being read, from its beginning to its end.
pub struct LogReader<R> {
    chunks: ChunkReader<R>,
    beginning: FileHead,
    /// The tick up to which it was read; `None` before the first snapshot.
    tick: Option<u64>,
    /// Whether the log was finished, and the end is read.
    is_whole: bool,
}

/// A piece of a log.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// The world as it is now.
    Snapshot(Snapshot),
    /// What happens next.
    Turns(Turns),
    /// The hash of the world as it is now.
    Hash(HashPoint),
    /// Moments since the last marks.
    Marks(Vec<Mark>),
}

impl LogReader<BufReader<File>> {
    /// Opens the log in a file.
    ///
    /// # Errors
    /// The file cannot be read, or is no log that this program knows.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        Self::new(BufReader::new(File::open(path)?))
    }
}

impl<R: Read> LogReader<R> {
    /// Opens a log anywhere.
    ///
    /// # Errors
    /// See [`LogReader::open`].
    pub fn new(source: R) -> Result<Self, LogError> {
        let mut chunks = ChunkReader::open(source)?;
        match chunks.next()? {
            Some((Kind::Head, bytes)) => {
                let beginning = read_as(&chunks, &bytes)?;
                Ok(Self { chunks, beginning, tick: None, is_whole: false })
            }
            Some(_) => Err(chunks.damaged("it is no head")),
            None => Err(LogError::NoBeginning),
        }
    }

    /// What the log is about.
    pub fn head(&self) -> &Head {
        &self.beginning.head
    }

    /// Which program may play it.
    pub fn identity(&self) -> &Identity {
        &self.beginning.identity
    }

    /// The tick up to which it was read; 0 before the first snapshot.
    pub fn tick(&self) -> u64 {
        self.tick.unwrap_or(0)
    }

    /// Whether the log was finished, and has been read to its end. Otherwise it breaks off where its pieces end.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether it has a mark if the war was decided in it. A log of an older version has none.
    pub fn marks_decisions(&self) -> bool {
        self.chunks.marks_decisions()
    }

    /// Number and size of the chunks read so far, by kind.
    pub fn shares(&self) -> impl Iterator<Item = (Kind, Share)> {
        self.chunks.shares().into_iter()
    }

    /// The next piece; `None` where the log ends, or breaks off. The first piece is a snapshot.
    ///
    /// # Errors
    /// The log is damaged here, or cannot be read.
    pub fn next_piece(&mut self) -> Result<Option<Piece>, LogError> {
        if self.is_whole {
            return Ok(None);
        }
        let Some((kind, bytes)) = self.chunks.next()? else {
            return if self.tick.is_some() { Ok(None) } else { Err(LogError::NoBeginning) };
        };
        let Some(now) = self.tick else {
            return match kind {
                Kind::Snapshot => self.first(bytes).map(Some),
                _ => Err(self.chunks.damaged("there is no world before it")),
            };
        };
        let piece = match kind {
            Kind::Head => return Err(self.chunks.damaged("it is a second head")),
            Kind::Snapshot => Piece::Snapshot(self.snapshot(bytes, now)?),
            Kind::Turns => Piece::Turns(self.turns(&bytes, now)?),
            Kind::Hash => Piece::Hash(self.hash(&bytes, now)?),
            Kind::Marks => Piece::Marks(self.marks(&bytes, now)?),
            Kind::End => return self.end(&bytes, now),
        };
        Ok(Some(piece))
    }

    fn first(&mut self, bytes: Vec<u8>) -> Result<Piece, LogError> {
        let snapshot = Snapshot::decoded(bytes).map_err(|words| self.chunks.damaged(words))?;
        self.tick = Some(snapshot.tick);
        Ok(Piece::Snapshot(snapshot))
    }

    fn snapshot(&self, bytes: Vec<u8>, now: u64) -> Result<Snapshot, LogError> {
        let snapshot = Snapshot::decoded(bytes).map_err(|words| self.chunks.damaged(words))?;
        self.expect_tick(snapshot.tick, now)?;
        Ok(snapshot)
    }

    fn turns(&mut self, bytes: &[u8], now: u64) -> Result<Turns, LogError> {
        let turns: Turns = read_as(&self.chunks, bytes)?;
        self.expect_tick(turns.first_tick, now)?;
        let ticks = turns.ticks();
        let next = now.checked_add(ticks).filter(|_| ticks <= HASH_TICKS);
        let Some(next) = next else {
            return Err(self.chunks.damaged(format!("its turns have {ticks} ticks")));
        };
        let mut orders = turns.turns.iter().flat_map(|turn| &turn.orders);
        if let Some(given) = orders.find(|given| given.player.0 >= self.head().players.len()) {
            return Err(self.chunks.damaged(format!("there is no faction number {}", given.player.0)));
        }
        self.tick = Some(next);
        Ok(turns)
    }

    fn hash(&self, bytes: &[u8], now: u64) -> Result<HashPoint, LogError> {
        let point: HashPoint = read_as(&self.chunks, bytes)?;
        self.expect_tick(point.tick, now)?;
        Ok(point)
    }

    fn marks(&self, bytes: &[u8], now: u64) -> Result<Vec<Mark>, LogError> {
        let marks: Vec<Mark> = match self.chunks.marks_knowledge() {
            true => read_as(&self.chunks, bytes)?,
            false => {
                let old: Vec<OldMark> = read_as(&self.chunks, bytes)?;
                old.into_iter().map(Mark::from).collect()
            }
        };
        match marks.iter().find(|mark| mark.tick > now) {
            Some(mark) => {
                Err(self.chunks.damaged(format!("it marks tick {}, before it has come", mark.tick)))
            }
            None => Ok(marks),
        }
    }

    fn end(&mut self, bytes: &[u8], now: u64) -> Result<Option<Piece>, LogError> {
        let tick = bytes.try_into().map(u64::from_le_bytes);
        self.expect_tick(tick.map_err(|_| self.chunks.damaged("its end has no tick"))?, now)?;
        if !self.chunks.has_ended()? {
            return Err(self.chunks.damaged("more follows its end"));
        }
        self.is_whole = true;
        Ok(None)
    }

    fn expect_tick(&self, tick: u64, now: u64) -> Result<(), LogError> {
        if tick == now {
            return Ok(());
        }
        Err(self.chunks.damaged(format!("it is about tick {tick}, where tick {now} has come")))
    }
}

/// The contents of a chunk.
fn read_as<T: DeserializeOwned>(chunks: &ChunkReader<impl Read>, bytes: &[u8]) -> Result<T, LogError> {
    decoded(bytes).map_err(|words| chunks.damaged(format!("it cannot be understood: {words}")))
}
