//! Reads the settings from the bytes of a file.

use std::path::Path;

use super::Settings;
use crate::level::{plain_line, plain_path};

/// Reads TOML.
pub(super) fn from_toml(bytes: &[u8], file: &Path) -> Result<Settings, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| fault_at(bytes, error.valid_up_to(), file, "The file is not UTF-8 text"))?;
    toml::from_str(text).map_err(|error| {
        let begin = error.span().map_or(0, |span| span.start);
        fault_at(bytes, begin, file, error.message())
    })
}

/// Reads RON, in which older versions kept the settings.
pub(super) fn from_ron(bytes: &[u8], file: &Path) -> Result<Settings, String> {
    ron::de::from_bytes(bytes).map_err(|error| {
        let (place, message) = (error.span.start, error.code.to_string());
        format!("{}:{}:{}: {}", plain_path(file), place.line, place.col, plain_line(&message))
    })
}

/// A sentence about a fault at a byte; lines and columns, in bytes, are counted from 1.
fn fault_at(bytes: &[u8], begin: usize, file: &Path, words: &str) -> String {
    let before = bytes.get(..begin).unwrap_or(bytes);
    let line = before.split(|byte| *byte == b'\n').count();
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
    format!("{}:{line}:{column}: {}", plain_path(file), plain_line(words))
}

#[cfg(test)]
mod tests {
    use bevy::prelude::{KeyCode, default};

    use super::*;
    use crate::client::settings::keys::actions::{Action, Binding};
    use crate::client::settings::volumes::Volumes;

    #[test]
    fn fields_missing_in_a_file_have_defaults() {
        let text = b"# larger, and softer engines\nui_scale = 1.25\n\n[sound]\nengines = 10\n\n\
            [keys]\nPause = [\"KeyP\", [\"ShiftLeft\", \"Space\"]]\n";
        let settings = from_toml(text, Path::new("settings.toml")).unwrap();
        let pause = |keys: &[KeyCode]| Binding { action: Action::Pause, keys: keys.to_vec() };
        let wanted = Settings {
            ui_scale: 1.25,
            sound: Volumes { engines: 10, ..Volumes::default() },
            keys: vec![pause(&[KeyCode::KeyP]), pause(&[KeyCode::ShiftLeft, KeyCode::Space])],
            ..default()
        };
        assert_eq!(settings, wanted);
        assert_eq!(from_toml(b"", Path::new("settings.toml")), Ok(Settings::default()));
    }

    #[test]
    fn the_former_name_of_a_setting_is_read() {
        let settings = from_toml(b"hints_done = true\n", Path::new("settings.toml")).unwrap();
        assert!(settings.guide_off);
    }

    #[test]
    fn a_fault_is_reported_with_its_place() {
        let file = Path::new("settings.toml");
        let fault = from_toml(b"ui_scale = 1.0\nguide_off = 3\n", file).unwrap_err();
        assert!(fault.starts_with("settings.toml:2:"), "{fault}");
        let fault = from_toml(b"ui_scale = 1.0\n\xff", file).unwrap_err();
        assert_eq!(fault, "settings.toml:2:1: The file is not UTF-8 text");
        let fault = from_toml(b"ui_scale = ", file).unwrap_err();
        assert!(fault.starts_with("settings.toml:1:"), "{fault}");
    }

    #[test]
    fn a_fault_quotes_the_file_in_plain_letters() {
        let file = Path::new("settings.toml");
        for text in ["palette = \"\u{202e}a\\u001bb\"", "\"\\u001b\\u202e\" = 3", "\u{202e}"] {
            let fault = from_toml(text.as_bytes(), file).unwrap_err();
            assert_eq!(plain_line(&fault), fault, "{text:?}");
        }
        let fault = from_ron(b"(palette: \"\\u{1b}\")", file).unwrap_err();
        assert_eq!(plain_line(&fault), fault);
    }

    #[test]
    fn places_are_counted_from_the_first_line_and_column() {
        let (bytes, file) = (b"ab\ncd\n".as_slice(), Path::new("x"));
        for (begin, wanted) in [(0, "x:1:1: y"), (2, "x:1:3: y"), (4, "x:2:2: y"), (99, "x:3:1: y")] {
            assert_eq!(fault_at(bytes, begin, file, "y"), wanted);
        }
    }
}
