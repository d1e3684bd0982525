//! Edits of routes: legs inserted, removed or redirected. Legs are counted from 0, the leg being flown.
//!
//! The caller has checked that the edit is allowed.

use bevy::prelude::*;
use glam::DVec3;

use super::dispatch::{forget_route, spacing_km, take_up};
use crate::sim::{Goal, Leg, Repeats, Route};

/// Inserts a leg before another, or at the end; its spacing is that of the fleet's largest ship.
pub(in crate::sim) fn insert(world: &mut World, fleet: Entity, at: usize, leg: Leg) {
    let spacing_km = spacing_km(world, fleet);
    change(world, fleet, |route| {
        let at = at.min(route.0.len());
        route.0.insert(at, Leg { spacing_km, ..leg });
        at
    });
}

/// Removes a leg.
pub(in crate::sim) fn remove(world: &mut World, fleet: Entity, at: usize) {
    change(world, fleet, |route| {
        route.0.remove(at);
        at
    });
}

/// Gives a leg another goal.
pub(in crate::sim) fn redirect(world: &mut World, fleet: Entity, at: usize, goal: Goal) {
    change(world, fleet, |route| {
        if let Some(leg) = route.0.get_mut(at) {
            // An offset from a fleet or a body does not apply to a place.
            let was_beside = matches!(leg.goal, Goal::Fleet { .. }) || leg.goal.ground().is_some();
            let beside = if was_beside { DVec3::ZERO } else { leg.beside };
            let engage = leg.engage || matches!(leg.goal, Goal::Attack(_));
            *leg = Leg { beside, engage, ..Leg::new(goal, leg.spacing_km) };
        }
        at
    });
}

/// Makes a fleet fly its route in a loop, or only once.
pub(in crate::sim) fn repeat(world: &mut World, fleet: Entity, repeats: bool) {
    world.entity_mut(fleet).insert(Repeats(repeats));
}

/// Changes a route; `how` returns the index of the changed leg. The fleet then starts its new first leg.
fn change(world: &mut World, fleet: Entity, how: impl FnOnce(&mut Route) -> usize) {
    let rested = world.get::<Route>(fleet).is_none_or(Route::rests);
    let Some(mut route) = world.get_mut::<Route>(fleet) else { return };
    let changed = how(&mut route);
    if route.0.is_empty() {
        forget_route(world, fleet);
    }
    if changed == 0 {
        take_up(world, fleet, rested);
    }
}
