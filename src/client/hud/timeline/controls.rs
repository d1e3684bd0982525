//! Keys, wheel and mouse of [`Foresight`]. Esc returns to the present while a later time is shown.

use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::Foresight;
use super::slider::{Back, Slider, SliderTrack};
use crate::client::frame::WheelTaken;
use crate::client::settings::{Action, Actions};
use crate::client::view::camera::notches_of;
use crate::client::worlds::Kept;

/// Greatest time between two taps of the key that go back to now, s.
const DOUBLE_TAP_SECONDS: f64 = 0.4;

/// Reads the keys and, while the key is held, the wheel: over a panel that scrolls the wheel is the panel's.
pub fn foresee(
    actions: Actions,
    mut wheel: MessageReader<MouseWheel>,
    time: Res<Time<Real>>,
    taken: Res<WheelTaken>,
    mut foresight: ResMut<Foresight>,
    mut last_tap: Kept<Option<f64>>,
) {
    let last_tap = last_tap.now();
    let notches = notches_of(&mut wheel);
    if actions.pressed(&Action::Foresee) && !taken.0 {
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

/// Drags the slider with the left button, if it was in the last picture and is in the next one.
pub fn drag_slider(
    buttons: Res<ButtonInput<MouseButton>>,
    slider: Single<&Visibility, With<Slider>>,
    track: Single<(&RelativeCursorPosition, &InheritedVisibility), With<SliderTrack>>,
    mut foresight: ResMut<Foresight>,
) {
    let (cursor, visibility) = *track;
    let is_shown = visibility.get() && **slider != Visibility::Hidden;
    let begins = buttons.just_pressed(MouseButton::Left) && is_shown && cursor.cursor_over();
    if !foresight.is_dragged && !begins {
        return;
    }
    if let Some(place) = cursor.normalized {
        // Counted from the middle of the track, -0.5 to 0.5 within it.
        foresight.set_share(f64::from(place.x) + 0.5);
    }
    // A click within a frame is no longer held, but just pressed.
    foresight.is_dragged = buttons.pressed(MouseButton::Left);
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

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    /// The displayed time after a click on the track of the slider within a frame.
    fn clicked(slider: Visibility) -> Foresight {
        let mut world = World::new();
        world.init_resource::<Foresight>();
        let mut mouse = ButtonInput::default();
        mouse.press(MouseButton::Left);
        mouse.release(MouseButton::Left);
        world.insert_resource(mouse);
        let cursor = RelativeCursorPosition { cursor_over: true, normalized: Some(Vec2::ZERO) };
        world.spawn((Slider, slider));
        world.spawn((SliderTrack, cursor, InheritedVisibility::VISIBLE));
        world.run_system_once(drag_slider).expect("it runs");
        *world.resource::<Foresight>()
    }

    #[test]
    fn a_click_within_a_frame_sets_the_slider() {
        let foresight = clicked(Visibility::Inherited);
        assert!(foresight.is_on() && !foresight.is_dragged, "{foresight:?}");
    }

    #[test]
    fn a_slider_that_has_just_been_hidden_takes_no_click() {
        assert_eq!(clicked(Visibility::Hidden), Foresight::default());
    }
}
