//! The file of the settings: read at the start, written after every change. A file that cannot be read is put aside.

use std::io;
use std::path::{Path, PathBuf};

use super::keys::actions::{conflicts, words_of};
use super::ui_scale::UI_SCALES;
use super::{Settings, reading};
use crate::client::frame::failed;
use crate::client::worlds::config_folder;

/// The new name of the first unreadable file; further ones have a number.
const BROKEN: &str = "settings.broken.toml";
/// The message about a file that cannot be read; it goes on.
const UNREADABLE: &str = "settings.toml could not be read. Default settings are used";
/// The message about a file of an older version that cannot be read; it goes on.
const OLDER_UNREADABLE: &str =
    "settings.ron of an older version could not be read. Default settings are used";
/// Limit on kept unreadable files.
const MOST_BROKEN: u32 = 99;

impl Settings {
    /// Reads the settings, or writes a file with the defaults if there is none. Faults are returned as sentences
    /// for the player.
    pub fn load() -> (Self, Vec<String>) {
        settings_file().map_or_else(|| (Self::default(), Vec::new()), Self::load_from)
    }

    /// The settings of a first start, before their file is written.
    pub fn at_first_start(file: PathBuf) -> Self {
        Self { file: Some(file), ..Self::default() }
    }

    /// Reads the settings from this file.
    fn load_from(file: PathBuf) -> (Self, Vec<String>) {
        let mut words = Vec::new();
        let read = std::fs::read(&file);
        let mut settings = match read.as_deref().map(|bytes| reading::from_toml(bytes, &file)) {
            Ok(Ok(settings)) => Self { file: Some(file.clone()), ..settings },
            Ok(Err(fault)) => {
                let (fresh, message) = Self::put_aside(&file, &fault);
                words.push(message);
                fresh
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let (fresh, messages) = Self::from_older(&file);
                words.extend(messages);
                words.extend(fresh.keep().err());
                fresh
            }
            Err(error) => {
                let what = format!("{UNREADABLE}, and changes will not be kept");
                let sentences = failed(&what, error, "Check the file, and start the game again");
                words.push(format!("{sentences}\n{}: {error}", file.display()));
                Self::default()
            }
        };
        words.extend(conflicts(&settings.keys).into_iter().map(|(one, other)| {
            let (one, other) = (words_of(one), words_of(other));
            format!("\"{one}\" and \"{other}\" have the same key. Change one in the menu, under Key bindings")
        }));
        // A NaN would survive the clamp.
        let (least, most) = UI_SCALES;
        let scale = settings.ui_scale;
        settings.ui_scale = if scale.is_finite() { scale.clamp(least, most) } else { 1.0 };
        settings.sound = settings.sound.within_range();
        settings.display = settings.display.within_range();
        settings.camera = settings.camera.within_range();
        (settings, words)
    }

    /// The settings of an older version, kept in RON beside a file that does not exist yet, to be stored in that
    /// file; else the defaults. The older file stays. A message is returned as a sentence.
    fn from_older(file: &Path) -> (Self, Option<String>) {
        let older = file.with_extension("ron");
        let kept_in = Some(file.to_owned());
        let fresh = Self { file: kept_in.clone(), ..Self::default() };
        // If there was a file already, the older one has been adopted before it.
        if file.with_file_name(BROKEN).exists() {
            return (fresh, None);
        }
        match std::fs::read(&older).map(|bytes| reading::from_ron(&bytes, &older)) {
            Ok(Ok(settings)) => {
                let words = format!(
                    "The settings of an older version were taken over. {} is no longer read",
                    older.display()
                );
                (Self { file: kept_in, ..settings }, Some(words))
            }
            Ok(Err(fault)) => (fresh, Some(format!("{OLDER_UNREADABLE}.\n{fault}"))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (fresh, None),
            Err(error) => {
                let words = failed(OLDER_UNREADABLE, &error, "Check the file");
                (fresh, Some(format!("{words}\n{}: {error}", older.display())))
            }
        }
    }

    /// Renames an unreadable file, so that it is not overwritten, and reports that. If that fails, changes are not
    /// stored.
    fn put_aside(file: &Path, fault: &str) -> (Self, String) {
        let put = || {
            let aside =
                free_name_aside(file).ok_or_else(|| io::Error::other("there are too many already"))?;
            std::fs::rename(file, &aside).map(|()| aside)
        };
        match put() {
            Ok(aside) => {
                let name = aside.file_name().unwrap_or_default().to_string_lossy();
                let words = format!("{UNREADABLE}. Your file was kept as {name}.\n{fault}");
                (Self::at_first_start(file.to_owned()), words)
            }
            Err(error) => {
                let words = format!(
                    "{UNREADABLE}, and changes will not be kept. Move the file away, and start the game again.\n\
                     {fault}\n{error}"
                );
                (Self::default(), words)
            }
        }
    }

    /// Writes the settings to their file, if they have one.
    ///
    /// # Errors
    /// A sentence with the file and the reason; the older file still exists then.
    pub fn keep(&self) -> Result<(), String> {
        let Some(file) = &self.file else { return Ok(()) };
        let text = toml::to_string(self).map_err(|error| error.to_string())?;
        replace(file, &text).map_err(|error| {
            let words = failed("settings.toml could not be saved", &error, "Check the disk");
            format!("{words}\n{}: {error}", file.display())
        })
    }

    /// The file with the moments at which levels were last played; `None`: not stored.
    pub fn played_file(&self) -> Option<PathBuf> {
        self.file.as_ref().map(|file| file.with_file_name("played.toml"))
    }

    /// The file with the moments at which games were decided; `None`: not stored.
    pub fn decided_file(&self) -> Option<PathBuf> {
        self.file.as_ref().map(|file| file.with_file_name("decided.toml"))
    }

    /// Where keys are changed, or that a change would be lost.
    pub fn keys_words(&self) -> &'static str {
        match self.file {
            Some(_) => "Change keys in the menu, under Key bindings",
            None => "Settings cannot be saved: no settings folder was found",
        }
    }
}

/// Replaces a file: it is old or new at any moment, never half of it.
pub(super) fn replace(file: &Path, text: &str) -> io::Result<()> {
    let beside = file.with_extension("toml.tmp");
    file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    std::fs::write(&beside, text)?;
    std::fs::rename(&beside, file)
}

/// The first unused name for an unreadable file.
fn free_name_aside(file: &Path) -> Option<PathBuf> {
    let numbered = (2..=MOST_BROKEN).map(|number| format!("settings.broken-{number}.toml"));
    let names = std::iter::once(BROKEN.to_owned()).chain(numbered);
    names.map(|name| file.with_file_name(name)).find(|aside| !aside.exists())
}

fn settings_file() -> Option<PathBuf> {
    config_folder().map(|folder| folder.join("settings.toml"))
}

#[cfg(test)]
mod tests {
    use bevy::prelude::{KeyCode, default};

    use super::*;
    use crate::client::models::Palette;
    use crate::client::settings::camera_controls::CameraControls;
    use crate::client::settings::display::Display;
    use crate::client::settings::guide_step::GuideStep;
    use crate::client::settings::skirmish::{LossRun, Skirmish};
    use crate::client::settings::volumes::Volumes;
    use crate::client::settings::{Action, Binding, LabelDensity, Quality, SettingsTab};
    use crate::level::{ChangedFaction, Epoch, Handicap, MindChoice, PlayedBy, Preset, Victory};

    fn unusual() -> Settings {
        Settings {
            ui_scale: 1.5,
            display: Display {
                full_screen: true,
                size: [1600, 900],
                vertical_sync: false,
                frame_limit: Some(144),
            },
            quality: Some(Quality::Ultra),
            palette: Palette::Tritanopia,
            reduced_motion: true,
            camera_shake: false,
            damage_numbers: true,
            edge_panning: false,
            camera: CameraControls { turn: 150, inverted: true, ..CameraControls::default() },
            slow_on_contact: false,
            autosave: false,
            constellations: true,
            labels: LabelDensity::All,
            sound: Volumes { engines: 0, is_muted: true, ..Volumes::default() },
            guide_off: true,
            guide_done: vec![GuideStep::Look, GuideStep::Claim],
            guide_level: Some("First light".to_owned()),
            skirmish: unusual_skirmish(),
            keys: vec![
                Binding { action: Action::Group(3), keys: vec![KeyCode::ControlLeft, KeyCode::KeyX] },
                Binding { action: Action::Pause, keys: vec![KeyCode::F13] },
                Binding { action: Action::Pause, keys: vec![KeyCode::Pause] },
            ],
            tab: SettingsTab::default(),
            file: None,
        }
    }

    fn unusual_skirmish() -> Skirmish {
        let mind = MindChoice::new("captain", "corsair");
        let side = |by: PlayedBy| ChangedFaction {
            name: "Terra".to_owned(),
            played_by: Some(by),
            handicap: Some(Handicap { income_percent: 150, ..Handicap::default() }),
            ..ChangedFaction::default()
        };
        let preset = Preset {
            epoch: Some(Epoch::Date("2030-01-01".to_owned())),
            victory: Some(vec![Victory::HoldPlanets { count: 3, seconds: 120.0 }, Victory::Eliminate]),
            seed: Some(u64::MAX),
            factions: vec![side(PlayedBy::Person), side(PlayedBy::Mind(mind)), side(PlayedBy::Nobody)],
            ..Preset::default()
        };
        Skirmish {
            level: Some("levels/sol.ron".into()),
            last_seed: Some(7),
            skill: Some("merciless".to_owned()),
            losses: Some(LossRun::default()),
            own: Some(Preset { victory: Some(vec![Victory::Eliminate]), ..preset.clone() }),
            preset,
        }
    }

    #[test]
    fn written_values_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/settings.toml");
        let settings = Settings { file: Some(file.clone()), ..unusual() };
        settings.keep().unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("Group3 = [[\"ControlLeft\", \"KeyX\"]]"), "{text}");
        assert!(text.contains("Pause = [\"F13\", \"Pause\"]"), "{text}");
        assert_eq!(Settings::load_from(file), (settings, vec![]));
    }

    #[test]
    fn the_first_start_writes_the_usual_settings() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let (fresh, words) = Settings::load_from(file.clone());
        assert_eq!((fresh.ui_scale, words.len()), (1.0, 0));
        assert_eq!(Settings::load_from(file), (fresh, vec![]));
    }

    #[test]
    fn the_file_of_an_older_version_is_taken_over_once() {
        let folder = tempfile::tempdir().unwrap();
        let (file, older) = (folder.path().join("settings.toml"), folder.path().join("settings.ron"));
        let text = "(ui_scale: 1.5, quality: Some(Ultra), palette: Tritanopia, reduced_motion: true,
            edge_panning: false, sound: (engines: 0, is_muted: true), hints_done: true,
            keys: [(action: Group(3), keys: [ControlLeft, KeyX]),
                (action: Pause, keys: [F13]), (action: Pause, keys: [Pause])])";
        std::fs::write(&older, text).unwrap();
        let (settings, words) = Settings::load_from(file.clone());
        // Settings that the older version did not have get their defaults.
        assert_eq!(
            settings,
            Settings {
                file: Some(file.clone()),
                display: Display::default(),
                camera: CameraControls::default(),
                labels: LabelDensity::default(),
                constellations: false,
                camera_shake: true,
                damage_numbers: false,
                slow_on_contact: true,
                autosave: true,
                guide_done: Vec::new(),
                guide_level: None,
                skirmish: Skirmish::default(),
                ..unusual()
            }
        );
        assert!(words.len() == 1 && words[0].contains("settings.ron is no longer read"), "{words:?}");
        std::fs::write(&older, "(ui_scale: 2.0)").unwrap();
        assert_eq!(Settings::load_from(file), (settings, vec![]), "what is in TOML holds");
        assert_eq!(std::fs::read_to_string(&older).unwrap(), "(ui_scale: 2.0)");
    }

    #[test]
    fn a_faulty_file_of_an_older_version_is_reported_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (file, older) = (folder.path().join("settings.toml"), folder.path().join("settings.ron"));
        std::fs::write(&older, "(ui_scale: big)").unwrap();
        let (settings, words) = Settings::load_from(file.clone());
        assert_eq!(settings, Settings { file: Some(file.clone()), ..default() });
        assert!(words[0].contains("settings.ron:1:"), "{words:?}");
        assert_eq!(std::fs::read_to_string(&older).unwrap(), "(ui_scale: big)");
        assert_eq!(Settings::load_from(file), (settings, vec![]), "there is one message only");
    }

    #[test]
    fn a_faulty_file_is_put_aside_and_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let texts = [b"ui_scale = \"big\"".as_slice(), b"\xff\xfe".as_slice(), b"loud = 3".as_slice()];
        let names = ["settings.broken.toml", "settings.broken-2.toml", "settings.broken-3.toml"];
        for (text, name) in texts.into_iter().zip(names) {
            std::fs::write(&file, text).unwrap();
            let (settings, words) = Settings::load_from(file.clone());
            assert_eq!(settings, Settings { file: Some(file.clone()), ..default() });
            assert!(words[0].contains("settings.toml:1:"), "{words:?}");
            assert!(words[0].contains(name), "{words:?}");
            assert!(!file.exists());
        }
        for (text, name) in texts.into_iter().zip(names) {
            assert_eq!(std::fs::read(folder.path().join(name)).unwrap(), text, "{name} was written over");
        }
    }

    #[test]
    fn no_more_faulty_files_are_put_aside_than_there_are_names_for() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        while let Some(aside) = free_name_aside(&file) {
            std::fs::write(aside, "older").unwrap();
        }
        std::fs::write(&file, "loud = 3").unwrap();
        let (settings, words) = Settings::load_from(file.clone());
        assert_eq!(settings.file, None, "what cannot be read is not written over");
        assert!(words[0].contains("changes will not be kept"), "{words:?}");
        assert_eq!(std::fs::read(&file).unwrap(), b"loud = 3");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), MOST_BROKEN as usize + 1);
    }

    #[test]
    fn sizes_out_of_range_are_brought_into_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        for (text, wanted) in [("0.1", 0.75), ("9", 2.0), ("nan", 1.0)] {
            std::fs::write(&file, format!("ui_scale = {text}")).unwrap();
            assert_eq!(Settings::load_from(file.clone()).0.ui_scale, wanted);
        }
    }
}
