//! The players: factions and their sides, and messages to each.

pub(in crate::sim::world) mod factions;
pub(in crate::sim::world) mod mailbox;
pub(in crate::sim::world) mod notices;
