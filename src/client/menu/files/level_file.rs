//! What the menu knows of a file that can be loaded or watched, and of its preview.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::{Handle, Image};

use super::paths::stem;
use crate::client::widgets::matching::fits;
use crate::level::{BodyEntry, Level, StarSystem, plain_line};
use crate::orbit::GameClock;
use crate::sim::visibility::Viewer;

/// The preview of a level, a save or a replay.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::client::menu) struct Preview {
    /// A small chart of its system; `None` for a level that cannot be played.
    pub(in crate::client::menu) chart: Option<Handle<Image>>,
    /// A larger one of a level that can be played as a skirmish.
    pub(in crate::client::menu) map: Option<Handle<Image>>,
    /// The description, or the reason why the level cannot be played.
    pub(in crate::client::menu) about: String,
    /// The author of a level or of the level of a save; may be empty.
    pub(in crate::client::menu) author: String,
    /// Sides, planets and comets, and the date of the sky; of a save the time of play, too; of a replay its length.
    pub(in crate::client::menu) facts: String,
    /// A level: how many sides minds play. A save: the player's side, and the difficulty. A replay: all sides.
    pub(in crate::client::menu) side: String,
    /// The level, if it can be played as a skirmish.
    pub(in crate::client::menu) board: Option<Arc<WarBoard>>,
    /// Of a replay: how it can be played.
    pub(in crate::client::menu) log: Option<Arc<LogAbout>>,
}

/// A level with several factions, to be played as a skirmish.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::client::menu) struct WarBoard {
    /// The level.
    pub(in crate::client::menu) level: Level,
    /// Its sky.
    pub(in crate::client::menu) system: StarSystem,
    /// The number of its bodies that sides can hold, without comets.
    pub(in crate::client::menu) worlds: usize,
    /// Whether its sky is that of the catalogue.
    pub(in crate::client::menu) is_true_sky: bool,
}

impl WarBoard {
    /// The board of a level and its sky; `None` for one faction alone, and for a save.
    pub(in crate::client::menu) fn of(level: &Level, system: &StarSystem) -> Option<Self> {
        let is_known = |body: &BodyEntry| matches!(body, BodyEntry::Body(_) | BodyEntry::Changed(_));
        let is_true_sky = level.bodies.iter().any(is_known);
        let worlds = system.bodies.iter().filter(|body| body.can_count_as_planet(level)).count();
        let is_war = level.factions.len() > 1 && level.state.is_none();
        is_war.then(|| Self { level: level.clone(), system: system.clone(), worlds, is_true_sky })
    }
}

impl Preview {
    /// The reason why it cannot be played; `None` if it can be played.
    pub(in crate::client::menu) fn fault(&self) -> Option<&str> {
        self.chart.is_none().then_some(&self.about)
    }
}

/// A file that can be loaded or watched.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::client::menu) struct LevelFile {
    /// Path.
    pub(in crate::client::menu) path: PathBuf,
    /// Title, or its name where it has none, in plain letters.
    pub(in crate::client::menu) title: String,
    /// Whether it is a save.
    pub(in crate::client::menu) is_save: bool,
    /// The moment at which the level was last played, or the save or replay was written; `None`: never, or nobody
    /// knows.
    pub(in crate::client::menu) played: Option<SystemTime>,
    /// Whether it is the log of the present game, which is still written: it must not be renamed or deleted.
    pub(in crate::client::menu) is_in_progress: bool,
    /// The moment at which a save was last loaded.
    pub(in crate::client::menu) loaded: Option<SystemTime>,
    /// Whether the game of a save has been decided since the save was last written or loaded.
    pub(in crate::client::menu) is_over: bool,
    /// The preview, once it is made.
    pub(in crate::client::menu) preview: Option<Preview>,
}

impl LevelFile {
    /// The name of the file, in plain letters.
    pub(in crate::client::menu) fn name(&self) -> String {
        let name = self.path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        plain_line(&name).into_owned()
    }

    /// The name of a save or a replay.
    pub(in crate::client::menu) fn stem(&self) -> String {
        stem(&self.path)
    }

    /// The level, if it has been read and can be played as a skirmish.
    pub(in crate::client::menu) fn board(&self) -> Option<&WarBoard> {
        self.preview.as_ref()?.board.as_deref()
    }

    /// The second at which a save was last written or loaded, then that of loading: files are dated by fractions of
    /// seconds, loading is not, and a game that was left is saved before the next one is loaded.
    pub(in crate::client::menu) fn touched(&self) -> [Option<u64>; 2] {
        let second = |moment: Option<SystemTime>| Some(moment?.duration_since(UNIX_EPOCH).ok()?.as_secs());
        let (written, loaded) = (second(self.played), second(self.loaded));
        [written.max(loaded), loaded]
    }

    /// Whether a search finds it, by its title or the name of its file.
    pub(in crate::client::menu) fn is_found(&self, search: &str) -> bool {
        fits(&self.title, search) || fits(&self.stem(), search)
    }
}

/// What the menu must know of a log, to play it or a world of it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::client::menu) struct LogAbout {
    /// The reason why this program cannot play it; empty if it can.
    pub(in crate::client::menu) why_not: String,
    /// The eyes at the beginning of a replay: those of the only faction that a person played, else those of everybody.
    pub(in crate::client::menu) eyes: Viewer,
    /// The ticks of the worlds that are in it.
    pub(in crate::client::menu) worlds: Vec<u64>,
    /// The clock of its sky.
    pub(in crate::client::menu) clock: GameClock,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_titles_and_names_of_files() {
        let file = LevelFile {
            path: "first-light.ron".into(),
            title: "Erstes Glühen".to_owned(),
            ..LevelFile::default()
        };
        for search in ["gluhen", "ERSTES", "first", ""] {
            assert!(file.is_found(search), "{search}");
        }
        assert!(!file.is_found("duel"));
    }
}
