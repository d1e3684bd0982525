//! Without a tool: the left button selects, or drags a waypoint; the right one sends.

use bevy::prelude::*;

use super::destination::go;
use super::target::meant;
use super::waypoint;
use crate::client::input::selection::SelectionBox;
use crate::client::input::{Gesture, Held, Tool, run, selection};

/// Does what a gesture means while no tool has any use for it.
pub fn use_without_tool(world: &mut World, gesture: Gesture) {
    match gesture {
        _ if gesture.button() == MouseButton::Right => {
            let gesture = meant::on_meant(world, gesture);
            run(world, go::send, gesture);
        }
        Gesture::Click { at, on, double, .. } => {
            if world.resource::<Held>().group && run(world, waypoint::remove_clicked, at) {
                return;
            }
            run(world, selection::select, gesture);
            if double {
                run(world, selection::look_at, on);
            }
        }
        Gesture::Drag { from, .. } | Gesture::Drop { from, .. } => {
            // The object of a drag is fixed at its beginning: the view may move under it.
            let is_box = world.resource::<SelectionBox>().0.is_some();
            let is_free = !is_box && *world.resource::<Tool>() == Tool::Select;
            if is_free && run(world, waypoint::take_hold, from) {
                run::<In<Gesture>, bool, _, _>(world, waypoint::drag, gesture);
            } else {
                run(world, selection::select, gesture);
            }
        }
    }
}
