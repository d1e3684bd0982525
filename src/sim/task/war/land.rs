//! Land troopers on a foreign body, or on a friendly body in aid against invaders. `ground.rs` has the fleet's
//! place and the end of the task.

use bevy::prelude::*;

use super::sides::{is_own_side, solid_ground};
use crate::sim::task::Groups;
use crate::sim::visibility::WorldView;
use crate::sim::{ArmedClass, BodyId, Condition, FactionId, TaskRefusal};

/// The verb of this task.
pub(in crate::sim::task) const VERB: &str = "invades";

/// Troopers below this number count as none.
const NOBODY: f64 = 0.5;

/// Whether troopers may land on a body: it has ground and, as far as the faction knows, belongs to another side or
/// may be invaded.
///
/// # Errors
/// The body has no ground, or there is nobody to fight on it.
pub(in crate::sim) fn check(view: WorldView, faction: FactionId, body: BodyId) -> Result<(), TaskRefusal> {
    let almanac = view.almanac();
    let name = solid_ground(almanac, body)?;
    // Ground out of sight may be invaded.
    let is_at_peace = view.ground(body).is_some_and(|known| !known.ground.is_beset(faction, &almanac.sides));
    if is_own_side(view, faction, body) && is_at_peace { Err(TaskRefusal::NotBeset(name)) } else { Ok(()) }
}

/// Whether some of the ships have troopers aboard.
///
/// # Errors
/// None has.
pub(in crate::sim) fn check_crew(view: WorldView, groups: &Groups) -> Result<(), TaskRefusal> {
    let mut ships = groups.iter().flat_map(|(_, ships)| ships);
    if ships.any(|ship| troopers_known(view, *ship).is_some()) {
        Ok(())
    } else {
        Err(TaskRefusal::NoTroopers)
    }
}

/// Number of troopers aboard an own ship; `None` if there are none.
pub(in crate::sim) fn troopers_known(view: WorldView, ship: Entity) -> Option<f64> {
    let seen = view.ship(ship).filter(|seen| view.knows_secrets_of(seen.owner))?;
    troopers_aboard(seen.condition, view.almanac().arms_table.ships.get(seen.ship.class))
}

/// Number of troopers aboard a ship of a class; `None` if there are none.
pub(in crate::sim) fn troopers_aboard(
    condition: Option<&Condition>,
    class: Option<&ArmedClass>,
) -> Option<f64> {
    // A ship without a condition has not fought yet and is as built.
    let as_built = || class.map(|class| class.troopers);
    let aboard = condition.map(|condition| condition.troopers).or_else(as_built);
    aboard.filter(|troopers| *troopers >= NOBODY)
}
