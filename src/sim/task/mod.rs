//! What fleets do: a file a task, and how a fleet conducts itself in a fight.
//!
//! - Enters: routes, what a faction sees, the state of ships.
//! - Leaves: legs that begin and end, places to go to, notices to players.
//! - Must never: know of orders. Orders, fights and yards ask a task, never one another.
//!
//! | file | what a leg with this [`Goal`] does |
//! |---|---|
//! | `move_to.rs` | flies to a place |
//! | `hold_ring.rs` | circles in a ring |
//! | `follow.rs` | stays beside another fleet |
//! | `wait.rs` | rests until something comes |
//! | `war/attack.rs` | goes where something of others is seen and fights it |
//! | `war/land.rs`, `war/bombard.rs` | lands troopers, bombards; `war/ground.rs` has what both share |
//! | `patrol.rs`, `war/retreat.rs` | tasks that are made of such legs |
//!
//! `join.rs` makes one fleet of several, `rename.rs` gives a fleet another name. `dispatch.rs` gives legs to fleets
//! and has them begin, `route.rs` changes routes, `war/doctrine.rs` says how a fleet is to fight.

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

use crate::sim::ids::FactionId;
use crate::sim::world::lifetime::OfWorld;
use crate::sim::world::{Goal, Notices};
use crate::sim::{NavigateSystems, SimSystems, Tick};

pub(in crate::sim) use crew::{Groups, is_small_craft};
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
/// Why not.
pub(in crate::sim) fn check(world: &mut World, faction: FactionId, goal: &Goal) -> Result<(), TaskRefusal> {
    match *goal {
        Goal::Place(place) => move_to::check(world, &place),
        Goal::Ring { body, ring } => hold_ring::check(world, body, ring),
        Goal::Wait(event) => wait::check(world, event),
        Goal::Attack(quarry) => war::attack::check(world, faction, &quarry),
        Goal::Ground { body, assault } => war::ground::check(world, faction, body, assault),
        // The one who names them knows of them.
        Goal::Body(_) | Goal::Fleet { .. } => Ok(()),
    }
}

/// What a fleet does on its way to a goal or there, as a verb; `None` where it only goes there, or rests.
pub fn verb(goal: &Goal) -> Option<&'static str> {
    match goal {
        Goal::Attack(_) => Some(war::attack::VERB),
        Goal::Ground { assault, .. } => Some(war::ground::verb(*assault)),
        Goal::Fleet { guard, .. } => Some(if *guard { "guards" } else { "follows" }),
        Goal::Place(_) | Goal::Body(_) | Goal::Ring { .. } | Goal::Wait(_) => None,
    }
}

/// Whether these ships of a faction can do what a leg asks of them; `engage` says whether they are to fight on
/// the way.
///
/// # Errors
/// Why not.
pub(in crate::sim) fn check_crew(
    world: &mut World,
    faction: FactionId,
    groups: &Groups,
    goal: &Goal,
    engage: bool,
) -> Result<(), TaskRefusal> {
    match *goal {
        Goal::Fleet { fleet, .. } => follow::check_crew(world, faction, groups, fleet)?,
        Goal::Attack(_) => war::attack::check_crew(world, groups)?,
        Goal::Ground { assault, .. } => war::ground::check_crew(world, groups, assault)?,
        Goal::Place(_) | Goal::Body(_) | Goal::Ring { .. } | Goal::Wait(_) => {}
    }
    if engage { war::attack::check_crew(world, groups) } else { Ok(()) }
}
