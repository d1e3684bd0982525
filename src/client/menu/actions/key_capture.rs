//! Capture of the keys that a player presses for an action: one, or several together.

use bevy::prelude::*;

use crate::client::settings::Action;

/// The most keys that are pressed together for an action.
const MOST_KEYS: usize = 3;

/// An action for which keys are awaited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::client::menu) struct KeyCapture {
    /// The action.
    pub(in crate::client::menu) action: Action,
    /// Whether the keys are added to the present ones.
    pub(in crate::client::menu) adds: bool,
    held: Vec<KeyCode>,
}

/// The keys pressed so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum CapturedKeys {
    /// Incomplete.
    Waits,
    /// Cancelled.
    GivenUp,
    /// These keys, modifiers first.
    Keys(Vec<KeyCode>),
}

impl KeyCapture {
    /// Waits for the keys of an action.
    pub(in crate::client::menu) fn new(action: Action, adds: bool) -> Self {
        Self { action, adds, held: Vec::new() }
    }

    /// Records the keys that went down and up in a frame.
    pub(in crate::client::menu) fn record(&mut self, down: &[KeyCode], up: &[KeyCode]) -> CapturedKeys {
        if down.contains(&KeyCode::Escape) {
            return CapturedKeys::GivenUp;
        }
        for key in down {
            if self.held.len() < MOST_KEYS && !self.held.contains(key) {
                self.held.push(*key);
            }
        }
        if self.held.iter().any(|key| up.contains(key)) {
            let mut keys = std::mem::take(&mut self.held);
            keys.sort_by_key(|key| (!is_held_for_others(*key), *key));
            return CapturedKeys::Keys(keys);
        }
        CapturedKeys::Waits
    }
}

/// Whether a key is usually held while another is pressed.
fn is_held_for_others(key: KeyCode) -> bool {
    use KeyCode::{
        AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight, SuperLeft, SuperRight,
    };
    matches!(
        key,
        AltLeft | AltRight | ControlLeft | ControlRight | ShiftLeft | ShiftRight | SuperLeft | SuperRight
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use KeyCode::{ControlLeft, Enter, Escape, KeyA, ShiftLeft};

    #[test]
    fn keys_count_once_the_first_of_them_is_let_go() {
        let mut capturing = KeyCapture::new(Action::Pause, false);
        assert_eq!(capturing.record(&[], &[Enter]), CapturedKeys::Waits, "the key that began it");
        assert_eq!(capturing.record(&[KeyA], &[]), CapturedKeys::Waits);
        assert_eq!(capturing.record(&[ControlLeft], &[]), CapturedKeys::Waits);
        assert_eq!(capturing.record(&[], &[KeyA]), CapturedKeys::Keys(vec![ControlLeft, KeyA]));
    }

    #[test]
    fn a_tap_within_a_frame_and_a_lone_shift_are_keys_too() {
        assert_eq!(
            KeyCapture::new(Action::Pause, false).record(&[KeyA], &[KeyA]),
            CapturedKeys::Keys(vec![KeyA])
        );
        let shift = [ShiftLeft];
        assert_eq!(
            KeyCapture::new(Action::Add, true).record(&shift, &shift),
            CapturedKeys::Keys(vec![ShiftLeft])
        );
    }

    #[test]
    fn escape_gives_up() {
        let mut capturing = KeyCapture::new(Action::Pause, false);
        assert_eq!(capturing.record(&[ControlLeft], &[]), CapturedKeys::Waits);
        assert_eq!(capturing.record(&[Escape], &[]), CapturedKeys::GivenUp);
    }
}
