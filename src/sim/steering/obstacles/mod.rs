//! Bodies and structures as obstacles, with their paths ahead.
//!
//! - Enters: the sky, rings and structures of a tick; the ways of the ships of a neighbourhood.
//! - Leaves: the [`Bodies`](bodies::Bodies) of a frame, and the ways round them, in the unit of the crowd
//!   (`crowd.rs`). The files about the world (`body_paths.rs`, `ways.rs`, `structures.rs`) count in km.
//! - Must never: move a body, or leave out an obstacle that could change a bit.
//!
//! | file | has |
//! |---|---|
//! | `bodies.rs` | the obstacles of a step: bodies with their paths, and circling structures |
//! | `body_paths.rs` | the ways of all bodies in the next minute, looked up once |
//! | `ways.rs` | the bodies that may matter to the ships of a neighbourhood |
//! | `structures.rs` | all structures of a tick, and those that a neighbourhood could meet |
//! | `circling.rs` | ways past a circling structure, and places out of its way |

pub mod bodies;
pub mod body_paths;
pub mod circling;
pub mod structures;
pub(in crate::sim::steering) mod ways;

/// The share of its radius by which a body is taken larger than it is, against rounding.
pub const BODY_SKIN: f32 = 1.0e-4;
