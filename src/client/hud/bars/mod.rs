//! The bars at the edges of the screen.
//!
//! | file | shows |
//! |---|---|
//! | `status.rs` | the status line at the lower edge, and messages |
//! | `clock.rs` | at the upper right the date, and the pace with its buttons |
//! | `replay/` | on the status line of a replay, its length with marks, and ways to other moments |

pub mod clock;
pub mod replay;
pub mod status;

use bevy::prelude::*;

/// Adds the bars.
pub fn plugin(app: &mut App) {
    app.add_plugins((status::plugin, clock::plugin, replay::plugin));
}
