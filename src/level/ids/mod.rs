//! Numeric ids of a level's items. Text uses names; memory and binary use numbers. This folder alone translates.

pub mod names;

use derive_more::{From, Into};

use super::Level;
use names::{Named, named_id};

/// A body: its index in [`StarSystem::bodies`](super::StarSystem::bodies), where parents come before children. It
/// is not the index in [`Level::bodies`](super::Level::bodies), which keeps the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, From, Into)]
pub struct BodyId(pub usize);

/// A faction: its place in [`Level::factions`](super::Level::factions). Orders are given by factions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, From, Into)]
pub struct FactionId(pub usize);

impl FactionId {
    /// No faction of any level: the owner of a ship whose fleet is gone.
    pub const NOBODY: Self = Self(names::NOTHING);
}

named_id!(BodyId, Named::Body);
named_id!(FactionId, Named::Faction);

impl Level {
    /// The faction with this name.
    pub fn faction_id(&self, name: &str) -> Option<FactionId> {
        self.factions.iter().position(|faction| faction.name == name).map(FactionId)
    }
}
