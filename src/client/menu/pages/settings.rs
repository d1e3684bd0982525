//! The content of the page of settings, and the effects of its rows.

use super::items::{Item, MenuAction, Setting, back, stepped};
use crate::client::frame::capital;
use crate::client::menu::{Menu, StepDirection};
use crate::client::models::Palette;
use crate::client::settings::camera_controls::{SPEED_STEP, SPEEDS};
use crate::client::settings::display::FRAME_LIMITS;
use crate::client::settings::volumes::{LOUDEST, STEP};
use crate::client::settings::{
    Action, CameraMotion, LabelDensity, Quality, Settings, SoundPart, UI_SCALES, first_key,
};
use crate::client::widgets::next_of;
use crate::client::widgets::slider::SliderEnds;

/// Steps in which the size of words changes, per cent.
const SCALE_STEP: i32 = 5;
/// The ends of a volume, per cent.
const VOLUMES: SliderEnds = SliderEnds { least: 0.0, most: LOUDEST as f32, step: STEP as f32 };
/// The ends of a speed of the camera, per cent.
const CAMERA_SPEEDS: SliderEnds =
    SliderEnds { least: SPEEDS.0 as f32, most: SPEEDS.1 as f32, step: SPEED_STEP as f32 };

/// The rows of the page. `usual_quality` is the quality that suits the graphics adapter.
pub(in crate::client::menu) fn settings_page(
    menu: &Menu,
    settings: &Settings,
    usual_quality: Quality,
) -> Vec<Item> {
    let row = |words: &str, setting: Setting, value: String, note: String| {
        stepped(words, value, note, |way| MenuAction::Step(setting, way))
    };
    let switch = |is_on: bool| String::from(if is_on { "On" } else { "Off" });
    let (least, most) = UI_SCALES;
    let sizes = format!(
        "{:.0} to {:.0} %, as far as the window has room. At 100 % the smallest text is 18 pixels high in a window of \
         1080",
        100.0 * least,
        100.0 * most
    );
    let quality = settings.quality.unwrap_or(usual_quality);
    let quality_name = match settings.quality {
        Some(chosen) => chosen.name().to_owned(),
        None => format!("Automatic ({})", usual_quality.name()),
    };
    let palette = match settings.palette {
        Palette::Level => "Factions have the colours of their level",
        _ => "Eight colours that can be told apart with this colour vision",
    };
    let no_sound = if cfg!(feature = "audio") { "" } else { "This build of the game has no sound" };
    let volume = |words: &str, part: SoundPart, note: &str| volume_row(settings, words, part, note, no_sound);
    let speed = |words: &str, motion: CameraMotion, note: &str| speed_row(settings, words, motion, note);
    let display = settings.display;
    let mode = if display.full_screen { "Full screen" } else { "Windowed" };
    vec![
        row("Interface scale", Setting::Size, format!("{} %", percent(settings)), sizes),
        row("Window mode", Setting::FullScreen, mode.to_owned(), full_screen_note(settings)),
        row(
            "Vertical sync",
            Setting::VerticalSync,
            switch(display.vertical_sync),
            "Frames wait for the screen: no torn pictures, and no more frames than it shows".to_owned(),
        ),
        row(
            "Frame limit",
            Setting::FrameLimit,
            display.frame_limit.map_or_else(|| "None".to_owned(), |limit| format!("{limit} a second")),
            "Fewer frames save power and heat; the speed of the game stays the same".to_owned(),
        ),
        row("Graphics quality", Setting::Quality, quality_name, quality.words().to_owned()),
        Item {
            swatches: settings.palette.swatches().collect(),
            ..row(
                "Faction colours",
                Setting::Palette,
                capital(settings.palette.name()),
                format!("{palette}. Takes effect when a level or a save is loaded"),
            )
        },
        row(
            "Reduced motion",
            Setting::Motion,
            switch(settings.reduced_motion),
            "The camera jumps instead of flying, and nothing pulses".to_owned(),
        ),
        Item {
            why_not: if settings.reduced_motion {
                "Off while motion is reduced".to_owned()
            } else {
                String::new()
            },
            ..row(
                "Camera shake",
                Setting::Shake,
                switch(settings.camera_shake),
                "The camera shakes for half a second near explosions; never with reduced motion".to_owned(),
            )
        },
        row(
            "Damage numbers",
            Setting::Numbers,
            switch(settings.damage_numbers),
            "The damage of each hit floats up as a number".to_owned(),
        ),
        row(
            "Edge scrolling",
            Setting::Edges,
            switch(settings.edge_panning),
            "The pointer at the edge of the screen moves the camera".to_owned(),
        ),
        speed("Pan speed", CameraMotion::Pan, "Moving the camera by keys and at the edge of the screen"),
        speed(
            "Rotation speed",
            CameraMotion::Turn,
            "Rotating the camera by keys and the middle mouse button",
        ),
        speed("Zoom speed", CameraMotion::Zoom, "Zooming by the wheel and by keys"),
        row(
            "Invert vertical drag",
            Setting::Inverted,
            switch(settings.camera.inverted),
            "Dragging up with the middle mouse button tilts the camera the other way".to_owned(),
        ),
        row(
            "Slow on contact",
            Setting::SlowOnContact,
            switch(settings.slow_on_contact),
            "An attack, a landing, a loss, or armed ships of a foe in sight slow the clock down to ×1"
                .to_owned(),
        ),
        row(
            "Autosave",
            Setting::Autosave,
            switch(settings.autosave),
            "Every five minutes while the clock runs, and before a game is left; the last five are kept"
                .to_owned(),
        ),
        row(
            "Constellations",
            Setting::Constellations,
            switch(settings.constellations),
            "Lines between the stars, and their Latin names".to_owned(),
        ),
        row("Labels", Setting::Labels, settings.labels.name().to_owned(), settings.labels.words().to_owned()),
        Item {
            why_not: no_sound.to_owned(),
            ..row(
                "Sound",
                Setting::Sound,
                switch(!settings.sound.is_muted),
                "Every sound also has a sign on the screen".to_owned(),
            )
        },
        volume("Master volume", SoundPart::All, "All sounds"),
        volume("Music", SoundPart::Music, "It follows the game: peace, tension, battle. 0 % turns it off"),
        volume("Effects", SoundPart::Effects, "Orders, arrivals, warnings, buttons"),
        volume("Engines", SoundPart::Engines, "Ships near the camera"),
        volume("Ambience", SoundPart::Ambience, "The background hum; it changes with the place in view"),
        back(menu),
    ]
}

/// The row of a volume: a slider, and louder by Enter.
fn volume_row(settings: &Settings, words: &str, part: SoundPart, note: &str, no_sound: &str) -> Item {
    let setting = Setting::Volume(part);
    let percent = settings.sound.of(part);
    let muted = if settings.sound.is_muted { "Sound is off" } else { "" };
    Item {
        value: format!("{percent} %"),
        why_not: if no_sound.is_empty() { muted } else { no_sound }.to_owned(),
        slider: Some((f32::from(percent), VOLUMES, MenuAction::Set(setting, percent))),
        ..Item::new(words, note, MenuAction::Step(setting, StepDirection::On))
    }
}

/// The row of a speed of the camera: a slider, and faster by Enter.
fn speed_row(settings: &Settings, words: &str, motion: CameraMotion, note: &str) -> Item {
    let setting = Setting::Camera(motion);
    let percent = settings.camera.of(motion);
    Item {
        value: format!("{percent} %"),
        slider: Some((f32::from(percent), CAMERA_SPEEDS, MenuAction::Set(setting, percent))),
        ..Item::new(words, note, MenuAction::Step(setting, StepDirection::On))
    }
}

/// The note on the mode of the window, with the key that changes it anywhere.
fn full_screen_note(settings: &Settings) -> String {
    let note = "A window, or the whole screen without a border";
    let key = first_key(Action::FullScreen, &settings.keys);
    if key.is_empty() { note.to_owned() } else { format!("{note}. [{key}]") }
}

/// The size of words, per cent.
fn percent(settings: &Settings) -> i32 {
    (100.0 * settings.ui_scale).round() as i32
}

/// Changes a setting to its previous or next value. Sizes, volumes and speeds have ends, everything else is cyclic.
pub(in crate::client::menu) fn step(settings: &mut Settings, setting: Setting, way: StepDirection) {
    match setting {
        Setting::Size => {
            let by = if way == StepDirection::On { SCALE_STEP } else { -SCALE_STEP };
            let (least, most) = UI_SCALES;
            settings.ui_scale = ((percent(settings) + by) as f32 / 100.0).clamp(least, most);
        }
        Setting::FullScreen => settings.display.full_screen = !settings.display.full_screen,
        Setting::VerticalSync => settings.display.vertical_sync = !settings.display.vertical_sync,
        Setting::FrameLimit => {
            let present = settings.display.frame_limit;
            settings.display.frame_limit = next_of(&FRAME_LIMITS, present, way == StepDirection::Back);
        }
        Setting::Quality => {
            let all: Vec<Option<Quality>> =
                std::iter::once(None).chain(Quality::ALL.into_iter().map(Some)).collect();
            settings.quality = next_of(&all, settings.quality, way == StepDirection::Back);
        }
        Setting::Palette => {
            settings.palette = next_of(&Palette::ALL, settings.palette, way == StepDirection::Back)
        }
        Setting::Motion => settings.reduced_motion = !settings.reduced_motion,
        Setting::Shake => settings.camera_shake = !settings.camera_shake,
        Setting::Numbers => settings.damage_numbers = !settings.damage_numbers,
        Setting::Edges => settings.edge_panning = !settings.edge_panning,
        Setting::Camera(motion) => settings.camera.step(motion, way == StepDirection::On),
        Setting::Inverted => settings.camera.inverted = !settings.camera.inverted,
        Setting::SlowOnContact => settings.slow_on_contact = !settings.slow_on_contact,
        Setting::Autosave => settings.autosave = !settings.autosave,
        Setting::Constellations => settings.constellations = !settings.constellations,
        Setting::Labels => {
            settings.labels = next_of(&LabelDensity::ALL, settings.labels, way == StepDirection::Back);
        }
        Setting::Sound => settings.sound.is_muted = !settings.sound.is_muted,
        Setting::Volume(part) => settings.sound.step(part, way == StepDirection::On),
    }
}

/// Changes a setting to a value; only volumes and speeds have values of their own.
pub(in crate::client::menu) fn set(settings: &mut Settings, setting: Setting, value: u8) {
    match setting {
        Setting::Volume(part) => settings.sound.set(part, value),
        Setting::Camera(motion) => settings.camera.set(motion, value),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::FactionId;

    #[test]
    fn sizes_go_from_75_to_200_per_cent() {
        let mut settings = Settings::default();
        for _ in 0..50 {
            step(&mut settings, Setting::Size, StepDirection::On);
        }
        assert_eq!(percent(&settings), 200);
        for _ in 0..50 {
            step(&mut settings, Setting::Size, StepDirection::Back);
        }
        assert_eq!(percent(&settings), 75);
        step(&mut settings, Setting::Size, StepDirection::On);
        assert_eq!(percent(&settings), 80);
    }

    #[test]
    fn volumes_have_rows_and_end() {
        let mut settings = Settings::default();
        for _ in 0..20 {
            step(&mut settings, Setting::Volume(SoundPart::Engines), StepDirection::Back);
        }
        assert_eq!(settings.sound.engines, 0);
        step(&mut settings, Setting::Sound, StepDirection::On);
        assert!(settings.sound.is_muted);
        let rows = settings_page(&Menu::default(), &settings, Quality::High);
        assert!(rows.iter().any(|row| row.words == "Engines" && row.value == "0 %"));
        assert!(rows.iter().any(|row| row.words == "Sound" && row.value == "Off"));
        assert!(rows.iter().any(|row| row.words == "Music" && row.value == "70 %"));
    }

    #[test]
    fn grades_and_palettes_go_round() {
        let mut settings = Settings::default();
        step(&mut settings, Setting::Quality, StepDirection::Back);
        assert_eq!(settings.quality, Some(Quality::Ultra));
        step(&mut settings, Setting::Quality, StepDirection::On);
        assert_eq!(settings.quality, None);
        for _ in Palette::ALL {
            step(&mut settings, Setting::Palette, StepDirection::On);
        }
        assert_eq!(settings.palette, Palette::Level);
    }

    #[test]
    fn a_palette_shows_its_colours() {
        let swatches = |palette: Palette| {
            let mut settings = Settings::default();
            while settings.palette != palette {
                step(&mut settings, Setting::Palette, StepDirection::On);
            }
            let rows = settings_page(&Menu::default(), &settings, Quality::High);
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
            let rows = settings_page(&Menu::default(), settings, Quality::High);
            rows.into_iter().find(|row| row.words == words).map(|row| row.value).unwrap_or_default()
        };
        let names = ["Window mode", "Vertical sync", "Frame limit", "Pan speed", "Labels"];
        let values = |settings: &Settings| names.map(|words| value(settings, words));
        assert_eq!(values(&settings), ["Windowed", "On", "None", "100 %", "Usual"]);
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
    fn settings_without_effect_have_a_reason() {
        let why_not = |settings: &Settings| -> Vec<String> {
            let rows = settings_page(&Menu::default(), settings, Quality::High);
            rows.into_iter().map(|row| row.why_not).filter(|why| !why.is_empty()).collect()
        };
        let mut settings = Settings::default();
        let before = why_not(&settings).len();
        settings.reduced_motion = true;
        assert!(why_not(&settings).len() == before + 1 && why_not(&settings)[0].contains("motion"));
    }

    #[test]
    fn a_slider_sets_its_volume() {
        let mut settings = Settings::default();
        set(&mut settings, Setting::Volume(SoundPart::Engines), 30);
        assert_eq!(settings.sound.engines, 30);
        set(&mut settings, Setting::Volume(SoundPart::Engines), 255);
        assert_eq!(settings.sound.engines, LOUDEST);
    }
}
