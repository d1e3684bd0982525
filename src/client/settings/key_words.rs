//! The keys of actions as words.

use crate::client::settings::actions::{Action, Binding, chords_of, key_name};

/// The keys of an action, in words; keys of equal names, as left and right of the keyboard have them, once.
pub fn key_words(action: Action, bindings: &[Binding]) -> String {
    let mut chords: Vec<String> = chords_of(action, bindings)
        .into_iter()
        .map(|keys| keys.into_iter().map(key_name).collect::<Vec<_>>().join(" + "))
        .collect();
    chords.dedup();
    chords.join(" or ")
}

/// The label of a button with its key, if there is one: `planets 3 [.]`.
pub fn keyed(words: &str, action: Action, bindings: &[Binding]) -> String {
    let key = key_words(action, bindings);
    if key.is_empty() { words.to_owned() } else { format!("{words} [{key}]") }
}

/// The first key of an action; empty if it has none.
pub fn first_key(action: Action, bindings: &[Binding]) -> String {
    let keys = key_words(action, bindings);
    keys.split(" or ").next().unwrap_or_default().to_owned()
}

/// Marks in words in whose places the keys of actions stand, see [`with_keys`].
const KEY_MARKS: [(&str, Action); 11] = [
    ("<add>", Action::Add),
    ("<first>", Action::Face),
    ("<end>", Action::Deselect),
    ("<group>", Action::MakeGroup),
    ("<out>", Action::RemoveWaypoint),
    ("<attack>", Action::AttackMove),
    ("<land>", Action::Invade),
    ("<bombard>", Action::Bombard),
    ("<yards>", Action::TurnPage),
    ("<seat>", Action::NextSeat),
    ("<keys>", Action::Help),
];

/// Replaces marks by the player's own keys: `<add>` for the key that queues, `<first>` for the one that puts an
/// order before others, `<end>` for the one that deselects, `<group>` for the one that makes groups, `<out>` for
/// the one that removes a waypoint, `<attack>`, `<land>` and `<bombard>` for those of their orders, `<yards>`,
/// `<seat>` and `<keys>` for those that turn the planet panel, switch the player and show the keys.
pub fn with_keys(words: &str, bindings: &[Binding]) -> String {
    let mut told = words.to_owned();
    for (mark, action) in KEY_MARKS {
        if told.contains(mark) {
            told = told.replace(mark, &first_key(action, bindings));
        }
    }
    told
}

/// The words on the button that opens the menu, with its keys.
pub fn menu_words(bindings: &[Binding]) -> String {
    let keys = key_words(Action::Menu, bindings);
    if keys.is_empty() { "menu".to_owned() } else { format!("menu  {keys}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_keys_are_told_by_the_first() {
        assert_eq!(first_key(Action::Add, &[]), "Shift");
        assert_eq!(first_key(Action::NextPlanet, &[]), ".");
    }

    #[test]
    fn keys_stand_in_the_places_of_their_marks() {
        assert_eq!(with_keys("click, <add>: queue, <end> ends", &[]), "click, Shift: queue, Esc ends");
        let keys = [Binding { action: Action::Invade, keys: vec![bevy::prelude::KeyCode::KeyL] }];
        assert_eq!(with_keys("<land>: land", &keys), "L: land");
        assert!(KEY_MARKS.iter().all(|(mark, _)| !with_keys(mark, &[]).contains('<')));
    }
}
