//! What the report of a war tells, compared with who was there.
//!
//! No dead thing acts; every shot has a shooter, a target and one end; a mount fires once while it loads;
//! every torpedo that was launched has burst, or still flies.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ecliptic::level::Delivery;
use ecliptic::sim::Simulation;
use ecliptic::sim::combat::report::Outcome;
use ecliptic::sim::combat::torpedoes::Torpedo;
use ecliptic::sim::combat::{Event, Report};
use ecliptic::sim::ids::TargetId;
use ecliptic::sim::ids::{FactionId, FleetId};
use ecliptic::sim::world::Armoury;
use ecliptic::sim::world::Notices;
use glam::DVec3;

use super::roll::Roll;

/// How often things happened.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub shots: u64,
    pub missed: u64,
    pub stopped: u64,
    pub on_shields: u64,
    pub on_armour: u64,
    pub launched: u64,
    pub intercepted: u64,
    pub burst: u64,
    /// Torpedoes that still flew when their wars ended.
    pub flying: u64,
    pub bombarded: u64,
    pub destroyed: u64,
    pub landed: u64,
    pub taken: u64,
    pub withdrawn: u64,
}

impl Tally {
    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        self.shots += other.shots;
        self.missed += other.missed;
        self.stopped += other.stopped;
        self.on_shields += other.on_shields;
        self.on_armour += other.on_armour;
        self.launched += other.launched;
        self.intercepted += other.intercepted;
        self.burst += other.burst;
        self.flying += other.flying;
        self.bombarded += other.bombarded;
        self.destroyed += other.destroyed;
        self.landed += other.landed;
        self.taken += other.taken;
        self.withdrawn += other.withdrawn;
    }

    /// Whether all that matters in wars has happened.
    pub fn is_full(&self) -> bool {
        [self.shots, self.launched, self.destroyed, self.landed, self.taken].iter().all(|count| *count > 0)
    }
}

/// Somebody who was destroyed.
#[derive(Clone, Copy, Debug)]
pub struct Grave {
    pub who: TargetId,
    /// Whose it was.
    pub faction: FactionId,
    /// The fleet that it belonged to.
    pub fleet: Option<FleetId>,
}

/// Reads the report of a war tick by tick.
pub struct Witness {
    war: u64,
    /// How many events have been read.
    seen: u64,
    dead: BTreeSet<TargetId>,
    graves: Vec<Grave>,
    /// In which ticks somebody has used a weapon, as far back as it takes to load it.
    uses: BTreeMap<(TargetId, usize), VecDeque<u64>>,
    /// How often things happened.
    pub tally: Tally,
}

impl Witness {
    pub fn new(war: u64) -> Self {
        let (dead, graves, uses) = (BTreeSet::new(), Vec::new(), BTreeMap::new());
        Self { war, seen: 0, dead, graves, uses, tally: Tally::default() }
    }

    /// Who was destroyed, in this order.
    pub fn graves(&self) -> &[Grave] {
        &self.graves
    }

    /// Reads what happened in a tick; `before` is who was there at its beginning.
    pub fn look(&mut self, simulation: &mut Simulation, before: &Roll) {
        let world = simulation.world_mut();
        let notes = world.resource_mut::<Notices>().take();
        self.tally.withdrawn += notes.iter().filter(|note| note.words.contains("withdraws")).count() as u64;
        let mut torpedoes = world.query::<&Torpedo>();
        self.tally.flying = torpedoes.iter(world).count() as u64;
        let (report, armoury) = (world.resource::<Report>(), world.resource::<Armoury>());
        for (tick, event) in report.since(self.seen) {
            self.note(*tick, event, before, armoury);
        }
        self.seen = report.count();
        let Tally { launched, burst, flying, .. } = self.tally;
        assert_eq!(launched, burst + flying, "war {}: torpedoes are launched, burst and under way", self.war);
    }

    fn note(&mut self, tick: u64, event: &Event, before: &Roll, armoury: &Armoury) {
        match *event {
            Event::Shot { by, at, weapon, from, to, outcome } => {
                self.act(tick, by, weapon, before, armoury);
                self.must_be_there(tick, at, before);
                self.must_be_somewhere(tick, [from, to]);
                self.tally.shots += 1;
                let count = match outcome {
                    Outcome::Missed => &mut self.tally.missed,
                    Outcome::Stopped => &mut self.tally.stopped,
                    Outcome::HitShield => &mut self.tally.on_shields,
                    Outcome::HitArmour => &mut self.tally.on_armour,
                };
                *count += 1;
            }
            Event::Launched { by, weapon, place, .. } => {
                self.act(tick, by, weapon, before, armoury);
                self.must_be_somewhere(tick, [place, place]);
                self.tally.launched += 1;
            }
            Event::Intercepted { by, weapon, from, to, .. } => {
                self.act(tick, by, weapon, before, armoury);
                self.must_be_somewhere(tick, [from, to]);
                self.tally.intercepted += 1;
            }
            Event::Bombarded { by, weapon, from, to, .. } => {
                self.act(tick, by, weapon, before, armoury);
                self.must_be_somewhere(tick, [from, to]);
                self.tally.bombarded += 1;
            }
            Event::Burst { place, touched, .. } => {
                if let Some(touched) = touched {
                    self.must_be_there(tick, touched, before);
                }
                self.must_be_somewhere(tick, [place, place]);
                self.tally.burst += 1;
            }
            Event::Destroyed { what, faction, .. } => {
                let is_first = self.dead.insert(what);
                assert!(is_first, "war {}, tick {tick}: {what:?} is destroyed again", self.war);
                let fleet = before.find(what).and_then(|one| one.fleet);
                self.graves.push(Grave { who: what, faction, fleet });
                self.tally.destroyed += 1;
            }
            Event::Landed { .. } => self.tally.landed += 1,
            Event::Taken { .. } => self.tally.taken += 1,
            _ => {}
        }
    }

    /// Somebody uses a weapon: they must be there, able to do so, and have one of them loaded.
    fn act(&mut self, tick: u64, by: TargetId, weapon: usize, before: &Roll, armoury: &Armoury) {
        let war = self.war;
        let Some(one) = before.find(by) else {
            panic!("war {war}, tick {tick}: {by:?} fires and was not there")
        };
        let may_act = one.acts && !self.dead.contains(&by);
        assert!(may_act, "war {war}, tick {tick}: {by:?} cannot fire: {one:?}");
        let mounts = one.arms(by, armoury).mounts.iter().filter(|mount| mount.weapon == weapon);
        let numbers = &armoury.weapons[weapon];
        // Shots of a salvo are one event, torpedoes of a salvo are one each.
        let most: usize = match numbers.delivery {
            Delivery::Torpedo(_) => mounts.map(|mount| usize::from(mount.count)).sum(),
            Delivery::Tracer | Delivery::Beam | Delivery::Arc => mounts.count(),
        };
        let uses = self.uses.entry((by, weapon)).or_default();
        while uses.front().is_some_and(|earlier| tick - earlier >= u64::from(numbers.reload_ticks)) {
            uses.pop_front();
        }
        uses.push_back(tick);
        assert!(
            uses.len() <= most,
            "war {war}, tick {tick}: {by:?} uses {most} of {} in the ticks {uses:?}",
            numbers.name
        );
    }

    /// What is hit or shot at was there and is not dead; only a structure may have been begun in this very
    /// tick.
    fn must_be_there(&self, tick: u64, mark: TargetId, before: &Roll) {
        let is_known = before.find(mark).is_some() || matches!(mark, TargetId::Structure(_));
        let is_there = is_known && !self.dead.contains(&mark);
        assert!(is_there, "war {}, tick {tick}: {mark:?} is not there", self.war);
    }

    fn must_be_somewhere(&self, tick: u64, places: [DVec3; 2]) {
        let is_somewhere = places.iter().all(|place| place.is_finite());
        assert!(is_somewhere, "war {}, tick {tick}: {places:?} is nowhere", self.war);
    }
}
