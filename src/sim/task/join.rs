//! Merging of fleets: the ships of others move into the first, which keeps its name, number, formation, doctrine
//! and route.

use bevy::prelude::*;

use super::dispatch::{begin_leg, disband_if_empty, resting_station};
use super::{Groups, TaskRefusal, crew, follow, route};
use crate::sim::motion::ring_orbit::ring_of;
use crate::sim::visibility::WorldView;
use crate::sim::{Engagement, Fleet, FleetId, Goal, Leg, MemberOf, Repeats, Route, UnderFire};

/// Whether the ships of `others` may join the one fleet of `groups`.
///
/// # Errors
/// `groups` is not one fleet, there are no ships to join it, or small craft are among them, which stay with their
/// carriers.
pub(in crate::sim) fn check(view: WorldView, groups: &Groups, others: &Groups) -> Result<(), TaskRefusal> {
    let [(first, _)] = groups.as_slice() else { return Err(TaskRefusal::NotOneFleet) };
    if others.iter().all(|(fleet, _)| fleet == first) {
        return Err(TaskRefusal::NobodyJoins);
    }
    let all = || groups.iter().chain(others).flat_map(|(_, ships)| ships);
    if all().any(|ship| crew::is_small_craft(view, *ship)) {
        return Err(TaskRefusal::SmallCraft);
    }
    Ok(())
}

/// Moves ships into a fleet. They gather at its resting place, or take their places under way.
pub(in crate::sim) fn begin(world: &mut World, first: Entity, others: Groups) {
    let rest = match ring_of(world, first) {
        Some((body, ring)) => Goal::Ring { body, ring },
        None => Goal::Place(resting_station(world, first)),
    };
    let Some(to) = world.get::<Fleet>(first).map(|fleet| fleet.id) else { return };
    let mut gone: Vec<FleetId> = Vec::new();
    for (fleet, ships) in others.into_iter().filter(|(fleet, _)| *fleet != first) {
        for ship in ships {
            world.entity_mut(ship).insert(MemberOf(first));
        }
        let id = world.get::<Fleet>(fleet).map(|fleet| fleet.id);
        if disband_if_empty(world, fleet) {
            gone.extend(id);
        } else {
            world.entity_mut(fleet).remove::<UnderFire>();
        }
    }
    // The strength of fewer ships is out of date.
    world.entity_mut(first).remove::<(UnderFire, Engagement)>();
    follow::redirect(world, &gone, to);
    gather(world, first, rest);
}

/// Makes a fleet with new ships form up again.
fn gather(world: &mut World, fleet: Entity, rest: Goal) {
    let rests = world.get::<Route>(fleet).is_none_or(Route::rests);
    let repeats = world.get::<Repeats>(fleet).is_some_and(|repeats| repeats.0);
    if !rests {
        begin_leg(world, fleet);
    } else if !repeats {
        route::insert(world, fleet, 0, Leg::new(rest, 0.0));
    }
    // In a repeating route an inserted leg would come again for ever: there the ships take their places on the
    // next leg.
}
