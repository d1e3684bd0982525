//! Formations: the places of the ships of a fleet, their assignment, and the cohesion of a fleet under way.
//!
//! - Enters: the members of a fleet, the shape chosen by its player, its facing.
//! - Leaves: an offset from the fleet's middle for every ship, and the pace of the fleet.
//! - Must never: know the engine (but for `system.rs`), or move a ship: places only attract.
//!
//! | file | does |
//! |---|---|
//! | `shape.rs` | the words: shapes, conduct, ranks, facing; the pace at which a formation waits |
//! | `plan.rs` | computes the places of a shape |
//! | `assign.rs` | gives the places to ships, within a rank and size alone |
//! | `system.rs` | gives places when a leg begins or a new shape is ordered; keeps a fleet together under way |
//!
//! Every hull is kept as its bounding ball; rows, rings and shells each have a slab of their own, so places never
//! overlap, for hulls of any sizes.

pub mod assign;
pub mod plan;
pub mod shape;
pub mod system;

pub use shape::{Cohesion, Facing, FormationRole, Member, Shape};
