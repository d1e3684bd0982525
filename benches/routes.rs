//! The cost of a route: `cargo bench --bench routes --no-default-features`.
//!
//! The yardstick is a sort of ten thousand numbers: divide by its time to compare machines.

use divan::{Bencher, black_box};
use ecliptic::sim::navigation::planner::journey::Journey;
use ecliptic::sim::navigation::planner::obstacle::Field;
use ecliptic::sim::navigation::planner::passing::is_blocked;
use ecliptic::sim::navigation::planner::search::{Budget, plan_route};
use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() {
    divan::main();
}

/// Half of the side of the square with the obstacles.
const HALF_SIDE: f64 = 50.0;
/// The share of the square that the obstacles fill.
const COVER: f64 = 0.2;
/// More than any of these plans needs.
const AMPLE: Budget = Budget { expansions: 1_000_000 };

/// Balls that do not move: each with its radius and the place of its centre.
struct StillField(Vec<(f64, DVec3)>);

impl Field for StillField {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn radius(&self, index: usize) -> f64 {
        self.0[index].0
    }

    fn place(&self, index: usize, _: f64) -> DVec3 {
        self.0[index].1
    }

    fn is_moving(&self, _: usize) -> bool {
        false
    }
}

/// Balls of many sizes.
fn balls(count: u32) -> StillField {
    let mut chance = ChaCha8Rng::seed_from_u64(7);
    // Radii are between 0.4 and 1 times this; the mean of their squares is 0.52 times its square.
    let size =
        (COVER * 4.0 * HALF_SIDE * HALF_SIDE / (f64::from(count) * 0.52 * std::f64::consts::PI)).sqrt();
    let ball = |_| {
        let radius = size * chance.random_range(0.4..1.0_f64);
        let mut coordinate = || chance.random_range(-HALF_SIDE..HALF_SIDE);
        (radius, DVec3::new(coordinate(), coordinate(), 0.0))
    };
    StillField((0..count).map(ball).collect())
}

/// Ways from one side of the field to the other.
fn journeys() -> Vec<Journey> {
    (-4..=4_i32)
        .map(|number| Journey {
            start: DVec3::new(-60.0, f64::from(number) * 5.0, 0.0),
            goal: DVec3::new(60.0, f64::from(number) * -3.0, 0.0),
            speed: 1.0,
            clearance: 0.02,
        })
        .collect()
}

/// One plan after another, each on its own way through the same field: the result is the time of one plan.
fn bench_plans(bencher: Bencher, field: &StillField) {
    let journeys = journeys();
    let mut turn = 0;
    bencher.bench_local(|| {
        turn = (turn + 1) % journeys.len();
        plan_route(black_box(&journeys[turn]), field, &[], AMPLE).length
    });
}

/// A route past this many balls, which fill a fifth of their plane.
#[divan::bench(args = [100, 300, 1_000])]
fn plan_through_balls(bencher: Bencher, count: u32) {
    bench_plans(bencher, &balls(count));
}

/// The check of a planned route for obstacles, which runs far more often than a plan.
#[divan::bench(args = [100, 300, 1_000])]
fn check(bencher: Bencher, count: u32) {
    let field = balls(count);
    let journey = journeys()[0];
    let points = plan_route(&journey, &field, &[], AMPLE).points;
    bencher.bench_local(|| is_blocked(black_box(&journey), &points, &field));
}

/// The yardstick.
#[divan::bench]
fn yardstick_sort(bencher: Bencher) {
    bencher
        .with_inputs(|| (0..10_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect::<Vec<u64>>())
        .bench_values(|mut numbers| {
            numbers.sort_unstable();
            numbers
        });
}
