//! The names used in saves: bodies, factions, classes and weapons of a world.

use std::rc::Rc;

use crate::level::ids::names::{Named, Names};
use crate::level::{Faction, ShipClass, StarSystem, StructureClass};

/// Name tables of a sky, factions, classes of ships and of structures, and weapons.
pub fn names_of<'n>(
    system: &StarSystem,
    factions: &[Faction],
    (ships, structures): (&[ShipClass], &[StructureClass]),
    weapons: impl Iterator<Item = &'n str>,
) -> Rc<Names> {
    let mut names = Names::default();
    names.set(Named::Body, system.bodies.iter().map(|body| body.name.as_str()));
    names.set(Named::Faction, factions.iter().map(|faction| faction.name.as_str()));
    names.set(Named::ShipClass, ships.iter().map(|class| class.name.as_str()));
    names.set(Named::StructureClass, structures.iter().map(|class| class.name.as_str()));
    names.set(Named::Weapon, weapons);
    Rc::new(names)
}
