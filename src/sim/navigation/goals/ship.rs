//! The goal of one ship, with its fleet or at rest, and the share of its speed that keeps it with its fleet.

use glam::DVec3;

use super::fleet::{Bend, FleetGoal, error_in_formation, is_beyond, lead_to_meeting};
use crate::sim::motion::ring_orbit::TurningFrame;
use crate::sim::motion::ship_table::ShipGoal;
use crate::sim::motion::{ShipTable, wells};
use crate::sim::navigation::fleet_summary::FleetSummary;
use crate::sim::navigation::formation::system::in_company;
use crate::sim::navigation::formation::{Cohesion, shape};
use crate::sim::spatial::balls::KeptNear;
use crate::sim::{Anchor, AnchoredPlace, BodyId, Rings, Sky};

/// Gap that a goal keeps from a body's surface, in radii of the ship.
const SURFACE_GAP_RADII: f64 = 2.0;
/// A ship that is farther from the middle of its fleet than this share of its way aims for itself.
const COMPANY_SHARE: f64 = 0.05;
/// Within this number of ticks of its place a ship flies straight to it, independent of the others.
const ARRIVING_TICKS: f64 = 40.0;

/// The goal of a ship with an order, by the goal of its fleet.
pub(super) fn ordered_goal(
    sky: &Sky,
    table: &ShipTable,
    index: usize,
    fleet: &FleetGoal,
    bends: &[Bend],
    now_jd: f64,
) -> ShipGoal {
    let offset = fleet.offset + fleet.leg.beside + table.places[index];
    let mut goal = goal_at(sky, &AnchoredPlace { anchor: fleet.anchor, offset });
    goal.place_step += fleet.drift;
    goal.ordered = true;
    let (position, carriage) = (table.positions[index], table.carriages[index]);
    // The well of its target carries the ship too: the nearer it is, the less it has to aim ahead.
    let carried = |anchor: Anchor| if carriage.well == anchor.body() { carriage.hold } else { 0.0 };
    let end = goal.place + fleet.lead;
    let behind = |at: usize| bends.get(at + 1).map_or(end, |bend| bend.met);
    if let Some((_, bend)) =
        bends.iter().enumerate().find(|(at, bend)| !is_beyond(position, bend, behind(*at)))
    {
        let in_formation = table.places[index] - fleet.company.mean_place;
        goal.aim = goal_at(sky, &bend.place).place + in_formation;
        goal.aim += bend.lead * (1.0 - carried(bend.place.anchor));
        goal.arrive = false;
        return goal;
    }
    let apart = position.distance(fleet.company.center);
    let is_followed = fleet.drift != DVec3::ZERO;
    let lead = if is_followed || apart < COMPANY_SHARE * position.distance(goal.place) {
        fleet.lead
    } else {
        let cruise_km_s = table.ships[index].cruise_km_s;
        let straggler = FleetSummary { center: position, cruise_km_s, count: 1, ..fleet.company };
        lead_to_meeting(sky, fleet.anchor, offset, &straggler, now_jd)
    };
    goal.aim += lead * (1.0 - carried(fleet.anchor));
    goal
}

/// Keeps a ship with its fleet, by the fleet's cohesion: bends its aim toward its place in the formation, and
/// returns the share of its own speed that it flies.
pub(super) fn keep_company(table: &ShipTable, index: usize, fleet: &FleetGoal, goal: &mut ShipGoal) -> f64 {
    let (ship, position) = (&table.ships[index], table.positions[index]);
    let own = table.carriages[index].reach;
    let slowest =
        (fleet.step_km / own.max(f64::MIN_POSITIVE)).min(fleet.company.cruise_km_s / ship.cruise_km_s);
    let to_place = goal.place - position;
    match fleet.conduct {
        Cohesion::OwnSpeed => 1.0,
        Cohesion::Loose => {
            let middle = fleet.company.center.distance(goal.place);
            if to_place.length() > middle * (1.0 + COMPANY_SHARE) { 1.0 } else { slowest.min(1.0) }
        }
        Cohesion::Formation => {
            let error = error_in_formation(table, index, fleet);
            let is_lost = error.length() > shape::GIVEN_UP_SPACINGS * fleet.reckoned_spacing_km();
            let is_arriving = to_place.length() < ARRIVING_TICKS * own;
            if is_lost && error.dot(to_place) > 0.0 {
                // The fleet no longer waits for the ship, which follows the others as fast as it can.
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

/// The goal of a ship without an order: its place, which turns with the ring if it is in one. `tick` is the tick
/// before the present one.
pub(super) fn resting_goal(sky: &Sky, rings: &Rings, tick: u64, table: &ShipTable, index: usize) -> ShipGoal {
    let (place, ring_motion) = (&table.anchored_places[index], &table.ring_motions[index]);
    let Some(frame) = TurningFrame::of(rings, place.anchor.body(), ring_motion.ring) else {
        return goal_at(sky, place);
    };
    let before = frame.lift(place.offset, tick, table.carried_before[index]);
    let after = frame.lift(place.offset, tick + 1, ring_motion.carried_ticks);
    let mut goal = goal_at(sky, &AnchoredPlace { offset: after, ..*place });
    goal.place_step += after - before;
    goal
}

/// The goal of a ship that is to stay at an anchored place.
pub fn goal_at(sky: &Sky, at: &AnchoredPlace) -> ShipGoal {
    let (before, now) = (sky.origin_before(at.anchor), sky.origin_now(at.anchor));
    let place = now + at.offset;
    let place_step = now - before;
    ShipGoal { aim: place, place, place_step, arrive: true, ..ShipGoal::default() }
}

/// Moves a place inside a body to the nearest point outside it, if there is one. `near` is kept from ship to ship
/// within a tick.
pub fn outside_bodies(
    sky: &Sky,
    near: &mut KeptNear<BodyId>,
    mut goal: ShipGoal,
    ship_radius_km: f64,
) -> ShipGoal {
    let gap_km = ship_radius_km * (1.0 + SURFACE_GAP_RADII);
    // A place that is moved out of one body may lie in a later one.
    let mut next = BodyId(0);
    while let Some(body) = body_about(sky, near, goal.place, gap_km, next) {
        let center = sky.now[body].position;
        let least = sky.system.bodies[body].displayed_radius_km + gap_km;
        let outside = center + (goal.place - center).try_normalize().unwrap_or(DVec3::X) * least;
        goal.aim += outside - goal.place;
        goal.place = outside;
        next = BodyId(body.0 + 1);
    }
    goal
}

/// The first body, from a number on, that contains a place or has its surface within `gap_km` of the place.
fn body_about(
    sky: &Sky,
    near: &mut KeptNear<BodyId>,
    place: DVec3,
    gap_km: f64,
    from: BodyId,
) -> Option<BodyId> {
    let is_about = |&body: &BodyId| {
        let least = sky.system.bodies[body].displayed_radius_km + gap_km;
        body >= from && (place - sky.now[body].position).length_squared() < least * least
    };
    sky.bodies_near_kept(near, place, gap_km).iter().copied().find(is_about)
}

/// Reach per tick at its destination of a ship that comes to rest in a well, km; irrelevant for others, since
/// nothing slows them down.
pub(super) fn reach_there(
    sky: &Sky,
    near: &mut KeptNear<BodyId>,
    table: &ShipTable,
    index: usize,
    goal: &ShipGoal,
    tick_seconds: f64,
) -> Option<f64> {
    table.carriages[index].well.filter(|_| goal.arrive && goal.ordered)?;
    let place = goal.place - goal.place_step;
    let near = sky.bodies_near_kept(near, place, 0.0);
    Some(wells::carriage(sky, near, place, &(&table.ships[index]).into(), tick_seconds).reach)
}
