//! One step of a crowd: the parts of steering in their order.
//!
//! - Enters: a [`Crowd`], the [`Bodies`] of this step, and its length.
//! - Leaves: the crowd at the end of the step, without overlaps.
//! - Must never: allocate for a crowd of a size seen before, or let the number of threads or the order of work
//!   change a bit of the result.
//!
//! 1. Seats: ships are sorted so that neighbours lie side by side ([`super::grid`]).
//! 2. Pull: the flight of every ship under its target alone ([`crate::sim::steering::forces::pull`]).
//! 3. Push: the influence of the others ([`crate::sim::steering::forces::push`]), within the limits of the engines
//!    ([`crate::sim::steering::forces::thrust`]).
//! 4. Touch: possible touches, correction, exact limits (`touching.rs`), and the last resort (`parting.rs`),
//!    with the arithmetic of [`crate::sim::steering::hulls::contact`].
//! 5. Settle: all ships are moved; those that have arrived hold ([`crate::sim::steering::forces::settle`]).
//!
//! Every part reads the results of the parts before it and writes its own array, in pieces of [`PIECE`] seats;
//! threads share the pieces.

mod parting;
mod touching;

use std::sync::Arc;

use glam::Vec3;
use rayon::prelude::*;

use super::SteeringRules;
use super::crowd::{Craft, Crowd};
use super::grid::Grids;
use super::neighbours::Neighbours;
use crate::sim::steering::forces::pull::Pull;
use crate::sim::steering::forces::push::{Pushed, Pusher};
use crate::sim::steering::forces::settle::{Neighbour, Settler};
use crate::sim::steering::forces::thrust::{thrust, turn_toward};
use crate::sim::steering::forces::{pull, push, settle};
use crate::sim::steering::hulls::contact::{BODY, Touch, TouchList};
use crate::sim::steering::hulls::hull;
use crate::sim::steering::obstacles::bodies::Bodies;
use crate::sim::steering::turning::TURNING_AXIS;

/// Seats in one piece of work by default ([`Steering::in_pieces`]).
pub const PIECE: usize = 256;
/// A ship is not pushed by neighbours smaller than this share of it.
pub(in crate::sim) const NOTICED_SIZE: f32 = 0.2;
/// A ship looks farther for larger ones, but no more than for this many of its own radii.
pub(in crate::sim) const LARGE_RADII: f32 = 4.0;
/// Time constant of a ball's bow toward its velocity, s.
const BOW_S: f32 = 0.25;
/// Below this share of its greatest speed a ship keeps its bow.
const BOW_SPEED: f32 = 0.02;
/// The speed at which a holding ship steps aside for a full push, in its radii a second,
const STEPPING_ASIDE_RADII_S: f32 = 2.0;
/// and at most in shares of its greatest speed.
const STEPPING_ASIDE_SHARE: f32 = 0.5;

/// The steering of one frame, with room for its work.
pub struct Steering {
    rules: SteeringRules,
    pool: Option<Arc<rayon::ThreadPool>>,
    /// Seats in one piece of work.
    piece: usize,
    room: StepBuffers,
}

/// A number for each level of the grid.
type ByLevel = [f32; super::grid::LEVELS];

/// The memory between the parts of a step, by seat.
#[derive(Default)]
struct StepBuffers {
    bounds: Vec<f32>,
    longest_steps: Vec<f32>,
    /// Limit on the correction of each ship.
    caps: Vec<f32>,
    /// Greatest distance of each ship in this step from a common drift.
    farthest: Vec<f32>,
    /// The steps that pushes and engines ask for.
    wished: Vec<Vec3>,
    grids: Grids,
    /// All ships in the crowd's own order, before they are gathered into seats.
    unsorted: Vec<Craft>,
    crew: Vec<Craft>,
    places: Vec<Vec3>,
    all_balls: bool,
    radii: Vec<f32>,
    axes: Vec<Vec3>,
    /// The mean velocity with which ships are carried along.
    drift: Vec3,
    pulls: Vec<Pull>,
    /// The ships as pushers, contiguous in memory.
    pushers: Vec<Pusher>,
    flights: Vec<PlannedMove>,
    steps: Vec<Vec3>,
    touching: Vec<touching::TouchingShip>,
    /// The bodies that any of the ships could touch, or would move along with; ascending.
    near_bodies: Vec<usize>,
    /// The steps between two passes of correction, each with whether the last pass changed it.
    tried: Vec<(Vec3, bool)>,
    bases: Vec<Vec3>,
    /// The ships that the next pass of the exact limits has to examine.
    affected: Vec<bool>,
    next: Vec<(Vec3, bool)>,
    lists: Vec<TouchList>,
    ends: Vec<Vec3>,
    end_grids: Grids,
    near: Vec<(u32, Touch)>,
    free_gaps: Vec<f32>,
    results: Vec<StepResult>,
}

/// A pull after the pushes and the limits of the engines.
#[derive(Clone, Copy, Debug, Default)]
struct PlannedMove {
    pushes: Vec3,
    velocity: Vec3,
    wished_speed: f32,
}

/// A ship after its step.
#[derive(Clone, Copy, Debug, Default)]
struct StepResult {
    position: Vec3,
    velocity: Vec3,
    heading: Vec3,
    impatience: f32,
    holding: bool,
}

impl Steering {
    /// Steering with these rules and this number of threads. One thread needs no pool, and without a pool one
    /// thread does the work.
    #[must_use]
    pub fn new(rules: SteeringRules, threads: usize) -> Self {
        let pool = (threads > 1).then(|| pool_of(threads)).flatten().map(Arc::new);
        Self { rules, pool, piece: PIECE, room: StepBuffers::default() }
    }

    /// [`Self::new`] with pieces of `piece` seats, 1 or more. A crowd that fits into one piece is moved by
    /// one thread.
    #[must_use]
    pub fn in_pieces(self, piece: usize) -> Self {
        Self { piece: piece.max(1), ..self }
    }

    /// Steers by other rules from the next step on.
    pub fn set_rules(&mut self, rules: SteeringRules) {
        self.rules = rules;
    }

    /// The pool of threads; `None` for one thread. A caller that makes many steps in a row does so inside
    /// [`rayon::ThreadPool::install`], which transfers the work once and not for every step.
    #[must_use]
    pub fn pool(&self) -> Option<Arc<rayon::ThreadPool>> {
        self.pool.clone()
    }

    /// The number of threads that share the work on a crowd of this size.
    #[must_use]
    pub fn threads_for(&self, ships: usize) -> usize {
        let pool = self.pool.as_ref().filter(|_| ships > self.piece);
        pool.map_or(1, |pool| pool.current_num_threads())
    }

    /// Moves a crowd on by `dt` seconds.
    pub fn step(&mut self, crowd: &mut Crowd, bodies: &Bodies, dt: f32) {
        if crowd.is_empty() || dt <= 0.0 {
            return;
        }
        let threads = self.threads_for(crowd.len());
        let Self { rules, pool, piece, room } = self;
        let work = Work {
            rules,
            bodies,
            dt,
            follow: follow_share(dt, rules.smoothing_s),
            follow_bow: follow_share(dt, BOW_S),
            threaded: threads > 1,
            piece: *piece,
        };
        match pool.as_ref().filter(|_| work.threaded) {
            None => work.run(crowd, room),
            Some(pool) => pool.install(|| work.run(crowd, room)),
        }
    }
}

/// A pool of threads, all of them awake: a thread starts at the system's discretion, and allocates memory at its
/// first search for work. Here that is over before the first step.
fn pool_of(threads: usize) -> Option<rayon::ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
    pool.broadcast(|_| rayon::yield_now());
    Some(pool)
}

fn follow_share(dt: f32, time: f32) -> f32 {
    1.0 - libm::expf(-dt / time.max(f32::MIN_POSITIVE))
}

/// The inputs of all parts of a step.
struct Work<'a> {
    rules: &'a SteeringRules,
    bodies: &'a Bodies,
    dt: f32,
    /// Share of the difference between wish and velocity that is made up in this step.
    follow: f32,
    /// The share by which a bow follows a velocity.
    follow_bow: f32,
    threaded: bool,
    /// Seats in one piece of work.
    piece: usize,
}

impl Work<'_> {
    fn run(&self, crowd: &mut Crowd, room: &mut StepBuffers) {
        self.take_seats(crowd, room);
        self.pull(room);
        self.push(room);
        self.find_touches(room);
        self.correct(room);
        self.limit(room);
        self.part(room);
        self.settle(room, &crowd.facings);
        scatter(crowd, room);
    }

    /// Works on all items, a piece at a time; `job` gets the first index of its piece.
    fn spread<T: Send>(&self, items: &mut [T], piece: usize, job: impl Fn(usize, &mut [T]) + Sync + Send) {
        if self.threaded {
            items.par_chunks_mut(piece).enumerate().for_each(|(number, items)| job(number * piece, items));
        } else {
            items.chunks_mut(piece).enumerate().for_each(|(number, items)| job(number * piece, items));
        }
    }

    fn take_seats(&self, crowd: &Crowd, room: &mut StepBuffers) {
        refill(&mut room.bounds, crowd.hulls.iter().map(|hull| hull.bound()));
        let dt = self.dt;
        room.grids.rebuild(&crowd.positions, &room.bounds, self.rules.look_radii);
        room.drift = crowd.carried.iter().sum::<Vec3>() / crowd.len() as f32;
        room.all_balls = crowd.hulls.iter().all(|hull| hull.half_length == 0.0);
        // Everything is gathered once, so that all later parts read their own memory in order.
        let StepBuffers { grids, unsorted, crew, places, bounds, caps, farthest, radii, axes, drift, .. } =
            room;
        // Each ship is put together once, in the ships' order; then they are gathered into their seats. Reads
        // jump about in one array only, and everything is written one after the other.
        refill(unsorted, (0..crowd.len()).map(|ship| crowd.craft(ship)));
        refill(crew, grids.ships.iter().map(|&ship| unsorted[ship as usize]));
        places.clear();
        bounds.clear();
        caps.clear();
        farthest.clear();
        radii.clear();
        axes.clear();
        for craft in crew {
            places.push(craft.position);
            bounds.push(craft.hull.bound());
            let cap = (craft.limits.speed * dt).min(craft.hull.radius);
            caps.push(cap);
            farthest.push((craft.limits.speed + craft.carried.distance(*drift)) * dt + cap);
            radii.push(craft.hull.radius);
            axes.push(craft.heading * craft.hull.half_length);
        }
    }

    fn pull(&self, room: &mut StepBuffers) {
        let StepBuffers { pulls, pushers, crew, .. } = room;
        pulls.resize(crew.len(), Pull::default());
        pushers.resize(crew.len(), Pusher::default());
        let crew: &[Craft] = crew;
        self.spread_both(pulls, pushers, |first, pulls, pushers| {
            for ((pull, pusher), craft) in pulls.iter_mut().zip(pushers).zip(&crew[first..]) {
                *pull = pull::pull(self.rules, self.bodies, craft);
                let is_off = pull.to_place.length() > self.rules.release_radii * craft.hull.radius;
                if craft.holding && is_off && !pull.stands_aside {
                    // Stopped by a ship that holds: wait, do not press.
                    pull.speed = 0.0;
                }
                // Others presume half of a ship's motion and half of its wish as its intention.
                let intended = craft.carried + (craft.velocity + pull.way * pull.speed) * 0.5;
                *pusher = Pusher::new(craft.position, craft.hull.radius, intended);
            }
        });
    }

    fn push(&self, room: &mut StepBuffers) {
        let count = room.places.len();
        let (mut flights, mut lists) = (std::mem::take(&mut room.flights), std::mem::take(&mut room.lists));
        flights.resize(count, PlannedMove::default());
        lists.resize_with(count.div_ceil(self.piece), || TouchList::with_room_for(self.piece.min(count)));
        let seen: &StepBuffers = room;
        let farthest = seen.grids.greatest_by_level(&seen.farthest);
        self.spread_lists(&mut lists, &mut flights, |first, list, flights| {
            list.clear();
            let mut near = Neighbours::room(self.rules.company);
            for (offset, flight) in flights.iter_mut().enumerate() {
                *flight = self.flight(seen, first + offset, &farthest, &mut near, list);
            }
        });
        room.lists = lists;
        let total = |(flight, craft): (&PlannedMove, &Craft)| (flight.velocity + craft.carried) * self.dt;
        refill(&mut room.steps, flights.iter().zip(&room.crew).map(total));
        room.flights = flights;
    }

    /// The flight of one ship: its pull, the pushes, and the limits of its engines.
    fn flight(
        &self,
        room: &StepBuffers,
        seat: usize,
        farthest: &ByLevel,
        near: &mut Neighbours,
        list: &mut TouchList,
    ) -> PlannedMove {
        let craft = &room.crew[seat];
        let pull = &room.pulls[seat];
        let way = if craft.holding { Vec3::ZERO } else { pull.way };
        // Between balls the offset of the centres suffices; others need offsets from axis to axis.
        let place = if room.all_balls { room.places[seat] } else { Vec3::ZERO };
        let pushed =
            Pushed { place, way, intended: room.pushers[seat].intended(), radius: craft.hull.radius };
        let pushes = self.sum_of_pushes(room, seat, &pushed, farthest, near, list);
        let wish = if craft.holding {
            pull.way * pull.speed + pushes.clamp_length_max(1.0) * stepping_aside(craft)
        } else {
            let across = pushes - pull.way * pushes.dot(pull.way);
            let aside = pull.way.cross(TURNING_AXIS).normalize_or_zero();
            let turn = aside * (self.rules.impatience_turn * craft.impatience);
            (pull.way + across + turn).normalize_or(pull.way) * pull.speed
        };
        let velocity = thrust(craft.velocity, wish, &craft.limits, self.follow, self.dt);
        // A ship that nobody pushes is slow only because its engines are: that is no reason for impatience.
        let wished_speed = if pushes == Vec3::ZERO { velocity.length() } else { wish.length() };
        PlannedMove { pushes, velocity, wished_speed }
    }

    /// The sum of the pushes of all neighbours. Possible touches are recorded in passing, as far as the ship
    /// looks.
    fn sum_of_pushes(
        &self,
        room: &StepBuffers,
        seat: usize,
        ship: &Pushed,
        farthest: &ByLevel,
        near: &mut Neighbours,
        list: &mut TouchList,
    ) -> Vec3 {
        let (craft, place, bound) = (&room.crew[seat], room.places[seat], room.bounds[seat]);
        let mut sum = Vec3::ZERO;
        let mut has_seen_all = true;
        for (number, level) in room.grids.numbered_levels() {
            if level.largest < NOTICED_SIZE * ship.radius {
                has_seen_all = false;
                continue;
            }
            let look = self.rules.look_radii * ship.radius.max(level.largest.min(LARGE_RADII * ship.radius));
            let reach = bound + level.largest + look;
            near.begin_look(reach, level.expected_within(place, reach));
            level.visit(place, near.reach(), |run| near.look_at(place, &room.places, run));
            near.look_less_far();
            let skin = self.rules.skin_radii * ship.radius.min(level.largest);
            let touching = bound + level.largest + room.farthest[seat] + farthest[number] + skin;
            has_seen_all &= near.reach() >= touching;
            // Offsets between long hulls are not known yet.
            let matters = |other: usize| !room.all_balls || room.pushers[other].matters(self.rules, ship);
            list.candidates.extend_from_slice(near.sieve(touching, |other| (other != seat) & matters(other)));
            // A separate pass: inside the sieve this test costs every ship, and a step takes 3 % longer.
            if craft.holding {
                near.keep(|other| !are_rivals(craft, &room.crew[other]));
            }
            sum += self.pushes_of(room, seat, ship, near);
        }
        list.candidate_ends.push((list.candidates.len() as u32, has_seen_all));
        sum
    }

    /// The pushes of some neighbours.
    fn pushes_of(&self, room: &StepBuffers, seat: usize, ship: &Pushed, near: &Neighbours) -> Vec3 {
        if room.all_balls {
            let others = near.iter().map(|&(other, _)| room.pushers[other as usize]);
            return push::sum_of_pushes(self.rules, ship, others);
        }
        let others = near.iter().map(|&(other, _)| {
            let other = other as usize;
            let offset = room.places[other] - room.places[seat];
            let offset = hull::nearest_offset(offset, room.axes[seat], room.axes[other]);
            room.pushers[other].seen_at(offset)
        });
        push::sum_of_pushes(self.rules, ship, others)
    }

    /// [`Self::spread`] over two arrays at once.
    fn spread_both<A: Send, B: Send>(
        &self,
        ones: &mut [A],
        others: &mut [B],
        job: impl Fn(usize, &mut [A], &mut [B]) + Sync + Send,
    ) {
        let size = self.piece;
        if self.threaded {
            ones.par_chunks_mut(size)
                .zip(others.par_chunks_mut(size))
                .enumerate()
                .for_each(|(piece, (ones, others))| job(piece * size, ones, others));
        } else {
            let pieces = ones.chunks_mut(size).zip(others.chunks_mut(size)).enumerate();
            pieces.for_each(|(piece, (ones, others))| job(piece * size, ones, others));
        }
    }

    fn spread_lists<T: Send>(
        &self,
        lists: &mut [TouchList],
        items: &mut [T],
        job: impl Fn(usize, &mut TouchList, &mut [T]) + Sync + Send,
    ) {
        let size = self.piece;
        if self.threaded {
            lists
                .par_iter_mut()
                .zip(items.par_chunks_mut(size))
                .enumerate()
                .for_each(|(piece, (list, items))| job(piece * size, list, items));
        } else {
            let pieces = lists.iter_mut().zip(items.chunks_mut(size)).enumerate();
            pieces.for_each(|(piece, (list, items))| job(piece * size, list, items));
        }
    }

    /// `facings` are those of a [`Crowd`].
    fn settle(&self, room: &mut StepBuffers, facings: &[Vec3]) {
        let mut results = std::mem::take(&mut room.results);
        results.resize(room.places.len(), StepResult::default());
        let seen: &StepBuffers = room;
        self.spread(&mut results, self.piece, |first, results| {
            let list = &seen.lists[first / self.piece];
            let mut touched = list.iter().peekable();
            for (offset, result) in results.iter_mut().enumerate() {
                let seat = first + offset;
                let touches =
                    touched.next_if(|(next, _)| *next == seat).map_or(&[][..], |(_, touches)| touches);
                let facing = facings.get(seen.grids.ships[seat] as usize).copied().unwrap_or_default();
                *result = self.outcome(seen, seat, touches, facing);
            }
        });
        room.results = results;
    }

    fn outcome(&self, room: &StepBuffers, seat: usize, touches: &[Touch], facing: Vec3) -> StepResult {
        let craft = &room.crew[seat];
        let flight = &room.flights[seat];
        let position = room.places[seat] + room.steps[seat];
        let velocity = room.steps[seat] / self.dt - craft.carried;
        let is_blocked = velocity.length_squared() < 0.25 * flight.wished_speed * flight.wished_speed;
        let change =
            if is_blocked { self.rules.impatience_growth } else { -self.rules.impatience_fall } * self.dt;
        let holding = self.holds(room, seat, touches);
        let impatience = if holding { 0.0 } else { (craft.impatience + change).clamp(0.0, 1.0) };
        let heading = self.bow(room, seat, velocity, facing);
        StepResult {
            position,
            velocity: velocity.clamp_length_max(craft.limits.speed),
            heading,
            impatience,
            holding,
        }
    }

    fn holds(&self, room: &StepBuffers, seat: usize, touches: &[Touch]) -> bool {
        let craft = &room.crew[seat];
        if !craft.arrive {
            return false;
        }
        let distance = craft.target.distance(craft.position);
        let farther = craft.target.distance(craft.position + room.steps[seat]);
        let settler = Settler {
            distance,
            closing: (distance - farther) / (craft.limits.speed * self.dt),
            radius: craft.hull.radius,
            held: craft.holding,
        };
        // Far from its target a ship is stopped only by ships that hold.
        let is_far = settler.is_far();
        let ships = touches.iter().filter(|touch| touch.other & BODY == 0);
        let seen = ships.map(|touch| (touch, &room.crew[touch.other as usize]));
        let neighbours = seen.filter(|(_, other)| other.holding || !is_far).map(|(touch, other)| Neighbour {
            holding: other.holding,
            gap: touch.gap,
            to_target: craft.target.distance(other.position),
            between_targets: craft.target.distance(other.target),
            touching: touch.touching,
        });
        settle::holds(self.rules, &settler, neighbours)
    }

    /// The bow follows the velocity, within the ship's turn rate and the room of its hull; that of a ship which
    /// hardly moves turns to its facing, if it has one.
    fn bow(&self, room: &StepBuffers, seat: usize, velocity: Vec3, facing: Vec3) -> Vec3 {
        let Craft { heading, limits, hull, .. } = room.crew[seat];
        let speed = velocity.length();
        let toward = if speed >= BOW_SPEED * limits.speed {
            heading.lerp(velocity / speed, self.follow_bow).normalize_or(heading)
        } else if facing != Vec3::ZERO {
            facing
        } else {
            return heading;
        };
        let mut angle = limits.turn_rate * self.dt;
        if hull.half_length > 0.0 {
            // Both ends of both hulls use up less than half of the gap.
            angle = angle.min(0.49 * room.free_gaps[seat] / hull.half_length);
        }
        turn_toward(heading, toward, angle)
    }
}

/// Speed at which a ship that holds its place gives way.
fn stepping_aside(craft: &Craft) -> f32 {
    (STEPPING_ASIDE_RADII_S * craft.hull.radius).min(STEPPING_ASIDE_SHARE * craft.limits.speed)
}

/// Whether two ships have the same target: a ship that holds it does not give way to the other.
fn are_rivals(one: &Craft, other: &Craft) -> bool {
    one.target.distance(other.target) < settle::SAME_PLACE * (one.hull.radius + other.hull.radius)
}

/// Writes the outcomes back in the crowd's own order.
fn scatter(crowd: &mut Crowd, room: &StepBuffers) {
    for (ship, &seat) in room.grids.seats.iter().enumerate() {
        let seat = seat as usize;
        let result = &room.results[seat];
        crowd.positions[ship] = result.position;
        crowd.velocities[ship] = result.velocity;
        crowd.headings[ship] = result.heading;
        crowd.impatience[ship] = result.impatience;
        crowd.holding[ship] = result.holding;
        crowd.steps[ship] = room.steps[seat];
        crowd.pushes[ship] = room.flights[seat].pushes;
    }
}

fn refill<T>(items: &mut Vec<T>, with: impl Iterator<Item = T>) {
    items.clear();
    items.extend(with);
}

fn resize<T: Clone>(items: &mut Vec<T>, count: usize, with: T) {
    items.clear();
    items.resize(count, with);
}
