//! Shapes in space, and searches for neighbours among many.
//!
//! - Enters: places, balls, capsules and boxes, as plain numbers.
//! - Leaves: neighbours of a place, distances, first contacts.
//! - Must never: know ships, bodies or factions.

pub mod balls;
pub mod honeycomb;
pub mod kd_tree;
pub mod segment;
pub mod solid;
#[cfg(test)]
pub(crate) mod test_support;
pub mod touch;
pub mod vectors;
