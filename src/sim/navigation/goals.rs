//! The goal of every ship in this tick, and the share of its speed that keeps it with its fleet.

use bevy::prelude::*;
use glam::DVec3;

use super::fleet_summary::{FleetSum, FleetSummary};
use super::formation::system::in_company;
use super::formation::{Cohesion, shape};
use super::meeting::meet;
use crate::sim::motion::ring_orbit::TurningFrame;
use crate::sim::motion::ship_table::ShipGoal;
use crate::sim::motion::{ShipTable, wells};
use crate::sim::spatial::balls::KeptNear;
use crate::sim::{
    Anchor, AnchoredPlace, BodyId, Calendar, Course, Engagement, Fleet, FleetId, Formation, Goal, Leg, Rings,
    Route, Sky, TargetId,
};

/// Gap that a goal keeps from a body's surface, in radii of the ship.
const SURFACE_GAP_RADII: f64 = 2.0;
/// A ship that is farther from the middle of its fleet than this share of its way aims for itself.
const COMPANY_SHARE: f64 = 0.05;
/// Within this number of ticks of its place a ship flies straight to it, independent of the others.
const ARRIVING_TICKS: f64 = 40.0;
/// A fleet has passed a bend of its course when it is within this number of ticks of it.
const PASSING_TICKS: f64 = 6.0;
/// A follower aims at most this number of ticks ahead of the other fleet, whose turns cannot be foreseen.
const FOLLOWING_TICKS: f64 = 150.0;

/// The goal of a leg for every ship of a fleet in this tick.
pub struct FleetGoal {
    leg: Leg,
    conduct: Cohesion,
    /// Greatest motion of the fleet's middle under its own power in this tick: that of the slowest ship, km.
    step_km: f64,
    /// The share of the pace that is flown while the fleet waits for stragglers.
    pace: f64,
    anchor: Anchor,
    offset: DVec3,
    /// Motion of a followed fleet in this tick, km.
    drift: DVec3,
    /// The fleet taken together, for which the meeting was found.
    company: FleetSummary,
    /// Motion of the anchor from now until the fleet's arrival, km.
    lead: DVec3,
    /// Waypoints, as a range of those of all fleets.
    bends: std::ops::Range<usize>,
}

/// A bend of a fleet's course in this tick.
#[derive(Clone, Copy, Debug)]
pub struct Bend {
    place: AnchoredPlace,
    /// Motion of its anchor from now until the fleet's arrival, km.
    lead: DVec3,
    /// Place of the passage, km.
    met: DVec3,
}

/// Room for the work of a tick, kept from one to the next.
#[derive(Default)]
pub struct GoalBuffers {
    /// The fleets that have an order, by their entities.
    ordered: Vec<(Entity, Leg, Cohesion)>,
    companies: Vec<FleetSum>,
    goals: Vec<Option<FleetGoal>>,
    bends: Vec<Bend>,
}

type FleetParts<'a> = (Entity, &'a Fleet, &'a Route, &'a Formation, &'a mut Course, Option<&'a Engagement>);

/// Sets the goal of every ship.
pub fn set_goals(
    mut table: ResMut<ShipTable>,
    mut fleets: Query<FleetParts>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    rings: Res<Rings>,
    mut room: Local<GoalBuffers>,
) {
    let GoalBuffers { ordered, companies, goals, bends } = &mut *room;
    ordered.clear();
    // Ships that manoeuvre in a fight get their goals there.
    let flies = |engagement: Option<&Engagement>| engagement.is_none_or(|engagement| !engagement.moves);
    ordered.extend(fleets.iter().filter(|(.., engagement)| flies(*engagement)).filter_map(
        |(entity, _, route, formation, ..)| Some((entity, *route.0.front()?, formation.conduct)),
    ));
    ordered.sort_unstable_by_key(|(entity, ..)| *entity);
    sum_companies(&table, ordered, companies);
    goals.clear();
    bends.clear();
    for ((entity, leg, conduct), company) in ordered.iter().zip(companies.iter()) {
        let led = leg.followed().and_then(|id| fleets.iter().find(|(_, fleet, ..)| fleet.id == id));
        let drift = led.map_or(DVec3::ZERO, |(led, ..)| step_of(&table, led, calendar.tick_seconds()));
        let drift = drift + hunted_step(&table, leg, calendar.tick_seconds());
        let goal = company.total().and_then(|company| {
            let leg = if stays_in_circle(&fleets, leg, *entity, &company, ordered.len()) {
                leg_to_stay(&sky, leg, &company)
            } else {
                *leg
            };
            let (.., course, _) = fleets.get_mut(*entity).ok()?;
            let mut goal = fleet_goal(&sky, &leg, *conduct, &company, &calendar, drift)?;
            goal.bends = look_ahead(&sky, &goal, course, calendar.now_jd(), bends);
            Some(goal)
        });
        goals.push(goal);
    }
    find_paces(&table, ordered, goals);
    let mut near = KeptNear::default();
    for index in 0..table.len() {
        let goal = match find_ordered(ordered, table.fleets[index]).and_then(|at| goals[at].as_ref()) {
            Some(fleet) => {
                let bends = bends.get(fleet.bends.clone()).unwrap_or_default();
                let mut goal = ordered_goal(&sky, &table, index, fleet, bends, calendar.now_jd());
                table.carriages[index].reach *= keep_company(&table, index, fleet, &mut goal);
                goal
            }
            None => resting_goal(&sky, &rings, calendar.tick, &table, index),
        };
        let mut goal = outside_bodies(&sky, &mut near, goal, table.ships[index].radius_km);
        goal.reach_there = reach_there(&sky, &mut near, &table, index, &goal, calendar.tick_seconds());
        table.goals[index] = goal;
    }
}

/// Reach per tick at its destination of a ship that comes to rest in a well, km; irrelevant for others, since
/// nothing slows them down.
fn reach_there(
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

/// Drops the waypoints that a fleet has passed, and records the future places of those ahead.
fn look_ahead(
    sky: &Sky,
    fleet: &FleetGoal,
    mut course: Mut<Course>,
    now_jd: f64,
    bends: &mut Vec<Bend>,
) -> std::ops::Range<usize> {
    let first = bends.len();
    let center = fleet.company.center;
    bends.extend(course.bends.iter().map(|&place| {
        let lead = lead_to_meeting(sky, place.anchor, place.offset, &fleet.company, now_jd);
        Bend { place, lead, met: place_before(sky, &place) + lead }
    }));
    let end =
        place_before(sky, &AnchoredPlace { anchor: fleet.anchor, offset: fleet.offset + fleet.leg.beside });
    let reach = PASSING_TICKS * fleet.step_km;
    let ahead = &bends[first..];
    let passed = (0..ahead.len())
        .take_while(|&at| {
            let next = ahead.get(at + 1).map_or(end + fleet.lead, |bend| bend.met);
            center.distance(ahead[at].met) < reach || is_beyond(center, &ahead[at], next)
        })
        .count();
    if passed > 0 {
        course.bends.drain(..passed);
    }
    first + passed..bends.len()
}

/// Whether a place is nearer to the next point of a course than the bend before that point.
fn is_beyond(place: DVec3, bend: &Bend, next: DVec3) -> bool {
    place.distance_squared(next) < bend.met.distance_squared(next)
}

/// An anchored place at the beginning of the tick, km.
fn place_before(sky: &Sky, place: &AnchoredPlace) -> DVec3 {
    sky.origin_before(place.anchor) + place.offset
}

fn find_ordered(ordered: &[(Entity, Leg, Cohesion)], fleet: Entity) -> Option<usize> {
    ordered.binary_search_by_key(&fleet, |(entity, ..)| *entity).ok()
}

/// Sums up every fleet that has an order. Ships come in the order of their numbers, so that the last bit
/// of a sum is always the same.
fn sum_companies(table: &ShipTable, ordered: &[(Entity, Leg, Cohesion)], companies: &mut Vec<FleetSum>) {
    companies.clear();
    companies.resize(ordered.len(), FleetSum::default());
    for index in 0..table.len() {
        if let Some(at) = find_ordered(ordered, table.fleets[index]) {
            companies[at].add(table.positions[index], table.places[index], &table.ships[index]);
        }
    }
}

/// Whether a fleet stays where it is although it follows another. Foes may follow each other, because neither
/// knows the other's orders. Once fleets that follow in a circle have come together, the fleet with the lowest
/// number stays, or all would chase each other for ever. `most` is the greatest length of such a circle.
fn stays_in_circle(
    fleets: &Query<FleetParts>,
    first: &Leg,
    of: Entity,
    company: &FleetSummary,
    most: usize,
) -> bool {
    let (Some(led), Ok((_, this, ..))) = (first.followed(), fleets.get(of)) else { return false };
    let apart_km = company.center.distance(first.track.place);
    let follows = |id: FleetId| {
        let led = fleets.iter().find(|(_, fleet, ..)| fleet.id == id && id > this.id);
        let leg = led?.2.0.front()?;
        Some((leg.followed()?, leg.beside.length()))
    };
    let reach_km = reach_of_circle(this.id, (led, first.beside.length()), most, follows);
    reach_km.is_some_and(|reach_km| apart_km <= reach_km)
}

/// The sum of the distances between followers and followed fleets, km, round the circle from `this` by way of
/// `first` back to `this`, with at most `most` others. `None` if the chain does not lead back. `follows` returns
/// the fleet that a fleet follows, and their distance.
fn reach_of_circle(
    this: FleetId,
    first: (FleetId, f64),
    most: usize,
    follows: impl Fn(FleetId) -> Option<(FleetId, f64)>,
) -> Option<f64> {
    let (mut next, mut reach_km) = first;
    // The followed fleets may form a circle without `this`. The walk ends at its second passage of a mark, which
    // is moved on after 1, 2, 4, ... steps (R. P. Brent, BIT 20, 1980, 176).
    let (mut mark, mut limit) = (next, 1);
    for step in 1..=most {
        if next == this {
            break;
        }
        let (after, apart_km) = follows(next)?;
        (next, reach_km) = (after, reach_km + apart_km);
        if next == mark {
            return None;
        }
        if step == limit {
            (mark, limit) = (next, 2 * limit);
        }
    }
    (next == this).then_some(reach_km)
}

/// A leg to a fleet's present place, in place of a leg that it does not fly for now.
fn leg_to_stay(sky: &Sky, leg: &Leg, company: &FleetSummary) -> Leg {
    let anchor = Anchor::from(wells::anchor_before(sky, company.center));
    let offset = company.center - company.mean_place - leg.beside - sky.origin_before(anchor);
    Leg { goal: Goal::Place(AnchoredPlace { anchor, offset }), ..*leg }
}

/// Motion of a fleet's middle in this tick if it continues, km: the motion of its carrier, and the fleet's own
/// motion in the tick before.
fn step_of(table: &ShipTable, fleet: Entity, tick_seconds: f64) -> DVec3 {
    let (mut sum, mut count) = (DVec3::ZERO, 0_u32);
    for (index, _) in table.fleets.iter().enumerate().filter(|(_, other)| **other == fleet) {
        sum += table.step(index, tick_seconds);
        count += 1;
    }
    sum / f64::from(count.max(1))
}

/// Motion of the attacked ship in this tick if it continues, km; zero for a structure and for a target out of
/// sight.
fn hunted_step(table: &ShipTable, leg: &Leg, tick_seconds: f64) -> DVec3 {
    let (Goal::Attack(_), Some(TargetId::Ship(id))) = (leg.goal, leg.track.lead) else { return DVec3::ZERO };
    let found = table.ships.binary_search_by_key(&id, |ship| ship.id);
    found.map_or(DVec3::ZERO, |index| table.step(index, tick_seconds))
}

fn fleet_goal(
    sky: &Sky,
    leg: &Leg,
    conduct: Cohesion,
    company: &FleetSummary,
    calendar: &Calendar,
    drift: DVec3,
) -> Option<FleetGoal> {
    // The whole fleet flies at the gait of its middle, so that a rim does not tear it apart.
    let speeds = wells::Speeds { cruise_km_s: company.cruise_km_s, manoeuvre_km_s: company.manoeuvre_km_s };
    let near = sky.bodies_near(company.center, 0.0);
    let step_km = wells::carriage(sky, &near, company.center, &speeds, calendar.tick_seconds()).reach;
    let place = leg.track.place;
    let (anchor, offset, lead, drift) = match leg.goal {
        Goal::Place(_) | Goal::Body(_) | Goal::Ring { .. } => {
            let AnchoredPlace { anchor, offset } = leg.end()?;
            let lead = lead_to_meeting(sky, anchor, offset, company, calendar.now_jd());
            (anchor, offset, lead, DVec3::ZERO)
        }
        Goal::Fleet { .. } => {
            let ticks = company.center.distance(place + leg.beside) / step_km.max(f64::MIN_POSITIVE);
            (Anchor::Space, place + drift, drift * ticks.min(FOLLOWING_TICKS), drift)
        }
        Goal::Attack(_) => {
            let well = wells::anchor_before(sky, place);
            match well {
                // In a well the body matters more than how it moves there.
                Some(body) => {
                    let (anchor, offset) = (Anchor::Body(body), place - sky.before[body].position);
                    let lead = lead_to_meeting(sky, anchor, offset, company, calendar.now_jd());
                    (anchor, offset, lead, DVec3::ZERO)
                }
                None => {
                    let ticks = company.center.distance(place) / step_km.max(f64::MIN_POSITIVE);
                    (Anchor::Space, place + drift, drift * ticks.min(FOLLOWING_TICKS), drift)
                }
            }
        }
        Goal::Ground { body, .. } => {
            let anchor = Anchor::Body(body);
            let lead = lead_to_meeting(sky, anchor, leg.beside, company, calendar.now_jd());
            (anchor, DVec3::ZERO, lead, DVec3::ZERO)
        }
        Goal::Wait(_) => return None,
    };
    Some(FleetGoal {
        leg: *leg,
        conduct,
        step_km,
        pace: 1.0,
        anchor,
        offset,
        drift,
        company: *company,
        lead,
        bends: 0..0,
    })
}

impl FleetGoal {
    /// The spacing by which lateness is measured. At cruise a fleet makes many spacings in a tick, and a lag of
    /// one tick's way is no reason to wait.
    fn reckoned_spacing_km(&self) -> f64 {
        self.leg.spacing_km.max(self.step_km)
    }
}

/// A ship's place in the moving formation, relative to the ship, km.
fn error_in_formation(table: &ShipTable, index: usize, fleet: &FleetGoal) -> DVec3 {
    fleet.company.center + table.places[index] - fleet.company.mean_place - table.positions[index]
}

/// Reduces the paces of fleets, so that stragglers catch up.
fn find_paces(table: &ShipTable, ordered: &[(Entity, Leg, Cohesion)], goals: &mut [Option<FleetGoal>]) {
    let mut worst: Vec<f64> = vec![0.0; goals.len()];
    for index in 0..table.len() {
        let Some(at) = find_ordered(ordered, table.fleets[index]) else { continue };
        let Some(fleet) = goals[at].as_ref().filter(|fleet| fleet.conduct == Cohesion::Formation) else {
            continue;
        };
        let behind = error_in_formation(table, index, fleet).length();
        worst[at] = shape::worst_straggler([worst[at], behind], fleet.reckoned_spacing_km());
    }
    for (goal, behind) in goals.iter_mut().zip(worst) {
        if let Some(goal) = goal {
            goal.pace = shape::speed_share(behind, goal.reckoned_spacing_km());
        }
    }
}

/// The way of a place with its anchor until it is met, km.
fn lead_to_meeting(sky: &Sky, anchor: Anchor, offset: DVec3, company: &FleetSummary, now_jd: f64) -> DVec3 {
    if anchor == Anchor::Space {
        return DVec3::ZERO;
    }
    let now = sky.origin_before(anchor) + offset;
    meet(sky, anchor, offset, company, now_jd).map_or(DVec3::ZERO, |meeting| meeting.position - now)
}

fn ordered_goal(
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
fn keep_company(table: &ShipTable, index: usize, fleet: &FleetGoal, goal: &mut ShipGoal) -> f64 {
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
fn resting_goal(sky: &Sky, rings: &Rings, tick: u64, table: &ShipTable, index: usize) -> ShipGoal {
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

/// The first body, from a number on, to whose surface a place is nearer than a gap, or in which it lies.
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// The reach of the circle from fleet 0 to the first of a list of pairs, follower and followed, and the
    /// number of questions that were asked.
    fn round(follows: &[(u32, u32)]) -> (Option<f64>, usize) {
        let asked = Cell::new(0);
        let follows_next = |id: FleetId| {
            asked.set(asked.get() + 1);
            let found = follows.iter().find(|(follower, _)| *follower == id.0);
            found.map(|(_, led)| (FleetId(*led), 1.0))
        };
        let first = (FleetId(follows[0].0), 1.0);
        (reach_of_circle(FleetId(0), first, 10_000, follows_next), asked.get())
    }

    #[test]
    fn circles_lead_back_or_are_left_soon() {
        assert_eq!(round(&[(5, 0)]), (Some(2.0), 1));
        assert_eq!(round(&[(5, 7), (7, 6), (6, 0)]), (Some(4.0), 3));
        assert_eq!(round(&[(5, 7), (7, 6)]), (None, 3), "the last follows nobody");
        // The chain leads into a circle of others, without this fleet.
        assert_eq!(round(&[(5, 7), (7, 5)]).0, None);
        for length in 1..200 {
            let mut others: Vec<(u32, u32)> = (1..=length).map(|id| (id, id + 1)).collect();
            others.extend([(length + 1, length + 2), (length + 2, length + 3), (length + 3, length + 1)]);
            let (reach, asked) = round(&others);
            assert!(reach.is_none() && asked <= 4 * others.len(), "{length}: {reach:?}, {asked} were asked");
        }
    }
}
