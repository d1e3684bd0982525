//! Shapes in space and proximity searches. Knows nothing of ships, bodies or factions.

pub mod balls;
pub mod honeycomb;
pub mod kd_tree;
pub mod segment;
pub mod solid;
pub mod touch;
#[cfg(test)]
pub(crate) mod trial;
pub mod vectors;
