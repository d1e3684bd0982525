//! The tick's part of steering: gathers ships into frames, lets the core move them, and writes the results back.
//!
//! All arithmetic about right of way is in the core.

use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, available_parallelism};
use glam::{DVec3, Vec3};

use super::frame::{Frame, target_of};
use super::neighbourhoods::Neighbourhoods;
use super::obstacles::bodies::LOOK_AHEAD;
use super::step::PIECE;
use super::{Bodies, Craft, Crowd, HullShape, Limits, Steering, SteeringRules};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::motion::ShipTable;
use crate::sim::motion::ship_table::{Carriage, ShipGoal};
use crate::sim::steering::obstacles::body_paths::{BodyPaths, MARGIN_RADII};
use crate::sim::steering::obstacles::structures::{ROUNDING, Reach, Structures};
use crate::sim::steering::obstacles::ways::Ways;
use crate::sim::{BodyId, Calendar, Flight, OfWorld, Position, Rings, SimSystems, Sky, Structure, Tick};

/// Seconds of play in a tick.
pub(super) const TICK_S: f32 = (1.0 / TICKS_PER_SECOND) as f32;
pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_resource::<Sharing>()
        .declare_scratch::<Sharing>("how threads share the work; changes no bit of the result")
        .declare_scratch::<SteeringChoice>("from the rules");
    app.add_systems(Tick, steer.in_set(SimSystems::Steer));
}

/// The numbers that this world steers by; [`spawn()`](crate::sim::snapshot::spawn()) puts them there.
#[derive(Resource, Clone, Copy, Debug)]
pub struct SteeringChoice(pub SteeringRules);

/// The sharing of steering's work among threads, chosen before the first tick. No part of the world's state: it
/// does not change a bit of it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// Number of threads that work at once on one neighbourhood, 1 or more.
    pub threads: usize,
    /// Ships in one piece of work, 1 or more; larger neighbourhoods are shared.
    pub piece: usize,
    /// Number of times that several threads have moved a neighbourhood together, since the app began,
    pub shared: u64,
    /// and the greatest number of these threads; 1 as long as nothing was shared.
    pub most_threads: usize,
}

impl Default for Sharing {
    /// As many threads as the engine computes with or, without an engine, as the machine has.
    fn default() -> Self {
        let threads = ComputeTaskPool::try_get().map_or_else(available_parallelism, |pool| pool.thread_num());
        Self { threads, piece: PIECE, shared: 0, most_threads: 1 }
    }
}

impl Sharing {
    /// Notes the number of threads that have moved a neighbourhood.
    fn note(&mut self, threads: usize) {
        if threads > 1 {
            self.shared += 1;
            self.most_threads = self.most_threads.max(threads);
        }
    }
}

/// The memory of steering from tick to tick: room, and looked-up ways. No part of the world's state.
#[derive(Default)]
struct Helm {
    paths: BodyPaths,
    neighbourhoods: Neighbourhoods,
    reach: Vec<f64>,
    carried: Vec<DVec3>,
    matters: Vec<BodyId>,
    ways: Ways,
    crowd: Crowd,
    bodies: Bodies,
    structures: Structures,
    /// For small neighbourhoods, and for large ones.
    alone: Option<Steering>,
    together: Option<Steering>,
}

fn steer(
    mut table: ResMut<ShipTable>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    (rules, mut sharing): (Res<SteeringChoice>, ResMut<Sharing>),
    rings: Res<Rings>,
    structures: Query<(&Structure, &Position)>,
    mut helm: Local<Helm>,
) {
    if table.is_empty() {
        return;
    }
    let helm = &mut *helm;
    helm.paths.look_up(&sky, &calendar);
    helm.structures.gather(structures.iter(), &rings, &sky, calendar.tick);
    helm.find_neighbourhoods(&table, &rules.0);
    for number in 0..helm.neighbourhoods.len() {
        let tick_seconds = calendar.tick_seconds();
        helm.move_neighbourhood(number, &mut table, &sky, rules.0, &mut sharing, tick_seconds);
    }
}

impl Helm {
    fn find_neighbourhoods(&mut self, table: &ShipTable, rules: &SteeringRules) {
        let ships = table.ships.iter().zip(&table.carriages);
        self.reach.clear();
        // Half of its look, its own way, and the possible addition by contact.
        let look = 0.5 * f64::from(rules.look_radii) + 3.0;
        self.reach.extend(ships.map(|(ship, carriage)| carriage.reach + look * ship.bound_km()));
        self.carried.clear();
        self.carried.extend(table.carriages.iter().map(|carriage| carriage.step));
        self.neighbourhoods.find(&table.positions, &self.carried, &self.reach);
    }

    fn move_neighbourhood(
        &mut self,
        number: usize,
        table: &mut ShipTable,
        sky: &Sky,
        rules: SteeringRules,
        sharing: &mut Sharing,
        tick_seconds: f64,
    ) {
        let members = self.neighbourhoods.ships(number);
        let Some(&first) = members.first() else { return };
        let frame =
            Frame { origin: table.positions[first as usize], step: table.carriages[first as usize].step };
        self.crowd.clear();
        let seconds = tick_seconds * TICKS_PER_SECOND;
        for &ship in members {
            self.crowd.push(&craft(table, ship as usize, &frame, seconds));
            let facing = table.goals[ship as usize].facing.unwrap_or_default();
            self.crowd.facings.push(facing.as_vec3().normalize_or_zero());
        }
        self.bodies.clear();
        let reach = reach_of(table, members, &frame, rules.horizon_s);
        self.structures.hand_in(&mut self.bodies, sky, &frame, &reach);
        let scratch = (&mut self.matters, &mut self.ways);
        place_bodies(&mut self.bodies, scratch, (sky, &self.paths), &frame, (table, members));
        let Sharing { threads, piece, .. } = *sharing;
        let steering = if members.len() <= piece {
            self.alone.get_or_insert_with(|| Steering::new(rules, 1))
        } else {
            self.together.get_or_insert_with(|| Steering::new(rules, threads).in_pieces(piece))
        };
        steering.set_rules(rules);
        sharing.note(steering.threads_for(members.len()));
        steering.step(&mut self.crowd, &self.bodies, TICK_S);
        for (index, &ship) in members.iter().enumerate() {
            write_back(table, ship as usize, &self.crowd, index, &frame, seconds);
        }
    }
}

/// A ship as the core sees it. `seconds` of the calendar are one of play.
pub(in crate::sim) fn craft(table: &ShipTable, index: usize, frame: &Frame, seconds: f64) -> Craft {
    let (ship, flight) = (&table.ships[index], &table.flights[index]);
    let (goal, carriage) = (&table.goals[index], &table.carriages[index]);
    let position = table.positions[index];
    let (target, target_step) = target_of(table, index);
    Craft {
        position: frame.point(position),
        velocity: (flight.own_velocity * seconds).as_vec3(),
        heading: flight.heading.as_vec3().normalize_or(Vec3::X),
        target: frame.point(target),
        target_velocity: frame.velocity(target_step),
        carried: frame.velocity(carriage.step),
        hull: HullShape {
            radius: (ship.radius_km + position.distance(frame.origin) * ROUNDING) as f32,
            half_length: ship.half_length_km as f32,
        },
        limits: limits(ship.thrust_s, ship.turn_s, carriage, goal),
        arrive: goal.arrive,
        impatience: flight.impatience as f32,
        holding: flight.holding,
    }
}

fn limits(thrust_s: f64, turn_s: f64, carriage: &Carriage, goal: &ShipGoal) -> Limits {
    let speed = (carriage.reach * TICKS_PER_SECOND) as f32;
    let slowest = goal.reach_there.map_or(carriage.reach, |there| there.min(carriage.reach));
    let acceleration = (slowest * TICKS_PER_SECOND / thrust_s) as f32;
    Limits { speed, acceleration, turn_rate: std::f32::consts::PI / turn_s as f32 }
}

/// The range of motion and look of a neighbourhood's ships within the horizon of the pushes.
fn reach_of(table: &ShipTable, members: &[u32], frame: &Frame, horizon_s: f32) -> Reach {
    // Motion within this tick matters in any case.
    let ahead_s = f64::from(horizon_s.max(2.0 * TICK_S));
    let ticks = ahead_s * TICKS_PER_SECOND;
    let (mut low, mut high) = (DVec3::splat(f64::INFINITY), DVec3::splat(f64::NEG_INFINITY));
    for &ship in members {
        let ship = ship as usize;
        let (position, carriage, goal) = (table.positions[ship], &table.carriages[ship], &table.goals[ship]);
        let way = goal.aim.distance(position).max(goal.place.distance(position));
        let own = way.min(carriage.reach * ticks) + 2.0 * carriage.reach;
        let carried = (carriage.step - frame.step).length() * ticks;
        let reach = own + carried + 4.0 * table.ships[ship].bound_km();
        low = low.min(position - reach);
        high = high.max(position + reach);
    }
    Reach { low, high, ahead_s }
}

/// Passes the bodies that a neighbourhood could meet within its look ahead to the core; circling ones are already
/// in there.
pub(in crate::sim) fn place_bodies(
    bodies: &mut Bodies,
    (matters, ways): (&mut Vec<BodyId>, &mut Ways),
    (sky, paths): (&Sky, &BodyPaths),
    frame: &Frame,
    (table, members): (&ShipTable, &[u32]),
) {
    let within_reach = WithinReach::of(table, members, frame);
    matters.clear();
    // Without a carrier and circling structures, all bodies off the straight ways can be left out.
    if frame.step == DVec3::ZERO && bodies.circling.is_empty() {
        ways.find(matters, (sky, paths), (table, members), |body| within_reach.holds(sky, paths, body));
    } else {
        let (low, high) = (frame.origin - within_reach.reach_km, frame.origin + within_reach.reach_km);
        let near = paths.in_box(low, high).into_iter();
        matters.extend(near.filter(|&body| within_reach.holds(sky, paths, body)));
    }
    for &body in matters.iter() {
        add_body(bodies, body, sky, paths, frame);
    }
}

/// The ball about the origin of a frame that ships may get to within their look ahead.
pub(super) struct WithinReach {
    origin: DVec3,
    reach_km: f64,
}

impl WithinReach {
    pub(super) fn of(table: &ShipTable, members: &[u32], frame: &Frame) -> Self {
        let reach = members.iter().map(|&ship| {
            let ship = ship as usize;
            let position = table.positions[ship];
            let way =
                table.goals[ship].aim.distance(position).max(table.goals[ship].place.distance(position));
            let fastest = table.carriages[ship].reach * (TICKS_PER_SECOND * f64::from(LOOK_AHEAD));
            position.distance(frame.origin) + way.min(fastest) + 4.0 * table.carriages[ship].reach
        });
        Self { origin: frame.origin, reach_km: reach.fold(0.0, f64::max) }
    }

    /// Whether a body may come into the ball.
    pub(super) fn holds(&self, sky: &Sky, paths: &BodyPaths, body: BodyId) -> bool {
        let sweep = paths.sweep(body);
        let radius = sky.system.bodies[body].displayed_radius_km;
        sweep.middle.distance(self.origin) < self.reach_km + sweep.reach_km + MARGIN_RADII * radius
    }
}

/// Adds a body to the core, with its way ahead in the frame.
pub(super) fn add_body(bodies: &mut Bodies, body: BodyId, sky: &Sky, paths: &BodyPaths, frame: &Frame) {
    let radius = sky.system.bodies[body].displayed_radius_km;
    bodies.add(radius as f32, TICK_S, |ahead_s| {
        let ahead_s = f64::from(ahead_s);
        let ticks = ahead_s * TICKS_PER_SECOND;
        // This tick's own places are exact; beyond it the samples are good enough.
        let place = if ticks < 0.5 {
            sky.before[body].position
        } else if ticks < 1.5 {
            sky.now[body].position
        } else {
            paths.place(body, ahead_s)
        };
        frame.point(place - frame.step * ticks)
    });
}

fn write_back(
    table: &mut ShipTable,
    index: usize,
    crowd: &Crowd,
    member: usize,
    frame: &Frame,
    seconds: f64,
) {
    let position = table.positions[index];
    table.ends[index] = position + frame.step + crowd.steps[member].as_dvec3();
    table.pushes[index] = crowd.pushes[member];
    let flight: &mut Flight = &mut table.flights[index];
    flight.own_velocity = crowd.velocities[member].as_dvec3() / seconds;
    flight.heading = crowd.headings[member].as_dvec3();
    flight.holding = crowd.holding[member];
    let is_under_way = table.goals[index].ordered && !flight.arrived;
    flight.impatience = if is_under_way { f64::from(crowd.impatience[member]) } else { 0.0 };
}
