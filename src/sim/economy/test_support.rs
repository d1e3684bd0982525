//! Small worlds with possessions, for tests of the economy.

use bevy::prelude::*;

use super::levels::{enter_possessions, lay_rings};
use crate::level::source::parse::dialect;
use crate::level::{Level, StarSystem};
use crate::rules::test_support::shipped;
use crate::sim::{Calendar, Factions, NextIds, ShipClasses, Sky, SpawnError};

/// A level from its text, which must be sound.
pub fn level_of(text: &str) -> Level {
    dialect().from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The world of a level at tick 0, with its possessions and without fleets.
pub fn world_from(level: &Level) -> Result<World, SpawnError> {
    let rules = shipped().for_level(level);
    let system = StarSystem::build(level).expect("the sky is sound");
    let calendar = Calendar { clock: system.clock, tick: 0, seed: 0 };
    let mut world = World::new();
    world.insert_resource(Sky::new(system, calendar.now_jd()));
    world.insert_resource(calendar);
    world.insert_resource(Factions(level.factions.clone().into()));
    world.insert_resource(ShipClasses(rules.ship_classes.clone().into()));
    world.insert_resource(NextIds::default());
    lay_rings(&mut world, &rules);
    enter_possessions(&mut world, level, &rules)?;
    Ok(world)
}

/// The world of a level's text, whose names are all known.
pub fn world_of(text: &str) -> World {
    world_from(&level_of(text)).expect("every name is known")
}
