//! Weapons, damage and fights as data.
//!
//! - Enters: the classes of the rules and of the level.
//! - Leaves: numbers of classes (`arms_table.rs`), the condition of each ship and structure (`condition.rs`),
//!   engagements of fleets (`engagement.rs`).
//! - Must never: decide a fight.

pub(in crate::sim::world) mod arms_table;
pub(in crate::sim::world) mod condition;
pub(in crate::sim::world) mod engagement;
