//! The names used in saves: bodies, factions, classes and weapons of a world.

use std::rc::Rc;

use bevy::prelude::*;
use serde::Serialize;

use crate::level::ids::names::{Named, Names, with_names};
use crate::level::source::parse::dialect;
use crate::level::{Faction, ShipClass, StarSystem, StructureClass};
use crate::sim::{ArmsTable, Factions, ShipClasses, Sky, StructureClasses};

/// Name tables of a sky, factions, classes of ships and of structures, and weapons.
pub fn names_of<'n>(
    system: &StarSystem,
    factions: &[Faction],
    (ships, structures): (&[ShipClass], &[StructureClass]),
    weapons: impl Iterator<Item = &'n str>,
) -> Names {
    let mut names = Names::default();
    names.set(Named::Body, system.bodies.iter().map(|body| body.name.as_str()));
    names.set(Named::Faction, factions.iter().map(|faction| faction.name.as_str()));
    names.set(Named::ShipClass, ships.iter().map(|class| class.name.as_str()));
    names.set(Named::StructureClass, structures.iter().map(|class| class.name.as_str()));
    names.set(Named::Weapon, weapons);
    names
}

/// The names of a spawned world; `None` without a world.
pub fn names_in(world: &World) -> Option<Names> {
    let system = &world.get_resource::<Sky>()?.system;
    let (ships, structures) = (world.resource::<ShipClasses>(), world.resource::<StructureClasses>());
    let weapons = world.resource::<ArmsTable>().weapons.iter().map(|weapon| weapon.name.as_str());
    let factions = &world.resource::<Factions>().0.raw;
    Some(names_of(system, factions, (&ships.0.raw, &structures.0.raw), weapons))
}

/// A value of the world as text with names, as saves have it; `None` without a world.
pub fn text_of(world: &World, value: &impl Serialize) -> Option<String> {
    with_names(Rc::new(names_in(world)?), || dialect().to_string(value)).ok()
}
