//! The window: its mode and size, vertical sync, and the limit on frames.
//!
//! The limit on frames is Bevy's own `WinitSettings`: the event loop waits for the time of the next frame. A sleep at
//! the end of a frame would do the same, but hold the thread that hears the window. Ticks follow from the time that
//! has passed, so no limit changes them.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::{
    MonitorSelection, PresentMode, PrimaryWindow, WindowMode, WindowPosition, WindowResolution,
};
use bevy::winit::{UpdateMode, WinitSettings};
use serde::{Deserialize, Serialize};

use super::Settings;

/// The limits on frames that can be chosen, frames a second; `None`: no limit.
pub const FRAME_LIMITS: [Option<u16>; 8] =
    [None, Some(30), Some(60), Some(90), Some(120), Some(144), Some(165), Some(240)];
/// The least and the greatest limit that a file can set, frames a second.
const LIMITS: (u16, u16) = (20, 1000);
/// The least and the greatest width or height of a window, logical pixels.
const SIDES: (u32, u32) = (240, 16_384);
/// Seconds for which the window has a size before it is kept: while an edge is dragged nothing is written.
const RESTS: f32 = 1.0;

/// The window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Display {
    /// Whether the window fills the screen, without a border.
    pub full_screen: bool,
    /// Width and height of the window while it does not fill the screen, logical pixels.
    pub size: [u32; 2],
    /// Whether frames wait for the screen.
    pub vertical_sync: bool,
    /// The most frames a second; `None`: no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame_limit: Option<u16>,
}

impl Default for Display {
    fn default() -> Self {
        Self { full_screen: false, size: [1280, 720], vertical_sync: true, frame_limit: None }
    }
}

impl Display {
    /// The window at the start, in the middle of the screen.
    pub fn window(&self, title: &str) -> Window {
        let [width, height] = self.size;
        Window {
            title: title.to_owned(),
            mode: self.mode(),
            present_mode: self.present_mode(),
            position: WindowPosition::Centered(MonitorSelection::Primary),
            resolution: WindowResolution::new(width, height),
            ..default()
        }
    }

    /// Clamps the content of a file to its range.
    pub fn within_range(self) -> Self {
        Self {
            size: self.size.map(|side| side.clamp(SIDES.0, SIDES.1)),
            frame_limit: self.frame_limit.map(|limit| limit.clamp(LIMITS.0, LIMITS.1)),
            ..self
        }
    }

    fn mode(&self) -> WindowMode {
        if self.full_screen {
            WindowMode::BorderlessFullscreen(MonitorSelection::Current)
        } else {
            WindowMode::Windowed
        }
    }

    fn present_mode(&self) -> PresentMode {
        if self.vertical_sync { PresentMode::Fifo } else { PresentMode::AutoNoVsync }
    }

    /// The waits between frames. A window in the background that is slower anyway stays so.
    fn waits(&self) -> WinitSettings {
        let usual = WinitSettings::game();
        let Some(limit) = self.frame_limit else { return usual };
        let wait = Duration::from_secs_f64(1.0 / f64::from(limit));
        let focused_mode = UpdateMode::Reactive {
            wait,
            react_to_device_events: false,
            react_to_user_events: false,
            react_to_window_events: false,
        };
        let unfocused_mode = match usual.unfocused_mode {
            UpdateMode::Reactive { wait: slower, .. } if slower > wait => usual.unfocused_mode,
            _ => focused_mode,
        };
        WinitSettings { focused_mode, unfocused_mode }
    }
}

/// Applies the settings to the window.
pub(super) fn follow_display(
    settings: Res<Settings>,
    window: Option<Single<&mut Window, With<PrimaryWindow>>>,
    waits: Option<ResMut<WinitSettings>>,
) {
    let (mode, present_mode) = (settings.display.mode(), settings.display.present_mode());
    if let Some(mut window) = window
        && (window.mode, window.present_mode) != (mode, present_mode)
    {
        (window.mode, window.present_mode) = (mode, present_mode);
    }
    if let Some(mut waits) = waits {
        *waits = settings.display.waits();
    }
}

/// Keeps the size of a window for the next start, once it rests.
pub(super) fn keep_size(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    time: Res<Time<Real>>,
    mut settings: ResMut<Settings>,
    mut rested: Local<([u32; 2], f32)>,
) {
    let Some(window) = window.filter(|window| window.mode == WindowMode::Windowed) else { return };
    let size = window.size().round().as_uvec2().to_array();
    let seconds = if rested.0 == size { rested.1 + time.delta_secs() } else { 0.0 };
    *rested = (size, seconds);
    // A minimised window has no size on some systems.
    let is_sound = size.iter().all(|side| (SIDES.0..=SIDES.1).contains(side));
    if seconds > RESTS && is_sound && settings.display.size != size {
        settings.display.size = size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait_of(mode: UpdateMode) -> Option<f64> {
        match mode {
            UpdateMode::Continuous => None,
            UpdateMode::Reactive { wait, .. } => Some((1.0 / wait.as_secs_f64()).round()),
        }
    }

    #[test]
    fn the_usual_window_is_that_of_the_engine_in_the_middle_of_the_screen() {
        let (window, engines) = (Display::default().window(""), Window::default());
        assert_eq!((window.mode, window.present_mode), (engines.mode, engines.present_mode));
        assert_eq!(window.size(), engines.size());
        assert_eq!(window.position, WindowPosition::Centered(MonitorSelection::Primary));
    }

    #[test]
    fn a_limit_makes_frames_wait_and_leaves_a_slower_background() {
        let waits = |frame_limit: Option<u16>| {
            let waits = Display { frame_limit, ..default() }.waits();
            (wait_of(waits.focused_mode), wait_of(waits.unfocused_mode))
        };
        assert_eq!(waits(None), (None, Some(60.0)));
        assert_eq!(waits(Some(144)), (Some(144.0), Some(60.0)));
        assert_eq!(waits(Some(30)), (Some(30.0), Some(30.0)));
    }

    #[test]
    fn a_file_cannot_make_a_window_or_a_limit_that_nobody_can_use() {
        let wild = Display { size: [0, 999_999], frame_limit: Some(0), ..default() };
        let tame = Display { size: [240, 16_384], frame_limit: Some(20), ..default() };
        assert_eq!(wild.within_range(), tame);
        for frame_limit in FRAME_LIMITS {
            let chosen = Display { frame_limit, ..default() };
            assert_eq!(chosen.within_range(), chosen);
        }
    }

    #[test]
    fn the_window_follows_the_settings_and_the_settings_keep_a_size_that_rests() {
        let mut app = App::new();
        app.insert_resource(WinitSettings::game()).init_resource::<Settings>().init_resource::<Time<Real>>();
        app.add_systems(Update, (follow_display, keep_size));
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        let mut after = |seconds: f32, full_screen: bool, size: [f32; 2]| {
            let world = app.world_mut();
            world.resource_mut::<Settings>().display.full_screen = full_screen;
            world.get_mut::<Window>(window).unwrap().resolution.set(size[0], size[1]);
            app.update();
            let mut time = app.world_mut().resource_mut::<Time<Real>>();
            time.advance_by(Duration::from_secs_f32(seconds));
            app.update();
            let mode = app.world().get::<Window>(window).unwrap().mode;
            (mode == WindowMode::Windowed, app.world().resource::<Settings>().display.size)
        };
        assert_eq!(after(0.5, false, [900.0, 600.0]), (true, [1280, 720]), "it may be dragged");
        assert_eq!(after(1.5, false, [900.0, 600.0]), (true, [900, 600]));
        assert_eq!(after(9.0, true, [1920.0, 1080.0]), (false, [900, 600]), "that is the screen's size");
    }
}
