//! Shapes in space, and what is near what. Knows nothing of ships, bodies or factions.

pub mod balls;
pub mod honeycomb;
pub mod kd_tree;
pub mod segment;
pub mod solid;
pub mod touch;
pub mod vectors;
