//! The figures of a run: overlaps, arrivals, detours, calm, and the cost of a step.
//!
//! Measuring does not change the run, and its own cost is no part of a step.

use glam::{DVec3, Vec3};
use serde::Serialize;
use xxhash_rust::xxh3::Xxh3Default;

use super::overlaps::Overlaps;
use super::run::StepFrame;
use super::scenario::Scenario;
use super::voyage::{Detour, Voyage};
use crate::sim::simulation::measure::{Ratio, Times};

/// Below this share of its greatest speed a ship under way counts as stalled, and the direction of its velocity is
/// meaningless.
const STALLED_SHARE: f64 = 0.05;
/// Cosine of the turn within a step, 15 degrees, beyond which a flight jitters.
const JITTER_COSINE: f64 = 0.965_925_826_289_068_3;
/// The first third of the steps may still fill buffers; allocations are counted after that.
const WARM_UP_DIVISOR: usize = 3;

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArenaReport {
    /// The scenario's title.
    pub scenario: String,
    /// Number of ships.
    pub ships: usize,
    /// Number of steps.
    pub steps: u32,
    /// Time of a step of the core alone, up to the one in which the last ship arrived: later steps cost almost
    /// nothing, and would distort the figures.
    pub ms_per_step: Times,
    /// Mean time of the same steps over the number of ships, microseconds.
    pub us_per_ship: f64,
    /// Distinct pairs, ship and ship or ship and body, that overlapped at the end of some step: nearer than
    /// 0.999 of the sum of their radii. A ship whose place is not a number counts as a pair with itself.
    pub overlapping_pairs: usize,
    /// The deepest overlap, in units of the smaller radius.
    pub max_depth: f64,
    /// Ships that were within the tolerance of their target, at some time.
    pub arrived: usize,
    /// Flown length over straight distance, for ships that arrived and had a way to go.
    pub path_ratio: Ratio,
    /// Time of arrival over the time of the straight flight at the greatest speed, for the same ships.
    pub time_ratio: Ratio,
    /// Share of the ship-steps under way that were slower than 5 % of the greatest speed.
    pub stalled: f64,
    /// Share of the ship-steps under way that turned by more than 15 degrees.
    pub jitter: f64,
    /// Mean speed over greatest speed after the last step.
    pub end_speed: f64,
    /// Mean allocations in a step, after a third of the steps; `None` without a counter.
    pub allocations_per_step: Option<f64>,
    /// Threads that have worked at once on a step; 1 if no step was shared, as for few ships.
    pub threads: usize,
    /// Hash over every place and velocity after every step, 16 hexadecimal digits.
    pub hash: String,
}

impl ArenaReport {
    /// Whether there was no overlap.
    pub fn is_clear(&self) -> bool {
        self.overlapping_pairs == 0
    }
}

/// The cost of a step of the core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepCost {
    /// Elapsed time, milliseconds.
    pub milliseconds: f64,
    /// Allocations; `None` without a counter.
    pub allocations: Option<u64>,
    /// Number of threads that have shared the step.
    pub threads: usize,
}

/// Watches a run.
pub struct ArenaMeasurements<'a> {
    scenario: &'a Scenario,
    costs: Vec<StepCost>,
    /// Number of steps up to the last arrival, or all while some ships are under way.
    steps_under_way: usize,
    voyages: Vec<Voyage>,
    /// Velocities after the step before.
    before: Vec<Vec3>,
    end_speed: f64,
    unrest: Unrest,
    overlaps: Overlaps,
    hash: Xxh3Default,
}

impl<'a> ArenaMeasurements<'a> {
    /// The state before the first step; `start` has the ships.
    pub fn new(scenario: &'a Scenario, start: &StepFrame<'_>) -> Self {
        let voyages = scenario.ships.iter().map(|ship| Voyage::of(ship, scenario.tolerance)).collect();
        Self {
            scenario,
            costs: Vec::with_capacity(scenario.steps() as usize),
            steps_under_way: 0,
            voyages,
            before: start.crowd.velocities.clone(),
            end_speed: 0.0,
            unrest: Unrest::default(),
            overlaps: Overlaps::default(),
            hash: Xxh3Default::new(),
        }
    }

    /// Records the cost of a repeated step, numbered from 0: the least of all times counts.
    pub fn note_again(&mut self, step: u32, cost: StepCost) {
        if let Some(known) = self.costs.get_mut(step as usize) {
            known.milliseconds = known.milliseconds.min(cost.milliseconds);
        }
    }

    /// Records the state after a step, and the cost of the step.
    pub fn note_step(&mut self, frame: &StepFrame<'_>, cost: StepCost) {
        self.costs.push(cost);
        if self.voyages.iter().any(Voyage::is_under_way) {
            self.steps_under_way = self.costs.len();
        }
        self.note_hash(frame);
        self.note_flight(frame);
        self.overlaps.note(self.scenario, frame);
        self.before.clone_from(&frame.crowd.velocities);
    }

    fn note_hash(&mut self, frame: &StepFrame<'_>) {
        for (place, velocity) in frame.crowd.positions.iter().zip(&frame.crowd.velocities) {
            let mut bytes = [0_u8; 24];
            let numbers = place.to_array().into_iter().chain(velocity.to_array());
            for (to, number) in bytes.chunks_exact_mut(4).zip(numbers) {
                to.copy_from_slice(&number.to_bits().to_le_bytes());
            }
            self.hash.update(&bytes);
        }
    }

    fn note_flight(&mut self, frame: &StepFrame<'_>) {
        let began = frame.time - self.scenario.dt;
        let drift = self.scenario.drift(frame.time);
        let mut speeds = 0.0;
        let crowd = frame.crowd.positions.iter().zip(&frame.crowd.velocities).zip(&self.before);
        for (((place, now), before), (voyage, ship)) in
            crowd.zip(self.voyages.iter_mut().zip(&self.scenario.ships))
        {
            let [before, now] = [*before, *now].map(|velocity| velocity.as_dvec3() / ship.speed);
            speeds += now.length();
            if voyage.is_under_way() {
                self.unrest.note(before, now);
                voyage.advance(place.as_dvec3() - drift, began, self.scenario.dt);
            }
        }
        self.end_speed = speeds / self.scenario.ships.len().max(1) as f64;
    }

    /// Sums everything up.
    pub fn report(&self) -> ArenaReport {
        let detours: Vec<Detour> = self.voyages.iter().filter_map(Voyage::detour).collect();
        let flown = self.costs.get(..self.steps_under_way).unwrap_or_default();
        let times: Vec<f64> = flown.iter().map(|cost| cost.milliseconds).collect();
        let all_ms: f64 = times.iter().sum();
        let ratio = |of: fn(&Detour) -> f64| Ratio::of(&detours.iter().map(of).collect::<Vec<f64>>());
        ArenaReport {
            scenario: self.scenario.title.clone(),
            ships: self.voyages.len(),
            steps: u32::try_from(self.costs.len()).unwrap_or(u32::MAX),
            ms_per_step: Times::of(&times),
            us_per_ship: 1000.0 * all_ms / (times.len() * self.voyages.len()).max(1) as f64,
            overlapping_pairs: self.overlaps.pairs(),
            max_depth: self.overlaps.max_depth(),
            arrived: self.voyages.iter().filter(|voyage| !voyage.is_under_way()).count(),
            path_ratio: ratio(|detour| detour.path),
            time_ratio: ratio(|detour| detour.time),
            stalled: self.unrest.share(self.unrest.stalled),
            jitter: self.unrest.share(self.unrest.jittered),
            end_speed: self.end_speed,
            allocations_per_step: self.allocations_per_step(),
            threads: self.costs.iter().map(|cost| cost.threads).max().unwrap_or(1),
            hash: format!("{:016x}", self.hash.digest()),
        }
    }

    /// `None` if a step was not counted.
    fn allocations_per_step(&self) -> Option<f64> {
        let warm_up = self.costs.len() / WARM_UP_DIVISOR;
        let counted = self.costs.get(warm_up..)?;
        let allocations: u64 = counted.iter().map(|cost| cost.allocations).sum::<Option<u64>>()?;
        Some(allocations as f64 / counted.len().max(1) as f64)
    }
}

/// Frequencies of stops and of sharp turns of ships under way.
#[derive(Debug, Default)]
struct Unrest {
    ship_steps: u64,
    stalled: u64,
    jittered: u64,
}

impl Unrest {
    /// Records a step of a ship under way; velocities are in units of its greatest speed.
    fn note(&mut self, before: DVec3, now: DVec3) {
        self.ship_steps += 1;
        let (slower, faster) = (before.length(), now.length());
        if faster < STALLED_SHARE {
            self.stalled += 1;
        } else if slower > STALLED_SHARE && before.dot(now) < JITTER_COSINE * slower * faster {
            self.jittered += 1;
        }
    }

    fn share(&self, count: u64) -> f64 {
        count as f64 / self.ship_steps.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unrest_counts_stalls_and_sharp_turns() {
        let mut unrest = Unrest::default();
        unrest.note(DVec3::X, DVec3::X * 0.04);
        unrest.note(DVec3::X, DVec3::Y);
        unrest.note(DVec3::X * 0.01, DVec3::Y);
        unrest.note(DVec3::X, DVec3::new(0.97, 0.2, 0.0));
        assert_eq!((unrest.ship_steps, unrest.stalled, unrest.jittered), (4, 1, 1));
        assert_eq!(unrest.share(unrest.stalled), 0.25);
    }

    #[test]
    fn ratios_of_nobody_are_zero() {
        assert_eq!(Ratio::of(&[]), Ratio::default());
        let ratio = Ratio::of(&[3.0, 1.0, 2.0]);
        assert_eq!(ratio, Ratio { mean: 2.0, p95: 3.0, max: 3.0 });
    }
}
