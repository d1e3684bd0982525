//! Units of orders: ships grouped by fleet, and detachments that leave their fleet.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Refusal, Units};
use crate::sim::motion::Missing;
pub(super) use crate::sim::task::Groups;
use crate::sim::task::is_part;
use crate::sim::visibility::{KnownFleet, WorldView};
use crate::sim::{
    Doctrine, FactionId, Fleet, FleetId, Formation, MemberOf, Members, NextIds, Repeats, Route, RouteWish,
    ShipId, UnderFire, by_number, made_name, unused_name,
};

/// The ships that an order addresses.
pub(super) fn groups_of(view: WorldView, player: FactionId, units: &Units) -> Result<Groups, Refusal> {
    let fleet = match units {
        Units::Fleet(id) => known_fleet(view, *id)?,
        Units::Ships(ids) => return group_by_fleet(view, player, ids),
    };
    check_owner(view, player, fleet.fleet.faction)?;
    let ships = view.ships_of(fleet.entity).iter().map(|seen| seen.entity).collect();
    Ok(vec![(fleet.entity, ships)])
}

/// The fleet with a number, if the viewer may know of it.
pub(super) fn known_fleet(view: WorldView<'_>, id: FleetId) -> Result<KnownFleet<'_>, Missing> {
    view.fleets(|fleet| fleet.id == id).next().ok_or_else(|| Missing::Fleet(id.0.to_string()))
}

fn check_owner(view: WorldView, player: FactionId, owner: FactionId) -> Result<(), Refusal> {
    let whose = || view.almanac().faction_name(owner).to_owned();
    if owner == player { Ok(()) } else { Err(Refusal::NotYours(whose())) }
}

fn group_by_fleet(view: WorldView, player: FactionId, ids: &[ShipId]) -> Result<Groups, Refusal> {
    let wanted: BTreeSet<ShipId> = ids.iter().copied().collect();
    let found = by_number(view.ships_that(|ship| wanted.contains(&ship.id)), |seen| seen.ship.id);
    let mut groups: Groups = Vec::new();
    for seen in found {
        check_owner(view, player, seen.owner)?;
        match groups.iter_mut().find(|(known, _)| *known == seen.fleet) {
            Some((_, members)) => members.push(seen.entity),
            None => groups.push((seen.fleet, vec![seen.entity])),
        }
    }
    if groups.is_empty() {
        return Err(Refusal::NoShips);
    }
    check_numbers(view, &groups)?;
    Ok(groups)
}

/// Whether there are fleet numbers for all detachments of an order.
fn check_numbers(view: WorldView, groups: &Groups) -> Result<(), Refusal> {
    let divided = groups.iter().filter(|(fleet, ships)| is_part(view, *fleet, ships)).count();
    if divided > view.next_ids().fleets_left() as usize { Err(Refusal::NoMoreFleets) } else { Ok(()) }
}

/// Moves `ships` into a new fleet, unless they are the whole fleet. An order without numbers left for all of its
/// new fleets has been refused before ([`check_numbers`]).
pub(super) fn split_off(world: &mut World, fleet: Entity, ships: &[Entity]) -> Result<Entity, Refusal> {
    let members = world.get::<Members>(fleet).map_or(0, Members::len);
    let Some(parent) = world.get::<Fleet>(fleet).cloned().filter(|_| members > ships.len()) else {
        return Ok(fleet);
    };
    let route = world.get::<Route>(fleet).cloned().unwrap_or_default();
    let id = world.resource_mut::<NextIds>().take_fleet().ok_or(Refusal::NoMoreFleets)?;
    let name = detachment_name(world, parent.faction, &parent.name);
    let formation = Formation { formed: false, ..world.get::<Formation>(fleet).copied().unwrap_or_default() };
    let wish = world.get::<RouteWish>(fleet).copied().unwrap_or_default();
    let repeats = world.get::<Repeats>(fleet).copied().unwrap_or_default();
    let doctrine = world.get::<Doctrine>(fleet).copied().unwrap_or_default();
    // Ships that leave are no losses: the recorded strength is out of date.
    world.entity_mut(fleet).remove::<UnderFire>();
    let fleet = Fleet { id, name, faction: parent.faction };
    let detachment = world.spawn((fleet, route, formation, wish, repeats, doctrine)).id();
    for &ship in ships {
        world.entity_mut(ship).insert(MemberOf(detachment));
    }
    Ok(detachment)
}

/// `First` becomes `First 2`, `First 2` becomes `First 3`, and so on until the faction has no such name. Names of
/// other factions do not count: a number must not reveal hidden fleets.
fn detachment_name(world: &mut World, faction: FactionId, parent: &str) -> String {
    let stem = match parent.rsplit_once(' ') {
        Some((stem, number)) if number.parse::<u32>().is_ok() => stem,
        _ => parent,
    };
    unused_name(world, faction, 2, |number| made_name(stem, &format!(" {number}"), 0)).1
}
