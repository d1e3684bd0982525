//! From gestures, keys and buttons to orders.
//!
//! - Enters: gestures, keys, what is selected and what is pointed at.
//! - Leaves: orders for the world, and the marks of an order that is being given.
//! - Must never: change the world in another way than by an order.
//!
//! | part | subject |
//! |---|---|
//! | `planning/` | orders that buttons and keys give, and the tools that they take |
//! | `tools/` | what a click or a drag means, a file a tool |
//! | `hot_seat.rs` | who acts |

pub mod hot_seat;
pub mod planning;
pub mod tools;

use bevy::prelude::*;

/// Adds orders by mouse, keys and buttons.
pub fn plugin(app: &mut App) {
    app.add_plugins((hot_seat::plugin, planning::plugin, tools::plugin));
}
