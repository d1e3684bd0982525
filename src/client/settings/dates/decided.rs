//! When each game was decided: "Continue" leads to none of its saves from before.

use std::io;
use std::path::Path;
use std::time::SystemTime;

use super::Dates;
use crate::level::plain_line;

/// The moments at which games were decided, by their names, see [`name_of`].
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
    pub fn second(&self, game: &str) -> Option<u64> {
        self.0.0.get(game).copied()
    }
}

/// The name of a game in the file: the seed of its chances, which each of its worlds keeps, and the title of its level.
/// A level that is begun again with the same seed has the same name: only saves from before the decision count.
pub fn name_of(seed: u64, title: &str) -> String {
    format!("{seed} {}", plain_line(title))
}

/// Notes in the file that a game is decided by now.
///
/// # Errors
/// If the file cannot be written.
pub fn note(file: &Path, game: &str, now: SystemTime) -> io::Result<()> {
    let mut decided = Decided::read(Some(file));
    decided.0.note(game.to_owned(), now);
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
        let (duel, sol) = (name_of(7, "The \"duel\""), name_of(7, "Sol"));
        assert!(Decided::read(Some(&file)).is_empty());
        for (game, second) in [(&duel, 5), (&sol, 6), (&duel, 9)] {
            note(&file, game, UNIX_EPOCH + Duration::from_secs(second)).unwrap();
        }
        let decided = Decided::read(Some(&file));
        assert_eq!([&duel, &sol].map(|game| decided.second(game)), [Some(9), Some(6)]);
        assert_eq!(decided.second(&name_of(8, "Sol")), None);
    }
}
