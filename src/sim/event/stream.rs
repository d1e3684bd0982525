//! The stream of events, and the set of factions to which each is known.

use std::collections::VecDeque;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::GameEvent;
use crate::level::check::MAX_FACTIONS;
use crate::sim::{FactionId, Fleet, FleetId};

/// The most events that are kept; older ones are dropped.
pub const MOST_EVENTS: usize = 8192;

/// The most destroyed fleets that are kept for their names.
const MOST_LOST_FLEETS: usize = 256;

/// Some of the factions of a level, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FactionSet(u64);

const _: () = assert!(MAX_FACTIONS <= u64::BITS as usize, "a set has a bit for every faction");

impl FactionSet {
    /// All factions that a level can have.
    pub const ALL: Self = Self(u64::MAX);

    /// Adds the factions of another set.
    pub fn insert_all(&mut self, others: Self) {
        self.0 |= others.0;
    }

    /// Adds a faction. [`FactionId::NOBODY`] is never in a set.
    pub fn insert(&mut self, faction: FactionId) {
        self.0 |= bit(faction);
    }

    /// Whether a faction is in the set.
    pub fn contains(self, faction: FactionId) -> bool {
        self.0 & bit(faction) != 0
    }
}

/// The bit of a faction; 0 for a number beyond those of levels.
fn bit(faction: FactionId) -> u64 {
    u32::try_from(faction.0).ok().and_then(|number| 1_u64.checked_shl(number)).unwrap_or(0)
}

/// An event in the stream.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Place in the stream: the first event of a world has number 0.
    pub number: u64,
    /// The tick in which it happened. Places in the event are those at the end of that tick.
    pub tick: u64,
    /// The event.
    pub event: GameEvent,
    /// The factions that know of it. Empty until the end of its tick, fixed from then on.
    pub known_to: FactionSet,
}

/// The last events of a world, the oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Events {
    entries: VecDeque<Entry>,
    /// Number of events that were ever recorded.
    count: u64,
    /// Number of events for which the witnesses have been decided.
    decided: u64,
    /// Fleets whose last ship was destroyed, the latest last.
    lost_fleets: VecDeque<Fleet>,
}

impl Events {
    /// Records an event of a tick.
    pub fn record(&mut self, tick: u64, event: GameEvent) {
        if self.entries.len() == MOST_EVENTS {
            self.entries.pop_front();
        }
        let known_to = FactionSet::default();
        self.entries.push_back(Entry { number: self.count, tick, event, known_to });
        self.count += 1;
    }

    /// Keeps a fleet whose last ship was destroyed, because events name it.
    pub(in crate::sim) fn keep_lost(&mut self, fleet: Fleet) {
        if self.lost_fleets.len() == MOST_LOST_FLEETS {
            self.lost_fleets.pop_front();
        }
        self.lost_fleets.push_back(fleet);
    }

    /// A fleet whose last ship was destroyed lately.
    pub fn lost_fleet(&self, id: FleetId) -> Option<&Fleet> {
        self.lost_fleets.iter().find(|fleet| fleet.id == id)
    }

    /// Number of events that were ever recorded: a reader passes it to [`Events::since`] the next time.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The events since a number, as far as they are kept.
    pub fn since(&self, number: u64) -> impl Iterator<Item = &Entry> {
        self.entries.iter().skip(self.index_of(number))
    }

    /// The events of a tick and later, as far as they are kept.
    pub fn of_tick(&self, tick: u64) -> impl Iterator<Item = &Entry> {
        self.entries.iter().skip(self.entries.partition_point(|entry| entry.tick < tick))
    }

    /// Whether the witnesses of an event are still undecided.
    pub(in crate::sim) fn has_undecided(&self) -> bool {
        self.decided < self.count
    }

    /// The undecided events. They count as decided afterwards.
    pub(in crate::sim) fn decide(&mut self) -> impl Iterator<Item = &mut Entry> {
        let first = self.index_of(self.decided);
        self.decided = self.count;
        self.entries.iter_mut().skip(first)
    }

    /// Index of an event among those kept, by its number; the first one, if it is dropped already.
    fn index_of(&self, number: u64) -> usize {
        let first_kept = self.count - self.entries.len() as u64;
        usize::try_from(number.saturating_sub(first_kept)).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::BodyId;

    fn taken(body: usize) -> GameEvent {
        GameEvent::Taken { body: BodyId(body), by: FactionId(0), from: None }
    }

    #[test]
    fn readers_get_the_events_new_to_them() {
        let mut events = Events::default();
        (0..3).for_each(|body| events.record(body as u64, taken(body)));
        let new: Vec<(u64, u64, GameEvent)> =
            events.since(2).map(|entry| (entry.number, entry.tick, entry.event)).collect();
        assert_eq!(new, [(2, 2, taken(2))]);
        (0..MOST_EVENTS).for_each(|body| events.record(9, taken(body)));
        assert_eq!(events.since(0).count(), MOST_EVENTS);
        assert_eq!(events.since(0).next().map(|entry| entry.number), Some(3), "the oldest are dropped");
        assert_eq!(events.since(events.count()).count(), 0);
    }

    #[test]
    fn each_event_is_decided_once_and_read_by_its_witnesses() {
        let mut events = Events::default();
        (0..4).for_each(|body| events.record(0, taken(body)));
        events.decide().skip(1).for_each(|entry| entry.known_to.insert(FactionId(63)));
        assert!(!events.has_undecided() && events.decide().count() == 0);
        events.record(1, taken(9));
        assert!(events.has_undecided() && events.decide().count() == 1);
        let known = events.since(0).filter(|entry| entry.known_to.contains(FactionId(63)));
        assert_eq!(known.map(|entry| entry.number).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn nobody_is_in_no_set() {
        let mut set = FactionSet::default();
        set.insert(FactionId::NOBODY);
        set.insert(FactionId(64));
        assert_eq!(set, FactionSet::default());
        set.insert(FactionId(5));
        assert!(
            set.contains(FactionId(5)) && !set.contains(FactionId(4)) && !set.contains(FactionId::NOBODY)
        );
    }
}
