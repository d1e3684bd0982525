//! Stay beside another fleet until it is gone or out of sight.
//!
//! Runs between two ticks, right after the orders: ships and sky then stand at the same moment.

use bevy::prelude::*;
use glam::DVec3;

use super::dispatch::{SPACING_RADII, middle, notify_player, take_up, what_then};
use super::war::hunt;
use super::{Groups, TaskRefusal, is_part, wait};
use crate::sim::motion::ring_orbit::first_free_aside;
use crate::sim::spatial::honeycomb::pattern_radius_km;
use crate::sim::visibility::{Knowledge, WorldView};
use crate::sim::{
    FactionId, Fleet, FleetId, FormationOffset, Goal, Leg, Position, Route, Ship, fleets_in_order,
    members_in_order,
};

/// Ends waits whose date has come, and updates fleets that follow others, in the order of fleet numbers.
pub(in crate::sim) fn update_routes(world: &mut World) {
    for fleet in fleets_with(world, |leg| matches!(leg.goal, Goal::Wait(_) | Goal::Fleet { .. })) {
        wait::update(world, fleet);
        update_followed(world, fleet, true);
    }
}

/// Locates followed fleets and targets in a new world.
pub(in crate::sim) fn note_places(world: &mut World) {
    hunt::note_hunts(world);
    for fleet in fleets_with(world, |leg| matches!(leg.goal, Goal::Fleet { .. })) {
        update_followed(world, fleet, false);
    }
}

/// Locates what a faction's fleets follow or attack that have just been ordered: while the game is paused their routes
/// are shown before the next tick. The places follow from the world in which the order is carried out: a replay, which
/// carries it out at the beginning of a tick, has the same ones.
pub(in crate::sim) fn note_places_of(world: &mut World, faction: FactionId, fleets: &[Entity]) {
    hunt::note_targets(world, faction, fleets);
    fleets.iter().for_each(|fleet| note_followed(world, *fleet));
}

/// What a follower does, in words.
pub(super) fn describe(view: WorldView, fleet: FleetId, guard: bool) -> String {
    let verb = if guard { "guards" } else { "follows" };
    format!("{verb} {}", view.own_fleet_name(fleet).unwrap_or("another fleet"))
}

/// The fleets with such legs, in the order of their numbers.
fn fleets_with(world: &mut World, is_one: impl Fn(&Leg) -> bool) -> Vec<Entity> {
    let found =
        fleets_in_order(world, |entity, _| entity.get::<Route>()?.0.iter().any(&is_one).then_some(()));
    found.into_iter().map(|(fleet, ())| fleet).collect()
}

/// Locates the fleets that a fleet follows now or on later legs. `may_lose`: whether it stops following the
/// present one when that fleet is no longer seen. Later legs are examined when their turn comes.
fn update_followed(world: &mut World, fleet: Entity, may_lose: bool) {
    let Some(faction) = world.get::<Fleet>(fleet).map(|fleet| fleet.faction) else { return };
    // From the last to the first, so that the indices of the remaining legs stay valid.
    for (at, id) in followed_by(world, fleet).into_iter().rev() {
        match look_for(world, faction, id) {
            Some((led, place)) => keep_beside(world, fleet, (at, id), led, place),
            None if at == 0 && may_lose => lose(world, fleet),
            None => note_place(world, fleet, at, None),
        }
    }
}

/// Locates the fleets that a fleet follows, between two ticks.
fn note_followed(world: &mut World, fleet: Entity) {
    let Some(faction) = world.get::<Fleet>(fleet).map(|fleet| fleet.faction) else { return };
    for (at, id) in followed_by(world, fleet) {
        let seen = look_for(world, faction, id).map(|(_, place)| place);
        note_place(world, fleet, at, seen);
    }
}

/// The fleets that a fleet follows, each with the place of the leg in its route.
fn followed_by(world: &World, fleet: Entity) -> Vec<(usize, FleetId)> {
    let legs = world.get::<Route>(fleet).into_iter().flat_map(|route| route.0.iter().enumerate());
    legs.filter_map(|(at, leg)| Some((at, leg.followed()?))).collect()
}

/// Sets the track of a leg to the place of its followed fleet; to the fleet's own place while nothing of the other is
/// in sight.
fn note_place(world: &mut World, fleet: Entity, at: usize, seen: Option<DVec3>) {
    let place = seen.unwrap_or_else(|| middle(world, fleet));
    if let Some(mut route) = world.get_mut::<Route>(fleet)
        && let Some(leg) = route.0.get_mut(at)
    {
        leg.track.place = place;
    }
}

/// Searches for a fleet in the sight of a faction: its entity and its middle, km. `None` if nothing of it is seen,
/// whether it exists or not.
fn look_for(world: &mut World, faction: FactionId, id: FleetId) -> Option<(Entity, DVec3)> {
    let mut fleets = world.query::<(Entity, &Fleet)>();
    let world: &World = world;
    let (led, _) = fleets.iter(world).find(|(_, fleet)| fleet.id == id)?;
    seen_middle(world, faction, led).map(|place| (led, place))
}

/// The ships of a fleet that a faction sees, sorted by number; all ships of an own fleet.
fn seen_ships(world: &World, faction: FactionId, fleet: Entity) -> Vec<Entity> {
    let is_own = world.get::<Fleet>(fleet).is_some_and(|fleet| fleet.faction == faction);
    let knowledge = world.get_resource::<Knowledge>();
    let is_seen = |id| is_own || knowledge.is_some_and(|known| known.sees_ship(faction, id));
    let members = members_in_order(world, fleet).into_iter();
    members.filter(|(id, _)| is_seen(*id)).map(|(_, ship)| ship).collect()
}

/// The middle of a fleet's visible ships, km; `None` if the faction sees none.
fn seen_middle(world: &World, faction: FactionId, fleet: Entity) -> Option<DVec3> {
    let ships = seen_ships(world, faction, fleet).into_iter();
    let seen: Vec<DVec3> =
        ships.filter_map(|ship| world.get::<Position>(ship).map(|position| position.0)).collect();
    (!seen.is_empty()).then(|| seen.iter().sum::<DVec3>() / seen.len() as f64)
}

/// Updates the track of a followed fleet; a new leg gets its place beside it.
fn keep_beside(world: &mut World, fleet: Entity, (at, id): (usize, FleetId), led: Entity, place: DVec3) {
    let begins = |leg: &Leg| at == 0 && leg.beside == DVec3::ZERO;
    let is_first = world.get::<Route>(fleet).and_then(|route| route.0.get(at)).is_some_and(begins);
    let beside = is_first.then(|| place_beside(world, fleet, id, led, place));
    let Some(mut route) = world.get_mut::<Route>(fleet) else { return };
    let Some(leg) = route.0.get_mut(at) else { return };
    leg.track.place = place;
    leg.beside = beside.unwrap_or(leg.beside);
}

/// The place of a follower beside another fleet: on the side of arrival, free of other followers of its faction.
fn place_beside(world: &mut World, fleet: Entity, id: FleetId, led: Entity, place: DVec3) -> DVec3 {
    let others = fleets_with(world, |leg| leg.followed() == Some(id));
    let world: &World = world;
    let faction_of =
        |fleet: Entity| world.get::<Fleet>(fleet).map_or(FactionId::NOBODY, |fleet| fleet.faction);
    let faction = faction_of(fleet);
    let own_km = room_km(world, faction, fleet);
    let distance_km = own_km + room_km(world, faction, led);
    let taken: Vec<(DVec3, f64)> = others
        .into_iter()
        .filter(|other| *other != fleet && faction_of(*other) == faction)
        .filter_map(|other| {
            let leg = world.get::<Route>(other)?.0.front().copied()?;
            (leg.followed() == Some(id) && leg.beside != DVec3::ZERO)
                .then(|| (leg.beside, room_km(world, faction, other)))
        })
        .collect();
    let from = middle(world, fleet) - place;
    let ahead = libm::atan2(from.y, from.x);
    let step = (own_km / distance_km.max(f64::MIN_POSITIVE)).min(1.0);
    let side = |steps: f64| {
        let angle = ahead + steps * step;
        DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * distance_km
    };
    let is_free = |place: &DVec3| taken.iter().all(|(other, room)| other.distance(*place) >= room + own_km);
    first_free_aside(side, is_free)
}

/// Radius of a fleet about its middle, with the gap to a neighbour, by the ships that a faction sees, km.
fn room_km(world: &World, faction: FactionId, fleet: Entity) -> f64 {
    let ships = seen_ships(world, faction, fleet);
    let bound_km = |ship: &Entity| world.get::<Ship>(*ship).map_or(0.0, Ship::bound_km);
    let place_km = |ship: &Entity| world.get::<FormationOffset>(*ship).map_or(0.0, |place| place.0.length());
    let spacing_km = SPACING_RADII * ships.iter().map(bound_km).fold(0.0, f64::max);
    let widest = ships.iter().map(|ship| place_km(ship) + bound_km(ship)).fold(0.0, f64::max);
    widest.max(pattern_radius_km(ships.len() as u32, spacing_km)) + spacing_km
}

/// Removes the first leg, whose fleet is lost, and notifies the player.
fn lose(world: &mut World, fleet: Entity) {
    let Some(mut route) = world.get_mut::<Route>(fleet) else { return };
    route.0.pop_front();
    let then = what_then(world, fleet);
    notify_player(world, fleet, |name| format!("{name} has nobody to follow any more, and {then}"));
    take_up(world, fleet, false);
}

/// Redirects followers of fleets that are gone to another fleet, which has their ships; a fleet that would then follow
/// itself goes on to its next leg.
pub(super) fn redirect(world: &mut World, gone: &[FleetId], to: FleetId) {
    let is_after_one = |leg: &Leg| leg.followed().is_some_and(|led| gone.contains(&led));
    for fleet in fleets_with(world, is_after_one) {
        let may_follow = may_follow(world, fleet, to);
        let rested = world.get::<Route>(fleet).is_none_or(Route::rests);
        let Some(mut route) = world.get_mut::<Route>(fleet) else { continue };
        let is_first = route.0.front().is_some_and(is_after_one);
        if may_follow {
            for leg in route.0.iter_mut().filter(|leg| is_after_one(leg)) {
                if let Goal::Fleet { fleet, .. } = &mut leg.goal {
                    *fleet = to;
                }
            }
        } else {
            route.0.retain(|leg| !is_after_one(leg));
            if is_first {
                take_up(world, fleet, rested);
            }
        }
    }
    for fleet in fleets_with(world, |leg| leg.followed() == Some(to)) {
        note_followed(world, fleet);
    }
}

/// Whether these ships of a faction may follow a fleet.
///
/// # Errors
/// One of their fleets would follow itself.
pub(super) fn check_crew(
    view: WorldView,
    faction: FactionId,
    groups: &Groups,
    led: FleetId,
) -> Result<(), TaskRefusal> {
    let own = || view.fleets(|fleet| fleet.faction == faction);
    let led_to = led_in_the_end(own().filter_map(|known| Some((known.fleet.id, known.route?))), led);
    for (fleet, ships) in groups {
        // Ships that leave their fleet are another fleet, which nobody follows yet.
        let follower = view.fleet(*fleet).filter(|_| !is_part(view, *fleet, ships));
        if let Some(follower) = follower.filter(|follower| led_to.contains(&follower.fleet.id)) {
            let name = own().find(|known| known.fleet.id == led).map(|known| known.fleet.name.clone());
            return Err(TaskRefusal::FollowsItself(follower.fleet.name.clone(), name.unwrap_or_default()));
        }
    }
    Ok(())
}

/// Whether all of a fleet may follow another one: neither itself, nor one that follows it. The goals of foreign
/// fleets are not known to its faction.
pub(in crate::sim) fn may_follow(world: &mut World, fleet: Entity, led: FleetId) -> bool {
    let Some(Fleet { id, faction, .. }) = world.get::<Fleet>(fleet).cloned() else { return false };
    let mut query = world.query::<(&Fleet, &Route)>();
    let own = query.iter(world).filter(|(fleet, _)| fleet.faction == faction);
    !led_in_the_end(own.map(|(fleet, route)| (fleet.id, route)), led).contains(&id)
}

/// A fleet, the fleets that it follows, and so on transitively.
fn led_in_the_end<'a>(routes: impl Iterator<Item = (FleetId, &'a Route)>, first: FleetId) -> Vec<FleetId> {
    let all: Vec<(FleetId, &Route)> = routes.collect();
    let mut found = vec![first];
    let mut next = 0;
    while let Some(fleet) = found.get(next).copied() {
        next += 1;
        let of_it = all.iter().filter(|(id, _)| *id == fleet);
        for other in of_it.flat_map(|(_, route)| route.0.iter().filter_map(Leg::followed)) {
            if !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found
}
