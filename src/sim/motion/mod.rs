//! Motion of bodies, rings and wells, and of everything that they carry.
//!
//! - Enters: the calendar, the sky, ships and structures.
//! - Leaves: [`Sky`](crate::sim::world::Sky) at both ends of the tick; the [`ShipTable`]
//!   with the carriers of ships and their reach under their own power; structures at their places in the turned
//!   rings.
//! - Must never: ask for the goal of a ship.
//!
//! | file | does |
//! |---|---|
//! | `bodies.rs` | places all bodies for the end of the tick |
//! | `wells.rs` | the carrier and the speed limit of a ship |
//! | `ship_table.rs` | all ships of a tick in arrays |
//! | `ring_orbit.rs`, `structures.rs` | ships and structures that circle in rings |
//! | `obstacles.rs` | free places for new ships |
//! | `dates.rs` | dates of the events that fleets wait for |
//! | `names.rs` | goals by name as goals by number |

pub mod bodies;
pub mod dates;
pub mod names;
pub mod obstacles;
pub mod ring_orbit;
pub mod ship_table;
pub mod structures;
pub mod wells;

pub use names::{Missing, NameLookup};
pub(in crate::sim) use obstacles::{EXIT_RADII, free_place};
pub use ring_orbit::RingFrames;
pub use ship_table::ShipTable;
pub use wells::{anchor_at, resting_at};

use bevy::prelude::*;

use crate::sim::{MoveSystems, OfWorld, SimSystems, Tick};

pub(super) fn plugin(app: &mut App) {
    app.init_scratch::<ship_table::ShipTable>("filled again in every tick");
    app.add_plugins((bodies::plugin, structures::plugin));
    let carry = (ship_table::gather, wells::board, ring_orbit::ride).chain();
    app.add_systems(Tick, carry.in_set(SimSystems::Wells));
    app.add_systems(Tick, ship_table::scatter.in_set(MoveSystems::Scatter));
}
