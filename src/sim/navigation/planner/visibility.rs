//! The shortest way in a plane: A* over a visibility graph that is built only as far as needed.
//!
//! The result is a way, or the part of one that comes nearest to the goal. The work is bounded by the number of
//! edges examined.
//!
//! Nodes are the corners of obstacles. The left and the right of a corner are different stands, because a shortest
//! way bends round an obstacle like a taut string. An edge leads from a stand to the two tangent corners of
//! another obstacle, or along a side. It leaves a stand only if the obstacle of the stand stays on the same hand.
//!
//! An obstacle is known only once an edge has run into it. Until then the graph is that of a world with fewer
//! obstacles, in which no way is longer than in the true one. So the first way to the goal whose edges are all
//! free is the shortest of all. A library's loop would not do: an edge is tested when its turn comes, and the
//! obstacle in its way adds edges to stands that were left long ago. A zone is found in the same way; then it puts
//! a price on the edges that cross it, instead of blocking them.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::DVec2;

use super::chart::{Chart, HAIR};
use super::outline::Outline;
use super::plane::FlatZone;

/// Weight of the distance to the goal in A*: a way is found sooner, and is longer than the shortest by at most
/// this factor, mostly by far less.
const GREED: f64 = 1.015;
/// An edge that leaves a corner may lean into its obstacle by this angle, for rounding.
const LEEWAY: f64 = 1.0e-9;

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// At the goal.
    Goal,
    /// There is no way.
    Enclosed,
    /// No more edges were allowed.
    OutOfBudget,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundWay {
    /// From the start to the goal, or to the point nearest to it, in the coordinates of the plane, km.
    pub points: Vec<DVec2>,
    /// The end of the search.
    pub end: SearchEnd,
    /// Number of edges examined.
    pub expansions: u32,
}

/// Looks for the cheapest way from `start` to `goal`. Both should lie outside all obstacles.
pub fn find_way(chart: &Chart, zones: &[FlatZone], start: DVec2, goal: DVec2, expansions: u32) -> FoundWay {
    let mut search = GraphSearch::new(chart, zones, start, goal);
    let (end, expansions) = search.run(expansions);
    let points = if end == SearchEnd::Goal { search.trace(GOAL) } else { search.trace_nearest() };
    FoundWay { points, end, expansions }
}

/// A node, and the hand on which its obstacle lies; the right one if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stand {
    node: usize,
    on_left: bool,
}

const START: Stand = Stand { node: 0, on_left: false };
const GOAL: Stand = Stand { node: 1, on_left: false };

impl Stand {
    fn slot(self) -> usize {
        2 * self.node + usize::from(self.on_left)
    }
}

/// A point that a way may lead through.
#[derive(Clone, Copy, Debug)]
struct GraphNode {
    place: DVec2,
    /// Unit vectors to the corners before and after; `None` without a corner.
    neighbours: Option<[DVec2; 2]>,
    /// An obstacle that contains it.
    holder: Option<usize>,
    /// The obstacle that blocked the last edge from here.
    last_blocker: Option<usize>,
}

/// A known obstacle or zone: a ring of nodes.
#[derive(Clone, Copy, Debug)]
struct Region {
    center: DVec2,
    outer: f64,
    first: usize,
    end: usize,
    is_solid: bool,
}

impl Region {
    fn holds(&self, node: usize) -> bool {
        (self.first..self.end).contains(&node)
    }

    fn after(&self, node: usize) -> usize {
        if node + 1 == self.end { self.first } else { node + 1 }
    }

    fn before(&self, node: usize) -> usize {
        if node == self.first { self.end - 1 } else { node - 1 }
    }
}

/// The cheapest known way to a stand.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    cost: f64,
    from: Stand,
}

/// An edge that waits to be examined.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// Lower bound of a whole way over this edge, with the greed.
    estimate: f64,
    /// Cost up to its end.
    cost: f64,
    from: Stand,
    to: Stand,
    /// Whether its cost includes the zones.
    is_priced: bool,
}

impl Ord for Edge {
    /// The greatest comes first in the search; ties are broken by the nodes' numbers.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_estimate = other.estimate.total_cmp(&self.estimate);
        by_estimate.then_with(|| (other.to, other.from).cmp(&(self.to, self.from)))
    }
}

impl PartialOrd for Edge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Edge {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Edge {}

struct GraphSearch<'a> {
    chart: &'a Chart<'a>,
    zones: &'a [FlatZone],
    goal: DVec2,
    nodes: Vec<GraphNode>,
    regions: Vec<Region>,
    is_known: Vec<bool>,
    is_zone_known: Vec<bool>,
    /// By the slots of stands.
    arrivals: Vec<Option<Arrival>>,
    /// The stands that have been reached.
    settled: Vec<Stand>,
    queue: BinaryHeap<Edge>,
}

impl<'a> GraphSearch<'a> {
    fn new(chart: &'a Chart<'a>, zones: &'a [FlatZone], start: DVec2, goal: DVec2) -> Self {
        let mut search = Self {
            chart,
            zones,
            goal,
            nodes: Vec::new(),
            regions: Vec::new(),
            is_known: vec![false; chart.count()],
            is_zone_known: vec![false; zones.len()],
            arrivals: Vec::new(),
            settled: Vec::new(),
            queue: BinaryHeap::new(),
        };
        search.add_node(start, None);
        search.add_node(goal, None);
        search
    }

    fn add_node(&mut self, place: DVec2, neighbours: Option<[DVec2; 2]>) {
        let holder = self.chart.holder(place);
        self.nodes.push(GraphNode { place, neighbours, holder, last_blocker: None });
        self.arrivals.extend([None, None]);
    }

    /// Examines one edge after another.
    fn run(&mut self, budget: u32) -> (SearchEnd, u32) {
        self.settle(START, Arrival { cost: 0.0, from: START });
        for spent in 0..budget {
            let Some(edge) = self.queue.pop() else { return (SearchEnd::Enclosed, spent) };
            if self.follow(&edge) && edge.to == GOAL {
                return (SearchEnd::Goal, spent + 1);
            }
        }
        (SearchEnd::OutOfBudget, budget)
    }

    /// Settles the end of an edge, if the edge is free and its end is reached more cheaply.
    fn follow(&mut self, edge: &Edge) -> bool {
        if self.is_no_gain(edge.to, edge.cost) || self.is_blocked(edge) {
            return false;
        }
        let price = if edge.is_priced { 0.0 } else { self.price(edge) };
        if price > 0.0 {
            let (estimate, cost) = (edge.estimate + price, edge.cost + price);
            self.queue.push(Edge { estimate, cost, is_priced: true, ..*edge });
            return false;
        }
        self.settle(edge.to, Arrival { cost: edge.cost, from: edge.from });
        true
    }

    fn is_no_gain(&self, to: Stand, cost: f64) -> bool {
        self.arrivals[to.slot()].is_some_and(|arrival| arrival.cost <= cost)
    }

    /// Whether an obstacle blocks an edge. The obstacle is known from then on.
    fn is_blocked(&mut self, edge: &Edge) -> bool {
        let (from, to) = (self.nodes[edge.from.node].place, self.nodes[edge.to.node].place);
        // The blocker of the last edge from here mostly blocks others too.
        if self.nodes[edge.from.node].last_blocker.is_some_and(|last| self.chart.is_crossed(last, from, to)) {
            return true;
        }
        let Some(blocker) = self.chart.blocker(from, to) else { return false };
        self.nodes[edge.from.node].last_blocker = Some(blocker);
        if !self.is_known[blocker] {
            self.is_known[blocker] = true;
            let corners = self.chart.corners(blocker);
            self.learn(&corners, true);
        }
        true
    }

    /// The price of the zones on an edge. Those zones are known from then on.
    fn price(&mut self, edge: &Edge) -> f64 {
        let (from, to) = (self.nodes[edge.from.node].place, self.nodes[edge.to.node].place);
        let zones = self.zones;
        let mut sum = 0.0;
        for (index, zone) in zones.iter().enumerate() {
            let price = zone.price(from, to);
            if price > 0.0 && !self.is_zone_known[index] {
                self.is_zone_known[index] = true;
                self.learn(&Outline::round(zone.center, zone.radius * (1.0 + HAIR)).corners, false);
            }
            sum += price;
        }
        sum
    }

    /// Adds the corners of an obstacle or a zone to the graph, with edges from all settled stands.
    fn learn(&mut self, corners: &[DVec2], is_solid: bool) {
        let (first, count) = (self.nodes.len(), corners.len());
        if count == 0 {
            return;
        }
        for (index, &corner) in corners.iter().enumerate() {
            let toward = |other: usize| (corners[other % count] - corner).normalize_or_zero();
            self.add_node(corner, is_solid.then(|| [toward(index + count - 1), toward(index + 1)]));
        }
        let center = corners.iter().sum::<DVec2>() / count as f64;
        let outer = corners.iter().map(|corner| corner.distance(center)).fold(0.0, f64::max);
        let region = Region { center, outer, first, end: first + count, is_solid };
        let settled = std::mem::take(&mut self.settled);
        settled.iter().for_each(|&stand| self.offer_region(stand, &region));
        self.settled = settled;
        self.regions.push(region);
    }

    /// Arrives at a stand, for the first time or more cheaply, and offers all edges that lead on.
    fn settle(&mut self, stand: Stand, arrival: Arrival) {
        if self.arrivals[stand.slot()].replace(arrival).is_none() {
            self.settled.push(stand);
        }
        self.offer(stand, GOAL);
        let regions = std::mem::take(&mut self.regions);
        regions.iter().for_each(|region| self.offer_region(stand, region));
        self.regions = regions;
    }

    /// Adds the edges from a stand to an obstacle or a zone.
    fn offer_region(&mut self, from: Stand, region: &Region) {
        let GraphNode { place, .. } = self.nodes[from.node];
        if !region.is_solid {
            (region.first..region.end).for_each(|node| self.offer(from, Stand { node, on_left: false }));
        } else if region.holds(from.node) {
            let node = if from.on_left { region.after(from.node) } else { region.before(from.node) };
            self.offer(from, Stand { node, ..from });
        } else if self.may_leave(from, region.center - place, region.outer) {
            self.offer_tangents(from, region);
        }
    }

    /// Adds the edges to the corners where an obstacle, seen from a stand, ends to the left and to the right; to
    /// all corners, if the stand is between its two outlines.
    fn offer_tangents(&mut self, from: Stand, region: &Region) {
        let mut sees_end = false;
        let mut is_on_left = self.is_side_on_left(from, region.end - 1, region.first);
        for node in region.first..region.end {
            let was_on_left = is_on_left;
            is_on_left = self.is_side_on_left(from, node, region.after(node));
            if is_on_left != was_on_left {
                sees_end = true;
                self.offer(from, Stand { node, on_left: is_on_left });
            }
        }
        if !sees_end {
            for node in region.first..region.end {
                self.offer(from, Stand { node, on_left: false });
                self.offer(from, Stand { node, on_left: true });
            }
        }
    }

    /// Whether the side from one node to another turns to the left about a stand, as the far sides do.
    fn is_side_on_left(&self, from: Stand, start: usize, end: usize) -> bool {
        let viewpoint = self.nodes[from.node].place;
        (self.nodes[start].place - viewpoint).perp_dot(self.nodes[end].place - viewpoint) > 0.0
    }

    /// Whether a way from a stand keeps its obstacle on the same hand, or leans into it by no more than `slack`.
    fn may_leave(&self, from: Stand, way: DVec2, slack: f64) -> bool {
        let Some([before, after]) = self.nodes[from.node].neighbours else { return true };
        let (before, after) = (way.perp_dot(before), way.perp_dot(after));
        if from.on_left { before.min(after) >= -slack } else { before.max(after) <= slack }
    }

    /// Puts an edge into the queue, unless plainly no shortest way takes it.
    fn offer(&mut self, from: Stand, to: Stand) {
        let target = &self.nodes[to.node];
        let Some(arrival) = self.arrivals[from.slot()] else { return };
        let way = target.place - self.nodes[from.node].place;
        let length = way.length();
        let cost = arrival.cost + length;
        // A node inside an obstacle is needed until the obstacle is known.
        let is_buried = target.holder.is_some_and(|holder| self.is_known[holder]);
        let is_taut = to == GOAL || self.may_leave(from, way, LEEWAY * length);
        if is_buried || !is_taut || self.is_no_gain(to, cost) {
            return;
        }
        let estimate = cost + GREED * target.place.distance(self.goal);
        self.queue.push(Edge { estimate, cost, from, to, is_priced: false });
    }

    /// The points from the start to a stand.
    fn trace(&self, to: Stand) -> Vec<DVec2> {
        let mut points = vec![self.nodes[to.node].place];
        let mut stand = to;
        while stand != START
            && let Some(arrival) = self.arrivals[stand.slot()]
        {
            stand = arrival.from;
            points.push(self.nodes[stand.node].place);
        }
        points.reverse();
        points
    }

    /// The points from the start to the point nearest to the goal: on the straight way to the goal from any place
    /// of the search, as far as that is free.
    fn trace_nearest(&self) -> Vec<DVec2> {
        let ends = self.settled.iter().map(|&stand| {
            let place = self.nodes[stand.node].place;
            (stand, place.lerp(self.goal, self.chart.free_share(place, self.goal)))
        });
        let nearest = ends.min_by(|(_, one), (_, other)| {
            one.distance_squared(self.goal).total_cmp(&other.distance_squared(self.goal))
        });
        nearest.map_or_else(Vec::new, |(stand, end)| {
            let mut points = self.trace(stand);
            if points.last() != Some(&end) {
                points.push(end);
            }
            points
        })
    }
}
