//! The focus of the keyboard inside a page.
//!
//! Mark the page with `TabGroup::modal()`, and each stop with `TabIndex(0)`. Up, Down and Tab go from stop to
//! stop, Home and End to the first and the last, Page Up and Page Down by [`STOPS_A_PAGE`]. From a text field Up,
//! Down, Tab and Enter go on. Without a page, keys have their effects in the game.

use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::MouseWheel;
use bevy::input_focus::tab_navigation::{NavAction, TabGroup, TabIndex, TabNavigation};
use bevy::input_focus::{FocusCause, FocusedInput, InputFocus};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::EditableText;

/// Number of stops that Page Up and Page Down skip.
pub const STOPS_A_PAGE: usize = 10;
/// Number of frames in which a turn of the wheel may bring another stop under the pointer: the stops are moved in the
/// frame of the turn, and found in the next one.
const SCROLLING_FRAMES: u8 = 3;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(walk).add_systems(Update, follow_pointer);
}

/// The direction of a key, and its number of stops.
fn way_of(key: KeyCode, is_backward: bool) -> Option<(NavAction, usize)> {
    Some(match key {
        KeyCode::Tab if is_backward => (NavAction::Previous, 1),
        KeyCode::ArrowDown | KeyCode::Tab => (NavAction::Next, 1),
        KeyCode::ArrowUp => (NavAction::Previous, 1),
        KeyCode::PageDown => (NavAction::Next, STOPS_A_PAGE),
        KeyCode::PageUp => (NavAction::Previous, STOPS_A_PAGE),
        KeyCode::Home => (NavAction::First, 1),
        KeyCode::End => (NavAction::Last, 1),
        _ => return None,
    })
}

/// Moves the focus by keys, from stop to stop. A text field uses the arrows itself, so the key goes to the field
/// before its page.
fn walk(
    mut event: On<FocusedInput<KeyboardInput>>,
    pages: Query<(), With<TabGroup>>,
    fields: Query<(), With<EditableText>>,
    stops: TabNavigation,
    keys: Res<ButtonInput<KeyCode>>,
    mut focus: ResMut<InputFocus>,
) {
    let (at, key) = (event.focused_entity, event.input.key_code);
    let from_field = focus.get().is_some_and(|focused| fields.contains(focused));
    let is_backward = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let way = match (fields.contains(at), pages.contains(at)) {
        (true, _) if matches!(key, KeyCode::ArrowUp | KeyCode::ArrowDown) => way_of(key, is_backward),
        (_, true) if from_field && matches!(key, KeyCode::Enter | KeyCode::NumpadEnter) => {
            Some((NavAction::Next, 1))
        }
        (_, true) if !from_field || key == KeyCode::Tab => way_of(key, is_backward),
        _ => None,
    };
    let Some((action, steps)) = way.filter(|_| event.input.state.is_pressed()) else { return };
    event.propagate(false);
    if let Some(stop) = stop_after(&stops, &focus, action, steps) {
        focus.set(stop, FocusCause::Navigated);
    }
}

/// The stop this many steps away; a single step wraps round, several stop at the end.
fn stop_after(stops: &TabNavigation, focus: &InputFocus, action: NavAction, steps: usize) -> Option<Entity> {
    let end = if action == NavAction::Next { NavAction::Last } else { NavAction::First };
    let end = stops.navigate(focus, end).ok()?;
    let mut reached = focus.clone();
    for _ in 0..steps {
        if steps > 1 && reached.get() == Some(end) {
            break;
        }
        reached.set(stops.navigate(&reached, action).ok()?, FocusCause::Navigated);
    }
    reached.get()
}

/// The focus follows the pointer when the pointer moves to a stop, and when the wheel moves a stop under the pointer,
/// but not when keys do: what a page says about the focus is said of the row that the player looks at.
fn follow_pointer(
    mut moved: MessageReader<CursorMoved>,
    mut turned: MessageReader<MouseWheel>,
    stops: Query<(Entity, &Hovered), With<TabIndex>>,
    mut focus: ResMut<InputFocus>,
    mut scrolling: Local<u8>,
) {
    let has_turned = turned.read().count() > 0;
    *scrolling = if has_turned { SCROLLING_FRAMES } else { scrolling.saturating_sub(1) };
    if moved.read().count() == 0 && *scrolling == 0 {
        return;
    }
    let hovered = stops.iter().find(|(_, hovered)| hovered.get()).map(|(stop, _)| stop);
    if let Some(stop) = hovered.filter(|stop| focus.get() != Some(*stop)) {
        focus.set(stop, FocusCause::Pressed);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::input::mouse::MouseScrollUnit;
    use bevy::input::touch::TouchPhase;

    use super::*;

    #[test]
    fn the_focus_follows_the_pointer_when_the_wheel_moves_the_stops() {
        let mut world = World::new();
        world.init_resource::<InputFocus>();
        world.init_resource::<Messages<CursorMoved>>();
        world.init_resource::<Messages<MouseWheel>>();
        let [first, second] =
            [true, false].map(|is_hovered| world.spawn((TabIndex(0), Hovered(is_hovered))).id());
        let follow = world.register_system(follow_pointer);
        let focused = |world: &mut World, hovered: Entity| {
            for stop in [first, second] {
                world.entity_mut(stop).insert(Hovered(stop == hovered));
            }
            world.run_system(follow).expect("it runs");
            world.resource::<InputFocus>().get()
        };
        assert_eq!(focused(&mut world, first), None, "the pointer rests");
        let (unit, window) = (MouseScrollUnit::Line, Entity::PLACEHOLDER);
        world.write_message(MouseWheel { unit, x: 0.0, y: -1.0, window, phase: TouchPhase::Moved });
        assert_eq!(focused(&mut world, first), Some(first));
        assert_eq!(focused(&mut world, second), Some(second), "a frame later the stops have moved");
        for _ in 0..SCROLLING_FRAMES {
            focused(&mut world, second);
        }
        assert_eq!(focused(&mut world, first), Some(second), "keys have moved them");
    }

    #[test]
    fn keys_go_round_by_one_and_end_by_many() {
        let mut world = World::new();
        let page = world.spawn(TabGroup::modal()).id();
        let stops: Vec<Entity> = (0..25).map(|_| world.spawn((TabIndex(0), ChildOf(page))).id()).collect();
        let mut reached = |from: usize, key: KeyCode| {
            let (focus, way) = (InputFocus::from_entity(stops[from]), way_of(key, false).unwrap());
            let found =
                world.run_system_once(move |nav: TabNavigation| stop_after(&nav, &focus, way.0, way.1));
            let found = found.expect("it runs").expect("there are stops");
            stops.iter().position(|stop| *stop == found).unwrap()
        };
        assert_eq!((reached(0, KeyCode::ArrowDown), reached(24, KeyCode::ArrowDown)), (1, 0));
        assert_eq!(
            (reached(0, KeyCode::ArrowUp), reached(3, KeyCode::Home), reached(3, KeyCode::End)),
            (24, 0, 24)
        );
        assert_eq!((reached(3, KeyCode::PageDown), reached(20, KeyCode::PageDown)), (13, 24));
        assert_eq!((reached(20, KeyCode::PageUp), reached(3, KeyCode::PageUp)), (10, 0));
    }
}
