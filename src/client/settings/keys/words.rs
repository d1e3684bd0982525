//! The keys of actions as words.

use bevy::prelude::KeyCode;
use serde::Deserialize;
use serde::de::value::{self, StrDeserializer};

use crate::client::settings::keys::actions::{Action, Binding, chords_of, key_name};

/// Most letters of a key in [`short_key`].
const SHORT_LETTERS: usize = 4;

/// The keys of an action in words: `Space or Pause`. Left and right keys of the same name count as one. Shift is left
/// out where the key does the same without it.
pub fn key_words(action: Action, bindings: &[Binding]) -> String {
    let named = shown_chords(action, bindings).into_iter();
    let mut words: Vec<String> =
        named.map(|keys| keys.iter().map(|key| key_name(*key)).collect::<Vec<_>>().join(" + ")).collect();
    words.dedup();
    words.join(" or ")
}

/// The keys of an action as the screen names them: without Shift where the key does the same without it.
fn shown_chords(action: Action, bindings: &[Binding]) -> Vec<Vec<KeyCode>> {
    let chords = chords_of(action, bindings);
    let is_shown = |keys: &[KeyCode]| match keys {
        [KeyCode::ShiftLeft | KeyCode::ShiftRight, key] => chords.iter().all(|other| other != &[*key]),
        _ => true,
    };
    chords.iter().filter(|keys| is_shown(keys)).cloned().collect()
}

/// The label of a button with its key, if there is one: `Close [Esc]`.
pub fn keyed(words: &str, action: Action, bindings: &[Binding]) -> String {
    let key = key_words(action, bindings);
    if key.is_empty() { words.to_owned() } else { format!("{words} [{key}]") }
}

/// The first key of an action; empty if it has none.
pub fn first_key(action: Action, bindings: &[Binding]) -> String {
    let keys = key_words(action, bindings);
    keys.split(" or ").next().unwrap_or_default().to_owned()
}

/// The first key of an action in few letters, for the corner of a button, `Ctrl Del` for Ctrl + Delete; empty if it has
/// none.
pub fn short_key(action: Action, bindings: &[Binding]) -> String {
    let first = shown_chords(action, bindings).into_iter().next().unwrap_or_default();
    first.into_iter().map(short_name).collect::<Vec<String>>().join(" ")
}

/// A key in few letters.
fn short_name(key: KeyCode) -> String {
    let sign = match key {
        KeyCode::ControlLeft | KeyCode::ControlRight => "Ctrl",
        KeyCode::ShiftLeft | KeyCode::ShiftRight => "Shift",
        KeyCode::AltLeft | KeyCode::AltRight => "Alt",
        KeyCode::Delete => "Del",
        KeyCode::Backspace => "Bsp",
        KeyCode::Insert => "Ins",
        KeyCode::PageUp => "PgU",
        KeyCode::PageDown => "PgD",
        KeyCode::Space => "Spc",
        KeyCode::Enter => "Ent",
        KeyCode::Backquote => "`",
        KeyCode::Quote => "'",
        KeyCode::Semicolon => ";",
        KeyCode::BracketLeft => "[",
        KeyCode::BracketRight => "]",
        KeyCode::Backslash => "\\",
        _ => {
            let name = key_name(key).replace("Num ", "N").replace("Numpad", "N");
            return name.chars().take(SHORT_LETTERS).collect();
        }
    };
    sign.to_owned()
}

/// Replaces marks by the player's own keys. A mark is the name of an action in small letters: `<attack move>` stands
/// for the first key of [`Action::AttackMove`]. Words between angle brackets that name no action stay.
pub fn with_keys(words: &str, bindings: &[Binding]) -> String {
    let mut shown = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, marked)) = rest.split_once('<') {
        let known = marked.split_once('>').and_then(|(mark, after)| Some((marked_action(mark)?, after)));
        shown += before;
        match known {
            Some((action, _)) => shown += &first_key(action, bindings),
            None => shown.push('<'),
        }
        rest = known.map_or(marked, |(_, after)| after);
    }
    shown + rest
}

/// The action of a mark, `attack move`; `None` if none is called so.
fn marked_action(mark: &str) -> Option<Action> {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let name: String = mark.split(' ').filter(|word| word.is_char_boundary(1)).map(capital).collect();
    Action::deserialize(StrDeserializer::<value::Error>::new(&name)).ok()
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
    fn a_key_in_a_corner_has_few_letters() {
        let short = |keys: &[KeyCode]| {
            short_key(Action::Scrap, &[Binding { action: Action::Scrap, keys: keys.to_vec() }])
        };
        assert_eq!(short_key(Action::Scrap, &[]), "Ctrl Del");
        assert_eq!(short_key(Action::Patrol, &[]), "P");
        let control = KeyCode::ControlLeft;
        let chords: [(&[KeyCode], &str); 4] = [
            (&[KeyCode::ShiftLeft, KeyCode::Delete], "Shift Del"),
            (&[control, KeyCode::NumpadAdd], "Ctrl N+"),
            (&[KeyCode::Numpad7], "N7"),
            (&[KeyCode::ScrollLock], "Scro"),
        ];
        for (keys, words) in chords {
            assert_eq!(short(keys), words);
        }
        assert_eq!(short(&[]), "", "the player wants no key for it");
    }

    #[test]
    fn keys_stand_in_the_places_of_their_marks() {
        assert_eq!(with_keys("click, <add>: queue, <deselect> ends", &[]), "click, Shift: queue, Esc ends");
        let keys = [Binding { action: Action::Invade, keys: vec![KeyCode::KeyL] }];
        assert_eq!(with_keys("<invade>: land; <attack move>", &keys), "L: land; A");
        for words in ["", "1 < 2", "<no action>", "< >", "<add", "<<add>", "<\u{e4}dd>"] {
            assert_eq!(with_keys(words, &[]).replace("Shift", "<add>"), words, "only marks change");
        }
    }
}
