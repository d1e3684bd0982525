//! Numeric ids of a level's items.
//!
//! - Enters: indices of the items in their lists; in a text, their names.
//! - Leaves: ids that serde writes as names in text and as numbers in binary (`names.rs`).
//! - Must never: leave the translation between names and numbers to another folder.

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
    /// The faction of the person at the screen: the one that the level names, or the first.
    pub fn own_faction(&self) -> FactionId {
        let named = self.settings.player.as_ref();
        named.and_then(|name| self.faction_id(name)).unwrap_or(FactionId(0))
    }

    /// Whether the person at the screen begins as a spectator: minds play all factions, and the level names nobody.
    pub fn is_watched(&self) -> bool {
        let is_open = self.settings.player.is_none() && !self.settings.one_player;
        is_open && !self.factions.is_empty() && self.factions.iter().all(|faction| faction.mind.is_some())
    }

    /// The faction with this name.
    pub fn faction_id(&self, name: &str) -> Option<FactionId> {
        self.factions.iter().position(|faction| faction.name == name).map(FactionId)
    }
}
