//! The displayed flight: its pace, and the displayed moment between two steps.
//!
//! Real time and keys drive it; places are in the scenario's moving frame. The flight always consists of the
//! scenario's whole steps.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::tally::Tally;
use crate::arena::run::Flight;
use crate::arena::{Frame, Options, Scenario};
use crate::rules::SteeringRules;
use crate::sim::steering::picture::field::pull_at;
use crate::sim::steering::{Bodies, Crowd};

/// The ship that is followed, by its number in the scenario.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Chosen(pub Option<usize>);

/// The slowest pace, seconds of the scenario in a second.
pub const SLOWEST: f64 = 0.125;
/// The fastest pace.
pub const FASTEST: f64 = 8.0;
/// No frame counts for more than this, seconds: after a stall the flight goes on, it does not make up.
const LONGEST_FRAME_S: f64 = 0.25;
/// The longest time that a frame spends on steps; what is due then is dropped.
const MOST_STEPPING: Duration = Duration::from_millis(50);
/// Display time of the message that the machine is too slow for the pace, seconds.
const TELLING_S: f64 = 1.0;

/// The flight that is watched.
#[derive(Resource)]
pub struct Playing {
    flight: Flight,
    options: Options,
    tally: Tally,
    /// The bodies from the last step on.
    bodies: Bodies,
    pace: f64,
    is_paused: bool,
    /// Seconds of the scenario since the last step. The displayed moment is one step before that, so that it is
    /// always between two steps.
    due: f64,
    /// Remaining display time of the message that the machine is too slow, seconds.
    slow_s: f64,
}

impl Playing {
    /// A scenario at its beginning, in real time.
    pub fn new(scenario: Arc<Scenario>, options: Options) -> Self {
        let tally = Tally::new(&scenario);
        let due = scenario.dt;
        let flight = Flight::new(scenario, &options);
        let mut bodies = Bodies::new();
        flight.note_bodies(&mut bodies);
        Self { flight, options, tally, bodies, pace: 1.0, is_paused: false, due, slow_s: 0.0 }
    }

    /// Goes back to the beginning; pace and pause stay as they are.
    pub fn restart(&mut self) {
        let fresh = Self::new(Arc::clone(self.flight.scenario()), self.options);
        *self = Self { pace: self.pace, is_paused: self.is_paused, ..fresh };
    }

    /// Advances the flight by this much real time, with at most `most` of computation.
    pub fn advance(&mut self, seconds: f64, most: Duration) {
        self.slow_s = (self.slow_s - seconds).max(0.0);
        if self.is_paused {
            return;
        }
        let dt = self.flight.scenario().dt;
        let began = Instant::now();
        self.due += seconds.clamp(0.0, LONGEST_FRAME_S) * self.pace;
        while self.due >= dt && !self.is_over() {
            if began.elapsed() > most {
                self.slow_s = TELLING_S;
                self.due = dt;
                return;
            }
            self.fly_step();
            self.due -= dt;
        }
        self.due = self.due.min(dt);
    }

    /// Flies one step and shows its end.
    pub fn step_once(&mut self) {
        if !self.is_over() {
            self.fly_step();
            self.due = self.flight.scenario().dt;
        }
    }

    fn fly_step(&mut self) {
        self.flight.advance();
        self.flight.note_bodies(&mut self.bodies);
        self.tally.note(self.flight.scenario(), &self.flight.frame());
    }

    /// Stops and goes on.
    pub fn toggle_pause(&mut self) {
        self.is_paused = !self.is_paused;
    }

    /// Changes the pace by a factor, within its limits.
    pub fn change_pace(&mut self, factor: f64) {
        self.pace = (self.pace * factor).clamp(SLOWEST, FASTEST);
    }

    /// Seconds of the scenario in a second.
    pub fn pace(&self) -> f64 {
        self.pace
    }

    /// Whether it is stopped.
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Whether the scenario's time is over.
    pub fn is_over(&self) -> bool {
        self.flight.is_over()
    }

    /// Whether the machine was too slow for the pace a moment ago.
    pub fn is_too_slow(&self) -> bool {
        self.slow_s > 0.0
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        self.flight.scenario()
    }

    /// The numbers of steering.
    pub fn rules(&self) -> &SteeringRules {
        &self.options.rules
    }

    /// The state after the last step.
    pub fn frame(&self) -> Frame<'_> {
        self.flight.frame()
    }

    /// The ships after the last step, where steering has them.
    pub fn crowd(&self) -> &Crowd {
        self.flight.crowd()
    }

    /// The bodies from the last step on, as steering has them.
    pub fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// The counts.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The pull on a ship: a vector of length 1 at full speed.
    pub fn pull_on(&self, ship: usize) -> Vec3 {
        pull_at(self.rules(), &self.bodies, &self.crowd().craft(ship))
    }

    /// How far the frame that carries everything along has gone by the end of the last step: the difference
    /// between where steering has something and where it is drawn.
    pub fn drift(&self) -> Vec3 {
        self.scenario().drift(self.frame().time).as_vec3()
    }

    /// The share of the last step that is shown, 0 to 1.
    fn shown(&self) -> f64 {
        (self.due / self.scenario().dt).clamp(0.0, 1.0)
    }

    /// Seconds from the beginning to the moment that is shown.
    pub fn shown_time(&self) -> f64 {
        (self.frame().time - (1.0 - self.shown()) * self.scenario().dt).max(0.0)
    }

    /// Where a ship is drawn; `None` for a place that is not a number.
    pub fn ship_place(&self, ship: usize) -> Option<Vec3> {
        let crowd = self.crowd();
        let (end, step) = (crowd.positions.get(ship)?, crowd.steps.get(ship)?);
        let place = *end - *step * (1.0 - self.shown() as f32);
        let place = place - self.scenario().drift(self.shown_time()).as_vec3();
        place.is_finite().then_some(place)
    }

    /// Where a body is drawn.
    pub fn body_place(&self, body: usize) -> Option<Vec3> {
        Some(self.scenario().bodies.get(body)?.place(self.shown_time()).as_vec3())
    }
}

/// Flies on by the time that has passed.
pub fn fly(time: Res<Time<Real>>, mut playing: ResMut<Playing>) {
    playing.advance(time.delta_secs_f64(), MOST_STEPPING);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena;

    fn playing() -> Playing {
        let scenario = arena::named("headon2", None).expect("a known scenario");
        Playing::new(Arc::new(scenario), Options::default())
    }

    #[test]
    fn what_is_watched_is_what_is_measured() {
        let mut playing = playing();
        while !playing.is_over() {
            playing.advance(0.1, Duration::MAX);
        }
        let mut ends = Vec::new();
        let report = arena::run(playing.scenario(), &Options::default(), |frame| {
            ends.clone_from(&frame.crowd.positions);
        });
        assert_eq!(playing.crowd().positions, ends);
        assert_eq!(playing.tally().arrived(), report.arrived);
        assert_eq!(playing.tally().overlapping_pairs(), Some(report.overlapping_pairs));
    }

    #[test]
    fn a_pause_holds_and_a_step_is_one_step() {
        let mut playing = playing();
        playing.toggle_pause();
        playing.advance(0.2, Duration::MAX);
        assert_eq!(playing.frame().step, 0);
        playing.step_once();
        assert_eq!(playing.frame().step, 1);
        assert_eq!(playing.ship_place(0), Some(playing.crowd().positions[0]));
        assert_eq!(playing.ship_place(2), None);
        playing.restart();
        assert_eq!((playing.frame().step, playing.is_paused()), (0, true));
    }

    #[test]
    fn a_moment_between_two_steps_is_shown() {
        let mut playing = playing();
        let dt = playing.scenario().dt;
        playing.advance(1.5 * dt, Duration::MAX);
        assert_eq!(playing.frame().step, 2);
        let crowd = playing.crowd();
        let middle = crowd.positions[0] - crowd.steps[0] * 0.5;
        let shown = playing.ship_place(0).expect("a place");
        assert!(shown.distance(middle) < 1.0e-3, "{shown}, not {middle}");
        assert!((playing.shown_time() - 1.5 * dt).abs() < 1.0e-9);
    }

    #[test]
    fn the_pace_has_limits() {
        let mut playing = playing();
        (0..9).for_each(|_| playing.change_pace(2.0));
        assert_eq!(playing.pace(), FASTEST);
        (0..9).for_each(|_| playing.change_pace(0.5));
        assert_eq!(playing.pace(), SLOWEST);
    }
}
