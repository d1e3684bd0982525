//! The size of words and panels: the player's choice, fitted to the window.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::Settings;

/// The least and the largest size of words and panels that can be chosen; 1 is usual.
pub const UI_SCALES: (f32, f32) = (0.75, 2.0);
/// The height of a window, logical pixels, in which words at scale 1 have the sizes given in the code: the
/// smallest are 12 pixels high. They grow with the window, so that none is below 18 pixels at 1080,
const DESIGN_HEIGHT: f32 = 720.0;
/// and beyond this height more slowly, so that larger windows gain room.
const FULL_HEIGHT: f32 = 1080.0;
/// The least room that the interface needs, pixels of the interface: in smaller windows, and at large scales, the
/// words are as large as this allows.
const LEAST_ROOM: Vec2 = Vec2::new(1024.0, 576.0);
/// Time after the last step for which a chosen size waits while the pointer is on its row, seconds of real time.
const SETTLING_S: f64 = 0.6;

/// Holds a chosen size back while the pointer is on the row that sets it: the buttons of the row would move away from
/// under the pointer.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct HeldSize {
    /// Whether the pointer is on the row.
    pub is_pointed: bool,
    /// The chosen size, and the time since which it is chosen, seconds of real time.
    chosen: Option<(f32, f64)>,
    /// The size that is in effect.
    present: Option<f32>,
}

impl HeldSize {
    /// The size to be in effect at a time, seconds of real time.
    fn take(&mut self, size: f32, now_s: f64) -> f32 {
        let known = self.chosen.filter(|(chosen, _)| *chosen == size);
        let since_s = known.map_or(now_s, |(_, since_s)| since_s);
        let waits = self.is_pointed && now_s - since_s < SETTLING_S;
        let present = self.present.filter(|_| waits).unwrap_or(size);
        (self.chosen, self.present) = (Some((size, since_s)), Some(present));
        present
    }
}

impl Settings {
    /// Scale factor of the interface in a window of this size, logical pixels.
    pub fn scale_in(&self, window: Vec2) -> f32 {
        scale_in(self.ui_scale, window)
    }
}

/// Scale factor of the interface for a chosen size in a window of this size, logical pixels.
fn scale_in(size: f32, window: Vec2) -> f32 {
    (size * usual_scale(window)).min(widest_scale(window))
}

/// The scale factor of size 1 in a window that has the room for it.
fn usual_scale(window: Vec2) -> f32 {
    let linear = (window.y.min(FULL_HEIGHT) / DESIGN_HEIGHT).max(1.0);
    linear * (window.y / FULL_HEIGHT).max(1.0).sqrt()
}

/// The largest scale factor for which a window has room.
fn widest_scale(window: Vec2) -> f32 {
    (window / LEAST_ROOM).min_element()
}

/// The largest size of words and panels for which a window has room, logical pixels: larger ones that are chosen look
/// like this one.
pub fn most_size(window: Vec2) -> f32 {
    widest_scale(window) / usual_scale(window)
}

/// Fits words and panels to the window. A size that is being chosen with the pointer waits, see [`HeldSize`].
pub(super) fn fit_words(
    settings: Res<Settings>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    time: Res<Time<Real>>,
    mut held: ResMut<HeldSize>,
    mut scale: ResMut<UiScale>,
) {
    let Some(window) = window else { return };
    let size = held.take(settings.ui_scale, time.elapsed_secs_f64());
    let wanted = scale_in(size, window.size());
    if scale.0 != wanted {
        scale.0 = wanted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_twelve_pixels_have_eighteen_in_a_window_of_1080() {
        let settings = Settings::default();
        assert_eq!(settings.scale_in(Vec2::new(1024.0, 600.0)), 1.0);
        assert_eq!(12.0 * settings.scale_in(Vec2::new(1920.0, 1080.0)), 18.0);
    }

    #[test]
    fn a_window_has_room_for_a_largest_size() {
        let window = Vec2::new(1280.0, 720.0);
        let most = most_size(window);
        assert_eq!(most, 1.25);
        assert_eq!([1.25, 1.5, 2.0].map(|size| scale_in(size, window)), [1.25; 3]);
        assert!(scale_in(1.2, window) < 1.25 && most_size(Vec2::new(3840.0, 2160.0)) > 1.25);
    }

    #[test]
    fn a_size_waits_while_the_pointer_is_on_its_row() {
        let mut held = HeldSize::default();
        assert_eq!(held.take(1.0, 10.0), 1.0, "at the start");
        assert_eq!(held.take(1.05, 11.0), 1.05, "by keys");
        held.is_pointed = true;
        assert_eq!(held.take(1.1, 20.0), 1.05);
        assert_eq!(held.take(1.15, 20.5), 1.05, "another step");
        assert_eq!(held.take(1.15, 21.0), 1.05, "less than the time after the last one");
        assert_eq!(held.take(1.15, 21.2), 1.15);
        assert_eq!(held.take(1.2, 22.0), 1.15);
        held.is_pointed = false;
        assert_eq!(held.take(1.2, 22.1), 1.2, "the pointer has left");
    }
}
