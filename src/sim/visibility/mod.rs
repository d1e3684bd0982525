//! What each faction sees, and what it remembers.
//!
//! What enters: where eyes and things are, and the balls that hide what is behind them; all positions are
//! heliocentric, J2000 ecliptic, km. What leaves: for each faction the set of things that it sees now, and
//! the ghosts of those that it saw before; and of each event the factions that know of it. Nothing here draws
//! anything, `sight/` does not know a ship from a structure, and nothing may depend on the order in which things are
//! handed in or stored.
//! anything, of these files only `eyes.rs` and the last four know a ship from a structure, and nothing may depend on
//! the order in which things are handed in or stored.
//!
//! | part | file | does |
//! |---|---|---|
//! | the rule | `sight/seeing.rs` | whether one eye sees one thing |
//! | the watch | `sight/watch.rs`, `sight/group.rs` | the same for thousands of both, without looking at every pair |
//! | sets | `sight/bits.rs` | what is seen, a bit each |
//! | eyes | `eyes.rs` | what of a faction looks round, and how far |
//! | numbers | `marks.rs` | one for each ship and structure |
//! | memory | `memory.rs` | ghosts: what was seen, where, and when |
//! | knowledge | `knowledge.rs` | what each faction knows of others |
//! | bodies | `bodies.rs` | whose bodies are, as far as each faction can tell |
//! | events | `known_events.rs` | who knows of what happened |
//! | the door | `view/` | what one viewer knows of the world, for screen, minds and network |
//! | the world | `system.rs` | who looks when, at what |
//!
//! The names of bodies and where they are is no secret: everyone has an almanac.

pub mod bodies;
pub mod eyes;
pub mod knowledge;
mod known_events;
mod marks;
pub mod memory;
pub mod sight;
pub mod system;
#[cfg(test)]
pub(crate) mod trial;
pub mod view;

pub use bodies::{KnownBody, Survey, known_bodies, known_body, sees_structure};
pub use eyes::{Looker, Lookouts, Post};
pub use knowledge::{Knowledge, Viewer, may_see};
pub use marks::what;
pub use memory::{Ghost, Memory};
pub use sight::bits::Bits;
pub use sight::seeing::{Eye, Occluder, Sighted, sees};
pub use sight::watch::Watch;
pub use system::{LOOK_TICKS, go_on, look_now};
pub use view::{HullState, KnownGround, SeenShip, SeenStructure, Views, WorldView, with_view};

use bevy::prelude::*;

use crate::sim::world::lifetime::OfWorld;
use crate::sim::{SimSystems, Tick};
use known_events::decide_who_knows;
use system::{Lookout, look_when_due};

pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<Knowledge>().init_scratch::<Lookout>("filled again with every look");
    // Events are known by the sight in which they happened; the second time only sightings are left.
    let systems = (decide_who_knows, look_when_due, decide_who_knows);
    app.add_systems(Tick, systems.chain().in_set(SimSystems::Know));
}
