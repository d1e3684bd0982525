//! A world that is ready to be entered.

use bevy::prelude::*;

use super::AppState;
use super::playback::Playback;
use super::today::number_game;
use crate::level::{Level, ReadError, Severity};
use crate::rules::Rules;
use crate::sim::Simulation;

/// A level that was read and checked, to be entered.
#[derive(Resource, Clone, Debug)]
pub struct Opened {
    /// The level.
    pub level: Level,
    /// The rules of the level.
    pub rules: Rules,
    /// The seed of the world's chances; a save brings its own.
    pub seed: u64,
    /// The state of the program in its world: [`AppState::Playing`], or [`AppState::Menu`].
    pub state: AppState,
    /// The log that the world follows; `None` for a game.
    pub playback: Option<Playback>,
}

impl Opened {
    /// Spawns the level's world once, separately: a failure must not destroy the present world. A game that begins gets
    /// its number.
    ///
    /// # Errors
    /// A sentence: the rules do not fit the level, or its saved state.
    pub(super) fn tried(level: &Level, rules: &Rules, seed: u64) -> Result<Self, String> {
        let rules = rules.for_level(level);
        Simulation::new(level, &rules, seed).map_err(|error| error.to_string())?;
        let mut level = level.clone();
        number_game(&mut level);
        Ok(Self { level, rules, seed, state: AppState::Playing, playback: None })
    }
}

/// Enters the level in the next frame.
impl Command for Opened {
    type Out = ();

    fn apply(self, world: &mut World) {
        world.insert_resource(self);
        world.resource_mut::<NextState<AppState>>().set(AppState::Loading);
    }
}

/// The first error, and the number of further ones; the menu has no room for all of it.
pub fn in_a_line(error: ReadError) -> String {
    let ReadError::Faulty(faults) = error else { return error.to_string() };
    let others = faults.len() + faults.left_out();
    let first = faults.iter().find(|fault| fault.severity == Severity::Error);
    match (first, others.saturating_sub(1)) {
        (None, _) => "It cannot be played".to_owned(),
        (Some(first), 0) => first.to_string(),
        (Some(first), more) => format!("{first}; and {more} more"),
    }
}
