//! The side that holds a ground, as far as a faction knows it now. An owner that is only remembered bars no order.

use crate::sim::visibility::{Almanac, WorldView};
use crate::sim::{BodyId, FactionId, TaskRefusal, has_ground};

/// The name of a body with ground to fight for.
///
/// # Errors
/// The body has no ground.
pub(in crate::sim::task) fn solid_ground(almanac: &Almanac, body: BodyId) -> Result<String, TaskRefusal> {
    let this = almanac.sky.system.bodies.get(body);
    let name = almanac.body_in_words(body);
    if this.is_some_and(|this| has_ground(this.kind)) { Ok(name) } else { Err(TaskRefusal::NoGround(name)) }
}

/// Whether a body belongs to the side of a faction, as far as known now.
pub(in crate::sim::task) fn is_own_side(view: WorldView, faction: FactionId, body: BodyId) -> bool {
    view.owner_now(body).is_some_and(|owner| !view.almanac().sides.are_foes(faction, owner))
}
