//! The rule of sight, independent of a world: whether a sensor sees a unit ([`seeing`]), and the same for
//! thousands of both ([`scan`]).
//!
//! - Enters: sensors, units and hiding balls, as plain data in any order.
//! - Leaves: for each faction the set of units in sight.
//! - Must never: know a world, or distinguish ships from structures.

pub(in crate::sim::visibility) mod group;
mod occluders;
pub mod scan;
pub mod seeing;
mod watch;
