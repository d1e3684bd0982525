//! Units of orders: ships grouped by fleet, and detachments that leave their fleet.

use bevy::prelude::*;

use super::{Refusal, Units};
use crate::sim::ids::{FactionId, ShipId};
pub(super) use crate::sim::task::Groups;
use crate::sim::visibility::Knowledge;
use crate::sim::world::{
    Doctrine, Factions, Fleet, Formation, MemberOf, Members, NextIds, Repeats, Route, RouteWish, Ship,
    UnderFire, made_name, members_in_order, unused_name,
};

/// The ships that an order addresses.
pub(super) fn groups_of(world: &World, player: FactionId, units: &Units) -> Result<Groups, Refusal> {
    let fleet = match units {
        Units::Fleet(id) => {
            let found = find(world, player, |fleet| fleet.id == *id);
            found.ok_or_else(|| Refusal::NoSuchFleet(id.0.to_string()))?
        }
        Units::Named(name) => {
            let found = find(world, player, |fleet| fleet.name == *name);
            found.ok_or_else(|| Refusal::NoSuchFleet(name.clone()))?
        }
        Units::Ships(ids) => return group_by_fleet(world, player, ids),
    };
    check_owner(world, player, fleet)?;
    let ships = members_in_order(world, fleet).into_iter().map(|(_, ship)| ship).collect();
    Ok(vec![(fleet, ships)])
}

/// The fleet that a player means, if the player may know of it. Names are unique within a faction alone: of
/// several fleets the player's own is meant, else the oldest that the player may know.
pub(super) fn find(world: &World, player: FactionId, is_it: impl Fn(&Fleet) -> bool) -> Option<Entity> {
    let mut fleets = world.try_query::<(Entity, &Fleet)>()?;
    let ships = |fleet: Entity| members_in_order(world, fleet).into_iter().map(|(id, _)| id);
    let known = fleets
        .iter(world)
        .filter(|(entity, fleet)| is_it(fleet) && may_know(world, player, *entity, ships(*entity)));
    known.min_by_key(|(_, fleet)| (fleet.faction != player, fleet.id)).map(|(entity, _)| entity)
}

/// The fleet of a ship, if the player may know of the ship.
pub(super) fn fleet_of(world: &World, player: FactionId, id: ShipId) -> Option<Entity> {
    let mut ships = world.try_query::<(&Ship, &MemberOf)>()?;
    let (_, fleet) = ships.iter(world).find(|(ship, _)| ship.id == id)?;
    may_know(world, player, fleet.0, [id]).then_some(fleet.0)
}

/// Whether a player may know of these ships of a fleet: the player owns them, or one of them is in sight. A
/// refusal must not reveal units out of sight.
fn may_know(
    world: &World,
    player: FactionId,
    fleet: Entity,
    ships: impl IntoIterator<Item = ShipId>,
) -> bool {
    let is_own = world.get::<Fleet>(fleet).is_some_and(|fleet| fleet.faction == player);
    let knowledge = world.get_resource::<Knowledge>();
    let sees = |id: ShipId| knowledge.is_some_and(|knowledge| knowledge.sees_ship(player, id));
    is_own || ships.into_iter().any(sees)
}

fn check_owner(world: &World, player: FactionId, fleet: Entity) -> Result<(), Refusal> {
    match world.get::<Fleet>(fleet) {
        Some(fleet) if fleet.faction != player => {
            let owner = world.resource::<Factions>().0.get(fleet.faction).map(|faction| faction.name.clone());
            Err(Refusal::NotYours(owner.unwrap_or_default()))
        }
        _ => Ok(()),
    }
}

fn group_by_fleet(world: &World, player: FactionId, ids: &[ShipId]) -> Result<Groups, Refusal> {
    let wanted: std::collections::BTreeSet<ShipId> = ids.iter().copied().collect();
    let Some(mut ships) = world.try_query::<(Entity, &Ship, &MemberOf)>() else {
        return Err(Refusal::NoShips);
    };
    let mut found: Vec<(ShipId, Entity, Entity)> = ships
        .iter(world)
        .filter(|(_, ship, _)| wanted.contains(&ship.id))
        .map(|(entity, ship, fleet)| (ship.id, entity, fleet.0))
        .collect();
    found.sort_unstable();
    let mut groups: Groups = Vec::new();
    for (id, ship, fleet) in found {
        if !may_know(world, player, fleet, [id]) {
            continue;
        }
        check_owner(world, player, fleet)?;
        match groups.iter_mut().find(|(known, _)| *known == fleet) {
            Some((_, members)) => members.push(ship),
            None => groups.push((fleet, vec![ship])),
        }
    }
    if groups.is_empty() {
        return Err(Refusal::NoShips);
    }
    check_numbers(world, &groups)?;
    Ok(groups)
}

/// Whether there are fleet numbers for all detachments of an order.
fn check_numbers(world: &World, groups: &[(Entity, Vec<Entity>)]) -> Result<(), Refusal> {
    let is_divided = |(fleet, ships): &&(Entity, Vec<Entity>)| {
        world.get::<Members>(*fleet).is_some_and(|members| members.len() > ships.len())
    };
    let divided = groups.iter().filter(is_divided).count();
    let left = world.get_resource::<NextIds>().map_or(0, NextIds::fleets_left);
    if divided > left as usize { Err(Refusal::NoMoreFleets) } else { Ok(()) }
}

/// Moves `ships` into a new fleet, unless they are the whole fleet. An order without a number left for the new
/// fleet has been refused before.
pub(super) fn split_off(world: &mut World, fleet: Entity, ships: &[Entity]) -> Entity {
    let members = world.get::<Members>(fleet).map_or(0, Members::len);
    let Some(parent) = world.get::<Fleet>(fleet).cloned().filter(|_| members > ships.len()) else {
        return fleet;
    };
    let route = world.get::<Route>(fleet).cloned().unwrap_or_default();
    let Some(id) = world.resource_mut::<NextIds>().take_fleet() else { return fleet };
    let name = detachment_name(world, parent.faction, &parent.name);
    let formation = Formation { formed: false, ..world.get::<Formation>(fleet).copied().unwrap_or_default() };
    let wish = world.get::<RouteWish>(fleet).copied().unwrap_or_default();
    let repeats = world.get::<Repeats>(fleet).copied().unwrap_or_default();
    let doctrine = world.get::<Doctrine>(fleet).copied().unwrap_or_default();
    // Ships that are sent elsewhere are not lost: the strength of before is out of date.
    world.entity_mut(fleet).remove::<UnderFire>();
    let fleet = Fleet { id, name, faction: parent.faction };
    let detachment = world.spawn((fleet, route, formation, wish, repeats, doctrine)).id();
    for &ship in ships {
        world.entity_mut(ship).insert(MemberOf(detachment));
    }
    detachment
}

/// `First` becomes `First 2`, `First 2` becomes `First 3`, and so on until the faction has no such name. Names of
/// other factions do not count: a number must not reveal hidden fleets.
fn detachment_name(world: &mut World, faction: FactionId, parent: &str) -> String {
    let stem = match parent.rsplit_once(' ') {
        Some((stem, number)) if number.parse::<u32>().is_ok() => stem,
        _ => parent,
    };
    let mut fleets = world.query::<&Fleet>();
    let own = fleets.iter(world).filter(|fleet| fleet.faction == faction);
    let taken: Vec<&str> = own.map(|fleet| fleet.name.as_str()).collect();
    unused_name(&taken, |number| made_name(stem, &format!(" {}", number + 2), 0))
}
