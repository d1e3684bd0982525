//! Lines about the player's construction, possessions and movements, and about surrenders.

use std::collections::BTreeMap;

use glam::DVec3;

use super::super::{EventKind, Line, Thing};
use super::writer::{Dated, Writer, forget_old};
use crate::client::frame::capital;
use crate::client::scene::battle::FreshEvent;
use crate::client::view::FocusTarget;
use crate::level::counted;
use crate::sim::event::GameEvent;
use crate::sim::{BodyId, ClassId, StructureId, TargetId};

/// Least time between two lines about halts of the same structure, ticks.
const HALT_TICKS: u64 = 900;

impl Writer<'_> {
    /// Ships that were built, counted by class and well.
    pub(super) fn built_ships(&self, events: &[FreshEvent]) -> Vec<Dated> {
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

    /// That a body is the player's now.
    fn yours(&self, body: BodyId) -> String {
        format!("{} is yours", capital(self.names.body(body)))
    }

    /// Structures that were finished, and bodies that are the player's now.
    pub(super) fn gain(&self, event: &GameEvent) -> Option<Line> {
        let (words, body) = match *event {
            GameEvent::StructureBuilt { class, body, .. } => (
                format!("{} finished at {}", capital(self.names.structure(class)), self.names.body(body)),
                body,
            ),
            GameEvent::Founded { body, .. } => (self.yours(body), body),
            GameEvent::Taken { body, by, .. } if by == self.me => (self.yours(body), body),
            _ => return None,
        };
        Some((words, FocusTarget::Body(body), EventKind::Finished, None))
    }

    /// Structures that have come to a halt, all in one line.
    pub(super) fn halts(
        &self,
        events: &[FreshEvent],
        last_ticks: &mut BTreeMap<StructureId, u64>,
    ) -> Option<Dated> {
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
    pub(super) fn loss(&self, event: &GameEvent) -> Option<Line> {
        let GameEvent::Taken { body, by, from } = *event else { return None };
        let (name, taker) = (self.names.body(body), self.names.faction(by));
        let words = format!("{} is lost: {taker} has captured it", capital(name));
        (from == Some(self.me)).then_some((words, FocusTarget::Body(body), EventKind::Captured, None))
    }

    /// A surrender, which has no place.
    pub(super) fn surrender(&self, event: &GameEvent) -> Option<(String, EventKind)> {
        let GameEvent::Surrendered { faction } = *event else { return None };
        if faction == self.me {
            return Some(("You have surrendered".to_owned(), EventKind::Trouble));
        }
        let is_foe = self.sides.are_foes(self.me, faction);
        let kind = if is_foe { EventKind::Finished } else { EventKind::Trouble };
        Some((format!("{} has surrendered", self.names.faction(faction)), kind))
    }

    /// An own fleet at the end of its way.
    pub(super) fn arrival(&self, one: &FreshEvent) -> Option<Line> {
        let GameEvent::FleetArrived { fleet, place, .. } = one.event else { return None };
        let (name, place) = ((self.fleet_name)(fleet)?, (self.place_now)(place, one.tick));
        let words = format!("{name} arrived{}", self.names.at(place));
        Some((words, self.names.spot(place), EventKind::Arrived, Some(Thing::Fleet(fleet))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::writer::Written;
    use super::super::writer::test_support::*;
    use super::*;

    #[test]
    fn what_is_built_within_a_moment_shares_a_line() {
        let founded = GameEvent::Founded { body: BodyId(2), by: ME };
        let events = [(5, built(4)), (5, finished()), (6, founded), (7, built(5))];
        let expected = ["2 ships finished", "Structure finished at nowhere", "Nowhere is yours"];
        assert_eq!(words(&events, &mut Written::default()), expected);
    }

    #[test]
    fn a_lost_body_names_its_new_owner() {
        let mut written = Written::default();
        let lost = words(&[(1, taken(ARES, ME))], &mut written);
        assert_eq!(lost, ["Nowhere is lost: Ares has captured it"]);
        assert_eq!(words(&[(2, taken(ME, ARES))], &mut written), ["Nowhere is yours"]);
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
    fn arrivals_name_the_fleet() {
        assert_eq!(words(&[(1, arrived(1)), (1, arrived(2))], &mut Written::default()), ["First arrived"]);
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
}
