//! Weapons and what they do to hulls: classes in numbers, the condition of each ship and structure, fights of fleets.

pub(in crate::sim::world) mod armoury;
pub(in crate::sim::world) mod condition;
pub(in crate::sim::world) mod engagement;
