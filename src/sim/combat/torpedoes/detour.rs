//! The way of a torpedo round the bodies before it.

use glam::DVec3;

use super::hulls::Ball;
use super::pilot::Pilot;
use super::pursuit::Pull;
use crate::sim::steering::turning::common_side;

/// Ticks ahead within which bodies matter: two seconds of play.
const LOOK_TICKS: f64 = 60.0;
/// The gap that is kept from a body on the way past it, as a share of its radius.
const CLEARANCE_SHARE: f64 = 0.05;
/// Limit on the number of bodies for which the way is deflected.
const BENDS: usize = 3;
/// Slack on the squared separation before a neighbour counts as too close.
const TOLERATED: f64 = 0.999;
/// A component across a unit vector below this counts as none.
const NO_SIDE: f64 = 1.0e-6;

/// The way, deflected along the tangents of bodies in it, up to the meeting with the target. The body whose ground
/// is the target is no obstacle.
pub(super) fn round_balls(pilot: &Pilot, pull: &Pull, balls: &[Ball]) -> DVec3 {
    let longest = pull.ticks.min(LOOK_TICKS);
    let mut way = pull.way;
    for _ in 0..BENDS {
        let others = balls.iter().filter(|ball| Some(ball.body) != pilot.ground);
        let obstacles = others.filter_map(|ball| obstacle(pilot, ball, way, longest, pull.place));
        match obstacles.min_by(|one, other| one.passing.total_cmp(&other.passing)) {
            Some(obstacle) => way = obstacle.tangent(way),
            None => break,
        }
    }
    way
}

/// A body in the way.
struct BodyAhead {
    /// From the torpedo to the body's centre at the passage.
    offset: DVec3,
    /// Preferred distance from its centre.
    radius: f64,
    /// Time of the passage, ticks from now.
    passing: f64,
}

fn obstacle(pilot: &Pilot, ball: &Ball, way: DVec3, longest: f64, goal: Option<DVec3>) -> Option<BodyAhead> {
    let (start, step) = (ball.before - pilot.place, ball.step - pilot.carried);
    let solid = ball.radius_km + pilot.radius_km;
    let wanted = solid + CLEARANCE_SHARE * ball.radius_km;
    // The sum of the coordinates is no less than the length, and needs no root.
    let far = wanted + (pilot.reach + step.abs().element_sum()) * longest;
    if start.length_squared() > far * far {
        return None;
    }
    // Position and time of the passage depend on each other: two iterations suffice.
    let (mut passing, mut offset) = (0.0, start);
    for _ in 0..2 {
        passing = (offset.dot(way) / pilot.reach).clamp(0.0, longest);
        offset = start + step * passing;
    }
    // A target that is nearer to the body than the gap lets the torpedo come as near.
    let beside_goal = goal.map_or(f64::INFINITY, |goal| offset.distance(goal));
    let radius = wanted.min(beside_goal).max(solid);
    let miss = offset - way * (pilot.reach * passing);
    let is_leaving = offset.dot(way) <= 0.0;
    let is_free = is_leaving || miss.length_squared() >= radius * radius * TOLERATED;
    (!is_free).then_some(BodyAhead { offset, radius, passing })
}

impl BodyAhead {
    /// The unit vector nearest to `way` that leaves the body aside.
    fn tangent(&self, way: DVec3) -> DVec3 {
        let distance = self.offset.length();
        let Some(toward) = self.offset.try_normalize() else { return way };
        let sideways = side_of(toward, way);
        if distance <= self.radius {
            // Inside the gap that is kept: along the surface, and a little outward.
            return (sideways - toward * 0.1).normalize_or(sideways);
        }
        let sine = self.radius / distance;
        toward * (1.0 - sine * sine).max(0.0).sqrt() + sideways * sine
    }
}

/// The unit component of `way` across the unit vector `toward`; the common side if there is none.
pub(super) fn side_of(toward: DVec3, way: DVec3) -> DVec3 {
    let across = way - toward * toward.dot(way);
    if across.length_squared() > NO_SIDE * NO_SIDE {
        return across.normalize_or(DVec3::X);
    }
    let side = common_side(toward.as_vec3()).as_dvec3();
    (side - toward * toward.dot(side)).normalize_or(DVec3::X)
}
