//! The cost of recording a game: `cargo bench --bench record --no-default-features`.
//!
//! The small world is `sol-war.ron`, with its fleets under way, the crowded one `sol.ron` with 500 ships. `tick` and
//! `recorded_tick` are one tick each, the second with its share of a log; the difference is the cost of recording,
//! apart from snapshots. `snapshot` is what the thread of the ticks does for one of the small world, every 1,800
//! ticks in a file and every 300 in memory; other threads do the rest.
//!
//! `seek` and `rewind` are about 500 ships under way in `sol.ron`: a world out of its packed text, and the ticks up
//! to the moment that is sought. In the worst case those are 1,799 in a replay and 299 in a game that is rewound by
//! ten seconds. The median counts.
//!
//! The yardstick is a sort: divide by its time to compare machines.

mod crowded;
mod yardstick;

use crowded::crowded;
use divan::Bencher;
use ecliptic::level::{self, Level};
use ecliptic::record::{self, Identity, Log, PackedWorld, RING_TICKS, Recorder, Recording, SNAPSHOT_TICKS};
use ecliptic::rules::{Rules, find_assets_dir};
use ecliptic::sim::steering::system::Sharing;
use ecliptic::sim::{CapturedWorld, OrderQueue, Simulation, spawn};

/// Ticks before the measurement.
const FIRST_TICKS: u64 = 30;
/// Ships that are sought through.
const SHIPS: u32 = 500;

fn main() {
    divan::main();
}

/// `sol-war.ron`, or `sol.ron` with so many ships under way.
#[derive(Clone, Copy, Debug)]
enum War {
    Small,
    Crowded,
}

const WARS: [War; 2] = [War::Small, War::Crowded];

impl War {
    /// The level with the rules of it.
    fn level(self) -> (Level, Rules) {
        let Self::Small = self else { return crowded(SHIPS) };
        let assets = find_assets_dir().expect("the assets folder");
        let rules = Rules::load(&assets).expect("the rules");
        let path = assets.with_file_name("levels").join("sol-war.ron");
        let level = level::read_level(&path, &rules.class_catalog()).expect("sol-war.ron").level;
        let rules = rules.for_level(&level);
        (level, rules)
    }

    /// The world with one thread and, if it is wanted, with a log in a file.
    fn world(self, log: Option<&tempfile::TempDir>) -> Simulation {
        let (level, of_level) = self.level();
        let sharing = one_thread();
        let mut world = Simulation::with_players(record::plugin, sharing, &level, &of_level, 0)
            .expect("a shipped level spawns");
        if let Some(folder) = log {
            let assets = find_assets_dir().expect("the assets folder");
            let rules = Rules::load(&assets).expect("the rules");
            let identity = Identity::of_this_program(&assets, &rules, sharing).expect("there are rules");
            let path = folder.path().join("war.eclog");
            record::begin(world.world_mut(), Recording::to_file(&path, identity)).expect("there is a world");
        }
        world.run(FIRST_TICKS);
        world
    }
}

/// One tick of a world that nobody records.
#[divan::bench(args = WARS, sample_count = 3000, sample_size = 1)]
fn tick(bencher: Bencher, war: War) {
    let mut world = war.world(None);
    bencher.bench_local(|| world.run(1));
}

/// One tick of a world that is recorded.
#[divan::bench(args = WARS, sample_count = 3000, sample_size = 1)]
fn recorded_tick(bencher: Bencher, war: War) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut world = war.world(Some(&folder));
    bencher.bench_local(|| world.run(1));
    record::finish(world.world_mut()).expect("there is room");
}

/// What a snapshot costs the thread of the ticks.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn snapshot(bencher: Bencher) {
    let mut world = War::Small.world(None);
    bencher.bench_local(|| CapturedWorld::of(world.world_mut()));
}

/// The worst seek in a replay: the moment just before the next snapshot of the file.
#[divan::bench(sample_count = 9, sample_size = 1)]
fn seek(bencher: Bencher) {
    let mut game = Game::remembered(FIRST_TICKS);
    let first = game.log.first_tick();
    bencher.bench_local(|| game.go_back(first, SNAPSHOT_TICKS - 1));
}

/// The worst rewind by ten seconds of play.
#[divan::bench(sample_count = 25, sample_size = 1)]
fn rewind(bencher: Bencher) {
    let mut game = Game::remembered(2 * RING_TICKS - 1);
    bencher.bench_local(|| game.go_back(RING_TICKS - 1, RING_TICKS - 1));
}

/// A world with its past in memory.
struct Game {
    rules: Rules,
    world: Simulation,
    log: Log,
}

impl Game {
    /// A game after so many ticks.
    fn remembered(ticks: u64) -> Self {
        let (level, of_level) = crowded(SHIPS);
        let mut world = Simulation::with_players(record::plugin, one_thread(), &level, &of_level, 0)
            .expect("a shipped level spawns");
        let recording =
            Recording { file: None, snapshot_ticks: SNAPSHOT_TICKS, remembers: true, continues: None };
        record::begin(world.world_mut(), recording).expect("there is a world");
        world.run(ticks);
        let log = record::leave(world.world_mut()).expect("it was remembered");
        let rules = Rules::load(&find_assets_dir().expect("the assets folder")).expect("the rules");
        assert!(world.world().get_resource::<Recorder>().is_none());
        Self { rules, world, log }
    }

    /// Replaces the world by the latest one before a tick, and plays so many ticks.
    fn go_back(&mut self, tick: u64, ticks: u64) {
        let packed = self.log.world_before(tick).expect("there is one").clone();
        self.enter(&packed);
        for at in packed.tick()..packed.tick() + ticks {
            let mut door = self.world.world_mut().resource_mut::<OrderQueue>();
            self.log.orders_at(at).iter().for_each(|order| door.give(order.player, order.order.clone()));
            self.world.run(1);
        }
    }

    fn enter(&mut self, packed: &PackedWorld) {
        let text = packed.text().expect("it can be unpacked");
        let loaded = level::parse_level("the past", text.as_bytes(), &self.rules.class_catalog());
        let level = loaded.expect("a save is sound").level;
        let rules = self.rules.for_level(&level);
        spawn(self.world.world_mut(), &level, &rules, 0).expect("a save spawns");
    }
}

fn one_thread() -> Sharing {
    Sharing { threads: 1, ..Sharing::default() }
}

/// The yardstick.
#[divan::bench(args = [1_000])]
fn yardstick_sort(bencher: Bencher, count: u64) {
    yardstick::sort(bencher, count);
}
