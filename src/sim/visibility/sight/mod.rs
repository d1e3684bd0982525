//! The rule of sight, independent of a world: whether a sensor sees a unit ([`seeing`]), and the same for
//! thousands of both ([`watch`]).

pub mod bits;
pub(in crate::sim::visibility) mod group;
pub mod seeing;
pub mod watch;
