//! Lines about ships that leave the sight of those who attack them: the attack ends, or goes on to where they were
//! last seen.

use std::collections::BTreeMap;

use super::super::{EventKind, Thing};
use super::writer::{Dated, Writer, forget_old};
use crate::client::scene::battle::FreshEvent;
use crate::level::with_article;
use crate::sim::FleetId;
use crate::sim::event::GameEvent;

/// Least time between two lines about the same fleet, ticks: ships at the edge of sight come and go.
const REST_TICKS: u64 = 900;

impl Writer<'_> {
    /// Lines about attacked ships that are out of sight. `last_ticks` has the tick of the last line about a fleet.
    pub(super) fn lost_targets(
        &self,
        events: &[FreshEvent],
        last_ticks: &mut BTreeMap<FleetId, u64>,
    ) -> Vec<Dated> {
        let mut lines = Vec::new();
        for one in events {
            let GameEvent::TargetLost { fleet, what, class, ends, .. } = one.event else { continue };
            let is_recent = |last: &u64| one.tick.saturating_sub(*last) <= REST_TICKS;
            if last_ticks.get(&fleet).is_some_and(is_recent) {
                continue;
            }
            // A ship that is in sight again by now has no line.
            let known = (self.remembered_place)(what.id).zip((self.fleet_name)(fleet));
            let Some((place, name)) = known else { continue };
            last_ticks.insert(fleet, one.tick);
            let ship =
                format!("{} of {}", with_article(self.names.ship(class)), self.names.faction(what.faction));
            let words = lost_words(&ship, &self.names.about(place), &name, ends);
            lines.push((
                one.tick,
                (words, self.names.spot(place), EventKind::Note, Some(Thing::Unit(what.id))),
            ));
        }
        forget_old(last_ticks, events, REST_TICKS);
        lines
    }
}

/// The text about a ship that left sight at a place. Names of fleets may be plural: no verb may follow them.
fn lost_words(ship: &str, about: &str, fleet: &str, ends: bool) -> String {
    let then = if ends { format!("the attack of {fleet} ends") } else { format!("{fleet} still on the way") };
    format!("Lost sight of {ship}{about}: {then}")
}

#[cfg(test)]
mod tests {
    use super::super::writer::Written;
    use super::super::writer::test_support::*;
    use super::*;

    #[test]
    fn a_lost_target_is_told_once_for_a_while() {
        let mut written = Written::default();
        let mut told = |tick: u64, fleet: u32| {
            words(&[(tick, lost_target(fleet, ship(3, ARES), true))], &mut written).len()
        };
        assert_eq!(told(10, 1), 1);
        assert_eq!(told(40, 1), 0, "it flickers");
        assert_eq!(told(50, 2), 0, "no fleet of the player's has this number");
        assert_eq!(told(10 + REST_TICKS, 1), 0);
        assert_eq!(told(11 + REST_TICKS, 1), 1);
    }

    #[test]
    fn a_ship_that_is_in_sight_again_is_not_lost() {
        let mut written = Written::default();
        assert!(words(&[(10, lost_target(1, in_sight(), true))], &mut written).is_empty());
        let then = words(&[(12, lost_target(1, ship(3, ARES), true))], &mut written);
        assert_eq!(
            then,
            ["Lost sight of a ship of Ares: the attack of First ends"],
            "nothing was told before"
        );
    }

    #[test]
    fn the_line_says_what_becomes_of_the_attack() {
        let told = |ends: bool| lost_words("a frigate of Ares", " near Mars", "Pathfinders", ends);
        let lost = "Lost sight of a frigate of Ares near Mars";
        assert_eq!(told(true), format!("{lost}: the attack of Pathfinders ends"));
        assert_eq!(told(false), format!("{lost}: Pathfinders still on the way"));
    }
}
