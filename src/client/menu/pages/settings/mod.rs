//! The page of settings: its tabs, the rows of each in groups, a function a group, and their effects. Every tab is seen
//! whole in the smallest window, without scrolling.
//!
//! - Enters: the settings; the quality that suits the graphics adapter, and the largest scale that the window has room
//!   for; a step or a value for one setting.
//! - Leaves: rows as plain data; the settings with that change.
//! - Must never: write the file of the settings, or apply a setting to window, sound or picture.
//!
//! | file | does |
//! |---|---|
//! | `rows.rs` | the kinds of rows: a choice, one of two values, a slider |
//! | `steps.rs` | the effects of the rows |

mod rows;
mod steps;

use super::items::{Item, MenuAction, Setting};
use crate::client::frame::capital;
use crate::client::models::Palette;
use crate::client::settings::camera_controls::{SPEED_STEP, SPEEDS};
use crate::client::settings::volumes::{LOUDEST, STEP};
use crate::client::settings::{
    Action, CameraMotion, Quality, Settings, SettingsTab, SoundPart, UI_SCALES, first_key,
};
use crate::client::widgets::slider::SliderEnds;
use crate::client::widgets::{Cell, WORD_PIXELS, next_of};
use rows::{choice, either, slider, switch};
pub(in crate::client::menu) use steps::{can_step, set, step, step_size};
use steps::{most_percent, scale_percent};

/// The ends of a volume, per cent.
const VOLUMES: SliderEnds = SliderEnds { least: 0.0, most: LOUDEST as f32, step: STEP as f32 };
/// The ends of a speed of the camera, per cent.
const CAMERA_SPEEDS: SliderEnds =
    SliderEnds { least: SPEEDS.0 as f32, most: SPEEDS.1 as f32, step: SPEED_STEP as f32 };

/// The tabs, and the rows of the open one. `usual_quality` is the quality that suits the graphics adapter, and
/// `most_size` the largest size of words and panels for which the window has room.
pub(in crate::client::menu) fn settings_page(
    settings: &Settings,
    usual_quality: Quality,
    most_size: Option<f32>,
) -> Vec<Item> {
    let rows = match settings.tab {
        SettingsTab::Picture => [
            Item::headed("Window", window_rows(settings, most_size)),
            Item::headed("Graphics", picture_rows(settings, usual_quality)),
        ]
        .concat(),
        SettingsTab::Sound => sound_rows(settings),
        SettingsTab::Game => [
            Item::headed("Clock and saves", game_rows(settings)),
            Item::headed("Marks and names", mark_rows(settings)),
        ]
        .concat(),
        SettingsTab::Controls => camera_rows(settings),
    };
    std::iter::once(tabs_row(settings.tab)).chain(rows).collect()
}

/// The row of the tabs: Enter opens the next one.
fn tabs_row(open: SettingsTab) -> Item {
    let tab =
        |tab: SettingsTab| Cell::tab(tab.name(), MenuAction::ShowTab(tab), tab == open).sized(WORD_PIXELS);
    let next = next_of(&SettingsTab::ALL, open, false);
    Item {
        cells: SettingsTab::ALL.map(tab).into(),
        ..Item::new(open.name(), note_on(open), MenuAction::ShowTab(next))
    }
}

/// The note on a tab.
fn note_on(tab: SettingsTab) -> &'static str {
    match tab {
        SettingsTab::Picture => "The window, its frames, and what is drawn in it",
        SettingsTab::Sound => "Sound, and the volumes of its parts",
        SettingsTab::Game => "The clock, saves, and what stands beside ships and bodies",
        SettingsTab::Controls => "How the camera moves. Keys have a page of their own: Key bindings",
    }
}

/// The window, the size of what is in it, and its frames.
fn window_rows(settings: &Settings, most_size: Option<f32>) -> Vec<Item> {
    let display = settings.display;
    let modes = ["Windowed", "Full screen"];
    let limit = display.frame_limit.map_or_else(|| "None".to_owned(), |limit| format!("{limit} a second"));
    vec![
        size_row(settings, most_size),
        either("Window mode", Setting::FullScreen, modes, display.full_screen, full_screen_note(settings)),
        switch(
            "Vertical sync",
            Setting::VerticalSync,
            display.vertical_sync,
            "Frames wait for the screen: no torn pictures, and no more frames than it shows",
        ),
        choice(
            "Frame limit",
            Setting::FrameLimit,
            limit,
            "Fewer frames save power and heat; the speed of the game stays the same",
        ),
    ]
}

/// The size of words and panels: that which is chosen, and that which the window has room for, if it is less.
fn size_row(settings: &Settings, most_size: Option<f32>) -> Item {
    let (chosen, room) = (scale_percent(settings), most_percent(most_size));
    if chosen > room {
        let note = format!("{room} %: the window has no room for more. A larger one shows {chosen} %");
        return choice("Interface scale", Setting::Size, format!("{chosen} %, here {room} %"), note);
    }
    let note = format!(
        "{:.0} to {room} %, as far as the window has room. At 100 % the smallest text is 18 pixels high in a window \
         1,080 pixels high",
        100.0 * UI_SCALES.0,
    );
    choice("Interface scale", Setting::Size, format!("{chosen} %"), note)
}

/// The note on the mode of the window, with the key that changes it anywhere.
fn full_screen_note(settings: &Settings) -> String {
    let note = "A window, which keeps the size that you give it, or the whole screen, without a border";
    let key = first_key(Action::FullScreen, &settings.keys);
    if key.is_empty() { note.to_owned() } else { format!("{note}. [{key}]") }
}

/// The quality and the colours of the picture, and what moves in it.
fn picture_rows(settings: &Settings, usual_quality: Quality) -> Vec<Item> {
    vec![
        quality_row(settings, usual_quality),
        palette_row(settings),
        switch(
            "Reduced motion",
            Setting::Motion,
            settings.reduced_motion,
            "The camera jumps instead of flying, and nothing pulses",
        ),
        shake_row(settings),
    ]
}

fn quality_row(settings: &Settings, usual: Quality) -> Item {
    let value = match settings.quality {
        Some(chosen) => chosen.name().to_owned(),
        None => format!("Automatic ({})", usual.name()),
    };
    choice("Graphics quality", Setting::Quality, value, settings.quality.unwrap_or(usual).words())
}

/// The row of the colours of factions, which it shows.
fn palette_row(settings: &Settings) -> Item {
    let palette = settings.palette;
    let words = match palette {
        Palette::Level => "Factions have the colours of their level",
        _ => "Eight colours that can be told apart with this colour vision",
    };
    let note = format!("{words}. Takes effect when a level or a save is loaded");
    Item {
        swatches: palette.swatches().collect(),
        ..choice("Faction colours", Setting::Palette, capital(palette.name()), note)
    }
}

fn shake_row(settings: &Settings) -> Item {
    let why_not = if settings.reduced_motion { "Off while motion is reduced" } else { "" };
    let note = "The camera shakes for half a second near explosions; never with reduced motion";
    Item {
        why_not: why_not.to_owned(),
        ..switch("Camera shake", Setting::Shake, settings.camera_shake, note)
    }
}

/// How the camera moves by the player's hand.
fn camera_rows(settings: &Settings) -> Vec<Item> {
    let speed = |words: &str, motion: CameraMotion, note: &str| {
        slider(words, Setting::Camera(motion), settings.camera.of(motion), CAMERA_SPEEDS, note)
    };
    vec![
        switch(
            "Edge scrolling",
            Setting::Edges,
            settings.edge_panning,
            "The pointer at the edge of the screen moves the camera",
        ),
        speed("Pan speed", CameraMotion::Pan, "Moving the camera by keys and at the edge of the screen"),
        speed(
            "Rotation speed",
            CameraMotion::Turn,
            "Rotating the camera by keys and the middle mouse button",
        ),
        speed("Zoom speed", CameraMotion::Zoom, "Zooming by the wheel and by keys"),
        switch(
            "Invert vertical drag",
            Setting::Inverted,
            settings.camera.inverted,
            "Dragging up with the middle mouse button tilts the camera the other way",
        ),
    ]
}

/// What the game does by itself.
fn game_rows(settings: &Settings) -> Vec<Item> {
    vec![
        switch(
            "Slow on contact",
            Setting::SlowOnContact,
            settings.slow_on_contact,
            "The clock goes to ×1 at attacks, bombardments, landings, losses, likely defeats, armed foes in sight, \
             troop ships near your bodies, and a rival about to win",
        ),
        switch(
            "Autosave",
            Setting::Autosave,
            settings.autosave,
            "Every five minutes while the clock runs, and before a game is left; the last five are kept",
        ),
    ]
}

/// Lines, names and numbers in the scene.
fn mark_rows(settings: &Settings) -> Vec<Item> {
    vec![
        switch(
            "Constellations",
            Setting::Constellations,
            settings.constellations,
            "Lines between the stars, and their Latin names; periapsis and nodes of the orbit of the body in view",
        ),
        choice("Labels", Setting::Labels, settings.labels.name(), settings.labels.words()),
        switch(
            "Damage numbers",
            Setting::Numbers,
            settings.damage_numbers,
            "Damage rises as numbers in the owner's colour: of your side with a minus, of shields in brackets",
        ),
    ]
}

/// Sound as a whole, and the volumes of its parts, which have no effect without it.
fn sound_rows(settings: &Settings) -> Vec<Item> {
    let no_sound = if cfg!(feature = "audio") { "" } else { "This build of the game has no sound" };
    let is_muted = settings.sound.is_muted;
    let no_volume = if no_sound.is_empty() && is_muted { "Sound is off" } else { no_sound };
    let is_music_off = settings.sound.is_music_off;
    let volume = |words: &str, part: SoundPart, note: &str| Item {
        why_not: match part {
            SoundPart::Music if no_volume.is_empty() && is_music_off => "Music is off",
            _ => no_volume,
        }
        .to_owned(),
        ..slider(words, Setting::Volume(part), settings.sound.of(part), VOLUMES, note)
    };
    vec![
        Item {
            why_not: no_sound.to_owned(),
            ..switch("Sound", Setting::Sound, !is_muted, "Every sound also has a sign on the screen")
        },
        volume("Master volume", SoundPart::All, "All sounds"),
        Item {
            why_not: no_volume.to_owned(),
            ..switch("Music", Setting::Music, !is_music_off, "It follows the game: peace, tension, battle")
        },
        volume("Music volume", SoundPart::Music, "The music alone"),
        volume("Effects", SoundPart::Effects, "Orders, arrivals, warnings, buttons"),
        volume("Engines", SoundPart::Engines, "Ships near the camera"),
        volume("Ambience", SoundPart::Ambience, "The background hum; it changes with the place in view"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::StepDirection;
    use crate::sim::FactionId;

    #[test]
    fn volumes_have_rows_and_end() {
        let mut settings = Settings::default();
        for _ in 0..20 {
            step(&mut settings, Setting::Volume(SoundPart::Engines), StepDirection::Back);
        }
        assert_eq!(settings.sound.engines, 0);
        step(&mut settings, Setting::Sound, StepDirection::On);
        assert!(settings.sound.is_muted);
        let rows = all_rows(&settings);
        assert!(rows.iter().any(|row| row.words == "Engines" && row.value == "0 %"));
        assert!(rows.iter().any(|row| row.words == "Sound" && row.value == "Off"));
        assert!(rows.iter().any(|row| row.words == "Music volume" && row.value == "70 %"));
    }

    #[test]
    fn music_has_a_switch_of_its_own() {
        let mut settings = Settings::default();
        let music = |settings: &Settings| {
            let rows = all_rows(settings).into_iter().filter(|row| row.words.starts_with("Music"));
            rows.map(|row| (row.value, row.why_not)).collect::<Vec<_>>()
        };
        let before = music(&settings);
        assert_eq!([before[0].0.as_str(), before[1].0.as_str()], ["On", "70 %"]);
        step(&mut settings, Setting::Music, StepDirection::On);
        let after = music(&settings);
        assert_eq!((after[0].0.as_str(), after[1].0.as_str()), ("Off", "70 %"), "its volume is kept");
        assert_ne!(after[1].1, "", "the volume has no effect");
    }

    /// The settings with a tab open.
    fn on(tab: SettingsTab, settings: &Settings) -> Settings {
        let mut settings = settings.clone();
        settings.tab = tab;
        settings
    }

    /// The rows of all tabs.
    fn all_rows(settings: &Settings) -> Vec<Item> {
        let rows = |tab: SettingsTab| settings_page(&on(tab, settings), Quality::High, None);
        SettingsTab::ALL.into_iter().flat_map(rows).collect()
    }

    #[test]
    fn every_tab_begins_with_the_tabs_and_the_open_one_is_lit() {
        for (place, tab) in SettingsTab::ALL.into_iter().enumerate() {
            let rows = settings_page(&on(tab, &Settings::default()), Quality::High, None);
            let words: Vec<&str> = rows[0].cells.iter().map(|cell| cell.words.as_str()).collect();
            assert_eq!(words, ["Picture", "Sound", "Game", "Controls"]);
            assert_eq!(rows[0].cells.iter().position(|cell| cell.is_chosen), Some(place));
            assert!(!rows[0].is_note && rows.len() > 4, "{tab:?}: the tabs are a stop");
            let next = SettingsTab::ALL[(place + 1) % SettingsTab::ALL.len()];
            assert_eq!(rows[0].enter, MenuAction::ShowTab(next));
        }
    }

    #[test]
    fn every_setting_is_on_one_tab() {
        let rows = all_rows(&Settings::default());
        let settings: Vec<Setting> = rows
            .iter()
            .filter_map(|row| match row.enter {
                MenuAction::Step(setting, _) => Some(setting),
                _ => None,
            })
            .collect();
        for (index, setting) in settings.iter().enumerate() {
            assert!(!settings[..index].contains(setting), "{setting:?} is there twice");
        }
        assert_eq!(settings.len(), 25);
    }

    #[test]
    fn groups_of_a_tab_have_headings_that_cannot_be_chosen() {
        let rows = all_rows(&Settings::default());
        let headings: Vec<&Item> = rows.iter().filter(|row| row.is_heading).collect();
        assert!(headings.iter().all(|row| row.is_note));
        let words: Vec<&str> = headings.iter().map(|row| row.words.as_str()).collect();
        assert_eq!(words, ["Window", "Graphics", "Clock and saves", "Marks and names"]);
    }

    #[test]
    fn a_palette_shows_its_colours() {
        let swatches = |palette: Palette| {
            let mut settings = Settings::default();
            while settings.palette != palette {
                step(&mut settings, Setting::Palette, StepDirection::On);
            }
            let rows = settings_page(&settings, Quality::High, None);
            let row = rows.into_iter().find(|row| row.words == "Faction colours");
            row.map(|row| row.swatches).unwrap_or_default()
        };
        assert!(swatches(Palette::Level).is_empty(), "they depend on the level");
        let colors = swatches(Palette::Tritanopia);
        assert_eq!(colors.len(), 8);
        assert_eq!(colors.get(1).copied(), Palette::Tritanopia.color(FactionId(1)));
    }

    #[test]
    fn the_window_the_camera_and_labels_have_rows() {
        let mut settings = Settings::default();
        let value = |settings: &Settings, words: &str| {
            let rows = all_rows(settings);
            rows.into_iter().find(|row| row.words == words).map(|row| row.value).unwrap_or_default()
        };
        let names = ["Window mode", "Vertical sync", "Frame limit", "Pan speed", "Labels"];
        let values = |settings: &Settings| names.map(|words| value(settings, words));
        assert_eq!(values(&settings), ["Windowed", "On", "None", "100 %", "Normal"]);
        let pan = Setting::Camera(CameraMotion::Pan);
        for setting in [Setting::FullScreen, Setting::VerticalSync, Setting::FrameLimit, pan, Setting::Labels]
        {
            step(&mut settings, setting, StepDirection::On);
        }
        assert_eq!(values(&settings), ["Full screen", "Off", "30 a second", "110 %", "All"]);
        set(&mut settings, pan, 60);
        assert_eq!(value(&settings, "Pan speed"), "60 %");
    }

    #[test]
    fn a_size_for_which_the_window_has_no_room_says_so() {
        let row = |ui_scale: f32| {
            let mut settings = Settings::default();
            settings.ui_scale = ui_scale;
            let mut rows = settings_page(&settings, Quality::High, Some(1.25)).into_iter();
            let row = rows.find(|row| row.words == "Interface scale");
            row.map(|row| (row.value, row.note)).unwrap_or_default()
        };
        let (value, note) = row(1.5);
        assert_eq!(value, "150 %, here 125 %");
        assert!(note.starts_with("125 %: the window has no room for more"), "{note}");
        assert_eq!([row(1.25).0, row(1.0).0], ["125 %", "100 %"]);
        assert!(row(1.0).1.starts_with("75 to 125 %, as far as the window has room"), "{:?}", row(1.0));
    }

    #[test]
    fn settings_without_effect_have_a_reason() {
        let why_not = |settings: &Settings| -> Vec<String> {
            let rows = all_rows(settings);
            rows.into_iter().map(|row| row.why_not).filter(|why| !why.is_empty()).collect()
        };
        let mut settings = Settings::default();
        let before = why_not(&settings).len();
        settings.reduced_motion = true;
        let after = why_not(&settings);
        assert!(after.len() == before + 1 && after.iter().any(|why| why.contains("motion")), "{after:?}");
    }
}
