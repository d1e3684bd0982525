//! From gestures and buttons to orders.
//!
//! - Enters: gestures, keys, what is selected and what is pointed at.
//! - Leaves: orders for the world, and the marks of an order that is being given.
//! - Must never: change the world in another way than by an order.

pub mod hot_seat;
pub mod odds;
pub mod ordering;
pub mod planning;
pub mod pointer;

use bevy::prelude::*;

use crate::client::frame::{FrameSystems, InputSystems};

/// Adds orders by mouse, keys and buttons.
pub fn plugin(app: &mut App) {
    app.add_plugins((hot_seat::plugin, planning::plugin));
    app.add_systems(PostUpdate, (odds::tell_front, pointer::draw_pointer).in_set(FrameSystems::Draw));
    app.add_systems(Update, ordering::point.in_set(InputSystems::Point));
    app.add_systems(
        Update,
        (ordering::order_by_mouse, ordering::order_by_keys).chain().in_set(InputSystems::Command),
    );
}
