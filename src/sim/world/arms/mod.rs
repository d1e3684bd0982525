//! Weapons, damage and fights as data: numbers of classes, the condition of each ship and structure, engagements
//! of fleets.

pub(in crate::sim::world) mod arms_table;
pub(in crate::sim::world) mod condition;
pub(in crate::sim::world) mod engagement;
