//! A watched world for the tests of the log.

use crate::client::view::Onlooker;
use crate::client::view::known::seen::KnownBodies;
use crate::sim::Simulation;
use crate::sim::visibility::Viewer;
use crate::sim::visibility::test_support::{TERRA, held};

/// The world of [`held`], as Terra sees it.
pub fn watched() -> Simulation {
    let mut simulation = held();
    let world = simulation.world_mut();
    world.insert_resource(Onlooker(Viewer::Faction(TERRA)));
    world.init_resource::<KnownBodies>();
    simulation
}
