//! The route planner: a way for one traveller through obstacles that may move, and around zones to avoid.
//!
//! The result is always a route, perhaps an incomplete one. It is planned in one plane (`plane.rs`), past the
//! sections of the obstacles (`outline.rs`, `chart.rs`), by A* over a visibility graph (`visibility.rs`). It is a
//! function of its arguments. Routes are not stored here: the traveller checks now and then whether its route
//! [`is_blocked`](super::passing::is_blocked), and has it planned again if so.
//!
//! Fixed obstacles count from the beginning. A moving one is unknown until a route meets it (`passing.rs`); then
//! it blocks its place at that time, elongated a little along its motion, and the route is planned again. So no
//! place is avoided because of another time.

use glam::{DVec2, DVec3};

use super::chart::{Chart, Placed};
use super::journey::Journey;
use super::obstacle::{Field, Zone};
use super::passing::{Passing, close_passings};
use super::plane::{FlatZone, Plane};
use super::visibility::{SearchEnd, find_way};

/// Limit on the rounds of planning for moving obstacles.
const ROUNDS: usize = 8;
/// Additional room of a moving obstacle, as a share of its size, so that the rounds of planning come to an end.
const MOVING_MARGIN: f64 = 0.01;
/// A moving obstacle blocks its places at the meeting, shortly before it and shortly after it. These are the times of
/// the places, in units of the time in which the traveller flies the obstacle's radius.
///
/// A traveller that passes behind an obstacle k times as fast must stay √(1 + k²) of its radius from the line
/// of the meeting; 1 + 0.6 k is more than that up to k = 1.9.
const SPREAD: [f64; 3] = [-0.6, 0.0, 0.6];

/// The limit on the work of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Limit on the edges of the graph examined, in all rounds together.
    pub expansions: u32,
}

impl Default for Budget {
    /// Enough for a thousand boxes that fill a quarter of their plane.
    fn default() -> Self {
        Self { expansions: 10_000 }
    }
}

/// The reason why a route does not lead to its goal, or not safely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RouteError {
    /// The start, the goal or the clearance is not a finite number. There is no route.
    #[error("a coordinate is not a number")]
    NotANumber,
    /// No way leads to the goal in the plane of the route. The route leads to the nearest point that can be
    /// reached.
    #[error("there is no way: the goal or the start is shut in")]
    Enclosed,
    /// The budget is spent. The route leads to the nearest point that is known.
    #[error("the way is too long to find in the time allowed")]
    OutOfBudget,
    /// The route still meets a moving obstacle.
    #[error("moving bodies block every way")]
    Crossed,
}

/// A route, or the best part of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlannedRoute {
    /// Its points without the start. The last is the goal; if the goal is in an obstacle or too near to one, the
    /// nearest free point.
    pub points: Vec<DVec3>,
    /// Length from the start, km.
    pub length: f64,
    /// Length with the price of the zones, km.
    pub cost: f64,
    /// Whether it leads to the end without a meeting.
    pub complete: bool,
    /// The reason, if it is not complete.
    pub error: Option<RouteError>,
    /// Number of edges examined.
    pub expansions: u32,
}

impl PlannedRoute {
    fn fail(&mut self, error: RouteError) {
        self.complete = false;
        self.error = self.error.or(Some(error));
    }
}

/// Plans a route. It lies in the plane through start and goal that is otherwise level.
///
/// Without zones it is at most 1.8 % longer than the shortest route in that plane, and mostly by much less. The
/// exception is a shortest route through a gap narrower than a hundredth of a ball's radius. From a start too near
/// to an obstacle the route leads out by the shortest way.
pub fn plan_route(journey: &Journey, field: &impl Field, zones: &[Zone], budget: Budget) -> PlannedRoute {
    let mut route = PlannedRoute::default();
    if !journey.is_sound() {
        route.fail(RouteError::NotANumber);
        return route;
    }
    let journey = &Journey { clearance: journey.clearance.max(0.0), ..*journey };
    let still = (0..field.count()).filter(|&index| !field.is_moving(index));
    let mut placed: Vec<Placed> = still.map(|index| place_at(journey, field, index, 0.0)).collect();
    let mut passings: Vec<Passing> = Vec::new();
    for _ in 0..=ROUNDS {
        placed.extend(passings.iter().flat_map(|passing| place_along(journey, field, passing)));
        let spent = route.expansions;
        route = plan_among(journey, &placed, zones, budget.expansions.saturating_sub(spent));
        route.expansions += spent;
        passings = close_passings(journey, &route.points, field);
        if passings.is_empty() {
            return route;
        }
    }
    route.fail(RouteError::Crossed);
    route
}

fn place_at(journey: &Journey, field: &impl Field, index: usize, seconds: f64) -> Placed {
    Placed { radius: field.radius(index), place: field.place(index, seconds), clearance: journey.clearance }
}

/// Places of a moving obstacle around the time of a passing.
fn place_along(journey: &Journey, field: &impl Field, passing: &Passing) -> [Placed; 3] {
    let size = field.radius(passing.index) + journey.clearance;
    SPREAD.map(|share| {
        let seconds = (passing.seconds + share * journey.seconds(size)).max(0.0);
        let mut placed = place_at(journey, field, passing.index, seconds);
        placed.clearance += MOVING_MARGIN * size;
        placed
    })
}

/// Plans a route among fixed obstacles.
fn plan_among(journey: &Journey, placed: &[Placed], zones: &[Zone], expansions: u32) -> PlannedRoute {
    let plane = Plane::through(journey.start, journey.goal);
    let chart = Chart::new(plane, placed);
    let zones: Vec<FlatZone> = zones.iter().filter_map(|zone| plane.cut_zone(zone)).collect();
    let (start, goal) = (plane.flatten(journey.start), plane.flatten(journey.goal));
    let (exit, arrival) = (chart.nearest_free(start), chart.nearest_free(goal));
    let way = find_way(&chart, &zones, exit, arrival, expansions);
    let begun = usize::from(exit == start);
    let mut points: Vec<DVec3> = way.points.iter().skip(begun).map(|&point| plane.lift(point)).collect();
    if way.end == SearchEnd::Goal {
        if arrival == goal {
            points.pop();
        }
        if arrival == goal || is_free(journey.goal, placed) {
            points.push(journey.goal);
        }
    }
    let (length, cost) = measure(journey.start, &points, &plane, &zones);
    let mut route =
        PlannedRoute { points, length, cost, complete: true, error: None, expansions: way.expansions };
    match way.end {
        SearchEnd::Goal => {}
        SearchEnd::Enclosed => route.fail(RouteError::Enclosed),
        SearchEnd::OutOfBudget => route.fail(RouteError::OutOfBudget),
    }
    route
}

/// Whether a point is free in space. A point between a ball and its outline, which has corners, may be free.
fn is_free(point: DVec3, placed: &[Placed]) -> bool {
    placed.iter().all(|placed| {
        let gap = point.distance(placed.place) - placed.radius;
        // Unsound obstacles count as absent.
        gap >= placed.clearance || !gap.is_finite()
    })
}

/// Length and cost of a route.
fn measure(start: DVec3, points: &[DVec3], plane: &Plane, zones: &[FlatZone]) -> (f64, f64) {
    let (mut from, mut length, mut cost) = (start, 0.0, 0.0);
    for &to in points {
        let flat: [DVec2; 2] = [plane.flatten(from), plane.flatten(to)];
        let price: f64 = zones.iter().map(|zone| zone.price(flat[0], flat[1])).sum();
        length += from.distance(to);
        cost += from.distance(to) + price;
        from = to;
    }
    (length, cost)
}
