//! One step of a crowd: the parts of steering in their order.
//!
//! - Enters: a [`Crowd`], the [`Bodies`] of this step, and its length.
//! - Leaves: the crowd at the end of the step, without overlaps.
//! - Must never: allocate for a crowd of a size seen before, or let the number of threads or the order of work
//!   change a bit of the result.
//!
//! 1. Seats: ships are sorted so that neighbours lie side by side ([`super::grid`]).
//! 2. Pull (`pushing.rs`): the flight of every ship under its target alone ([`crate::sim::steering::forces::pull`]).
//! 3. Push (`pushing.rs`): the influence of the others ([`crate::sim::steering::forces::push`]), within the limits of
//!    the engines ([`crate::sim::steering::forces::thrust`]).
//! 4. Touch: possible touches, correction, exact limits (`touching.rs`), and the last resort (`parting.rs`),
//!    with the arithmetic of [`crate::sim::steering::hulls::contact`].
//! 5. Settle (`settling.rs`): all ships are moved; those that have arrived hold
//!    ([`crate::sim::steering::forces::settle`]).
//!
//! Every part reads the results of the parts before it and writes its own array, in pieces of [`PIECE`] seats;
//! threads share the pieces.

mod parting;
mod pushing;
mod settling;
mod touching;

use std::sync::Arc;

use glam::Vec3;
use rayon::prelude::*;

use super::SteeringRules;
use super::crowd::{Craft, Crowd};
use super::grid::Grids;
use crate::sim::steering::forces::pull::Pull;
use crate::sim::steering::forces::push::Pusher;
use crate::sim::steering::hulls::contact::{Touch, TouchList};
use crate::sim::steering::obstacles::bodies::Bodies;

/// Seats in one piece of work by default ([`Steering::in_pieces`]).
pub const PIECE: usize = 256;
/// Time constant of a ball's bow toward its velocity, s.
const BOW_S: f32 = 0.25;

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
