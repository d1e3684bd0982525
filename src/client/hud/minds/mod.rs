//! The plans and beliefs of minds, for spectators at any time, and for all after the war, and in the replay of a war
//! that is decided in it.
//!
//! - Enters: the memories of minds, the viewer, the decision of the war, the log that is watched.
//! - Leaves: rows with plans, circles on the map; flights of the camera.
//! - Must never: show a plan to a player while the war goes on, or change a mind.
//!
//! | file | shows |
//! |---|---|
//! | `plans.rs` | the panel with the plans of all minds, and who may see it |
//! | `rows.rs` | the operations of a mind, what it had built, and its goals |
//! | `words.rs` | nothing itself: plans, dates, odds and conditions in words |
//! | `noticed.rs` | nothing itself: which foreign units a mind has noticed |
//! | `beliefs.rs` | the places where each mind believes foreign units to be, seen or feared, as circles on the map |

pub mod beliefs;
mod noticed;
pub mod plans;
mod rows;
mod words;

pub use plans::{PlansShown, open_plans};
pub use words::{ClassNames, PlanWords};

use bevy::prelude::*;

/// Adds the panel of plans and the circles of beliefs.
pub fn plugin(app: &mut App) {
    app.add_plugins((plans::plugin, beliefs::plugin));
}
