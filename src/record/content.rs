//! The contents of chunks, and their form in bytes.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::identity::Identity;
use super::turn::Turn;

/// The beginning of a file: which program may play the log, and what it is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileHead {
    /// The program that made it.
    pub identity: Identity,
    /// What it is about.
    pub head: Head,
}

/// What a log is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The title of the level.
    pub title: String,
    /// The factions in their sequence, and who played them at the beginning.
    pub players: Vec<Player>,
}

/// A faction in the head of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The name of the faction.
    pub faction: String,
    /// The mind that played it, `"captain, corsair"`; `None`: a person, or nobody.
    pub mind: Option<String>,
}

/// The world at one moment, as a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The tick.
    pub tick: u64,
    /// The text of the save.
    pub text: String,
}

/// The turns of a second of play, or of a part of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turns {
    /// The tick before which the first turn comes.
    pub first_tick: u64,
    /// The turns.
    pub turns: Vec<Turn>,
}

impl Turns {
    /// Number of ticks of all turns.
    pub fn ticks(&self) -> u64 {
        self.turns.iter().map(|turn| u64::from(turn.ticks)).sum()
    }
}

/// The hash of the world after a tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HashPoint {
    /// The tick.
    pub tick: u64,
    /// The hash of the whole state.
    pub state: u64,
    /// The last 16 bits of the digest of each part, to tell which one differs.
    pub parts: Vec<u16>,
}

/// The bytes of a value.
///
/// # Errors
/// A sentence, for a value without a binary form.
pub(super) fn encoded(value: &impl Serialize) -> Result<Vec<u8>, String> {
    postcard::to_stdvec(value).map_err(|error| error.to_string())
}

/// The value of all of these bytes.
///
/// # Errors
/// A sentence, for bytes that are no such value.
pub(super) fn decoded<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => Err(format!("{} bytes are left over", rest.len())),
        Err(error) => Err(error.to_string()),
    }
}

impl Snapshot {
    /// The bytes of a snapshot: its tick, then its text.
    pub(super) fn encoded(tick: u64, text: &str) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(size_of::<u64>() + text.len());
        bytes.extend(tick.to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes
    }

    /// The snapshot of some bytes.
    ///
    /// # Errors
    /// A sentence, for bytes that are none.
    pub(super) fn decoded(mut bytes: Vec<u8>) -> Result<Self, String> {
        let Some((tick, _)) = bytes.split_first_chunk() else {
            return Err("a snapshot has no tick".to_owned());
        };
        let tick = u64::from_le_bytes(*tick);
        bytes.drain(..size_of::<u64>());
        let text = String::from_utf8(bytes).map_err(|_| "a snapshot is no text in UTF-8".to_owned())?;
        Ok(Self { tick, text })
    }
}
