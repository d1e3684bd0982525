//! The same level, rules, seed and orders give the same world; another seed, another order or another tick gives
//! another world.
//!
//! The hash begins with tick and seed, so it always differs if tick or seed differ: worlds of different ticks or
//! seeds are compared by the places of their ships.

use ecliptic::level::Level;
use ecliptic::orbit::AU_KM;
use ecliptic::sim::snapshot::spawn;
use ecliptic::sim::steering::system::SteeringChoice;
use ecliptic::sim::{Command, Goal, Order, Simulation, When};
use glam::DVec3;

use super::worlds::{ByName, rules, shipped, ships};

const SEED: u64 = 5;
/// Destination of the first fleet, AU.
const GOAL: DVec3 = DVec3::new(-0.5, 1.4, 0.0);

/// The world of a seed, with its first fleet on the way to a place, AU.
fn world(seed: u64, goal: DVec3) -> Simulation {
    let (level, classes) = shipped("sol.ron");
    let mut simulation = Simulation::new(&level, &classes, seed).expect("a shipped level spawns");
    let units = simulation.fleet(&level.fleets[0].name);
    simulation.order(Order::fleet(units, Command::go(Goal::point(goal * AU_KM), When::Now)));
    simulation
}

/// Positions of all ships, bit by bit, sorted by number.
fn places(simulation: &mut Simulation) -> Vec<[u64; 3]> {
    ships(simulation).iter().map(|(_, place, _)| place.to_array().map(f64::to_bits)).collect()
}

/// The world after some ticks as a level, and its hash.
fn end_of(mut simulation: Simulation, ticks: u64) -> (Level, u64) {
    simulation.run(ticks);
    (simulation.capture().expect("there is a world"), simulation.hash())
}

#[test]
fn the_same_seed_and_orders_give_the_same_world() {
    let (mut one, mut other) = (world(SEED, GOAL), world(SEED, GOAL));
    for tick in 0..300 {
        one.run(1);
        other.run(1);
        assert_eq!(one.digests().difference(&other.digests()), None, "tick {tick}");
    }
    assert_eq!(one.capture(), other.capture());
}

#[test]
fn another_seed_gives_other_places() {
    assert_eq!(places(&mut world(SEED, GOAL)), places(&mut world(SEED, GOAL)));
    assert_ne!(places(&mut world(SEED, GOAL)), places(&mut world(SEED + 1, GOAL)));
}

#[test]
fn another_order_gives_another_world_and_another_hash() {
    let elsewhere = GOAL + DVec3::new(0.0, 1e-6, 0.0);
    let ((level, hash), (other, others_hash)) =
        (end_of(world(SEED, GOAL), 200), end_of(world(SEED, elsewhere), 200));
    assert_ne!(level, other);
    assert_ne!(hash, others_hash);
}

#[test]
fn the_ships_are_elsewhere_after_every_tick() {
    let mut simulation = world(SEED, GOAL);
    let mut all: Vec<Vec<[u64; 3]>> = vec![places(&mut simulation)];
    for _ in 0..200 {
        simulation.run(1);
        all.push(places(&mut simulation));
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 201);
}

#[test]
fn a_world_steers_by_the_rules_that_it_is_spawned_with() {
    let (level, _) = shipped("sol.ron");
    let rules_with = |dread| {
        let mut rules = rules();
        rules.steering.dread = dread;
        rules.for_level(&level)
    };
    let mut simulation = Simulation::new(&level, &rules_with(3.5), 1).expect("a shipped level spawns");
    assert_eq!(simulation.world().resource::<SteeringChoice>().0.dread, 3.5);
    spawn(simulation.world_mut(), &level, &rules_with(4.5), 1).expect("it spawns again");
    assert_eq!(simulation.world().resource::<SteeringChoice>().0.dread, 4.5);
}
