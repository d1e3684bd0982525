//! Keys of the viewer, and the choice of the followed ship.

use bevy::prelude::*;

use super::field_lines::FieldLines;
use super::playing::{Chosen, Playing};

/// The keys and the mouse in words, for the line at the bottom.
pub const WORDS: &str = "Space: pause    . one step while paused    + and -: pace    R: from the beginning    \
     Tab: follow the next ship (Shift: the one before)    F: its field lines    Home: see everything    \
     drag: turn    wheel: zoom    Esc: close";

/// Pause, steps, pace and the beginning.
pub fn play_by_keys(keys: Res<ButtonInput<KeyCode>>, mut playing: ResMut<Playing>) {
    if keys.just_pressed(KeyCode::Space) {
        playing.toggle_pause();
    }
    if playing.is_paused() && keys.any_just_pressed([KeyCode::Period, KeyCode::NumpadDecimal]) {
        playing.step_once();
    }
    if keys.any_just_pressed([KeyCode::Equal, KeyCode::NumpadAdd]) {
        playing.change_pace(2.0);
    }
    if keys.any_just_pressed([KeyCode::Minus, KeyCode::NumpadSubtract]) {
        playing.change_pace(0.5);
    }
    if keys.just_pressed(KeyCode::KeyR) {
        playing.restart();
    }
}

/// Which ship is followed, and whether its field is shown.
pub fn choose_by_keys(
    keys: Res<ButtonInput<KeyCode>>,
    playing: Res<Playing>,
    mut chosen: ResMut<Chosen>,
    mut field: ResMut<FieldLines>,
) {
    let count = playing.scenario().ships.len();
    // With Alt it is the window manager's.
    if keys.just_pressed(KeyCode::Tab) && !keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]) {
        let is_back = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        chosen.0 = neighbour(chosen.0, is_back, count);
    }
    if keys.just_pressed(KeyCode::Home) {
        chosen.0 = None;
    }
    if keys.just_pressed(KeyCode::KeyF) {
        field.toggle();
        if field.is_shown() && chosen.0.is_none() {
            chosen.0 = neighbour(None, false, count);
        }
    }
}

/// Ends the program.
pub fn close_by_key(keys: Res<ButtonInput<KeyCode>>, mut exit: MessageWriter<AppExit>) {
    if keys.just_pressed(KeyCode::Escape) {
        exit.write(AppExit::Success);
    }
}

/// The ship after or before another, round and round; the first or last where there is no other. `None`
/// only where there is no ship at all.
fn neighbour(ship: Option<usize>, is_back: bool, count: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    Some(match (ship, is_back) {
        (Some(ship), false) if ship < last => ship + 1,
        (_, false) => 0,
        (Some(ship), true) if ship > 0 => ship - 1,
        (_, true) => last,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_are_followed_round_and_round() {
        assert_eq!(neighbour(None, false, 3), Some(0));
        assert_eq!(neighbour(None, true, 3), Some(2));
        assert_eq!(neighbour(Some(0), false, 3), Some(1));
        assert_eq!(neighbour(Some(2), false, 3), Some(0));
        assert_eq!(neighbour(Some(0), true, 3), Some(2));
        assert_eq!(neighbour(Some(2), true, 3), Some(1));
        assert_eq!(neighbour(None, false, 0), None);
    }
}
