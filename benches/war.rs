//! The cost of a fight: `cargo bench --bench war --no-default-features`.
//!
//! Two hosts of 500 mixed ships attack each other in the well of a planet of `first-light.ron`, on one thread.
//! Each sample of `battle` is one tick, from the 61st to the 360th, so the median is that of 300 ticks of
//! fighting. The yardstick is a sort of as many numbers as there are ships: divide by its time to compare
//! machines.

mod yardstick;

use divan::{Bencher, counter::ItemsCount};
use ecliptic::level::{
    self, Amount, Beside, Delivery, Doctrine, Fleet, Formation, Level, RoutePreference, Ship, Stance,
    StartPlace,
};
use ecliptic::rules::{Rules, find_assets_dir};
use ecliptic::sim::combat::torpedoes::launching::AimedAt;
use ecliptic::sim::combat::torpedoes::{Torpedo, TorpedoLaunch};
use ecliptic::sim::ids::{FactionId, ShipId, TargetId, TorpedoId};
use ecliptic::sim::world::{ArmsTable, Sides};
use ecliptic::sim::{Digests, Position, Simulation, Sky};
use glam::DVec3;

/// The planet in whose well they meet.
const GROUND: &str = "Hearth";
/// Fleets of a host; in columns and rows about the planet.
const FLEETS: u32 = 25;
/// Fleets of a host in a row outward from the planet.
const ROWS: u32 = 5;
/// Ships of a fleet: 500 of a host.
const SHIPS: u32 = 20;
/// Ticks until they have met.
const APPROACH_TICKS: u64 = 60;
/// Torpedoes along each edge of the cube of their starting places: 1,000 in all.
const EDGE: u32 = 10;
/// Distance between neighbours there, km.
const TORPEDO_GAP_KM: f64 = 15_000.0;

fn main() {
    divan::main();
}

/// One tick of the battle, with half, one and two times the usual number of ships.
#[divan::bench(args = [SHIPS / 2, SHIPS, 2 * SHIPS], sample_count = 300, sample_size = 1)]
fn battle(bencher: Bencher, ships: u32) {
    let (level, rules) = hosts(Stance::Aggressive, ships);
    let mut simulation = alone(&level, &rules);
    simulation.run(APPROACH_TICKS);
    bencher.counter(ItemsCount::new(2 * FLEETS * ships)).bench_local(|| simulation.run(1));
}

/// The state hash alone, which is a part of each tick, in the middle of the battle.
#[divan::bench]
fn state_hash(bencher: Bencher) {
    let (level, rules) = hosts(Stance::Aggressive, SHIPS);
    let mut simulation = alone(&level, &rules);
    simulation.run(2 * APPROACH_TICKS);
    bencher.bench_local(|| Digests::of(simulation.world_mut()));
}

/// One tick of the same hosts, which stand still and hold their fire, with 1,000 torpedoes on their way to
/// them.
#[divan::bench(sample_count = 60, sample_size = 1)]
fn torpedoes(bencher: Bencher) {
    let (level, rules) = hosts(Stance::HoldFire, SHIPS);
    let mut simulation = alone(&level, &rules);
    salvo(&mut simulation);
    simulation.run(2);
    bencher.counter(ItemsCount::new(EDGE * EDGE * EDGE)).bench_local(|| simulation.run(1));
}

/// One tick of the hosts alone, which stand still and hold their fire.
#[divan::bench(sample_count = 60, sample_size = 1)]
fn truce(bencher: Bencher) {
    let (level, rules) = hosts(Stance::HoldFire, SHIPS);
    let mut simulation = alone(&level, &rules);
    simulation.run(2);
    bencher.counter(ItemsCount::new(2 * FLEETS * SHIPS)).bench_local(|| simulation.run(1));
}

/// The yardstick.
#[divan::bench(args = [1_000])]
fn yardstick_sort(bencher: Bencher, count: u64) {
    yardstick::sort(bencher, count);
}

/// A world that has one thread.
fn alone(level: &Level, rules: &Rules) -> Simulation {
    Simulation::with_threads(1, level, rules, 0).expect("a sound level spawns")
}

/// `first-light.ron` with two hosts in one well, in fleets of this many ships, and enough money for all upkeep.
fn hosts(stance: Stance, ships: u32) -> (Level, Rules) {
    let assets = find_assets_dir().expect("the assets folder");
    let rules = Rules::load(&assets).expect("the rules");
    let path = assets.with_file_name("levels").join("first-light.ron");
    let mut level = level::read_level(&path, &rules.class_catalog()).expect("first-light.ron").level;
    let riches = i64::from(u32::MAX);
    let treasury = Amount { money: riches, resources: riches, rare: riches };
    level.factions.iter_mut().for_each(|faction| faction.treasury = Some(treasury));
    level.victory.clear();
    let classes = mixture(&rules);
    level.fleets = (0..2 * FLEETS).map(|number| fleet((number, ships), &level, &classes, stance)).collect();
    let rules = rules.for_level(&level);
    (level, rules)
}

/// The names of the classes in the fleets: all armed ones without hangars.
fn mixture(rules: &Rules) -> Vec<String> {
    let fights = |class: &&level::ShipClass| !class.arms.weapons.is_empty() && class.hangar.is_none();
    rules.ship_classes.iter().filter(fights).map(|class| class.name.clone()).collect()
}

/// A fleet of one of the hosts, by its number and its number of ships. The first half of the numbers belongs to
/// the first faction.
fn fleet((number, ships): (u32, u32), level: &Level, classes: &[String], stance: Stance) -> Fleet {
    let (host, place) = (number / FLEETS, number % FLEETS);
    let (column, row) = (place / ROWS, place % ROWS);
    let at = Beside {
        body: GROUND.to_owned(),
        radii: 3.0 + 0.35 * f64::from(row),
        bearing_deg: 45.0 * f64::from(host) + 7.0 * f64::from(column),
    };
    let ships = (0..ships as usize)
        .map(|ship| Ship { class: classes[ship % classes.len()].clone(), count: 1, posted: None })
        .collect();
    Fleet {
        name: format!("Fleet {number}"),
        faction: level.factions[host as usize].name.clone(),
        at: Some(StartPlace::Beside(at)),
        ships,
        route: Vec::new(),
        formation: Formation::default(),
        wish: RoutePreference::default(),
        repeats: false,
        doctrine: Doctrine { stance, ..Doctrine::default() },
    }
}

/// Sends torpedoes of the second faction from beside the planet at the first ships.
fn salvo(simulation: &mut Simulation) {
    let world = simulation.world_mut();
    let weapons = &world.resource::<ArmsTable>().weapons;
    let armed = weapons.iter_enumerated().find_map(|(at, weapon)| match weapon.delivery {
        Delivery::Torpedo(torpedo) => Some((at, torpedo)),
        _ => None,
    });
    let (weapon, class) = armed.expect("a torpedo");
    let sky = world.resource::<Sky>();
    let ground = sky.system.find(GROUND).expect("the planet is there");
    let radius_km = sky.system.bodies[ground].displayed_radius_km;
    let corner = sky.now[ground].position - DVec3::new(0.0, 4.0 * radius_km, 0.0);
    let side = world.resource::<Sides>().side(FactionId(1));
    let torpedoes = (0..EDGE * EDGE * EDGE).map(|id| {
        let cell = [id % EDGE, id / EDGE % EDGE, id / (EDGE * EDGE)].map(f64::from);
        let launch = TorpedoLaunch {
            weapon,
            faction: FactionId(1),
            by: TargetId::Ship(ShipId(FLEETS * SHIPS)),
            target: AimedAt::Hull(TargetId::Ship(ShipId(id % (FLEETS * SHIPS)))),
            position: corner,
            direction: DVec3::X,
            well: None,
        };
        let torpedo = Torpedo {
            fuel_ticks: 10_000,
            age_ticks: 1,
            ..Torpedo::new(TorpedoId(id), &launch, side, &class)
        };
        (torpedo, Position(corner + DVec3::from(cell) * TORPEDO_GAP_KM))
    });
    let torpedoes: Vec<(Torpedo, Position)> = torpedoes.collect();
    world.spawn_batch(torpedoes);
}
