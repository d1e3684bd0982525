//! Consistency of a war's events with the units of its world.
//!
//! No destroyed unit acts. Every shot has a shooter, a target and one end. A mount fires once per loading time.
//! Every launched torpedo has burst or still flies. Exactly the participants and witnesses of an event know of it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bevy::prelude::World;
use ecliptic::level::Delivery;
use ecliptic::sim::Simulation;
use ecliptic::sim::combat::torpedoes::Torpedo;
use ecliptic::sim::event::{Entry, Events, GameEvent, Party, ShotOutcome};
use ecliptic::sim::ids::{FactionId, FleetId, TargetId, WeaponId};
use ecliptic::sim::visibility::Knowledge;
use ecliptic::sim::world::{ArmsTable, Factions};
use ecliptic::sim::world::{Notice, Notices};
use glam::DVec3;

use super::roll::Roll;

/// Counts of events.
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
    /// Numbers of cases in which a faction knew of an event, and did not.
    pub known: u64,
    pub unknown: u64,
}

impl Tally {
    /// Adds another tally.
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
        self.known += other.known;
        self.unknown += other.unknown;
    }

    /// Whether all important events of wars have happened.
    pub fn is_full(&self) -> bool {
        [self.shots, self.launched, self.destroyed, self.landed, self.taken, self.unknown]
            .iter()
            .all(|count| *count > 0)
    }
}

/// A destroyed unit.
#[derive(Clone, Copy, Debug)]
pub struct Grave {
    pub who: TargetId,
    /// The owner.
    pub faction: FactionId,
    /// The fleet of the unit.
    pub fleet: Option<FleetId>,
}

/// Reads the report of a war tick by tick.
pub struct Witness {
    war: u64,
    /// Number of events read.
    seen: u64,
    dead: BTreeSet<TargetId>,
    graves: Vec<Grave>,
    /// The ticks in which a unit has used a weapon, as far back as its loading time.
    uses: BTreeMap<(TargetId, WeaponId), VecDeque<u64>>,
    /// The units that each faction saw of others at the end of the last tick; nothing before the first.
    sight: Vec<BTreeSet<TargetId>>,
    /// Counts of events.
    pub tally: Tally,
}

/// The ships and structures by which alone an event is known: to factions that own or see one of them.
fn parties_of(event: &GameEvent) -> Option<Vec<Party>> {
    match *event {
        GameEvent::Shot { by, at, .. } => Some(vec![by, at]),
        GameEvent::Launched { by, .. } => Some(vec![by]),
        GameEvent::Suffered { what, .. }
        | GameEvent::Inflicted { what, .. }
        | GameEvent::Destroyed { what, .. }
        | GameEvent::StructureBuilt { what, .. } => Some(vec![what]),
        _ => None,
    }
}

/// Takes the notices of all players.
pub fn take_notes(world: &mut World) -> Vec<Notice> {
    let factions: Vec<FactionId> = world.resource::<Factions>().0.keys().collect();
    let mut notices = world.resource_mut::<Notices>();
    factions.into_iter().flat_map(|faction| notices.take(faction)).collect()
}

impl Witness {
    pub fn new(war: u64) -> Self {
        let (dead, graves, uses) = (BTreeSet::new(), Vec::new(), BTreeMap::new());
        Self { war, seen: 0, dead, graves, uses, sight: Vec::new(), tally: Tally::default() }
    }

    /// The destroyed units, in this order.
    pub fn graves(&self) -> &[Grave] {
        &self.graves
    }

    /// Reads the events of a tick; `before` lists the units at its beginning.
    pub fn look(&mut self, simulation: &mut Simulation, before: &Roll) {
        let world = simulation.world_mut();
        let withdrawn = take_notes(world).iter().filter(|note| note.words.contains("withdraws")).count();
        self.tally.withdrawn += withdrawn as u64;
        let mut torpedoes = world.query::<&Torpedo>();
        self.tally.flying = torpedoes.iter(world).count() as u64;
        let (events, armoury) = (world.resource::<Events>(), world.resource::<ArmsTable>());
        for entry in events.since(self.seen) {
            self.note(entry.tick, &entry.event, before, armoury);
            self.check_who_knows(entry);
        }
        self.seen = events.count();
        let knowledge = world.resource::<Knowledge>();
        let factions = world.resource::<Factions>().0.keys();
        self.sight = factions.map(|faction| knowledge.seen(faction).collect()).collect();
        let Tally { launched, burst, flying, .. } = self.tally;
        assert_eq!(launched, burst + flying, "war {}: torpedoes are launched, burst and under way", self.war);
    }

    /// An event is known exactly to the factions that own or saw one of its parties.
    fn check_who_knows(&mut self, entry: &Entry) {
        let Some(parties) = parties_of(&entry.event) else { return };
        for (faction, seen) in self.sight.iter().enumerate() {
            let may_know = |party: &Party| party.faction.0 == faction || seen.contains(&party.id);
            let (expected, knows) =
                (parties.iter().any(may_know), entry.known_to.contains(FactionId(faction)));
            assert_eq!(knows, expected, "war {}: faction {faction} and {entry:?}", self.war);
            self.tally.known += u64::from(knows);
            self.tally.unknown += u64::from(!knows);
        }
    }

    fn note(&mut self, tick: u64, event: &GameEvent, before: &Roll, armoury: &ArmsTable) {
        match *event {
            GameEvent::Shot { by, at, weapon, from, to, outcome } => {
                self.act(tick, by.id, weapon, before, armoury);
                self.must_be_there(tick, at.id, before);
                self.must_be_somewhere(tick, [from, to]);
                self.tally.shots += 1;
                let count = match outcome {
                    ShotOutcome::Missed => &mut self.tally.missed,
                    ShotOutcome::Stopped => &mut self.tally.stopped,
                    ShotOutcome::HitShield => &mut self.tally.on_shields,
                    ShotOutcome::HitArmour => &mut self.tally.on_armour,
                };
                *count += 1;
            }
            GameEvent::Launched { by, weapon, place, .. } => {
                self.act(tick, by.id, weapon, before, armoury);
                self.must_be_somewhere(tick, [place, place]);
                self.tally.launched += 1;
            }
            GameEvent::Intercepted { by, weapon, from, to, .. } => {
                self.act(tick, by.id, weapon, before, armoury);
                self.must_be_somewhere(tick, [from, to]);
                self.tally.intercepted += 1;
            }
            GameEvent::Bombarded { by, weapon, from, to, .. } => {
                self.act(tick, by.id, weapon, before, armoury);
                self.must_be_somewhere(tick, [from, to]);
                self.tally.bombarded += 1;
            }
            GameEvent::Burst { place, touched, .. } => {
                if let Some(touched) = touched {
                    self.must_be_there(tick, touched.id, before);
                }
                self.must_be_somewhere(tick, [place, place]);
                self.tally.burst += 1;
            }
            GameEvent::Destroyed { what, .. } => {
                let (what, faction) = (what.id, what.faction);
                let is_first = self.dead.insert(what);
                assert!(is_first, "war {}, tick {tick}: {what:?} is destroyed again", self.war);
                let fleet = before.find(what).and_then(|one| one.fleet);
                self.graves.push(Grave { who: what, faction, fleet });
                self.tally.destroyed += 1;
            }
            GameEvent::Landed { .. } => self.tally.landed += 1,
            GameEvent::Taken { .. } => self.tally.taken += 1,
            _ => {}
        }
    }

    /// A unit uses a weapon: it must exist, be able to do so, and have a loaded mount of it.
    fn act(&mut self, tick: u64, by: TargetId, weapon: WeaponId, before: &Roll, armoury: &ArmsTable) {
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

    /// The target of a hit or a shot existed and is not destroyed; only a structure may have been begun in this
    /// very tick.
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
