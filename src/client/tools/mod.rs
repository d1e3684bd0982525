//! Tools for those who build the game: pictures, costs of a frame, scenarios of the arena.

pub mod frame_cost;
pub mod screenshot;
pub mod shot;
pub mod watch;
