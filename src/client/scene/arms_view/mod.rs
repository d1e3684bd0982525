//! Weapons at work: their ranges, lines of fire, and the expected hits of torpedoes.
//!
//! - Enters: selected and hovered units in sight, a planned structure; the armoury; shots that the player knows of.
//! - Leaves: thin lines, and words at the pointer.
//! - Must never: reveal the aims of others before they shoot, or anything out of sight.
//!
//! | file | does |
//! |---|---|
//! | `ranges.rs` | circles at weapon ranges |
//! | `fire_lines.rs` | lines from the selected ships to their targets, and from those that shoot at them |
//! | `torpedo_hits.rs` | predicted hits of own torpedoes |

pub mod fire_lines;
pub mod ranges;
pub mod torpedo_hits;

use bevy::prelude::*;

use crate::client::frame::FrameSystems;

/// Adds the view of arms to the frame.
pub fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (
            ranges::draw_weapon_ranges,
            ranges::draw_planned_weapon_ranges,
            fire_lines::draw_fire_lines,
            torpedo_hits::draw_meetings,
        )
            .in_set(FrameSystems::Draw),
    );
}
