//! The cost of steering: `cargo bench --bench steering --no-default-features`.
//!
//! The yardstick is one pass over all ordered pairs of 2,000 random points: divide by its time to compare
//! machines.

mod crowded;

use std::sync::Mutex;

use crowded::crowded;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use ecliptic::arena::{Scenario, named};
use ecliptic::sim::Simulation;
use ecliptic::sim::steering::{Bodies, Craft, Crowd, Steering, SteeringRules};
use glam::{DVec3, Vec3};

fn main() {
    divan::main();
}

/// The scenarios that are measured.
const CROWDS: [&str; 3] = ["antipodal1000", "antipodal10000", "random100000"];
/// The length of a step, seconds.
const DT: f32 = 1.0 / 30.0;
/// The yardstick counts squared distances below this.
const NEAR_SQUARED: f32 = 9.0;
/// Threads that fly a crowd up to the measured step; the crowd does not depend on their number.
const FLYING_THREADS: usize = 2;

fn scenario(name: &str) -> Scenario {
    named(name, None).expect("a known name")
}

/// The ships of a scenario at its beginning.
fn crowd_of(scenario: &Scenario) -> Crowd {
    let mut crowd = Crowd::default();
    for ship in &scenario.ships {
        let (at, to) = (DVec3::from(ship.at).as_vec3(), DVec3::from(ship.to).as_vec3());
        crowd.push(&Craft::at(at, to, ship.radius as f32, ship.speed as f32));
    }
    crowd
}

/// Number of steps before the measurement. Ships that change sides are densest after half of their ideal time;
/// random ones are equally dense at all times and only gain speed.
fn steps_before(name: &str, scenario: &Scenario) -> u32 {
    if name.starts_with("antipodal") {
        (0.5 * scenario.ships[0].ideal_seconds() / f64::from(DT)) as u32
    } else {
        10
    }
}

/// A crowd before the measured step. It is flown up to there once for all benchmarks.
fn under_way(name: &str) -> Crowd {
    static KNOWN: Mutex<Vec<(String, Crowd)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().expect("nobody fails while it is locked");
    if let Some((_, crowd)) = known.iter().find(|(title, _)| title == name) {
        return crowd.clone();
    }
    let scenario = scenario(name);
    let mut crowd = crowd_of(&scenario);
    let mut steering = Steering::new(SteeringRules::default(), FLYING_THREADS);
    for _ in 0..steps_before(name, &scenario) {
        steering.step(&mut crowd, &Bodies::new(), DT);
    }
    known.push((name.to_owned(), crowd.clone()));
    crowd
}

/// The same step of the same crowd, over and over.
fn bench_step(bencher: Bencher, name: &str, threads: usize) {
    let (crowd, bodies) = (under_way(name), Bodies::new());
    let mut steering = Steering::new(SteeringRules::default(), threads);
    // The first step allocates its buffers, which are reused.
    steering.step(&mut crowd.clone(), &bodies, DT);
    bencher.counter(ItemsCount::new(crowd.len())).with_inputs(|| crowd.clone()).bench_local_values(
        |mut crowd| {
            steering.step(&mut crowd, &bodies, DT);
            crowd
        },
    );
}

/// One step by one thread.
#[divan::bench(args = CROWDS, sample_count = 20, sample_size = 1)]
fn step_alone(bencher: Bencher, name: &str) {
    bench_step(bencher, name, 1);
}

/// The same step by two threads.
#[divan::bench(args = CROWDS, sample_count = 20, sample_size = 1)]
fn step_on_two_threads(bencher: Bencher, name: &str) {
    bench_step(bencher, name, 2);
}

/// A whole tick of `sol.ron` with this many ships under way.
#[divan::bench(args = [10_000], sample_count = 20, sample_size = 1)]
fn tick(bencher: Bencher, ships: u32) {
    let (level, classes) = crowded(ships);
    let mut simulation = Simulation::new(&level, &classes, 0).expect("a checked level spawns");
    simulation.run(30);
    bencher.counter(ItemsCount::new(ships)).bench_local(|| simulation.run(1));
}

/// Ordered pairs of different points that are near each other.
fn count_near_pairs(points: &[Vec3]) -> u32 {
    let mut count = 0;
    for (index, one) in points.iter().enumerate() {
        for (number, other) in points.iter().enumerate() {
            count += u32::from(index != number && one.distance_squared(*other) < NEAR_SQUARED);
        }
    }
    count
}

/// The yardstick: one pass over all ordered pairs (i != j) of 2,000 random points in single precision that
/// counts squared distances below 9, on one thread.
#[divan::bench]
fn yardstick_pairs(bencher: Bencher) {
    let points = crowd_of(&scenario("random2000")).positions;
    bencher.bench_local(|| count_near_pairs(black_box(&points)));
}
