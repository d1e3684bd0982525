//! Courses: the way that a fleet flies to the place of its leg, planned round the obstacles.
//!
//! At most [`PLANS_PER_TICK`] courses are planned in a tick. A fleet that waits for its plan flies straight;
//! steering avoids collisions.
//!
//! A course within one well is planned in the frame of this well, any other course in the frame of the star. There
//! the other bodies are obstacles that move. A bend inside a well moves with the well's body, so that a late fleet
//! still passes the body where it then is.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::avoid_zones::{AvoidZone, KnownThreats};
use super::engine_delay::EngineRules;
use super::fleet_summary::FleetSummary;
use super::planner::journey::Journey;
use super::planner::obstacle::{Field, Zone};
use super::planner::passing::is_blocked;
use super::planner::search::{Budget, plan_route};
use crate::level::RoutePreference;
use crate::orbit::{SECONDS_PER_DAY, State};
use crate::sim::motion::wells;
use crate::sim::steering::system::SteeringChoice;
use crate::sim::{
    Anchor, AnchoredPlace, BodyId, Calendar, Course, FactionId, Fleet, Formation, FormationOffset, Members,
    Position, Route, RouteWish, Ship, Sky,
};

/// The most courses that are planned in a tick.
pub const PLANS_PER_TICK: usize = 2;
/// Ticks between two checks of a fleet's course for obstacles; not all fleets check in the same tick.
const TICKS_BETWEEN_LOOKS: u64 = 150;
/// The work of one plan. Without a result, avoidance is left to steering.
const BUDGET: Budget = Budget { expansions: 4_000 };
/// A body is left out of the gap about a place only if it is farther away than necessary by this share of its
/// distance, for rounding.
const GAP_DOUBT: f64 = 1.0e-9;
/// A course counts as blocked if it comes nearer than this share of its clearance, so that a slightly late fleet
/// need not plan again.
const BLOCKED_SHARE: f64 = 0.5;
/// The length of a course over the straight way, up to which all possible obstacles are known.
const DETOUR: f64 = 1.5;
/// The meeting with a moving target is accurate enough when it changes by less than this, km.
const MEETING_KM: f64 = 1.0;
/// Limit on the iterations for a meeting.
const MEETING_ROUNDS: u32 = 40;

/// The request for a course.
#[derive(Clone, Copy, Debug)]
pub struct CourseRequest<'a> {
    /// All bodies.
    pub sky: &'a Sky,
    /// The travellers.
    pub company: FleetSummary,
    /// The clearance of the fleet's middle from every surface in formation, km,
    pub clearance_km: f64,
    /// and, if no way is wide enough for that, out of formation, where every ship passes for itself.
    pub opened_km: f64,
    /// And in shares of the body's radius.
    pub clearance_share: f64,
    /// Destination.
    pub to: AnchoredPlace,
    /// The date of departure, Julian date (TDB).
    pub jd: f64,
    /// The zones that the fleet would rather not cross,
    pub avoided: &'a [AvoidZone],
    /// and how much: a length inside counts `1 + dread` times.
    pub dread: f64,
}

/// Query bundle for planning.
#[derive(SystemParam)]
pub struct Planner<'w, 's> {
    /// All bodies.
    pub sky: Res<'w, Sky>,
    /// Now.
    pub calendar: Res<'w, Calendar>,
    rules: Res<'w, SteeringChoice>,
    threats: KnownThreats<'w, 's>,
}

impl Planner<'_, '_> {
    /// The zones that a fleet of a faction with this wish would rather not cross.
    pub fn avoided(&self, faction: FactionId, wish: RouteWish) -> Vec<AvoidZone> {
        self.threats.avoided(&self.sky, faction, wish.0)
    }

    /// What a fleet's engines depend on.
    pub fn engine_rules(&self) -> EngineRules<'_> {
        EngineRules::new(&self.rules.0, &self.calendar)
    }

    /// A course for a fleet that sets out now.
    pub fn request<'a, 'b>(
        &'a self,
        company: FleetSummary,
        crew: impl Iterator<Item = (&'b FormationOffset, &'b Ship)>,
        to: AnchoredPlace,
        avoided: &'a [AvoidZone],
    ) -> CourseRequest<'a> {
        let (clearance_km, opened_km) = widths(crew);
        CourseRequest {
            sky: &self.sky,
            company,
            clearance_km,
            opened_km,
            clearance_share: f64::from(self.rules.0.clearance_share),
            to,
            jd: self.calendar.now_jd(),
            avoided,
            dread: f64::from(self.rules.0.dread),
        }
    }
}

/// Plans courses for fleets without one, in the order of their numbers, and drops blocked courses.
pub fn chart_courses(
    mut fleets: Query<(Entity, &Fleet, &Route, &Members, &Formation, &RouteWish, &mut Course)>,
    ships: Query<(&Position, &Ship)>,
    places: Query<(&FormationOffset, &Ship)>,
    planner: Planner,
    mut waiting: Local<Vec<(u32, Entity)>>,
) {
    let tick = planner.calendar.tick;
    let looks = |fleet: &Fleet| (tick + u64::from(fleet.id.0)).is_multiple_of(TICKS_BETWEEN_LOOKS);
    waiting.clear();
    waiting.extend(
        fleets
            .iter()
            .filter(|(_, fleet, route, _, formation, _, course)| {
                let begins = formation.formed && !route.0.is_empty();
                begins && (!course.is_planned || looks(fleet))
            })
            .map(|(entity, fleet, ..)| (fleet.id.0, entity)),
    );
    waiting.sort_unstable();
    let mut plans = PLANS_PER_TICK;
    for &(_, entity) in waiting.iter() {
        let Ok((_, fleet, route, members, _, wish, mut course)) = fleets.get_mut(entity) else { continue };
        let Some(leg) = route.0.front() else { continue };
        let Some(AnchoredPlace { anchor, offset }) = leg.kept() else { continue };
        let Some(company) = FleetSummary::of(members, &ships) else { continue };
        // The known zones change, so a fleet that avoids any searches for a better way each time.
        let is_wary = wish.0 != RoutePreference::Shortest;
        if plans == 0 && (is_wary || !course.is_planned) {
            course.is_planned = false;
            continue;
        }
        let crew = members.iter().filter_map(|ship| places.get(ship).ok());
        let avoided = planner.avoided(fleet.faction, *wish);
        let to = AnchoredPlace { anchor, offset: offset + leg.beside };
        let request = planner.request(company, crew, to, &avoided);
        let is_outdated = !course.is_planned || is_wary || request.is_blocked(&course.bends);
        if is_outdated && plans > 0 {
            plans -= 1;
            *course = Course { bends: request.chart(), is_planned: true };
        } else if is_outdated {
            course.is_planned = false;
        }
    }
}

/// Radii of a fleet in formation and of a single ship, with a margin, km.
fn widths<'a>(crew: impl Iterator<Item = (&'a FormationOffset, &'a Ship)>) -> (f64, f64) {
    crew.fold((0.0, 0.0), |(formed, opened): (f64, f64), (place, ship)| {
        let own = 2.0 * ship.radius_km + ship.half_length_km;
        (formed.max(place.0.length() + own), opened.max(own))
    })
}

impl CourseRequest<'_> {
    /// The waypoints of a course; none if the straight way is free, or nothing better was found.
    pub fn chart(&self) -> Vec<AnchoredPlace> {
        let frame = PlanFrame::of(self);
        let goal = frame.meet(self.start(&frame), self.jd, &self.to);
        let field = Obstacles::near(self, &frame, goal.place);
        if field.gap(&goal, 0.0) < 0.0 {
            // A place inside a body: every ship ends at its own place on the surface.
            return Vec::new();
        }
        let zones = self.zones(&frame);
        let plan = |clearance: f64| {
            let journey = Journey { clearance, ..self.journey(&frame, goal.place) };
            plan_route(&journey, &field, &zones, BUDGET)
        };
        let mut route = plan(self.clearance_km);
        if !route.complete {
            route = plan(self.opened_km);
        }
        let mut points = route.points;
        // The last point is the goal, or the point nearest to a goal that cannot be reached: steering, which
        // knows the place of every ship, ends the way in both cases.
        points.pop();
        let (mut from, mut jd) = (self.start(&frame), self.jd);
        points
            .into_iter()
            .map(|point| {
                jd += frame.days(from.distance(point));
                from = point;
                self.anchor(frame.lift(point, jd), jd)
            })
            .collect()
    }

    /// Whether the way through these waypoints comes too near to an obstacle.
    pub fn is_blocked(&self, bends: &[AnchoredPlace]) -> bool {
        let frame = PlanFrame::of(self);
        let mut met = Met { place: self.start(&frame), jd: self.jd };
        let mut points = Vec::with_capacity(bends.len() + 1);
        for place in bends.iter().chain(std::iter::once(&self.to)) {
            met = frame.meet(met.place, met.jd, place);
            points.push(met.place);
        }
        let field = Obstacles::near(self, &frame, met.place);
        let journey = self.journey(&frame, met.place);
        // A goal close to a surface asks for less.
        let wanted = BLOCKED_SHARE * journey.clearance;
        let clearance = field.gap(&met, wanted);
        clearance >= 0.0 && is_blocked(&Journey { clearance, ..journey }, &points, &field)
    }

    fn start(&self, frame: &PlanFrame) -> DVec3 {
        self.company.center - frame.origin(self.jd)
    }

    fn journey(&self, frame: &PlanFrame, goal: DVec3) -> Journey {
        Journey { start: self.start(frame), goal, speed: frame.speed_km_s, clearance: self.clearance_km }
    }

    /// The zones to avoid, each at its place when the fleet could be there.
    fn zones(&self, frame: &PlanFrame) -> Vec<Zone> {
        let start = self.start(frame);
        let zone = |avoided: &AvoidZone| {
            let center = frame.meet(start, self.jd, &avoided.center).place;
            Zone { center, radius: avoided.radius_km, dread: self.dread }
        };
        self.avoided.iter().map(zone).collect()
    }

    /// A place in space at a date, anchored to the body in whose well it lies.
    fn anchor(&self, place: DVec3, jd: f64) -> AnchoredPlace {
        let well = wells::anchor_on(self.sky, place, jd);
        let origin = well.map_or(DVec3::ZERO, |body| self.sky.state_at(body, jd).position);
        AnchoredPlace { anchor: Anchor::from(well), offset: place - origin }
    }
}

/// A meeting: its place in the frame, and its date.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Met {
    place: DVec3,
    jd: f64,
}

/// The frame in which a course is planned.
struct PlanFrame<'a> {
    sky: &'a Sky,
    /// The body at its origin; `None`: at rest, about the origin of the world.
    body: Option<BodyId>,
    /// Speed of the fleet in it, km/s.
    speed_km_s: f64,
}

impl<'a> PlanFrame<'a> {
    /// The smallest well that holds the fleet and its goal, or the whole sky.
    fn of(request: &CourseRequest<'a>) -> Self {
        let CourseRequest { sky, company, to, jd, .. } = *request;
        let place = |body: BodyId| sky.state_at(body, jd).position;
        let goal = to.position_at(sky, jd);
        let mut well = wells::anchor_on(sky, company.center, jd);
        while let Some(body) = well {
            let this = &sky.system.bodies[body];
            if place(body).distance(goal) < this.well_radius_km {
                break;
            }
            well = this.parent.filter(|&parent| sky.system.bodies[parent].well_radius_km > 0.0);
        }
        let speed_km_s = if well.is_some() { company.manoeuvre_km_s } else { company.cruise_km_s };
        Self { sky, body: well, speed_km_s }
    }

    /// Place of its origin at a date, km.
    fn origin(&self, jd: f64) -> DVec3 {
        self.body.map_or(DVec3::ZERO, |body| self.sky.state_at(body, jd).position)
    }

    /// State of a body at a date, in the frame.
    fn state(&self, body: BodyId, jd: f64) -> State {
        let state = self.sky.state_at(body, jd);
        let origin = self.body.map_or(State::ZERO, |body| self.sky.state_at(body, jd));
        State { position: state.position - origin.position, velocity: state.velocity - origin.velocity }
    }

    /// From the frame to the world.
    fn lift(&self, place: DVec3, jd: f64) -> DVec3 {
        place + self.origin(jd)
    }

    fn days(&self, distance_km: f64) -> f64 {
        distance_km / (self.speed_km_s * SECONDS_PER_DAY)
    }

    /// An anchored place, in the frame.
    fn place(&self, place: &AnchoredPlace, jd: f64) -> DVec3 {
        if place.anchor == Anchor::from(self.body) {
            return place.offset;
        }
        place.position_at(self.sky, jd) - self.origin(jd)
    }

    /// The meeting of a traveller that leaves `from` at a date with a place. Every iteration reduces the error
    /// by the ratio of the speeds, and ships are faster than their targets; a faster target is met at its place in
    /// the last iteration.
    fn meet(&self, from: DVec3, jd: f64, place: &AnchoredPlace) -> Met {
        let mut met = Met { place: self.place(place, jd), jd };
        for _ in 0..MEETING_ROUNDS {
            let known = met.place;
            met.jd = jd + self.days(from.distance(known));
            met.place = self.place(place, met.jd);
            if met.place.distance_squared(known) < MEETING_KM * MEETING_KM {
                break;
            }
        }
        met
    }
}

/// The bodies that a fleet could meet on its way, in the frame.
struct Obstacles<'a> {
    frame: &'a PlanFrame<'a>,
    jd: f64,
    bodies: Vec<NearBody>,
}

/// A body that a fleet could meet on its way.
#[derive(Clone, Copy, Debug)]
struct NearBody {
    body: BodyId,
    /// Effective radius, km.
    radius: f64,
    /// Upper bound on its acceleration relative to the frame, km/s².
    most_acceleration: f64,
}

impl<'a> Obstacles<'a> {
    fn near(request: &CourseRequest<'_>, frame: &'a PlanFrame<'a>, goal: DVec3) -> Self {
        let start = request.start(frame);
        let way = DETOUR * start.distance(goal);
        let seconds = way / frame.speed_km_s;
        let system = &frame.sky.system;
        let origin_speed = frame.body.map_or(0.0, |body| system.max_speed_km_s(body));
        let origin_acceleration = frame.body.map_or(0.0, |body| system.max_acceleration_km_s2(body));
        let origin = frame.origin(request.jd);
        let bodies = system.bodies.keys().filter_map(|body| {
            let radius = system.bodies[body].displayed_radius_km * (1.0 + request.clearance_share);
            let is_origin = frame.body == Some(body);
            let speed = if is_origin { 0.0 } else { system.max_speed_km_s(body) + origin_speed };
            let place = frame.sky.state_at(body, request.jd).position - origin;
            let reach = radius + request.clearance_km + speed * seconds;
            // A traveller that flies no farther than `way` from start to goal stays in the ellipsoid about
            // both.
            let is_near = place.distance(start) + place.distance(goal) < way + 2.0 * reach;
            let most_acceleration = || system.max_acceleration_km_s2(body) + origin_acceleration;
            is_near.then(|| NearBody { body, radius, most_acceleration: most_acceleration() })
        });
        Self { frame, jd: request.jd, bodies: bodies.collect() }
    }
}

impl Obstacles<'_> {
    /// Distance of a meeting outside of all bodies, km, up to `wanted`; negative inside a body.
    fn gap(&self, met: &Met, wanted: f64) -> f64 {
        let seconds = (met.jd - self.jd) * SECONDS_PER_DAY;
        let gap = |index: usize| self.place(index, seconds).distance(met.place) - self.bodies[index].radius;
        // Present places of bodies are known; future ones cost more.
        let may_be_near = |index: &usize| {
            let NearBody { radius, most_acceleration, .. } = self.bodies[*index];
            let State { position, velocity } = self.state(*index, 0.0);
            let straight_on = (position + velocity * seconds).distance(met.place);
            let strays = 0.5 * most_acceleration * seconds * seconds;
            straight_on - (radius + strays + GAP_DOUBT * (position.length() + straight_on)) <= wanted
        };
        (0..self.bodies.len()).filter(may_be_near).map(gap).fold(wanted, f64::min)
    }
}

impl Field for Obstacles<'_> {
    fn count(&self) -> usize {
        self.bodies.len()
    }

    fn radius(&self, index: usize) -> f64 {
        self.bodies.get(index).map_or(0.0, |body| body.radius)
    }

    fn place(&self, index: usize, seconds_ahead: f64) -> DVec3 {
        self.state(index, seconds_ahead).position
    }

    fn state(&self, index: usize, seconds_ahead: f64) -> State {
        let jd = self.jd + seconds_ahead / SECONDS_PER_DAY;
        let none = State { position: DVec3::NAN, velocity: DVec3::ZERO };
        self.bodies.get(index).map_or(none, |near| self.frame.state(near.body, jd))
    }

    fn most_acceleration(&self, index: usize) -> f64 {
        self.bodies.get(index).map_or(0.0, |body| body.most_acceleration)
    }

    fn is_moving(&self, index: usize) -> bool {
        let Some(&NearBody { body, .. }) = self.bodies.get(index) else { return false };
        let is_star = self.frame.sky.system.bodies[body].parent.is_none();
        self.frame.body != Some(body) && (self.frame.body.is_some() || !is_star)
    }
}
