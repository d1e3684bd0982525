//! What fleets do: the deeds behind the legs of a route, and how a fleet conducts itself in a fight.
//!
//! - Enters: routes, what a faction sees, the state of ships.
//! - Leaves: legs that begin and end, places to go to, notices to players.
//! - Must never: know of orders. Orders, fights and yards ask a task, never one another.

pub mod attack;
pub mod dispatch;
pub mod engagement;
pub mod follow;
pub mod landing;
pub mod retreat;
mod ring;

use bevy::prelude::*;

use crate::sim::lifetime::OfWorld;
use crate::sim::world::Notices;
use crate::sim::{NavigateSystems, SimSystems, Tick};

/// Looks after the legs of all fleets, once the orders of the tick have been applied.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TaskSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<Notices>();
    app.configure_sets(Tick, TaskSystems.in_set(SimSystems::Orders));
    let update = (follow::mind_routes, engagement::mind_fights).chain();
    app.add_systems(Tick, update.in_set(TaskSystems));
    app.add_systems(Tick, landing::settle_landings.in_set(NavigateSystems::Land));
    app.add_plugins(engagement::plugin);
}
