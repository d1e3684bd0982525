//! The cost of recording a game: `cargo bench --bench record --no-default-features`.
//!
//! The world is `sol-war.ron`, with its fleets under way. `tick` and `recorded_tick` are one tick each, the second
//! with its share of a log; the difference is the cost of recording, apart from snapshots. `snapshot` is what the
//! thread of the ticks does for one, every 5,400 ticks; the rest is done by the writer's own thread. The yardstick
//! is a sort: divide by its time to compare machines.

mod yardstick;

use divan::Bencher;
use ecliptic::level;
use ecliptic::record::{self, Identity, Recording};
use ecliptic::rules::{Rules, find_assets_dir};
use ecliptic::sim::steering::system::Sharing;
use ecliptic::sim::{CapturedWorld, Simulation};

/// Ticks before the measurement.
const FIRST_TICKS: u64 = 30;

fn main() {
    divan::main();
}

/// A world with one thread and, if it is wanted, with a log in a file.
fn world(log: Option<&tempfile::TempDir>) -> Simulation {
    let assets = find_assets_dir().expect("the assets folder");
    let rules = Rules::load(&assets).expect("the rules");
    let path = assets.with_file_name("levels").join("sol-war.ron");
    let level = level::read_level(&path, &rules.surroundings()).expect("sol-war.ron").level;
    let sharing = Sharing { threads: 1, ..Sharing::default() };
    let mut world = Simulation::with_players(record::plugin, sharing, &level, &rules.for_level(&level), 0)
        .expect("a shipped level spawns");
    if let Some(folder) = log {
        let identity = Identity::of_this_program(&assets, &rules, sharing).expect("there are rules");
        let path = folder.path().join("war.eclog");
        record::begin(world.world_mut(), Recording::to_file(&path, identity)).expect("there is a world");
    }
    world.run(FIRST_TICKS);
    world
}

/// One tick of a world that nobody records.
#[divan::bench(sample_count = 3000, sample_size = 1)]
fn tick(bencher: Bencher) {
    let mut world = world(None);
    bencher.bench_local(|| world.run(1));
}

/// One tick of a world that is recorded.
#[divan::bench(sample_count = 3000, sample_size = 1)]
fn recorded_tick(bencher: Bencher) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut world = world(Some(&folder));
    bencher.bench_local(|| world.run(1));
    record::finish(world.world_mut()).expect("there is room");
}

/// What a snapshot costs the thread of the ticks.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn snapshot(bencher: Bencher) {
    let mut world = world(None);
    bencher.bench_local(|| CapturedWorld::of(world.world_mut()));
}

/// The yardstick.
#[divan::bench(args = [1_000])]
fn yardstick_sort(bencher: Bencher, count: u64) {
    yardstick::sort(bencher, count);
}
