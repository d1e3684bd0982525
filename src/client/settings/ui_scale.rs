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

impl Settings {
    /// Scale factor of the interface in a window of this size, logical pixels.
    pub fn scale_in(&self, window: Vec2) -> f32 {
        let linear = (window.y.min(FULL_HEIGHT) / DESIGN_HEIGHT).max(1.0);
        let beyond = (window.y / FULL_HEIGHT).max(1.0).sqrt();
        let most = (window / LEAST_ROOM).min_element();
        (self.ui_scale * linear * beyond).min(most)
    }
}

/// Fits words and panels to the window.
pub(super) fn fit_words(
    settings: Res<Settings>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut scale: ResMut<UiScale>,
) {
    let Some(window) = window else { return };
    let wanted = settings.scale_in(window.size());
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
}
