//! From gestures, keys and buttons to orders.
//!
//! - Enters: gestures, keys, the selection and the object under the pointer.
//! - Leaves: orders for the world, and marks of an order in progress.
//! - Must never: change the world except by an order.
//!
//! | part | subject |
//! |---|---|
//! | `planning/` | orders by buttons and keys, and the tools that they activate |
//! | `tools/` | the meaning of a click or a drag, a file a tool |
//! | `hot_seat/` | the acting player |
//! | `undo/` | the last orders, taken back by orders |

pub mod hot_seat;
pub mod planning;
pub mod tools;
pub mod undo;

use bevy::prelude::*;

/// Adds orders by mouse, keys and buttons.
pub fn plugin(app: &mut App) {
    app.add_plugins((hot_seat::plugin, planning::plugin, tools::plugin, undo::plugin));
}
