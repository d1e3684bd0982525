//! What is drawn in space.
//!
//! - Enters: what [`view`](super::view) says of places and of what may be shown.
//! - Leaves: meshes and lines in front of the camera.
//! - Must never: write a panel, or decide what the player may know.

pub mod arms_view;
pub mod battle;
pub mod field_view;
pub mod ghosts;
pub mod invasions;
pub mod quality;
pub mod rings;
pub mod routes;
pub mod ships;
pub mod sight_view;
pub mod sky;
