//! The quality of a run: the report of the `simulate` command.
//!
//! It reads a world tick by tick and never changes it. Its own cost is no part of a tick.

use std::collections::BTreeMap;
use std::fmt;

use bevy::prelude::*;
use glam::DVec3;
use serde::Serialize;

use crate::level::Faction;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::combat::{Losses, Toll};
use crate::sim::motion::wells;
use crate::sim::outcome::Verdict;
use crate::sim::simulation::overlap::{overlaps, overlaps_with_structures};
use crate::sim::spatial::solid::Solid;
use crate::sim::steering::system::Sharing;
use crate::sim::{
    Calendar, FactionId, Factions, Flight, FormationOffset, Leg, MemberOf, Position, Route, Ship, Sky,
    Structure, by_number,
};

/// Below this share of its speed a ship under an order hardly moves.
const STALLED_SHARE: f64 = 0.05;
/// A leg counts as ended by arrival if the ship is within this many spacings of its place; otherwise another order
/// has ended it.
const ARRIVED_SPACINGS: f64 = 8.0;
/// Ticks almost without motion after which a ship counts as stalled.
const STALLED_TICKS: u32 = (5.0 * TICKS_PER_SECOND) as u32;

/// Percentiles and maximum of a set of times, milliseconds; 0 for an empty set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// Half of the times are below it.
    pub median: f64,
    /// 99 of 100 times are below it.
    pub p99: f64,
    /// The longest time.
    pub max: f64,
}

impl Times {
    /// The summary of times in any order.
    pub fn of(times_ms: &[f64]) -> Self {
        let sorted = sorted(times_ms);
        Self { median: quantile(&sorted, 0.5), p99: quantile(&sorted, 0.99), max: quantile(&sorted, 1.0) }
    }
}

impl fmt::Display for Times {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { median, p99, max } = self;
        write!(formatter, "median {median:.3} ms, p99 {p99:.3} ms, max {max:.3} ms")
    }
}

/// Ratios of the flown to the straight distance, over all ships that have arrived; 0 for no ships.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Ratio {
    /// Mean.
    pub mean: f64,
    /// 95 of 100 ratios are below it.
    pub p95: f64,
    /// The largest ratio.
    pub max: f64,
}

impl Ratio {
    /// The summary of ratios in any order.
    pub fn of(values: &[f64]) -> Self {
        let sorted = sorted(values);
        let mean = sorted.iter().sum::<f64>() / sorted.len().max(1) as f64;
        Self { mean, p95: quantile(&sorted, 0.95), max: quantile(&sorted, 1.0) }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mean, p95, max } = self;
        write!(formatter, "mean {mean:.3}, p95 {p95:.3}, max {max:.3}")
    }
}

/// Values in ascending order.
pub fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WarResult {
    /// The names of the factions of the side, in the order of the level.
    pub winners: Vec<String>,
    /// The merit, as words after the winner's name: `"left nobody else standing"`.
    pub reason: String,
    /// The tick of the decision.
    pub tick: u64,
}

/// The losses and kills of a faction since the start.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FactionToll {
    /// Name.
    pub faction: String,
    /// Losses and kills.
    #[serde(flatten)]
    pub toll: Toll,
}

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The level's file.
    pub level: String,
    /// The seed of the world's chances.
    pub seed: u64,
    /// Ticks that were run.
    pub ticks: u64,
    /// Ships at the end.
    pub ships: usize,
    /// Bodies.
    pub bodies: usize,
    /// Wall-clock seconds of the whole run.
    pub wall_s: f64,
    /// Time of a tick.
    pub tick_ms: Times,
    /// Ships that have reached their place at the end of an order.
    pub arrived: usize,
    /// Overlaps of two solid things at the end of a tick, summed over all ticks.
    pub penetrations: usize,
    /// The deepest overlap, km.
    pub max_penetration: f64,
    /// Straightness of the flown ways.
    pub path_ratio: Ratio,
    /// Ships that stood still for long, once at least, though they were under an order.
    pub stalled: usize,
    /// Threads that have worked at once on one crowd; 1 if no crowd was large enough to be shared.
    pub threads: usize,
    /// Number of times that several threads have moved a crowd together.
    pub shared_steps: u64,
    /// The hash of the state at the end.
    pub state_hash: String,
    /// The date at the end, Julian date (TDB).
    pub end_jd: f64,
    /// The winner; `None` while there is none.
    pub verdict: Option<WarResult>,
    /// The losses and kills of all factions, in their order.
    pub losses: Vec<FactionToll>,
}

/// A ship's travelled distance, as far as it is known.
#[derive(Clone, Debug)]
struct Odometer {
    leg: Leg,
    start: DVec3,
    last: DVec3,
    flown: f64,
    slow_ticks: u32,
}

/// Sums up a run.
#[derive(Debug, Default)]
pub struct Measurements {
    tick_ms: Vec<f64>,
    odometers: BTreeMap<u32, Odometer>,
    ratios: Vec<f64>,
    arrived: std::collections::BTreeSet<u32>,
    stalled: std::collections::BTreeSet<u32>,
    penetrations: usize,
    max_penetration: f64,
}

impl Measurements {
    /// Records a tick that took `milliseconds`.
    pub fn note_tick(&mut self, world: &mut World, milliseconds: f64) {
        self.tick_ms.push(milliseconds);
        let mut query = world.query::<(&Ship, &Position, &Flight, &MemberOf, &FormationOffset)>();
        let mut standing = world.query::<(&Structure, &Position)>();
        let world: &World = world;
        let ships = by_number(query.iter(world), |(ship, ..)| ship.id);
        let solid: Vec<Solid> =
            ships.iter().map(|(ship, position, flight, ..)| ship.solid(position.0, flight)).collect();
        let structures: Vec<Solid> = standing
            .iter(world)
            .map(|(structure, position)| Solid::ball(position.0, structure.radius_km))
            .collect();
        let sky = world.resource::<Sky>();
        for (count, deepest) in [overlaps(sky, &solid), overlaps_with_structures(&solid, &structures)] {
            self.penetrations += count;
            self.max_penetration = self.max_penetration.max(deepest);
        }
        let tick_seconds = world.resource::<Calendar>().tick_seconds();
        for (ship, position, flight, fleet, place) in &ships {
            let leg = world.get::<Route>(fleet.0).and_then(|route| route.0.front()).copied();
            self.note_way(sky, ship, position.0, place.0, leg);
            self.note_stall(sky, ship, position.0, flight, leg.is_some(), tick_seconds);
        }
    }

    fn note_way(&mut self, sky: &Sky, ship: &Ship, position: DVec3, in_formation: DVec3, leg: Option<Leg>) {
        let place_of = |leg: &Leg| match leg.kept() {
            Some(kept) => position - sky.origin_now(kept.anchor),
            None => position,
        };
        let known = self.odometers.get_mut(&ship.id.0);
        // The last stretch belongs to the leg that has just ended.
        if let Some(odometer) = known {
            let place = place_of(&odometer.leg);
            odometer.flown += place.distance(odometer.last);
            odometer.last = place;
            if leg.is_some_and(|leg| is_same_leg(&leg, &odometer.leg)) {
                return;
            }
            let straight = odometer.last.distance(odometer.start);
            if odometer.leg.is_reached(odometer.last, in_formation) {
                self.arrived.insert(ship.id.0);
                if straight > ship.radius_km {
                    self.ratios.push(odometer.flown / straight);
                }
            }
            self.odometers.remove(&ship.id.0);
        }
        // A leg to a body is not settled before its first tick is over.
        if let Some(leg) = leg.filter(|leg| leg.end().is_some()) {
            self.arrived.remove(&ship.id.0);
            let place = place_of(&leg);
            let odometer = Odometer { leg, start: place, last: place, flown: 0.0, slow_ticks: 0 };
            self.odometers.insert(ship.id.0, odometer);
        }
    }

    fn note_stall(
        &mut self,
        sky: &Sky,
        ship: &Ship,
        position: DVec3,
        flight: &Flight,
        ordered: bool,
        tick_seconds: f64,
    ) {
        let Some(odometer) = self.odometers.get_mut(&ship.id.0) else { return };
        let near = sky.bodies_near(position, 0.0);
        let reach = wells::carriage(sky, &near, position, &ship.into(), tick_seconds).reach;
        let is_slow = flight.own_velocity.length() * tick_seconds < STALLED_SHARE * reach;
        odometer.slow_ticks = if ordered && !flight.arrived && is_slow { odometer.slow_ticks + 1 } else { 0 };
        if odometer.slow_ticks > STALLED_TICKS {
            self.stalled.insert(ship.id.0);
        }
    }

    /// The report of the run up to now.
    pub fn report(&mut self, world: &mut World, level: &str, wall_s: f64) -> Report {
        let ships = world.query::<&Ship>().iter(world).count();
        let calendar = *world.resource::<Calendar>();
        let sharing = *world.resource::<Sharing>();
        Report {
            level: level.to_owned(),
            seed: calendar.seed,
            ticks: self.tick_ms.len() as u64,
            ships,
            bodies: world.resource::<Sky>().system.bodies.len(),
            wall_s,
            tick_ms: Times::of(&self.tick_ms),
            arrived: self.arrived.len(),
            penetrations: self.penetrations,
            max_penetration: self.max_penetration,
            path_ratio: Ratio::of(&self.ratios),
            stalled: self.stalled.len(),
            threads: sharing.most_threads,
            shared_steps: sharing.shared,
            state_hash: format!("{:016x}", world.resource::<crate::sim::Digests>().state_hash()),
            end_jd: calendar.now_jd(),
            verdict: outcome(world),
            losses: tallies(world),
        }
    }
}

fn outcome(world: &World) -> Option<WarResult> {
    let decision = world.get_resource::<Verdict>()?.0.as_ref()?;
    Some(WarResult {
        winners: decision.winners.clone(),
        reason: decision.reason.clone(),
        tick: decision.tick,
    })
}

fn tallies(world: &World) -> Vec<FactionToll> {
    let Some(losses) = world.get_resource::<Losses>() else { return Vec::new() };
    let factions = &world.resource::<Factions>().0;
    let tally = |(id, faction): (FactionId, &Faction)| FactionToll {
        faction: faction.name.clone(),
        toll: losses.of(id),
    };
    factions.iter_enumerated().map(tally).collect()
}

impl Leg {
    /// Whether a place, relative to the leg's anchor, is near enough to the ship's own place.
    fn is_reached(&self, place: DVec3, in_formation: DVec3) -> bool {
        let Some(end) = self.end() else { return false };
        let own = end.offset + self.beside + in_formation;
        place.distance(own) < ARRIVED_SPACINGS * self.spacing_km
    }
}

fn is_same_leg(one: &Leg, other: &Leg) -> bool {
    (one.goal, one.berth, one.beside) == (other.goal, other.berth, other.beside)
}

/// The value that a share of the sorted `values` does not exceed; 0 for none.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let last = values.len().saturating_sub(1);
    values.get((last as f64 * share).round() as usize).copied().unwrap_or(0.0)
}
