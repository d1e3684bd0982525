//! The same level, seed and orders give the same world, whatever the number of threads.

use ecliptic::orbit::AU_KM;
use ecliptic::sim::{Order, Simulation};
use glam::DVec3;

use super::worlds::{named, order, shipped};

fn run(seed: u64, ticks: u64) -> Vec<u64> {
    let (level, classes) = shipped("sol.ron");
    let mut simulation = Simulation::new(&level, &classes, seed).expect("a shipped level spawns");
    let fleet = level.fleets[0].name.clone();
    let to = DVec3::new(-0.5, 1.4, 0.0) * AU_KM;
    order(&mut simulation, Order::MoveTo { units: named(&fleet), to, queue: false });
    (0..ticks)
        .map(|_| {
            simulation.run(1);
            simulation.hash()
        })
        .collect()
}

#[test]
fn the_same_seed_gives_the_same_hashes() {
    assert_eq!(run(5, 300), run(5, 300));
}

#[test]
fn another_seed_gives_another_world() {
    assert_ne!(run(5, 1), run(6, 1));
}

#[test]
fn every_tick_has_a_hash_of_its_own() {
    let mut hashes = run(5, 200);
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 200);
}
