//! The steering core: its guarantee against thousands of random crowds, limits of engines, and behaviour.
//!
//! Every crowd is random from a seed, and a fault names the seed. Overlaps are judged by
//! [`ecliptic::sim::spatial::solid::Solid`], which shares no code with the core. Cases that a scenario of the
//! arena covers are flown by the arena.

use std::f32::consts::{PI, TAU};
use std::thread;

use ecliptic::arena::{ArenaBody, ArenaReport, Options, Scenario, Ship, named, run};
use ecliptic::sim::spatial::solid::Solid;
use ecliptic::sim::steering::{Bodies, Craft, Crowd, HullShape, Limits, Steering, SteeringRules};
use glam::{DVec3, Vec3, Vec3Swizzles};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The length of a usual step, seconds.
const DT: f32 = 1.0 / 30.0;
/// Two hulls overlap when they are nearer than this share of the sum of their radii.
const TOUCHING: f64 = 0.999;
/// Randomly placed things are apart by at least this share of the sum of their radii.
const CLEAR: f64 = 1.001;

fn steering(threads: usize) -> Steering {
    Steering::new(SteeringRules::default(), threads)
}

// ---- Chance --------------------------------------------------------------------------------------

fn between(chance: &mut ChaCha8Rng, low: f32, high: f32) -> f32 {
    chance.random_range(low..high)
}

/// Evenly distributed over the logarithm.
fn log_between(chance: &mut ChaCha8Rng, low: f32, high: f32) -> f32 {
    low * (high / low).powf(between(chance, 0.0, 1.0))
}

fn random_direction(chance: &mut ChaCha8Rng) -> Vec3 {
    let height = between(chance, -1.0, 1.0);
    let (sine, cosine) = between(chance, 0.0, TAU).sin_cos();
    let across = (1.0 - height * height).max(0.0).sqrt();
    Vec3::new(across * cosine, across * sine, height)
}

fn random_in_cube(chance: &mut ChaCha8Rng, half_side: f32) -> Vec3 {
    let mut coordinate = || between(chance, -half_side, half_side);
    Vec3::new(coordinate(), coordinate(), coordinate())
}

/// Two threads check this many cases, each made from its seed; the steering of a thread is reused for its next
/// case.
fn check_seeds(count: u64, check: impl Fn(u64, &mut Steering) -> Result<(), String> + Sync) {
    let check = &check;
    let faults: Vec<String> = thread::scope(|scope| {
        let workers = [0_u64, 1].map(|first| {
            scope.spawn(move || {
                let mut steering = steering(1);
                let faults = (first..count).step_by(2).filter_map(|seed| {
                    check(seed, &mut steering).err().map(|fault| format!("seed {seed}: {fault}"))
                });
                faults.take(3).collect::<Vec<String>>()
            })
        });
        workers.into_iter().flat_map(|worker| worker.join().expect("the thread ends")).collect()
    });
    assert!(faults.is_empty(), "{faults:#?}");
}

// ---- Solids ---------------------------------------------------------------------------------------

fn solid_of(position: Vec3, heading: Vec3, hull: HullShape) -> Solid {
    let half_axis = heading.as_dvec3() * f64::from(hull.half_length);
    Solid { center: position.as_dvec3(), half_axis, radius: f64::from(hull.radius) }
}

fn solids_of(crowd: &Crowd) -> Vec<Solid> {
    let ships = crowd.positions.iter().zip(&crowd.headings).zip(&crowd.hulls);
    ships.map(|((position, heading), hull)| solid_of(*position, *heading, *hull)).collect()
}

/// Whether the axes of two keep at least this share of the sum of the radii.
fn are_apart(one: &Solid, other: &Solid, share: f64) -> bool {
    let reach = share.max(1.0) * (one.reach() + other.reach());
    one.center.distance_squared(other.center) > reach * reach
        || one.axis_distance(other) >= share * (one.radius + other.radius)
}

fn check_overlaps(crowd: &Crowd, bodies: &[Solid]) -> Result<(), String> {
    let ships = solids_of(crowd);
    for (index, one) in ships.iter().enumerate() {
        for (number, other) in ships[..index].iter().chain(bodies).enumerate() {
            if are_apart(one, other, TOUCHING) {
                continue;
            }
            let (kind, number) = if number < index { ("ship", number) } else { ("body", number - index) };
            let share = one.axis_distance(other) / (one.radius + other.radius);
            return Err(format!("ship {index} overlaps {kind} {number}: {share} of the sum of the radii"));
        }
    }
    Ok(())
}

/// All values are numbers, and no ship exceeds its speed limit.
fn check_flights(crowd: &Crowd) -> Result<(), String> {
    for index in 0..crowd.len() {
        let Craft { position, velocity, heading, limits, .. } = crowd.craft(index);
        if !(position.is_finite() && velocity.is_finite() && heading.is_normalized()) {
            return Err(format!("ship {index} is lost: {position} {velocity} {heading}"));
        }
        let speed = velocity.length();
        if speed > limits.speed * 1.001 {
            return Err(format!("ship {index} flies {speed}, but its greatest speed is {}", limits.speed));
        }
    }
    Ok(())
}

// ---- Crowds by chance ----------------------------------------------------------------------------

/// A body at rest, in straight motion or on a circle.
#[derive(Clone, Copy)]
struct Rail {
    radius: f32,
    middle: DVec3,
    /// Velocity of the middle.
    drift: DVec3,
    /// Half axes of the ellipse about the middle.
    along: DVec3,
    across: DVec3,
    /// Radians a second.
    rate: f64,
}

impl Rail {
    /// A body that only moves with a frame.
    fn still(radius: f32, middle: DVec3, drift: DVec3) -> Self {
        Self { radius, middle, drift, along: DVec3::ZERO, across: DVec3::ZERO, rate: 0.0 }
    }

    fn place(&self, seconds: f64) -> DVec3 {
        let (sine, cosine) = (self.rate * seconds).sin_cos();
        self.middle + self.drift * seconds + self.along * cosine + self.across * sine
    }
}

/// Ships and bodies, all carried along by one frame.
struct Flight {
    crowd: Crowd,
    /// Relative to the frame.
    targets: Vec<Vec3>,
    rails: Vec<Rail>,
    bodies: Bodies,
    frame: Vec3,
    seconds: f64,
}

impl Flight {
    fn new(frame: Vec3, rails: Vec<Rail>) -> Self {
        let (crowd, targets) = (Crowd::default(), Vec::new());
        Self { crowd, targets, rails, bodies: Bodies::new(), frame, seconds: 0.0 }
    }

    /// Adds a craft, carried along by the frame.
    fn push(&mut self, craft: &Craft) {
        self.crowd.push(&Craft { carried: self.frame, target_velocity: self.frame, ..*craft });
        self.targets.push(craft.target);
    }

    fn body_solids(&self) -> Vec<Solid> {
        let bodies = self.rails.iter();
        bodies.map(|rail| Solid::ball(rail.place(self.seconds), f64::from(rail.radius))).collect()
    }

    fn step(&mut self, steering: &mut Steering, dt: f32) {
        let began = self.seconds;
        let way = self.frame * began as f32;
        for (target, place) in self.crowd.targets.iter_mut().zip(&self.targets) {
            *target = *place + way;
        }
        self.bodies.clear();
        for rail in &self.rails {
            self.bodies.add(rail.radius, dt, |ahead| rail.place(began + f64::from(ahead)).as_vec3());
        }
        steering.step(&mut self.crowd, &self.bodies, dt);
        self.seconds += f64::from(dt);
    }

    fn check(&self) -> Result<(), String> {
        check_flights(&self.crowd)?;
        check_overlaps(&self.crowd, &self.body_solids())
    }

    /// Flies this many steps; everything is checked before the first and after each.
    fn fly(&mut self, steering: &mut Steering, dt: f32, steps: u32) -> Result<(), String> {
        self.check().map_err(|fault| format!("at the start: {fault}"))?;
        for step in 0..steps {
            self.step(steering, dt);
            self.check().map_err(|fault| format!("after step {step} of {dt} s: {fault}"))?;
        }
        Ok(())
    }
}

fn random_hull(chance: &mut ChaCha8Rng, longest_radii: f32) -> HullShape {
    let radius = log_between(chance, 0.3, 30.0);
    let is_long = longest_radii > 0.0 && chance.random_bool(0.4);
    let half_length = if is_long { radius * between(chance, 0.1, longest_radii) } else { 0.0 };
    HullShape { radius, half_length }
}

fn random_engine(chance: &mut ChaCha8Rng, speed: f32) -> Limits {
    let acceleration = speed * between(chance, 0.3, 3.0);
    Limits { speed, acceleration, turn_rate: between(chance, 0.3, 3.0) }
}

fn random_limits(chance: &mut ChaCha8Rng) -> Limits {
    let speed = log_between(chance, 0.5, 12.0);
    if chance.random_bool(0.3) { random_engine(chance, speed) } else { Limits::speed(speed) }
}

/// Half of the side of a cube that the hulls together fill to a random share.
fn random_half_side(chance: &mut ChaCha8Rng, hulls: impl Iterator<Item = HullShape>) -> f32 {
    let solid = hulls.map(|hull| {
        let HullShape { radius, half_length } = hull;
        PI * radius * radius * (4.0 / 3.0 * radius + 2.0 * half_length)
    });
    0.5 * (solid.sum::<f32>() / between(chance, 0.01, 0.2)).cbrt()
}

fn random_rail(chance: &mut ChaCha8Rng, slowest: f32, half_side: f32, frame: Vec3) -> Rail {
    let place = random_in_cube(chance, half_side).as_dvec3();
    let radius = log_between(chance, 3.0, 60.0);
    let speed = slowest * between(chance, 0.0, 0.95);
    let way = random_direction(chance);
    let still = Rail::still(radius, place, frame.as_dvec3());
    match chance.random_range(0..3_u32) {
        0 => still,
        1 => Rail { drift: still.drift + (way * speed).as_dvec3(), ..still },
        _ => {
            let size = log_between(chance, 5.0, 200.0);
            let along = (way * size).as_dvec3();
            let width = size * between(chance, 0.3, 1.0);
            let across = (way.any_orthonormal_vector() * width).as_dvec3();
            Rail { middle: place - along, along, across, rate: f64::from(speed / size), ..still }
        }
    }
}

/// Up to three bodies, slower than the slowest ship. They keep so far from each other that the largest ship is
/// never squeezed between two of them, where it could not give way.
fn random_rails(
    chance: &mut ChaCha8Rng,
    crew: &[(HullShape, Limits)],
    half_side: f32,
    frame: Vec3,
) -> Vec<Rail> {
    let largest = crew.iter().map(|(hull, _)| hull.bound()).fold(0.0, f32::max);
    let slowest = crew.iter().map(|(_, limits)| limits.speed).fold(f32::MAX, f32::min);
    // Four diameters, and the motion of two bodies in all steps of a crowd.
    let gap = 8.0 * largest + 3.0 * slowest;
    let count = if chance.random_bool(0.5) { chance.random_range(1..=3_usize) } else { 0 };
    let mut rails: Vec<Rail> = Vec::new();
    let mut half_side = half_side;
    while rails.len() < count {
        let rail = random_rail(chance, slowest, half_side, frame);
        let keeps_away = |other: &Rail| {
            rail.place(0.0).distance(other.place(0.0)) > f64::from(rail.radius + other.radius + gap)
        };
        if rails.iter().all(keeps_away) {
            rails.push(rail);
        }
        half_side *= 1.1;
    }
    rails
}

/// A free place for a hull: anywhere in a cube that grows until a place is found, or close beside another object.
fn free_place(
    chance: &mut ChaCha8Rng,
    solids: &[Solid],
    half_side: f32,
    hull: HullShape,
    heading: Vec3,
) -> Vec3 {
    let mut half_side = half_side;
    loop {
        let place = if !solids.is_empty() && chance.random_bool(0.3) {
            let beside = solids[chance.random_range(0..solids.len())];
            let distance = (beside.reach() as f32 + hull.bound()) * between(chance, 1.002, 1.3);
            beside.center.as_vec3() + random_direction(chance) * distance
        } else {
            random_in_cube(chance, half_side)
        };
        let solid = solid_of(place, heading, hull);
        if solids.iter().all(|other| are_apart(&solid, other, CLEAR)) {
            return place;
        }
        half_side *= 1.02;
    }
}

/// Relative to the frame: another ship's target, inside a body, or anywhere.
fn random_target(chance: &mut ChaCha8Rng, flight: &Flight, half_side: f32) -> Vec3 {
    match chance.random_range(0..10_u32) {
        0 | 1 if !flight.targets.is_empty() => flight.targets[chance.random_range(0..flight.targets.len())],
        2 | 3 if !flight.rails.is_empty() => {
            let rail = flight.rails[chance.random_range(0..flight.rails.len())];
            let depth = rail.radius * between(chance, 0.0, 1.0);
            rail.place(0.0).as_vec3() + random_direction(chance) * depth
        }
        _ => random_in_cube(chance, 1.5 * half_side),
    }
}

/// Ships of all sizes and speeds, half of the crowds with long hulls, among bodies or not, in any frame.
fn random_flight(chance: &mut ChaCha8Rng) -> Flight {
    let count = chance.random_range(2..=60_u32);
    let longest = if chance.random_bool(0.5) { 4.0 } else { 0.0 };
    let mut crew: Vec<(HullShape, Limits)> =
        (0..count).map(|_| (random_hull(chance, longest), random_limits(chance))).collect();
    // Large ones are placed first.
    crew.sort_by(|(one, _), (other, _)| other.bound().total_cmp(&one.bound()));
    let half_side = random_half_side(chance, crew.iter().map(|(hull, _)| *hull));
    let frame = random_direction(chance) * between(chance, 0.0, 20.0);
    let rails = random_rails(chance, &crew, half_side, frame);
    let mut flight = Flight::new(frame, rails);
    let mut solids = flight.body_solids();
    for (hull, limits) in crew {
        let heading = random_direction(chance);
        let position = free_place(chance, &solids, half_side, hull, heading);
        solids.push(solid_of(position, heading, hull));
        let holding = chance.random_bool(0.15);
        let target = if holding { position } else { random_target(chance, &flight, half_side) };
        let speed = if holding { 0.0 } else { limits.speed * between(chance, 0.0, 1.0) };
        let velocity = random_direction(chance) * speed;
        let arrive = chance.random_bool(0.9);
        let usual = Craft::at(position, target, hull.radius, limits.speed);
        flight.push(&Craft { velocity, heading, hull, limits, arrive, holding, ..usual });
    }
    flight
}

/// Balls from 0.5 to 5 with engines of all strengths; neither places nor targets overlap.
fn random_fleet(chance: &mut ChaCha8Rng) -> Flight {
    let count = chance.random_range(2..=30_u32);
    let mut radii: Vec<f32> = (0..count).map(|_| log_between(chance, 0.5, 5.0)).collect();
    radii.sort_by(|one, other| other.total_cmp(one));
    let half_side = random_half_side(chance, radii.iter().map(|radius| HullShape::ball(*radius)));
    let mut flight = Flight::new(Vec3::ZERO, Vec::new());
    let (mut places, mut targets) = (Vec::new(), Vec::new());
    for radius in radii {
        let hull = HullShape::ball(radius);
        let place = free_place(chance, &places, half_side, hull, Vec3::X);
        let target = free_place(chance, &targets, half_side, hull, Vec3::X);
        places.push(solid_of(place, Vec3::X, hull));
        targets.push(solid_of(target, Vec3::X, hull));
        let speed = between(chance, 1.0, 6.0);
        let limits = random_engine(chance, speed);
        flight.push(&Craft { limits, ..Craft::at(place, target, radius, speed) });
    }
    flight
}

/// A close squadron that makes dozens of its ships' sizes in a step, on its way past or onto a planet.
fn random_squadron(chance: &mut ChaCha8Rng) -> Flight {
    let planet = between(chance, 300.0, 800.0);
    let mut flight = Flight::new(Vec3::ZERO, vec![Rail::still(planet, DVec3::ZERO, DVec3::ZERO)]);
    let way = random_direction(chance);
    let speed = between(chance, 20.0, 60.0) / DT;
    let limits = Limits { speed, acceleration: speed / 0.4, turn_rate: between(chance, 3.0, 9.0) };
    let aside = way.any_orthonormal_vector() * between(chance, 0.0, 1.2 * planet);
    let begin = aside - way * (planet + speed * DT * between(chance, 1.0, 8.0) + 30.0);
    let mut solids = flight.body_solids();
    for _ in 0..chance.random_range(2..=12_u32) {
        let half_length = if chance.random_bool(0.5) { between(chance, 0.5, 4.0) } else { 0.0 };
        let hull = HullShape { radius: between(chance, 0.6, 1.4), half_length };
        let place = begin + free_place(chance, &[], 12.0, hull, way);
        let solid = solid_of(place, way, hull);
        if solids.iter().any(|other| !are_apart(&solid, other, CLEAR)) {
            continue;
        }
        solids.push(solid);
        // They move with each other, so that no approach is expected.
        let target = place + way * (2.0 * planet);
        let usual = Craft::at(place, target, hull.radius, speed);
        flight.push(&Craft { velocity: way * speed, heading: way, hull, limits, ..usual });
    }
    flight
}

/// Balls that touch each other in the rows of a heap, on their way onto a planet.
fn random_swarm(chance: &mut ChaCha8Rng) -> Flight {
    let planet = between(chance, 300.0, 800.0);
    let mut flight = Flight::new(Vec3::ZERO, vec![Rail::still(planet, DVec3::ZERO, DVec3::ZERO)]);
    let way = random_direction(chance);
    let aside = way.any_orthonormal_vector();
    let side = [aside, way.cross(aside), way];
    let speed = between(chance, 20.0, 60.0) / DT;
    let limits = Limits { speed, acceleration: speed / 0.4, turn_rate: between(chance, 3.0, 9.0) };
    let begin = -way * (planet + speed * DT * between(chance, 0.5, 3.0) + 10.0);
    for number in 0..27_u32 {
        let row = [number % 3, number / 3 % 3, number / 9].map(|row| 2.0001 * row as f32);
        let place = begin + side[0] * row[0] + side[1] * row[1] - side[2] * row[2];
        let target = random_direction(chance) * between(chance, 0.0, planet);
        flight.push(&Craft {
            velocity: way * speed,
            heading: way,
            limits,
            ..Craft::at(place, target, 1.0, speed)
        });
    }
    flight
}

// ---- The guarantee -------------------------------------------------------------------------------

#[test]
fn nothing_overlaps_in_ten_thousand_crowds() {
    check_seeds(10_000, |seed, steering| {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let dt = [1.0 / 10.0, DT, 1.0 / 60.0][chance.random_range(0..3_usize)];
        random_flight(&mut chance).fly(steering, dt, 12)
    });
}

#[test]
fn nothing_overlaps_in_squadrons_that_are_held_up_by_a_planet() {
    check_seeds(4_000, |seed, steering| {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        random_squadron(&mut chance).fly(steering, DT, 20)
    });
}

/// Callers enlarge hulls slightly with the distance from a frame's origin, and that may jump while they touch.
#[test]
fn hulls_that_are_suddenly_taken_larger_get_no_deeper_into_each_other() {
    check_seeds(2_000, |seed, steering| {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut flight = random_swarm(&mut chance);
        let hulls = flight.crowd.hulls.clone();
        for step in 0..20 {
            let share = between(&mut chance, 1.0, 1.02);
            for (taken, hull) in flight.crowd.hulls.iter_mut().zip(&hulls) {
                taken.radius = share * hull.radius;
            }
            flight.step(steering, DT);
            flight.crowd.hulls.clone_from(&hulls);
            flight.check().map_err(|fault| format!("after step {step}: {fault}"))?;
        }
        Ok(())
    });
}

#[test]
fn nothing_overlaps_where_everyone_turns_about_as_it_stands() {
    check_seeds(1_000, |seed, steering| {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut flight = random_flight(&mut chance);
        for step in 0..24 {
            flight.crowd.facings.clear();
            flight.crowd.facings.extend((0..flight.targets.len()).map(|_| random_direction(&mut chance)));
            // No ship has another target, so all ships come to rest except those in each other's way.
            flight.targets.clone_from(&flight.crowd.positions);
            flight.targets.iter_mut().for_each(|target| *target -= flight.frame * flight.seconds as f32);
            flight.step(steering, DT);
            flight.check().map_err(|fault| format!("after step {step}: {fault}"))?;
        }
        Ok(())
    });
}

/// Ships that begin in almost the same place, within rounding, and fly through each other.
#[test]
fn heaps_in_nearly_one_place_are_never_lost() {
    check_seeds(1_000, |seed, steering| {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut flight = Flight::new(Vec3::ZERO, Vec::new());
        let speed = log_between(&mut chance, 1.0e-9, 1.0);
        for _ in 0..4 {
            let place = random_direction(&mut chance) * log_between(&mut chance, 1.0e-12, 1.0e-6);
            let target = place + random_direction(&mut chance) * 10.0;
            flight.push(&Craft::at(place, target, 1.0, speed));
        }
        for step in 0..30 {
            flight.step(steering, DT);
            check_flights(&flight.crowd).map_err(|fault| format!("after step {step}: {fault}"))?;
        }
        Ok(())
    });
}

#[test]
fn nothing_overlaps_in_a_thousand_mixed_fleets() {
    check_seeds(1_000, |seed, steering| {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let seconds = if seed < 60 { 25 } else { 4 };
        random_fleet(&mut chance).fly(steering, DT, seconds * 30)
    });
}

fn antipodal_at(threads: usize) -> Vec<[u32; 3]> {
    let scenario = named("antipodal1500", None).expect("a known name");
    let mut crowd = Crowd::default();
    for ship in &scenario.ships {
        let (at, to) = (DVec3::from(ship.at).as_vec3(), DVec3::from(ship.to).as_vec3());
        // Half of the way in, every ship is about to touch its neighbours.
        crowd.push(&Craft::at(at * 0.5, to, ship.radius as f32, ship.speed as f32));
    }
    let (mut steering, bodies) = (steering(threads), Bodies::new());
    assert_eq!(steering.threads_for(crowd.len()), threads);
    for _ in 0..60 {
        steering.step(&mut crowd, &bodies, DT);
    }
    crowd.positions.iter().map(|position| position.to_array().map(f32::to_bits)).collect()
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let alone = antipodal_at(1);
    for threads in [1, 2, 4] {
        assert!(antipodal_at(threads) == alone, "{threads} threads end elsewhere than one");
    }
}

// ---- Engines -------------------------------------------------------------------------------------

/// The action of engines between two steps is within their limits.
fn check_engines(before: Vec3, after: Vec3, limits: &Limits) -> Result<(), String> {
    let change = after.distance(before) / (limits.acceleration * DT);
    let (one, other) = (before.as_dvec3(), after.as_dvec3());
    let turn = one.cross(other).length().atan2(one.dot(other)) / f64::from(limits.turn_rate * DT);
    let is_under_way = one.length().min(other.length()) > 0.1 * f64::from(limits.speed);
    if change > 1.01 {
        return Err(format!("thrust {change} times the greatest, {before} to {after}, {limits:?}"));
    }
    if is_under_way && turn > 1.05 {
        return Err(format!("turned {turn} times the greatest rate, {before} to {after}, {limits:?}"));
    }
    Ok(())
}

/// A ship alone; half of them start at full speed away from their target.
fn random_lone_ship(chance: &mut ChaCha8Rng) -> Craft {
    let (radius, speed) = (log_between(chance, 0.5, 5.0), between(chance, 2.0, 8.0));
    let target = random_direction(chance) * (10.0 + radius * between(chance, 4.0, 14.0));
    let limits = random_engine(chance, speed);
    let usual = Craft { limits, ..Craft::at(Vec3::ZERO, target, radius, speed) };
    if chance.random_bool(0.5) {
        return usual;
    }
    let way = random_direction(chance);
    let heading = if way.dot(target) > 0.0 { -way } else { way };
    Craft { velocity: heading * speed, heading, ..usual }
}

/// The ship keeps to the limits of its engines, comes to rest, and never leaves its target again.
fn lone_ship_arrives(seed: u64, steering: &mut Steering) -> Result<(), String> {
    let ship = random_lone_ship(&mut ChaCha8Rng::seed_from_u64(seed));
    let (mut crowd, bodies) = (Crowd::default(), Bodies::new());
    crowd.push(&ship);
    let seconds = 2.0 * ship.target.length() / ship.limits.speed + 60.0;
    let (mut before, mut was_near, mut distance) = (ship.velocity, false, f32::MAX);
    for _ in 0..(seconds / DT) as u32 {
        steering.step(&mut crowd, &bodies, DT);
        check_engines(before, crowd.velocities[0], &ship.limits)?;
        before = crowd.velocities[0];
        distance = crowd.positions[0].distance(ship.target) / ship.hull.radius;
        was_near |= distance < 1.0;
        if was_near && distance > 1.5 {
            return Err(format!("overshot by {distance} radii: {ship:?}"));
        }
    }
    let speed = before.length() / ship.limits.speed;
    if distance > 0.1 || speed > 0.01 {
        return Err(format!("{distance} radii away at {speed} of its speed: {ship:?}"));
    }
    Ok(())
}

#[test]
fn a_ship_alone_keeps_to_its_engines_and_comes_to_rest() {
    check_seeds(200, lone_ship_arrives);
}

#[test]
fn a_fast_ship_flies_straight_to_its_place_and_not_past_it() {
    // Ships of the game make hundreds of their radii in a second.
    for thrust_s in [0.3, 0.7, 1.4] {
        let limits =
            Limits { speed: 800.0, acceleration: 800.0 / thrust_s, turn_rate: PI / (2.0 * thrust_s) };
        for length in [200.0, 1000.0, 5000.0] {
            let (mut crowd, bodies, mut steering) = (Crowd::default(), Bodies::new(), steering(1));
            crowd.push(&Craft { limits, ..Craft::at(Vec3::ZERO, Vec3::X * length, 1.0, 800.0) });
            let (mut past, mut aside) = (0.0_f32, 0.0_f32);
            for _ in 0..600 {
                steering.step(&mut crowd, &bodies, DT);
                let place = crowd.positions[0];
                (past, aside) = (past.max(place.x - length), aside.max(place.yz().length()));
            }
            assert!(
                past < 0.5 && aside < 0.5,
                "{past} past and {aside} aside, thrust {thrust_s} s, way {length}"
            );
            assert!((crowd.positions[0].x - length).abs() < 0.5, "it is not there: {:?}", crowd.positions[0]);
        }
    }
}

#[test]
fn a_waypoint_is_passed_at_full_speed() {
    let (mut crowd, bodies, mut steering) = (Crowd::default(), Bodies::new(), steering(1));
    crowd.push(&Craft { arrive: false, ..Craft::at(Vec3::X * -40.0, Vec3::ZERO, 1.0, 4.0) });
    let mut nearest = (f32::MAX, 0.0);
    for _ in 0..600 {
        steering.step(&mut crowd, &bodies, DT);
        let (distance, speed) = (crowd.positions[0].length(), crowd.velocities[0].length());
        if distance > nearest.0 {
            break;
        }
        nearest = (distance, speed);
    }
    assert!(nearest.0 < 0.2 && nearest.1 > 0.95 * 4.0, "(distance, speed) = {nearest:?}");
}

#[test]
fn a_bow_turns_to_its_facing_at_rest_and_only_there() {
    let (mut crowd, bodies, mut steering) = (Crowd::default(), Bodies::new(), steering(1));
    let limits = Limits { speed: 4.0, acceleration: 4.0, turn_rate: 1.0 };
    // A ship at rest with a facing to its rear, one without a facing, and one under way.
    for (place, target) in [
        (Vec3::ZERO, Vec3::ZERO),
        (Vec3::Y * 50.0, Vec3::Y * 50.0),
        (Vec3::Y * 99.0, Vec3::new(99.0, 99.0, 0.0)),
    ] {
        crowd.push(&Craft { limits, heading: Vec3::X, ..Craft::at(place, target, 1.0, 4.0) });
    }
    crowd.facings.extend([-Vec3::X, Vec3::ZERO, -Vec3::X]);
    let mut before = crowd.headings[0];
    for _ in 0..100 {
        steering.step(&mut crowd, &bodies, DT);
        let turn = before.dot(crowd.headings[0]).clamp(-1.0, 1.0).acos();
        assert!(turn < 1.001 * DT + 1.0e-3, "{turn} in a step");
        before = crowd.headings[0];
    }
    assert!(crowd.headings[0].x < -0.999 && crowd.positions[0].length() < 0.01, "{before}");
    assert_eq!(crowd.headings[1], Vec3::X);
    assert!(crowd.headings[2].x > 0.999, "{}", crowd.headings[2]);
}

// ---- Manners -------------------------------------------------------------------------------------

/// Flies a scenario without any allowed overlap: the end, and the report.
fn fly(scenario: &Scenario) -> (Crowd, ArenaReport) {
    let mut end = Crowd::default();
    let report = run(scenario, &Options::default(), |frame| end.clone_from(frame.crowd));
    assert_eq!(report.overlapping_pairs, 0, "{report:?}");
    (end, report)
}

/// A ball of radius 1 that flies 4 a second.
fn usual_ship(at: DVec3, to: DVec3) -> Ship {
    Ship::new(at, to, 1.0, 4.0)
}

#[test]
fn long_hulls_pass_side_by_side_without_turning_aside() {
    let scenario = named("sidebyside", None).expect("a known name");
    let (mut aside, mut slowest) = (0.0_f64, f64::MAX);
    let report = run(&scenario, &Options::default(), |frame| {
        let ships = frame.crowd.positions.iter().zip(&frame.crowd.velocities).zip(&scenario.ships);
        for ((position, velocity), ship) in ships {
            let deviation = position.as_dvec3() - DVec3::from(ship.at);
            aside = aside.max(deviation.with_x(0.0).length());
            // The middle third of the way from -30 to 30.
            if position.x.abs() < 10.0 {
                slowest = slowest.min(f64::from(velocity.length()) / ship.speed);
            }
        }
    });
    assert_eq!((report.arrived, report.overlapping_pairs), (2, 0), "{report:?}");
    assert!(aside < 0.35, "{aside} aside");
    assert!(slowest > 0.9, "{slowest} of the speed");
}

#[test]
fn a_target_inside_a_body_is_reached_at_its_surface() {
    for target in [DVec3::ZERO, DVec3::new(2.0, 1.0, 0.0), DVec3::new(9.5, 0.0, 0.0)] {
        let ship = usual_ship(DVec3::new(-40.0, 3.0, 0.0), target);
        let scenario = Scenario {
            bodies: vec![ArenaBody::still(DVec3::ZERO, 10.0)],
            ..Scenario::of_ships("inside", 40.0, vec![ship])
        };
        let (end, report) = fly(&scenario);
        let gap = end.positions[0].length() - 11.0;
        assert!((0.0..0.3).contains(&gap), "{target}: {gap} from the surface");
        assert!(report.end_speed < 0.02, "{target}: {report:?}");
    }
}

#[test]
fn a_target_that_is_taken_is_reached_beside_its_holder() {
    let holder = usual_ship(DVec3::ZERO, DVec3::ZERO);
    let late = usual_ship(DVec3::new(-30.0, 0.3, 0.0), DVec3::ZERO);
    let (end, report) = fly(&Scenario::of_ships("taken", 30.0, vec![holder, late]));
    let [holder, late] = [end.positions[0], end.positions[1]];
    assert!(late.distance(holder) > 2.0 && late.length() < 3.5, "{holder} {late}");
    assert!(holder.length() < 0.5, "the holder was driven to {holder}");
    assert!(report.end_speed < 0.02, "{report:?}");
}

/// Sixty ships within two radii; their targets are the middle, or their own places.
fn heap(wants_to_the_middle: bool) -> Scenario {
    let mut chance = ChaCha8Rng::seed_from_u64(60);
    let ships = (0..60).map(|_| {
        let place =
            (random_direction(&mut chance) * (2.0 * between(&mut chance, 0.0, 1.0).cbrt())).as_dvec3();
        usual_ship(place, if wants_to_the_middle { DVec3::ZERO } else { place })
    });
    Scenario::of_ships("heap", 15.0, ships.collect())
}

#[test]
fn a_heap_of_ships_comes_apart_and_to_rest() {
    for wants_to_the_middle in [true, false] {
        let scenario = heap(wants_to_the_middle);
        let report = run(&scenario, &Options::default(), |frame| {
            if frame.time > 6.0 {
                let checked = check_overlaps(frame.crowd, &[]);
                assert_eq!(checked, Ok(()), "to the middle: {wants_to_the_middle}, {} s", frame.time);
            }
            assert_eq!(check_flights(frame.crowd), Ok(()));
            let farthest = frame.crowd.positions.iter().map(|place| place.length()).fold(0.0, f32::max);
            assert!(farthest < 25.0, "to the middle: {wants_to_the_middle}, {farthest} away");
        });
        assert!(report.end_speed < 0.05, "to the middle: {wants_to_the_middle}, {report:?}");
    }
}

#[test]
fn small_ships_give_way_to_a_large_one() {
    let mut chance = ChaCha8Rng::seed_from_u64(100);
    let small = HullShape::ball(0.3);
    let mut solids: Vec<Solid> = Vec::new();
    for _ in 0..60 {
        let place = free_place(&mut chance, &solids, 40.0, small, Vec3::X);
        solids.push(solid_of(place, Vec3::X, small));
    }
    let half_way = DVec3::X * 120.0;
    let mut ships = vec![Ship::new(-half_way, half_way, 30.0, 4.0)];
    ships.extend(solids.iter().map(|solid| Ship::new(solid.center, solid.center, 0.3, 4.0)));
    let (_, report) = fly(&Scenario::of_ships("large", 80.0, ships));
    // The others begin at their targets: the ratios are those of the large one.
    assert_eq!(report.arrived, 61, "{report:?}");
    assert!(report.path_ratio.max < 1.01 && report.time_ratio.max < 1.05, "{report:?}");
}
