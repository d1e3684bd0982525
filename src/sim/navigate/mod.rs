//! From routes to goals: where every ship is drawn to in this tick.
//!
//! A fleet's first leg says where its places are; the goal of each of its ships is one of them. A target
//! that moves is met where it will be when the fleet gets there. A ship without an order is drawn to the
//! place that it keeps. [`plan`] tells the same for the future: it is what the client draws.

pub mod chart;
pub mod obstacle;
pub mod outline;
pub mod passing;
pub mod plane;
pub mod search;
pub mod visibility;

use bevy::prelude::*;
use glam::DVec3;

use super::fleets::{Fleet, Formation, Leg, Members, Route, Target};
use super::formation::system::{FormingSystems, in_company};
use super::formation::{Conduct, shape};
use super::parking::free_berth;
use super::ships::{Flight, Place, Position, Ship, Station};
use super::traffic::{Goal, Traffic};
use super::{Calendar, SimSystems, Sky, wells};
use crate::orbit::{PathBounds, SECONDS_PER_DAY, State, Traveller, earliest_meeting};

/// How far ahead a meeting is looked for, days.
const MEETING_HORIZON_DAYS: f64 = 36_525.0;
/// Gap that a goal keeps from a body's surface, in radii of the ship.
const SURFACE_GAP_RADII: f64 = 2.0;
/// A ship that is farther from the middle of its fleet than this share of its way aims for itself.
const COMPANY_SHARE: f64 = 0.05;
/// Within so many ticks of its place a ship goes for it straight, whatever the others do.
const ARRIVING_TICKS: f64 = 40.0;
/// A ship has arrived within this many of its radii from its place.
const ARRIVED_RADII: f64 = 0.5;
/// A ship that comes no nearer for this many ticks has come as near as can be.
pub const PATIENCE_TICKS: u32 = 75;
/// A ship that has come no nearer for this many ticks, and hardly moves, gives up wherever it is.
const GIVE_UP_TICKS: u32 = 600;
/// Share of its cruise speed below which a ship hardly moves.
const HARDLY_MOVING: f64 = 0.05;
/// How near to its place a ship must be, in spacings of the pattern, to call it as near as can be.
const AS_NEAR_AS_CAN_BE: f64 = 6.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, set_goals.in_set(SimSystems::Navigate).after(FormingSystems));
    app.add_systems(FixedUpdate, finish_legs.in_set(SimSystems::Move).after(super::traffic::scatter));
}

/// A fleet taken together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Company {
    /// The mean of the ships' places, km.
    pub center: DVec3,
    /// The slowest ship's cruise speed, km/s.
    pub cruise_km_s: f64,
    /// The slowest ship's speed in wells, km/s.
    pub manoeuvre_km_s: f64,
    /// The mean of the ships' places in the formation, km.
    pub mean_place: DVec3,
    /// How many ships.
    pub count: u32,
}

impl Company {
    /// Sums a fleet up; `None` without ships. The sum is taken in the order of the ships' numbers, so
    /// that the last bit does not depend on the order of storage.
    pub fn of(members: &Members, ships: &Query<(&Position, &Ship)>) -> Option<Self> {
        let mut found: Vec<(&Position, &Ship)> =
            members.iter().filter_map(|entity| ships.get(entity).ok()).collect();
        found.sort_unstable_by_key(|(_, ship)| ship.id);
        let mut sum = CompanySum::default();
        found.into_iter().for_each(|(position, ship)| sum.add(position.0, DVec3::ZERO, ship));
        sum.total()
    }
}

/// Where and when a fleet meets a place; the place itself, now, where it cannot be met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    /// The middle of the fleet's places at that time, km.
    pub position: DVec3,
    /// The date, Julian date (TDB).
    pub jd: f64,
}

/// The meeting of a fleet at its slowest ship's cruise speed with a place that goes along with a body.
pub fn meet(
    sky: &Sky,
    anchor: Option<usize>,
    offset: DVec3,
    company: &Company,
    now_jd: f64,
) -> Option<Arrival> {
    let Some(body) = anchor else {
        let days = company.center.distance(offset) / (company.cruise_km_s * SECONDS_PER_DAY);
        return Some(Arrival { position: offset, jd: now_jd + days });
    };
    let traveller =
        Traveller { position: company.center, speed_km_s: company.cruise_km_s, departure_jd: now_jd };
    let bounds = PathBounds {
        max_speed_km_s: sky.system.max_speed_km_s(body),
        max_acceleration_km_s2: sky.system.max_acceleration_km_s2(body),
    };
    let path = |jd: f64| {
        let state = sky.system.displayed_state(body, jd);
        State { position: state.position + offset, velocity: state.velocity }
    };
    earliest_meeting(&traveller, bounds, MEETING_HORIZON_DAYS, path)
        .map(|meeting| Arrival { position: meeting.position, jd: meeting.jd })
}

/// The arrivals that a route leads to, leg by leg: what the client draws.
pub fn plan(sky: &Sky, route: &Route, company: &Company, now_jd: f64) -> Vec<Arrival> {
    let mut arrivals = Vec::with_capacity(route.0.len());
    let (mut company, mut jd) = (*company, now_jd);
    for leg in &route.0 {
        let (anchor, offset) = match leg.target {
            Target::Place { anchor, offset } => (anchor, offset),
            // Which berths will be free by then nobody knows.
            Target::Body(body) => (Some(body), free_berth(sky, body, &company, leg, jd, &[]).offset),
        };
        let Some(arrival) = meet(sky, anchor, offset, &company, jd) else { break };
        arrivals.push(arrival);
        company.center = arrival.position;
        jd = arrival.jd;
    }
    arrivals
}

/// What a leg asks of every ship of a fleet in this tick.
struct FleetGoal {
    leg: Leg,
    conduct: Conduct,
    /// How far the fleet's middle may go by itself in this tick: the slowest ship's way, km.
    step_km: f64,
    /// The share of it that is made while the fleet waits for stragglers.
    pace: f64,
    anchor: Option<usize>,
    offset: DVec3,
    /// The fleet taken together, which is what the meeting was found for.
    company: Company,
    /// How far the anchor moves from now until the fleet gets there, km.
    lead: DVec3,
}

fn set_goals(
    mut traffic: ResMut<Traffic>,
    fleets: Query<(Entity, &Route, &Formation), With<Fleet>>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    mut ordered: Local<Vec<(Entity, Leg, Conduct)>>,
    mut companies: Local<Vec<CompanySum>>,
    mut goals: Local<Vec<Option<FleetGoal>>>,
) {
    ordered.clear();
    ordered.extend(
        fleets
            .iter()
            .filter_map(|(entity, route, formation)| Some((entity, *route.0.front()?, formation.conduct))),
    );
    ordered.sort_unstable_by_key(|(entity, ..)| *entity);
    sum_companies(&traffic, &ordered, &mut companies);
    goals.clear();
    goals.extend(ordered.iter().zip(companies.iter()).map(|((_, leg, conduct), company)| {
        company.total().and_then(|company| fleet_goal(&sky, leg, *conduct, &company, &calendar))
    }));
    find_paces(&traffic, &ordered, &mut goals);
    for index in 0..traffic.len() {
        let goal = match find_ordered(&ordered, traffic.fleets[index]).and_then(|at| goals[at].as_ref()) {
            Some(fleet) => {
                let mut goal = ordered_goal(&sky, &traffic, index, fleet, calendar.now_jd());
                traffic.carriages[index].reach *= keep_company(&traffic, index, fleet, &mut goal);
                goal
            }
            None => station_goal(&sky, &traffic.stations[index]),
        };
        traffic.goals[index] = outside_bodies(&sky, goal, traffic.ships[index].radius_km);
    }
}

/// A fleet on the way to being taken together.
#[derive(Clone, Copy, Debug, Default)]
struct CompanySum {
    positions: DVec3,
    places: DVec3,
    cruise_km_s: f64,
    manoeuvre_km_s: f64,
    count: u32,
}

impl CompanySum {
    fn add(&mut self, position: DVec3, place: DVec3, ship: &Ship) {
        let least = |known: f64, own: f64| if self.count == 0 { own } else { known.min(own) };
        self.cruise_km_s = least(self.cruise_km_s, ship.cruise_km_s);
        self.manoeuvre_km_s = least(self.manoeuvre_km_s, ship.manoeuvre_km_s);
        self.positions += position;
        self.places += place;
        self.count += 1;
    }

    fn total(&self) -> Option<Company> {
        let Self { positions, places, cruise_km_s, manoeuvre_km_s, count } = *self;
        let mean = |sum: DVec3| sum / f64::from(count);
        (count > 0).then(|| Company {
            center: mean(positions),
            cruise_km_s,
            manoeuvre_km_s,
            mean_place: mean(places),
            count,
        })
    }
}

fn find_ordered(ordered: &[(Entity, Leg, Conduct)], fleet: Entity) -> Option<usize> {
    ordered.binary_search_by_key(&fleet, |(entity, ..)| *entity).ok()
}

/// Sums up every fleet that has an order. Ships come in the order of their numbers, so that the last bit
/// of a sum is always the same.
fn sum_companies(traffic: &Traffic, ordered: &[(Entity, Leg, Conduct)], companies: &mut Vec<CompanySum>) {
    companies.clear();
    companies.resize(ordered.len(), CompanySum::default());
    for index in 0..traffic.len() {
        if let Some(at) = find_ordered(ordered, traffic.fleets[index]) {
            companies[at].add(traffic.positions[index], traffic.places[index], &traffic.ships[index]);
        }
    }
}

fn fleet_goal(
    sky: &Sky,
    leg: &Leg,
    conduct: Conduct,
    company: &Company,
    calendar: &Calendar,
) -> Option<FleetGoal> {
    let Target::Place { anchor, offset } = leg.target else { return None };
    let lead = lead_to_meeting(sky, anchor, offset, company, calendar.now_jd());
    // The whole fleet goes at the gait that holds at its middle, so that nobody tears it apart at a rim.
    let speeds = wells::Speeds { cruise_km_s: company.cruise_km_s, manoeuvre_km_s: company.manoeuvre_km_s };
    let step_km = wells::carriage(sky, company.center, &speeds, calendar.tick_seconds()).reach;
    Some(FleetGoal { leg: *leg, conduct, step_km, pace: 1.0, anchor, offset, company: *company, lead })
}

impl FleetGoal {
    /// What counts as a spacing for who is late: at cruise a fleet makes many spacings in a tick, and a
    /// tick's way is nothing to wait for.
    fn reckoned_spacing_km(&self) -> f64 {
        self.leg.spacing_km.max(self.step_km)
    }
}

/// Where a ship's place in the moving formation is, as seen from the ship, km.
fn error_in_formation(traffic: &Traffic, index: usize, fleet: &FleetGoal) -> DVec3 {
    fleet.company.center + traffic.places[index] - fleet.company.mean_place - traffic.positions[index]
}

/// How much slower than they could fleets go, so that stragglers come up with them.
fn find_paces(traffic: &Traffic, ordered: &[(Entity, Leg, Conduct)], goals: &mut [Option<FleetGoal>]) {
    let mut worst: Vec<f64> = vec![0.0; goals.len()];
    for index in 0..traffic.len() {
        let Some(at) = find_ordered(ordered, traffic.fleets[index]) else { continue };
        let Some(fleet) = goals[at].as_ref().filter(|fleet| fleet.conduct == Conduct::Formation) else {
            continue;
        };
        let behind = error_in_formation(traffic, index, fleet).length();
        worst[at] = shape::worst_straggler([worst[at], behind], fleet.reckoned_spacing_km());
    }
    for (goal, behind) in goals.iter_mut().zip(worst) {
        if let Some(goal) = goal {
            goal.pace = shape::speed_share(behind, goal.reckoned_spacing_km());
        }
    }
}

/// How far a place that goes along with a body moves until it is met, km.
fn lead_to_meeting(sky: &Sky, anchor: Option<usize>, offset: DVec3, company: &Company, now_jd: f64) -> DVec3 {
    let Some(body) = anchor else { return DVec3::ZERO };
    let now = sky.before[body].position + offset;
    meet(sky, anchor, offset, company, now_jd).map_or(DVec3::ZERO, |meeting| meeting.position - now)
}

fn ordered_goal(sky: &Sky, traffic: &Traffic, index: usize, fleet: &FleetGoal, now_jd: f64) -> Goal {
    let offset = fleet.offset + fleet.leg.beside + traffic.places[index];
    let mut goal = station_goal(sky, &Station { anchor: fleet.anchor, offset });
    // The well of the target carries the ship along: the nearer it is, the less it has to aim ahead.
    let carriage = traffic.carriages[index];
    let carried = if carriage.well == fleet.anchor { carriage.hold } else { 0.0 };
    let position = traffic.positions[index];
    let apart = position.distance(fleet.company.center);
    let lead = if apart < COMPANY_SHARE * position.distance(goal.place) {
        fleet.lead
    } else {
        let cruise_km_s = traffic.ships[index].cruise_km_s;
        let straggler = Company { center: position, cruise_km_s, count: 1, ..fleet.company };
        lead_to_meeting(sky, fleet.anchor, offset, &straggler, now_jd)
    };
    goal.aim += lead * (1.0 - carried);
    goal.ordered = true;
    goal
}

/// Keeps a ship with its fleet, as the fleet's conduct asks: bends its aim toward its place in the
/// formation, and tells the share of its own speed that it makes.
fn keep_company(traffic: &Traffic, index: usize, fleet: &FleetGoal, goal: &mut Goal) -> f64 {
    let (ship, position) = (&traffic.ships[index], traffic.positions[index]);
    let own = traffic.carriages[index].reach;
    let slowest =
        (fleet.step_km / own.max(f64::MIN_POSITIVE)).min(fleet.company.cruise_km_s / ship.cruise_km_s);
    let to_place = goal.place - position;
    match fleet.conduct {
        Conduct::OwnSpeed => 1.0,
        Conduct::Loose => {
            let middle = fleet.company.center.distance(goal.place);
            if to_place.length() > middle * (1.0 + COMPANY_SHARE) { 1.0 } else { slowest.min(1.0) }
        }
        Conduct::Formation => {
            let error = error_in_formation(traffic, index, fleet);
            let is_lost = error.length() > shape::GIVEN_UP_SPACINGS * fleet.reckoned_spacing_km();
            let is_arriving = to_place.length() < ARRIVING_TICKS * own;
            if is_lost && error.dot(to_place) > 0.0 {
                // Nobody waits for it any more: it comes after the others as fast as it can.
                return 1.0;
            }
            if is_arriving {
                return slowest.min(1.0);
            }
            let correction = in_company(error, goal.aim - position, fleet.step_km);
            goal.aim += correction.aside;
            (slowest * fleet.pace * correction.pace).min(1.0)
        }
    }
}

fn station_goal(sky: &Sky, station: &Station) -> Goal {
    let (before, now) = match station.anchor {
        None => (DVec3::ZERO, DVec3::ZERO),
        Some(body) => (sky.before[body].position, sky.now[body].position),
    };
    let place = now + station.offset;
    Goal { aim: place, place, place_step: now - before, ordered: false, arrive: true }
}

/// Moves a place that lies inside a body to the nearest point outside it. What is left is as near as
/// can be.
fn outside_bodies(sky: &Sky, mut goal: Goal, ship_radius_km: f64) -> Goal {
    for (body, state) in sky.system.bodies.iter().zip(&sky.now) {
        let least = body.displayed_radius_km + ship_radius_km * (1.0 + SURFACE_GAP_RADII);
        let offset = goal.place - state.position;
        if offset.length_squared() < least * least {
            let outside = state.position + offset.try_normalize().unwrap_or(DVec3::X) * least;
            goal.aim += outside - goal.place;
            goal.place = outside;
        }
    }
    goal
}

/// Notes which ships have arrived, and lets fleets whose ships all have go on to the next leg.
fn finish_legs(
    mut fleets: Query<(&mut Route, &mut Formation, &Members), With<Fleet>>,
    mut ships: Query<(&Ship, &Position, &mut Flight, &mut Station, &Place)>,
    sky: Res<Sky>,
) {
    for (mut route, mut formation, members) in &mut fleets {
        let Some(leg) = route.0.front().copied() else { continue };
        let Target::Place { anchor, offset } = leg.target else { continue };
        let mut all_arrived = !members.is_empty();
        for entity in members.iter() {
            let Ok((ship, position, mut flight, _, place)) = ships.get_mut(entity) else { continue };
            let offset = offset + leg.beside + place.0;
            let goal = outside_bodies(&sky, station_goal(&sky, &Station { anchor, offset }), ship.radius_km);
            let distance = position.0.distance(goal.place);
            note_progress(&mut flight, ship, distance, leg.spacing_km);
            all_arrived &= flight.arrived;
        }
        if !all_arrived {
            continue;
        }
        route.0.pop_front();
        let goes_on = !route.0.is_empty();
        formation.formed = false;
        for entity in members.iter() {
            let Ok((_, _, mut flight, mut station, place)) = ships.get_mut(entity) else { continue };
            let offset = offset + leg.beside + place.0;
            *station = Station { anchor, offset };
            if goes_on {
                flight.begin_leg();
            }
        }
    }
}

/// Has the ship arrived, or come as near as can be?
fn note_progress(flight: &mut Flight, ship: &Ship, distance: f64, spacing_km: f64) {
    if distance < flight.nearest_km - ship.radius_km * 0.01 {
        flight.nearest_km = distance;
        flight.blocked_ticks = 0;
    } else {
        flight.blocked_ticks = flight.blocked_ticks.saturating_add(1);
    }
    let is_there = distance < ARRIVED_RADII * ship.radius_km;
    let is_blocked = flight.blocked_ticks > PATIENCE_TICKS && distance < AS_NEAR_AS_CAN_BE * spacing_km;
    let hardly_moves = flight.own_velocity.length() < HARDLY_MOVING * ship.cruise_km_s;
    let gives_up = flight.blocked_ticks > GIVE_UP_TICKS && hardly_moves;
    flight.arrived |= is_there || is_blocked || gives_up;
}
