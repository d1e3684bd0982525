//! Without a tool: the left button selects, or drags a waypoint; the right one sends.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::destination::go;
use super::waypoint;
use crate::client::input::press::Press;
use crate::client::input::selection::SelectionBox;
use crate::client::input::stack_clicks::NextClick;
use crate::client::input::{Gesture, Held, Tool, run, selection, stack_clicks};
use crate::client::view::SeenShips;
use crate::sim::{Body, Sky};

/// Does what a gesture means while no tool has any use for it.
pub fn use_without_tool(world: &mut World, gesture: Gesture) {
    match gesture {
        // The tool that this click was to end has ended by the click before.
        Gesture::Click { button: MouseButton::Right, .. } if world.resource::<Press>().is_resting() => {}
        _ if gesture.button() == MouseButton::Right => run(world, go::send, gesture),
        Gesture::Click { button, at, on, double } => {
            if world.resource::<Held>().group && run(world, waypoint::remove_clicked, at) {
                return;
            }
            let on = run(world, stack_clicks::meant, (at, on, double));
            run(world, selection::select, Gesture::Click { button, at, on, double });
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

/// Query bundle for the thing that another click on a stack of marks means.
#[derive(SystemParam)]
pub struct NextInStack<'w, 's> {
    next: NextClick<'w, 's>,
    bodies: Query<'w, 's, &'static Body>,
    sky: Res<'w, Sky>,
    ships: SeenShips<'w, 's>,
}

impl NextInStack<'_, '_> {
    /// The hint for the status line.
    pub fn hint(&self) -> Option<String> {
        let object = self.next.object()?;
        let name = match self.bodies.get(object) {
            Ok(body) => self.sky.system.bodies.get(body.0)?.name.as_str(),
            Err(_) => self.ships.name_of_fleet(&self.ships.meant_by(object)?),
        };
        Some(format!("Click again: {name}"))
    }
}
