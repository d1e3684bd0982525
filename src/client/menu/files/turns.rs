//! Saves that the game overwrites in turn: quick saves and autosaves.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::paths::{FileKind, written_at};

/// A kind of saves that the game overwrites in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum SaveTurn {
    /// By the player's key.
    Quick,
    /// From time to time, and before the game is left.
    Auto,
}

impl SaveTurn {
    /// All kinds.
    pub(in crate::client::menu) const ALL: [Self; 2] = [Self::Quick, Self::Auto];

    /// The names, each with a number.
    pub(in crate::client::menu) fn names(self) -> impl Iterator<Item = String> {
        let (stem, count) = match self {
            Self::Quick => ("Quick save", 3),
            Self::Auto => ("Autosave", 5),
        };
        (1..=count).map(move |number| format!("{stem} {number}"))
    }

    /// The next file in a folder. It is not one of `spared`: the one before, if this program has written it, and those
    /// that are about to be loaded.
    pub(in crate::client::menu) fn next_path(self, folder: &Path, spared: &[PathBuf]) -> PathBuf {
        let is_spared = |name: &str| spared.contains(&path_of(folder, name));
        let name = self.next_name(|name| written_at(&path_of(folder, name)), is_spared);
        path_of(folder, &name)
    }

    /// The files that exist, the newest first.
    pub(in crate::client::menu) fn newest_first(self, folder: &Path) -> Vec<PathBuf> {
        let paths = self.names().map(|name| path_of(folder, &name));
        let mut dated: Vec<(SystemTime, PathBuf)> =
            paths.filter_map(|path| Some((written_at(&path)?, path))).collect();
        dated.sort_by_key(|(written, _)| Reverse(*written));
        dated.into_iter().map(|(_, path)| path).collect()
    }

    /// A free name, or that of the oldest. `written` gives the date of a name that is taken. The last one never
    /// comes next: after the clock was set back it would be the oldest for ever.
    fn next_name(
        self,
        written: impl Fn(&str) -> Option<SystemTime>,
        is_spared: impl Fn(&str) -> bool,
    ) -> String {
        let names = self.names().filter(|name| !is_spared(name));
        names.min_by_key(|name| written(name)).unwrap_or_default()
    }
}

fn path_of(folder: &Path, name: &str) -> PathBuf {
    FileKind::Save.path_of(folder, name)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn at(seconds: u64) -> Option<SystemTime> {
        Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
    }

    #[test]
    fn a_free_name_comes_first_then_the_oldest() {
        let next =
            |written: &dyn Fn(&str) -> Option<SystemTime>| SaveTurn::Auto.next_name(written, |_| false);
        assert_eq!(next(&|_| None), "Autosave 1");
        assert_eq!(next(&|name| at(5).filter(|_| name != "Autosave 2")), "Autosave 2");
        assert_eq!(next(&|name| at(if name == "Autosave 5" { 4 } else { 5 })), "Autosave 5");
        assert_eq!([SaveTurn::Quick.names().count(), SaveTurn::Auto.names().count()], [3, 5]);
    }

    #[test]
    fn a_clock_that_was_set_back_does_not_stop_the_turn() {
        let dates = |name: &str| at(if name == "Quick save 2" { 1 } else { 9 });
        assert_eq!(SaveTurn::Quick.next_name(dates, |name| name == "Quick save 2"), "Quick save 1");
    }

    #[test]
    fn files_are_found_the_newest_first() {
        let folder = tempfile::tempdir().unwrap();
        for (name, seconds) in [("Quick save 1", 7), ("Quick save 3", 9), ("Autosave 1", 11)] {
            let file = std::fs::File::create(path_of(folder.path(), name)).unwrap();
            file.set_modified(at(seconds).unwrap()).unwrap();
        }
        let found = SaveTurn::Quick.newest_first(folder.path());
        assert_eq!(found, ["Quick save 3", "Quick save 1"].map(|name| path_of(folder.path(), name)));
        let next = SaveTurn::Quick.next_path(folder.path(), &[]);
        assert_eq!(next, path_of(folder.path(), "Quick save 2"));
    }

    #[test]
    fn a_save_that_is_about_to_be_loaded_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        for (name, seconds) in SaveTurn::Auto.names().zip(10..) {
            let file = std::fs::File::create(path_of(folder.path(), &name)).unwrap();
            file.set_modified(at(seconds).unwrap()).unwrap();
        }
        let oldest = path_of(folder.path(), "Autosave 1");
        let next = SaveTurn::Auto.next_path(folder.path(), &[oldest]);
        assert_eq!(next, path_of(folder.path(), "Autosave 2"));
    }
}
