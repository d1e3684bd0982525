//! The rule of sight, without a world: whether an eye sees a thing ([`seeing`]), and the same for thousands of both
//! ([`watch`]).

pub mod bits;
pub(in crate::sim::visibility) mod group;
pub mod seeing;
pub mod watch;
