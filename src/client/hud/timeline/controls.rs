//! Keys, wheel and mouse of [`Foresight`]. Esc returns to the present while a later time is shown.

use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::Foresight;
use super::slider::{Back, Track};
use crate::client::settings::{Action, Actions};
use crate::client::view::camera::notches_of;
use crate::client::worlds::Kept;

/// Greatest time between two taps of the key that go back to now, s.
const DOUBLE_TAP_SECONDS: f64 = 0.4;

/// Reads the keys and, while the key is held, the wheel.
pub fn foresee(
    actions: Actions,
    mut wheel: MessageReader<MouseWheel>,
    time: Res<Time<Real>>,
    mut foresight: ResMut<Foresight>,
    mut last_tap: Kept<Option<f64>>,
) {
    let last_tap = last_tap.now();
    let notches = notches_of(&mut wheel);
    if actions.pressed(&Action::Foresee) {
        foresight.turn(notches);
    }
    if actions.just_pressed(&Action::Foresee) {
        let now = time.elapsed_secs_f64();
        if last_tap.is_some_and(|last| now - last < DOUBLE_TAP_SECONDS) {
            foresight.days = 0.0;
        }
        *last_tap = Some(now);
    }
    if actions.just_pressed(&Action::Window) {
        foresight.is_chart_open = !foresight.is_chart_open;
    }
}

/// Esc goes back to now.
pub fn go_back(mut foresight: ResMut<Foresight>) -> bool {
    let is_on = foresight.is_on();
    if is_on {
        foresight.days = 0.0;
    }
    is_on
}

/// Drags the slider with the left button.
pub fn drag_slider(
    buttons: Res<ButtonInput<MouseButton>>,
    track: Single<(&RelativeCursorPosition, &InheritedVisibility), With<Track>>,
    mut foresight: ResMut<Foresight>,
) {
    let (cursor, visibility) = *track;
    if buttons.just_pressed(MouseButton::Left) && visibility.get() && cursor.cursor_over() {
        foresight.is_dragged = true;
    }
    if !foresight.is_dragged {
        return;
    }
    if !buttons.pressed(MouseButton::Left) {
        foresight.is_dragged = false;
        return;
    }
    if let Some(place) = cursor.normalized {
        // Counted from the middle of the track, -0.5 to 0.5 within it.
        foresight.set_share(f64::from(place.x) + 0.5);
    }
}

/// Goes back to now by the button beside the slider.
pub fn go_back_by_click(
    pressed: Query<&Interaction, (With<Back>, Changed<Interaction>)>,
    mut foresight: ResMut<Foresight>,
) {
    if pressed.iter().any(|interaction| *interaction == Interaction::Pressed) {
        foresight.days = 0.0;
    }
}
