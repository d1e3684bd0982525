//! The tick of minds: gathers what each may know, lets it think, and gives its orders.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use crate::level::Level;
use crate::rules::Rules;
use crate::sim::steering::system::Sharing;
use crate::sim::visibility::Views;
use crate::sim::{
    Calendar, FactionId, Factions, Minds, OfWorld, Order, OrderQueue, Seats, SimSystems, Simulation,
    SpawnError, Tick,
};

/// Ticks from one thought of a mind to the next.
pub const THINK_TICKS: u64 = 10;

/// An order of a mind, with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedOrder {
    /// The tick in which it was given.
    pub tick: u64,
    /// The mind's faction.
    pub faction: FactionId,
    /// The order.
    pub order: Order,
    /// The goal and the reasons, in words and numbers.
    pub why: String,
}

/// The orders of all minds since the world was spawned, for people and for proofs: the same orders without minds
/// make the same world.
#[derive(Resource, Clone, Debug, Default)]
pub struct MindLog(pub Vec<LoggedOrder>);

/// Lets minds play in a world.
pub fn plugin(app: &mut App) {
    app.init_scratch::<MindLog>("for people; no order depends on it");
    app.add_systems(Tick, think.in_set(SimSystems::Minds).run_if(is_due));
}

/// A world with its minds, without window, renderer or wall clock.
///
/// # Errors
/// See [`SpawnError`].
pub fn simulation(
    sharing: Sharing,
    level: &Level,
    rules: &Rules,
    seed: u64,
) -> Result<Simulation, SpawnError> {
    Simulation::with_players(plugin, sharing, level, rules, seed)
}

/// Whether a mind thinks in this tick.
fn is_due(seats: Res<Seats>, calendar: Res<Calendar>) -> bool {
    seats.0.keys().any(|faction| seats.playing(faction).is_some() && thinks_now(faction, calendar.tick))
}

/// Whether it is a faction's turn to think: the factions take turns.
fn thinks_now(faction: FactionId, tick: u64) -> bool {
    (tick + 3 * faction.0 as u64).is_multiple_of(THINK_TICKS)
}

fn think(world: &mut World, _inputs: &mut SystemState<Views>) {
    let _ = (world.resource::<Factions>(), world.resource::<Minds>(), world.resource::<OrderQueue>());
}
