//! Lines about ships that leave the sight of those who attack them: the attack ends, or goes on where it was ordered.
//! The world has no event for that: the routes of the player's fleets tell it.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::super::names::{LogNames, article};
use super::super::queries::Sources;
use super::super::{Event, EventKind, EventLog, Thing};
use crate::client::worlds::Kept;
use crate::sim::visibility::{LastKnown, WorldView};
use crate::sim::{AttackTarget, FleetId, Goal, Route, ShipId, TargetId};

/// Least time between two lines about the same fleet, ticks: ships at the edge of sight come and go.
const REST_TICKS: u64 = 900;

/// The present attack of a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hunt {
    /// It sees a ship of its target, the nearest one.
    Sees(ShipId),
    /// It sees other foes of its target.
    SeesOthers,
    /// It sees nothing in its area, and goes there.
    Searches,
    /// There is none.
    Ended,
}

impl Hunt {
    fn of(route: Option<&Route>) -> Self {
        let Some(leg) = route.and_then(|route| route.0.front()) else { return Self::Ended };
        match (leg.goal, leg.track.lead) {
            (Goal::Attack(_), Some(TargetId::Ship(ship))) => Self::Sees(ship),
            (Goal::Attack(_), Some(TargetId::Structure(_))) => Self::SeesOthers,
            (Goal::Attack(AttackTarget::Area { .. }), None) => Self::Searches,
            _ => Self::Ended,
        }
    }
}

/// State kept from tick to tick.
#[derive(Default)]
pub struct HuntMemory {
    /// The hunted ships in sight.
    seen: BTreeMap<FleetId, ShipId>,
    /// The tick of the last line about a fleet.
    told: BTreeMap<FleetId, u64>,
}

impl HuntMemory {
    /// Takes the present attacks in, and returns those whose ship has left sight: with the ship. `is_remembered`:
    /// whether a ship is out of sight, and was seen before.
    fn lost(
        &mut self,
        hunts: &[(FleetId, Hunt)],
        tick: u64,
        is_remembered: impl Fn(ShipId) -> bool,
    ) -> Vec<(FleetId, ShipId, Hunt)> {
        let seen = std::mem::take(&mut self.seen);
        self.told.retain(|_, told| tick.saturating_sub(*told) <= REST_TICKS);
        let mut lost = Vec::new();
        for (fleet, hunt) in hunts {
            match (hunt, seen.get(fleet)) {
                (Hunt::Sees(ship), _) => {
                    self.seen.insert(*fleet, *ship);
                }
                (Hunt::Searches | Hunt::Ended, Some(ship))
                    if is_remembered(*ship) && !self.told.contains_key(fleet) =>
                {
                    self.told.insert(*fleet, tick);
                    lost.push((*fleet, *ship, *hunt));
                }
                _ => {}
            }
        }
        lost
    }
}

/// Writes the lines, after each tick.
pub fn write(sources: Sources, mut log: ResMut<EventLog>, mut memory: Kept<HuntMemory>) {
    let memory = memory.now();
    let me = sources.player.faction;
    if sources.player.is_changed() {
        // The acting player must not learn what others hunted.
        *memory = HuntMemory::default();
    }
    if !sources.sky.is_changed() {
        return;
    }
    let view = sources.planet_data.view();
    let own = view.fleets(|fleet| fleet.faction == me);
    let hunts: Vec<(FleetId, Hunt)> = own.map(|known| (known.fleet.id, Hunt::of(known.route))).collect();
    let lost = memory.lost(&hunts, sources.calendar.tick, |ship| ghost_of(view, ship).is_some());
    if lost.is_empty() {
        return;
    }
    let places = sources.places();
    let names = sources.names(&places);
    for (fleet, ship, hunt) in lost {
        let Some((ghost, fleet)) = ghost_of(view, ship).zip(view.own_fleet_name(fleet)) else { continue };
        let place = view.place_of(ghost);
        let words = words(&what(ghost, &names), &names.about(place), fleet, hunt);
        let spot = Some(names.spot(place));
        let event = Event { jd: sources.calendar.now_jd(), words, spot, kind: EventKind::Note };
        log.note_about(event, Some(Thing::Unit(ghost.id())), None);
    }
}

/// A ship as it was last seen.
fn ghost_of(view: WorldView<'_>, ship: ShipId) -> Option<&LastKnown> {
    view.ghosts().find(|ghost| ghost.id() == TargetId::Ship(ship))
}

/// A ship out of sight: `a frigate of Ares`.
fn what(ghost: &LastKnown, names: &LogNames) -> String {
    let class = names.ship(ghost.class());
    format!("{} {class} of {}", article(class), names.faction(ghost.faction))
}

/// The text about a ship that left sight at a place. Names of fleets may be plural: no verb may follow them.
fn words(what: &str, about: &str, fleet: &str, hunt: Hunt) -> String {
    let then = match hunt {
        Hunt::Searches => format!("{fleet} still on the way to the attacked area"),
        Hunt::Sees(_) | Hunt::SeesOthers | Hunt::Ended => format!("the attack of {fleet} ends"),
    };
    format!("Lost sight of {what}{about}: {then}")
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::sim::{AnchoredPlace, Leg, Track};

    const FIRST: FleetId = FleetId(1);
    const FOE: ShipId = ShipId(7);

    fn route(target: AttackTarget, lead: Option<TargetId>) -> Route {
        let track = Track { lead, place: DVec3::X };
        Route([Leg { track, ..Leg::new(Goal::Attack(target), 1.0) }].into())
    }

    #[test]
    fn an_attack_sees_its_target_or_searches_its_area() {
        let target = AttackTarget::Fleet(FleetId(9));
        let area = AttackTarget::Area { middle: AnchoredPlace::default(), radius_km: 1.0e6 };
        let ship = Some(TargetId::Ship(FOE));
        assert_eq!(Hunt::of(Some(&route(target, ship))), Hunt::Sees(FOE));
        assert_eq!(Hunt::of(Some(&route(area, None))), Hunt::Searches);
        assert_eq!([None, Some(&Route::default())].map(Hunt::of), [Hunt::Ended; 2]);
        let place = Route([Leg::new(Goal::point(DVec3::X), 1.0)].into());
        assert_eq!(Hunt::of(Some(&place)), Hunt::Ended);
    }

    #[test]
    fn only_a_ship_that_left_sight_is_lost_and_it_is_told_once_for_a_while() {
        let mut memory = HuntMemory::default();
        let mut lost = |hunt: Hunt, tick: u64, is_remembered: bool| {
            memory.lost(&[(FIRST, hunt)], tick, |_| is_remembered).len()
        };
        assert_eq!(lost(Hunt::Sees(FOE), 1, false), 0);
        assert_eq!(lost(Hunt::Ended, 2, false), 0, "it was destroyed");
        assert_eq!(lost(Hunt::Sees(FOE), 3, false), 0);
        assert_eq!(lost(Hunt::SeesOthers, 4, true), 0, "there is more to attack");
        assert_eq!(lost(Hunt::Sees(FOE), 5, false), 0);
        assert_eq!(lost(Hunt::Searches, 6, true), 1);
        assert_eq!(lost(Hunt::Searches, 7, true), 0, "it is known");
        assert_eq!(lost(Hunt::Sees(FOE), 8, false), 0);
        assert_eq!(lost(Hunt::Ended, 9, true), 0, "it flickers");
        let later = 10 + REST_TICKS;
        assert_eq!(lost(Hunt::Sees(FOE), later, false), 0);
        assert_eq!(lost(Hunt::Ended, later + 1, true), 1);
    }

    #[test]
    fn the_line_says_what_becomes_of_the_attack() {
        let told = |hunt: Hunt| words("a frigate of Ares", " near Mars", "Pathfinders", hunt);
        let lost = "Lost sight of a frigate of Ares near Mars";
        assert_eq!(told(Hunt::Ended), format!("{lost}: the attack of Pathfinders ends"));
        let searches = format!("{lost}: Pathfinders still on the way to the attacked area");
        assert_eq!(told(Hunt::Searches), searches);
    }
}
