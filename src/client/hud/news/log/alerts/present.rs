//! The present alerts, the gravest first. If there are too many, the least grave give way first, and among equally
//! grave ones those that are not about the player's home.

use std::cmp::Reverse;

use bevy::prelude::*;

use super::super::{Event, EventKind, EventLog, LogEntry, MOST_EVENTS};
use crate::client::frame::Player;
use crate::sim::BodyId;

/// The most alerts at once.
pub(super) const MOST_ALERTS: usize = 4;

/// An alert on the screen: the last event of its kind at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Alert {
    /// The number of the event in the log.
    pub number: u64,
    /// The event.
    pub event: Event,
    /// When it was first shown, seconds of real time; `None`: not yet.
    pub shown_s: Option<f64>,
    /// The battle on which there is a report.
    pub report: Option<u64>,
}

/// The alerts on the screen, the gravest first, and among equally grave ones the oldest. They change only if there are
/// others.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Alerts(pub Vec<Alert>);

impl Alerts {
    /// Whether troopers of others land on a body of the player's, also while none of them is alive on its ground.
    pub fn has_landing(&self, body: BodyId) -> bool {
        let is_landing = |event: &Event| event.kind == EventKind::Landing && event.body() == Some(body);
        self.0.iter().any(|alert| is_landing(&alert.event))
    }
}

/// Alerts grow older while the clock runs.
pub(super) fn age(time: Res<Time<Virtual>>, real: Res<Time<Real>>, mut log: ResMut<EventLog>) {
    if !time.is_paused() {
        log.bypass_change_detection().age_alerts(real.delta_secs_f64());
    }
}

/// Lists the alerts, if there are others than before.
pub(super) fn collect(log: Res<EventLog>, player: Res<Player>, mut alerts: ResMut<Alerts>) {
    let present = present(&log, home_of(&player));
    let is_same = present.len() == alerts.0.len()
        && alerts.0.iter().zip(&present).all(|(alert, entry)| alert.is_of(entry, &log));
    if !is_same {
        alerts.0 = present.into_iter().map(|entry| Alert::of(entry, &log)).collect();
    }
}

fn home_of(player: &Player) -> Option<BodyId> {
    player.home.map(|(body, _)| body)
}

/// The entries that would be alerts if there were room for all, the oldest first. Among like events only the last one
/// counts.
pub(super) fn lasting(log: &EventLog) -> Vec<&LogEntry> {
    let mut found: Vec<&LogEntry> = Vec::new();
    let lasts =
        |entry: &LogEntry| entry.event.kind.alert().is_some_and(|alert| entry.running_s < alert.seconds);
    let is_ended = |entry: &LogEntry| entry.is_dismissed || entry.is_over;
    for entry in log.last(MOST_EVENTS).filter(|entry| !is_ended(entry) && lasts(entry)) {
        found.retain(|other| !other.event.is_like(&entry.event));
        found.push(entry);
    }
    found
}

/// The entries that are alerts now, the gravest first, and among equally grave ones the oldest. If there are too many,
/// the gravest stay; among equally grave ones, those at the player's home.
fn present(log: &EventLog, home: Option<BodyId>) -> Vec<&LogEntry> {
    let mut found = lasting(log);
    let gravity =
        |entry: &LogEntry| (entry.event.kind.weight(), home.is_some() && entry.event.body() == home);
    while found.len() > MOST_ALERTS {
        // The oldest of the least grave.
        let least = found.iter().enumerate().min_by_key(|(_, entry)| gravity(entry));
        let Some((index, _)) = least else { break };
        found.remove(index);
    }
    found.sort_by_key(|entry| Reverse(entry.event.kind.weight()));
    found
}

impl Alert {
    /// The alert of an entry.
    fn of(entry: &LogEntry, log: &EventLog) -> Self {
        Self {
            number: entry.number,
            event: entry.event.clone(),
            shown_s: entry.shown_s,
            report: log.report_of(entry),
        }
    }

    /// Whether it is the alert of this entry. Two players at one screen have entries of the same number.
    fn is_of(&self, entry: &LogEntry, log: &EventLog) -> bool {
        (self.number, self.shown_s) == (entry.number, entry.shown_s)
            && self.event == entry.event
            && self.report == log.report_of(entry)
    }

    /// The time since it was first shown, s; `now_s`: seconds of real time.
    pub fn age_s(&self, now_s: f64) -> f64 {
        now_s - self.shown_s.unwrap_or(now_s)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::time::Duration;

    use super::*;
    use crate::client::view::FocusTarget;
    use crate::sim::FactionId;

    /// A player whose home is body 7.
    const PLAYER: Player = Player { faction: FactionId(0), home: Some((BodyId(7), 6371.0)) };
    /// The time for which the alert of a loss stays, s.
    const SECONDS: f64 = 25.0;

    /// A log of events at bodies, with their numbers as words.
    pub fn log(events: &[(EventKind, u32)]) -> EventLog {
        let mut log = EventLog::default();
        for (number, (kind, body)) in events.iter().enumerate() {
            let spot = Some(FocusTarget::Body(BodyId(*body as usize)));
            log.note(Event { jd: 0.0, words: number.to_string(), spot, kind: *kind });
        }
        log.mark_shown(10.0);
        log
    }

    fn words(log: &EventLog) -> Vec<String> {
        present(log, home_of(&PLAYER)).into_iter().map(|entry| entry.event.words.clone()).collect()
    }

    /// The alerts of a log.
    pub fn alerts(log: &EventLog) -> Vec<Alert> {
        present(log, None).into_iter().map(|entry| Alert::of(entry, log)).collect()
    }

    #[test]
    fn alerts_change_only_if_there_are_others() {
        let mut app = App::new();
        app.insert_resource(PLAYER);
        app.init_resource::<Alerts>().add_systems(Update, collect);
        app.insert_resource(log(&[(EventKind::Attacked, 1)]));
        let has_changed = |app: &mut App| {
            let before = app.world().resource_ref::<Alerts>().last_changed();
            app.update();
            app.world().resource_ref::<Alerts>().last_changed() != before
        };
        assert_eq!([has_changed(&mut app), has_changed(&mut app)], [true, false]);
        app.insert_resource(log(&[(EventKind::Attacked, 2)]));
        assert!(has_changed(&mut app), "that of another player has the same number");
    }

    #[test]
    fn like_events_share_an_alert_that_ends() {
        use EventKind::{Attacked, Finished, Loss, Sighted};
        let mut log =
            log(&[(Attacked, 1), (Finished, 1), (Sighted, 1), (Attacked, 2), (Attacked, 1), (Loss, 1)]);
        assert_eq!(words(&log), ["3", "4", "5", "2"], "the first attack at body 1 is not told any more");
        log.age_alerts(SECONDS);
        assert!(words(&log).is_empty());
    }

    #[test]
    fn the_last_outcome_at_a_body_is_its_outcome() {
        use EventKind::{BattleOver, FieldHeld, FieldLost, Loss};
        let log = log(&[(FieldHeld, 1), (FieldLost, 2), (Loss, 1), (BattleOver, 1), (FieldHeld, 2)]);
        assert_eq!(words(&log), ["2", "3", "4"]);
    }

    #[test]
    fn a_captured_body_is_told_beside_all_losses_and_for_longer() {
        use EventKind::{Attacked, Captured, Landing, Loss, Sighted, Threat};
        let mut log = log(&[
            (Landing, 1),
            (Captured, 1),
            (Loss, 1),
            (Loss, 2),
            (Attacked, 3),
            (Sighted, 4),
            (Threat, 5),
        ]);
        assert_eq!(words(&log), ["1", "0", "3", "4"], "contacts and the oldest loss give way");
        log.age_alerts(SECONDS);
        assert_eq!(words(&log), ["1"]);
        log.age_alerts(95.0);
        assert!(words(&log).is_empty());
    }

    #[test]
    fn the_gravest_alerts_come_first_and_of_these_the_oldest() {
        use EventKind::{Attacked, Captured, Landing, Loss, Sighted};
        assert_eq!(
            words(&log(&[(Sighted, 1), (Attacked, 2), (Captured, 3), (Loss, 7)])),
            ["2", "1", "3", "0"]
        );
        assert_eq!(
            words(&log(&[(Loss, 7), (Landing, 2), (Attacked, 1), (Landing, 1)])),
            ["1", "3", "0", "2"]
        );
    }

    #[test]
    fn an_alert_stays_while_the_clock_stands() {
        let mut app = App::new();
        app.init_resource::<Time<Real>>().init_resource::<Time<Virtual>>().init_resource::<Alerts>();
        app.insert_resource(PLAYER).insert_resource(log(&[(EventKind::Loss, 1)]));
        app.add_systems(Update, (age, collect).chain());
        let wait = |app: &mut App| {
            let mut real = app.world_mut().resource_mut::<Time<Real>>();
            // The first update only starts that clock.
            real.update_with_duration(Duration::ZERO);
            real.update_with_duration(Duration::from_secs_f64(2.0 * SECONDS));
            app.update();
            app.world().resource::<Alerts>().0.len()
        };
        app.world_mut().resource_mut::<Time<Virtual>>().pause();
        assert_eq!([wait(&mut app), wait(&mut app)], [1, 1], "the player reads");
        app.world_mut().resource_mut::<Time<Virtual>>().unpause();
        assert_eq!(wait(&mut app), 0);
    }

    #[test]
    fn a_dismissed_alert_takes_older_ones_along() {
        use EventKind::{Attacked, Sighted};
        let mut log = log(&[(Attacked, 1), (Attacked, 1), (Sighted, 1)]);
        log.dismiss(1);
        assert_eq!(words(&log), ["2"]);
        let event = log.last(3).next().expect("there are some").event.clone();
        log.note(Event { words: "again".to_owned(), ..event });
        assert_eq!(words(&log), ["again", "2"], "what comes later alerts again");
    }

    #[test]
    fn a_landing_goes_on_while_its_alert_does() {
        let alerts = Alerts(alerts(&log(&[(EventKind::Landing, 1), (EventKind::Attacked, 2)])));
        assert_eq!([1, 2, 3].map(|body| alerts.has_landing(BodyId(body))), [true, false, false]);
    }

    #[test]
    fn of_equally_grave_alerts_those_at_home_stay() {
        use EventKind::{Attacked, Landing, Loss, Threat};
        let attacks = log(&[(Attacked, 7), (Attacked, 1), (Loss, 2), (Attacked, 3), (Attacked, 4)]);
        assert_eq!(words(&attacks), ["0", "2", "3", "4"], "the oldest one elsewhere gives way");
        let landings = log(&[(Landing, 7), (Landing, 1), (Landing, 2), (Landing, 3), (Landing, 4)]);
        assert_eq!(words(&landings), ["0", "2", "3", "4"]);
        let graver = log(&[(Threat, 7), (Attacked, 1), (Loss, 2), (Attacked, 3), (Attacked, 4)]);
        assert_eq!(words(&graver), ["1", "2", "3", "4"], "a contact is a contact, also at home");
    }
}
