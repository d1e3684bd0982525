//! Parties of events, for tests.

use super::Party;
use crate::sim::{FactionId, ShipId, TargetId};

/// A ship of a faction, by its number.
pub fn ship(number: u32, faction: FactionId) -> Party {
    Party { id: TargetId::Ship(ShipId(number)), faction }
}
