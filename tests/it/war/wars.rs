//! What holds in any war: random fleets and random orders, and nothing impossible comes of it.
//!
//! `ECLIPTIC_WARS=200 ECLIPTIC_WAR_TICKS=5000` makes more and longer wars of it.

use std::path::Path;

use bevy::prelude::{Entity, Has};
use ecliptic::level::{self, Beside, BodyKind, Doctrine, Level, Place, Stance, StarSystem, Treasury};
use ecliptic::rules::LevelRules;
use ecliptic::sim::fight::{ArmedClass, Armoury, Condition};
use ecliptic::sim::fleets::{Fleet, Members};
use ecliptic::sim::holdings::{Growing, Structure};
use ecliptic::sim::overlap::{Solid, overlaps_with_structures};
use ecliptic::sim::ships::{Flight, Position, Ship};
use ecliptic::sim::{FleetId, Order, OrderDoor, PlayerId, Simulation, Sky, Units};
use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::sim::worlds::{body_place, body_radius, overlaps, shipped, ships};

/// How many wars there are, unless `ECLIPTIC_WARS` says otherwise.
const WARS: u64 = 6;
/// How long each is, ticks, unless `ECLIPTIC_WAR_TICKS` says otherwise.
const WAR_TICKS: u64 = 600;
/// New orders come every so many ticks.
const ORDER_TICKS: u64 = 100;
/// Fleets may begin where a structure stands; so many ticks are enough to leave it.
const SETTLING_TICKS: u64 = 60;
/// About larger planets fleets begin too far from each other, km.
const LARGEST_GROUND_KM: f64 = 5.0e5;
/// Fleets in a war.
const FLEETS: u32 = 6;

/// A number of the environment.
fn from_environment(name: &str, usual: u64) -> u64 {
    let said = std::env::var(name).ok();
    said.map_or(usual, |text| text.parse().unwrap_or_else(|error| panic!("{name}={text}: {error}")))
}

/// A level of the folder for such a war; the duel where it is there.
fn level_for(seed: u64) -> (Level, LevelRules) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let is_duel = !seed.is_multiple_of(2) && folder.join("duel.ron").exists();
    shipped(if is_duel { "duel.ron" } else { "first-light.ron" })
}

/// A war, and the name of the planet that it is about.
fn random_war(seed: u64, chance: &mut ChaCha8Rng) -> (Level, LevelRules, String) {
    let (mut level, rules) = level_for(seed);
    let bodies = StarSystem::build(&level).expect("a checked level has a sky").bodies;
    let grounds: Vec<&str> = bodies
        .iter()
        .filter(|body| body.kind == BodyKind::Planet && body.displayed_radius_km < LARGEST_GROUND_KM)
        .map(|body| body.name.as_str())
        .collect();
    let ground = grounds[chance.random_range(0..grounds.len())].to_owned();
    let riches = Treasury { money: 1_000_000_000, resources: 1_000_000_000, rare: 1_000_000_000 };
    level.factions.iter_mut().for_each(|faction| faction.treasury = Some(riches));
    // A war that is won is over; these go on.
    level.victory.clear();
    let factions: Vec<String> = level.factions.iter().map(|faction| faction.name.clone()).collect();
    level.fleets = (0..FLEETS)
        .map(|number| {
            let faction = factions[number as usize % factions.len()].clone();
            random_fleet(number, faction, &ground, &rules, chance)
        })
        .collect();
    (level, rules, ground)
}

fn random_fleet(
    number: u32,
    faction: String,
    ground: &str,
    rules: &LevelRules,
    chance: &mut ChaCha8Rng,
) -> level::Fleet {
    let kinds: u32 = chance.random_range(1..4);
    let ships = (0..kinds)
        .map(|_| {
            let class = chance.random_range(0..rules.ship_classes.len());
            let count: u32 = chance.random_range(1..5);
            level::Ship { class: rules.ship_classes[class].name.clone(), count, state: None }
        })
        .collect();
    let radii = chance.random_range(3.0_f64..5.0);
    let bearing_deg = 25.0 * f64::from(number) + chance.random_range(0.0_f64..5.0);
    level::Fleet {
        engagement: None,
        name: format!("Fleet {number}"),
        id: None,
        faction,
        at: Some(Place::Beside(Beside { body: ground.to_owned(), radii, bearing_deg })),
        ships,
        route: Vec::new(),
        formation: level::Formation::default(),
        wish: level::Wish::default(),
        repeats: false,
        doctrine: Doctrine { stance: Stance::Aggressive, ..Doctrine::default() },
        course: None,
    }
}

/// The fleets that have ships, in the order of their numbers, with whose they are.
fn fleets(simulation: &mut Simulation) -> Vec<(FleetId, usize)> {
    let world = simulation.world_mut();
    let mut query = world.query::<(&Fleet, &Members)>();
    let mut found: Vec<(FleetId, usize)> =
        query.iter(world).map(|(fleet, _)| (fleet.id, fleet.faction)).collect();
    found.sort_unstable();
    found
}

/// Gives every fleet something to do.
fn give_orders(simulation: &mut Simulation, ground: &str, chance: &mut ChaCha8Rng) {
    let fleets = fleets(simulation);
    let (center, radius_km) = (body_place(simulation, ground), body_radius(simulation, ground));
    for &(fleet, faction) in &fleets {
        let (other, _) = fleets[chance.random_range(0..fleets.len())];
        let mut part = || chance.random_range(-5.0_f64..5.0) * radius_km;
        let to = center + DVec3::new(part(), part(), 0.2 * part());
        let units = Units::Fleet(fleet);
        let queue = chance.random_range(0_u32..3) == 0;
        let order = match chance.random_range(0_u32..7) {
            0 | 1 => Order::MoveTo { units, to, queue },
            2 => Order::GoTo { units, body: ground.to_owned(), queue },
            3 => Order::HoldInRing { units, body: ground.to_owned(), ring: chance.random_range(0..4), queue },
            4 => Order::Follow { units, fleet: Units::Fleet(other), guard: true, queue },
            5 => Order::Patrol { units, to },
            _ => Order::Stop { units },
        };
        // Some are refused; that is no harm.
        simulation.world_mut().resource_mut::<OrderDoor>().give(PlayerId(faction), order);
    }
}

/// Whether a condition is what something living of that class can be in.
fn is_alive(condition: &Condition, class: &ArmedClass) -> bool {
    let rest = [condition.burning, condition.experience, condition.troopers];
    let is_armoured = condition.armour > 0.0 && condition.armour <= class.armour;
    let is_shielded = (0.0..=class.shield).contains(&condition.shield);
    is_armoured && is_shielded && rest.iter().all(|value| value.is_finite() && *value >= 0.0)
}

/// Where bodies are, and how large.
fn sky_of(simulation: &Simulation) -> Vec<(String, DVec3, f64)> {
    let sky = simulation.world().resource::<Sky>();
    let bodies = sky.system.bodies.iter().zip(&sky.now);
    bodies.map(|(body, state)| (body.name.clone(), state.position, body.displayed_radius_km)).collect()
}

/// The ships that overlap others, or bodies, in words.
fn touching(all: &[(Ship, DVec3, Flight)], bodies: &[(String, DVec3, f64)]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, (one, place, flight)) in all.iter().enumerate() {
        let solid = one.solid(*place, flight);
        for (other, elsewhere, others_flight) in &all[..at] {
            if solid.depth(&other.solid(*elsewhere, others_flight)) > 0.0 {
                found.push(format!("{one:?} {flight:?} and {other:?} {others_flight:?}"));
            }
        }
        for (name, middle, radius_km) in bodies {
            if solid.depth(&Solid::ball(*middle, *radius_km)) > 0.0 {
                found.push(format!("{one:?} {flight:?} and {name}"));
            }
        }
    }
    found
}

/// Looks at everything there is.
fn check(simulation: &mut Simulation, war: u64) {
    let tick = simulation.tick_count();
    let all = ships(simulation);
    for (ship, place, flight) in &all {
        let is_finite = place.is_finite() && flight.own_velocity.is_finite() && flight.heading.is_finite();
        assert!(is_finite, "war {war}, tick {tick}: {:?} is nowhere", ship.id);
    }
    assert_eq!(
        overlaps(simulation),
        (0, 0.0),
        "war {war}, tick {tick}: {:#?}",
        touching(&all, &sky_of(simulation))
    );
    let world = simulation.world_mut();
    let mut query = world.query::<(&Structure, &Position, Option<&Condition>, Has<Growing>)>();
    let armoury = world.resource::<Armoury>();
    let mut standing: Vec<Solid> = Vec::new();
    for (structure, place, condition, is_growing) in query.iter(world) {
        standing.push(Solid::ball(place.0, structure.radius_km));
        if let Some(condition) = condition.filter(|_| !is_growing) {
            let class = &armoury.structures[structure.class];
            assert!(is_alive(condition, class), "war {war}, tick {tick}: {structure:?} {condition:?}");
        }
    }
    let mut query = world.query::<(Entity, &Ship, &Condition)>();
    let armoury = world.resource::<Armoury>();
    for (_, ship, condition) in query.iter(world) {
        let class = &armoury.ships[ship.class];
        assert!(is_alive(condition, class), "war {war}, tick {tick}: {:?} {condition:?}", ship.id);
    }
    if tick > SETTLING_TICKS {
        let hulls: Vec<Solid> = all.iter().map(|(ship, place, flight)| ship.solid(*place, flight)).collect();
        assert_eq!(overlaps_with_structures(&hulls, &standing), (0, 0.0), "war {war}, tick {tick}");
    }
}

#[test]
fn nothing_impossible_comes_of_any_war() {
    let ticks = from_environment("ECLIPTIC_WAR_TICKS", WAR_TICKS);
    for war in 0..from_environment("ECLIPTIC_WARS", WARS) {
        let mut chance = ChaCha8Rng::seed_from_u64(war);
        let (level, rules, ground) = random_war(war, &mut chance);
        let mut simulation = Simulation::new(&level, &rules, war).expect("a checked level spawns");
        for tick in 0..ticks {
            if tick.is_multiple_of(ORDER_TICKS) {
                give_orders(&mut simulation, &ground, &mut chance);
            }
            simulation.run(1);
            check(&mut simulation, war);
        }
    }
}
