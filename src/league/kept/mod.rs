//! Kept games: a file with a line for each game that has ended, so that a league can be stopped and continued.
//!
//! - Enters: the file, and the keys of the games of a league.
//! - Leaves: the results of games that the file has; a line more for each game that is played.
//! - Must never: give back a game that would come out otherwise if it were played again; lose a line of a game, of
//!   whatever program.
//!
//! A line is JSON: the mark of the program and its rules, the key of the game, and the game as text in the dialect
//! of levels, whose floats read back as the same bits. [`key`] makes marks and keys; `tests.rs` has the tests.

pub mod key;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::game::PlayedGame;
use crate::level::plain_path;
use crate::level::source::parse::dialect;
use key::{Key, Program};

/// The most bytes of a line; a game takes less than two thousand.
const MAX_LINE_BYTES: u64 = 64 * 1024;
/// Every line begins so.
const LINE_START: &[u8] = b"{\"program\":\"";

/// The reason why games cannot be kept, or not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeepError {
    /// A line that is no kept game.
    #[error("{file}:{line}: {why}; remove this line, or name another file")]
    Line {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// Another league has the file open.
    #[error("another league keeps its games in `{0}`; wait for its end, or name another file")]
    InUse(String),
    /// The file cannot be read or written.
    #[error("games cannot be kept in `{0}`: {1}")]
    Cannot(String, String),
    /// A value has no form as text.
    #[error("a game cannot be written as text: {0}")]
    NoText(String),
}

/// What a file had when it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stock {
    /// Games of the league, which are not played again.
    pub usable: usize,
    /// Games of another program or other rules.
    pub foreign: usize,
    /// Games of this program that the league does not have.
    pub elsewhere: usize,
    /// Whether the last line was cut in the middle; it was removed.
    pub was_cut: bool,
}

/// The kept games of a league, and the file to which others are added, from any thread. Games that the league does
/// not have stay in the file alone, so memory grows with the league and not with the file.
#[derive(Debug)]
pub struct Kept {
    name: String,
    program: Program,
    games: BTreeMap<Key, PlayedGame>,
    stock: Stock,
    file: Mutex<File>,
    /// Why no game can be added any more.
    broken: OnceLock<KeepError>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<G> {
    program: Program,
    key: Key,
    game: G,
}

impl Kept {
    /// Opens a file, or makes it, and reads the games with these keys.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or has a line that is no kept game.
    pub fn open(path: &Path, program: Program, keys: &BTreeSet<Key>) -> Result<Self, KeepError> {
        let name = plain_path(path);
        let cannot = |error: io::Error| KeepError::Cannot(name.clone(), error.to_string());
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(cannot)?;
        // A file system without locks is used without.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(KeepError::InUse(name));
        }
        let mut reading =
            Reading { program: &program, keys, games: BTreeMap::new(), stock: Stock::default() };
        let end = reading.read(&name, &file)?;
        let Reading { games, mut stock, .. } = reading;
        stock.usable = games.len();
        if stock.was_cut {
            file.set_len(end).map_err(cannot)?;
        }
        file.seek(SeekFrom::Start(end)).map_err(cannot)?;
        Ok(Self { program, games, stock, file: Mutex::new(file), broken: OnceLock::new(), name })
    }

    /// The program by whose marks games are found and kept.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// What the file had when it was opened.
    pub fn stock(&self) -> Stock {
        self.stock
    }

    /// The kept game with this key; it does not know its place in the league.
    ///
    /// # Errors
    /// A game before could not be added, so it is no use to play on.
    pub fn find(&self, key: &Key) -> Result<Option<PlayedGame>, KeepError> {
        self.check()?;
        Ok(self.games.get(key).cloned())
    }

    /// Adds a game to the file at once.
    ///
    /// # Errors
    /// The file cannot be written. From then on no game is found or added, lest a line follow half a line.
    pub fn add(&self, key: &Key, game: &PlayedGame) -> Result<(), KeepError> {
        let line = self.line(key, game)?;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        self.check()?;
        let written = file.write_all(&line).and_then(|()| file.flush());
        written.map_err(|error| {
            let why = KeepError::Cannot(self.name.clone(), error.to_string());
            self.broken.get_or_init(|| why).clone()
        })
    }

    /// The line of a game, with its end.
    fn line(&self, key: &Key, game: &PlayedGame) -> Result<Vec<u8>, KeepError> {
        let line = Line { program: self.program.clone(), key: key.clone(), game: text_of(game)? };
        let mut line = serde_json::to_vec(&line).map_err(|error| KeepError::NoText(error.to_string()))?;
        line.push(b'\n');
        Ok(line)
    }

    fn check(&self) -> Result<(), KeepError> {
        self.broken.get().map_or(Ok(()), |why| Err(why.clone()))
    }
}

/// A file that is read.
struct Reading<'a> {
    program: &'a Program,
    keys: &'a BTreeSet<Key>,
    games: BTreeMap<Key, PlayedGame>,
    stock: Stock,
}

impl Reading<'_> {
    /// Reads all lines; returns the place after the last whole one.
    fn read(&mut self, name: &str, file: &File) -> Result<u64, KeepError> {
        let mut reader = BufReader::new(file);
        let (mut line, mut end) = (Vec::new(), 0);
        for number in 1.. {
            line.clear();
            let read = reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
            let count = read.map_err(|error| KeepError::Cannot(name.to_owned(), error.to_string()))?;
            if count == 0 {
                break;
            }
            if is_cut(&line) {
                self.stock.was_cut = true;
                break;
            }
            let note = self.note(&line);
            note.map_err(|why| KeepError::Line { file: name.to_owned(), line: number, why })?;
            end += count as u64;
        }
        Ok(end)
    }

    /// Reads a line; an error says what is wrong with it. What another program has measured is left as it is.
    fn note(&mut self, line: &[u8]) -> Result<(), String> {
        let line = line.strip_suffix(b"\n").ok_or("this is no line of kept games")?;
        let no_game = |error: serde_json::Error| {
            // The parser has seen one line, which is not the first of the file.
            let why = error.to_string().replacen(" at line 1 column ", " at column ", 1);
            format!("this is no kept game: {why}")
        };
        let head: Line<IgnoredAny> = serde_json::from_slice(line).map_err(no_game)?;
        if head.program != *self.program {
            self.stock.foreign += 1;
        } else if self.keys.contains(&head.key) {
            let whole: Line<String> = serde_json::from_slice(line).map_err(no_game)?;
            let game = dialect().from_str(&whole.game);
            let game = game.map_err(|error| format!("this is no kept game: {}", error.code))?;
            self.games.insert(whole.key, game);
        } else {
            self.stock.elsewhere += 1;
        }
        Ok(())
    }
}

/// Whether bytes are the beginning of a line that was not written to its end, because the machine stopped. The last
/// line of any other file is none, and must not be removed.
fn is_cut(line: &[u8]) -> bool {
    let is_short = (line.len() as u64) < MAX_LINE_BYTES && !line.ends_with(b"\n");
    is_short && (line.starts_with(LINE_START) || LINE_START.starts_with(line))
}

/// A value in the dialect of levels, in one line.
fn text_of(value: &impl Serialize) -> Result<String, KeepError> {
    dialect().to_string(value).map_err(|error| KeepError::NoText(error.to_string()))
}

#[cfg(test)]
mod tests;
