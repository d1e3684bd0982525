//! The bars at the edges of the screen.
//!
//! - Enters: the date and the pace, answers to orders and notices, the object under the pointer; keys and presses.
//! - Leaves: words at the edges; changes of the pace; requests to show another moment of a replay.
//! - Must never: name a thing that the player does not know, or give an order.
//!
//! | file | shows |
//! |---|---|
//! | `top.rs` | the bar at the top, whose parts others fill |
//! | `clock.rs` | in the bar at the top the date, and the pace with its buttons |
//! | `status.rs` | the status line at the lower edge |
//! | `replay/` | in its place during a replay, its length with marks, and ways to other moments |
//! | `toasts.rs` | short messages, with the answers to orders among them |

pub mod clock;
pub mod replay;
pub mod status;
pub mod toasts;
mod top;

use bevy::prelude::*;

/// Adds the bars.
pub fn plugin(app: &mut App) {
    app.add_plugins((top::plugin, status::plugin, toasts::plugin, clock::plugin, replay::plugin));
}
