//! The players: factions and their sides, and what is said to each.

pub(in crate::sim::world) mod factions;
pub(in crate::sim::world) mod mailbox;
pub(in crate::sim::world) mod notices;
