//! Bodies and structures as obstacles: their ways, looked up ahead.

pub mod bodies;
pub mod circling;
pub mod rails;
pub mod structures;
pub(in crate::sim::steering) mod ways;
