//! Merging of fleets: the ships of others move into the first, which keeps its name, number, formation and doctrine.
//! The orders are those of the part that fights, else of the largest part.

use bevy::prelude::*;

use super::dispatch::{begin_leg, disband_if_empty, resting_station};
use super::{Groups, TaskRefusal, crew, follow, route};
use crate::sim::motion::ring_orbit::ring_of;
use crate::sim::visibility::WorldView;
use crate::sim::{Engagement, Fleet, FleetId, Goal, Leg, MemberOf, Members, Repeats, Route, UnderFire};

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

/// Moves ships into a fleet. They gather at the resting place of the part whose orders they have, or take their places
/// under way.
pub(in crate::sim) fn begin(world: &mut World, first: Entity, others: Groups) {
    let leading = leading_part(world, first, &others);
    let rest = match ring_of(world, leading) {
        Some((body, ring)) => Goal::Ring { body, ring },
        None => Goal::Place(resting_station(world, leading)),
    };
    let fights = world.get::<Engagement>(leading).is_some_and(|engagement| engagement.moves);
    take_orders(world, first, leading);
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
    gather(world, first, Leg { engage: fights, ..Leg::new(rest, 0.0) });
}

/// The part whose orders the fleet gets: the one with the most ships among those that fight, or among all where none
/// fights; the first of equals. A part that follows a fleet gives no orders to others, because that fleet may follow
/// one of them.
fn leading_part(world: &World, first: Entity, others: &Groups) -> Entity {
    let follows = |fleet: Entity| {
        let route = world.get::<Route>(fleet);
        route.is_some_and(|route| route.0.iter().any(|leg| leg.followed().is_some()))
    };
    let rank = |fleet: Entity, ships: usize| (world.get::<Engagement>(fleet).is_some(), ships);
    let mut leading = first;
    let mut highest = rank(first, world.get::<Members>(first).map_or(0, Members::len));
    for (fleet, ships) in others.iter().filter(|(fleet, _)| *fleet != first && !follows(*fleet)) {
        let rank = rank(*fleet, ships.len());
        if rank > highest {
            (leading, highest) = (*fleet, rank);
        }
    }
    leading
}

/// Gives a fleet the orders of another. Its legs begin again without a berth, where a part of the other fleet may stay.
fn take_orders(world: &mut World, fleet: Entity, from: Entity) {
    if fleet == from {
        return;
    }
    let mut route = world.get::<Route>(from).cloned().unwrap_or_default();
    route.0.iter_mut().for_each(|leg| leg.berth = None);
    let repeats = world.get::<Repeats>(from).copied().unwrap_or_default();
    world.entity_mut(fleet).insert((route, repeats));
}

/// Makes a fleet with new ships form up again; `rest` leads one without orders to its place.
fn gather(world: &mut World, fleet: Entity, rest: Leg) {
    let rests = world.get::<Route>(fleet).is_none_or(Route::rests);
    let repeats = world.get::<Repeats>(fleet).is_some_and(|repeats| repeats.0);
    if !rests {
        begin_leg(world, fleet);
    } else if !repeats {
        route::insert(world, fleet, 0, rest);
    }
    // In a repeating route an inserted leg would come again for ever: there the ships take their places on the
    // next leg.
}
