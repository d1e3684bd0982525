//! The plans and beliefs of minds, for spectators at any time, and for all after the war.
//!
//! | file | shows |
//! |---|---|
//! | `plans.rs` | the goals that each mind considers, and its operations, as rows |
//! | `beliefs.rs` | the places where each believes foreign units to be, as circles on the map |

pub mod beliefs;
pub mod plans;

pub use plans::{PlanWords, PlansShown, open_plans};

use bevy::prelude::*;

/// Adds the panel of plans and the circles of beliefs.
pub fn plugin(app: &mut App) {
    app.add_plugins((plans::plugin, beliefs::plugin));
}
