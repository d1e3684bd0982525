//! The forces on a ship: the pull of its target, the pushes of others, the limits of its engines, and rest.
//!
//! - Enters: one ship, its neighbours and its obstacles, in the floats of one frame.
//! - Leaves: its pull, its pushes, its new velocity, and whether it holds.
//! - Must never: know a world, or move a ship.

pub mod pull;
pub mod push;
pub mod settle;
pub mod thrust;
