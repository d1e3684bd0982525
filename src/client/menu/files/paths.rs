//! The files of the player: their kinds, names and dates.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::client::clockwork::LOG_ENDING;
use crate::level::plain_line;

/// The ending of saves.
const SAVE_ENDING: &str = "ron";

/// A kind of files that the game writes, and the player names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum FileKind {
    /// The log of a game.
    Replay,
    /// A game to go on with.
    Save,
}

impl FileKind {
    /// The kind of a file, by its ending.
    pub(in crate::client::menu) fn of(path: &Path) -> Self {
        if path.extension().is_some_and(|ending| ending == LOG_ENDING) { Self::Replay } else { Self::Save }
    }

    /// The word for one of them.
    pub(in crate::client::menu) fn noun(self) -> &'static str {
        match self {
            Self::Replay => "replay",
            Self::Save => "save",
        }
    }

    /// The ending of their files, without a full stop.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Replay => LOG_ENDING,
            Self::Save => SAVE_ENDING,
        }
    }

    /// The file with a name. A full stop in a name does not begin an ending.
    pub(in crate::client::menu) fn path_of(self, folder: &Path, name: &str) -> PathBuf {
        folder.join(format!("{name}.{}", self.ending()))
    }
}

/// The name of a save or a replay: that of its file without the ending, in plain letters.
pub(in crate::client::menu) fn stem(save: &Path) -> String {
    let name = save.file_stem().map(|name| name.to_string_lossy()).unwrap_or_default();
    plain_line(&name).into_owned()
}

/// Whether two names are one: some file systems take capitals and small letters for the same.
pub(in crate::client::menu) fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// The date of a file, if the file system knows it.
pub(in crate::client::menu) fn written_at(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|facts| facts.modified()).ok()
}

/// The paths of the files in a folder with this ending, sorted.
pub(super) fn files_with(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    found.sort_unstable();
    found
}
