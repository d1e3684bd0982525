//! The frame of a log: its first bytes, and chunks.
//!
//! A chunk is its checksum (8 bytes), kind (1), packed length (4), length (4), and the packed bytes; numbers are
//! little-endian. The checksum is the xxh3 of everything behind it, seeded with the checksum of the chunk before.

use std::io::{self, Read, Write};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::level::MAX_SAVE_BYTES;

/// The first bytes of a log. The first of them is no text, and the last ones show whether a program has changed
/// ends of lines on the way.
const MAGIC: [u8; 8] = *b"\x89ECLOG\r\n";
/// The version of the format.
const FORMAT: u32 = 3;
/// The oldest version that is read.
const OLDEST_FORMAT: u32 = 1;
/// The first version whose marks tell when a war was decided.
const DECISIONS_FORMAT: u32 = 2;
/// The first version whose marks tell who knows of them.
const KNOWLEDGE_FORMAT: u32 = 3;
/// Bytes of a chunk before its packed ones.
const FRAME_BYTES: usize = 17;
/// Bytes of the checksum.
const SUM_BYTES: usize = 8;

/// The kinds of chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// What the log is about.
    Head,
    /// A world.
    Snapshot,
    /// Turns.
    Turns,
    /// A hash.
    Hash,
    /// Marks.
    Marks,
    /// The end of a log that was finished.
    End,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Head, Self::Snapshot, Self::Turns, Self::Hash, Self::Marks, Self::End];

    /// The name for people, of several chunks.
    pub fn name(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Snapshot => "snapshots",
            Self::Turns => "turns",
            Self::Hash => "hashes",
            Self::Marks => "marks",
            Self::End => "end",
        }
    }

    /// The letter in the file.
    fn letter(self) -> u8 {
        match self {
            Self::Head => b'L',
            Self::Snapshot => b'S',
            Self::Turns => b'T',
            Self::Hash => b'H',
            Self::Marks => b'M',
            Self::End => b'E',
        }
    }

    fn of(letter: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The most bytes, unpacked. An order of ten thousand ships has 30 kB.
    pub(super) fn most_bytes(self) -> usize {
        match self {
            Self::Snapshot => MAX_SAVE_BYTES + SUM_BYTES,
            Self::Head | Self::Turns => 1024 * 1024,
            Self::Hash | Self::Marks | Self::End => 64 * 1024,
        }
    }
}

/// The reason why a log is not read, or not further.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file system has refused.
    #[error("the log cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("this file is no log of a game; logs have the ending .eclog")]
    NotALog,
    /// Another version of the format.
    #[error(
        "this log has format {0}, and this program reads formats {oldest} to {newest}: use the version of the game \
         that made it",
        oldest = OLDEST_FORMAT,
        newest = FORMAT
    )]
    OtherFormat(u32),
    /// There is no world to begin with.
    #[error("this log breaks off before its first moment: nothing of it can be played")]
    NoBeginning,
    /// Bytes were changed.
    #[error("the log is damaged in the chunk that begins at byte {at}: {what}. What comes before is sound")]
    Damaged {
        /// The place of the chunk in the file.
        at: u64,
        /// What is wrong.
        what: String,
    },
}

/// Number and size of the chunks of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Number of chunks.
    pub count: u64,
    /// Their size in the file, bytes.
    pub bytes: u64,
}

/// Writes chunks.
pub(super) struct ChunkWriter<W> {
    out: W,
    sum: u64,
    bytes: u64,
}

impl<W: Write> ChunkWriter<W> {
    /// Begins a log.
    pub(super) fn begin(mut out: W) -> io::Result<Self> {
        let first = [&MAGIC[..], &FORMAT.to_le_bytes()].concat();
        out.write_all(&first)?;
        Ok(Self { out, sum: 0, bytes: first.len() as u64 })
    }

    /// Writes a chunk in one piece, so that at most its own bytes are torn.
    pub(super) fn write(&mut self, kind: Kind, contents: &[u8]) -> io::Result<()> {
        if contents.len() > kind.most_bytes() {
            let words = format!("a chunk of {} has {} bytes", kind.name(), contents.len());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
        }
        let packed = lz4_flex::block::compress(contents);
        let mut frame = vec![0; SUM_BYTES];
        frame.push(kind.letter());
        // Both fit: the limits are far below 4 GiB.
        frame.extend((packed.len() as u32).to_le_bytes());
        frame.extend((contents.len() as u32).to_le_bytes());
        frame.extend(packed);
        self.sum = xxh3_64_with_seed(&frame[SUM_BYTES..], self.sum);
        frame[..SUM_BYTES].copy_from_slice(&self.sum.to_le_bytes());
        self.out.write_all(&frame)?;
        self.bytes += frame.len() as u64;
        Ok(())
    }

    /// Number of bytes so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Reads chunks, one at a time: memory is bounded by the largest chunk, whatever the file says.
pub(super) struct ChunkReader<R> {
    source: R,
    sum: u64,
    /// The place of the present chunk in the file.
    at: u64,
    /// The place of the next one.
    next: u64,
    shares: [Share; Kind::ALL.len()],
    format: u32,
}

impl<R: Read> ChunkReader<R> {
    /// Opens a log.
    pub(super) fn open(mut source: R) -> Result<Self, LogError> {
        let first = read(&mut source, MAGIC.len() + size_of::<u32>())?;
        let Some((MAGIC, format)) = first.split_first_chunk().map(|(magic, rest)| (*magic, rest)) else {
            return Err(LogError::NotALog);
        };
        let format = <[u8; 4]>::try_from(format).map_err(|_| LogError::NoBeginning)?;
        let format = u32::from_le_bytes(format);
        if !(OLDEST_FORMAT..=FORMAT).contains(&format) {
            return Err(LogError::OtherFormat(format));
        }
        let at = first.len() as u64;
        Ok(Self { source, sum: 0, at, next: at, shares: Default::default(), format })
    }

    /// Whether the marks of its format tell when a war was decided.
    pub(super) fn marks_decisions(&self) -> bool {
        self.format >= DECISIONS_FORMAT
    }

    /// Whether the marks of its format tell who knows of them.
    pub(super) fn marks_knowledge(&self) -> bool {
        self.format >= KNOWLEDGE_FORMAT
    }

    /// The next chunk, unpacked; `None` where the file ends or breaks off.
    pub(super) fn next(&mut self) -> Result<Option<(Kind, Vec<u8>)>, LogError> {
        self.at = self.next;
        let mut frame = read(&mut self.source, FRAME_BYTES)?;
        // A file system that lost its power may leave zeros.
        if frame.len() < FRAME_BYTES || frame.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let number = |at: usize| frame[at..at + 4].try_into().map_or(0, u32::from_le_bytes) as usize;
        let (packed_length, length) = (number(SUM_BYTES + 1), number(SUM_BYTES + 5));
        let Some(kind) = Kind::of(frame[SUM_BYTES]) else {
            return Err(self.damaged(format!("there is no kind {}", frame[SUM_BYTES])));
        };
        let most = lz4_flex::block::get_maximum_output_size(kind.most_bytes());
        if length > kind.most_bytes() || packed_length > most {
            let words = format!("{packed_length} bytes for {length} are more than {} may have", kind.name());
            return Err(self.damaged(words));
        }
        let packed = read(&mut self.source, packed_length)?;
        if packed.len() < packed_length {
            return Ok(None);
        }
        let said = frame[..SUM_BYTES].try_into().map_or(0, u64::from_le_bytes);
        frame.extend(&packed);
        let sum = xxh3_64_with_seed(&frame[SUM_BYTES..], self.sum);
        if sum != said {
            return Err(self.damaged(format!("the checksum of {} is wrong", kind.name())));
        }
        let contents = lz4_flex::block::decompress(&packed, length)
            .ok()
            .filter(|contents| contents.len() == length)
            .ok_or_else(|| self.damaged(format!("{} cannot be unpacked", kind.name())))?;
        self.sum = sum;
        self.next += frame.len() as u64;
        let share = &mut self.shares[kind as usize];
        share.count += 1;
        share.bytes += frame.len() as u64;
        Ok(Some((kind, contents)))
    }

    /// Whether the file has no further byte.
    pub(super) fn has_ended(&mut self) -> Result<bool, LogError> {
        Ok(read(&mut self.source, 1)?.is_empty())
    }

    /// The error for the present chunk.
    pub(super) fn damaged(&self, what: impl Into<String>) -> LogError {
        LogError::Damaged { at: self.at, what: what.into() }
    }

    /// Number and size of the chunks so far, by kind.
    pub(super) fn shares(&self) -> [(Kind, Share); Kind::ALL.len()] {
        Kind::ALL.map(|kind| (kind, self.shares[kind as usize]))
    }
}

/// The next bytes, as many as are asked for or as there are. The buffer grows with what is there.
fn read(source: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
