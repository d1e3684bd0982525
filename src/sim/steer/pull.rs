//! Attraction: the goal draws a ship straight on, or round a body that stands in the way.

use glam::DVec3;

use super::super::Sky;
use super::super::contact::BODY_SKIN;
use super::super::traffic::Traffic;
use super::{ARRIVAL_TICKS, SETTLING_TICKS, TURNING_AXIS};

/// How far ahead bodies in the way are looked for, ticks.
const LOOK_AHEAD_TICKS: f64 = 240.0;
/// Gap that a ship wants to keep from a body's surface, as a share of the body's radius.
const CLEARANCE: f64 = 0.3;
/// By how many radii of the ship its own goal lies outside the distance that it keeps from a body.
const GOAL_MARGIN_RADII: f64 = 0.5;
/// How often the way round a body is bent once more for a body behind it.
const BENDS: usize = 3;

/// The way that the goal alone would have a ship make in this tick, relative to what carries it, km.
pub fn pulled_step(sky: &Sky, traffic: &Traffic, index: usize) -> DVec3 {
    let goal = &traffic.goals[index];
    let carriage = &traffic.carriages[index];
    let position = traffic.positions[index];
    let to_place = goal.place - (position + carriage.step);
    if to_place.length() < carriage.reach * ARRIVAL_TICKS {
        return settling_step(sky, traffic, index, to_place);
    }
    let to_aim = goal.aim - (position + carriage.step);
    let Some(straight) = to_aim.try_normalize() else { return DVec3::ZERO };
    way_round_bodies(sky, traffic, index, straight, to_aim.length()) * carriage.reach
}

/// The way close to the place: slower the nearer it is, and keeping up with it where it moves.
fn settling_step(sky: &Sky, traffic: &Traffic, index: usize, to_place: DVec3) -> DVec3 {
    let reach = traffic.carriages[index].reach;
    let keeping_up = traffic.goals[index].place_step - traffic.carriages[index].step;
    let Some(straight) = to_place.try_normalize() else { return keeping_up.clamp_length_max(reach) };
    let distance = to_place.length();
    // Even braking: v^2 = 2 a d, with a such that it takes ARRIVAL_TICKS' worth of way from full speed.
    let braking = (reach * distance / ARRIVAL_TICKS).sqrt();
    let closing = braking.min(distance / SETTLING_TICKS);
    let settling = (straight * closing + keeping_up).clamp_length_max(reach);
    let way = way_round_bodies(sky, traffic, index, straight, distance);
    if way == straight { settling } else { way * settling.length() }
}

/// The unit vector to follow: `straight`, or along the tangent of the body in the way.
fn way_round_bodies(sky: &Sky, traffic: &Traffic, index: usize, straight: DVec3, distance: f64) -> DVec3 {
    let mut way = straight;
    for _ in 0..BENDS {
        match first_obstacle(sky, traffic, index, way, distance) {
            Some(obstacle) => way = obstacle.tangent(way),
            None => break,
        }
    }
    way
}

/// A body in the way, where it will be when the ship passes it.
struct Obstacle {
    /// From the ship to the body's centre at the time of the closest approach, km.
    offset: DVec3,
    /// Radius that the ship's centre must keep, km.
    radius: f64,
}

impl Obstacle {
    /// The unit vector nearest to `way` that leaves the obstacle aside.
    fn tangent(&self, way: DVec3) -> DVec3 {
        let distance = self.offset.length();
        let Some(toward) = self.offset.try_normalize() else { return way };
        let sideways = across_or_default(way, toward);
        if distance <= self.radius {
            // Inside the gap that it wants to keep: leave along the surface, and a little outward.
            return (sideways - toward * 0.3).normalize_or(sideways);
        }
        let sine = self.radius / distance;
        toward * (1.0 - sine * sine).sqrt() + sideways * sine
    }
}

/// The unit part of `way` across `toward`; a fixed side where `way` leads straight at the centre.
fn across_or_default(way: DVec3, toward: DVec3) -> DVec3 {
    let across = way - toward * way.dot(toward);
    if across.length_squared() > 1.0e-8 {
        return across.normalize();
    }
    toward.cross(TURNING_AXIS).try_normalize().unwrap_or(DVec3::X)
}

/// The body that the ship would come too near to first.
fn first_obstacle(sky: &Sky, traffic: &Traffic, index: usize, way: DVec3, distance: f64) -> Option<Obstacle> {
    let position = traffic.positions[index];
    let carriage = &traffic.carriages[index];
    let step = way * carriage.reach + carriage.step;
    let horizon = LOOK_AHEAD_TICKS.min(distance / carriage.reach.max(f64::MIN_POSITIVE));
    let mut first: Option<(f64, Obstacle)> = None;
    for body in 0..sky.system.bodies.len() {
        let offset = sky.before[body].position - position;
        let relative_step = step - (sky.now[body].position - sky.before[body].position);
        let speed_squared = relative_step.length_squared();
        let radius = kept_radius(sky, traffic, index, body);
        // Cheap test first: is the body within reach of the horizon at all?
        let farthest = radius + horizon * speed_squared.sqrt();
        if offset.length_squared() > farthest * farthest || speed_squared == 0.0 {
            continue;
        }
        let passing = (offset.dot(relative_step) / speed_squared).clamp(0.0, horizon);
        let miss = offset - relative_step * passing;
        let is_inside_and_leaving = passing == 0.0 && offset.dot(way) <= 0.0;
        if miss.length_squared() >= radius * radius || is_inside_and_leaving {
            continue;
        }
        if first.as_ref().is_none_or(|(earliest, _)| passing < *earliest) {
            // Seen from the ship's own way, the body stands where it is met.
            let seen = offset + (way * carriage.reach - relative_step) * passing;
            first = Some((passing, Obstacle { offset: seen, radius }));
        }
    }
    first.map(|(_, obstacle)| obstacle)
}

/// Distance that the ship's centre keeps from the body's: with some clearance, but never so much that
/// its own goal lies inside.
fn kept_radius(sky: &Sky, traffic: &Traffic, index: usize, body: usize) -> f64 {
    let solid = sky.system.bodies[body].displayed_radius_km + traffic.ships[index].radius_km;
    let goal_distance = traffic.goals[index].place.distance(sky.now[body].position);
    let beside_goal = goal_distance - GOAL_MARGIN_RADII * traffic.ships[index].radius_km;
    (solid * (1.0 + CLEARANCE)).min(beside_goal).max(solid * (1.0 + BODY_SKIN))
}
