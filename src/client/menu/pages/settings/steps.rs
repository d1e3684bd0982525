//! The effects of the rows of settings.

use crate::client::menu::StepDirection;
use crate::client::menu::pages::items::Setting;
use crate::client::models::Palette;
use crate::client::settings::display::FRAME_LIMITS;
use crate::client::settings::{LabelDensity, Quality, Settings, UI_SCALES};
use crate::client::widgets::{next_of, next_within};

/// Steps in which the size of words changes, per cent.
const SCALE_STEP: i32 = 5;

/// The size of words, per cent.
pub(super) fn scale_percent(settings: &Settings) -> i32 {
    (100.0 * settings.ui_scale).round() as i32
}

/// The largest size of words and panels that can be chosen, per cent, with the largest one for which the window has
/// room.
pub(super) fn most_percent(most_size: Option<f32>) -> i32 {
    let (least, most) = UI_SCALES;
    // The room for a size may lack a trifle of it by rounding.
    (100.0 * most_size.unwrap_or(most).clamp(least, most) + 0.1) as i32
}

/// The size of words and panels after a step from the one that is seen: sizes for which the window has no room look
/// like the largest that it has room for, and that one is the last.
fn next_size(settings: &Settings, way: StepDirection, most_size: Option<f32>) -> f32 {
    let most = most_percent(most_size);
    let seen = scale_percent(settings).min(most);
    let wanted = match way {
        StepDirection::On => (seen / SCALE_STEP + 1) * SCALE_STEP,
        StepDirection::Back => (seen - 1) / SCALE_STEP * SCALE_STEP,
    };
    (wanted.min(most) as f32 / 100.0).max(UI_SCALES.0)
}

/// Changes the size of words and panels by a step, see [`next_size`].
pub(in crate::client::menu) fn step_size(
    settings: &mut Settings,
    way: StepDirection,
    most_size: Option<f32>,
) {
    settings.ui_scale = next_size(settings, way, most_size);
}

/// The limit on frames after a step.
fn next_limit(settings: &Settings, way: StepDirection) -> Option<u16> {
    next_within(&FRAME_LIMITS, settings.display.frame_limit, way == StepDirection::Back)
}

/// The quality of the picture after a step; the automatic one comes before all grades.
fn next_quality(settings: &Settings, way: StepDirection) -> Option<Quality> {
    let all: [Option<Quality>; Quality::ALL.len() + 1] =
        std::array::from_fn(|place| place.checked_sub(1).map(|grade| Quality::ALL[grade]));
    next_within(&all, settings.quality, way == StepDirection::Back)
}

/// The number of names after a step.
fn next_labels(settings: &Settings, way: StepDirection) -> LabelDensity {
    next_within(&LabelDensity::ALL, settings.labels, way == StepDirection::Back)
}

/// Whether the button of a step changes a setting: those whose values have an order end with the first and the last of
/// them, and all others with such buttons go round and round. It is asked in every frame, and so copies no settings.
pub(in crate::client::menu) fn can_step(
    settings: &Settings,
    setting: Setting,
    way: StepDirection,
    most_size: Option<f32>,
) -> bool {
    match setting {
        Setting::Size => next_size(settings, way, most_size) != settings.ui_scale,
        Setting::FrameLimit => next_limit(settings, way) != settings.display.frame_limit,
        Setting::Quality => next_quality(settings, way) != settings.quality,
        Setting::Labels => next_labels(settings, way) != settings.labels,
        Setting::FullScreen
        | Setting::VerticalSync
        | Setting::Palette
        | Setting::Motion
        | Setting::Shake
        | Setting::Numbers
        | Setting::Edges
        | Setting::Camera(_)
        | Setting::Inverted
        | Setting::SlowOnContact
        | Setting::Autosave
        | Setting::Constellations
        | Setting::Sound
        | Setting::Music
        | Setting::Volume(_) => true,
    }
}

/// Changes a setting to its previous or next value. Values in an order have ends, as volumes and speeds do; everything
/// else is cyclic.
pub(in crate::client::menu) fn step(settings: &mut Settings, setting: Setting, way: StepDirection) {
    match setting {
        Setting::Size => step_size(settings, way, None),
        Setting::FullScreen => settings.display.full_screen = !settings.display.full_screen,
        Setting::VerticalSync => settings.display.vertical_sync = !settings.display.vertical_sync,
        Setting::FrameLimit => settings.display.frame_limit = next_limit(settings, way),
        Setting::Quality => settings.quality = next_quality(settings, way),
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
        Setting::Labels => settings.labels = next_labels(settings, way),
        Setting::Sound => settings.sound.is_muted = !settings.sound.is_muted,
        Setting::Music => settings.sound.is_music_off = !settings.sound.is_music_off,
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
    use crate::client::settings::SoundPart;
    use crate::client::settings::volumes::LOUDEST;

    #[test]
    fn sizes_go_from_75_to_200_per_cent() {
        let mut settings = Settings::default();
        for _ in 0..50 {
            step(&mut settings, Setting::Size, StepDirection::On);
        }
        assert_eq!(scale_percent(&settings), 200);
        for _ in 0..50 {
            step(&mut settings, Setting::Size, StepDirection::Back);
        }
        assert_eq!(scale_percent(&settings), 75);
        step(&mut settings, Setting::Size, StepDirection::On);
        assert_eq!(scale_percent(&settings), 80);
    }

    #[test]
    fn sizes_end_where_the_window_has_no_room_for_more() {
        let mut settings = Settings::default();
        settings.ui_scale = 1.35;
        let mut stepped = |way: StepDirection, most: f32| {
            step_size(&mut settings, way, Some(most));
            scale_percent(&settings)
        };
        let on = [(); 3].map(|()| stepped(StepDirection::On, 1.4434));
        assert_eq!(on, [140, 144, 144]);
        assert_eq!(stepped(StepDirection::Back, 1.4434), 140);
        assert_eq!(stepped(StepDirection::Back, 1.25), 120, "in a smaller window 125 % is seen");
        assert_eq!(stepped(StepDirection::On, 0.5), 75, "in a tiny one the least");
        assert_eq!(most_percent(Some(3.0)), 200);
    }

    #[test]
    fn grades_end_and_palettes_go_round() {
        let mut settings = Settings::default();
        let ends = |settings: &Settings| {
            let ways = [StepDirection::Back, StepDirection::On];
            ways.map(|way| !can_step(settings, Setting::Quality, way, None))
        };
        assert_eq!((settings.quality, ends(&settings)), (None, [true, false]));
        for _ in Quality::ALL {
            step(&mut settings, Setting::Quality, StepDirection::On);
        }
        assert_eq!((settings.quality, ends(&settings)), (Some(Quality::Ultra), [false, true]));
        for _ in Palette::ALL {
            step(&mut settings, Setting::Palette, StepDirection::On);
        }
        assert_eq!(settings.palette, Palette::Level);
    }

    #[test]
    fn a_button_is_dim_exactly_where_its_step_changes_nothing() {
        for setting in
            [Setting::Size, Setting::FrameLimit, Setting::Quality, Setting::Labels, Setting::Palette]
        {
            for way in [StepDirection::Back, StepDirection::On] {
                let mut settings = Settings::default();
                let mut steps = 0;
                while steps < 40 && can_step(&settings, setting, way, None) {
                    let before = settings.clone();
                    step(&mut settings, setting, way);
                    assert_ne!(settings, before, "{setting:?}");
                    steps += 1;
                }
                assert_eq!(steps < 40, setting != Setting::Palette, "{setting:?}");
                let end = settings.clone();
                step(&mut settings, setting, way);
                assert_eq!(settings == end, setting != Setting::Palette, "{setting:?}");
            }
        }
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
