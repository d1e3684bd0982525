//! Formations: the places that the ships of a fleet take side by side, who takes which, and how a fleet
//! keeps together on its way.
//!
//! - Enters: the members of a fleet, the shape that its player chose, which way it faces.
//! - Leaves: an offset from the fleet's middle for every ship, and the pace at which the fleet goes.
//! - Must never: know the engine, or move a ship: places draw, that is all.

pub mod assign;
pub mod plan;
pub mod shape;
pub mod system;

pub use shape::{Conduct, Facing, Member, Rank, Shape};
