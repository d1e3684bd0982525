//! Translation between names and numbers: a body is `"Mars"` in text, and 4 in memory and binary.
//!
//! Numbers depend on the lists of a level and of the rules: a new class in the rules shifts all classes after it,
//! and would break a save with numbers. A serde implementation gets no argument besides the serialiser, therefore
//! the names are in a thread-local variable for the duration of a call. `DeserializeSeed`, the alternative, would
//! need a manual implementation for every type that contains a number.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};
use serde::ser::{self, Serializer};

/// The kinds of things with a number in memory and a name in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A body of the sky.
    Body,
    /// A faction.
    Faction,
    /// A class of ships.
    ShipClass,
    /// A class of structures.
    StructureClass,
    /// A weapon.
    Weapon,
}

impl Named {
    const COUNT: usize = Self::Weapon as usize + 1;

    fn words(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Faction => "faction",
            Self::ShipClass => "ship class",
            Self::StructureClass => "structure class",
            Self::Weapon => "weapon",
        }
    }
}

/// The number that stands for no faction, see [`FactionId::NOBODY`](super::FactionId::NOBODY). Text has no name
/// for it.
pub(super) const NOTHING: usize = usize::MAX;

/// The names of a world, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct Names([List; Named::COUNT]);

#[derive(Clone, Debug, Default)]
struct List {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Names {
    /// Sets all names of one kind. Of duplicates the first counts.
    pub fn set<'n>(&mut self, kind: Named, names: impl IntoIterator<Item = &'n str>) {
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let mut numbers = BTreeMap::new();
        for (number, name) in names.iter().enumerate() {
            numbers.entry(name.clone()).or_insert(number);
        }
        self.0[kind as usize] = List { names, numbers };
    }

    fn name(&self, kind: Named, number: usize) -> Option<&str> {
        self.0[kind as usize].names.get(number).map(String::as_str)
    }

    fn number(&self, kind: Named, name: &str) -> Option<usize> {
        self.0[kind as usize].numbers.get(name).copied()
    }
}

thread_local! {
    /// The names in scope, the innermost last.
    static SCOPE: RefCell<Vec<Rc<Names>>> = const { RefCell::new(Vec::new()) };
}

/// Runs an action with these names in scope.
pub fn with_names<T>(names: Rc<Names>, action: impl FnOnce() -> T) -> T {
    /// Ends the scope, also if the action panics.
    struct Scope;
    impl Drop for Scope {
        fn drop(&mut self) {
            SCOPE.with_borrow_mut(Vec::pop);
        }
    }
    SCOPE.with_borrow_mut(|scope| scope.push(names));
    let _scope = Scope;
    action()
}

fn in_scope() -> Option<Rc<Names>> {
    SCOPE.with_borrow(|scope| scope.last().cloned())
}

/// Writes a number: as a name in text, as itself in binary.
pub(crate) fn serialize<S: Serializer>(kind: Named, number: usize, serializer: S) -> Result<S::Ok, S::Error> {
    if !serializer.is_human_readable() {
        return serializer.serialize_u64(number as u64);
    }
    if number == NOTHING && kind == Named::Faction {
        return serializer.serialize_str("");
    }
    let names = in_scope();
    match names.as_ref().and_then(|names| names.name(kind, number)) {
        Some(name) => serializer.serialize_str(name),
        None => Err(ser::Error::custom(format_args!("no {} has the number {number}", kind.words()))),
    }
}

/// The inverse of [`serialize`].
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    kind: Named,
    deserializer: D,
) -> Result<usize, D::Error> {
    if deserializer.is_human_readable() {
        return deserializer.deserialize_str(NameOf(kind));
    }
    let number = u64::deserialize(deserializer)?;
    usize::try_from(number).map_err(de::Error::custom)
}

/// Reads a name of a kind.
struct NameOf(Named);

impl Visitor<'_> for NameOf {
    type Value = usize;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the name of a {}", self.0.words())
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<usize, E> {
        if name.is_empty() && self.0 == Named::Faction {
            return Ok(NOTHING);
        }
        let number = in_scope().and_then(|names| names.number(self.0, name));
        number.ok_or_else(|| E::custom(format_args!("there is no {} called {name:?}", self.0.words())))
    }
}

/// For the fields of serde's `with`: the number of a class of structures. A [`ClassId`](crate::sim::ids::ClassId)
/// is otherwise written as a class of ships.
pub(crate) mod of_structures {
    use serde::{Deserializer, Serializer};

    use super::Named;

    pub(crate) fn serialize<S, T>(class: &T, serializer: S) -> Result<S::Ok, S::Error>
    where
        S: Serializer,
        T: Copy + Into<usize>,
    {
        super::serialize(Named::StructureClass, (*class).into(), serializer)
    }

    pub(crate) fn deserialize<'de, D, T>(deserializer: D) -> Result<T, D::Error>
    where
        D: Deserializer<'de>,
        T: From<usize>,
    {
        super::deserialize(Named::StructureClass, deserializer).map(T::from)
    }
}

/// Serde for a number that has a name in text.
macro_rules! named_id {
    ($type:ty, $kind:expr) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::level::ids::names::serialize($kind, self.0, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::level::ids::names::deserialize($kind, deserializer).map(Self)
            }
        }
    };
}
pub(crate) use named_id;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;
    use crate::level::{BodyId, FactionId};

    fn names(factions: &[&str]) -> Rc<Names> {
        let mut names = Names::default();
        names.set(Named::Body, ["Sun", "Mars"]);
        names.set(Named::Faction, factions.iter().copied());
        Rc::new(names)
    }

    #[test]
    fn text_has_names_and_outlives_a_list_that_grows() {
        let held = vec![(BodyId(1), Some(FactionId(0))), (BodyId(0), None)];
        let text = with_names(names(&["Ares"]), || dialect().to_string(&held)).expect("all have names");
        assert_eq!(text, r#"[("Mars","Ares"),("Sun",None)]"#);
        let read = || dialect().from_str::<Vec<(BodyId, Option<FactionId>)>>(&text);
        assert_eq!(with_names(names(&["Ares"]), read), Ok(held));
        let moved = vec![(BodyId(1), Some(FactionId(1))), (BodyId(0), None)];
        assert_eq!(with_names(names(&["Terra", "Ares"]), read), Ok(moved), "the list has grown in front");
    }

    #[test]
    fn an_unknown_name_is_reported() {
        let read = || dialect().from_str::<BodyId>(r#""Phobos""#);
        let error = with_names(names(&[]), read).expect_err("there is none");
        assert!(error.to_string().contains(r#"there is no body called "Phobos""#), "{error}");
        assert!(read().is_err(), "no names are in scope");
        let written = with_names(names(&[]), || dialect().to_string(&FactionId::NOBODY));
        assert_eq!(written, Ok("\"\"".to_owned()), "nobody has no name");
        let written = with_names(names(&[]), || dialect().to_string(&FactionId(0)));
        assert!(written.is_err_and(|error| error.to_string().contains("no faction has the number")));
    }

    #[test]
    fn a_scope_ends_with_its_action() {
        let inner = || dialect().to_string(&FactionId(0));
        let outer = with_names(names(&["Terra"]), || (with_names(names(&["Ares"]), inner), inner()));
        assert_eq!(outer, (Ok(r#""Ares""#.to_owned()), Ok(r#""Terra""#.to_owned())));
        assert!(inner().is_err());
    }
}
