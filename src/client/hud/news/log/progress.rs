//! Lines about the player's construction, possessions and movements, about sightings, and about surrenders.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;

use super::names::{LogNames, article};
use super::queries::Sources;
use super::{Event, EventKind, EventLog, Line, Thing};
use crate::client::frame::{PollTimer, capital};
use crate::client::scene::battle::sources::wells::WellPlace;
use crate::client::scene::battle::{FreshEvent, FreshEvents};
use crate::client::scene::labels::stacks::{counted, plural};
use crate::client::view::FocusTarget;
use crate::client::worlds::Kept;
use crate::sim::event::GameEvent;
use crate::sim::{ArmedClass, BodyId, ClassId, FactionId, FleetId, Sides, StructureId, TargetId};

/// Least time between two lines about halts of the same structure, ticks.
const HALT_TICKS: u64 = 900;
/// Least time between two lines about sightings of the same unit, ticks.
const SIGHT_TICKS: u64 = 1_800;

/// State kept from frame to frame.
#[derive(Default)]
pub struct ProgressMemory {
    beat: PollTimer,
    /// Events that wait for the next beat, so that events of one kind share a line.
    waiting: Vec<FreshEvent>,
    written: Written,
}

/// A line with the tick of its event, the first of several: it is written some time later, which is days at a fast
/// pace, and its date must be the one at which it happened.
type Dated = (u64, Line);

/// Recurring subjects, each with the tick of its last occurrence.
#[derive(Clone, Debug, Default)]
struct Written {
    halts: BTreeMap<StructureId, u64>,
    sightings: BTreeMap<TargetId, u64>,
}

/// The inputs for the text of events.
struct Writer<'a> {
    me: FactionId,
    names: &'a LogNames<'a>,
    sides: &'a Sides,
    /// How dangerous a class of ships is.
    danger: &'a dyn Fn(ClassId) -> Danger,
    /// Whether a place is in the well of a body of the player's, or near it.
    is_near_own: &'a dyn Fn(DVec3) -> bool,
    /// The name of a fleet of the player's; `None` for another.
    fleet_name: &'a dyn Fn(FleetId) -> Option<String>,
    /// The present place for a place in an event, at the end of its tick: it moves with its well.
    place_now: &'a dyn Fn(DVec3, u64) -> DVec3,
}

/// Writes down what is new, a few times a second.
pub fn write(
    sources: Sources,
    news: Res<FreshEvents>,
    time: Res<Time<Real>>,
    mut log: ResMut<EventLog>,
    mut memory: Kept<ProgressMemory>,
) {
    let me = sources.player.faction;
    let memory = memory.now();
    if sources.player.is_changed() {
        // The knowledge of another faction must not appear in this log.
        *memory = ProgressMemory::default();
    }
    let ProgressMemory { beat, waiting, written } = memory;
    waiting.extend(news.fresh.iter().filter(|one| is_about(me, &one.event)));
    if !beat.is_due(time.elapsed_secs_f64()) || waiting.is_empty() {
        return;
    }
    let places = sources.places();
    let names = sources.names(&places);
    let view = sources.planet_data.view();
    let fleet_name = |id: FleetId| view.own_fleet_name(id).map(str::to_owned);
    let place_now = |place: DVec3, tick: u64| {
        WellPlace::of_event(&sources.sky, &sources.calendar, place, tick).now(&sources.sky)
    };
    let danger = |class: ClassId| {
        sources.planet_data.arms_table.ships.get(class).map_or_else(Danger::default, Danger::of)
    };
    let own_bodies = sources.planet_data.own_bodies();
    let is_near_own = |place: DVec3| own_bodies.iter().any(|body| names.is_near(*body, place));
    let writer = Writer {
        me,
        names: &names,
        sides: &sources.planet_data.sides,
        danger: &danger,
        is_near_own: &is_near_own,
        fleet_name: &fleet_name,
        place_now: &place_now,
    };
    // The end of a tick, which is the present of the player who sees it.
    let date = |tick: u64| sources.calendar.clock.jd_at(tick + 1);
    for one in waiting.iter() {
        if let Some((words, kind)) = writer.surrender(&one.event) {
            log.note(Event { jd: date(one.tick), words, spot: None, kind });
        }
    }
    for (tick, (words, spot, kind, thing)) in writer.lines(waiting, written) {
        log.note_about(Event { jd: date(tick), words, spot: Some(spot), kind }, thing, None);
    }
    waiting.clear();
}

/// Whether a line may be written here about an event, for a faction.
fn is_about(me: FactionId, event: &GameEvent) -> bool {
    match *event {
        GameEvent::ShipBuilt { what, .. }
        | GameEvent::StructureBuilt { what, .. }
        | GameEvent::BuildingHalted { what, .. }
        | GameEvent::BuildingResumed { what } => what.faction == me,
        GameEvent::FleetArrived { faction, .. } => faction == me,
        GameEvent::Founded { by, .. } | GameEvent::Sighted { by, .. } => by == me,
        GameEvent::Taken { by, from, .. } => by == me || from == Some(me),
        GameEvent::Surrendered { .. } => true,
        _ => false,
    }
}

impl Writer<'_> {
    /// The lines about some events that are [about](is_about) the player, the earliest first.
    fn lines(&self, events: &[FreshEvent], written: &mut Written) -> Vec<Dated> {
        let mut lines = self.built_ships(events);
        lines.extend(events.iter().filter_map(|one| Some((one.tick, self.gain(&one.event)?))));
        lines.extend(self.halts(events, &mut written.halts));
        lines.extend(events.iter().filter_map(|one| Some((one.tick, self.loss(&one.event)?))));
        lines.extend(events.iter().filter_map(|one| Some((one.tick, self.arrival(one)?))));
        lines.extend(self.sightings(events, &mut written.sightings));
        lines.sort_by_key(|(tick, _)| *tick);
        lines
    }

    /// Ships that were built, counted by class and well.
    fn built_ships(&self, events: &[FreshEvent]) -> Vec<Dated> {
        let mut groups: BTreeMap<(ClassId, Option<BodyId>), (usize, DVec3, u64)> = BTreeMap::new();
        for one in events {
            let GameEvent::ShipBuilt { class, place, .. } = one.event else { continue };
            let place = (self.place_now)(place, one.tick);
            groups.entry((class, self.names.well_at(place))).or_insert((0, place, one.tick)).0 += 1;
        }
        let lines = groups.into_iter().map(|((class, _), (count, place, tick))| {
            let words =
                format!("{} finished{}", counted(count, self.names.ship(class)), self.names.at(place));
            (tick, (words, self.names.spot(place), EventKind::Finished, None))
        });
        lines.collect()
    }

    /// Structures that were finished, and bodies that are the player's now.
    fn gain(&self, event: &GameEvent) -> Option<Line> {
        let (words, body) = match *event {
            GameEvent::StructureBuilt { class, body, .. } => (
                format!("{} finished at {}", capital(self.names.structure(class)), self.names.body(body)),
                body,
            ),
            GameEvent::Founded { body, .. } => (format!("{} is yours", self.names.body(body)), body),
            GameEvent::Taken { body, by, .. } if by == self.me => {
                (format!("{} is yours", self.names.body(body)), body)
            }
            _ => return None,
        };
        Some((words, FocusTarget::Body(body), EventKind::Finished, None))
    }

    /// Structures that have come to a halt, all in one line.
    fn halts(&self, events: &[FreshEvent], last_ticks: &mut BTreeMap<StructureId, u64>) -> Option<Dated> {
        let mut fresh: Vec<(u64, ClassId, BodyId)> = Vec::new();
        for one in events {
            let (what, place) = match one.event {
                GameEvent::BuildingHalted { what, class, body } => (what, Some((one.tick, class, body))),
                GameEvent::BuildingResumed { what } => (what, None),
                _ => continue,
            };
            let TargetId::Structure(id) = what.id else { continue };
            let last_tick = last_ticks.insert(id, one.tick);
            let is_again = last_tick.is_some_and(|last| one.tick.saturating_sub(last) <= HALT_TICKS);
            fresh.extend(place.filter(|_| !is_again));
        }
        forget_old(last_ticks, events, HALT_TICKS);
        let (tick, class, body) = *fresh.first()?;
        let others = match fresh.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let (class, name) = (self.names.structure(class), self.names.body(body));
        let words = format!("Construction halted, the treasury is short: {class} at {name}{others}");
        Some((tick, (words, FocusTarget::Body(body), EventKind::Trouble, None)))
    }

    /// Bodies that were the player's.
    fn loss(&self, event: &GameEvent) -> Option<Line> {
        let GameEvent::Taken { body, by, from } = *event else { return None };
        let (name, taker) = (self.names.body(body), self.names.faction(by));
        let words = format!("{name} is lost: {taker} has captured it");
        (from == Some(self.me)).then_some((words, FocusTarget::Body(body), EventKind::Captured, None))
    }

    /// A surrender, which has no place.
    fn surrender(&self, event: &GameEvent) -> Option<(String, EventKind)> {
        let GameEvent::Surrendered { faction } = *event else { return None };
        if faction == self.me {
            return Some(("You have surrendered".to_owned(), EventKind::Trouble));
        }
        let is_foe = self.sides.are_foes(self.me, faction);
        let kind = if is_foe { EventKind::Finished } else { EventKind::Trouble };
        Some((format!("{} has surrendered", self.names.faction(faction)), kind))
    }

    fn arrival(&self, one: &FreshEvent) -> Option<Line> {
        let GameEvent::FleetArrived { fleet, place, .. } = one.event else { return None };
        let (name, place) = ((self.fleet_name)(fleet)?, (self.place_now)(place, one.tick));
        let words = format!("{name} arrived{}", self.names.at(place));
        Some((words, self.names.spot(place), EventKind::Arrived, Some(Thing::Fleet(fleet))))
    }

    /// Lines about sightings, ships counted by owner and well.
    fn sightings(&self, events: &[FreshEvent], last_ticks: &mut BTreeMap<TargetId, u64>) -> Vec<Dated> {
        let mut ships: BTreeMap<(FactionId, Option<BodyId>), Sighting> = BTreeMap::new();
        let mut lines: Vec<Dated> = Vec::new();
        for one in events {
            let GameEvent::Sighted { what, class, place, last_seen_tick, .. } = one.event else { continue };
            let last_ticks = [last_ticks.insert(what.id, one.tick), last_seen_tick];
            let is_recent = |last: &u64| one.tick.saturating_sub(*last) <= SIGHT_TICKS;
            if last_ticks.iter().flatten().any(is_recent) {
                continue;
            }
            let place = (self.place_now)(place, one.tick);
            let first = Sighting {
                tick: one.tick,
                unit: what.id,
                place,
                classes: BTreeMap::new(),
                kind: EventKind::Sighted,
            };
            match what.id {
                TargetId::Ship(_) => {
                    let group = ships.entry((what.faction, self.names.near(place))).or_insert(first);
                    group.add(class, self.kind_of_contact(what.faction, class, place));
                }
                TargetId::Structure(_) => {
                    let owner = self.names.faction(what.faction);
                    let words = format!("{} of {owner}", self.names.structure(class));
                    lines.push(self.contact(&words, &first));
                }
            }
        }
        forget_old(last_ticks, events, SIGHT_TICKS);
        let grouped = ships.iter();
        lines.extend(
            grouped.map(|((owner, _), group)| self.contact(&self.ships_in_sight(*owner, group), group)),
        );
        lines
    }

    /// The kind of the contact with a ship at a place. Only ships of foes do harm: armed ones everywhere, and troop
    /// ships at the player's bodies.
    fn kind_of_contact(&self, owner: FactionId, class: ClassId, place: DVec3) -> EventKind {
        let danger = (self.danger)(class);
        if !self.sides.are_foes(self.me, owner) {
            EventKind::Sighted
        } else if danger.lands && (self.is_near_own)(place) {
            EventKind::Invaders
        } else if danger.is_armed {
            EventKind::Threat
        } else {
            EventKind::Sighted
        }
    }

    /// Ships of an owner that came into sight, in words. The most dangerous class is named.
    fn ships_in_sight(&self, owner: FactionId, seen: &Sighting) -> String {
        let owner = self.names.faction(owner);
        let total: usize = seen.classes.values().sum();
        let dangers = seen.classes.iter().map(|(class, count)| ((self.danger)(*class), *class, *count));
        let worst = dangers.max_by(|(one, ..), (other, ..)| one.compare(other));
        let Some((_, worst, count)) = worst else { return format!("ships of {owner}") };
        let name = self.names.ship(worst);
        match (count, total) {
            (1, 1) => format!("{name} of {owner}"),
            (count, total) if count == total => format!("{} of {owner}", counted(count, name)),
            (1, total) => format!("{total} ships of {owner}, one of them {} {name},", article(name)),
            (count, total) => format!("{total} ships of {owner}, {count} of them {},", plural(name)),
        }
    }

    /// The line about units that came into sight.
    fn contact(&self, what: &str, seen: &Sighting) -> Dated {
        let words = format!("Contact: {what}{}", self.names.about(seen.place));
        // The comma behind a part of the ships stands before a place.
        let words = words.trim_end_matches(',').to_owned();
        (seen.tick, (words, self.names.spot(seen.place), seen.kind, Some(Thing::Unit(seen.unit))))
    }
}

/// Units that came into sight together.
struct Sighting {
    /// The tick of the first.
    tick: u64,
    /// The first of them.
    unit: TargetId,
    /// Its place, heliocentric ecliptic km.
    place: DVec3,
    /// Numbers of ships, by class.
    classes: BTreeMap<ClassId, usize>,
    /// The gravest kind of contact among them. A structure waits where it is, and its first shot alerts.
    kind: EventKind,
}

impl Sighting {
    /// Adds a ship of a class, by itself a contact of this kind.
    fn add(&mut self, class: ClassId, kind: EventKind) {
        *self.classes.entry(class).or_default() += 1;
        let weight = |kind: EventKind| kind.alert().map(|alert| alert.weight);
        if weight(kind) > weight(self.kind) {
            self.kind = kind;
        }
    }
}

/// How dangerous a class of ships is: troops take bodies, guns destroy, and of like classes the dearer one is the
/// worse.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Danger {
    lands: bool,
    is_armed: bool,
    /// See [`ArmedClass::worth`].
    worth: f64,
}

impl Danger {
    fn of(class: &ArmedClass) -> Self {
        Self { lands: class.troopers > 0.0, is_armed: class.is_armed(), worth: class.worth }
    }

    fn compare(&self, other: &Self) -> Ordering {
        let kinds = (self.lands, self.is_armed).cmp(&(other.lands, other.is_armed));
        kinds.then(self.worth.total_cmp(&other.worth))
    }
}

/// Drops entries older than this many ticks before the last event.
fn forget_old<K: Ord>(last_ticks: &mut BTreeMap<K, u64>, events: &[FreshEvent], most_ticks: u64) {
    let now = events.last().map_or(0, |one| one.tick);
    last_ticks.retain(|_, last| now.saturating_sub(*last) <= most_ticks);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::StarSystem;
    use crate::level::test_support::faction;
    use crate::orbit::{GameClock, J2000_JD};
    use crate::sim::event::Party;
    use crate::sim::ids::ShipId;
    use typed_index_collections::TiSlice;

    const ME: FactionId = FactionId(0);
    const ARES: FactionId = FactionId(1);

    /// The class that is armed.
    fn warship() -> ClassId {
        ClassId::from(7)
    }

    /// The class that carries troopers.
    fn lander() -> ClassId {
        ClassId::from(8)
    }

    /// Writes something about some events.
    fn written<T>(events: &[(u64, GameEvent)], write: impl FnOnce(&Writer, &[FreshEvent]) -> T) -> T {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let system = StarSystem { bodies: Vec::new().into(), epoch_jd: J2000_JD, clock };
        let factions = [faction("Terra"), faction("Ares")];
        let names = LogNames::without_things(&system, TiSlice::from_ref(&factions));
        let writer = Writer {
            me: ME,
            names: &names,
            sides: &Sides::of(&factions),
            danger: &|class| Danger { lands: class == lander(), is_armed: class == warship(), worth: 0.0 },
            is_near_own: &|place| place == DVec3::Y,
            fleet_name: &|id| (id == FleetId(1)).then(|| "First".to_owned()),
            place_now: &|place, _| place,
        };
        let fresh = events.iter().map(|&(tick, event)| FreshEvent { number: 0, tick, born_s: 0.0, event });
        let fresh: Vec<FreshEvent> = fresh.filter(|one| is_about(ME, &one.event)).collect();
        write(&writer, &fresh)
    }

    fn lines(events: &[(u64, GameEvent)], memory: &mut Written) -> Vec<Line> {
        written(events, |writer, fresh| {
            writer.lines(fresh, memory).into_iter().map(|(_, line)| line).collect()
        })
    }

    fn words(events: &[(u64, GameEvent)], written: &mut Written) -> Vec<String> {
        lines(events, written).into_iter().map(|(words, ..)| words).collect()
    }

    fn ship(id: u32, faction: FactionId) -> Party {
        Party { id: TargetId::Ship(ShipId(id)), faction }
    }

    fn structure(id: u32) -> Party {
        Party { id: TargetId::Structure(StructureId(id)), faction: ME }
    }

    fn built(id: u32) -> GameEvent {
        GameEvent::ShipBuilt { what: ship(id, ME), class: ClassId::FIRST, place: DVec3::X }
    }

    fn finished() -> GameEvent {
        GameEvent::StructureBuilt { what: structure(1), class: ClassId::FIRST, body: BodyId(0) }
    }

    fn halted(id: u32) -> GameEvent {
        GameEvent::BuildingHalted { what: structure(id), class: ClassId::FIRST, body: BodyId(0) }
    }

    fn taken(by: FactionId, from: FactionId) -> GameEvent {
        GameEvent::Taken { body: BodyId(4), by, from: Some(from) }
    }

    fn arrived(fleet: u32) -> GameEvent {
        GameEvent::FleetArrived { fleet: FleetId(fleet), faction: ME, place: DVec3::X }
    }

    fn sighted(id: u32, last_seen_tick: Option<u64>) -> GameEvent {
        let what = ship(id, ARES);
        GameEvent::Sighted { by: ME, what, class: ClassId::FIRST, place: DVec3::X, last_seen_tick }
    }

    #[test]
    fn what_is_built_within_a_moment_shares_a_line() {
        let founded = GameEvent::Founded { body: BodyId(2), by: ME };
        let events = [(5, built(4)), (5, finished()), (6, founded), (7, built(5))];
        let expected = ["2 ships finished", "Structure finished at nowhere", "nowhere is yours"];
        assert_eq!(words(&events, &mut Written::default()), expected);
    }

    #[test]
    fn the_affairs_of_others_have_no_line() {
        let others = [
            GameEvent::ShipBuilt { what: ship(1, ARES), class: ClassId::FIRST, place: DVec3::X },
            GameEvent::Founded { body: BodyId(2), by: ARES },
            GameEvent::Sighted {
                by: ARES,
                what: ship(2, ME),
                class: ClassId::FIRST,
                place: DVec3::X,
                last_seen_tick: None,
            },
            taken(ARES, FactionId(2)),
        ];
        let events: Vec<(u64, GameEvent)> = others.map(|event| (3, event)).to_vec();
        assert_eq!(words(&events, &mut Written::default()), Vec::<String>::new());
    }

    #[test]
    fn a_lost_body_names_its_new_owner() {
        let mut written = Written::default();
        let lost = words(&[(1, taken(ARES, ME))], &mut written);
        assert_eq!(lost, ["nowhere is lost: Ares has captured it"]);
        assert_eq!(words(&[(2, taken(ME, ARES))], &mut written), ["nowhere is yours"]);
    }

    #[test]
    fn every_surrender_has_a_line() {
        let events =
            [(1, GameEvent::Surrendered { faction: ARES }), (2, GameEvent::Surrendered { faction: ME })];
        let found: Vec<(String, EventKind)> = written(&events, |writer, fresh| {
            fresh.iter().filter_map(|one| writer.surrender(&one.event)).collect()
        });
        let told =
            [("Ares has surrendered", EventKind::Finished), ("You have surrendered", EventKind::Trouble)];
        assert_eq!(found, told.map(|(words, kind)| (words.to_owned(), kind)));
    }

    #[test]
    fn every_line_has_its_kind() {
        let events =
            [(1, built(4)), (1, halted(1)), (1, taken(ARES, ME)), (1, arrived(1)), (1, sighted(9, None))];
        let found = lines(&events, &mut Written::default());
        let kinds: Vec<EventKind> = found.iter().map(|(_, _, kind, _)| *kind).collect();
        let (trouble, arrived) = (EventKind::Trouble, EventKind::Arrived);
        let (captured, sighted) = (EventKind::Captured, EventKind::Sighted);
        assert_eq!(kinds, [EventKind::Finished, trouble, captured, arrived, sighted], "{found:?}");
    }

    #[test]
    fn arrivals_name_the_fleet() {
        assert_eq!(words(&[(1, arrived(1)), (1, arrived(2))], &mut Written::default()), ["First arrived"]);
    }

    #[test]
    fn a_line_has_the_tick_of_its_event() {
        let events = [(9, arrived(1)), (12, arrived(1)), (3, built(4)), (8, built(5)), (5, finished())];
        let lines = written(&events, |writer, fresh| writer.lines(fresh, &mut Written::default()));
        let ticks: Vec<u64> = lines.iter().map(|(tick, _)| *tick).collect();
        assert_eq!(ticks, [3, 5, 9, 12], "the first of the ships, and the earliest line first");
    }

    #[test]
    fn only_armed_ships_of_foes_are_a_threat() {
        let kinds = |seen: &[(Party, ClassId)]| {
            let sighted = |&(what, class): &(Party, ClassId)| {
                let event = GameEvent::Sighted { by: ME, what, class, place: DVec3::X, last_seen_tick: None };
                (1, event)
            };
            let events: Vec<(u64, GameEvent)> = seen.iter().map(sighted).collect();
            let lines = lines(&events, &mut Written::default());
            lines.into_iter().map(|(_, _, kind, _)| kind).collect::<Vec<_>>()
        };
        let (scout, fort) = (ClassId::FIRST, Party { faction: ARES, ..structure(5) });
        assert_eq!(kinds(&[(ship(1, ARES), scout)]), [EventKind::Sighted]);
        assert_eq!(kinds(&[(fort, warship())]), [EventKind::Sighted], "it stays where it is");
        assert_eq!(kinds(&[(ship(1, ARES), scout), (ship(2, ARES), warship())]), [EventKind::Threat]);
        assert_eq!(kinds(&[(ship(1, ME), warship())]), [EventKind::Sighted], "no foe");
    }

    #[test]
    fn a_contact_names_the_most_dangerous_class() {
        let contact = |classes: &[ClassId], place: DVec3| {
            let sighted = |(id, class): (u32, &ClassId)| {
                let what = ship(id, ARES);
                (1, GameEvent::Sighted { by: ME, what, class: *class, place, last_seen_tick: None })
            };
            let events: Vec<(u64, GameEvent)> = (0..).zip(classes).map(sighted).collect();
            let mut found = lines(&events, &mut Written::default());
            let (words, _, kind, _) = found.remove(0);
            (words, kind)
        };
        // Classes without a name are ships.
        let (scout, lander) = (ClassId::FIRST, lander());
        let told = |words: &str, kind: EventKind| (words.to_owned(), kind);
        let (own, far) = (DVec3::Y, DVec3::X);
        assert_eq!(contact(&[lander], own), told("Contact: ship of Ares", EventKind::Invaders));
        assert_eq!(contact(&[lander], far), told("Contact: ship of Ares", EventKind::Sighted));
        let convoy = contact(&[scout, lander, warship(), lander], own);
        assert_eq!(convoy, told("Contact: 4 ships of Ares, 2 of them ships", EventKind::Invaders));
        let guarded = contact(&[lander, scout, lander, warship()], far);
        assert_eq!(guarded, told("Contact: 4 ships of Ares, 2 of them ships", EventKind::Threat));
        let raid = contact(&[scout, scout, warship()], own);
        assert_eq!(raid, told("Contact: 3 ships of Ares, one of them a ship", EventKind::Threat));
    }

    #[test]
    fn halts_share_a_line_and_have_none_again_for_a_while() {
        let mut written = Written::default();
        let all = |tick: u64| [1, 2, 3].map(|id| (tick, halted(id)));
        let resumed =
            |tick: u64| [1, 2, 3].map(|id| (tick, GameEvent::BuildingResumed { what: structure(id) }));
        let line = "Construction halted, the treasury is short: structure at nowhere and 2 more";
        assert_eq!(words(&all(10), &mut written), [line]);
        assert!(words(&resumed(30), &mut written).is_empty());
        assert!(words(&all(40), &mut written).is_empty(), "a short while later");
        assert!(words(&resumed(2_000), &mut written).is_empty());
        assert!(words(&all(2_010), &mut written).is_empty(), "it grew for a moment");
        assert_eq!(words(&all(4_000), &mut written), [line]);
    }

    #[test]
    fn sightings_have_a_line_again_only_after_a_while() {
        let mut written = Written::default();
        let first = words(&[(10, sighted(2, None)), (10, sighted(3, None))], &mut written);
        assert_eq!(first, ["Contact: 2 ships of Ares"]);
        assert!(words(&[(30, sighted(2, Some(20)))], &mut written).is_empty(), "it flickers");
        assert!(words(&[(40, sighted(3, None))], &mut written).is_empty(), "and was forgotten meanwhile");
        assert!(words(&[(9_010, sighted(2, Some(9_000)))], &mut written).is_empty(), "long in sight");
        assert_eq!(words(&[(20_000, sighted(2, Some(9_000)))], &mut written).len(), 1);
    }
}
