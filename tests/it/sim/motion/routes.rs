//! Routes past obstacles: as short as possible, never too near to anything, and always with an answer.
//!
//! The 500 random fields of the specification: 440 of 5 to 40 obstacles, 54 of 53 to 159, six of 300. The brute
//! force examines all nodes and, naively, all obstacles; it leaves out only nodes that no way as short as the
//! planned one can reach. The fine-grained reference is independent of the planner's geometry: A* over a grid of
//! 65 x 65 points with sixteen neighbours each, then shortened wherever a straight line is free, all by distances
//! in space.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ecliptic::sim::navigation::planner::chart::{Chart, Placed};
use ecliptic::sim::navigation::planner::journey::Journey;
use ecliptic::sim::navigation::planner::obstacle::{Field, Zone};
use ecliptic::sim::navigation::planner::passing::is_blocked;
use ecliptic::sim::navigation::planner::plane::Plane;
use ecliptic::sim::navigation::planner::search::{Budget, PlannedRoute, RouteError, plan_route};
use glam::{DVec2, DVec3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random fields.
const FIELDS: u32 = 500;
/// Enough for every plan.
const AMPLE: Budget = Budget { expansions: 1_000_000 };

/// Balls that do not move: each with its radius and the place of its centre.
#[derive(Default)]
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

fn journey(start: [f64; 3], goal: [f64; 3], clearance: f64) -> Journey {
    Journey { start: DVec3::from_array(start), goal: DVec3::from_array(goal), speed: 1.0, clearance }
}

fn plan(journey: &Journey, field: &impl Field) -> PlannedRoute {
    plan_route(journey, field, &[], AMPLE)
}

/// A field of random density, and a way through it from one side to the other.
fn random_case(number: u32) -> (Journey, StillField) {
    let mut chance = ChaCha8Rng::seed_from_u64(u64::from(number));
    let count = match number {
        0..6 => 160,
        6..60 => 30 + number,
        _ => 5 + number % 36,
    };
    let mut height = || 2.0 * f64::from(chance.random_range(-20..=20_i32));
    let journey = journey([-60.0, height(), 0.0], [60.0, height(), 0.0], 0.3);
    let size = 55.0 * (chance.random_range(0.1..0.8_f64) / f64::from(count)).sqrt();
    let mut field = StillField::default();
    for _ in 0..count {
        let radius = size * chance.random_range(0.4..1.2_f64);
        let mut coordinate = |reach: f64| chance.random_range(-reach..reach);
        let place = DVec3::new(coordinate(50.0), coordinate(50.0), coordinate(0.4 * size));
        let is_beside = |end: DVec3| end.distance(place) - radius > journey.clearance + 1.0;
        if is_beside(journey.start) && is_beside(journey.goal) {
            field.0.push((radius, place));
        }
    }
    (journey, field)
}

/// Distance of a point from the nearest surface, less the clearance.
fn room(journey: &Journey, field: &impl Field, point: DVec3, seconds: f64) -> f64 {
    let gap = |index| point.distance(field.place(index, seconds)) - field.radius(index);
    let gaps = (0..field.count()).map(gap);
    gaps.fold(f64::MAX, f64::min) - journey.clearance
}

/// Follows a route in steps much shorter than the room, and returns the least room on the way.
fn least_room(journey: &Journey, field: &impl Field, points: &[DVec3]) -> f64 {
    let (mut from, mut seconds, mut least) = (journey.start, 0.0, f64::MAX);
    for &to in points {
        let length = from.distance(to);
        let mut gone = 0.0;
        while gone <= length {
            let point = if length > 0.0 { from.lerp(to, gone / length) } else { from };
            let room = room(journey, field, point, seconds + journey.seconds(gone));
            least = least.min(room);
            gone += (0.24 * room).max(0.01);
        }
        seconds += journey.seconds(length);
        from = to;
    }
    least
}

/// The shortest way over all corners, each edge checked against all outlines (Dijkstra). Corners that no
/// way within `bound` can touch are left out.
fn brute_force(journey: &Journey, field: &StillField, bound: f64) -> Option<f64> {
    let placed: Vec<Placed> = field
        .0
        .iter()
        .map(|&(radius, place)| Placed { radius, place, clearance: journey.clearance })
        .collect();
    let plane = Plane::through(journey.start, journey.goal);
    let chart = Chart::new(plane, &placed);
    let (start, goal) = (plane.flatten(journey.start), plane.flatten(journey.goal));
    let bound = bound * (1.0 + 1e-9);
    let corners = (0..chart.count()).flat_map(|index| chart.corners(index));
    let within = corners.filter(|corner| start.distance(*corner) + corner.distance(goal) <= bound);
    let nodes: Vec<DVec2> = [start, goal].into_iter().chain(within).collect();
    let is_free =
        |from: DVec2, to: DVec2| !(0..chart.count()).any(|index| chart.outline(index).is_crossed(from, to));
    let mut costs = vec![f64::MAX; nodes.len()];
    let mut is_done = vec![false; nodes.len()];
    costs[0] = 0.0;
    loop {
        let waiting = (0..nodes.len()).filter(|&node| !is_done[node] && costs[node] < f64::MAX);
        let from = waiting.min_by(|&one, &other| costs[one].total_cmp(&costs[other]))?;
        if from == 1 {
            return Some(costs[1]);
        }
        is_done[from] = true;
        for (to, &place) in nodes.iter().enumerate() {
            let cost = costs[from] + nodes[from].distance(place);
            let can_gain = cost < costs[to] && cost + place.distance(goal) <= bound;
            if can_gain && is_free(nodes[from], place) {
                costs[to] = cost;
            }
        }
    }
}

/// Points of the reference's grid to a side, and their distance.
const SIDE: i32 = 65;
const SPACING: f64 = 2.0;
/// Steps to the sixteen neighbours.
const STEPS: [(i32, i32); 16] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
    (2, 1),
    (2, -1),
    (-2, 1),
    (-2, -1),
    (1, 2),
    (1, -2),
    (-1, 2),
    (-1, -2),
];

/// The fine-grained reference: a grid with free places by distances alone.
struct Reference<'a> {
    journey: &'a Journey,
    field: &'a StillField,
    rooms: Vec<f64>,
}

impl<'a> Reference<'a> {
    fn new(journey: &'a Journey, field: &'a StillField) -> Self {
        let cells = 0..(SIDE * SIDE) as usize;
        let rooms = cells.map(|cell| room(journey, field, Self::place(cell), 0.0)).collect();
        Self { journey, field, rooms }
    }

    fn place(cell: usize) -> DVec3 {
        let (x, y) = (cell as i32 % SIDE - SIDE / 2, cell as i32 / SIDE - SIDE / 2);
        DVec3::new(f64::from(x), f64::from(y), 0.0) * SPACING
    }

    fn cell(place: DVec3) -> usize {
        let number = |coordinate: f64| (coordinate / SPACING).round() as i32 + SIDE / 2;
        (number(place.y) * SIDE + number(place.x)) as usize
    }

    fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
        let (x, y) = (cell as i32 % SIDE, cell as i32 / SIDE);
        let places = STEPS.iter().map(move |&(right, up)| (x + right, y + up));
        let inside = places.filter(|(x, y)| (0..SIDE).contains(x) && (0..SIDE).contains(y));
        inside.map(|(x, y)| (y * SIDE + x) as usize)
    }

    fn is_free(&self, from: DVec3, to: DVec3) -> bool {
        let length = from.distance(to);
        let mut gone = 0.0;
        while gone < length {
            let room = room(self.journey, self.field, from.lerp(to, gone / length), 0.0);
            if room < 0.0 {
                return false;
            }
            gone += room.max(0.02);
        }
        true
    }

    fn is_step_free(&self, from: usize, to: usize) -> bool {
        let (one, other) = (Self::place(from), Self::place(to));
        // Two points within each other's free radius need no test between them.
        self.rooms[to] >= 0.0
            && (self.rooms[from] + self.rooms[to] > one.distance(other) || self.is_free(one, other))
    }

    fn shortest(&self) -> Option<f64> {
        let goal = self.journey.goal;
        let first = Self::cell(self.journey.start);
        let count = self.rooms.len();
        let (mut costs, mut parents) = (vec![f64::MAX; count], vec![usize::MAX; count]);
        let mut is_done = vec![false; count];
        // Costs are not negative, and the bits of such numbers are in the order of the numbers.
        let mut queue = BinaryHeap::from([Reverse((0_u64, first))]);
        costs[first] = 0.0;
        while let Some(Reverse((_, cell))) = queue.pop() {
            if cell == Self::cell(goal) {
                return Some(self.shorten(&parents, cell));
            }
            if std::mem::replace(&mut is_done[cell], true) {
                continue;
            }
            for next in Self::neighbours(cell) {
                let cost = costs[cell] + Self::place(cell).distance(Self::place(next));
                if !is_done[next] && cost < costs[next] && self.is_step_free(cell, next) {
                    (costs[next], parents[next]) = (cost, cell);
                    let estimate = cost + Self::place(next).distance(goal);
                    queue.push(Reverse((estimate.to_bits(), next)));
                }
            }
        }
        None
    }

    /// The length of a way after leaving out every point that a straight line can pass by.
    fn shorten(&self, parents: &[usize], last: usize) -> f64 {
        let mut points = vec![Self::place(last)];
        let mut cell = last;
        while parents[cell] != usize::MAX {
            cell = parents[cell];
            points.push(Self::place(cell));
        }
        let (mut length, mut at) = (0.0, 0);
        while at + 1 < points.len() {
            let mut next = at + 1;
            while next + 1 < points.len() && self.is_free(points[at], points[next + 1]) {
                next += 1;
            }
            length += points[at].distance(points[next]);
            at = next;
        }
        length
    }
}

#[test]
fn routes_are_within_two_percent_of_brute_force() {
    for number in 0..FIELDS {
        let (journey, field) = random_case(number);
        let route = plan(&journey, &field);
        let bound = if route.complete { route.length } else { f64::MAX };
        let best = brute_force(&journey, &field, bound);
        assert_eq!(route.complete, best.is_some(), "field {number}: {:?}", route.error);
        if let Some(best) = best {
            assert!(route.length <= best * 1.02, "field {number}: {} against {best}", route.length);
        }
    }
}

#[test]
fn routes_are_within_six_percent_of_a_fine_grid() {
    let mut compared = 0;
    for number in 0..FIELDS {
        let (journey, field) = random_case(number);
        let Some(reference) = Reference::new(&journey, &field).shortest() else { continue };
        let route = plan(&journey, &field);
        assert!(route.complete, "field {number}: {:?}, but the grid finds a way", route.error);
        assert!(route.length <= reference * 1.06, "field {number}: {} against {reference}", route.length);
        compared += 1;
    }
    assert!(compared > FIELDS * 9 / 10, "the grid finds a way in {compared} fields");
}

#[test]
fn no_leg_comes_nearer_than_the_clearance() {
    for number in 0..FIELDS {
        let (journey, field) = random_case(number);
        let route = plan(&journey, &field);
        if !route.complete {
            continue;
        }
        assert_eq!(route.points.last(), Some(&journey.goal));
        assert!(!is_blocked(&journey, &route.points, &field), "field {number}");
        let smallest = field.0.iter().map(|(radius, _)| *radius).fold(f64::MAX, f64::min);
        let room = least_room(&journey, &field, &route.points);
        assert!(room >= -1e-6 * (smallest + journey.clearance), "field {number}: {room}");
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for number in 0..20 {
        let (journey, field) = random_case(number);
        assert_eq!(plan(&journey, &field), plan(&journey, &field));
    }
}

#[test]
fn far_from_the_origin_of_all_coordinates_nothing_changes() {
    let far = DVec3::new(2.1e10, -1.3e10, 3.0e8);
    for number in 100..150 {
        let (near, mut field) = random_case(number);
        let expected = plan(&near, &field);
        field.0.iter_mut().for_each(|(_, place)| *place = *place * 1000.0 + far);
        field.0.iter_mut().for_each(|(radius, _)| *radius *= 1000.0);
        let (start, goal) = (near.start * 1000.0 + far, near.goal * 1000.0 + far);
        let journey = Journey { start, goal, speed: 1.0, clearance: near.clearance * 1000.0 };
        let route = plan(&journey, &field);
        assert_eq!(route.complete, expected.complete);
        assert!((route.length - 1000.0 * expected.length).abs() < 0.02 * route.length);
        assert!(!is_blocked(&journey, &route.points, &field));
    }
}

/// A wall of balls from one point to another, without a gap.
fn wall(from: DVec2, to: DVec2) -> impl Iterator<Item = (f64, DVec3)> {
    let steps = (from.distance(to) / 0.5).ceil() as u32;
    (0..=steps).map(move |step| (0.5, from.lerp(to, f64::from(step) / f64::from(steps)).extend(0.0)))
}

/// A station in the form of a U that opens to the left: its bottom at x = 20, its arms along y = ±10.
fn station() -> StillField {
    let bottom = wall(DVec2::new(20.0, -10.0), DVec2::new(20.0, 10.0));
    let arms = [-10.0, 10.0].into_iter().flat_map(|y| wall(DVec2::new(2.3, y), DVec2::new(21.7, y)));
    StillField(bottom.chain(arms).collect())
}

#[test]
fn out_of_a_closed_u_there_is_a_way() {
    let field = station();
    let journey = journey([10.0, 0.0, 0.0], [30.0, 0.0, 0.0], 0.5);
    let route = plan(&journey, &field);
    assert!(route.complete, "{:?}", route.error);
    assert!(least_room(&journey, &field, &route.points) >= -1e-6);
    assert!(!is_blocked(&journey, &route.points, &field));
    assert!(is_blocked(&journey, &[journey.goal], &field), "straight on is the bottom");
    // Round the end of an arm, back along it and past the bottom: tangents, and arcs of radius 1 about both ends.
    let shortest = 12.58 + 2.31 + 19.4 + 0.96 + 12.96;
    assert!((route.length / shortest - 1.0).abs() < 0.02, "{} against {shortest}", route.length);
    // And back in.
    let back = Journey { start: journey.goal, goal: journey.start, ..journey };
    let route_back = plan(&back, &field);
    assert!((route.length - route_back.length).abs() < 0.02 * route.length);
}

#[test]
fn a_goal_that_is_shut_in_is_come_as_near_to_as_can_be() {
    let mut field = station();
    field.0.extend(wall(DVec2::new(3.0, -10.0), DVec2::new(3.0, 10.0)));
    let inward = journey([40.0, 0.0, 0.0], [10.0, 0.0, 0.0], 0.5);
    let route = plan(&inward, &field);
    assert!(!route.complete);
    assert_eq!(route.error, Some(RouteError::Enclosed));
    assert!(least_room(&inward, &field, &route.points) >= -1e-6);
    let end = *route.points.last().expect("some way is left");
    assert!(end.distance(inward.goal) < 8.2, "the wall nearest to the goal is 8 away, not {end}");
    let outward = Journey { start: inward.goal, goal: inward.start, ..inward };
    assert_eq!(plan(&outward, &field).error, Some(RouteError::Enclosed));
}

#[test]
fn a_budget_ends_the_work() {
    let field = station();
    let journey = journey([10.0, 0.0, 0.0], [30.0, 0.0, 0.0], 0.5);
    for expansions in 0..20 {
        let route = plan_route(&journey, &field, &[], Budget { expansions });
        assert_eq!(route.error, Some(RouteError::OutOfBudget));
        assert!(route.expansions <= expansions && !route.complete);
        assert!(least_room(&journey, &field, &route.points) >= -1e-6);
    }
}

/// Balls that move evenly: radius, place and velocity.
struct Moving(Vec<(f64, DVec3, DVec3)>);

impl Field for Moving {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn radius(&self, index: usize) -> f64 {
        self.0[index].0
    }

    fn place(&self, index: usize, seconds_ahead: f64) -> DVec3 {
        let (_, place, velocity) = self.0[index];
        place + velocity * seconds_ahead
    }
}

#[test]
fn moving_bodies_are_passed_at_their_later_places() {
    let journey = journey([0.0, 0.0, 0.0], [100.0, 0.0, 0.0], 1.0);
    // In the way now, but gone by then: straight on.
    let leaving = Moving(vec![(3.0, DVec3::new(50.0, 0.0, 0.0), DVec3::Y)]);
    let route = plan(&journey, &leaving);
    assert!(route.complete);
    assert_eq!(route.points, [journey.goal]);
    // Out of the way now, but in it by then, at several speeds and from several sides.
    for (place, velocity) in [
        (DVec3::new(50.0, -50.0, 0.0), DVec3::Y),
        (DVec3::new(50.0, -150.0, 0.0), DVec3::Y * 3.0),
        (DVec3::new(52.0, 2.0, 0.0), DVec3::Y * -0.05),
        (DVec3::new(100.0, 0.0, 0.0), -DVec3::X),
        (DVec3::new(-30.0, 0.0, 0.0), DVec3::X * 2.0),
        (DVec3::new(10.0, 0.0, 0.0), DVec3::X * 0.5),
    ] {
        let field = Moving(vec![(3.0, place, velocity)]);
        assert!(is_blocked(&journey, &[journey.goal], &field), "{place} meets the straight way");
        let route = plan(&journey, &field);
        assert!(route.complete, "{place}: {:?}", route.error);
        assert!(!is_blocked(&journey, &route.points, &field));
        assert!(least_room(&journey, &field, &route.points) >= -1e-3, "{place}");
        assert!(route.length < 105.0, "{place}: {}", route.length);
    }
}

#[test]
fn a_crowd_of_moving_bodies_is_passed_too() {
    let mut complete = 0;
    for number in 0..200 {
        let mut chance = ChaCha8Rng::seed_from_u64(number);
        let mut between = |low: f64, high: f64| chance.random_range(low..high);
        let journey = journey([0.0, 0.0, 0.0], [100.0, 0.0, 0.0], 1.0);
        let mut field = Moving(Vec::new());
        for _ in 0..=number % 8 {
            // Each crosses the straight way's surroundings while the traveller is somewhere on it.
            let (seconds, speed) = (between(10.0, 90.0), between(0.0, 1.2));
            let heading = between(0.0, std::f64::consts::TAU);
            let velocity = DVec3::new(heading.cos(), heading.sin(), 0.0) * speed;
            let place = DVec3::new(between(15.0, 85.0), between(-15.0, 15.0), 0.0) - velocity * seconds;
            let radius = between(1.0, 6.0);
            let end = place + velocity * 100.0;
            if place.length() > radius + 2.5 && end.distance(journey.goal) > radius + 12.0 {
                field.0.push((radius, place, velocity));
            }
        }
        let route = plan(&journey, &field);
        if route.complete {
            complete += 1;
            assert!(least_room(&journey, &field, &route.points) >= -1e-2, "field {number}");
        } else {
            assert_eq!(route.error, Some(RouteError::Crossed), "field {number}");
        }
    }
    assert!(complete >= 190, "{complete} of 200");
}

#[test]
fn a_zone_is_avoided_for_as_long_as_that_is_cheaper() {
    let journey = journey([0.0, 0.0, 0.0], [100.0, 0.0, 0.0], 1.0);
    let field = StillField::default();
    let with_dread = |dread: f64| {
        let zone = Zone { center: DVec3::new(50.0, 0.0, 0.0), radius: 20.0, dread };
        plan_route(&journey, &field, &[zone], AMPLE)
    };
    // Tangents from both ends and the arc between them.
    let around = 2.0 * (50.0_f64 * 50.0 - 20.0 * 20.0).sqrt() + 20.0 * 2.0 * (20.0_f64 / 50.0).asin();
    for dread in [0.0, 0.01, 0.1, 0.15] {
        let route = with_dread(dread);
        assert!(route.complete);
        assert_eq!(route.points, [journey.goal], "dread {dread}: straight through");
        assert!((route.cost - (100.0 + 40.0 * dread)).abs() < 1e-9);
    }
    for dread in [0.3, 1.0, 10.0, 1e9, f64::INFINITY] {
        let route = with_dread(dread);
        assert!(route.complete);
        assert!(route.points.len() > 1, "dread {dread}: round it");
        assert!((route.length / around - 1.0).abs() < 0.02, "{} against {around}", route.length);
        assert!((route.cost - route.length).abs() < 1e-9);
    }
}

#[test]
fn a_zone_that_one_starts_in_is_left_by_a_cheap_way() {
    let journey = journey([50.0, 5.0, 0.0], [100.0, 0.0, 0.0], 1.0);
    let zone = Zone { center: DVec3::new(50.0, 0.0, 0.0), radius: 20.0, dread: 5.0 };
    let route = plan_route(&journey, &StillField::default(), &[zone], AMPLE);
    let straight = plan_route(&journey, &StillField::default(), &[Zone { dread: 1e-6, ..zone }], AMPLE);
    assert!(route.complete && straight.points == [journey.goal]);
    assert!(route.length > straight.length, "a way round within the zone is shorter inside");
    assert!(route.cost < straight.length + 5.0 * 20.0);
}

#[test]
fn a_goal_in_an_obstacle_is_come_near_to() {
    let field = StillField(vec![(10.0, DVec3::new(50.0, 0.0, 0.0))]);
    let journey = journey([0.0, 0.0, 0.0], [50.0, 3.0, 0.0], 1.0);
    let route = plan(&journey, &field);
    assert!(route.complete);
    let end = *route.points.last().expect("a route");
    assert!((end.distance(DVec3::new(50.0, 0.0, 0.0)) - 11.0).abs() < 0.1, "{end}");
    assert!(end.distance(journey.goal) < 8.1, "the nearest free point, not {end}");
    assert!(least_room(&journey, &field, &route.points) >= -1e-6);
    // Exactly at the clearance, and between a ball and its corners, there is room: it goes all the way.
    for goal in [DVec3::new(61.0, 0.0, 0.0), DVec3::new(50.0, 11.02, 0.0)] {
        let journey = Journey { goal, ..journey };
        let route = plan(&journey, &field);
        assert!(route.complete);
        assert_eq!(route.points.last(), Some(&goal));
        assert!(least_room(&journey, &field, &route.points) >= -1e-6);
    }
}

#[test]
fn a_start_in_an_obstacle_is_left_by_the_shortest_way() {
    let center = DVec3::new(50.0, 0.0, 0.0);
    let field = StillField(vec![(10.0, center)]);
    let journey = journey([50.0, 3.0, 0.0], [0.0, 0.0, 0.0], 1.0);
    let route = plan(&journey, &field);
    assert!(route.complete);
    assert!(route.points[0].distance(journey.start) < 8.1, "{}", route.points[0]);
    let after = Journey { start: route.points[0], ..journey };
    assert!(least_room(&after, &field, &route.points[1..]) >= -1e-6);
    assert!(!is_blocked(&journey, &route.points, &field), "who leaves is not held back");
    let through = [DVec3::new(50.0, -30.0, 0.0)];
    let beside = Journey { start: DVec3::new(50.0, 10.5, 0.0), ..journey };
    assert!(is_blocked(&beside, &through, &field), "but not let through");
}

#[test]
fn a_heap_of_obstacles_is_left_at_its_border() {
    let field = StillField(vec![
        (10.0, DVec3::new(50.0, 0.0, 0.0)),
        (10.0, DVec3::new(50.0, 15.0, 0.0)),
        (8.0, DVec3::new(60.0, 7.0, 0.0)),
    ]);
    let journey = journey([0.0, 0.0, 0.0], [54.0, 7.5, 0.0], 1.0);
    let route = plan(&journey, &field);
    assert!(route.complete);
    assert!(least_room(&journey, &field, &route.points) >= -1e-6);
    let end = *route.points.last().expect("a route");
    let distances = (0..3600).flat_map(|turn| (1..300).map(move |step| (turn, f64::from(step) * 0.1)));
    let free = distances.filter_map(|(turn, distance)| {
        let angle = f64::from(turn).to_radians() / 10.0;
        let point = journey.goal + DVec3::new(angle.cos(), angle.sin(), 0.0) * distance;
        (room(&journey, &field, point, 0.0) > 0.0).then_some(distance)
    });
    let nearest = free.fold(f64::MAX, f64::min);
    assert!(end.distance(journey.goal) < nearest + 0.2, "{end} is not the nearest point, {nearest} away");
}

#[test]
fn routes_at_other_heights_lie_in_a_tilted_plane() {
    let field = StillField(vec![(10.0, DVec3::new(50.0, 0.0, 0.0))]);
    for (start, goal) in [
        ([50.0, 0.0, -100.0], [50.0, 0.0, 100.0]),
        ([0.0, 0.0, -30.0], [100.0, 10.0, 40.0]),
        ([0.0, 0.0, 7.0], [100.0, 0.0, 7.0]),
    ] {
        let journey = journey(start, goal, 1.0);
        let route = plan(&journey, &field);
        assert!(route.complete);
        assert!(least_room(&journey, &field, &route.points) >= -1e-6);
        let straight = journey.start.distance(journey.goal);
        assert!(route.length > straight && route.length < 1.05 * straight, "{}", route.length);
        if journey.start.z == journey.goal.z {
            assert!(route.points.iter().all(|point| point.z == journey.goal.z), "level stays level");
        }
    }
    // High above it, it is not in the way.
    let above = journey([0.0, 0.0, 12.0], [100.0, 0.0, 12.0], 1.0);
    assert_eq!(plan(&above, &field).points, [above.goal]);
}

#[test]
fn nonsense_is_answered() {
    let nan = f64::NAN;
    let honest = journey([0.0, 0.0, 0.0], [100.0, 0.0, 0.0], 1.0);
    for broken in [
        Journey { start: DVec3::new(nan, 0.0, 0.0), ..honest },
        Journey { goal: DVec3::new(0.0, f64::INFINITY, 0.0), ..honest },
        Journey { clearance: nan, ..honest },
    ] {
        let route = plan(&broken, &StillField::default());
        assert_eq!((route.complete, route.error), (false, Some(RouteError::NotANumber)));
        assert!(route.points.is_empty());
    }
    let field = StillField(vec![
        (nan, DVec3::new(50.0, 0.0, 0.0)),
        (f64::INFINITY, DVec3::ZERO),
        (-5.0, DVec3::new(60.0, 0.0, 0.0)),
        (5.0, DVec3::new(nan, 0.0, 0.0)),
        (5.0, DVec3::new(30.0, 0.0, 0.0)),
    ]);
    let zones = [
        Zone { center: DVec3::NAN, radius: 5.0, dread: 1.0 },
        Zone { center: DVec3::new(70.0, 0.0, 0.0), radius: nan, dread: 1.0 },
        Zone { center: DVec3::new(70.0, 0.0, 0.0), radius: 5.0, dread: nan },
        Zone { center: DVec3::new(70.0, 0.0, 0.0), radius: 5.0, dread: -1.0 },
    ];
    for speed in [nan, 0.0, -1.0, f64::INFINITY, 1e-300] {
        let route = plan_route(&Journey { speed, ..honest }, &field, &zones, AMPLE);
        assert!(route.complete, "what is not sound is not there: {:?}", route.error);
        assert!(route.length > 100.0 && route.length < 102.0, "round the one that is: {}", route.length);
    }
    let moving = Moving(vec![(5.0, DVec3::new(50.0, 0.0, 0.0), DVec3::new(nan, 0.0, 0.0))]);
    assert!(plan(&honest, &moving).complete);
    let nowhere = Journey { goal: honest.start, ..honest };
    assert_eq!(plan(&nowhere, &field).points, [honest.start]);
    assert_eq!(plan(&honest, &StillField::default()).points, [honest.goal]);
    assert!(!is_blocked(&honest, &[], &field));
}
