//! Numeric ids. Entities differ from run to run, so orders, saves and all other lasting data use these.

use derive_more::{From, Into};
use serde::{Deserialize, Serialize};

use crate::level::ids::names::{Named, named_id};
pub use crate::level::{BodyId, FactionId};

/// Things in the order of their numbers: queries find them in no particular order, and the world must not depend on
/// that. No two of them may have the same number.
pub fn by_number<T, K: Ord>(things: impl IntoIterator<Item = T>, number: impl FnMut(&T) -> K) -> Vec<T> {
    let mut sorted: Vec<T> = things.into_iter().collect();
    sorted.sort_unstable_by_key(number);
    sorted
}

/// A ship's number, unique and never reused in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShipId(pub u32);

/// A fleet's number, unique and never reused in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FleetId(pub u32);

/// A structure's number, unique and never reused in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StructureId(pub u32);

/// A torpedo's number, unique among the torpedoes in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TorpedoId(pub u32);

/// The number of a piece of a wreck, unique among the pieces that there are; later ones have greater numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WreckId(pub u32);

/// A weapon: its index among the weapons of this world. Text uses its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, From, Into)]
pub struct WeaponId(usize);

named_id!(WeaponId, Named::Weapon);

impl WeaponId {
    /// The first of all weapons.
    pub const FIRST: Self = Self(0);
}

/// A class of ships or of structures: its index among its kind in this world. Text uses its name, so that a new
/// class breaks no save; a field for a class of structures is marked (`with = "of_structures"`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, From, Into)]
pub struct ClassId(usize);

named_id!(ClassId, Named::ShipClass);

impl ClassId {
    /// The first of its kind.
    pub const FIRST: Self = Self(0);
}

/// A unit that can be shot at, and may shoot: a ship or a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetId {
    /// A ship.
    Ship(ShipId),
    /// A structure.
    Structure(StructureId),
}
