//! Formations: the places of the ships of a fleet, which ship takes which, and how a fleet keeps together on
//! its way.
//!
//! - Enters: the members of a fleet, the shape that its player chose, its facing.
//! - Leaves: an offset from the fleet's middle for every ship, and the pace of the fleet.
//! - Must never: know the engine (but for `system.rs`), or move a ship: places only draw.
//!
//! Places are computed when a leg begins or a new shape is ordered, and stay until the next of either
//! (`plan.rs`). Every hull is kept as its bounding ball; rows, rings and shells each have a slab of their
//! own, so that places never overlap, whatever the sizes. Ships exchange places only within a rank and size
//! (`assign.rs`).

pub mod assign;
pub mod plan;
pub mod shape;
pub mod system;

pub use shape::{Conduct, Facing, Member, Rank, Shape};
