//! What things are called by number. Entities mean something else in the next run, so that orders, saves and
//! everything that is kept speak of things by these.

use derive_more::{From, Into};
use serde::{Deserialize, Serialize};

pub use crate::level::{BodyId, FactionId};
use crate::level::{MarkState, Sighted};

/// A ship's number, unique and never reused in a world. Saves and orders speak of ships by it, because
/// an `Entity` means something else in the next run.
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

/// A class of ships or of structures: its place among those of its kind in this world. Saves and level files call
/// it by name, so that a class that is added breaks neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, From, Into)]
pub struct ClassId(usize);

impl ClassId {
    /// The first of its kind.
    pub const FIRST: Self = Self(0);

    /// Its number, for hashes.
    pub fn bits(self) -> u64 {
        self.0 as u64
    }
}

/// Something that can be shot at, and may shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TargetId {
    /// A ship.
    Ship(ShipId),
    /// A structure.
    Structure(StructureId),
}

impl TargetId {
    /// A number that tells it from everything else that can be shot at, for hashes.
    pub fn bits(self) -> u64 {
        match self {
            Self::Ship(id) => u64::from(id.0),
            Self::Structure(id) => u64::from(id.0) | 1 << 32,
        }
    }
}

impl From<MarkState> for TargetId {
    fn from(state: MarkState) -> Self {
        match state {
            MarkState::Ship(id) => Self::Ship(ShipId(id)),
            MarkState::Structure(id) => Self::Structure(StructureId(id)),
        }
    }
}

impl From<TargetId> for MarkState {
    fn from(mark: TargetId) -> Self {
        match mark {
            TargetId::Ship(id) => Self::Ship(id.0),
            TargetId::Structure(id) => Self::Structure(id.0),
        }
    }
}

/// What is shot at, as sight calls it.
pub fn sighted(mark: TargetId) -> Sighted {
    match mark {
        TargetId::Ship(id) => Sighted::Ship(id.0),
        TargetId::Structure(id) => Sighted::Structure(id.0),
    }
}

/// What sight calls so, as something to shoot at.
pub fn mark_of(of: Sighted) -> TargetId {
    TargetId::from(match of {
        Sighted::Ship(id) => MarkState::Ship(id),
        Sighted::Structure(id) => MarkState::Structure(id),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_and_structures_of_one_number_are_two_marks() {
        for of in [Sighted::Ship(7), Sighted::Structure(7)] {
            assert_eq!(sighted(mark_of(of)), of);
        }
        assert_ne!(mark_of(Sighted::Ship(7)).bits(), mark_of(Sighted::Structure(7)).bits());
    }
}
