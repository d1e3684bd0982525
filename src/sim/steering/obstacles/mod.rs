//! Bodies and structures as obstacles, with their paths ahead.

pub mod bodies;
pub mod body_paths;
pub mod circling;
pub mod structures;
pub(in crate::sim::steering) mod ways;

/// The share of its radius by which a body is taken larger than it is, against rounding.
pub const BODY_SKIN: f32 = 1.0e-4;
