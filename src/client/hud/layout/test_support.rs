//! Sizes of the screen, and worlds with a picture, for the tests of layouts.

use bevy::prelude::*;

use crate::client::settings::{Settings, UI_SCALES};
use crate::client::view::ViewCamera;

/// A world with a picture of this size, without a window, which has the same layout.
pub fn picture(screen: Vec2) -> World {
    let mut world = World::new();
    world.init_resource::<UiScale>();
    world.insert_resource(ViewCamera { viewport: screen.as_dvec2(), ..default() });
    world
}

/// Sizes of the user interface in windows of these sizes, with words from the smallest to the largest.
pub fn screens_in(windows: &[(f32, f32)]) -> Vec<Vec2> {
    let mut settings = Settings::default();
    let mut screens = Vec::new();
    for window in windows.iter().copied().map(Vec2::from) {
        for step in 0..=10_u8 {
            settings.ui_scale = UI_SCALES.0 + (UI_SCALES.1 - UI_SCALES.0) * f32::from(step) / 10.0;
            screens.push(window / settings.scale_in(window));
        }
    }
    screens
}
