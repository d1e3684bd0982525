//! The cost of a tick: `cargo bench --bench tick --no-default-features`.
//!
//! The yardstick is a sort of as many numbers as there are ships: divide by its time to compare machines.

mod crowded;
mod yardstick;

use crowded::{among, crowded};
use divan::{Bencher, counter::ItemsCount};
use ecliptic::sim::{CapturedWorld, Digests, Simulation};

fn main() {
    divan::main();
}

/// One tick of `sol.ron` with this many ships under way.
#[divan::bench(args = [20, 200, 2_000, 10_000], sample_count = 30, sample_size = 4)]
fn tick(bencher: Bencher, ships: u32) {
    let (level, classes) = crowded(ships);
    let mut simulation = Simulation::new(&level, &classes, 0).expect("a checked level spawns");
    simulation.run(30);
    bencher.counter(ItemsCount::new(ships)).bench_local(|| simulation.run(1));
}

/// The state hash alone, which is a part of each tick of the same worlds. The figure of one ship is mostly the
/// preparation of the queries, which a tick does not repeat.
#[divan::bench(args = [1, 200, 2_000])]
fn state_hash(bencher: Bencher, ships: u32) {
    let (level, classes) = crowded(ships);
    let mut simulation = Simulation::new(&level, &classes, 0).expect("a checked level spawns");
    simulation.run(30);
    bencher.counter(ItemsCount::new(ships)).bench_local(|| Digests::of(simulation.world_mut()));
}

/// The copy of the same worlds that becomes a save: what a save costs the thread of the world.
#[divan::bench(args = [200, 2_000, 10_000], sample_count = 30, sample_size = 4)]
fn capture(bencher: Bencher, ships: u32) {
    let (level, classes) = crowded(ships);
    let mut simulation = Simulation::new(&level, &classes, 0).expect("a checked level spawns");
    simulation.run(30);
    bencher.counter(ItemsCount::new(ships)).bench_local(|| CapturedWorld::of(simulation.world_mut()));
}

/// One tick of ships under way through a belt of bodies: ships alone, bodies alone, both together, and the most of
/// both that a level may have.
#[divan::bench(args = [(0, 5_000), (2_000, 0), (2_000, 5_000), (10_000, 10_000)], sample_count = 10, sample_size = 4)]
fn among_bodies(bencher: Bencher, (ships, bodies): (u32, u32)) {
    let (level, classes) = among(bodies, ships);
    let mut simulation = Simulation::new(&level, &classes, 0).expect("a checked level spawns");
    // After these ticks all courses are planned.
    simulation.run(600);
    bencher.counter(ItemsCount::new(ships + bodies)).bench_local(|| simulation.run(1));
}

/// The yardstick.
#[divan::bench(args = [20, 200, 2_000])]
fn yardstick_sort(bencher: Bencher, count: u64) {
    yardstick::sort(bencher, count);
}
