//! What has happened, and what will.
//!
//! - Enters: the events that the viewer knows, predictions of the view.
//! - Leaves: lines, alerts and report cards; warnings of coming encounters.
//! - Must never: show an event that the player cannot know.
//!
//! | folder | shows |
//! |---|---|
//! | `log/` | past events, with alerts |
//! | `warnings/` | coming encounters |

pub mod log;
pub mod warnings;

use bevy::prelude::*;

/// Adds the lines and the warnings.
pub fn plugin(app: &mut App) {
    app.add_plugins((warnings::plugin, log::plugin));
}
