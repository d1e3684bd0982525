//! Tasks of fleets, a file each, and the conduct of fleets in fights.
//!
//! - Enters: routes, the knowledge of factions, the state of ships.
//! - Leaves: legs that begin and end, places to go to, notices to players.
//! - Must never: know of orders. Orders, fights and yards ask a task, never one another.
//!
//! | file | a leg with this [`Goal`] |
//! |---|---|
//! | `move_to.rs` | flies to a place |
//! | `hold_ring.rs` | orbits in a ring |
//! | `follow.rs` | stays beside another fleet |
//! | `wait.rs` | rests until an event |
//! | `war/attack.rs` | goes to foes in sight and fights them |
//! | `war/land.rs`, `war/bombard.rs` | lands troopers, bombards; `war/ground.rs` has the common part |
//! | `patrol.rs`, `war/retreat.rs` | tasks composed of such legs |
//!
//! `join.rs` merges fleets, `rename.rs` renames one. `dispatch.rs` gives legs to fleets and starts them,
//! `route.rs` changes routes, `war/doctrine.rs` sets how a fleet fights.

mod crew;
pub mod dispatch;
pub mod follow;
mod hold_ring;
pub mod join;
pub mod move_to;
pub mod patrol;
mod refusal;
pub mod rename;
pub mod route;
mod wait;
pub mod war;

use bevy::prelude::*;

use crate::sim::visibility::WorldView;
use crate::sim::{FactionId, Goal, NavigateSystems, Notices, OfWorld, SimSystems, Tick};

pub(in crate::sim) use crew::{Groups, is_part, is_small_craft};
pub use dispatch::{SPACING_RADII, legs_abreast, middle_of};
pub(in crate::sim) use dispatch::{disband_if_empty, send};
pub(in crate::sim) use refusal::counted;
pub use refusal::{FARTHEST_AU, TaskRefusal};

/// Looks after the legs of all fleets, once the orders of the tick have been applied.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TaskSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_scratch::<Notices>("waits for the screen");
    app.configure_sets(Tick, TaskSystems.in_set(SimSystems::Orders));
    let update = (follow::update_routes, war::engagement::update_fights).chain();
    app.add_systems(Tick, update.in_set(TaskSystems));
    app.add_systems(Tick, war::ground::settle_landings.in_set(NavigateSystems::Land));
    app.add_plugins(war::engagement::plugin);
}

/// Whether ships of a faction may be sent to a goal at all, as far as it knows.
///
/// # Errors
/// The reason for the refusal.
pub(in crate::sim) fn check(view: WorldView, faction: FactionId, goal: &Goal) -> Result<(), TaskRefusal> {
    match *goal {
        Goal::Place(place) => move_to::check(&view.almanac().sky, &place),
        Goal::Ring { body, ring } => hold_ring::check(view.almanac(), body, ring),
        Goal::Wait(event) => wait::check(view.almanac(), event),
        Goal::Attack(quarry) => war::attack::check(view, faction, &quarry),
        Goal::Ground { body, assault } => war::ground::check(view, faction, body, assault),
        // The caller has checked that its player knows of them.
        Goal::Body(_) | Goal::Fleet { .. } => Ok(()),
    }
}

/// The action of a fleet on its way to a goal or there, as a verb; `None` if the fleet only goes there, or rests.
pub fn verb(goal: &Goal) -> Option<&'static str> {
    match goal {
        Goal::Attack(_) => Some(war::attack::VERB),
        Goal::Ground { assault, .. } => Some(war::ground::verb(*assault)),
        Goal::Fleet { guard, .. } => Some(if *guard { "guards" } else { "follows" }),
        Goal::Place(_) | Goal::Body(_) | Goal::Ring { .. } | Goal::Wait(_) => None,
    }
}

/// Whether these ships of a faction can carry out a leg; `engage`: whether they are to fight on the way.
///
/// # Errors
/// The reason for the refusal.
pub(in crate::sim) fn check_crew(
    view: WorldView,
    faction: FactionId,
    groups: &Groups,
    goal: &Goal,
    engage: bool,
) -> Result<(), TaskRefusal> {
    match *goal {
        Goal::Fleet { fleet, .. } => follow::check_crew(view, faction, groups, fleet)?,
        Goal::Attack(_) => war::attack::check_crew(view, groups)?,
        Goal::Ground { assault, .. } => war::ground::check_crew(view, groups, assault)?,
        Goal::Place(_) | Goal::Body(_) | Goal::Ring { .. } | Goal::Wait(_) => {}
    }
    if engage { war::attack::check_crew(view, groups) } else { Ok(()) }
}
