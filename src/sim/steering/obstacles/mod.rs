//! Bodies and structures as obstacles, with their paths ahead.
//!
//! - Enters: the sky, rings and structures of a tick; the ways of the ships of a neighbourhood.
//! - Leaves: the [`Bodies`](bodies::Bodies) of a frame, and the ways round them.
//! - Must never: move a body, or leave out an obstacle that could change a bit.

pub mod bodies;
pub mod body_paths;
pub mod circling;
pub mod structures;
pub(in crate::sim::steering) mod ways;

/// The share of its radius by which a body is taken larger than it is, against rounding.
pub const BODY_SKIN: f32 = 1.0e-4;
