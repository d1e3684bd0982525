//! Replays: the logs of games as files of the menu.
//!
//! - Enters: the folder of the logs; the logs that are being written or watched.
//! - Leaves: a list of replays, the newest first; in `card.rs` what the card of one shows.
//! - Must never: write or delete a log, or play one.

pub(super) mod card;
#[cfg(test)]
mod test_support;

use std::path::Path;

use bevy::prelude::default;

use super::level_file::LevelFile;
use super::paths::stem;
use crate::client::clockwork::list_logs;
use crate::level::plain_line;
use crate::record::LogReader;

/// The logs that are in use.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::client::menu) struct LogsInUse<'a> {
    /// That of the present game.
    pub(in crate::client::menu) written: Option<&'a Path>,
    /// That of the replay that is watched.
    pub(in crate::client::menu) watched: Option<&'a Path>,
}

/// All replays, the newest first, without the one that is watched. The one that is written is sound up to its last
/// whole chunk; it is listed once it has a beginning.
pub(in crate::client::menu) fn list_replays(folder: Option<&Path>, in_use: LogsInUse) -> Vec<LevelFile> {
    let is_one = |path: &Path, used: Option<&Path>| used.is_some_and(|used| is_same_file(path, used));
    let mut logs = folder.map(list_logs).unwrap_or_default();
    logs.retain(|(path, ..)| !is_one(path, in_use.watched));
    let replays = logs.into_iter().filter_map(|(path, written, _)| {
        let is_in_progress = is_one(&path, in_use.written);
        let title = match title_of(&path) {
            None if is_in_progress => return None,
            title => title.unwrap_or_else(|| stem(&path)),
        };
        Some(LevelFile { title, path, is_in_progress, played: Some(written), ..default() })
    });
    replays.collect()
}

/// Whether two paths lead to one file, that of a replay given to the program in its own words, too.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let found = |path: &Path| std::fs::canonicalize(path).ok();
    one == other || found(one).is_some_and(|one| found(other) == Some(one))
}

/// The title in the head of a log, in plain letters.
fn title_of(path: &Path) -> Option<String> {
    let log = LogReader::open(path).ok()?;
    Some(plain_line(&log.head().title).into_owned())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::test_support::{own_identity, record_duel};
    use super::*;

    #[test]
    fn a_log_is_named_by_its_title_and_a_hollow_one_by_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("War.eclog");
        let titles = || {
            let found = list_replays(Some(folder.path()), LogsInUse::default());
            found.into_iter().map(|file| file.title).collect::<Vec<String>>()
        };
        record_duel(&path, own_identity());
        assert_eq!(titles(), ["The duel"]);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..40]).unwrap();
        assert_eq!(titles(), ["War"]);
    }

    #[test]
    fn the_log_that_is_watched_is_not_listed_and_the_one_that_is_written_is_marked() {
        let folder = tempfile::tempdir().unwrap();
        let [written, watched, other] =
            ["a", "b", "c"].map(|name| folder.path().join(format!("{name}.eclog")));
        for path in [&written, &watched, &other] {
            std::fs::write(path, "").unwrap();
        }
        std::fs::create_dir(folder.path().join("deep")).unwrap();
        let roundabout = folder.path().join("deep").join("..").join("b.eclog");
        let in_use = LogsInUse { written: Some(&written), watched: Some(&roundabout) };
        let found = || list_replays(Some(folder.path()), in_use);
        assert_eq!(found().into_iter().map(|file| file.path).collect::<Vec<_>>(), [other]);
        record_duel(&folder.path().join("war.eclog"), own_identity());
        std::fs::copy(folder.path().join("war.eclog"), &written).unwrap();
        let marked: Vec<PathBuf> =
            found().into_iter().filter(|file| file.is_in_progress).map(|file| file.path).collect();
        assert_eq!(marked, [written], "it has a beginning");
        let gone = folder.path().join("gone.eclog");
        let in_use = LogsInUse { watched: Some(&gone), ..LogsInUse::default() };
        assert_eq!(list_replays(Some(folder.path()), in_use).len(), 4);
    }
}
