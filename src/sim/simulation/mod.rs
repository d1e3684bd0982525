//! A world without a client: for tests, servers and the `simulate` command.
//!
//! - Enters: a checked level, its rules, a seed, and orders by tick.
//! - Leaves: a world, tick by tick; hashes, saves, measurements.
//! - Must never: read a clock, or change the world by measuring it.
//!
//! `measure.rs` makes the report of a run, `overlap.rs` counts overlaps; `test_support.rs` has worlds for tests.

use bevy::prelude::*;

use super::snapshot::{capture, spawn};
use super::steering::system::Sharing;
use super::world::SpawnError;
use super::{Calendar, Digests, Refusal, Tick};
use crate::level::Level;
use crate::rules::Rules;
use crate::sim::order::file::TimedOrder;
use crate::sim::order::script::Script;

/// A world with its tick, without window, renderer or wall clock.
pub struct Simulation {
    app: App,
    /// Orders that are still to come.
    script: Script,
}

impl Simulation {
    /// Spawns a checked level, with all threads of the machine and without computer players. `rules` are the level's
    /// rules ([`crate::rules::Rules::for_level`]).
    ///
    /// # Errors
    /// See [`SpawnError`].
    pub fn new(level: &Level, rules: &Rules, seed: u64) -> Result<Self, SpawnError> {
        Self::with_sharing(Sharing::default(), level, rules, seed)
    }

    /// Spawns a checked level with this many threads, 1 or more.
    ///
    /// # Errors
    /// See [`SpawnError`].
    pub fn with_threads(threads: usize, level: &Level, rules: &Rules, seed: u64) -> Result<Self, SpawnError> {
        Self::with_sharing(Sharing { threads, ..Sharing::default() }, level, rules, seed)
    }

    /// Spawns a checked level with explicit settings for the sharing of work.
    ///
    /// # Errors
    /// See [`SpawnError`].
    pub fn with_sharing(
        sharing: Sharing,
        level: &Level,
        rules: &Rules,
        seed: u64,
    ) -> Result<Self, SpawnError> {
        Self::with_players(|_: &mut App| {}, sharing, level, rules, seed)
    }

    /// Spawns a checked level with a plugin of players that are programs, in [`SimSystems::Minds`](super::SimSystems).
    ///
    /// # Errors
    /// See [`SpawnError`].
    pub fn with_players(
        players: impl Plugin,
        sharing: Sharing,
        level: &Level,
        rules: &Rules,
        seed: u64,
    ) -> Result<Self, SpawnError> {
        let mut app = App::new();
        app.insert_resource(sharing).add_plugins((super::plugin, players));
        app.finish();
        app.cleanup();
        spawn(app.world_mut(), level, rules, seed)?;
        Ok(Self { app, script: Script::default() })
    }

    /// Hands in orders when their ticks come. Orders for past ticks are left out.
    pub fn set_script(&mut self, orders: Vec<TimedOrder>) {
        self.script = Script::new(orders, self.tick_count());
    }

    /// Does one tick.
    ///
    /// # Errors
    /// The script names a player that the level does not have.
    pub fn tick(&mut self) -> Result<(), String> {
        self.script.hand_in(self.app.world_mut())?;
        self.app.world_mut().run_schedule(Tick);
        self.app.world_mut().clear_trackers();
        Ok(())
    }

    /// See [`Script::take_refusals`].
    pub fn take_refusals(&mut self) -> Vec<Refusal> {
        self.script.take_refusals(self.app.world_mut())
    }

    /// Does `count` ticks of a world without a script.
    pub fn run(&mut self, count: u64) {
        for _ in 0..count {
            self.app.world_mut().run_schedule(Tick);
            self.app.world_mut().clear_trackers();
        }
    }

    /// Ticks since the level's epoch.
    pub fn tick_count(&self) -> u64 {
        self.app.world().resource::<Calendar>().tick
    }

    /// The hash of the whole state after the last tick.
    pub fn hash(&self) -> u64 {
        self.digests().state_hash()
    }

    /// The digests of the parts of the state after the last tick.
    pub fn digests(&self) -> Digests {
        *self.app.world().resource::<Digests>()
    }

    /// The world as a level.
    pub fn capture(&mut self) -> Option<Level> {
        capture(self.app.world_mut())
    }

    /// The world, for inspection and orders.
    pub fn world(&self) -> &World {
        self.app.world()
    }

    /// The world, for queries.
    pub fn world_mut(&mut self) -> &mut World {
        self.app.world_mut()
    }
}
pub mod measure;
pub mod overlap;
#[cfg(test)]
pub(crate) mod test_support;
