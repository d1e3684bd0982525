//! The player's settings: window, keys, camera, sizes, quality of the picture, volumes. Kept in a TOML file in the
//! user's settings folder.
//!
//! - Enters: the file, and changes in the menu.
//! - Leaves: the [`Settings`]; the file, rewritten after every change.
//! - Must never: lose an unreadable file. Such a file is renamed to `settings.broken.toml`, with a number if that
//!   exists, and reported, and the game goes on with the defaults. A folder without write access is reported. The
//!   `settings.ron` of older versions is read once, while there is no TOML file yet, and never changed.
//!
//! | folder or file | does |
//! |---|---|
//! | `keys/` | the actions that have keys; their keys in words and in the file |
//! | `ui_scale.rs` | the size of words and panels |
//! | `display.rs` | the window, vertical sync, the limit on frames |
//! | `quality.rs` | the quality of the picture |
//! | `label_density.rs` | the number of names in the scene |
//! | `camera_controls.rs` | the speeds of the camera |
//! | `volumes.rs` | the volumes of the parts of the sound |
//! | `skirmish.rs` | the last choice on the page of a skirmish |
//! | `dates/` | when each level was last played, and each game decided, in files of their own |
//! | `guide_step.rs` | the steps of the guide |
//! | `file.rs`, `reading.rs` | the file; from its bytes to settings, or to the place of its fault |

pub mod camera_controls;
mod dates;
pub mod display;
mod file;
pub mod guide_step;
pub mod keys;
mod label_density;
pub mod quality;
mod reading;
pub mod skirmish;
mod ui_scale;
pub mod volumes;

pub use camera_controls::CameraMotion;
pub use dates::{decided, played};
pub use keys::actions::{ACTIONS, Action, ActionInfo, Actions, Binding};
pub use keys::words::{first_key, key_words, keyed, short_key, with_keys};
pub use label_density::LabelDensity;
pub use quality::Quality;
pub use ui_scale::{HeldSize, UI_SCALES, most_size};
pub use volumes::SoundPart;

use std::path::PathBuf;

use bevy::prelude::*;
use leafwing_input_manager::prelude::InputMap;
use serde::{Deserialize, Serialize};

use crate::client::frame::Toasts;
use crate::client::models::Palette;
use crate::client::settings::camera_controls::CameraControls;
use crate::client::settings::display::Display;
use crate::client::settings::guide_step::GuideStep;
use crate::client::settings::keys::actions::{input_map, keys_of};
use crate::client::settings::skirmish::Skirmish;
use crate::client::settings::volumes::Volumes;

/// The settings.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Size of words and panels, 0.75 to 2, 1 is usual.
    pub ui_scale: f32,
    /// The window.
    pub display: Display,
    /// Quality of the picture; `None`: by the graphics adapter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<Quality>,
    /// The colours of factions, from the next world on.
    pub palette: Palette,
    /// Reduced motion: the camera jumps instead of flying, and nothing pulses.
    pub reduced_motion: bool,
    /// Whether the camera trembles near explosions; never with reduced motion.
    pub camera_shake: bool,
    /// Whether damage floats up as numbers.
    pub damage_numbers: bool,
    /// Whether the view moves when the pointer rests at the edge of the screen.
    pub edge_panning: bool,
    /// The speeds of the camera.
    pub camera: CameraControls,
    /// Whether an alert of something armed and hostile slows the clock down to ×1.
    pub slow_on_contact: bool,
    /// Whether the game is saved from time to time.
    pub autosave: bool,
    /// Whether the lines and names of the constellations are drawn, and the periapsis and the nodes of an orbit.
    pub constellations: bool,
    /// The number of names in the scene.
    pub labels: LabelDensity,
    /// Volumes.
    pub sound: Volumes,
    /// Whether the guide through the first minutes is switched off.
    #[serde(alias = "hints_done")]
    pub guide_off: bool,
    /// Its steps that were done, in any game.
    pub guide_done: Vec<GuideStep>,
    /// The title of the level in which the first of them was shown: the others are shown there, and in no other level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guide_level: Option<String>,
    /// The last choice on the page of a skirmish.
    pub skirmish: Skirmish,
    /// Keys that differ from the defaults; in the file a table, `Pause = ["KeyP"]`.
    #[serde(with = "keys::table")]
    pub keys: Vec<Binding>,
    /// The tab of the page of settings that is open, or was last; it is not in the file.
    #[serde(skip)]
    pub tab: SettingsTab,
    /// Path of the file; `None`: not stored.
    #[serde(skip)]
    file: Option<PathBuf>,
}

/// A tab of the page of settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsTab {
    /// The window, and what is drawn in it.
    #[default]
    Picture,
    /// Sound and its volumes.
    Sound,
    /// What the game does by itself, and the names and numbers in the scene.
    Game,
    /// The camera in the player's hand.
    Controls,
}

impl SettingsTab {
    /// All tabs, in their order.
    pub const ALL: [Self; 4] = [Self::Picture, Self::Sound, Self::Game, Self::Controls];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Picture => "Picture",
            Self::Sound => "Sound",
            Self::Game => "Game",
            Self::Controls => "Controls",
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ui_scale: 1.0,
            display: Display::default(),
            quality: None,
            palette: Palette::default(),
            reduced_motion: false,
            camera_shake: true,
            damage_numbers: false,
            edge_panning: true,
            camera: CameraControls::default(),
            slow_on_contact: true,
            autosave: true,
            constellations: false,
            labels: LabelDensity::default(),
            sound: Volumes::default(),
            guide_off: false,
            guide_done: Vec::new(),
            guide_level: None,
            skirmish: Skirmish::default(),
            keys: Vec::new(),
            tab: SettingsTab::default(),
            file: None,
        }
    }
}

impl Settings {
    /// Binds keys that are pressed together to an action: in addition to the present keys if `adds`, otherwise
    /// instead of them.
    pub fn bind(&mut self, action: Action, keys: Vec<KeyCode>, adds: bool) {
        let info = ACTIONS.iter().find(|info| info.action == action);
        let mut chords = info.filter(|_| adds).map_or_else(Vec::new, |info| keys_of(info, &self.keys));
        if !chords.contains(&keys) {
            chords.push(keys);
        }
        self.unbind(action);
        self.keys.extend(chords.into_iter().map(|keys| Binding { action, keys }));
    }

    /// Whether the guide needs no more of the player: the last of its steps with a deed was done, or it is switched
    /// off.
    pub fn has_finished_guide(&self) -> bool {
        let last = GuideStep::ALL.into_iter().rfind(|step| !step.is_optional());
        self.guide_off || last.is_some_and(|last| self.guide_done.contains(&last))
    }

    /// Gives an action its usual keys again.
    pub fn unbind(&mut self, action: Action) {
        self.keys.retain(|binding| binding.action != action);
    }
}

/// Makes the game and the file follow the settings.
pub fn plugin(app: &mut App) {
    app.init_resource::<HeldSize>();
    app.add_systems(Update, (ui_scale::fit_words, display::keep_size));
    app.add_systems(
        Update,
        (keep_changes, follow_keys, display::follow_display).run_if(resource_changed::<Settings>),
    );
}

/// Stores changed settings.
fn keep_changes(settings: Res<Settings>, mut toasts: ResMut<Toasts>) {
    if settings.is_added() {
        return;
    }
    if let Err(words) = settings.keep() {
        toasts.say(words);
    }
}

/// Applies the bindings of keys.
fn follow_keys(settings: Res<Settings>, mut map: Single<&mut InputMap<Action>>) {
    **map = input_map(&settings.keys);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_is_finished_by_its_last_deed_or_switched_off() {
        let with = |guide_off: bool, guide_done: &[GuideStep]| {
            let mut settings = Settings::default();
            (settings.guide_off, settings.guide_done) = (guide_off, guide_done.to_vec());
            settings.has_finished_guide()
        };
        assert!(!with(false, &[]) && !with(false, &[GuideStep::Look, GuideStep::Help]));
        assert!(with(false, &[GuideStep::Claim]) && with(true, &[]));
    }

    #[test]
    fn keys_are_chosen_added_and_given_back() {
        let mut settings = Settings::default();
        settings.bind(Action::Pause, vec![KeyCode::KeyP], false);
        assert_eq!(settings.keys, [Binding { action: Action::Pause, keys: vec![KeyCode::KeyP] }]);
        settings.bind(Action::Slower, vec![KeyCode::F13], true);
        let slower: Vec<_> = settings.keys.iter().filter(|one| one.action == Action::Slower).collect();
        assert_eq!(slower.len(), 3, "two usual ones and a new one");
        settings.bind(Action::Slower, vec![KeyCode::F13], true);
        assert_eq!(settings.keys.len(), 4, "no key twice");
        settings.unbind(Action::Slower);
        settings.unbind(Action::Pause);
        assert!(settings.keys.is_empty());
    }
}
