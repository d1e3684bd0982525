//! Seats: which factions are played by minds.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use crate::level::{Faction, MindChoice, MindRules, is_usual};
use crate::sim::FactionId;

/// The seat of a faction. A person, a file or a network may give orders from every seat; a mind only from its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// The mind; `None`: a person, or nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mind: Option<MindChoice>,
    /// Whether a person has taken the seat of the mind, which waits.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub suspended: bool,
}

impl Seat {
    /// The mind that gives orders now.
    pub fn playing(&self) -> Option<&MindChoice> {
        self.mind.as_ref().filter(|_| !self.suspended)
    }

    /// The same seat, taken by a person or given back to its mind. Without a mind nothing changes.
    pub fn suspend(&self, suspended: bool) -> Self {
        Self { suspended: suspended && self.mind.is_some(), ..self.clone() }
    }
}

/// The seats of all factions, in their order.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats(pub TiVec<FactionId, Seat>);

impl Seats {
    /// The seats at the beginning of a level.
    pub fn of(factions: &[Faction]) -> Self {
        let seat = |faction: &Faction| Seat { mind: faction.mind.clone(), suspended: false };
        Self(factions.iter().map(seat).collect())
    }

    /// The mind that gives the orders of a faction now.
    pub fn playing(&self, faction: FactionId) -> Option<&MindChoice> {
        self.0.get(faction).and_then(Seat::playing)
    }

    /// Whether any mind gives orders now.
    pub fn has_minds(&self) -> bool {
        self.0.iter().any(|seat| seat.playing().is_some())
    }
}

/// The skills and personalities of this world.
#[derive(Resource, Clone, Debug, Default)]
pub struct MindCatalog(pub MindRules);
