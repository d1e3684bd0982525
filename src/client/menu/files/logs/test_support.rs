//! Logs for tests.

use std::path::Path;

use crate::record::{self, Identity, Recording};
use crate::rules::test_support::shipped_level;
use crate::rules::{Rules, find_assets_dir};
use crate::sim::Simulation;
use crate::sim::simulation::test_support::world_of;
use crate::sim::steering::system::Sharing;

/// Records three seconds of the duel.
pub fn record_duel(path: &Path, identity: Identity) {
    let mut simulation = duel();
    record_seconds(&mut simulation, path, identity);
}

/// The duel at its beginning.
pub fn duel() -> Simulation {
    world_of(&shipped_level("duel.ron"), 7)
}

/// Records three seconds of a world.
pub fn record_seconds(simulation: &mut Simulation, path: &Path, identity: Identity) {
    record::begin(simulation.world_mut(), Recording::to_file(path, identity)).unwrap();
    for _ in 0..90 {
        simulation.run(1);
        record::note(simulation.world_mut());
    }
    record::finish(simulation.world_mut()).unwrap();
}

/// The identity of this program.
pub fn own_identity() -> Identity {
    let assets = find_assets_dir().unwrap();
    let rules = Rules::load(&assets).unwrap();
    Identity::of_this_program(&assets, &rules, Sharing::default()).unwrap()
}
