//! Fleets: ships under common orders, and their routes.
//!
//! - Enters: names, members, and legs with their goals (`route.rs`).
//! - Leaves: components of fleets; the counters of numbers, and names that no other fleet has.
//! - Must never: use a number twice, or move a ship.

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::ships::Ship;
use crate::level;
use crate::level::check::MAX_NAME_LETTERS;
use crate::level::{Cohesion, Shape};
use crate::sim::{FactionId, FleetId, ShipId, by_number};
use route::{Course, Repeats, Route, RouteWish};

/// A fleet.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[require(Route, Formation, Course, RouteWish, Repeats, Doctrine)]
pub struct Fleet {
    /// Number.
    pub id: FleetId,
    /// The name shown to its player, unique among the fleets of its faction.
    pub name: String,
    /// The faction that owns it.
    pub faction: FactionId,
}

/// The fleet of a ship.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[relationship(relationship_target = Members)]
pub struct MemberOf(pub Entity);

/// The ships of a fleet, in no particular order.
#[derive(Component, Clone, Debug, Default)]
#[relationship_target(relationship = MemberOf)]
pub struct Members(Vec<Entity>);

impl Members {
    /// The ships' entities.
    pub fn iter(&self) -> impl Iterator<Item = Entity> + '_ {
        self.0.iter().copied()
    }

    /// The number of ships.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the fleet has no ships.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The formation of a fleet: the player's last choice.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Formation {
    /// The shape.
    pub shape: Shape,
    /// The cohesion while under way.
    pub conduct: Cohesion,
    /// Facing of the fleet and its ships at the destination; `None`: the direction of arrival.
    pub facing: Option<DVec3>,
    /// Whether places for the first leg have been assigned.
    pub formed: bool,
}

/// How a fleet fights: the player's last choice.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Doctrine(pub level::Doctrine);

/// The next numbers for ships, fleets and structures. [`u32::MAX`] is never given out: a counter that reaches it
/// is exhausted, so that no number is used twice.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextIds {
    /// For ships.
    pub ship: u32,
    /// For fleets.
    pub fleet: u32,
    /// For structures.
    pub structure: u32,
}

impl NextIds {
    /// The number of a new ship; `None` if none is left.
    pub fn take_ship(&mut self) -> Option<ShipId> {
        take(&mut self.ship).map(ShipId)
    }

    /// The number of a new fleet; `None` if none is left.
    pub fn take_fleet(&mut self) -> Option<FleetId> {
        take(&mut self.fleet).map(FleetId)
    }

    /// How many ship numbers are left.
    pub fn ships_left(&self) -> u32 {
        u32::MAX - self.ship
    }

    /// How many fleet numbers are left.
    pub fn fleets_left(&self) -> u32 {
        u32::MAX - self.fleet
    }

    /// How many structure numbers are left.
    pub fn structures_left(&self) -> u32 {
        u32::MAX - self.structure
    }
}

/// Takes the next number, unless the counter is exhausted.
fn take(next: &mut u32) -> Option<u32> {
    let after = next.checked_add(1)?;
    Some(std::mem::replace(next, after))
}

/// A name derived from another: that name and an ASCII ending, with `spare` letters left for more. Where the
/// result would exceed the longest allowed name, the end of the first part is cut, so that every generated name
/// passes the check of a save.
pub fn made_name(name: &str, ending: &str, spare: usize) -> String {
    let room = MAX_NAME_LETTERS.saturating_sub(ending.len() + spare);
    let end = name.char_indices().nth(room).map_or(name.len(), |(end, _)| end);
    format!("{}{ending}", name[..end].trim_end())
}

/// The first name that no fleet of a faction has, and its number, which counts up from `first`. Fleets of other
/// factions do not count: a number must not reveal hidden fleets.
pub fn unused_name(
    world: &mut World,
    faction: FactionId,
    first: u32,
    name_of: impl Fn(u32) -> String,
) -> (u32, String) {
    let mut fleets = world.query::<&Fleet>();
    let own = fleets.iter(world).filter(|fleet| fleet.faction == faction);
    let taken: Vec<&str> = own.map(|fleet| fleet.name.as_str()).collect();
    let mut number = first;
    loop {
        let name = name_of(number);
        if !taken.contains(&name.as_str()) {
            return (number, name);
        }
        number = number.wrapping_add(1);
    }
}

/// The results of `pick` for all fleets, without `None`, in the order of the fleets' numbers.
pub fn fleets_in_order<T>(
    world: &mut World,
    pick: impl Fn(EntityRef, &Fleet) -> Option<T>,
) -> Vec<(Entity, T)> {
    let mut query = world.query::<(EntityRef, &Fleet)>();
    let picked = |(entity, fleet): (EntityRef, &Fleet)| Some((fleet.id, entity.id(), pick(entity, fleet)?));
    let found = by_number(query.iter(world).filter_map(picked), |(id, ..)| *id);
    found.into_iter().map(|(_, entity, picked)| (entity, picked)).collect()
}

/// The ships of a fleet, sorted by number.
pub fn members_in_order(world: &World, fleet: Entity) -> Vec<(ShipId, Entity)> {
    let members = world.get::<Members>(fleet).into_iter().flat_map(Members::iter);
    let ships = members.filter_map(|entity| world.get::<Ship>(entity).map(|ship| (ship.id, entity)));
    by_number(ships, |(id, _)| *id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_names_are_no_longer_than_names_may_be() {
        assert_eq!(made_name("First", " 2", 0), "First 2");
        let long = "ü".repeat(MAX_NAME_LETTERS);
        assert_eq!(made_name(&long, " wing 12", 0), format!("{} wing 12", "ü".repeat(56)));
        assert_eq!(made_name(&long, " 2", 7), format!("{} 2", "ü".repeat(55)));
        let blank = format!("{} {}", "a".repeat(60), "b".repeat(3));
        assert_eq!(made_name(&blank, " 22", 0), format!("{} 22", "a".repeat(60)), "no two blanks");
    }

    #[test]
    fn no_number_is_given_twice() {
        let mut ids = NextIds { ship: u32::MAX - 2, fleet: u32::MAX - 1, structure: 0 };
        assert_eq!((ids.ships_left(), ids.fleets_left()), (2, 1));
        let ships = [ids.take_ship(), ids.take_ship(), ids.take_ship(), ids.take_ship()];
        assert_eq!(ships, [Some(ShipId(u32::MAX - 2)), Some(ShipId(u32::MAX - 1)), None, None]);
        assert_eq!([ids.take_fleet(), ids.take_fleet()], [Some(FleetId(u32::MAX - 1)), None]);
        assert_eq!((ids.ships_left(), ids.fleets_left(), ids.structures_left()), (0, 0, u32::MAX));
    }
}
pub(in crate::sim::world) mod route;
