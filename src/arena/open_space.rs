//! The named scenarios with ships alone.
//!
//! Unless stated otherwise a ship has a radius of 1 and a speed of 4 per second, and every ship starts clear of
//! every other.

use glam::DVec3;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::scenario::{Scenario, Ship};
use super::shapes::{
    Scatter, fibonacci_sphere, lattice, radius_of_sphere, random_direction, random_in_box, sheet,
};

/// Radius of a usual ship.
pub const RADIUS: f64 = 1.0;
/// Greatest speed of a usual ship, lengths per second.
const SPEED: f64 = 4.0;
/// The seed of all random places.
pub const SEED: u64 = 1;
/// Surface of the sphere for every ship that crosses it, in squares of the radius.
const AREA_PER_SHIP: f64 = 25.0;
/// Distance of ships side by side in a lattice.
const SPACING: f64 = 4.0;
/// Flight of fleets that meet in the middle.
const FLEET_WAY: f64 = 120.0;
/// Every ship of a random crowd has its share of a hundred times its own volume.
const SOLID_SHARE: f64 = 0.01;

/// A usual ship.
pub fn ship(at: DVec3, to: DVec3) -> Ship {
    Ship::new(at, to, RADIUS, SPEED)
}

/// The straight flight of the slowest ship, `times` over, plus some seconds.
pub fn time_for(ships: &[Ship], times: f64, more: f64) -> f64 {
    ships.iter().map(Ship::ideal_seconds).fold(0.0, f64::max) * times + more
}

/// A scenario with a time limit: this many times the shortest flight, and some more seconds.
fn crowd(title: impl Into<String>, ships: Vec<Ship>, times: f64, more: f64) -> Scenario {
    let seconds = time_for(&ships, times, more);
    Scenario::of_ships(title, seconds, ships)
}

/// Two ships that change places.
pub fn headon2(_: u32) -> Scenario {
    let end = DVec3::X * 20.0;
    crowd("headon2", vec![ship(-end, end), ship(end, -end)], 2.2, 10.0)
}

/// Two ships head-on, on three axes at once.
pub fn headon6(_: u32) -> Scenario {
    let ships = DVec3::AXES.into_iter().flat_map(|axis| {
        let end = axis * 20.0;
        [ship(-end, end), ship(end, -end)]
    });
    crowd("headon6", ships.collect(), 2.2, 10.0)
}

/// Every ship of a sphere flies to the opposite point.
pub fn antipodal(count: u32) -> Scenario {
    let radius = radius_of_sphere(AREA_PER_SHIP * f64::from(count));
    let ships = fibonacci_sphere(count, radius).into_iter().map(|point| ship(point, -point));
    crowd(format!("antipodal{count}"), ships.collect(), 2.2, 10.0)
}

/// Two lattices of ships; each flies in its own direction through the middle, where both meet.
fn two_fleets(title: &str, count: u32, directions: [DVec3; 2]) -> Scenario {
    let counts = [count.div_ceil(2), count / 2];
    let mut ships = Vec::new();
    for (count, direction) in counts.into_iter().zip(directions) {
        let half_way = direction * (0.5 * FLEET_WAY);
        let fleet = lattice(count, SPACING).into_iter();
        ships.extend(fleet.map(|place| ship(place - half_way, place + half_way)));
    }
    crowd(title, ships, 2.2, 10.0)
}

/// Two fleets that change places.
pub fn swap2k(count: u32) -> Scenario {
    two_fleets("swap2k", count, [DVec3::X, DVec3::NEG_X])
}

/// Two fleets that cross at right angles.
pub fn cross2k(count: u32) -> Scenario {
    two_fleets("cross2k", count, [DVec3::X, DVec3::Y])
}

/// Ships of three sizes, a hundredfold apart, cross one sphere: of a hundred one has radius 30, nine have 3 and
/// the others 0.3.
pub fn mixed1k(count: u32) -> Scenario {
    let (large, middling) = (count / 100, count * 9 / 100);
    let sizes = [(large, 30.0), (middling, 3.0), (count - large - middling, 0.3)];
    let ships = crossing_sphere(&sizes, |from, radius| Ship::new(from, -from, radius, SPEED));
    crowd("mixed1k", ships, 2.2, 10.0)
}

/// Ships of three sizes that gain speed and turn the slower the larger they are.
pub fn mixedlimits(count: u32) -> Scenario {
    let (large, middling) = (count / 20, count / 4);
    let sizes = [(large, 3.0), (middling, 1.0), (count - large - middling, 0.5)];
    let ships = crossing_sphere(&sizes, |from, radius| {
        let speed = 4.5 - 0.5 * radius;
        Ship { acceleration: 4.0 / radius, turn_rate: 2.0 / radius, ..Ship::new(from, -from, radius, speed) }
    });
    crowd("mixedlimits", ships, 2.5, 15.0)
}

/// This number of ships of each radius, the largest first, in random places on a sphere with room for all.
fn crossing_sphere(sizes: &[(u32, f64)], make: impl Fn(DVec3, f64) -> Ship) -> Vec<Ship> {
    let area = sizes.iter().map(|(count, radius)| f64::from(*count) * AREA_PER_SHIP * radius * radius);
    let sphere = radius_of_sphere(area.sum());
    let mut chance = ChaCha8Rng::seed_from_u64(SEED);
    let mut scatter = Scatter::default();
    let mut ships = Vec::new();
    for &(count, radius) in sizes {
        for _ in 0..count {
            let from = scatter.draw(1.2 * radius, || random_direction(&mut chance) * sphere);
            ships.push(make(from, radius));
        }
    }
    ships
}

/// All ships fly to one point. They have arrived when they are in a ball that holds all of them loosely.
pub fn rally1k(count: u32) -> Scenario {
    // A ball that is filled to 36 %; spheres thrown together fill 64 %.
    let ball = RADIUS * libm::cbrt(f64::from(count) / 0.36);
    let radius = radius_of_sphere(AREA_PER_SHIP * f64::from(count)).max(3.0 * ball);
    let ships = fibonacci_sphere(count, radius).into_iter().map(|point| ship(point, DVec3::ZERO));
    Scenario { tolerance: ball, ..crowd("rally1k", ships.collect(), 4.0, 15.0) }
}

/// A few ships in a sheet fly across a lattice of ships that hold their station.
pub fn parked(count: u32) -> Scenario {
    let crossing = (30 * count).div_ceil(542);
    let half_way = DVec3::X * 40.0;
    let travellers = sheet(crossing, SPACING).into_iter();
    let mut ships: Vec<Ship> = travellers.map(|place| ship(place - half_way, place + half_way)).collect();
    ships.extend(lattice(count - crossing, 3.0).into_iter().map(|place| ship(place, place)));
    crowd("parked", ships, 2.2, 10.0)
}

/// Ships that start inside each other, with targets at three times the distance.
pub fn spawn500(count: u32) -> Scenario {
    let mut chance = ChaCha8Rng::seed_from_u64(SEED);
    let ships = lattice(count, SPACING).into_iter().map(|place| {
        let start = place * 0.3 + random_in_box(&mut chance, DVec3::splat(0.3));
        ship(start, place)
    });
    crowd("spawn500", ships.collect(), 4.0, 15.0)
}

/// Ships anywhere in a cube, each with a target anywhere in it; two seconds are enough to compare.
pub fn random(count: u32) -> Scenario {
    let ball = 4.0 / 3.0 * std::f64::consts::PI * RADIUS * RADIUS * RADIUS;
    let half_size = DVec3::splat(0.5 * libm::cbrt(f64::from(count) * ball / SOLID_SHARE));
    let mut chance = ChaCha8Rng::seed_from_u64(SEED);
    let mut scatter = Scatter::default();
    let ships = (0..count).map(|_| {
        let at = scatter.draw(RADIUS, || random_in_box(&mut chance, half_size));
        ship(at, random_in_box(&mut chance, half_size))
    });
    Scenario::of_ships(format!("random{count}"), 2.0, ships.collect())
}

/// Two long hulls pass side by side with a fifth of a hull's width between them.
pub fn sidebyside(_: u32) -> Scenario {
    let half_way = DVec3::X * 30.0;
    // Two half widths and the gap between them, shared by both.
    let aside = DVec3::Y * (0.5 * (2.0 * RADIUS + 0.2 * 2.0 * RADIUS));
    let long = |at, to| Ship { half_length: 3.0, ..ship(at, to) };
    let ships = vec![long(aside - half_way, aside + half_way), long(half_way - aside, -half_way - aside)];
    crowd("sidebyside", ships, 2.2, 10.0)
}
