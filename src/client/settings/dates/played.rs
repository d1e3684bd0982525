//! When each level was last played: it only sorts lists.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::Dates;

/// The moments at which levels were last played, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played(Dates<PathBuf>);

impl Played {
    /// Reads the file; without one nothing was played.
    pub fn read(file: Option<&Path>) -> Self {
        Self(Dates::read(file))
    }

    /// The moment at which a level was last played.
    pub fn when(&self, level: &Path) -> Option<SystemTime> {
        let seconds = self.0.0.get(&whole(level))?;
        UNIX_EPOCH.checked_add(Duration::from_secs(*seconds))
    }

    fn note(&mut self, level: &Path, now: SystemTime) {
        self.0.note(whole(level), now);
    }
}

/// Notes in the file that a level is played now.
///
/// # Errors
/// If the file cannot be written.
pub fn note(file: &Path, level: &Path, now: SystemTime) -> io::Result<()> {
    let mut played = Played::read(Some(file));
    played.note(level, now);
    played.0.write(file)
}

/// The path from the root: the working folder may be another one the next time.
fn whole(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::settings::dates::MOST;

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn the_last_time_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/played.toml");
        let (duel, sol) = (Path::new("/levels/the \"duel\".ron"), Path::new("levels/sol.ron"));
        note(&file, duel, at(5)).unwrap();
        note(&file, sol, at(7)).unwrap();
        note(&file, duel, at(9)).unwrap();
        let played = Played::read(Some(&file));
        assert_eq!([played.when(duel), played.when(sol)], [Some(at(9)), Some(at(7))]);
        assert_eq!(played.when(&std::path::absolute(sol).unwrap()), Some(at(7)), "by the whole path");
        assert_eq!((played.when(Path::new("/else.ron")), Played::read(None)), (None, Played::default()));
    }

    #[test]
    fn a_broken_file_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("played.toml");
        std::fs::write(&file, "loud = [").unwrap();
        assert_eq!(Played::read(Some(&file)), Played::default());
        note(&file, Path::new("/a.ron"), at(3)).unwrap();
        assert_eq!(Played::read(Some(&file)).when(Path::new("/a.ron")), Some(at(3)));
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut played = Played::default();
        for seconds in 0..=MOST as u64 {
            played.note(Path::new(&format!("/{seconds}.ron")), at(seconds));
        }
        assert_eq!(played.0.0.len(), MOST);
        assert_eq!([played.when(Path::new("/0.ron")), played.when(Path::new("/1.ron"))], [None, Some(at(1))]);
    }
}
