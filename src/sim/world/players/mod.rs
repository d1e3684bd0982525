//! The players: factions and their sides, their seats and minds, messages to each, and the winner.

pub(in crate::sim::world) mod factions;
pub(in crate::sim::world) mod mailbox;
pub(in crate::sim::world) mod minds;
pub(in crate::sim::world) mod notices;
pub(in crate::sim::world) mod seats;
pub(in crate::sim::world) mod verdict;
