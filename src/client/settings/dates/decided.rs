//! When each game was decided: "Continue" leads to none of its saves from before.

use std::io;
use std::path::Path;
use std::time::SystemTime;

use super::Dates;

/// The moments at which games were decided, by their numbers in digits: [`Level::game`](crate::level::Level::game).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decided(Dates<String>);

impl Decided {
    /// Reads the file; without one nothing was decided.
    pub fn read(file: Option<&Path>) -> Self {
        Self(Dates::read(file))
    }

    /// Whether no game was decided yet.
    pub fn is_empty(&self) -> bool {
        self.0.0.is_empty()
    }

    /// The second since 1970 at which a game was last known to be decided: at the decision, when a decided save is
    /// loaded, or when one is written.
    pub fn second(&self, game: u64) -> Option<u64> {
        self.0.0.get(&game.to_string()).copied()
    }
}

/// Notes in the file that a game is decided by now.
///
/// # Errors
/// If the file cannot be written.
pub fn note(file: &Path, game: u64, now: SystemTime) -> io::Result<()> {
    let mut decided = Decided::read(Some(file));
    decided.0.note(game.to_string(), now);
    decided.0.write(file)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn the_last_moment_of_each_decided_game_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("decided.toml");
        assert!(Decided::read(Some(&file)).is_empty());
        for (game, second) in [(7, 5), (u64::MAX, 6), (7, 9)] {
            note(&file, game, UNIX_EPOCH + Duration::from_secs(second)).unwrap();
        }
        let decided = Decided::read(Some(&file));
        assert_eq!([7, u64::MAX, 8].map(|game| decided.second(game)), [Some(9), Some(6), None]);
    }
}
