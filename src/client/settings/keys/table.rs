//! Chosen keys in the settings file: a table from actions to their keys.

use std::collections::BTreeMap;
use std::fmt;

use bevy::prelude::KeyCode;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::client::settings::keys::actions::{ACTIONS, Action, Binding};

/// The keys of an action.
#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "there is no such key; one is \"KeyP\", several together are [\"ControlLeft\", \"KeyA\"]"
)]
enum Chord {
    /// A single key.
    Key(KeyCode),
    /// Several keys that are pressed together.
    Keys(Vec<KeyCode>),
}

impl Chord {
    fn of(keys: &[KeyCode]) -> Self {
        match keys {
            // A key without a name is a table in TOML, which must be in a list.
            [key] if !matches!(key, KeyCode::Unidentified(_)) => Self::Key(*key),
            several => Self::Keys(several.to_vec()),
        }
    }

    fn into_keys(self) -> Vec<KeyCode> {
        match self {
            Self::Key(key) => vec![key],
            Self::Keys(keys) => keys,
        }
    }
}

/// The name of an action in the table: `Pause`, `Group3`.
fn name_of(action: Action) -> String {
    format!("{action:?}").chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// The action with a name.
fn action_named(name: &str) -> Option<Action> {
    ACTIONS.iter().map(|info| info.action).find(|action| name_of(*action) == name)
}

/// Writes bindings as a table.
pub(in crate::client::settings) fn serialize<S: Serializer>(
    bindings: &[Binding],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut table: BTreeMap<String, Vec<Chord>> = BTreeMap::new();
    let known = |binding: &&Binding| ACTIONS.iter().any(|info| info.action == binding.action);
    for binding in bindings.iter().filter(known) {
        table.entry(name_of(binding.action)).or_default().push(Chord::of(&binding.keys));
    }
    table.serialize(serializer)
}

/// Reads bindings from a table, or from a list of tables.
pub(in crate::client::settings) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Binding>, D::Error> {
    deserializer.deserialize_any(Keys)
}

/// Reads the value of `keys` in a file.
struct Keys;

impl<'de> Visitor<'de> for Keys {
    type Value = Vec<Binding>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a table of actions with their keys, as in Pause = [\"KeyP\"]")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Self::Value, A::Error> {
        let mut bindings = Vec::new();
        while let Some((name, chords)) = table.next_entry::<String, Vec<Chord>>()? {
            let action = action_named(&name)
                .ok_or_else(|| A::Error::custom(format!("there is no action `{name}` for keys")))?;
            bindings.extend(chords.into_iter().map(|chord| Binding { action, keys: chord.into_keys() }));
        }
        Ok(bindings)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut bindings = Vec::new();
        while let Some(binding) = list.next_element()? {
            bindings.push(binding);
        }
        Ok(bindings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::settings::keys::actions::ActionInfo;
    use bevy::input::keyboard::NativeKeyCode;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct File {
        #[serde(with = "crate::client::settings::keys::table")]
        keys: Vec<Binding>,
    }

    fn binding(action: Action, keys: &[KeyCode]) -> Binding {
        Binding { action, keys: keys.to_vec() }
    }

    #[test]
    fn every_action_is_found_by_its_name() {
        for info in ACTIONS {
            assert_eq!(action_named(&name_of(info.action)), Some(info.action));
        }
        assert_eq!((name_of(Action::Group(3)).as_str(), action_named("Group99")), ("Group3", None));
    }

    #[test]
    fn all_keys_of_all_actions_are_read_again() {
        let mut infos: Vec<_> = ACTIONS.iter().collect();
        infos.sort_by_key(|info| name_of(info.action));
        let of_info = |info: &&ActionInfo| -> Vec<Binding> {
            info.keys.iter().map(|keys| binding(info.action, keys)).collect()
        };
        let file = File { keys: infos.iter().flat_map(of_info).collect() };
        let text = toml::to_string(&file).unwrap();
        assert_eq!(toml::from_str::<File>(&text).as_ref(), Ok(&file), "{text}");
    }

    #[test]
    fn a_key_without_a_name_is_read_again() {
        let keys = [KeyCode::Unidentified(NativeKeyCode::Xkb(131))];
        let file = File { keys: vec![binding(Action::Pause, &keys)] };
        let text = toml::to_string(&file).unwrap();
        assert_eq!(toml::from_str::<File>(&text).as_ref(), Ok(&file), "{text}");
    }

    #[test]
    fn an_action_that_there_is_not_is_not_written() {
        let file = File { keys: vec![binding(Action::Group(12), &[KeyCode::KeyX])] };
        let text = toml::to_string(&file).unwrap();
        assert_eq!(toml::from_str::<File>(&text), Ok(File { keys: vec![] }), "{text}");
    }

    #[test]
    fn wrong_names_are_reported() {
        let fault = |text: &str| toml::from_str::<File>(text).unwrap_err().message().to_owned();
        let of_action = fault("[keys]\nPaus = [\"KeyP\"]");
        assert!(of_action.contains("no action `Paus`"), "{of_action}");
        let of_key = fault("[keys]\nPause = [\"P\"]");
        assert!(of_key.contains("no such key"), "{of_key}");
        let of_shape = fault("keys = 3");
        assert!(of_shape.contains("Pause = "), "{of_shape}");
    }
}
