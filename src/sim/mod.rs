//! The world and its tick.
//!
//! - Enters: a checked [`Level`](crate::level::Level) through [`spawn()`], and orders through the one door,
//!   [`OrderQueue`].
//! - Leaves: positions and states that a viewer may read, answers to the orders, and [`capture()`], which
//!   gives the world back as a level.
//! - Must never: read a wall clock, a `Transform`, a window or a key. The same level, seed and orders always give
//!   the same [state hash](Digests), on any machine and with any number of threads.
//!
//! A tick is the schedule [`Tick`], in the order of [`SimSystems`]:
//!
//! | set | room | does |
//! |---|---|---|
//! | Players | `order` | checks and applies the orders that wait |
//! | Minds | `ai`, a room of its own | computer players give their orders |
//! | Orders | `order`, `task` | checks and applies the orders of minds; begins fights |
//! | Sky | `motion` | places every body for this tick |
//! | Wells | `motion` | the carrier and the speed limit of each ship |
//! | Navigate | `navigation`, `task` | turns routes into a goal for every ship |
//! | Steer | `steering` | attraction and repulsion move the ships; nothing overlaps |
//! | Move | `motion`, `navigation` | writes places back, and ends legs |
//! | Fight | `combat` | foes within reach shoot, hit, suffer and repair |
//! | Ground | `invasion` | troopers land and fight, bodies change hands |
//! | Hold | `economy` | growth is paid for, yards build, incomes and upkeep |
//! | Judge | `outcome` | the fall of factions, victory, and the history for the result |
//! | Know | `visibility` | decides which factions know of the tick's events; all look round, and remember |
//! | Seal | `snapshot` | counts the tick and hashes the state |
//!
//! Components and resources that several rooms share are in `world`, numbers in `ids`, shapes and neighbours in
//! `spatial`, hashes in `digest`. Events of the tick are in `event`. Two rooms have no part in a tick: `forecast`
//! predicts for players, and `simulation` runs a world without a client. A room may use those above it in the table
//! of parts in `docs/architecture.md`, and a test rejects cycles.

pub mod combat;
mod digest;
pub mod economy;
pub mod event;
pub mod forecast;
pub mod ids;
pub mod invasion;
pub mod motion;
pub mod navigation;
pub mod order;
pub mod outcome;
pub mod simulation;
pub mod snapshot;
pub mod spatial;
pub mod steering;
pub mod task;
pub mod visibility;
pub mod world;

use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

pub use ids::*;
pub use order::{
    Command, ConstructionOrder, Order, OrderQueue, Refusal, RouteEdit, TaskRefusal, Units, When,
};
pub use simulation::Simulation;
pub use snapshot::{CapturedWorld, Digests, capture, check_state, clear, spawn, text_of};
pub use world::lifetime::{Era, OfWorld, Scratch};
pub use world::*;

/// The schedule of a tick. The owner of the clock runs it: [`Simulation`] on demand, the client from its fixed
/// time step.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tick;

/// The parts of a tick, in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimSystems {
    /// Check and apply the orders that wait: a pause before the tick may do so as well.
    Players,
    /// Minds give their orders; the world itself has none.
    Minds,
    /// Check and apply the orders of minds.
    Orders,
    /// Place every body for the end of this tick.
    Sky,
    /// Gather the ships, and find the carrier of each.
    Wells,
    /// Turn routes into goals.
    Navigate,
    /// Move the ships by attraction and repulsion, so that nothing overlaps.
    Steer,
    /// Write places back, and end legs.
    Move,
    /// Foes within reach of each other shoot, and hits are suffered.
    Fight,
    /// Troopers land and fight, and bodies change hands.
    Ground,
    /// Growth is paid for, yards build, and the economy proceeds.
    Hold,
    /// Forget fallen factions, look for a winner, and keep the history for the result.
    Judge,
    /// Decide which factions know of the tick's events; every few ticks all factions look round.
    Know,
    /// Count the tick and hash the state.
    Seal,
}

/// The parts of [`SimSystems::Navigate`], in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NavigateSystems {
    /// Fleets that are sent to a body or a ring get a place there.
    Berth,
    /// Fleets that are to land or to bombard get a place to do it from.
    Land,
    /// Fleets that begin a leg get their formation.
    Form,
    /// Courses are planned, and every ship gets a goal.
    Plan,
    /// Ships that fight, or stand, get another goal.
    Engage,
}

/// The parts of [`SimSystems::Move`], in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveSystems {
    /// The results of the tick go back to the ships.
    Scatter,
    /// Legs end whose ships have arrived.
    Arrive,
}

/// Adds the world's tick to an app. Ticks end with the calendar, see [`Calendar`]. [`spawn()`] must have put a
/// world into it before the first tick.
pub fn plugin(app: &mut App) {
    app.configure_sets(
        Tick,
        (
            SimSystems::Players,
            SimSystems::Minds,
            SimSystems::Orders,
            SimSystems::Sky,
            SimSystems::Wells,
            SimSystems::Navigate,
            SimSystems::Steer,
            SimSystems::Move,
            SimSystems::Fight,
            SimSystems::Ground,
            SimSystems::Hold,
            SimSystems::Judge,
            SimSystems::Know,
            SimSystems::Seal,
        )
            .chain()
            .run_if(resource_exists::<Sky>)
            .run_if(goes_on),
    );
    let navigate = (
        NavigateSystems::Berth,
        NavigateSystems::Land,
        NavigateSystems::Form,
        NavigateSystems::Plan,
        NavigateSystems::Engage,
    );
    app.configure_sets(Tick, navigate.chain().in_set(SimSystems::Navigate));
    let moves = (MoveSystems::Scatter, MoveSystems::Arrive);
    app.configure_sets(Tick, moves.chain().in_set(SimSystems::Move));
    // The parts of a tick follow one another, so there is nothing that an executor could do at once.
    app.init_schedule(Tick).edit_schedule(Tick, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
    app.add_plugins((
        world::lifetime::plugin,
        world::plugin,
        event::plugin,
        order::plugin,
        task::plugin,
        motion::plugin,
        navigation::plugin,
        navigation::formation::system::plugin,
        steering::system::plugin,
        combat::plugin,
        invasion::plugin,
        economy::plugin,
        outcome::plugin,
        visibility::plugin,
        snapshot::plugin,
    ));
}

/// Whether there is a world, and a tick that is to come.
fn goes_on(calendar: Option<Res<Calendar>>) -> bool {
    calendar.is_some_and(|calendar| !calendar.is_over())
}
