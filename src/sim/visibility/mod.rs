//! Sight and memory of factions.
//!
//! - Enters: the places of sensors and units, and the balls that hide units behind them; all positions are
//!   heliocentric, J2000 ecliptic, km.
//! - Leaves: for each faction the set of units in sight, and the ghosts of units seen before; for each event the
//!   factions that know of it.
//! - Must never: draw anything, or depend on the order in which units are passed in or stored. `sight/` does not
//!   distinguish ships from structures.
//!
//! | part | file | does |
//! |---|---|---|
//! | rule of sight | `sight/seeing.rs` | whether one sensor sees one unit |
//! | scan | `sight/scan.rs`, `sight/group.rs` | the same for thousands of both, without a look at every pair |
//! | sensors | `sensors.rs` | sensors of a faction, and their ranges |
//! | units | `marks.rs` | ships and structures in one list, each with a number of its own |
//! | memory | `memory.rs` | ghosts: last sightings with place and tick; owners and garrisons of bodies as last known |
//! | knowledge | `knowledge.rs` | each faction's knowledge of others |
//! | bodies | `bodies.rs` | owners and garrisons of bodies, as far as each faction knows |
//! | events | `known_events.rs` | which factions know of an event |
//! | door | `view/` | a viewer's knowledge of the world, for screen, minds and network |
//! | world | `system.rs` | the looks of all factions, every few ticks |
//! | tests | `test_support.rs` | a world in which one faction knows some owners |
//!
//! The names and places of bodies are no secret: everyone has an almanac.

pub mod bodies;
pub mod knowledge;
mod known_events;
pub mod memory;
pub mod sensors;
pub mod sight;
pub mod system;
#[cfg(test)]
pub(crate) mod test_support;
pub mod view;

pub use bodies::{KnownBody, Survey, known_bodies, sees_structure};
pub use knowledge::{BodyNews, Knowledge, Viewer, may_see};
pub use memory::{LastKnown, Memory, SeenGarrison, UnitClass};
pub use sensors::{Looker, Lookouts, Post};
pub use sight::scan::SensorScan;
pub use sight::seeing::{Occluder, Sensor, Sighted, sees};
pub use system::{LOOK_TICKS, look_now, restore};
pub use view::{
    Almanac, HullState, KnownFleet, KnownGround, SeenShip, SeenStructure, Views, WorldView, with_view,
};

use bevy::prelude::*;

use crate::sim::{OfWorld, SimSystems, Tick};
use known_events::decide_who_knows;
use system::{Lookout, look_when_due};

pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<Knowledge>().init_scratch::<Lookout>("filled again with every look");
    // Events are judged by the sight in which they happened; the second run has only the sightings to judge.
    let systems = (decide_who_knows, look_when_due, decide_who_knows);
    app.add_systems(Tick, systems.chain().in_set(SimSystems::Know));
}
