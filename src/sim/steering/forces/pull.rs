//! Attraction: the target draws a ship straight on, or round a body that will be in the way. Other ships do not
//! matter here.

use glam::{Vec3, Vec3A};

use crate::sim::steering::SteeringRules;
use crate::sim::steering::crowd::{Craft, Limits};
use crate::sim::steering::forces::thrust::MANOEUVRING_SHARE;
use crate::sim::steering::obstacles::BODY_SKIN;
use crate::sim::steering::obstacles::bodies::{Bodies, LOOK_AHEAD, MOST_ON_A_WAY};
use crate::sim::steering::obstacles::circling::{TOLERATED, place_aside, way_past};
use crate::sim::steering::turning::TURNING_AXIS;

/// The height above a body of a target inside it, in gaps that contact keeps.
const SURFACE_GAP: f32 = 1.25;
/// The flight of a ship under its target alone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pull {
    /// The unit vector to follow; zero at the target.
    pub way: Vec3,
    /// The desired speed along it, relative to the ship's carrier.
    pub speed: f32,
    /// From the ship to its place: the target, or the nearest reachable place.
    pub to_place: Vec3,
    /// Velocity of the place relative to the ship's carrier.
    pub place_velocity: Vec3,
    /// Whether the place is next to the target because an obstacle sweeps over that.
    pub stands_aside: bool,
}

/// The pull of its target on a ship, without other ships.
pub fn pull(rules: &SteeringRules, bodies: &Bodies, ship: &Craft) -> Pull {
    let (place, place_velocity) = reachable_place(rules, bodies, ship);
    // Mostly nothing circles nearby: then nothing is computed.
    let is_free = bodies.circling.is_empty();
    let aside = if is_free { None } else { place_aside(rules, &bodies.circling, ship, place) };
    let (place, stands_aside) = (aside.unwrap_or(place), aside.is_some());
    let to_place = place - ship.position;
    let place_velocity = place_velocity - ship.carried;
    let distance = to_place.length();
    let Some(straight) = to_place.try_normalize() else {
        let speed = place_velocity.length().min(ship.limits.speed);
        let way = place_velocity.normalize_or_zero();
        return Pull { way, speed, to_place, place_velocity, stands_aside };
    };
    let way = way_round_bodies(rules, bodies, ship, place, straight, distance);
    if !ship.arrive {
        let speed = ship.limits.speed;
        if is_free {
            return Pull { way, speed, to_place, place_velocity, stands_aside };
        }
        let past = way_past(rules, &bodies.circling, ship, way * speed, place, distance / speed);
        let way = past.unwrap_or(way);
        return Pull { way, speed, to_place, place_velocity, stands_aside };
    }
    let approach = approach_of(rules, ship, straight, distance, place_velocity);
    let closing = way * approach.speed - approach.lead(rules, ship.velocity - place_velocity);
    let wish = (closing + place_velocity).clamp_length_max(ship.limits.speed);
    let wished = wish.normalize_or(way);
    if is_free {
        return Pull { way: wished, speed: wish.length(), to_place, place_velocity, stands_aside };
    }
    let past = way_past(rules, &bodies.circling, ship, wish, place, distance / approach.speed);
    let way = past.unwrap_or(wished);
    Pull { way, speed: wish.length(), to_place, place_velocity, stands_aside }
}

/// How fast a ship may come near its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// The greatest speed from which it can still come to rest there.
    pub speed: f32,
    /// Loss of that speed on a unit of the way, 1/s.
    pub slope: f32,
}

impl Approach {
    /// The approach of a ship that flies straight at its place. Near the place speed falls with the distance, and
    /// farther away with its root, so that braking is even; the two meet where both brake alike.
    #[must_use]
    pub fn straight(rules: &SteeringRules, limits: &Limits, distance: f32) -> Self {
        let near = Self { speed: distance / rules.arrival_s, slope: rules.arrival_s.recip() };
        let full = Self { speed: limits.speed, slope: 0.0 };
        if !limits.acceleration.is_finite() {
            return near.or_slower(full);
        }
        let braking = rules.braking_share * limits.acceleration;
        let meeting = braking * rules.arrival_s * rules.arrival_s;
        if distance <= meeting {
            return near.or_slower(full);
        }
        let speed = (2.0 * braking * (distance - 0.5 * meeting)).sqrt();
        Self { speed, slope: braking / speed }.or_slower(full)
    }

    /// The slower one.
    fn or_slower(self, other: Self) -> Self {
        if other.speed < self.speed { other } else { self }
    }

    /// What velocity relative to the place will lose until the ship follows its wish. Without this lead of the
    /// wish, ships shoot past their places and swing about them.
    fn lead(&self, rules: &SteeringRules, velocity: Vec3) -> Vec3 {
        velocity.clamp_length_max(self.speed) * (rules.smoothing_s * self.slope)
    }
}

/// The approach of a ship whose engine has to turn it in time too. `place_velocity` is relative to its carrier.
fn approach_of(
    rules: &SteeringRules,
    ship: &Craft,
    straight: Vec3,
    distance: f32,
    place_velocity: Vec3,
) -> Approach {
    let approach = Approach::straight(rules, &ship.limits, distance);
    let relative = ship.velocity - place_velocity;
    // Slow ships need not turn to fly in another direction.
    if !ship.limits.turn_rate.is_finite() || relative.length() < MANOEUVRING_SHARE * ship.limits.speed {
        return approach;
    }
    let across = straight.cross(relative.normalize_or(ship.heading)).length();
    let slope = 0.5 * ship.limits.turn_rate / across.max(1.0e-3);
    approach.or_slower(Approach { speed: slope * distance, slope })
}

/// The target, or the nearest place on the surface of the body around it.
fn reachable_place(rules: &SteeringRules, bodies: &Bodies, ship: &Craft) -> (Vec3, Vec3) {
    // Outside of the gap that contact keeps.
    let gap = SURFACE_GAP * rules.skin_radii * ship.hull.radius;
    for body in 0..bodies.large() {
        let solid = (bodies.radii[body] + ship.hull.bound()) * (1.0 + BODY_SKIN) + gap;
        let offset = ship.target - bodies.befores[body];
        if offset.length_squared() < solid * solid {
            let outward = if offset.length() > 0.1 * bodies.radii[body] {
                offset
            } else {
                ship.position - bodies.befores[body]
            };
            let surface = outward.normalize_or(Vec3::X) * solid;
            return (bodies.befores[body] + surface, ship.target_velocity);
        }
    }
    (ship.target, ship.target_velocity)
}

/// The unit vector to follow: `straight`, or along the tangent of the body in the way, bent again for
/// bodies behind it.
fn way_round_bodies(
    rules: &SteeringRules,
    bodies: &Bodies,
    ship: &Craft,
    place: Vec3,
    straight: Vec3,
    distance: f32,
) -> Vec3 {
    let mut candidates = [0u32; MOST_ON_A_WAY];
    let count = near_the_way(bodies, ship, straight, distance, &mut candidates);
    let mut way = straight;
    for _ in 0..rules.bends {
        let mut first: Option<BodyInTheWay> = None;
        for &body in &candidates[..count] {
            let found = obstacle(rules, bodies, ship, place, body as usize, way, distance);
            if let Some(found) = found
                && first.as_ref().is_none_or(|first| found.passing_s < first.passing_s)
            {
                first = Some(found);
            }
        }
        match first {
            Some(obstacle) => way = obstacle.tangent(way),
            None => break,
        }
    }
    way
}

/// Notes the bodies whose way ahead comes near the straight way, and returns their number.
fn near_the_way(
    bodies: &Bodies,
    ship: &Craft,
    straight: Vec3,
    distance: f32,
    candidates: &mut [u32; MOST_ON_A_WAY],
) -> usize {
    let mut count = 0;
    let length = distance.min(ship.limits.speed * LOOK_AHEAD);
    for (body, &(middle, reach)) in bodies.sweeps.iter().enumerate() {
        let offset = middle - ship.position;
        // Detours lead aside, where other bodies may be: look twice as wide.
        let near = reach + 2.0 * bodies.radii[body] + 4.0 * ship.hull.bound();
        let along = offset.dot(straight).clamp(0.0, length);
        if (offset - straight * along).length_squared() < near * near {
            candidates[count] = body as u32;
            count += 1;
            if count == MOST_ON_A_WAY {
                break;
            }
        }
    }
    count
}

/// A body in the way, at its place when the ship passes it.
struct BodyInTheWay {
    /// From the ship to the body's centre at that time.
    offset: Vec3,
    /// Preferred distance of the ship's centre.
    radius: f32,
    /// Time of that passage, seconds from now.
    passing_s: f32,
}

fn obstacle(
    rules: &SteeringRules,
    bodies: &Bodies,
    ship: &Craft,
    place: Vec3,
    body: usize,
    way: Vec3,
    distance: f32,
) -> Option<BodyInTheWay> {
    let speed = ship.limits.speed.max(f32::MIN_POSITIVE);
    let longest = (distance / speed).min(LOOK_AHEAD);
    let [position, carried, way] = [ship.position, ship.carried, way].map(Vec3A::from);
    // Position and time of the passage depend on each other: two iterations suffice on smooth ways.
    let mut passing_s = 0.0;
    let mut offset = bodies.place(body, passing_s) - position;
    for _ in 0..2 {
        passing_s = (offset.dot(way) / speed).clamp(0.0, longest);
        offset = bodies.place(body, passing_s) - position - carried * passing_s;
    }
    let miss = offset - way * (speed * passing_s);
    let solid = (bodies.radii[body] + ship.hull.bound()) * (1.0 + BODY_SKIN);
    let wanted =
        solid + rules.clearance_radii * ship.hull.radius + rules.clearance_share * bodies.radii[body];
    let misses = |radius: f32| miss.length_squared() >= radius * radius * TOLERATED;
    // Most bodies are passed at a distance: then their distance from the place does not matter.
    if offset.dot(way) <= 0.0 || misses(wanted.max(solid)) {
        return None;
    }
    let offset = Vec3::from(offset);
    let beside_place = (offset + ship.position).distance(place) - 0.25 * ship.hull.radius;
    let radius = wanted.min(beside_place).max(solid);
    (!misses(radius)).then_some(BodyInTheWay { offset, radius, passing_s })
}

impl BodyInTheWay {
    /// The unit vector nearest to `way` that leaves the obstacle aside.
    fn tangent(&self, way: Vec3) -> Vec3 {
        let distance = self.offset.length();
        let Some(toward) = self.offset.try_normalize() else { return way };
        let sideways = across_or_default(way, toward);
        if distance <= self.radius {
            // Inside the preferred gap: along the surface, and a little outward.
            return (sideways - toward * 0.1).normalize_or(sideways);
        }
        let sine = self.radius / distance;
        toward * (1.0 - sine * sine).max(0.0).sqrt() + sideways * sine
    }
}

/// The unit component of `way` across `toward`; a fixed side if `way` leads straight at the centre.
fn across_or_default(way: Vec3, toward: Vec3) -> Vec3 {
    let across = way - toward * way.dot(toward);
    if across.length_squared() > 1.0e-6 {
        return across.normalize();
    }
    toward.cross(TURNING_AXIS).try_normalize().unwrap_or(Vec3::X)
}
