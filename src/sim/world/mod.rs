//! What the world is made of: its components and resources, and nothing that changes them.
//!
//! - Enters: nothing but the numbers of things ([`ids`](super::ids)), the shapes of solids, and money.
//! - Leaves: the types that every other part of the world reads and writes.
//! - Must never: hold a system, or know what happens in a tick.

pub mod anchor;
pub mod armoury;
pub mod calendar;
pub mod condition;
pub mod engagement;
pub mod factions;
pub mod fleets;
pub mod holdings;
pub mod notices;
pub mod rings;
pub mod route;
pub mod ships;
pub mod sky;
pub mod source;
pub mod structures;
