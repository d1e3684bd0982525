//! Reads a log. Its bytes may come from anyone: memory is bounded by one chunk, and every chunk must follow from
//! the one before.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use serde::de::DeserializeOwned;

use super::chunk::{ChunkReader, Kind, LogError, Share};
use super::content::{HashPoint, Head, Snapshot, Turns, decoded};
use super::marks::Mark;
use super::recorder::HASH_TICKS;

/// A log that is being read, from its beginning to its end.
pub struct LogReader<R> {
    chunks: ChunkReader<R>,
    head: Head,
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
                let head = read_as(&chunks, &bytes)?;
                Ok(Self { chunks, head, tick: None, is_whole: false })
            }
            Some(_) => Err(chunks.damaged("it is no head")),
            None => Err(LogError::NoBeginning),
        }
    }

    /// The head.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The tick up to which it was read; 0 before the first snapshot.
    pub fn tick(&self) -> u64 {
        self.tick.unwrap_or(0)
    }

    /// Whether the log was finished, and has been read to its end. Otherwise it breaks off where its pieces end.
    pub fn is_whole(&self) -> bool {
        self.is_whole
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
        if let Some(given) = orders.find(|given| given.player.0 >= self.head.players.len()) {
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
        let marks: Vec<Mark> = read_as(&self.chunks, bytes)?;
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

#[cfg(test)]
mod tests {
    use std::io;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::record::chunk::ChunkWriter;
    use crate::record::test_support::{chunks_of, small_log, written};

    /// Number of mutants, unless `ECLIPTIC_MUTANTS` is set.
    const USUAL_MUTANTS: u64 = 20_000;

    /// All pieces up to the end or the first fault.
    fn read(source: impl Read) -> (Vec<Piece>, Result<bool, LogError>) {
        let mut pieces = Vec::new();
        let mut log = match LogReader::new(source) {
            Ok(log) => log,
            Err(error) => return (pieces, Err(error)),
        };
        loop {
            match log.next_piece() {
                Ok(Some(piece)) => pieces.push(piece),
                Ok(None) => return (pieces, Ok(log.is_whole())),
                Err(error) => return (pieces, Err(error)),
            }
        }
    }

    fn mutants() -> u64 {
        let said = std::env::var("ECLIPTIC_MUTANTS").ok();
        said.map_or(USUAL_MUTANTS, |text| text.parse().expect("ECLIPTIC_MUTANTS is a number"))
    }

    fn chance() -> ChaCha8Rng {
        let said = std::env::var("ECLIPTIC_SEED").ok();
        ChaCha8Rng::seed_from_u64(said.map_or(1, |text| text.parse().expect("ECLIPTIC_SEED is a number")))
    }

    /// Changes some bytes: bits, cuts, copies, insertions.
    fn mutate(bytes: &mut Vec<u8>, chance: &mut ChaCha8Rng) {
        for _ in 0..chance.random_range(1..4) {
            let at = chance.random_range(0..=bytes.len());
            let to = (at + chance.random_range(0..40)).min(bytes.len());
            match chance.random_range(0..6) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..to)),
                2 => {
                    let copy = bytes[at..to].to_vec();
                    let place = chance.random_range(0..=bytes.len());
                    bytes.splice(place..place, copy);
                }
                3 => bytes.insert(at, chance.random_range(0..=255)),
                4 => bytes.iter_mut().skip(at).take(4).for_each(|byte| *byte = 255),
                _ => {
                    bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << chance.random_range(0..8))
                }
            }
        }
    }

    #[test]
    fn a_log_is_read_as_it_was_written_and_any_cut_costs_only_what_lies_behind() {
        let log = small_log();
        let (pieces, end) = read(&log[..]);
        assert!(pieces.len() > 8 && end.is_ok_and(|is_whole| is_whole));
        let ends: Vec<usize> = chunks_of(&log).into_iter().map(|(_, place)| place.end).collect();
        for length in 0..log.len() {
            let (found, end) = read(&log[..length]);
            // The head is no piece.
            let whole = ends.iter().filter(|end| **end <= length).count().saturating_sub(1);
            assert_eq!(found, pieces[..whole], "{length} bytes");
            assert_eq!(end.is_ok(), whole > 0, "{length} bytes: {end:?}");
            assert!(!end.is_ok_and(|is_whole| is_whole), "{length} bytes");
        }
        let zeros = [&log[..log.len() - 40], &[0; 400]].concat();
        assert!(!matches!(read(&zeros[..]), (_, Ok(true))));
    }

    #[test]
    fn mutants_of_a_log_give_a_message_or_a_part_of_the_log() {
        let log = small_log();
        let (pieces, _) = read(&log[..]);
        let mut chance = chance();
        for number in 0..mutants() {
            let mut mutant = log.clone();
            mutate(&mut mutant, &mut chance);
            let (found, end) = read(&mutant[..]);
            assert!(pieces.starts_with(&found), "mutant {number}: {end:?}");
            assert!(mutant == log || !end.as_ref().is_ok_and(|is_whole| *is_whole), "mutant {number}");
            assert!(end.map_or_else(|error| error.to_string().len() > 20, |_| true), "mutant {number}");
        }
    }

    /// What lies behind the checksum may be anything too.
    #[test]
    fn mutants_with_sound_checksums_give_a_message() {
        let log = small_log();
        let contents = written(&log);
        let mut chance = chance();
        let mut refused = 0;
        for _ in 0..mutants() {
            let mut changed = contents.clone();
            let at = chance.random_range(0..changed.len());
            mutate(&mut changed[at].1, &mut chance);
            let mut writer = ChunkWriter::begin(Vec::new()).expect("there is room");
            for (kind, contents) in &changed {
                writer.write(*kind, contents).expect("there is room");
            }
            let (_, end) = read(&writer.into_inner()[..]);
            refused += u64::from(end.is_err());
        }
        assert!(refused > mutants() / 10, "{refused}");
    }

    /// A file without an end, of one byte or of a repeated text.
    struct Endless(&'static [u8], usize);

    impl Read for Endless {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            for byte in bytes.iter_mut() {
                *byte = self.0[self.1 % self.0.len()];
                self.1 += 1;
            }
            Ok(bytes.len())
        }
    }

    #[test]
    fn endless_files_come_to_an_end() {
        for bytes in [&b"\0"[..], b"\xff", b"\x89ECLOG\r\n\x01\0\0\0", b"ECLOG"] {
            assert!(read(Endless(bytes, 0)).1.is_err(), "{bytes:?}");
        }
        let log = small_log();
        let head = chunks_of(&log)[0].1.end;
        for bytes in [&b"\0"[..], b"\xff", b"S"] {
            assert!(read(log[..head].chain(Endless(bytes, 0))).1.is_err(), "{bytes:?}");
            assert!(read(log[..].chain(Endless(bytes, 0))).1.is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn lengths_that_no_chunk_has_are_refused_before_there_is_room_for_them() {
        let log = small_log();
        let (_, first) = chunks_of(&log).swap_remove(0);
        for at in [first.start + 9, first.start + 13] {
            let mut bomb = log.clone();
            bomb[at..at + 4].fill(0xff);
            let (_, end) = read(bomb.chain(Endless(b"\0", 0)));
            assert!(end.is_err_and(|error| error.to_string().contains("more than")), "{at}");
        }
    }

    #[test]
    fn what_is_no_log_is_told_from_a_log_of_another_format() {
        assert!(matches!(read(&b"(schema_version: 1)"[..]).1, Err(LogError::NotALog)));
        assert!(matches!(read(&b""[..]).1, Err(LogError::NotALog)));
        let mut other = small_log();
        other[8] = 9;
        assert!(matches!(read(&other[..]).1, Err(LogError::OtherFormat(9))));
        assert!(matches!(read(&small_log()[..10]).1, Err(LogError::NoBeginning)));
    }
}
