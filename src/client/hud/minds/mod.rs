//! What goes on in minds, for spectators, and for all after the war.
//!
//! | file | shows |
//! |---|---|
//! | `plans.rs` | what each mind considers and is about, as rows |
//! | `beliefs.rs` | where each believes units to be, as circles on the map |

pub mod beliefs;
pub mod plans;

pub use plans::{PlanWords, PlansShown, watch};

use bevy::prelude::*;

/// Adds the panel of plans and the circles of beliefs.
pub fn plugin(app: &mut App) {
    app.add_plugins((plans::plugin, beliefs::plugin));
}
