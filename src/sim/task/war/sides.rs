//! The side of ground, as far as a faction knows.

use bevy::prelude::*;

use crate::sim::Sky;
use crate::sim::ids::{BodyId, FactionId};
use crate::sim::task::TaskRefusal;
use crate::sim::visibility::KnownBody;
use crate::sim::world::{Sides, has_ground};

/// The name of a body with ground to fight for.
///
/// # Errors
/// It has none.
pub(in crate::sim::task) fn solid_ground(world: &World, body: BodyId) -> Result<String, TaskRefusal> {
    let this = world.resource::<Sky>().system.bodies.get(body);
    let name = this.map(|this| this.name.clone()).unwrap_or_default();
    if this.is_some_and(|this| has_ground(this.kind)) { Ok(name) } else { Err(TaskRefusal::NoGround(name)) }
}

/// Whether a body belongs to the side of a faction, as far as known.
pub(in crate::sim::task) fn is_own_side(world: &World, faction: FactionId, known: KnownBody) -> bool {
    known.owner.is_some_and(|owner| !world.resource::<Sides>().are_foes(faction, owner))
}
