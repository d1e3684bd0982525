//! Abilities of the ships of a task.

use bevy::prelude::*;

use crate::sim::visibility::WorldView;
use crate::sim::{ArmedClass, ArmsTable, Ship};

/// Ships by fleet.
pub(in crate::sim) type Groups = Vec<(Entity, Vec<Entity>)>;

/// Whether any of the ships has a property.
pub(super) fn any_ship(view: WorldView, groups: &Groups, can: Can) -> bool {
    groups.iter().flat_map(|(_, ships)| ships).any(|ship| is_able(view, *ship, can))
}

/// An ability that at least one ship of a task must have, by its class.
pub(super) type Can = fn(&ArmsTable, &ArmedClass) -> bool;

/// Whether a ship in sight can do something.
pub(super) fn is_able(view: WorldView, ship: Entity, can: Can) -> bool {
    let arms_table = &view.almanac().arms_table;
    let class = view.ship(ship).and_then(|seen| arms_table.ships.get(seen.ship.class));
    class.is_some_and(|class| can(arms_table, class))
}

/// Whether these ships are not all of their fleet.
pub(in crate::sim) fn is_part(view: WorldView, fleet: Entity, ships: &[Entity]) -> bool {
    view.fleet(fleet).and_then(|fleet| fleet.ships).is_some_and(|count| count > ships.len())
}

/// Whether a ship is small craft, which carriers grow in their hangars.
pub(in crate::sim) fn is_small_craft(view: WorldView, ship: Entity) -> bool {
    let class = view.ship(ship).and_then(|seen| view.almanac().ships.0.get(seen.ship.class));
    class.is_some_and(|class| !class.is_built_in_yards())
}

/// The class of a ship, with its weapons.
pub(super) fn class_of(world: &World, ship: Entity) -> Option<&ArmedClass> {
    world.resource::<ArmsTable>().ships.get(world.get::<Ship>(ship)?.class)
}
