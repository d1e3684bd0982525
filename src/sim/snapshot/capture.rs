//! From a world to a save: the level that the world was made from, with its present state.
//!
//! It takes two steps. [`CapturedWorld::of`] copies the state, between two ticks and on the thread of the world;
//! [`CapturedWorld::into_save`] writes the copy as text, on any thread.

use std::rc::Rc;

use bevy::prelude::*;

use super::names::names_in;
use super::state::WorldState;
use crate::level::ids::names::{Names, with_names};
use crate::level::{Epoch, Level, SCHEMA_VERSION, SavedState};
use crate::sim::{Calendar, SourceLevel};

/// A copy of a world, as it stood between two ticks.
pub struct CapturedWorld {
    /// The level that the world was made from, with the date at tick 0.
    level: Level,
    /// The names that stand for numbers in the text.
    names: Names,
    state: WorldState,
}

impl CapturedWorld {
    /// The present state of a world; `None` if no world was spawned.
    pub fn of(world: &mut World) -> Option<Self> {
        let state = WorldState::of(world)?;
        let source = &world.get_resource::<SourceLevel>()?.0;
        let epoch = Epoch::Jd(world.get_resource::<Calendar>()?.clock.epoch_jd);
        let level = Level { schema_version: SCHEMA_VERSION, epoch, starts_today: false, ..source.clone() };
        Some(Self { level, names: names_in(world)?, state })
    }

    /// The tick of the world.
    pub fn tick(&self) -> u64 {
        self.state.tick
    }

    /// The world as a save, exact to the last bit.
    ///
    /// # Errors
    /// If a value has no form in RON; the state of a sound world has.
    pub fn into_save(self) -> Result<Level, ron::Error> {
        let state = with_names(Rc::new(self.names), || SavedState::write(&self.state))?;
        Ok(Level { state: Some(state), ..self.level })
    }
}

/// The world as a save, in one step; `None` if no world was spawned.
pub fn capture(world: &mut World) -> Option<Level> {
    let save = CapturedWorld::of(world)?.into_save();
    save.inspect_err(|error| error!("the world cannot be written down: {error}")).ok()
}
