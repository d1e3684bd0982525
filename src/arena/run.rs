//! A run: the steering core flies a scenario step by step, and everything about it is measured.
//!
//! The clock is read before and after every step of the core, for the report alone: the same scenario gives the
//! same flight on any number of threads. An observer of [`run()`] gets every [`StepFrame`].

use std::time::Instant;

use glam::{DVec3, Vec3};

use super::measure::{ArenaMeasurements, ArenaReport, StepCost};
use super::routes::Pilots;
use super::scenario::{Scenario, Ship};
use crate::sim::steering::step::PIECE;
use crate::sim::steering::{Bodies, Craft, Crowd, Steering, SteeringRules};

/// Returns the number of allocations of the whole program up to now.
pub type AllocationCounter = fn() -> u64;

/// Options of a run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Number of threads of the core, at least 1; the flight does not depend on it.
    pub threads: usize,
    /// Ships in one piece of work, at least 1; more are shared among the threads. The flight does not depend on it
    /// either.
    pub piece: usize,
    /// The numbers of steering.
    pub rules: SteeringRules,
    /// The counter of allocations; without it the report has no figure for them.
    pub allocations: Option<AllocationCounter>,
    /// Number of flights, at least 1: all are alike, so the least time of a step is its cost without the noise of
    /// the system.
    pub flights: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { threads: 1, piece: PIECE, rules: SteeringRules::default(), allocations: None, flights: 1 }
    }
}

/// The state after a step, or before the first.
pub struct StepFrame<'a> {
    /// Number of completed steps.
    pub step: u32,
    /// Seconds since the beginning.
    pub time: f64,
    /// The ships, in the scenario's order.
    pub crowd: &'a Crowd,
    /// Places of the bodies now, in the scenario's order.
    pub bodies: &'a [DVec3],
}

/// Flies a scenario to its end and reports. `on_step` gets the beginning and the state after every step of the
/// first flight.
///
/// The scenario must be sound ([`Scenario::faults`]); with an impossible number a ship may end up anywhere.
pub fn run(
    scenario: &Scenario,
    options: &Options,
    mut on_step: impl FnMut(&StepFrame<'_>) + Send,
) -> ArenaReport {
    let flight = ScenarioFlight::new(scenario, options);
    let mut measurements = ArenaMeasurements::new(scenario, &flight.frame());
    on_step(&flight.frame());
    flight.fly(|frame, cost| {
        measurements.note_step(frame, cost);
        on_step(frame);
    });
    for _ in 1..options.flights {
        ScenarioFlight::new(scenario, options)
            .fly(|frame, cost| measurements.note_again(frame.step - 1, cost));
    }
    measurements.report()
}

/// The core with its input: a scenario on its way, one step at a time.
struct ScenarioFlight<'a> {
    scenario: &'a Scenario,
    allocations: Option<AllocationCounter>,
    steering: Steering,
    crowd: Crowd,
    /// The bodies in the core's form; filled again for every step.
    bodies: Bodies,
    /// Places of the bodies now.
    places: Vec<DVec3>,
    /// The pilots that turn planned routes into targets, if the scenario wants them.
    pilots: Option<Pilots>,
    step: u32,
}

impl<'a> ScenarioFlight<'a> {
    /// A scenario before its first step. It must be sound ([`Scenario::faults`]); where it asks for routes,
    /// they are planned here.
    fn new(scenario: &'a Scenario, options: &Options) -> Self {
        let mut crowd = Crowd::default();
        for ship in &scenario.ships {
            crowd.push(&craft(scenario, ship));
        }
        let places = scenario.bodies.iter().map(|body| scenario.body_place(body, 0.0)).collect();
        let pilots = scenario.routes.then(|| Pilots::new(scenario));
        Self {
            scenario,
            allocations: options.allocations,
            steering: Steering::new(options.rules, options.threads.max(1)).in_pieces(options.piece),
            crowd,
            bodies: Bodies::new(),
            places,
            pilots,
            step: 0,
        }
    }

    /// Flies to the end, inside the pool of threads that share the work, and notes every step with its cost.
    fn fly(mut self, mut note: impl FnMut(&StepFrame<'_>, StepCost) + Send) {
        let pool = self.steering.pool();
        let mut job = || {
            for _ in 0..self.scenario.steps() {
                let cost = self.advance();
                note(&self.frame(), cost);
            }
        };
        match pool {
            None => job(),
            Some(pool) => pool.install(job),
        }
    }

    /// The state after the last step, or before the first.
    fn frame(&self) -> StepFrame<'_> {
        StepFrame { step: self.step, time: self.time(), crowd: &self.crowd, bodies: &self.places }
    }

    /// Seconds since the beginning; from the count of steps, so that no error adds up.
    fn time(&self) -> f64 {
        f64::from(self.step) * self.scenario.dt
    }

    /// Flies one step, and returns its cost.
    fn advance(&mut self) -> StepCost {
        let began = self.time();
        self.set_targets(began);
        fill_bodies(self.scenario, began, &mut self.bodies);
        let cost = self.step_core();
        self.step += 1;
        let ended = self.time();
        let scenario = self.scenario;
        self.places.clear();
        self.places.extend(scenario.bodies.iter().map(|body| scenario.body_place(body, ended)));
        cost
    }

    /// Sets the target of every ship at the beginning of a step.
    fn set_targets(&mut self, now: f64) {
        let drift = self.scenario.drift(now);
        if let Some(pilots) = &mut self.pilots {
            pilots.steer(self.scenario, &mut self.crowd, now);
        } else if drift != DVec3::ZERO {
            for (target, ship) in self.crowd.targets.iter_mut().zip(&self.scenario.ships) {
                *target = (DVec3::from(ship.to) + drift).as_vec3();
            }
        }
    }

    /// The step itself: the only part that is timed and counted.
    fn step_core(&mut self) -> StepCost {
        let dt = self.scenario.dt as f32;
        let allocated = self.allocations.map(|count| count());
        let started = Instant::now();
        self.steering.step(&mut self.crowd, &self.bodies, dt);
        let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
        let allocations = self.allocations.zip(allocated).map(|(count, before)| count() - before);
        let threads = self.steering.threads_for(self.crowd.len());
        StepCost { milliseconds, allocations, threads }
    }
}

/// Fills in the bodies of a step that begins `now` seconds after the start.
fn fill_bodies(scenario: &Scenario, now: f64, bodies: &mut Bodies) {
    bodies.clear();
    for body in &scenario.bodies {
        let place = |ahead: f32| scenario.body_place(body, now + f64::from(ahead)).as_vec3();
        bodies.add(body.radius as f32, scenario.dt as f32, place);
    }
}

/// A ship in the core's form.
fn craft(scenario: &Scenario, ship: &Ship) -> Craft {
    let [at, to, velocity, frame] =
        [ship.at, ship.to, ship.velocity, scenario.frame].map(|triple| DVec3::from(triple).as_vec3());
    let mut craft = Craft::at(at, to, ship.radius as f32, ship.speed as f32);
    craft.velocity = velocity;
    craft.target_velocity = frame;
    craft.carried = frame;
    craft.hull.half_length = ship.half_length as f32;
    craft.limits.acceleration = ship.acceleration as f32;
    craft.limits.turn_rate = ship.turn_rate as f32;
    if velocity != Vec3::ZERO {
        craft.heading = velocity.normalize_or(craft.heading);
    }
    craft
}
