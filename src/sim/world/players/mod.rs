//! The players of a world.
//!
//! - Enters: factions and teams of the level, choices of seats, messages to players.
//! - Leaves: the types of factions and sides (`factions.rs`), seats (`seats.rs`), the memory of minds (`memory.rs`),
//!   with their plans (`minds.rs`), the conditions on which these are given up (`giving_up.rs`), those that have ended
//!   (`ended.rs`), reasons to build (`builds.rs`) and what is feared unseen (`beliefs.rs`), messages (`mailbox.rs`,
//!   `notices.rs`) and the winner (`verdict.rs`).
//! - Must never: decide what a player does or knows.

pub(in crate::sim::world) mod beliefs;
pub(in crate::sim::world) mod builds;
pub(in crate::sim::world) mod ended;
pub(in crate::sim::world) mod factions;
pub(in crate::sim::world) mod giving_up;
pub(in crate::sim::world) mod mailbox;
pub(in crate::sim::world) mod memory;
pub(in crate::sim::world) mod minds;
pub(in crate::sim::world) mod notices;
pub(in crate::sim::world) mod seats;
pub(in crate::sim::world) mod verdict;
