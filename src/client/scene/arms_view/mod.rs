//! Previews of weapons: their ranges, the targets of ships, and the expected hits of torpedoes.
//!
//! - Enters: selected and hovered units in sight, a planned structure; the armoury.
//! - Leaves: thin lines, and words at the pointer.
//! - Must never: reveal the targets of others, or count foes that are out of sight.
//!
//! | file | does |
//! |---|---|
//! | `ranges.rs` | circles at weapon ranges |
//! | `targets.rs` | lines from the selected ships to their targets; predicted hits of own torpedoes |

pub mod ranges;
pub mod targets;

use bevy::prelude::*;

use crate::client::frame::FrameSystems;

/// Adds the view of arms to the frame.
pub fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (
            ranges::draw_weapon_ranges,
            ranges::draw_planned_weapon_ranges,
            targets::draw_targets,
            targets::draw_meetings,
        )
            .in_set(FrameSystems::Draw),
    );
}
