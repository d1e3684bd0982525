//! The rule of sight, independent of a world: whether a sensor sees a unit ([`seeing`]), and the same for
//! thousands of both ([`scan`]).
//!
//! - Enters: sensors, units and hiding balls, as plain data in any order.
//! - Leaves: for each faction the set of units in sight.
//! - Must never: know a world, or distinguish ships from structures.
//!
//! | file | does |
//! |---|---|
//! | `seeing.rs` | the rule: whether one sensor sees one unit |
//! | `scan.rs` | the units in sight of all factions |
//! | `group.rs` | takes sensors or units that are close together as one ball |
//! | `watch.rs` | lets a group of sensors look at another group |
//! | `occluders.rs` | the balls that hide units, sorted for the scan |

pub(in crate::sim::visibility) mod group;
mod occluders;
pub mod scan;
pub mod seeing;
mod watch;
