//! Fleets: ships that are ordered together, and the route that they follow.

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::ships::Ship;
use crate::level::check::MAX_NAME_LETTERS;
use crate::level::{self, Conduct, Shape};
use crate::sim::ids::{FactionId, FleetId, ShipId};
use route::{Course, Repeats, Route, RouteWish};

/// A fleet.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[require(Route, Formation, Course, RouteWish, Repeats, Doctrine)]
pub struct Fleet {
    /// Its number.
    pub id: FleetId,
    /// The name that its player sees, unique among the fleets of its faction.
    pub name: String,
    /// The faction that it obeys.
    pub faction: FactionId,
}

/// The fleet that a ship belongs to.
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

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// How the ships of a fleet stand to each other: what its player chose last.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Formation {
    /// The shape.
    pub shape: Shape,
    /// What holds on the way.
    pub conduct: Conduct,
    /// The direction in which it looks at its destination, and in which its ships turn their bows there; `None`:
    /// the one it comes in.
    pub facing: Option<DVec3>,
    /// Whether the places for the first leg have been given out.
    pub formed: bool,
}

/// How a fleet is to fight: what its player chose last.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doctrine(pub level::Doctrine);

/// The numbers that the next ship, the next fleet and the next structure get. [`u32::MAX`] is never given:
/// where it comes next nothing more can be made, so that no number is ever given twice.
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
    /// The number of a new ship; `None` once all are used up.
    pub fn take_ship(&mut self) -> Option<ShipId> {
        take(&mut self.ship).map(ShipId)
    }

    /// The number of a new fleet; `None` once all are used up.
    pub fn take_fleet(&mut self) -> Option<FleetId> {
        take(&mut self.fleet).map(FleetId)
    }

    /// How many more ships can have a number.
    pub fn ships_left(&self) -> u32 {
        u32::MAX - self.ship
    }

    /// How many more fleets can have a number.
    pub fn fleets_left(&self) -> u32 {
        u32::MAX - self.fleet
    }

    /// How many more structures can have a number.
    pub fn structures_left(&self) -> u32 {
        u32::MAX - self.structure
    }
}

/// Takes the next number, if there is one after it.
fn take(next: &mut u32) -> Option<u32> {
    let after = next.checked_add(1)?;
    Some(std::mem::replace(next, after))
}

/// A name that the game makes of another: that name, an ending of ASCII letters, and room for so many more.
/// Where all this would be longer than names may be, the end of the first is left out, so that every name in
/// a world passes the check of a save.
pub fn made_name(name: &str, ending: &str, spare: usize) -> String {
    let room = MAX_NAME_LETTERS.saturating_sub(ending.len() + spare);
    let end = name.char_indices().nth(room).map_or(name.len(), |(end, _)| end);
    format!("{}{ending}", name[..end].trim_end())
}

/// The first of the names for 0, 1, 2, ... that is not taken.
pub fn unused_name(taken: &[&str], name_of: impl Fn(u32) -> String) -> String {
    let mut number = 0_u32;
    loop {
        let name = name_of(number);
        if !taken.contains(&name.as_str()) {
            return name;
        }
        number += 1;
    }
}

/// The ships of a fleet in the order of their numbers.
pub fn members_in_order(world: &World, fleet: Entity) -> Vec<(ShipId, Entity)> {
    let mut ships: Vec<(ShipId, Entity)> = world
        .get::<Members>(fleet)
        .into_iter()
        .flat_map(Members::iter)
        .filter_map(|entity| world.get::<Ship>(entity).map(|ship| (ship.id, entity)))
        .collect();
    ships.sort_unstable();
    ships
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
