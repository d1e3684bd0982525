//! The named scenarios with bodies at rest or in motion. See [`super::open_space`] for the common parts.

use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::open_space::{RADIUS, SEED, ship, time_for};
use super::scenario::{ArenaBody, BodyPath, Scenario, Ship};
use super::shapes::{Scatter, fibonacci_sphere, random_in_box, sheet};

/// A scenario with a time limit: this many times the shortest flight, and some more seconds.
fn course(title: &str, ships: Vec<Ship>, bodies: Vec<ArenaBody>, times: f64, more: f64) -> Scenario {
    let seconds = time_for(&ships, times, more);
    Scenario { bodies, ..Scenario::of_ships(title, seconds, ships) }
}

/// A sheet of ships flies through a field of balls of 3 to 12 with gaps of 6 or more.
pub fn field1k(count: u32) -> Scenario {
    const DEPTH: f64 = 240.0;
    const GAP: f64 = 6.0;
    // Balls to a square of the sheet: 200 before a thousand ships.
    const BALLS_PER_AREA: f64 = 200.0 / (178.0 * 178.0);
    let half_way = DVec3::X * (0.5 * DEPTH + 30.0);
    let places = sheet(count, 5.0);
    let half_width = places.iter().map(|place| place.y).fold(0.0, f64::max) + 11.5;
    let half_size = DVec3::new(0.5 * DEPTH - 12.0, half_width, half_width);
    let balls = (BALLS_PER_AREA * 4.0 * half_width * half_width).round() as u32;
    let mut chance = ChaCha8Rng::seed_from_u64(SEED);
    let mut radii: Vec<f64> = (0..balls).map(|_| chance.random_range(3.0..12.0)).collect();
    radii.sort_by(|one, other| other.total_cmp(one));
    let mut scatter = Scatter::default();
    let bodies = radii.into_iter().map(|radius| {
        let place = scatter.draw(radius + 0.5 * GAP, || random_in_box(&mut chance, half_size));
        ArenaBody::still(place, radius)
    });
    let bodies = bodies.collect();
    let ships = places.into_iter().map(|place| ship(place - half_way, place + half_way)).collect();
    course("field1k", ships, bodies, 1.4, 15.0)
}

/// Ships on a shell fly to the opposite side through ten planets that move about a star.
pub fn planets1k(count: u32) -> Scenario {
    let ships = fibonacci_sphere(count, 1.0).into_iter().zip(0_u32..).map(|(point, index)| {
        let place = point * (520.0 + 6.0 * f64::from(index % 5));
        ship(place, -place)
    });
    let mut bodies = vec![ArenaBody::still(DVec3::ZERO, 30.0)];
    bodies.extend(PLANETS.iter().zip(0_u32..).map(|(planet, index)| planet.body(index)));
    course("planets1k", ships.collect(), bodies, 1.3, 15.0)
}

/// A planet of [`planets1k`].
struct Planet {
    radius: f64,
    /// Mean distance from the star.
    distance: f64,
    /// Mean speed; negative: backward.
    speed: f64,
    /// Tangent of the angle between its path and the plane z = 0.
    slope: f64,
}

/// Their paths keep clear of the star and of each other. The shells from `distance - radius` to `distance +
/// radius` are apart by 4 on both sides for the ellipses, and by 4 more.
const PLANETS: [Planet; 10] = [
    Planet { radius: 8.0, distance: 50.0, speed: 1.85, slope: 0.0 },
    Planet { radius: 10.0, distance: 80.0, speed: -1.8, slope: 0.3 },
    Planet { radius: 12.0, distance: 114.0, speed: 1.7, slope: -0.2 },
    Planet { radius: 45.0, distance: 183.0, speed: 1.2, slope: 0.1 },
    Planet { radius: 30.0, distance: 270.0, speed: -1.5, slope: 0.6 },
    Planet { radius: 14.0, distance: 326.0, speed: 1.3, slope: -0.5 },
    Planet { radius: 18.0, distance: 370.0, speed: 1.1, slope: 1.5 },
    Planet { radius: 10.0, distance: 410.0, speed: -1.0, slope: -1.0 },
    Planet { radius: 8.0, distance: 440.0, speed: 0.9, slope: 0.2 },
    Planet { radius: 16.0, distance: 476.0, speed: 0.8, slope: 3.0 },
];

impl Planet {
    fn body(&self, index: u32) -> ArenaBody {
        /// Half the difference between the longest and the shortest distance.
        const FLATNESS: f64 = 4.0;
        // The golden angle spreads them evenly.
        let angle = 2.4 * f64::from(index);
        let along = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0);
        let across = DVec3::new(-along.y, along.x, self.slope).normalize();
        let path = BodyPath::Ellipse {
            a: (along * (self.distance + FLATNESS)).into(),
            b: (across * (self.distance - FLATNESS)).into(),
            rate: self.speed / self.distance,
            phase: angle,
        };
        ArenaBody { at: (0.0, 0.0, 0.0), radius: self.radius, path }
    }
}

/// The target lies exactly behind a ball.
pub fn behind(_: u32) -> Scenario {
    let end = DVec3::X * 70.0;
    course("behind", vec![ship(-end, end)], vec![ArenaBody::still(DVec3::ZERO, 10.0)], 1.6, 10.0)
}

/// Targets close to a ball, and behind it, with half a radius between hull and surface.
pub fn gnron(_: u32) -> Scenario {
    const BALL: f64 = 10.0;
    let ships = fibonacci_sphere(12, 1.0)
        .into_iter()
        .map(|side| ship(side * 50.0, side * -(BALL + RADIUS + 0.5 * RADIUS)))
        .collect();
    course("gnron", ships, vec![ArenaBody::still(DVec3::ZERO, BALL)], 2.2, 10.0)
}

/// Ships in a cup of balls, with targets behind its bottom: only a planned route leads out.
pub fn utrap(_: u32) -> Scenario {
    let starts = [(0.0, 0.0, 0.0), (-6.0, 5.0, 0.0), (-6.0, -5.0, 2.0), (-12.0, 0.0, -4.0), (2.0, 3.0, 5.0)];
    let ships = starts.into_iter().map(DVec3::from).map(|start| ship(start, start + DVec3::X * 45.0));
    // Round a rim the way is about three times as long as straight through the bottom.
    let scenario = course("utrap", ships.collect(), cup(), 5.0, 20.0);
    Scenario { routes: true, ..scenario }
}

/// Balls too close for any ship between them, as a box about the origin that is open toward -x.
fn cup() -> Vec<ArenaBody> {
    const BALL: f64 = 4.0;
    const SPACING: f64 = 4.0;
    // The walls stand at 16 to every side, the bottom at 20.
    let mut bodies = Vec::new();
    for x in -5_i32..=5 {
        for y in -4_i32..=4 {
            for z in -4_i32..=4 {
                if x == 5 || y.abs() == 4 || z.abs() == 4 {
                    let place = DVec3::new(f64::from(x), f64::from(y), f64::from(z)) * SPACING;
                    bodies.push(ArenaBody::still(place, BALL));
                }
            }
        }
    }
    bodies
}
