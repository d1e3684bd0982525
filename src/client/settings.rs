//! What the player set: keys and the size of the words. Kept in a RON file in the user's settings folder.
//!
//! A file that cannot be read is told about and left alone; the game goes on with the defaults. A folder
//! that cannot be written to is told about once.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::actions::{Binding, conflicts};

/// The settings.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Size of everything that is written, 1 is usual.
    pub ui_scale: f32,
    /// Keys that differ from the defaults, `[(action: Pause, keys: [KeyP])]`.
    pub keys: Vec<Binding>,
    /// Where these came from.
    #[serde(skip)]
    file: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { ui_scale: 1.0, keys: Vec::new(), file: None }
    }
}

impl Settings {
    /// Reads the settings, or writes a file with the defaults where there is none. What went wrong comes
    /// back as sentences for the player.
    pub fn load() -> (Self, Vec<String>) {
        let Some(file) = settings_file() else { return (Self::default(), Vec::new()) };
        let (mut settings, mut words) = match std::fs::read_to_string(&file) {
            Ok(text) => Self::parse(&text, &file),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let fresh = Self::default();
                let trouble = fresh.write(&file).err().into_iter().collect();
                (fresh, trouble)
            }
            Err(error) => (Self::default(), vec![format!("Cannot read {}: {error}", file.display())]),
        };
        words.extend(
            conflicts(&settings.keys)
                .into_iter()
                .map(|(one, other)| format!("{}: {one:?} and {other:?} have the same key", file.display())),
        );
        settings.ui_scale = settings.ui_scale.clamp(0.5, 3.0);
        settings.file = Some(file);
        (settings, words)
    }

    fn parse(text: &str, file: &Path) -> (Self, Vec<String>) {
        match ron::from_str(text) {
            Ok(settings) => (settings, Vec::new()),
            Err(error) => {
                let place = error.span.start;
                let words = format!(
                    "{}:{}:{}: {}; the usual settings are used",
                    file.display(),
                    place.line,
                    place.col,
                    error.code
                );
                (Self::default(), vec![words])
            }
        }
    }

    fn write(&self, file: &Path) -> Result<(), String> {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .map_err(|error| error.to_string())?;
        let write = || {
            file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            std::fs::write(file, text + "\n")
        };
        write().map_err(|error| format!("Cannot write the settings to {}: {error}", file.display()))
    }

    /// Where the settings can be changed, in words.
    pub fn file_words(&self) -> String {
        self.file.as_ref().map_or_else(
            || "No folder for settings was found".into(),
            |file| format!("Other keys, size of words: {}", file.display()),
        )
    }
}

fn settings_file() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "ecliptic")
        .map(|folders| folders.config_dir().join("settings.ron"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/settings.ron");
        let settings = Settings { ui_scale: 1.5, ..default() };
        settings.write(&file).unwrap();
        let (read, words) = Settings::parse(&std::fs::read_to_string(&file).unwrap(), &file);
        assert_eq!((read, words.len()), (settings, 0));
    }

    #[test]
    fn a_faulty_file_is_told_about_and_not_used() {
        let (settings, words) = Settings::parse("(ui_scale: big)", Path::new("settings.ron"));
        assert_eq!(settings, Settings::default());
        assert!(words[0].starts_with("settings.ron:1:"), "{words:?}");
    }
}
