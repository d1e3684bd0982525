//! The forces on a ship: the pull of its target, the pushes of others, the limits of its engines, and rest.
//!
//! - Enters: one ship, its neighbours and its obstacles, in the floats of one frame: lengths in the unit of the
//!   crowd (`crowd.rs`), times in seconds of play.
//! - Leaves: its pull, its pushes, its new velocity, and whether it holds.
//! - Must never: know a world, or move a ship.
//!
//! | file | does |
//! |---|---|
//! | `pull.rs` | the target draws a ship straight on, or round a body that will be in the way |
//! | `push.rs` | ships that will come too near push; all turn to the same side |
//! | `thrust.rs` | the next velocity, within the limits of thrust and turning |
//! | `settle.rs` | whether a ship holds after a step |

pub mod pull;
pub mod push;
pub mod settle;
pub mod thrust;
