//! How fleets behave when foes are near: who goes for whom, at which distance its ships fight, and when they go
//! on, go back or withdraw.
//!
//! - Enters: fleets with their doctrines and orders, and what their factions see of foes.
//! - Leaves: an [`Engagement`](crate::sim::world::Engagement) for every fleet that is in a fight; the goals of its ships while it manoeuvres;
//!   legs of war begun and ended; fleets that withdraw.
//! - Must never: move a ship (that is steering's), know a foe that the faction does not see, or keep anything
//!   from tick to tick but [`Engagement`](crate::sim::world::Engagement)s and what fleets [`UnderFire`](crate::sim::world::UnderFire) have lost.
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
//! What is decided is decided between two ticks, right behind the orders, when ships and sky stand at the same
//! moment. It is decided from what a save keeps, so that a resumed one decides the same.

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
