//! The player's situation, as a mood.

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashSet;
use bevy::prelude::*;
use glam::DVec3;

use super::mood::Mood;
use crate::client::frame::{Player, PollTimer};
use crate::client::hud::log::{EventKind, EventLog, LogEntry, MOST_EVENTS};
use crate::client::scene::battle::FreshEvents;
use crate::client::view::Sight;
use crate::sim::event::GameEvent;
use crate::sim::motion::wells::well_among;
use crate::sim::{BodyId, FactionId, Sky};

/// An alert but the end of a battle makes the music tense for this long, seconds of real time.
const ALERT_S: f64 = 60.0;
/// An attack that the log reports is a battle for this long, seconds of real time.
const ATTACK_S: f64 = 10.0;

/// Whether foes are near the player's things, found out a few times a second.
#[derive(Debug, Default)]
pub struct FoeWatch {
    timer: PollTimer,
    are_near: bool,
}

/// Query bundle for the player's situation.
#[derive(SystemParam)]
pub struct Situation<'w, 's> {
    news: Res<'w, FreshEvents>,
    log: Res<'w, EventLog>,
    player: Res<'w, Player>,
    sight: Sight<'w, 's>,
    sky: Res<'w, Sky>,
    real: Res<'w, Time<Real>>,
}

impl Situation<'_, '_> {
    /// The mood that suits the situation.
    pub fn mood(&self, foes: &mut FoeWatch) -> Mood {
        let now_s = self.real.elapsed_secs_f64();
        if foes.timer.is_due(now_s) {
            foes.are_near = self.are_foes_near();
        }
        let fights = self.news.fresh.iter().any(|one| is_fight_of(self.player.faction, &one.event));
        let reported = reported(self.log.last(MOST_EVENTS), now_s);
        match reported {
            _ if fights => Mood::Battle,
            Mood::Peace if foes.are_near => Mood::Tension,
            _ => reported,
        }
    }

    /// Whether a ship of a foe is in sight in a well where the player has anything.
    fn are_foes_near(&self) -> bool {
        let view = self.sight.view();
        let Some(me) = view.faction() else { return false };
        let center = |body: BodyId| self.sky.now.get(body).map(|state| state.position);
        let well = |place: DVec3| well_among(&self.sky.system, place, center);
        let places = || view.ships().map(|seen| (seen.owner, seen.position));
        let mut own: HashSet<BodyId> = view.bodies_of(me).into_iter().collect();
        own.extend(places().filter(|(owner, _)| *owner == me).filter_map(|(_, place)| well(place)));
        let mut foes = places().filter(|(owner, _)| view.is_foe(*owner));
        foes.any(|(_, place)| well(place).is_some_and(|body| own.contains(&body)))
    }
}

/// Whether units of a faction fire or are hit in an event.
fn is_fight_of(me: FactionId, event: &GameEvent) -> bool {
    match *event {
        GameEvent::Shot { by, at, .. } => by.faction == me || at.faction == me,
        GameEvent::Launched { by, .. }
        | GameEvent::Intercepted { by, .. }
        | GameEvent::Bombarded { by, .. } => by.faction == me,
        GameEvent::Burst { touched: Some(unit), .. } => unit.faction == me,
        _ => false,
    }
}

/// The mood by the alerts of the log at a time, seconds of real time.
fn reported<'a>(entries: impl Iterator<Item = &'a LogEntry>, now_s: f64) -> Mood {
    let moods = entries.map(|entry| {
        let age_s = now_s - entry.shown_s.unwrap_or(now_s);
        let kind = entry.event.kind;
        let is_attack = matches!(kind, EventKind::Attacked | EventKind::Bombarded | EventKind::Landing);
        if is_attack && age_s < ATTACK_S {
            Mood::Battle
        } else if kind.alerts() && !kind.is_outcome() && age_s < ALERT_S {
            Mood::Tension
        } else {
            Mood::Peace
        }
    });
    moods.max().unwrap_or(Mood::Peace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::log::Event;
    use crate::sim::WeaponId;
    use crate::sim::event::test_support::ship;
    use crate::sim::event::{Party, ShotOutcome};

    fn party(faction: usize) -> Party {
        ship(1, FactionId(faction))
    }

    #[test]
    fn only_fights_of_the_player_are_battles() {
        let shot = |by: usize, at: usize| GameEvent::Shot {
            by: party(by),
            at: party(at),
            weapon: WeaponId::FIRST,
            from: DVec3::ZERO,
            to: DVec3::X,
            outcome: ShotOutcome::Missed,
        };
        let me = FactionId(0);
        assert!(is_fight_of(me, &shot(0, 1)) && is_fight_of(me, &shot(1, 0)));
        assert!(!is_fight_of(me, &shot(1, 2)));
        let landed = GameEvent::Landed { body: BodyId(1), faction: FactionId(1) };
        assert!(!is_fight_of(me, &landed), "the log reports it");
    }

    #[test]
    fn alerts_are_tense_for_a_minute() {
        let mut log = EventLog::default();
        let mood = |log: &EventLog, now_s: f64| reported(log.last(MOST_EVENTS), now_s);
        log.note(Event { jd: 0.0, words: String::new(), spot: None, kind: EventKind::FieldHeld });
        assert_eq!(mood(&log, 5.0), Mood::Peace, "a battle that is over threatens nobody");
        for kind in [EventKind::Arrived, EventKind::Sighted] {
            log.note(Event { jd: 0.0, words: String::new(), spot: None, kind });
        }
        assert_eq!(mood(&log, 5.0), Mood::Tension, "it will be shown in this frame");
        log.note(Event { jd: 0.0, words: String::new(), spot: None, kind: EventKind::Landing });
        assert_eq!(mood(&log, 5.0), Mood::Battle);
        let mut quiet = EventLog::default();
        quiet.note_quietly(Event { jd: 0.0, words: String::new(), spot: None, kind: EventKind::Landing });
        assert_eq!(mood(&quiet, 5.0), Mood::Peace, "it is long past");
    }
}
