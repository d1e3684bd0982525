//! Conduct of fleets near foes: the choice of a foe, the distances at which ships fight, and the decision to go
//! on, to go back or to withdraw.
//!
//! - Enters: fleets with their doctrines and orders, and the foes that their factions see.
//! - Leaves: an [`Engagement`](crate::sim::world::Engagement) for every fleet in a fight; the goals of its ships
//!   while it manoeuvres; attack legs begun and ended; withdrawals.
//! - Must never: move a ship (steering does), know a foe that the faction does not see, or keep anything from tick
//!   to tick but [`Engagement`](crate::sim::world::Engagement)s and the losses of fleets
//!   [`UnderFire`](crate::sim::world::UnderFire).
//!
//! | file | does | when |
//! |---|---|---|
//! | `rules.rs` | rules of engagement, from stance and orders | |
//! | `scan.rs` | scans every few ticks: beginnings and ends of fights | Orders |
//! | `strength.rs` | the value of a fleet, and the limit of its losses | |
//! | `withdrawal.rs` | withdraws fleets under fire without a fight of their own | Orders |
//! | `../hunt.rs` | ordered targets, their places, and the end of the attack | Orders |
//! | `../ground.rs` | places of fleets that land or bombard, and the end of their legs | Navigate, Orders |
//! | `manoeuvre.rs` | goals of ships in a fight: circling or standing off | Navigate |
//! | `facing.rs` | facings of standing ships | Navigate |
//! | `moving.rs` | positions of targets | Navigate |
//!
//! Decisions are taken between two ticks, right after the orders, when ships and sky stand at the same moment.
//! They depend only on saved state, so that a resumed game decides alike.

mod facing;
mod manoeuvre;
mod moving;
pub mod rules;
pub mod scan;
mod strength;
mod withdrawal;

use bevy::prelude::*;

use crate::sim::{NavigateSystems, OfWorld, Tick};

pub use rules::{Vigilance, vigilance};
pub(in crate::sim) use scan::update_fights;
pub use scan::widest_well;

pub(in crate::sim::task) fn plugin(app: &mut App) {
    app.init_scratch::<moving::MovingStructures>("filled again in every tick");
    let goals = (moving::gather_standing, manoeuvre::manoeuvre, facing::face).chain();
    app.add_systems(Tick, goals.in_set(NavigateSystems::Engage));
}
