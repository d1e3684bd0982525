//! Dispatches each key and each gesture to its handler, in the order of arrival.

use bevy::prelude::*;

use super::aim::{Meaning, aim};
use super::at_once::run;
use super::destination::{go, guard, patrol, station};
use super::strike::{attack, ground};
use super::{build, point, rally, select, target, waypoint};
use crate::client::input::escape::escape;
use crate::client::input::gestures::{Input, Inputs, What};
use crate::client::input::{Gesture, Held, Tool, selection};
use crate::client::orders::planning::buttons::OrderKind;
use crate::client::orders::planning::buttons::able::note_abilities;
use crate::client::orders::planning::{buttons, formation};
use crate::client::settings::Action;

/// Updates the object under the pointer, and what the selected ships could do about it.
pub fn look(world: &mut World) {
    run(world, point::point, ());
    run(world, note_abilities, ());
    run(world, target::note_target, ());
}

/// Does what was done in this frame.
pub fn dispatch(world: &mut World) {
    let inputs = std::mem::take(&mut world.resource_mut::<Inputs>().0);
    let held_now = *world.resource::<Held>();
    for (number, Input { what, held }) in inputs.into_iter().enumerate() {
        if number > 0 {
            // Earlier input may have changed the selection or the tool.
            look(world);
        }
        world.insert_resource(held);
        match what {
            What::Key(action) => press(world, action),
            What::Mouse(gesture) => use_tool(world, gesture),
        }
    }
    world.insert_resource(held_now);
}

/// The keys whose effect depends on clicks before them. All other keys are read where they are needed.
fn press(world: &mut World, action: Action) {
    match action {
        Action::Deselect => escape(world),
        Action::SelectAll => run(world, selection::select_all, ()),
        Action::Group(number) => run(world, selection::use_group, number),
        Action::RemoveWaypoint => run(world, waypoint::remove_hovered, ()),
        Action::NextShape | Action::NextConduct | Action::NextWish => {
            run(world, formation::choose_by_key, action)
        }
        _ => {
            if let Some(kind) = OrderKind::of(action) {
                run(world, buttons::begin, kind);
            }
        }
    }
}

/// Hands a gesture to the tool that is held; what that has no use for does what it does without a tool.
fn use_tool(world: &mut World, gesture: Gesture) {
    let is_used = match *world.resource::<Tool>() {
        Tool::Select => false,
        Tool::Waypoint => run(world, waypoint::drag, gesture),
        Tool::Attack if attack::is_stroke(&gesture) => run(world, attack::draw_area, gesture),
        tool => meaning(tool).is_some_and(|meaning| run(world, aim, (gesture, meaning))),
    };
    if !is_used {
        select::use_without_tool(world, gesture);
    }
}

/// The meaning of a click for a tool that waits for one.
fn meaning(tool: Tool) -> Option<Meaning> {
    match tool {
        Tool::Select | Tool::Waypoint => None,
        Tool::Go => Some(go::meaning),
        Tool::Patrol => Some(patrol::meaning),
        Tool::Guard => Some(guard::meaning),
        Tool::Station(_) => Some(station::meaning),
        Tool::Attack => Some(attack::meaning),
        Tool::Ground(_) => Some(ground::meaning),
        Tool::Build(_) => Some(build::meaning),
        Tool::Rally(_) => Some(rally::meaning),
    }
}
