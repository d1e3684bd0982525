//! Marks at bodies.
//!
//! - Enters: the body under the pointer, comets that are mined, the objectives of the player.
//! - Leaves: lines about and beside these bodies.
//! - Must never: decide what the player may know.
//!
//! | file | draws |
//! |---|---|
//! | `hover_ring.rs` | the ring about the body under the pointer |
//! | `mining_marks.rs` | comets that are mined |
//! | `objective_flags.rs` | flags at what the player has to take to win |

pub mod hover_ring;
pub mod mining_marks;
pub mod objective_flags;

use bevy::prelude::*;

use crate::client::frame::FrameSystems;
use crate::client::worlds::AppState;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, hover_ring::draw_hover_ring.in_set(FrameSystems::Draw));
    app.add_systems(
        PostUpdate,
        (mining_marks::draw_picks, objective_flags::draw_flags)
            .in_set(FrameSystems::Draw)
            .run_if(in_state(AppState::Playing)),
    );
}
