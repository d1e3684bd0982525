//! Worlds with the shipped rules, for tests.

use super::Simulation;
use crate::level::Level;
use crate::rules::test_support::{level_of, shipped};

/// The world of a level before its first tick.
pub fn world_of(level: &Level, seed: u64) -> Simulation {
    Simulation::new(level, &shipped().for_level(level), seed).expect("a sound level spawns")
}

/// The world of a level that is given as text, after a tick: everything is in its place.
pub fn begun(text: &str) -> Simulation {
    let mut simulation = world_of(&level_of(text), 1);
    simulation.run(1);
    simulation
}
