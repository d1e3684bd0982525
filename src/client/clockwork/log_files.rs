use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bevy::prelude::*;

use crate::client::worlds::{data_folder, universal_date_now};
use crate::level::plain_line;
use crate::orbit::CalendarDate;

/// The ending of logs.
pub const LOG_ENDING: &str = "eclog";
/// The most logs that are kept; the oldest ones go first.
const MOST_LOGS: usize = 60;
/// The most bytes of all logs together.
const MOST_BYTES: u64 = 1 << 30;
/// The most letters of a title in the name of a file.
const MOST_TITLE: usize = 40;

/// The folder of the logs of games; `None`: none was found, and games are not recorded in files.
#[derive(Resource, Clone, Debug)]
pub struct LogsFolder(pub Option<PathBuf>);

impl Default for LogsFolder {
    fn default() -> Self {
        Self(data_folder("replays"))
    }
}

/// All logs of a folder, the newest first, each with the moment at which it was last written, and its size.
pub fn list_logs(folder: &Path) -> Vec<(PathBuf, SystemTime, u64)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut logs: Vec<(PathBuf, SystemTime, u64)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let known = std::fs::metadata(&path).ok()?;
            let is_log = known.is_file() && path.extension().is_some_and(|ending| ending == LOG_ENDING);
            is_log.then(|| (path, known.modified().unwrap_or(SystemTime::UNIX_EPOCH), known.len()))
        })
        .collect();
    logs.sort_by(|(one, early, _), (other, late, _)| late.cmp(early).then_with(|| other.cmp(one)));
    logs
}

/// A path for the log of a game: the moment of its beginning and its title, and a number if there is such a file.
pub(super) fn free_path(folder: &Path, title: &str) -> PathBuf {
    let CalendarDate { year, month, day, hour, minute, second, .. } = universal_date_now();
    let second = second as u8;
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { ' ' };
    let title: String = plain_line(title).chars().map(plain).take(MOST_TITLE).collect();
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let stem = format!("{year:04}-{month:02}-{day:02} {hour:02}.{minute:02}.{second:02} {title}");
    let path_of = |stem: &str| folder.join(format!("{}.{LOG_ENDING}", stem.trim_end()));
    let numbered = (2..1000_u32).map(|number| path_of(&format!("{stem} ({number})")));
    std::iter::once(path_of(&stem))
        .chain(numbered)
        .find(|path| !path.exists())
        .unwrap_or_else(|| path_of(&stem))
}

/// Deletes the oldest logs until the others keep within the limits, but not the one that is spared.
pub(super) fn prune(folder: &Path, spared: Option<&Path>) {
    for path in too_many(list_logs(folder)).into_iter().filter(|path| Some(path.as_path()) != spared) {
        if let Err(error) = std::fs::remove_file(&path) {
            warn!("{} could not be removed: {error}", path.display());
        }
    }
}

/// The logs beyond the limits; `logs` has the newest first.
fn too_many(logs: Vec<(PathBuf, SystemTime, u64)>) -> Vec<PathBuf> {
    let mut bytes = 0;
    let numbered = logs.into_iter().enumerate();
    let beyond = numbered.filter(|(number, (_, _, size))| {
        bytes += size;
        *number >= MOST_LOGS || (bytes > MOST_BYTES && *number > 0)
    });
    beyond.map(|(_, (path, ..))| path).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn log(name: &str, seconds: u64, size: u64) -> (PathBuf, SystemTime, u64) {
        (name.into(), SystemTime::UNIX_EPOCH + Duration::from_secs(seconds), size)
    }

    #[test]
    fn names_have_plain_letters_and_are_free() {
        let folder = tempfile::tempdir().unwrap();
        let first = free_path(folder.path(), "../Größe: \"1\"\u{1b}");
        let name = first.file_name().unwrap().to_string_lossy().into_owned();
        assert!(name.ends_with("Größe 1.eclog") && first.parent() == Some(folder.path()), "{name}");
        std::fs::write(&first, "").unwrap();
        assert_ne!(free_path(folder.path(), "Größe 1"), first);
        assert!(free_path(folder.path(), "").to_string_lossy().ends_with("eclog"));
    }

    #[test]
    fn the_newest_logs_are_kept_within_a_number_and_a_size() {
        let many = (0..MOST_LOGS as u64 + 2).map(|age| log(&age.to_string(), 1000 - age, 10)).collect();
        assert_eq!(too_many(many), [PathBuf::from("60"), PathBuf::from("61")]);
        let large = vec![log("a", 3, MOST_BYTES + 1), log("b", 2, 1)];
        assert_eq!(too_many(large), [PathBuf::from("b")], "the newest stays, whatever its size");
    }

    #[test]
    fn logs_are_listed_the_newest_first() {
        let folder = tempfile::tempdir().unwrap();
        for (name, seconds) in [("a.eclog", 5), ("b.eclog", 7), ("c.ron", 9)] {
            let file = std::fs::File::create(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
        }
        let names: Vec<PathBuf> = list_logs(folder.path()).into_iter().map(|(path, ..)| path).collect();
        assert_eq!(names, ["b.eclog", "a.eclog"].map(|name| folder.path().join(name)));
        assert!(list_logs(&folder.path().join("none")).is_empty());
    }
}
