//! The world and its tick.
//!
//! What enters: a checked [`Level`](crate::level::Level) through [`spawn()`], and orders through the one
//! door, [`orders::OrderDoor`]. What leaves: positions and states that a viewer may read, answers to the
//! orders, and [`capture()`], which gives the world back as a level. The world must never read a clock on
//! the wall, a `Transform`, a window or a key; the same level, seed and orders always give the same
//! [`StateHash`], on any machine and with any number of threads.
//!
//! A tick is the schedule [`FixedUpdate`], in the order of [`SimSystems`]; each set has a file:
//!
//! | set | file | does |
//! |---|---|---|
//! | Orders | `orders.rs`, `fight/conduct.rs` | checks and applies what came through the door; begins fights |
//! | Sky | `sky.rs` | places every body for this tick |
//! | Wells | `wells.rs`, `circling.rs` | what carries a ship along, and how fast it may go there |
//! | Navigate | `parking.rs`, `formation/`, `navigate/` | turns routes into a goal for every ship |
//! | Steer | `steer/` | attraction and repulsion move the ships; nothing overlaps |
//! | Move | `traffic.rs`, `navigate/` | writes back where they are, and who has arrived |
//! | Fight | `fight/` | who is within reach of foes shoots, hits, suffers and mends |
//! | Ground | `ground/` | troopers land and fight, bodies change hands |
//! | Hold | `holdings/`, `economy/` | what grows is paid for, yards build, incomes and upkeep |
//! | Judge | `victory.rs`, `history.rs` | who has won, and what is kept for the result |
//! | Know | `sight/` | everyone looks round, and remembers |
//! | Seal | `seal.rs` | counts the tick and hashes the state |

pub mod anchor;
pub mod calendar;
pub mod capture;
pub mod circling;
mod digest;
pub mod economy;
pub mod fight;
pub mod fleets;
pub mod forecast;
pub mod formation;
pub mod ground;
pub mod history;
pub mod holdings;
mod lifetime;
pub mod measure;
pub mod navigate;
pub mod order_file;
pub mod orders;
pub mod overlap;
pub mod parking;
pub mod rings;
pub mod script;
pub mod seal;
pub mod ships;
pub mod sight;
pub mod simulation;
pub mod sky;
pub mod spawn;
pub mod steer;
pub mod traffic;
pub mod victory;
pub mod waits;
pub mod wells;

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;

pub use anchor::Anchor;
pub use calendar::Calendar;
pub use capture::capture;
pub use fleets::{Fleet, FleetId, Leg, Route, Target};
use lifetime::OfWorld;
pub use orders::{
    EstateOrder, NewLeg, Order, OrderDoor, PlayerId, QuarryOrder, Refusal, RouteEdit, Units, WarOrder,
    WarRefusal,
};
pub use seal::StateHash;
pub use ships::{Flight, Position, Ship, ShipId};
pub use simulation::Simulation;
pub use sky::Sky;
pub use spawn::{SpawnError, spawn};

/// The parts of a tick, in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimSystems {
    /// Check and apply what came through the door.
    Orders,
    /// Place every body for the end of this tick.
    Sky,
    /// Gather the ships, and find what carries each.
    Wells,
    /// Turn routes into goals.
    Navigate,
    /// Move the ships by attraction and repulsion, so that nothing overlaps.
    Steer,
    /// Write back where they are, and see who has arrived.
    Move,
    /// Foes within reach of each other shoot, and what is hit suffers.
    Fight,
    /// Troopers land and fight, and bodies change hands.
    Ground,
    /// What grows is paid for, yards build, and the economy goes on.
    Hold,
    /// See who has won, and note what the result will show.
    Judge,
    /// Everyone looks round, every few ticks.
    Know,
    /// Count the tick and hash the state.
    Seal,
}

/// Adds the world's tick to an app. Where the calendar ends there are no more ticks, see [`calendar`].
/// [`spawn()`] must have put a world into it before the first tick.
pub fn plugin(app: &mut App) {
    app.configure_sets(
        FixedUpdate,
        (
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
            .run_if(calendar::goes_on),
    );
    // The parts of a tick follow one another, so there is nothing that an executor could do at once.
    app.edit_schedule(FixedUpdate, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
    app.init_of_world::<OrderDoor>().init_of_world::<traffic::Traffic>();
    app.add_plugins((
        orders::plugin,
        sky::plugin,
        wells::plugin,
        navigate::plugin,
        parking::plugin,
        formation::system::plugin,
        steer::system::plugin,
        fight::plugin,
        ground::plugin,
        holdings::plugin,
        victory::plugin,
        history::plugin,
        sight::system::plugin,
        seal::plugin,
    ));
}
