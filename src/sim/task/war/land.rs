//! Land troopers on a body that is not the own side's, or in the aid of one on which invaders stand. Where the
//! fleet stays meanwhile, and when it is done, is in `ground.rs`.

use bevy::prelude::*;

use super::sides::{is_own_side, solid_ground};
use crate::sim::ids::{BodyId, FactionId};
use crate::sim::task::crew::any_ship;
use crate::sim::task::{Groups, TaskRefusal};
use crate::sim::visibility::known_body;
use crate::sim::world::{Armoury, Condition, Grounds, Ship, Sides};

/// What a fleet does that does this.
pub(in crate::sim::task) const VERB: &str = "invades";

/// Fewer troopers than this are nobody.
const NOBODY: f64 = 0.5;

/// Whether troopers may land on a body: there is ground on it that is not of the own side, or on which enemies may
/// have landed, as far as the faction knows.
///
/// # Errors
/// There is no ground, or nobody to fight on it.
pub(in crate::sim) fn check(world: &mut World, faction: FactionId, body: BodyId) -> Result<(), TaskRefusal> {
    let name = solid_ground(world, body)?;
    let known = known_body(world, faction, body);
    let grounds = world.get_resource::<Grounds>();
    let is_beset =
        grounds.is_some_and(|grounds| grounds.of(body).is_beset(faction, world.resource::<Sides>()));
    // Of ground that is not seen nobody can say that it is at peace.
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

/// How many troopers are aboard of a ship; `None` where nobody is.
pub(in crate::sim) fn troopers_aboard(world: &World, ship: Entity) -> Option<f64> {
    let aboard = match world.get::<Condition>(ship) {
        Some(condition) => Some(condition.troopers),
        // No fight has been noted for it yet: it is as it was built.
        None => world
            .get::<Ship>(ship)
            .and_then(|ship| world.resource::<Armoury>().ships.get(ship.class))
            .map(|class| class.troopers),
    };
    aboard.filter(|troopers| *troopers >= NOBODY)
}
