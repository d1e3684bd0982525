//! The cost of a tick with many structures: `cargo bench --bench estate --no-default-features`.
//!
//! Sixty gravity wells of ten factions, 2,000 finished structures, 100 that grow, 60 yards at work, and 2,000
//! ships that keep their places. The economy's own tick comes once in sixty ticks, so it shows in the mean and in
//! the slowest samples, not in the median. The yardstick is a sort of as many numbers as there are structures:
//! divide by its time to compare machines.

mod yardstick;

use divan::{Bencher, counter::ItemsCount};
use ecliptic::level::{
    self, Amount, Beside, BodyEntry, BodyKind, Construction, Faction, Fleet, Formation, Handicap, Holding,
    Length, Level, OrbitSpec, OwnBody, PlacedStructure, RingSpec, Ship, StartPlace, Yard, YardJob,
};
use ecliptic::rules::{Rules, find_assets_dir};
use ecliptic::sim::Simulation;

/// Number of planets, all with an owner, structures and a guard in the same way.
const WORLDS: u32 = 60;
/// Number of factions.
const FACTIONS: u32 = 10;
/// Number of ships.
const SHIPS: u32 = 2_000;
/// Number of structures, including growing ones.
const STRUCTURES: u32 = 2_100;
/// Number of growing structures.
const GROWING: u32 = 100;

/// The structures at every planet, ring by ring from the innermost: class and number of slots. The last structures
/// of the last ring may still be growing.
const RINGS: [&[(&str, u16)]; 5] = [
    &[("satellite", 1), ("satellite", 1), ("satellite", 1), ("satellite", 1), ("factory", 2)],
    &[("sentry", 1), ("sentry", 1), ("sentry", 1), ("sentry", 1), ("factory", 2), ("factory", 2)],
    &[
        ("research station", 1),
        ("research station", 1),
        ("research station", 1),
        ("sentry", 1),
        ("sentry", 1),
        ("sentry", 1),
        ("factory", 2),
        ("factory", 2),
        ("factory", 2),
    ],
    &[
        ("shipyard", 3),
        ("trade station", 2),
        ("trade station", 2),
        ("habitat", 2),
        ("habitat", 2),
        ("satellite", 1),
        ("satellite", 1),
        ("satellite", 1),
        ("satellite", 1),
        ("satellite", 1),
    ],
    &[("sensor array", 2), ("satellite", 1), ("trade station", 2), ("habitat", 2), ("habitat", 2)],
];

fn main() {
    divan::main();
}

/// One tick of the whole world.
#[divan::bench(sample_count = 120, sample_size = 4)]
fn tick_with_structures(bencher: Bencher) {
    let (level, rules) = estates();
    let mut simulation = Simulation::new(&level, &rules, 0).expect("a checked level spawns");
    simulation.run(30);
    bencher.counter(ItemsCount::new(STRUCTURES)).bench_local(|| simulation.run(1));
}

/// One tick of the same world without its structures.
#[divan::bench(sample_count = 120, sample_size = 4)]
fn tick_without_structures(bencher: Bencher) {
    let (mut level, rules) = estates();
    level.structures.clear();
    let mut simulation = Simulation::new(&level, &rules, 0).expect("a checked level spawns");
    simulation.run(30);
    bencher.counter(ItemsCount::new(SHIPS)).bench_local(|| simulation.run(1));
}

/// The yardstick.
#[divan::bench(args = [2_100])]
fn yardstick_sort(bencher: Bencher, count: u64) {
    yardstick::sort(bencher, count);
}

/// The level and its rules. The level is written and read again, so it has passed the check.
fn estates() -> (Level, Rules) {
    let rules = Rules::load(&find_assets_dir().expect("the assets folder")).expect("the rules");
    let surroundings = rules.class_catalog();
    let read = |text: &str| {
        level::parse_level("estates.ron", text.as_bytes(), &surroundings)
            .unwrap_or_else(|faults| panic!("{faults}"))
    };
    let star =
        "(schema_version: 1, title: \"Estates\", epoch: date(\"2026-11-21\"), bodies: [body(\"Sun\")])";
    let mut level = read(star).level;
    level.factions = (0..FACTIONS).map(faction).collect();
    for world in 0..WORLDS {
        level.bodies.push(BodyEntry::Own(planet(world)));
        level.holdings.push(Holding {
            body: world_name(world),
            owner: Some(faction_name(world % FACTIONS)),
            economics: None,
            resources: None,
            terrain: None,
            ground: None,
        });
        level.fleets.push(guard(world));
        level.structures.extend(structures(world));
    }
    let loaded = read(&level::to_ron(&level).expect("a level can be written"));
    assert!(loaded.warnings.is_empty(), "{}", loaded.warnings);
    let count = |is_growing: bool| {
        loaded.level.structures.iter().filter(|one| one.construction.is_some() == is_growing).count()
    };
    assert_eq!((count(false), count(true)), ((STRUCTURES - GROWING) as usize, GROWING as usize));
    let classes = rules.for_level(&loaded.level);
    (loaded.level, classes)
}

fn world_name(world: u32) -> String {
    format!("World {world}")
}

fn faction_name(faction: u32) -> String {
    format!("Faction {faction}")
}

/// A faction with enough money for all upkeep and building.
fn faction(number: u32) -> Faction {
    let plenty = i64::from(u32::MAX);
    Faction {
        name: faction_name(number),
        color: "#4aa8ff".to_owned(),
        style: None,
        home: Some(world_name(number)),
        team: None,
        treasury: Some(Amount { money: plenty, resources: plenty, rare: plenty }),
        mind: None,
        handicap: Handicap::default(),
    }
}

/// A planet on a circle. At the usual scale its well, 7.8 million km wide, has five rings, and the orbits are far
/// enough apart that no two wells touch.
fn planet(world: u32) -> OwnBody {
    OwnBody {
        name: world_name(world),
        kind: BodyKind::Planet,
        parent: Some("Sun".to_owned()),
        radius_km: 13_000.0,
        gm_km3_s2: None,
        orbit: Some(OrbitSpec {
            semi_major_axis: Some(Length::Au(1.0 + 0.15 * f64::from(world))),
            // The golden angle, degrees, which spreads the planets round the star.
            mean_anomaly_deg: Some(137.507_764 * f64::from(world)),
            ..OrbitSpec::default()
        }),
        rotation: None,
        look: None,
        magnify: None,
        well_radii: None,
        rings: RingSpec::default(),
    }
}

/// The fleet that keeps its place beside a planet.
fn guard(world: u32) -> Fleet {
    let count = SHIPS / WORLDS + u32::from(world < SHIPS % WORLDS);
    let ship = |class: &str, count: u32| Ship { class: class.to_owned(), count, posted: None };
    Fleet {
        name: format!("Guard {world}"),
        faction: faction_name(world % FACTIONS),
        at: Some(StartPlace::Beside(Beside {
            body: world_name(world),
            radii: 4.0,
            bearing_deg: f64::from(world) * 6.0,
        })),
        ships: vec![ship("corvette", count - 13), ship("frigate", 10), ship("cruiser", 3)],
        route: Vec::new(),
        formation: Formation::default(),
        doctrine: ecliptic::level::Doctrine::default(),
        repeats: false,
        wish: ecliptic::level::RoutePreference::default(),
    }
}

/// Everything in the rings of a planet; the last one or two still grow, and the yard builds carriers, none of
/// which is finished during the measurement.
fn structures(world: u32) -> Vec<PlacedStructure> {
    let mut structures = Vec::new();
    for (ring, contents) in (0_u8..).zip(RINGS) {
        let mut slot = 0;
        for &(class, slots) in contents {
            structures.push(PlacedStructure {
                class: class.to_owned(),
                faction: faction_name(world % FACTIONS),
                body: world_name(world),
                ring,
                slot,
                construction: None,
                yard: (class == "shipyard").then(carriers),
            });
            slot += slots;
        }
    }
    let growing = GROWING / WORLDS + u32::from(world < GROWING % WORLDS);
    for structure in structures.iter_mut().rev().take(growing as usize) {
        structure.construction = Some(Construction::default());
    }
    structures
}

/// A yard with five carriers to build.
fn carriers() -> Yard {
    let carrier = YardJob { class: "carrier".to_owned(), ..YardJob::default() };
    Yard { queue: vec![carrier; 5], repeat: true, ..Yard::default() }
}
