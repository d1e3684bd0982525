//! What weapons could do, drawn before it happens: how far they reach, who aims at whom, where torpedoes will
//! hit, and what would come of a fight.
//!
//! - Enters: what is selected and pointed at, as far as it is in sight; the armoury.
//! - Leaves: thin lines, and words at the pointer.
//! - Must never: tell of the aims of others, or count foes that are out of sight.
//!
//! | file | does |
//! |---|---|
//! | `ranges.rs` | circles as far as weapons reach |
//! | `targets.rs` | lines from the selected ships to what they aim at; where own torpedoes will meet theirs |

pub mod ranges;
pub mod targets;

use bevy::prelude::*;

use crate::client::frame::FrameSystems;

/// Adds the view of arms to the frame.
pub fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (ranges::draw_weapon_ranges, targets::draw_targets, targets::draw_meetings)
            .in_set(FrameSystems::Draw),
    );
}
