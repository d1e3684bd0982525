//! Land troopers on a foreign body, or on a friendly body in aid against invaders. `ground.rs` has the fleet's
//! place and the end of the task.

use bevy::prelude::*;

use super::sides::{is_own_side, solid_ground};
use crate::sim::ids::{BodyId, FactionId};
use crate::sim::task::crew::any_ship;
use crate::sim::task::{Groups, TaskRefusal};
use crate::sim::visibility::known_body;
use crate::sim::world::{Armoury, Condition, Grounds, Ship, Sides};

/// The verb of this task.
pub(in crate::sim::task) const VERB: &str = "invades";

/// Troopers below this number count as none.
const NOBODY: f64 = 0.5;

/// Whether troopers may land on a body: it has ground and, as far as the faction knows, belongs to another side or
/// may be invaded.
///
/// # Errors
/// The body has no ground, or there is nobody to fight on it.
pub(in crate::sim) fn check(world: &mut World, faction: FactionId, body: BodyId) -> Result<(), TaskRefusal> {
    let name = solid_ground(world, body)?;
    let known = known_body(world, faction, body);
    let grounds = world.get_resource::<Grounds>();
    let is_beset =
        grounds.is_some_and(|grounds| grounds.of(body).is_beset(faction, world.resource::<Sides>()));
    // Ground out of sight may be invaded.
    let is_at_peace = known.sees_ground && !is_beset;
    if is_own_side(world, faction, known) && is_at_peace { Err(TaskRefusal::NotBeset(name)) } else { Ok(()) }
}

/// Whether some of the ships have troopers aboard.
///
/// # Errors
/// None has.
pub(in crate::sim) fn check_crew(world: &World, groups: &Groups) -> Result<(), TaskRefusal> {
    if any_ship(world, groups, has_troopers) { Ok(()) } else { Err(TaskRefusal::NoTroopers) }
}

/// Whether troopers are aboard of a ship.
pub(in crate::sim) fn has_troopers(world: &World, ship: Entity) -> bool {
    troopers_aboard(world, ship).is_some()
}

/// Number of troopers aboard a ship; `None` without any.
pub(in crate::sim) fn troopers_aboard(world: &World, ship: Entity) -> Option<f64> {
    let aboard = match world.get::<Condition>(ship) {
        Some(condition) => Some(condition.troopers),
        // No condition yet: the ship is as built.
        None => world
            .get::<Ship>(ship)
            .and_then(|ship| world.resource::<Armoury>().ships.get(ship.class))
            .map(|class| class.troopers),
    };
    aboard.filter(|troopers| *troopers >= NOBODY)
}
