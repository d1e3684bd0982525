//! Validation of saves: rejects every state that a world could not continue from.
//!
//! Ranges of numbers are declared below their types; this file checks relations between parts. Values beyond a
//! class's maximum are clamped, not rejected, so that classes may change.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;

use super::state::{FleetState, ShipState, WorldState};
use crate::level::check::{MAX_GROWTH, MAX_SHIPS, MAX_STRUCTURES};
use crate::level::source::plain::name_fault;
use crate::level::{Judge, LONGEST_ROUTE, Level, StarSystem};
use crate::orbit::{CATALOGUE_EDITION, LAST_JD, Orbit};
use crate::rules::Rules;
use crate::sim::economy::levels::StructureState;
use crate::sim::outcome::victory;
use crate::sim::visibility::{LastKnown, Memory, UnitClass};
use crate::sim::{Anchor, AnchoredPlace, BodyId, FleetId, Goal, Mind};

/// The most ships in the queue of a yard, with some to spare.
const MOST_JOBS: usize = 1000;

/// The level and the rules that a state has to fit.
pub struct CheckContext<'a> {
    /// The level.
    pub level: &'a Level,
    /// Sky.
    pub system: &'a StarSystem,
    /// The rules of the level.
    pub rules: &'a Rules,
}

/// Records all faults of a state.
pub fn check(state: &WorldState, frame: &CheckContext<'_>, judge: &mut Judge<'_>) {
    let mut check = Check { state, frame, judge };
    check.moment();
    check.catalogue();
    check.lists();
    check.factions();
    check.outcome();
    let fleets = check.fleets();
    check.ships(&fleets);
    check.structures();
    check.torpedoes();
    check.wrecks();
}

/// Whether a path is one of those that editions of the catalogue may move.
fn follows_the_motions(orbit: &Orbit) -> bool {
    matches!(
        orbit,
        Orbit::Planet(_) | Orbit::EarthFromBarycentre { .. } | Orbit::Lunar(_) | Orbit::Returns(_)
    )
}

struct Check<'a, 'j> {
    state: &'a WorldState,
    frame: &'a CheckContext<'a>,
    judge: &'a mut Judge<'j>,
}

impl Check<'_, '_> {
    /// The date of a save must be within the calendar.
    fn moment(&mut self) {
        let clock = self.frame.system.clock;
        if clock.jd_at(self.state.tick) > LAST_JD {
            let message = "this tick comes after the end of the calendar, the year 9999";
            let last = clock.tick_at(LAST_JD).floor();
            self.judge.error("tick", message, format!("from this epoch on there are ticks up to {last}"));
        }
    }

    /// The places of ships must be those of a sky with the catalogue's present motions.
    fn catalogue(&mut self) {
        let is_present = self.state.catalogue_edition == CATALOGUE_EDITION;
        if !is_present && self.frame.system.bodies.iter().any(|body| follows_the_motions(&body.orbit)) {
            let message = "this save is of another edition of the catalogue of real bodies: its planets stood \
                           elsewhere, so its ships would be far from them";
            self.judge.error("catalogue_edition", message, "go on with it in the version that saved it");
        }
    }

    /// Lists with an entry for each body or faction.
    fn lists(&mut self) {
        let (bodies, factions) = (self.frame.system.bodies.len(), self.frame.level.factions.len());
        let WorldState { holdings, grounds, ledgers, losses, knowledge, seats, minds, .. } = self.state;
        self.length("holdings", holdings.len(), bodies, "bodies");
        self.length("grounds", grounds.len(), bodies, "bodies");
        self.length("ledgers", ledgers.len(), factions, "factions");
        self.length("losses", losses.len(), factions, "factions");
        self.length("knowledge", knowledge.len(), factions, "factions");
        if !seats.0.is_empty() {
            self.length("seats", seats.0.len(), factions, "factions");
        }
        if !minds.0.is_empty() {
            self.length("minds", minds.0.len(), factions, "factions");
        }
        self.judge.ranges("minds", &minds.0.raw);
        self.judge.ranges("holdings", &holdings.raw);
        self.judge.ranges("grounds", &grounds.raw);
        self.judge.ranges("losses", &losses.raw);
    }

    fn length(&mut self, path: &str, length: usize, expected: usize, of: &str) {
        if length != expected {
            let message = format!("{length} entries, but the level has {expected} {of}");
            self.judge.error(path, message, "write one for each, in their order");
        }
    }

    fn factions(&mut self) {
        for (index, ledger) in self.state.ledgers.iter().enumerate() {
            if !ledger.is_bounded() {
                let message = "a sum is beyond all reason";
                self.judge.error(&format!("ledgers[{index}]"), message, "write a smaller one");
            }
        }
        for (index, seat) in self.state.seats.0.iter().enumerate() {
            let rules = &self.frame.rules.minds;
            let Some(choice) = &seat.mind else { continue };
            if !rules.knows(choice) {
                let message = format!("no such mind: {:?}, {:?}", choice.skill, choice.personality);
                self.judge.error(&format!("seats[{index}].mind"), message, "see assets/rules/ai.ron");
            }
        }
        for (index, memory) in self.state.knowledge.iter().enumerate() {
            self.memory(&format!("knowledge[{index}]"), memory);
        }
        for (index, mind) in self.state.minds.0.iter().enumerate() {
            let Some(mind) = mind else { continue };
            self.mind(&format!("minds[{index}]"), mind);
        }
    }

    /// A mind counts the time since what it remembers.
    fn mind(&mut self, path: &str, mind: &Mind) {
        let seen = mind.sightings.iter().map(|sighting| sighting.since_tick);
        self.past_ticks(&format!("{path}.sightings"), "since_tick", seen);
        for (index, operation) in mind.operations.iter().enumerate() {
            if self.judge.is_full() {
                return;
            }
            let path = format!("{path}.operations[{index}]");
            self.past_tick(&format!("{path}.begun_tick"), operation.begun_tick);
            self.past_tick(&format!("{path}.stage_tick"), operation.stage_tick);
        }
        self.past_ticks(&format!("{path}.ended"), "tick", mind.ended.iter().map(|one| one.tick));
        self.past_ticks(&format!("{path}.builds"), "tick", mind.builds.iter().map(|one| one.tick));
    }

    /// Checks a tick of each entry of a list that is in the past, up to the most faults.
    fn past_ticks(&mut self, list: &str, field: &str, ticks: impl Iterator<Item = u64>) {
        for (index, tick) in ticks.enumerate() {
            if self.judge.is_full() {
                return;
            }
            self.past_tick(&format!("{list}[{index}].{field}"), tick);
        }
    }

    fn memory(&mut self, path: &str, memory: &Memory) {
        for (index, ghost) in memory.ghosts().enumerate() {
            if self.judge.is_full() {
                return;
            }
            self.ghost(&format!("{path}.ghosts[{index}]"), ghost);
        }
        for (body, garrison) in memory.garrisons() {
            if self.judge.is_full() {
                return;
            }
            let path = format!("{path}.garrisons[{}]", body.0);
            self.judge.ranges(&path, garrison);
            self.past_tick(&format!("{path}.seen_tick"), garrison.seen_tick.unwrap_or_default());
        }
    }

    fn ghost(&mut self, path: &str, ghost: &LastKnown) {
        self.judge.ranges(path, ghost);
        self.heading(&format!("{path}.heading"), ghost.heading);
        self.past_tick(&format!("{path}.seen_tick"), ghost.seen_tick);
        let Some(stands) = ghost.stands else { return };
        let path = format!("{path}.stands");
        match (ghost.of, ghost.anchor) {
            (UnitClass::Ship(..), _) => {
                self.judge.error(&path, "a ship stands in no slot", "remove `stands`")
            }
            (_, None) => self.judge.error(&path, "in the rings of which body?", "name it in `anchor`"),
            (_, Some(body)) => self.slot(&path, body, stands.ring, stands.slot),
        }
    }

    fn outcome(&mut self) {
        let WorldState { contests, verdict, history, tick, .. } = self.state;
        if let Some((path, message)) =
            victory::faults(contests, verdict, (self.frame.level, self.frame.system), *tick)
        {
            self.judge.error(path, message, "write what the level's `victory` asks for");
        }
        let factions = self.frame.level.factions.len();
        for (index, entry) in history.entries.iter().enumerate() {
            let path = format!("history.entries[{index}]");
            self.past_tick(&format!("{path}.tick"), entry.tick);
            self.length(&format!("{path}.factions"), entry.factions.len(), factions, "factions");
        }
        for (index, battle) in history.battles.iter().enumerate() {
            let path = format!("history.battles[{index}]");
            self.past_tick(&format!("{path}.tick"), battle.tick.max(battle.last_tick));
            self.length(&format!("{path}.losses"), battle.losses.len(), factions, "factions");
        }
        self.surrenders();
    }

    /// The history keeps the last surrender of each faction.
    fn surrenders(&mut self) {
        let mut gave_up = BTreeSet::new();
        for (index, surrender) in self.state.history.surrenders.iter().enumerate() {
            if self.judge.is_full() {
                return;
            }
            let path = format!("history.surrenders[{index}]");
            self.past_tick(&format!("{path}.tick"), surrender.tick);
            if surrender.faction.0 >= self.frame.level.factions.len() {
                let message = "nobody has surrendered";
                self.judge.error(&format!("{path}.faction"), message, "name a faction of the level");
            }
            if !gave_up.insert(surrender.faction) {
                let message = "this faction is in the list already";
                self.judge.error(&format!("{path}.faction"), message, "keep its last surrender");
            }
        }
    }

    /// Returns the numbers of the fleets.
    fn fleets(&mut self) -> BTreeSet<FleetId> {
        let mut names = BTreeMap::new();
        for (index, state) in self.state.fleets.iter().enumerate() {
            if self.judge.is_full() {
                break;
            }
            let path = format!("fleets[{index}]");
            self.fleet(&path, state);
            let earlier = *names.entry((state.fleet.faction, &state.fleet.name)).or_insert(index);
            if earlier != index {
                let message = format!("{:?} is there already, as fleets[{earlier}]", state.fleet.name);
                self.judge.error(&format!("{path}.fleet.name"), message, "give it another name");
            }
        }
        let numbers = self.state.fleets.iter().map(|state| state.fleet.id.0);
        self.numbers("fleets", "fleet.id", numbers.clone(), self.state.next_ids.fleet);
        numbers.map(FleetId).collect()
    }

    fn fleet(&mut self, path: &str, state: &FleetState) {
        let own = format!("{path}.fleet");
        if let Some((message, remedy)) = name_fault(&state.fleet.name) {
            self.judge.error(&format!("{own}.name"), message, remedy);
        }
        self.judge.ranges(path, state);
        let facing = state.formation.facing;
        if facing.is_some_and(|facing| facing.try_normalize().is_none()) {
            let path = format!("{path}.formation.facing");
            self.judge.error(&path, "this is no direction", "write a direction, or leave it out");
        }
        if state.route.0.len() > LONGEST_ROUTE {
            let message = format!("{} legs are too many", state.route.0.len());
            let remedy = format!("up to {LONGEST_ROUTE} are possible");
            self.judge.error(&format!("{path}.route"), message, remedy);
        }
        for (index, leg) in state.route.0.iter().enumerate().take(LONGEST_ROUTE) {
            let path = format!("{path}.route[{index}]");
            self.goal(&format!("{path}.goal"), &leg.goal);
            if leg.berth.is_some_and(|berth| berth.anchor.body() != leg.goal.body()) {
                let message = "the berth is not beside the body of the goal";
                self.judge.error(&format!("{path}.berth"), message, "leave it out");
            }
        }
    }

    fn goal(&mut self, path: &str, goal: &Goal) {
        if let Goal::Ring { body, ring } = *goal {
            self.ring(path, body, ring);
        }
    }

    fn ships(&mut self, fleets: &BTreeSet<FleetId>) {
        if !self.count("ships", self.state.ships.len(), MAX_SHIPS) {
            return;
        }
        for (index, state) in self.state.ships.iter().enumerate() {
            if self.judge.is_full() {
                return;
            }
            self.ship(&format!("ships[{index}]"), state, fleets);
        }
        let numbers = self.state.ships.iter().map(|state| state.id.0);
        self.numbers("ships", "id", numbers, self.state.next_ids.ship);
    }

    fn ship(&mut self, path: &str, state: &ShipState, fleets: &BTreeSet<FleetId>) {
        if !fleets.contains(&state.fleet) {
            let message = format!("no fleet has the number {}", state.fleet.0);
            self.judge.error(&format!("{path}.fleet"), message, "give the number of one of `fleets`");
        }
        self.judge.ranges(path, state);
        self.heading(&format!("{path}.flight.heading"), state.flight.heading);
        let Some(ring) = state.ring_motion.ring else { return };
        let path = format!("{path}.ring_motion.ring");
        match state.anchored_place {
            AnchoredPlace { anchor: Anchor::Body(body), .. } => self.ring(&path, body, ring),
            _ => self.judge.error(&path, "a ring belongs to a body", "anchor the `anchored_place` there"),
        }
    }

    fn structures(&mut self) {
        if !self.count("structures", self.state.structures.len(), MAX_STRUCTURES) {
            return;
        }
        let mut taken = BTreeMap::new();
        for (index, state) in self.state.structures.iter().enumerate() {
            if self.judge.is_full() {
                return;
            }
            let path = format!("structures[{index}]");
            self.structure(&path, state);
            for place in self.slots_of(state) {
                let earlier = *taken.entry(place).or_insert(index);
                if earlier != index {
                    let message = format!("structures[{earlier}] stands there already");
                    self.judge.error(&format!("{path}.structure.slot"), message, "take another slot");
                    break;
                }
            }
        }
        let numbers = self.state.structures.iter().map(|state| state.structure.id.0);
        self.numbers("structures", "structure.id", numbers, self.state.next_ids.structure);
    }

    fn structure(&mut self, path: &str, state: &StructureState) {
        let structure = &state.structure;
        self.slot(&format!("{path}.structure"), structure.body, structure.ring, structure.slot);
        self.judge.ranges(path, state);
        let Some(yard) = &state.yard else { return };
        if yard.queue.len() > MOST_JOBS {
            let message = format!("{} ships in a queue are too many", yard.queue.len());
            let remedy = format!("up to {MOST_JOBS} are possible");
            self.judge.error(&format!("{path}.yard.queue"), message, remedy);
        }
        if let Some(rally) = &yard.rally {
            let path = format!("{path}.yard.rally");
            self.judge.ranges(&path, rally);
            self.goal(&path, rally);
            if !rally.is_place() {
                let message = "a yard sends its ships to a body, a ring or a place";
                self.judge.error(&path, message, "leave it out");
            }
        }
    }

    /// The slots of a structure, by the present size of its class; none for an unknown ring.
    fn slots_of(&self, state: &StructureState) -> Vec<(BodyId, u8, u16)> {
        let structure = &state.structure;
        let class = self.frame.rules.structure_classes.get(usize::from(structure.class));
        let wanted = class.map_or(1, |class| u16::from(class.slots));
        let count = self.slot_count(structure.body, structure.ring).unwrap_or(0);
        let slot = |step: u16| ((u32::from(structure.slot) + u32::from(step)) % u32::from(count)) as u16;
        (0..wanted.min(count)).map(|step| (structure.body, structure.ring, slot(step))).collect()
    }

    fn torpedoes(&mut self) {
        for (index, state) in self.state.torpedoes.iter().enumerate() {
            if self.judge.is_full() {
                return;
            }
            let path = format!("torpedoes[{index}]");
            self.judge.ranges(&path, state);
            let weapon = self.frame.rules.weapons.get(usize::from(state.torpedo.weapon));
            if weapon.is_none_or(|weapon| weapon.torpedo().is_none()) {
                let remedy = "name a weapon whose `delivery` is a torpedo";
                self.judge.error(&format!("{path}.torpedo.weapon"), "it launches nothing", remedy);
            }
        }
        let numbers = self.state.torpedoes.iter().map(|state| state.torpedo.id.0);
        self.numbers("torpedoes", "torpedo.id", numbers, u32::MAX);
    }

    fn wrecks(&mut self) {
        for (index, wreck) in self.state.wrecks.iter().enumerate() {
            if self.judge.is_full() {
                return;
            }
            self.judge.ranges(&format!("wrecks[{index}]"), wreck);
        }
        self.numbers("wrecks", "id", self.state.wrecks.iter().map(|wreck| wreck.id.0), u32::MAX);
    }

    /// Checks a count against the limit for saves, a multiple of the limit `most` for levels.
    fn count(&mut self, path: &str, count: usize, most: u64) -> bool {
        let most = MAX_GROWTH * most;
        let is_possible = count as u64 <= most;
        if !is_possible {
            self.judge.error(path, format!("{count} are too many"), format!("up to {most} are possible"));
        }
        is_possible
    }

    /// No number twice, and all below the next one.
    fn numbers(&mut self, list: &str, field: &str, numbers: impl Iterator<Item = u32>, next: u32) {
        let mut first = BTreeMap::new();
        for (index, number) in numbers.enumerate() {
            let earlier = *first.entry(number).or_insert(index);
            let path = format!("{list}[{index}].{field}");
            if number >= next {
                let message = format!("the number {number} has not been given yet");
                self.judge.error(&path, message, "take a smaller one, or a larger one in `next_ids`");
            } else if earlier != index {
                let message = format!("{list}[{earlier}] has the number {number} already");
                self.judge.error(&path, message, "give it a number that none has");
            }
        }
    }

    fn past_tick(&mut self, path: &str, tick: u64) {
        let now = self.state.tick;
        if tick > now {
            let message = format!("tick {tick} has not come yet: the save is of tick {now}");
            self.judge.error(path, message, "nobody remembers what is to come");
        }
    }

    fn heading(&mut self, path: &str, heading: DVec3) {
        // Every comparison with NaN is false.
        let is_direction = heading.length() >= 0.5;
        if !is_direction {
            self.judge.error(path, "a heading is a vector of length 1", "for example (1, 0, 0)");
        }
    }

    /// The number of slots of a ring; `None` for an unknown ring.
    fn slot_count(&self, body: BodyId, ring: u8) -> Option<u16> {
        let numbers = &self.frame.rules.economy.rings;
        let body = self.frame.system.bodies.get(body)?;
        (ring < numbers.count(body)).then(|| numbers.slots(ring))
    }

    fn ring(&mut self, path: &str, body: BodyId, ring: u8) {
        if self.slot_count(body, ring).is_none() {
            self.judge.error(path, format!("there is no ring {ring}"), "take one that the body has");
        }
    }

    fn slot(&mut self, path: &str, body: BodyId, ring: u8, slot: u16) {
        match self.slot_count(body, ring) {
            None => self.ring(&format!("{path}.ring"), body, ring),
            Some(count) if slot >= count => {
                let message = format!("ring {ring} has no slot {slot}");
                self.judge.error(&format!("{path}.slot"), message, format!("it has {count} slots, from 0"));
            }
            Some(_) => {}
        }
    }
}
