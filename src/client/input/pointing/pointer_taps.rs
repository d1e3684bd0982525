//! Clicks that move, press and release within one frame. The engine sends the release to the object that was under the
//! pointer in the frame before, so a button that the pointer reaches in the same frame would never be pressed. Here
//! such a release is held back by a frame.

use bevy::ecs::message::MessageCursor;
use bevy::picking::pointer::{PointerAction, PointerButton, PointerId, PointerInput};
use bevy::prelude::*;

/// Inputs of pointers that wait for the next frame.
#[derive(Default)]
pub struct Taps {
    seen: MessageCursor<PointerInput>,
    held: Vec<PointerInput>,
}

/// Holds back a release that comes in the frame of its press, and all later input of that pointer.
pub fn hold_short_releases(mut inputs: ResMut<Messages<PointerInput>>, mut taps: Local<Taps>) {
    let fresh: Vec<PointerInput> = taps.seen.read(&inputs).cloned().collect();
    let held = std::mem::take(&mut taps.held);
    let releases = |input: &PointerInput| matches!(input.action, PointerAction::Release(_));
    if held.is_empty() && !fresh.iter().any(releases) {
        return;
    }
    let (now, later) = split(held.into_iter().chain(fresh));
    inputs.clear();
    inputs.write_batch(now);
    taps.seen.clear(&inputs);
    taps.held = later;
}

/// The inputs of this frame, and those that wait for the next one.
fn split(all: impl Iterator<Item = PointerInput>) -> (Vec<PointerInput>, Vec<PointerInput>) {
    let mut pressed: Vec<(PointerId, PointerButton)> = Vec::new();
    let mut waiting: Vec<PointerId> = Vec::new();
    all.partition(|input| {
        let pointer = input.pointer_id;
        match input.action {
            PointerAction::Press(button) => pressed.push((pointer, button)),
            PointerAction::Release(button) if pressed.contains(&(pointer, button)) => waiting.push(pointer),
            _ => {}
        }
        !waiting.contains(&pointer)
    })
}

#[cfg(test)]
mod tests {
    use bevy::input::mouse::MouseButtonInput;
    use bevy::input::{ButtonState, InputPlugin};
    use bevy::picking::backend::{HitData, PointerHits};
    use bevy::picking::pointer::PointerLocation;
    use bevy::picking::{DefaultPickingPlugins, PickingSystems};
    use bevy::ui::Pressed;
    use bevy::ui_widgets::{Activate, Button, ButtonPlugin};
    use bevy::window::WindowEvent;

    use super::*;

    #[derive(Resource, Default)]
    struct Presses(u32);

    /// The button covers everything from here to the right, pixels.
    const LEFT_EDGE: f32 = 50.0;

    fn hit_button(
        pointers: Query<(&PointerId, &PointerLocation)>,
        button: Single<Entity, With<Button>>,
        mut hits: MessageWriter<PointerHits>,
    ) {
        for (pointer, location) in &pointers {
            if location.location().is_some_and(|location| location.position.x > LEFT_EDGE) {
                let hit = HitData::new(Entity::PLACEHOLDER, 0.0, None, None);
                hits.write(PointerHits::new(*pointer, vec![(*button, hit)], 0.0));
            }
        }
    }

    /// A button, and a window whose pointer is beside it.
    fn app() -> (App, Entity) {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, DefaultPickingPlugins, ButtonPlugin))
            .add_message::<WindowEvent>()
            .init_resource::<Presses>()
            .add_observer(|_: On<Activate>, mut presses: ResMut<Presses>| presses.0 += 1)
            .add_systems(First, hold_short_releases.in_set(PickingSystems::PostInput))
            .add_systems(PreUpdate, hit_button.in_set(PickingSystems::Backend));
        app.world_mut().spawn(Button);
        let window = app.world_mut().spawn_empty().id();
        move_to(&mut app, window, 10.0);
        app.update();
        (app, window)
    }

    fn move_to(app: &mut App, window: Entity, x: f32) {
        let moved = CursorMoved { window, position: Vec2::new(x, 10.0), delta: None };
        app.world_mut().write_message(WindowEvent::CursorMoved(moved));
    }

    fn turn(app: &mut App, window: Entity, state: ButtonState) {
        let input = MouseButtonInput { button: MouseButton::Left, state, window };
        app.world_mut().write_message(WindowEvent::MouseButtonInput(input));
    }

    /// The presses so far, and whether the button is down.
    fn seen(app: &mut App) -> (u32, bool) {
        let mut down = app.world_mut().query_filtered::<(), (With<Button>, With<Pressed>)>();
        let is_down = down.iter(app.world()).count() > 0;
        (app.world().resource::<Presses>().0, is_down)
    }

    #[test]
    fn a_click_on_what_was_reached_in_its_frame_presses_it() {
        let (mut app, window) = app();
        move_to(&mut app, window, 100.0);
        turn(&mut app, window, ButtonState::Pressed);
        turn(&mut app, window, ButtonState::Released);
        app.update();
        assert_eq!(seen(&mut app), (0, true), "it is down for a frame");
        app.update();
        assert_eq!(seen(&mut app), (1, false));
        app.update();
        assert_eq!(seen(&mut app), (1, false), "once");
    }

    #[test]
    fn a_slow_click_is_as_before() {
        let (mut app, window) = app();
        move_to(&mut app, window, 100.0);
        app.update();
        turn(&mut app, window, ButtonState::Pressed);
        app.update();
        assert_eq!(seen(&mut app), (0, true));
        turn(&mut app, window, ButtonState::Released);
        app.update();
        assert_eq!(seen(&mut app), (1, false), "it does not wait");
    }

    #[test]
    fn input_after_a_short_release_keeps_its_order() {
        let (mut app, window) = app();
        move_to(&mut app, window, 100.0);
        turn(&mut app, window, ButtonState::Pressed);
        turn(&mut app, window, ButtonState::Released);
        move_to(&mut app, window, 10.0);
        app.update();
        assert_eq!(seen(&mut app), (0, true), "the pointer has not left it yet");
        app.update();
        assert_eq!(seen(&mut app), (1, false));
    }
}
