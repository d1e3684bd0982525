//! What a tick costs: `cargo bench --bench tick --no-default-features`.
//!
//! The yardstick is a sort of as many numbers as there are ships: whoever compares machines can divide by
//! it.

use divan::{Bencher, counter::ItemsCount};
use ecliptic::level::{self, Level, Surroundings};
use ecliptic::rules::{Rules, find_assets_dir};
use ecliptic::sim::Simulation;

fn main() {
    divan::main();
}

/// The solar system with so many ships in fleets of twenty, on their way.
fn crowded(ships: u32) -> (Level, Vec<level::ShipClass>) {
    let assets = find_assets_dir().expect("the assets folder");
    let rules = Rules::load(&assets).expect("the rules");
    let surroundings = Surroundings { ship_classes: &rules.ship_classes };
    let path = assets.with_file_name("levels").join("sol.ron");
    let mut level = level::read_level(&path, &surroundings).expect("sol.ron").level;
    level.fleets = (0..ships.div_ceil(20))
        .map(|number| level::Fleet {
            name: format!("Fleet {number}"),
            id: None,
            faction: level.factions[0].name.clone(),
            at: Some(level::Place::Au(1.5 + f64::from(number) * 0.01, 0.5, 0.0)),
            ships: vec![level::Ship { class: "corvette".into(), count: 20.min(ships), state: None }],
            route: vec![level::Waypoint {
                to: level::Destination::Body("Jupiter".into()),
                beside_km: (0.0, f64::from(number) * 30_000.0, 0.0),
                spacing_km: None,
            }],
            formation: level::Formation::default(),
        })
        .collect();
    let classes = rules.for_level(&level);
    (level, classes)
}

/// One tick of `sol.ron` with so many ships under way.
#[divan::bench(args = [20, 200, 2_000, 10_000], sample_count = 30, sample_size = 4)]
fn tick(bencher: Bencher, ships: u32) {
    let (level, classes) = crowded(ships);
    let mut simulation = Simulation::new(&level, &classes, 0).expect("a checked level spawns");
    simulation.run(30);
    bencher.counter(ItemsCount::new(ships)).bench_local(|| simulation.run(1));
}

/// The yardstick.
#[divan::bench(args = [20, 200, 2_000])]
fn yardstick_sort(bencher: Bencher, count: u64) {
    bencher
        .counter(ItemsCount::new(count))
        .with_inputs(|| (0..count).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect::<Vec<u64>>())
        .bench_values(|mut numbers| {
            numbers.sort_unstable();
            numbers
        });
}
