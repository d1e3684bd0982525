//! The clock slows down to ×1 for an alert that is new and of a kind that slows. The clock says so itself, and the
//! alert has its chip: there is no message.

use bevy::prelude::*;

use super::super::Event;
use super::present::{Alert, Alerts};
use crate::client::settings::Settings;
use crate::client::worlds::{Kept, Playback, is_playback};

/// An alert slows the clock if there was none of its kind at its place for this time, seconds of real time.
const CALM_SECONDS: f64 = 60.0;

/// The event for which the clock slowed down, while its alert is on the screen and the pace stays slow. The clock tells
/// it beside the pace.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct SlowedBy(pub Option<Event>);

impl SlowedBy {
    /// Ends when its alert does, and when the player hurries on.
    fn age(&mut self, alerts: &[Alert], pace: f64) {
        let stays = |event: &Event| pace <= 1.0 && alerts.iter().any(|alert| alert.event.is_like(event));
        self.0 = self.0.take().filter(stays);
    }
}

/// What has alerted the player before, with the time, seconds of real time.
type PastAlerts = Vec<(Event, f64)>;

/// Slows the clock down to ×1 for an alert that is new and of a kind that slows, but not in a replay.
pub(super) fn slow_down(
    alerts: Res<Alerts>,
    settings: Res<Settings>,
    real: Res<Time<Real>>,
    playback: Option<Res<Playback>>,
    mut time: ResMut<Time<Virtual>>,
    mut slowed: ResMut<SlowedBy>,
    mut past: Kept<PastAlerts>,
) {
    let past = past.now();
    slowed.bypass_change_detection().age(&alerts.0, time.relative_speed_f64());
    let fresh = take_fresh(&alerts.0, past, real.elapsed_secs_f64());
    let slows = settings.slow_on_contact && !is_playback(playback);
    if let Some(event) = fresh.filter(|_| slows && time.relative_speed_f64() > 1.0) {
        time.set_relative_speed_f64(1.0);
        slowed.0 = Some(event);
    }
}

/// The gravest alert that slows the clock, after some time of calm; all of them count as past from now on.
fn take_fresh(alerts: &[Alert], past: &mut PastAlerts, now_s: f64) -> Option<Event> {
    past.retain(|(_, at_s)| now_s - at_s < CALM_SECONDS);
    let mut fresh = None;
    for alert in alerts.iter().filter(|alert| alert.event.kind.slows()) {
        match past.iter_mut().find(|(other, _)| other.is_like(&alert.event)) {
            Some((_, at_s)) => *at_s = now_s,
            None => {
                past.push((alert.event.clone(), now_s));
                fresh.get_or_insert_with(|| alert.event.clone());
            }
        }
    }
    fresh
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::super::EventKind;
    use super::super::present::tests::{alerts, log};
    use super::*;

    /// A world with a clock that alerts can slow down.
    fn world() -> World {
        let mut world = World::new();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Time<Virtual>>();
        world.init_resource::<SlowedBy>();
        world.init_resource::<Settings>();
        world
    }

    #[test]
    fn the_clock_slows_down_once_for_each_place() {
        let mut world = world();
        let mut pace_after = |events: &[(EventKind, u32)], is_wanted: bool| {
            world.resource_mut::<Settings>().slow_on_contact = is_wanted;
            world.insert_resource(Alerts(alerts(&log(events))));
            world.resource_mut::<Time<Virtual>>().set_relative_speed_f64(8.0);
            world.run_system_once(slow_down).expect("it runs");
            world.resource::<Time<Virtual>>().relative_speed_f64()
        };
        assert_eq!(pace_after(&[(EventKind::Threat, 1)], false), 8.0, "it is switched off");
        assert_eq!(pace_after(&[(EventKind::Sighted, 1)], true), 8.0, "it can do nothing to the player");
        assert_eq!(pace_after(&[(EventKind::Sighted, 1), (EventKind::Threat, 1)], true), 1.0);
        assert_eq!(pace_after(&[(EventKind::Finished, 1)], true), 8.0);
        assert_eq!(pace_after(&[(EventKind::Losing, 1)], false), 8.0);
        assert_eq!(pace_after(&[(EventKind::Losing, 1)], true), 1.0);
        let alerts = alerts(&log(&[(EventKind::Attacked, 1), (EventKind::Attacked, 2)]));
        let mut past = PastAlerts::new();
        assert!(take_fresh(&alerts, &mut past, 10.0).is_some());
        assert_eq!(take_fresh(&alerts, &mut past, 11.0), None, "the player may hurry on");
        assert!(take_fresh(&alerts, &mut past, 12.0 + CALM_SECONDS).is_some());
    }

    #[test]
    fn each_rival_slows_the_clock() {
        let alerts = alerts(&log(&[(EventKind::Rival, 1), (EventKind::Rival, 1)]));
        let mut past = PastAlerts::new();
        let first = alerts.get(..1).expect("there are two");
        assert!(take_fresh(first, &mut past, 10.0).is_some());
        let second = alerts.get(1).map(|alert| alert.event.clone());
        assert_eq!(take_fresh(&alerts, &mut past, 11.0), second);
    }

    #[test]
    fn each_turn_of_a_battle_slows_the_clock_once() {
        let turned_on = |jd: f64| {
            let mut turns = log(&[]);
            turns.note(Event { jd, words: String::new(), spot: None, kind: EventKind::Losing });
            alerts(&turns)
        };
        let mut past = PastAlerts::new();
        let slows = [(1.0, 10.0), (1.0, 11.0), (2.0, 12.0)]
            .map(|(jd, now_s)| take_fresh(&turned_on(jd), &mut past, now_s).is_some());
        assert_eq!(slows, [true, false, true]);
    }

    #[test]
    fn the_reason_for_the_slow_clock_stays_as_long_as_its_alert() {
        let mut world = world();
        world.resource_mut::<Settings>().slow_on_contact = true;
        let mut reason = |pace: Option<f64>, events: &[(EventKind, u32)]| {
            if let Some(pace) = pace {
                world.resource_mut::<Time<Virtual>>().set_relative_speed_f64(pace);
            }
            world.insert_resource(Alerts(alerts(&log(events))));
            world.run_system_once(slow_down).expect("it runs");
            world.resource::<SlowedBy>().0.as_ref().map(|event| event.kind.word())
        };
        let attack = (EventKind::Attacked, 1);
        assert_eq!(reason(Some(4.0), &[attack]), Some("attack"));
        assert_eq!(reason(None, &[attack, attack]), Some("attack"), "the attack goes on");
        assert_eq!(reason(None, &[]), None, "the alert has ended");
        assert_eq!(reason(Some(4.0), &[(EventKind::Threat, 2)]), Some("contact"));
    }

    #[test]
    fn a_player_who_hurries_on_needs_no_reason() {
        let events = log(&[(EventKind::Attacked, 1)]);
        let alerts = alerts(&events);
        let slowed = SlowedBy(alerts.first().map(|alert| alert.event.clone()));
        let mut kept = slowed.clone();
        kept.age(&alerts, 1.0);
        assert_eq!(kept, slowed);
        kept.age(&alerts, 2.0);
        assert_eq!(kept, SlowedBy::default());
    }
}
