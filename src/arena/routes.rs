//! Routes in the arena: waypoints round the bodies, planned for every ship, flown one after the other.
//!
//! Routes are planned at the beginning, and again when one is blocked. Everything here is in the scenario's frame.
//! None of this is part of the core, nor of its time.

use glam::DVec3;

use super::scenario::{ArenaBody, BodyPath, Scenario, Ship};
use crate::sim::navigation::planner::journey::Journey;
use crate::sim::navigation::planner::obstacle::Field;
use crate::sim::navigation::planner::passing::is_blocked;
use crate::sim::navigation::planner::search::{Budget, plan_route};
use crate::sim::steering::Crowd;

/// The clearance of a route from every surface, in radii of the ship.
const CLEARANCE_RADII: f64 = 1.5;
/// A waypoint is reached within this many radii of the ship ...
const REACHED_RADII: f64 = 2.0;
/// ... plus its way at full speed in this time, seconds.
const REACHED_SECONDS: f64 = 0.25;
/// Steps between two checks of a ship's route for obstacles; not all ships check in the same step.
const STEPS_BETWEEN_LOOKS: usize = 30;
/// These plans are not urgent, so they may be thorough.
const BUDGET: Budget = Budget { expansions: 100_000 };

/// The routes of all ships.
pub struct Pilots {
    routes: Vec<Route>,
    steps: usize,
}

impl Pilots {
    /// Plans a route for every ship of a scenario, from its start.
    pub fn new(scenario: &Scenario) -> Self {
        let outlook = BodyOutlook { scenario, now: 0.0 };
        let routes = scenario.ships.iter().map(|ship| outlook.plan(ship, DVec3::from(ship.at))).collect();
        Self { routes, steps: 0 }
    }

    /// Gives every ship its next waypoint, `now` seconds after the beginning.
    pub fn steer(&mut self, scenario: &Scenario, crowd: &mut Crowd, now: f64) {
        let outlook = BodyOutlook { scenario, now };
        let (drift, steps) = (scenario.drift(now), self.steps);
        let places = crowd.positions.iter().map(|position| position.as_dvec3() - drift);
        let goals = crowd.targets.iter_mut().zip(&mut crowd.arrive);
        let ships = self.routes.iter_mut().zip(&scenario.ships);
        for (number, (((route, ship), place), (target, arrive))) in ships.zip(places).zip(goals).enumerate() {
            let is_due = (steps + number).is_multiple_of(STEPS_BETWEEN_LOOKS);
            if is_due && outlook.is_blocked(ship, place, route.ahead()) {
                *route = outlook.plan(ship, place);
            }
            route.pass(&outlook, ship, place);
            *target = (route.waypoint(ship) + drift).as_vec3();
            *arrive = route.ahead().len() <= 1;
        }
        self.steps += 1;
    }
}

/// A planned way.
struct Route {
    /// Waypoints; the last is the target.
    points: Vec<DVec3>,
    /// The number of passed waypoints; never all of them.
    passed: usize,
}

impl Route {
    /// The rest of the route.
    fn ahead(&self) -> &[DVec3] {
        self.points.get(self.passed..).unwrap_or_default()
    }

    /// The present target of the ship.
    fn waypoint(&self, ship: &Ship) -> DVec3 {
        self.ahead().first().copied().unwrap_or(DVec3::from(ship.to))
    }

    /// Goes on to the next waypoint if this one is reached or passed.
    fn pass(&mut self, outlook: &BodyOutlook<'_>, ship: &Ship, place: DVec3) {
        let reach = REACHED_RADII * ship.radius + REACHED_SECONDS * ship.speed;
        while let [this, next, ..] = *self.ahead() {
            let is_beyond = place.distance(next) < this.distance(next);
            let is_reached = place.distance(this) < reach
                || (is_beyond && !outlook.is_blocked(ship, place, std::slice::from_ref(&next)));
            if !is_reached {
                break;
            }
            self.passed += 1;
        }
    }
}

/// The bodies in a planner's view at some time: their paths from then on.
struct BodyOutlook<'a> {
    scenario: &'a Scenario,
    /// Seconds since the beginning.
    now: f64,
}

impl BodyOutlook<'_> {
    /// A route from a ship's place to its target. The planner may fail; the target is the last waypoint in any
    /// case.
    fn plan(&self, ship: &Ship, place: DVec3) -> Route {
        let journey = journey(ship, place);
        let mut points = plan_route(&journey, self, &[], BUDGET).points;
        if points.last() != Some(&journey.goal) {
            points.push(journey.goal);
        }
        Route { points, passed: 0 }
    }

    fn is_blocked(&self, ship: &Ship, place: DVec3, ahead: &[DVec3]) -> bool {
        is_blocked(&journey(ship, place), ahead, self)
    }

    fn body(&self, index: usize) -> Option<&ArenaBody> {
        self.scenario.bodies.get(index)
    }
}

impl Field for BodyOutlook<'_> {
    fn count(&self) -> usize {
        self.scenario.bodies.len()
    }

    fn radius(&self, index: usize) -> f64 {
        self.body(index).map_or(0.0, |body| body.radius)
    }

    fn place(&self, index: usize, seconds_ahead: f64) -> DVec3 {
        self.body(index).map_or(DVec3::NAN, |body| body.place(self.now + seconds_ahead))
    }

    fn is_moving(&self, index: usize) -> bool {
        self.body(index).is_some_and(|body| body.path != BodyPath::Still)
    }
}

/// The journey from a ship's place to its target.
fn journey(ship: &Ship, place: DVec3) -> Journey {
    let clearance = CLEARANCE_RADII * ship.radius + ship.half_length;
    Journey { start: place, goal: DVec3::from(ship.to), speed: ship.speed, clearance }
}
