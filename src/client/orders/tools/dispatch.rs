//! Dispatches each key, each gesture and each press to its handler, in the order of arrival.

use bevy::prelude::*;

use super::aim::{Meaning, aim};
use super::destination::{go, guard, patrol, station};
use super::point::ClickPlace;
use super::strike::{attack, ground};
use super::target::right_click;
use super::{build, meant, order_flash, point, rally, select, target, waypoint};
use crate::client::hud::layout::places::Minimap;
use crate::client::hud::minimap::mouse::begin_look;
use crate::client::input::escape::escape;
use crate::client::input::gestures::{Input, Inputs, PanelPress, What};
use crate::client::input::press::Press;
use crate::client::input::{Gesture, Held, InTurn, Tool, run, selection};
use crate::client::orders::planning::buttons;
use crate::client::orders::planning::buttons::OrderKind;
use crate::client::orders::planning::buttons::able::note_abilities;
use crate::client::orders::undo::undo_last;
use crate::client::settings::Action;

/// Updates the object under the pointer, and what the selected ships could do about it.
pub fn look_at_pointer(world: &mut World) {
    look(world, None);
}

/// Updates both, for the pointer or for the place of a click; for a click also the structure that is planned there.
fn look(world: &mut World, clicked: Option<ClickPlace>) {
    run(world, note_abilities, ());
    run(world, meant::note_meant, ());
    run(world, point::point, clicked);
    let has_no_tool = *world.resource::<Tool>() == Tool::Select;
    if clicked.is_none() && has_no_tool && world.resource::<Press>().is_resting() {
        run(world, point::point_nowhere, ());
    }
    run(world, target::note_target, ());
    let chooses_slot = world.resource::<Tool>().class().is_some();
    if let Some(ClickPlace { at, panel: None }) = clicked.filter(|_| chooses_slot) {
        run(world, build::plan_at, at);
    }
}

/// Does what was done in this frame.
pub fn dispatch(world: &mut World) {
    let inputs = std::mem::take(&mut world.resource_mut::<Inputs>().0);
    let held_now = *world.resource::<Held>();
    for (number, Input { what, held }) in inputs.into_iter().enumerate() {
        world.insert_resource(held);
        let clicked = match what {
            What::Mouse(Gesture::Click { at, .. }) => Some(ClickPlace { at, panel: None }),
            What::Panel(PanelPress { at, on, .. }) => Some(ClickPlace { at, panel: Some(on) }),
            What::Key(_) | What::Mouse(_) => None,
        };
        // Earlier input may have changed the selection or the tool, and the pointer may have gone on since a click.
        if number > 0 || clicked.is_some() {
            look(world, clicked);
        }
        let (is_key, given) = (matches!(what, What::Key(_)), order_flash::waiting_orders(world));
        match what {
            What::Key(action) => press(world, action),
            What::Mouse(gesture) => use_tool(world, gesture),
            What::Panel(press) => press_panel(world, press),
        }
        if !is_key && order_flash::waiting_orders(world) > given {
            run(world, order_flash::note_place, ());
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
        Action::Undo => undo_last(world),
        Action::RemoveWaypoint => run(world, waypoint::remove_hovered, ()),
        _ => {
            if let Some(kind) = OrderKind::of(action) {
                run(world, buttons::begin, kind);
            }
        }
    }
}

/// Hands a press to the map, to the row of a thing, or to the innermost part of the panel that acts in turn.
fn press_panel(world: &mut World, press: PanelPress) {
    if press.button == MouseButton::Right
        && let Some(thing) = run(world, right_click::thing_at, press.on)
    {
        return right_click::right_click(world, thing);
    }
    let mut part = Some(press.on);
    while let Some(entity) = part {
        if world.get::<Minimap>(entity).is_some() {
            return use_map(world, press);
        }
        if let Some(InTurn(act)) = world.get::<InTurn>(entity).copied() {
            if press.button == MouseButton::Left {
                act(world, entity);
            }
            return;
        }
        part = world.get::<ChildOf>(entity).map(ChildOf::parent);
    }
}

/// A press on the map is a click in the world there. Without a tool the left button looks there, and also while a
/// slot is chosen, for the map shows none.
fn use_map(world: &mut World, PanelPress { button, at, .. }: PanelPress) {
    let tool = *world.resource::<Tool>();
    let looks = tool == Tool::Select || tool.class().is_some();
    if looks && button == MouseButton::Left {
        run(world, begin_look, at);
    } else {
        use_tool(world, Gesture::Click { button, at, on: None, double: false });
    }
}

/// Hands a gesture to the tool that is held; what that has no use for does what it does without a tool.
fn use_tool(world: &mut World, gesture: Gesture) {
    let held = *world.resource::<Tool>();
    let is_used = match held {
        Tool::Select => false,
        Tool::Waypoint => run(world, waypoint::drag, gesture),
        Tool::Attack if attack::is_stroke(&gesture) => run(world, attack::draw_area, gesture),
        tool => meaning(tool).is_some_and(|meaning| {
            let gesture = meant::on_meant(world, gesture);
            run(world, aim, (gesture, meaning))
        }),
    };
    if !is_used {
        return select::use_without_tool(world, gesture);
    }
    // A click that has done the work of a tool does not make a double click of the next one, which would fly away.
    if let Gesture::Click { at, .. } = gesture {
        let is_ended = held.is_panels() && *world.resource::<Tool>() == Tool::Select;
        let mut press = world.resource_mut::<Press>();
        press.forget_click();
        if is_ended {
            press.rest(at);
        }
    }
}

/// The meaning of a click for a tool that waits for one.
pub(super) fn meaning(tool: Tool) -> Option<Meaning> {
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
