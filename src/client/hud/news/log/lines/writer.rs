//! Lines that are written a few times a second, so that events of one kind share one: what they are made from, and
//! the system that writes them down.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiSlice;

use super::super::names::LogNames;
use super::super::queries::Sources;
use super::super::{Event, EventLog, Line};
use crate::client::frame::PollTimer;
use crate::client::scene::battle::sources::wells::WellPlace;
use crate::client::scene::battle::{FreshEvent, FreshEvents};
use crate::client::worlds::Kept;
use crate::sim::event::GameEvent;
use crate::sim::{ArmedClass, Calendar, ClassId, FactionId, FleetId, Sides, StructureId, TargetId};

/// State kept from frame to frame.
#[derive(Default)]
pub struct WriterMemory {
    beat: PollTimer,
    /// Events that wait for the next beat, so that events of one kind share a line.
    waiting: Vec<FreshEvent>,
    written: Written,
}

/// A line with the tick of its event, the first of several: it is written some time later, which is days at a fast
/// pace, and its date must be the one at which it happened.
pub(super) type Dated = (u64, Line);

/// Recurring subjects, each with the tick of its last occurrence.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    halts: BTreeMap<StructureId, u64>,
    sightings: BTreeMap<TargetId, u64>,
    lost_targets: BTreeMap<FleetId, u64>,
}

/// The inputs for the text of events.
pub(super) struct Writer<'a> {
    /// The player.
    pub me: FactionId,
    /// The names of things and places.
    pub names: &'a LogNames<'a>,
    /// The sides.
    pub sides: &'a Sides,
    /// The arms of the classes of ships.
    pub ships: &'a TiSlice<ClassId, ArmedClass>,
    /// Whether a place is in the well of a body of the player's, or near it.
    pub is_near_own: &'a dyn Fn(DVec3) -> bool,
    /// The name of a fleet of the player's; `None` for another.
    pub fleet_name: &'a dyn Fn(FleetId) -> Option<String>,
    /// The present place of a unit that the player remembers; `None` for one in sight.
    pub remembered_place: &'a dyn Fn(TargetId) -> Option<DVec3>,
    /// The present place for a place in an event, at the end of its tick: it moves with its well.
    pub place_now: &'a dyn Fn(DVec3, u64) -> DVec3,
}

/// Writes down what is new, a few times a second.
pub fn write(
    sources: Sources,
    news: Res<FreshEvents>,
    time: Res<Time<Real>>,
    mut log: ResMut<EventLog>,
    mut memory: Kept<WriterMemory>,
) {
    let me = sources.player.faction;
    let memory = memory.now();
    if sources.player.is_changed() {
        // The knowledge of another faction must not appear in this log.
        *memory = WriterMemory::default();
    }
    let WriterMemory { beat, waiting, written } = memory;
    waiting.extend(news.fresh.iter().filter(|one| is_about(me, &one.event)));
    if !beat.is_due(time.elapsed_secs_f64()) || waiting.is_empty() {
        return;
    }
    with_writer(&sources, |writer| note_down(writer, &sources.calendar, waiting, written, &mut log));
    waiting.clear();
}

/// Hands out a writer for the player, with all that the player knows.
fn with_writer(sources: &Sources, write: impl FnOnce(&Writer)) {
    let places = sources.places();
    let names = sources.names(&places);
    let view = sources.planet_data.view();
    let own_bodies = sources.planet_data.own_bodies();
    write(&Writer {
        me: sources.player.faction,
        names: &names,
        sides: &sources.planet_data.sides,
        ships: &sources.planet_data.arms_table.ships,
        is_near_own: &|place| own_bodies.iter().any(|body| names.is_near(*body, place)),
        fleet_name: &|id| view.own_fleet_name(id).map(str::to_owned),
        remembered_place: &|unit| {
            let ghost = view.ghosts().find(|ghost| ghost.id() == unit);
            ghost.map(|ghost| view.place_of(ghost))
        },
        place_now: &|place, tick| {
            WellPlace::of_event(&sources.sky, &sources.calendar, place, tick).now(&sources.sky)
        },
    });
}

/// Writes the lines about some events into the log, surrenders first.
fn note_down(
    writer: &Writer,
    calendar: &Calendar,
    events: &[FreshEvent],
    written: &mut Written,
    log: &mut ResMut<EventLog>,
) {
    // The end of a tick, which is the present of the player who sees it.
    let date = |tick: u64| calendar.clock.jd_at(tick + 1);
    for one in events {
        if let Some((words, kind)) = writer.surrender(&one.event) {
            log.note(Event { jd: date(one.tick), words, spot: None, kind });
        }
    }
    for (tick, (words, spot, kind, thing)) in writer.lines(events, written) {
        log.note_about(Event { jd: date(tick), words, spot: Some(spot), kind }, thing, None);
    }
}

/// Whether a line may be written here about an event, for a faction.
fn is_about(me: FactionId, event: &GameEvent) -> bool {
    match *event {
        GameEvent::ShipBuilt { what, .. }
        | GameEvent::StructureBuilt { what, .. }
        | GameEvent::BuildingHalted { what, .. }
        | GameEvent::BuildingResumed { what } => what.faction == me,
        GameEvent::FleetArrived { faction, .. } | GameEvent::TargetLost { faction, .. } => faction == me,
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
        lines.extend(self.lost_targets(events, &mut written.lost_targets));
        lines.sort_by_key(|(tick, _)| *tick);
        lines
    }
}

/// Drops entries older than this many ticks before the last event.
pub(super) fn forget_old<K: Ord>(last_ticks: &mut BTreeMap<K, u64>, events: &[FreshEvent], most_ticks: u64) {
    let now = events.last().map_or(0, |one| one.tick);
    last_ticks.retain(|_, last| now.saturating_sub(*last) <= most_ticks);
}

/// Events, and the lines about them, for tests.
#[cfg(test)]
pub(super) mod test_support {
    use typed_index_collections::TiVec;

    use super::*;
    use crate::sim::BodyId;
    use crate::sim::combat::test_support::unarmed;
    use crate::sim::event::Party;
    pub use crate::sim::event::test_support::ship;

    /// The player.
    pub const ME: FactionId = FactionId(0);
    /// A foe.
    pub const ARES: FactionId = FactionId(1);

    /// The class that is armed.
    pub fn warship() -> ClassId {
        ClassId::from(7)
    }

    /// The class that carries troopers.
    pub fn lander() -> ClassId {
        ClassId::from(8)
    }

    /// Writes something about some events.
    pub fn written<T>(events: &[(u64, GameEvent)], write: impl FnOnce(&Writer, &[FreshEvent]) -> T) -> T {
        let names = LogNames::of_factions(&["Terra", "Ares"]);
        let mut ships: TiVec<ClassId, ArmedClass> = vec![unarmed(); 9].into();
        ships[warship()].range_km = 1.0;
        ships[lander()].troopers = 1.0;
        let writer = Writer {
            me: ME,
            names: &names,
            sides: &Sides::of(&names.factions.raw),
            ships: &ships,
            is_near_own: &|place| place == DVec3::Y,
            fleet_name: &|id| (id == FleetId(1)).then(|| "First".to_owned()),
            remembered_place: &|unit| (unit != in_sight().id).then_some(DVec3::X),
            place_now: &|place, _| place,
        };
        let fresh = events.iter().map(|&(tick, event)| FreshEvent { number: 0, tick, born_s: 0.0, event });
        let fresh: Vec<FreshEvent> = fresh.filter(|one| is_about(ME, &one.event)).collect();
        write(&writer, &fresh)
    }

    /// The lines about some events.
    pub fn lines(events: &[(u64, GameEvent)], memory: &mut Written) -> Vec<Line> {
        written(events, |writer, fresh| {
            writer.lines(fresh, memory).into_iter().map(|(_, line)| line).collect()
        })
    }

    /// The same in words alone.
    pub fn words(events: &[(u64, GameEvent)], written: &mut Written) -> Vec<String> {
        lines(events, written).into_iter().map(|(words, ..)| words).collect()
    }

    /// A ship of the foe that is in sight again, whatever the events say.
    pub fn in_sight() -> Party {
        ship(70, ARES)
    }

    /// A structure of the player's.
    pub fn structure(id: u32) -> Party {
        Party { id: TargetId::Structure(StructureId(id)), faction: ME }
    }

    /// A ship of the player's was built.
    pub fn built(id: u32) -> GameEvent {
        GameEvent::ShipBuilt { what: ship(id, ME), class: ClassId::FIRST, place: DVec3::X }
    }

    /// A structure was finished.
    pub fn finished() -> GameEvent {
        GameEvent::StructureBuilt { what: structure(1), class: ClassId::FIRST, body: BodyId(0) }
    }

    /// A structure has come to a halt.
    pub fn halted(id: u32) -> GameEvent {
        GameEvent::BuildingHalted { what: structure(id), class: ClassId::FIRST, body: BodyId(0) }
    }

    /// A body changed hands.
    pub fn taken(by: FactionId, from: FactionId) -> GameEvent {
        GameEvent::Taken { body: BodyId(4), by, from: Some(from) }
    }

    /// A fleet has arrived.
    pub fn arrived(fleet: u32) -> GameEvent {
        GameEvent::FleetArrived { fleet: FleetId(fleet), faction: ME, place: DVec3::X }
    }

    /// A fleet lost sight of a ship of the foe that it attacked.
    pub fn lost_target(fleet: u32, what: Party, ends: bool) -> GameEvent {
        GameEvent::TargetLost { fleet: FleetId(fleet), faction: ME, what, class: ClassId::FIRST, ends }
    }

    /// A ship of the foe came into sight.
    pub fn sighted(id: u32, last_seen_tick: Option<u64>) -> GameEvent {
        let what = ship(id, ARES);
        GameEvent::Sighted { by: ME, what, class: ClassId::FIRST, place: DVec3::X, last_seen_tick }
    }
}

#[cfg(test)]
mod tests {
    use super::test_support::*;
    use super::*;
    use crate::client::hud::news::log::EventKind;
    use crate::sim::BodyId;

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
    fn a_line_has_the_tick_of_its_event() {
        let events = [(9, arrived(1)), (12, arrived(1)), (3, built(4)), (8, built(5)), (5, finished())];
        let lines = written(&events, |writer, fresh| writer.lines(fresh, &mut Written::default()));
        let ticks: Vec<u64> = lines.iter().map(|(tick, _)| *tick).collect();
        assert_eq!(ticks, [3, 5, 9, 12], "the first of the ships, and the earliest line first");
    }
}
