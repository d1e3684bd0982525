//! Abilities of the ships of a task.

use bevy::prelude::*;

use crate::sim::world::{ArmedClass, Armoury, Ship, ShipClasses};

/// Ships by fleet.
pub(in crate::sim) type Groups = Vec<(Entity, Vec<Entity>)>;

/// Whether any of the ships has a property.
pub(super) fn any_ship(world: &World, groups: &Groups, can: impl Fn(&World, Entity) -> bool) -> bool {
    groups.iter().flat_map(|(_, ships)| ships).any(|ship| can(world, *ship))
}

/// Whether a ship is small craft, which carriers grow in their hangars.
pub(in crate::sim) fn is_small_craft(world: &World, ship: Entity) -> bool {
    let classes = &world.resource::<ShipClasses>().0;
    let class = world.get::<Ship>(ship).and_then(|ship| classes.get(ship.class));
    class.is_some_and(|class| !class.is_built_in_yards())
}

/// The class of a ship, with its weapons.
pub(super) fn class_of(world: &World, ship: Entity) -> Option<&ArmedClass> {
    world.resource::<Armoury>().ships.get(world.get::<Ship>(ship)?.class)
}
