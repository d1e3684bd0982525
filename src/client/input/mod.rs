//! From keys and mouse to orders.
//!
//! - Enters: keys, the mouse, what is under the pointer.
//! - Leaves: the selection, and orders for the world.
//! - Must never: change the world in another way than by an order.

pub mod actions;
pub mod bookmarks;
pub mod gestures;
pub mod hot_seat;
pub mod ordering;
pub mod pace;
pub mod picking;
pub mod planning;
pub mod selection;
