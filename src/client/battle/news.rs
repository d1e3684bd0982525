//! What happened in fights since the last frame, as far as the viewer may know it.
//!
//! - Enters: the world's [`Report`], who was in sight in the last frame, and where the viewer sees.
//! - Leaves: [`FightNews`], anew in every frame, for all that draws, sounds and tells.
//! - Must never: pass on an event of which nothing is in sight.

use bevy::prelude::*;
use glam::DVec3;

use super::eyes::Eyes;
use super::{BattleClock, Roster};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::combat::{Event, Report};
use crate::sim::ids::{BodyId, FactionId, TargetId};
use crate::sim::visibility::View;
use crate::sim::{Calendar, Sky};

/// The slowest pace by which the age of an event is reckoned.
const LEAST_PACE: f64 = 0.05;

/// An event that may be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct News {
    /// A number that no other has.
    pub number: u64,
    /// The tick in which it happened.
    pub tick: u64,
    /// When it happened, by the [`BattleClock`].
    pub born_s: f64,
    /// What happened.
    pub event: Event,
}

/// What is new in this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct FightNews {
    /// The events, the oldest first.
    pub fresh: Vec<News>,
    /// How many of the world's events have been looked at.
    seen: u64,
    /// How many have been told.
    told: u64,
}

/// Who may be told what: answers about marks, factions and places.
pub struct Witness<'a> {
    /// Whether someone is, or just was, in sight.
    pub shows: &'a dyn Fn(TargetId) -> bool,
    /// Whether someone of a faction is known to the viewer's faction, though perhaps gone.
    pub knew: &'a dyn Fn(FactionId, TargetId) -> bool,
    /// Whether a faction's own affairs are the viewer's.
    pub is_own: &'a dyn Fn(FactionId) -> bool,
    /// Whether a place is in sight, heliocentric ecliptic km.
    pub sees: &'a dyn Fn(DVec3) -> bool,
    /// Where a body is, heliocentric ecliptic km.
    pub body: &'a dyn Fn(BodyId) -> Option<DVec3>,
}

impl Witness<'_> {
    /// Whether the viewer may be told of an event.
    pub fn may_know(&self, event: &Event) -> bool {
        let sees_body = |body: BodyId| (self.body)(body).is_some_and(self.sees);
        match *event {
            Event::Shot { by, at, .. } => (self.shows)(by) || (self.shows)(at),
            Event::Launched { by, .. } => (self.shows)(by),
            Event::Intercepted { by, to, .. } => (self.shows)(by) || (self.sees)(to),
            Event::Bombarded { by, body, .. } => (self.shows)(by) || sees_body(body),
            Event::Burst { place, touched, .. } => touched.is_some_and(self.shows) || (self.sees)(place),
            Event::Suffered { what, .. } => (self.shows)(what),
            Event::Destroyed { what, faction, .. } => (self.shows)(what) || (self.knew)(faction, what),
            Event::Landed { body, faction } => (self.is_own)(faction) || sees_body(body),
            Event::Reinforced { body, faction, side, against, .. } => {
                let is_own_battle = (self.is_own)(side) || against.is_some_and(self.is_own);
                (self.is_own)(faction) || is_own_battle || sees_body(body)
            }
            Event::Taken { body, by: faction, from: owner } | Event::Repelled { body, faction, owner } => {
                (self.is_own)(faction) || owner.is_some_and(self.is_own) || sees_body(body)
            }
            // The end of a war is no secret.
            Event::Decided { .. } => true,
        }
    }
}

/// How long ago a tick was, seconds of real time, at a pace and by the number of ticks that are done.
fn age_s(done: u64, tick: u64, pace: f64) -> f64 {
    // An event of the last tick has the number of that tick, which is one less than those done.
    let ticks_ago = done.saturating_sub(tick + 1);
    ticks_ago as f64 / (TICKS_PER_SECOND * pace.max(LEAST_PACE))
}

/// Takes what is new.
pub fn take(
    report: Res<Report>,
    calendar: Res<Calendar>,
    time: Res<Time<Virtual>>,
    clock: Res<BattleClock>,
    roster: Res<Roster>,
    eyes: Res<Eyes>,
    sight: View,
    sky: Res<Sky>,
    mut news: ResMut<FightNews>,
) {
    let FightNews { fresh, seen, told } = &mut *news;
    fresh.clear();
    // Before the first frame nobody knows who is in sight.
    if !roster.is_noted() || *seen == report.count() {
        return;
    }
    let knew = |faction: FactionId, mark: TargetId| match mark {
        TargetId::Ship(id) => sight.shows_ship(faction, id),
        TargetId::Structure(id) => sight.shows_structure(faction, id),
    };
    let witness = Witness {
        shows: &|mark| roster.shows(mark),
        knew: &knew,
        is_own: &|faction| sight.shows_secrets_of(faction),
        sees: &|place| eyes.see(place),
        body: &|body| sky.now.get(body).map(|state| state.position),
    };
    let pace = time.relative_speed_f64();
    for (tick, event) in report.since(*seen).filter(|(_, event)| witness.may_know(event)) {
        let born_s = clock.now_s - age_s(calendar.tick, *tick, pace);
        fresh.push(News { number: *told, tick: *tick, born_s, event: *event });
        *told += 1;
    }
    *seen = report.count();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::DamageKind;
    use crate::sim::combat::report::Outcome;
    use crate::sim::ids::ClassId;
    use crate::sim::ids::ShipId;

    const SEEN: TargetId = TargetId::Ship(ShipId(1));
    const HIDDEN: TargetId = TargetId::Ship(ShipId(2));

    fn may_know(event: &Event) -> bool {
        let witness = Witness {
            shows: &|mark| mark == SEEN,
            knew: &|faction, _| faction == FactionId(0),
            is_own: &|faction| faction == FactionId(0),
            sees: &|place| place.x > 0.0,
            body: &|body| [DVec3::X, DVec3::NEG_X].get(body.0).copied(),
        };
        witness.may_know(event)
    }

    fn shot(by: TargetId, at: TargetId) -> Event {
        let (from, to) = (DVec3::ZERO, DVec3::ZERO);
        Event::Shot { by, at, weapon: 0, from, to, outcome: Outcome::Missed }
    }

    #[test]
    fn a_shot_is_told_if_one_of_both_is_in_sight() {
        assert!(may_know(&shot(SEEN, HIDDEN)) && may_know(&shot(HIDDEN, SEEN)));
        assert!(!may_know(&shot(HIDDEN, HIDDEN)));
        assert!(!may_know(&Event::Launched { by: HIDDEN, weapon: 0, place: DVec3::X }));
    }

    #[test]
    fn bursts_are_told_where_one_sees() {
        let burst = |place, touched| Event::Burst { place, blast_km: 1.0, touched, ground: None };
        assert!(may_know(&burst(DVec3::X, None)) && may_know(&burst(DVec3::NEG_X, Some(SEEN))));
        assert!(!may_know(&burst(DVec3::NEG_X, Some(HIDDEN))));
    }

    #[test]
    fn wounds_are_told_of_who_is_in_sight() {
        let suffered = |what| {
            let (kind, toward, place) = (DamageKind::Em, DVec3::X, DVec3::X);
            Event::Suffered { what, shield: 1.0, armour: 0.0, kind, toward, place }
        };
        assert!(may_know(&suffered(SEEN)) && !may_know(&suffered(HIDDEN)));
    }

    #[test]
    fn the_dead_are_told_of_to_who_knew_them() {
        let dead = |what, faction| {
            let (class, by, place, radius_km) = (ClassId::FIRST, None, DVec3::ZERO, 1.0);
            Event::Destroyed { what, class, faction, by, place, radius_km }
        };
        assert!(may_know(&dead(SEEN, FactionId(7))) && may_know(&dead(HIDDEN, FactionId(0))));
        assert!(!may_know(&dead(HIDDEN, FactionId(7))));
    }

    #[test]
    fn landings_are_told_to_who_takes_part_or_looks_on() {
        let landed = |body, faction| Event::Landed { body, faction };
        assert!(may_know(&landed(BodyId(1), FactionId(0))) && may_know(&landed(BodyId(0), FactionId(5))));
        assert!(!may_know(&landed(BodyId(1), FactionId(5))) && !may_know(&landed(BodyId(9), FactionId(5))));
        let joined = |body, faction, side| {
            let (defends, against) = (true, Some(7));
            Event::Reinforced { body, faction, side, defends, against: against.map(FactionId) }
        };
        assert!(
            may_know(&joined(BodyId(1), FactionId(0), FactionId(5)))
                && may_know(&joined(BodyId(1), FactionId(5), FactionId(0)))
                && may_know(&joined(BodyId(0), FactionId(5), FactionId(6)))
        );
        assert!(!may_know(&joined(BodyId(1), FactionId(5), FactionId(6))));
        let (body, faction, side) = (1, 5, 5);
        let helped = Event::Reinforced {
            body: BodyId(body),
            faction: FactionId(faction),
            side: FactionId(side),
            defends: true,
            against: Some(FactionId(0)),
        };
        assert!(may_know(&helped), "the invaders' troopers see who joins the defenders");
        assert!(may_know(&Event::Taken { body: BodyId(1), by: FactionId(5), from: Some(FactionId(0)) }));
        assert!(!may_know(&Event::Taken { body: BodyId(1), by: FactionId(5), from: None }));
        let repelled = |body, faction, owner| Event::Repelled { body, faction, owner };
        assert!(
            may_know(&repelled(BodyId(1), FactionId(5), Some(FactionId(0))))
                && may_know(&repelled(BodyId(1), FactionId(0), None))
        );
        assert!(
            may_know(&repelled(BodyId(0), FactionId(5), None))
                && !may_know(&repelled(BodyId(1), FactionId(5), Some(FactionId(6))))
        );
    }

    #[test]
    fn the_last_tick_is_now_and_earlier_ones_go_by_the_pace() {
        assert_eq!(age_s(10, 9, 1.0), 0.0);
        assert!((age_s(40, 9, 1.0) - 1.0).abs() < 1e-9);
        assert!((age_s(40, 9, 10.0) - 0.1).abs() < 1e-9);
        assert_eq!(age_s(5, 9, 1.0), 0.0, "a tick to come");
    }
}
