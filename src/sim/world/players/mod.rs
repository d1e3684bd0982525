//! The players of a world.
//!
//! - Enters: factions and teams of the level, choices of seats, messages to players.
//! - Leaves: the types of factions and sides (`factions.rs`), seats (`seats.rs`), the memory of minds (`memory.rs`),
//!   with their plans (`minds.rs`) and those that have ended (`ended.rs`), messages (`mailbox.rs`, `notices.rs`) and
//!   the winner (`verdict.rs`).
//! - Must never: decide what a player does or knows.

pub(in crate::sim::world) mod ended;
pub(in crate::sim::world) mod factions;
pub(in crate::sim::world) mod mailbox;
pub(in crate::sim::world) mod memory;
pub(in crate::sim::world) mod minds;
pub(in crate::sim::world) mod notices;
pub(in crate::sim::world) mod seats;
pub(in crate::sim::world) mod verdict;
