//! Shapes in space, and searches for neighbours among many.
//!
//! - Enters: places, balls, capsules and boxes, as plain numbers.
//! - Leaves: neighbours of a place, distances, first contacts.
//! - Must never: know ships, bodies or factions.
//!
//! | file | does |
//! |---|---|
//! | `balls.rs`, `kd_tree.rs` | neighbours among many balls, and among many points |
//! | `solid.rs`, `touch.rs` | shapes that must not overlap; first contacts |
//! | `honeycomb.rs` | places side by side about a middle |
//! | `vectors.rs` | four vectors at once |
//! | `test_support.rs` | the first contact of a point with a capsule, exactly, for tests |

pub mod balls;
pub mod honeycomb;
pub mod kd_tree;
pub mod solid;
#[cfg(test)]
pub(crate) mod test_support;
pub mod touch;
pub mod vectors;
