//! From a world to a save: the level that the world was made from, with its present state.

use bevy::prelude::*;

use super::names::names_in;
use super::state::WorldState;
use crate::level::ids::names::with_names;
use crate::level::{Epoch, Level, SCHEMA_VERSION, SavedState};
use crate::sim::{Calendar, SourceLevel};

/// The world as a save, exact to the last bit; `None` if no world was spawned.
pub fn capture(world: &mut World) -> Option<Level> {
    let state = WorldState::of(world)?;
    let mut level = world.get_resource::<SourceLevel>()?.0.clone();
    let names = names_in(world)?;
    level.schema_version = SCHEMA_VERSION;
    level.epoch = Epoch::Jd(world.get_resource::<Calendar>()?.clock.epoch_jd);
    level.starts_today = false;
    level.state = match with_names(names, || SavedState::write(&state)) {
        Ok(state) => Some(state),
        Err(error) => {
            error!("the world cannot be written down: {error}");
            return None;
        }
    };
    Some(level)
}
