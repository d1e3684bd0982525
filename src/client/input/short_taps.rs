//! A key that is pressed and released within one frame still triggers its action: the input manager only reads
//! whether a key is down, and so loses quick taps on a slow screen.

use bevy::prelude::*;
use leafwing_input_manager::prelude::ActionState;

use crate::client::settings::keys::actions::keys_of;
use crate::client::settings::{ACTIONS, Action, Binding, Settings};

/// Presses the actions whose keys came and went in this frame.
pub fn catch_short_taps(
    keys: Res<ButtonInput<KeyCode>>,
    settings: Res<Settings>,
    mut state: Single<&mut ActionState<Action>>,
) {
    for action in short_taps(&keys, &settings.keys) {
        state.press(&action);
    }
}

/// The actions whose keys were pressed and released within a frame. If the keys of one action include those of
/// another, only the larger combination counts, as for held keys.
fn short_taps(keys: &ButtonInput<KeyCode>, bindings: &[Binding]) -> Vec<Action> {
    if keys.get_just_pressed().all(|key| keys.pressed(*key)) {
        return Vec::new();
    }
    // A key that is held with the tapped one may be released in the same frame.
    let was_down = |key: &KeyCode| keys.pressed(*key) || keys.just_pressed(*key) || keys.just_released(*key);
    let is_short = |key: &KeyCode| keys.just_pressed(*key) && !keys.pressed(*key);
    let chords = ACTIONS
        .iter()
        .flat_map(|info| keys_of(info, bindings).into_iter().map(move |chord| (info.action, chord)));
    let tapped: Vec<(Action, Vec<KeyCode>)> =
        chords.filter(|(_, chord)| chord.iter().all(was_down) && chord.iter().any(is_short)).collect();
    let is_part = |chord: &[KeyCode]| {
        let holds_more =
            |other: &[KeyCode]| other.len() > chord.len() && chord.iter().all(|key| other.contains(key));
        chord.iter().any(is_short) && tapped.iter().any(|(_, other)| holds_more(other))
    };
    tapped.iter().filter(|(_, chord)| !is_part(chord)).map(|(action, _)| *action).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The input of a frame in which keys come and go while others are held.
    fn input(held: &[KeyCode], keys: &[KeyCode]) -> ButtonInput<KeyCode> {
        let mut input = ButtonInput::default();
        held.iter().for_each(|key| input.press(*key));
        input.clear();
        keys.iter().for_each(|key| input.press(*key));
        keys.iter().for_each(|key| input.release(*key));
        input
    }

    /// The actions of keys that come and go while others are held.
    fn tapped(held: &[KeyCode], keys: &[KeyCode]) -> Vec<Action> {
        short_taps(&input(held, keys), &[])
    }

    #[test]
    fn a_tap_within_one_frame_is_not_lost() {
        assert_eq!(tapped(&[], &[KeyCode::KeyP]), [Action::Patrol]);
        assert_eq!(tapped(&[KeyCode::KeyP], &[]), [], "what is held is seen anyway");
    }

    #[test]
    fn a_tap_of_several_keys_means_nothing_else() {
        let both = [KeyCode::ControlLeft, KeyCode::KeyA];
        assert_eq!(tapped(&both[..1], &both[1..]), [Action::SelectAll]);
        assert!(!tapped(&[], &both).contains(&Action::AttackMove));
        assert_eq!(tapped(&both[..1], &[KeyCode::Digit3]), [Action::Group(3)]);
    }

    #[test]
    fn a_held_key_may_be_released_in_the_frame_of_the_tap() {
        let mut input = input(&[KeyCode::ControlLeft], &[KeyCode::KeyL]);
        input.release(KeyCode::ControlLeft);
        assert_eq!(short_taps(&input, &[]), [Action::QuickLoad]);
    }
}
