//! Conduct of fleets near foes: the choice of a foe, the distances at which ships fight, and when a fleet goes on,
//! goes back or withdraws.
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
//! | `rules.rs` | says what makes a fleet engage, from its stance and its orders | |
//! | `scan.rs` | looks round every few ticks: who begins to fight, and who is done | Orders |
//! | `strength.rs` | what a fleet is worth, and when it has lost enough | |
//! | `withdrawal.rs` | has fleets withdraw that are shot at without being in a fight | Orders |
//! | `attack.rs` | knows what is attacked by order, where it is seen, and when nothing of it is left | Orders |
//! | `ground.rs` | where fleets stay that land or bombard, and when they are done | Navigate, Orders |
//! | `manoeuvre.rs` | goals of ships in a fight: circling or standing off | Navigate |
//! | `facing.rs` | which way ships lie that stand | Navigate |
//! | `moving.rs` | where those are that are fought | Navigate |
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

use crate::sim::world::lifetime::OfWorld;
use crate::sim::{NavigateSystems, Tick};

pub use rules::{Vigilance, vigilance};
pub(in crate::sim) use scan::update_fights;
pub use scan::widest_well;

pub(in crate::sim::task) fn plugin(app: &mut App) {
    app.init_scratch::<moving::Standing>("filled again in every tick");
    let goals = (moving::gather_standing, manoeuvre::manoeuvre, facing::face).chain();
    app.add_systems(Tick, goals.in_set(NavigateSystems::Engage));
}
