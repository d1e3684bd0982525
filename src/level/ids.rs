//! Numbers of a level's things. Files call them by name; memory calls them by number.

use derive_more::{From, Into};

use super::Level;

/// A body: its place in [`StarSystem::bodies`](super::StarSystem::bodies), where parents stand before children.
/// It is not the place in [`Level::bodies`](super::Level::bodies), which keeps the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, From, Into)]
pub struct BodyId(pub usize);

impl BodyId {
    /// Its number, for hashes.
    pub fn bits(self) -> u64 {
        self.0 as u64
    }
}

/// A faction: its place in [`Level::factions`](super::Level::factions). Orders are given by factions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, From, Into)]
pub struct FactionId(pub usize);

impl FactionId {
    /// No faction of any level: that of a ship whose fleet is gone.
    pub const NOBODY: Self = Self(usize::MAX);

    /// Its number, for hashes.
    pub fn bits(self) -> u64 {
        self.0 as u64
    }
}

impl Level {
    /// The faction with this name.
    pub fn faction_id(&self, name: &str) -> Option<FactionId> {
        self.factions.iter().position(|faction| faction.name == name).map(FactionId)
    }
}
