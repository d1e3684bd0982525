//! The clock slows down to ×1 for an alert that is new and of a kind that slows. The clock says so itself, and the
//! alert has its chip: there is no message.

use bevy::prelude::*;

use super::super::Event;
use super::present::{Alert, Alerts};
use crate::client::input::pace::PaceChange;
use crate::client::settings::Settings;
use crate::client::widgets::Pressed;
use crate::client::worlds::{Kept, Playback, is_playback};

/// The pace to which alerts slow the clock down.
const SLOW_PACE: f64 = 1.0;

/// An alert slows the clock if there was none of its kind at its place for this time, seconds of real time.
const CALM_SECONDS: f64 = 60.0;

/// Why the clock is slow.
#[derive(Clone, Debug, PartialEq)]
pub struct Slowdown {
    /// The event for which it slowed down.
    pub event: Event,
    /// The pace before.
    pub pace: f64,
}

/// Why the clock is slow, from when it slowed down by itself until the player chooses a pace; its alert may be over
/// before. The clock tells it beside the pace.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct SlowedBy(pub Option<Slowdown>);

impl SlowedBy {
    /// Ends when the player chooses a pace: another one, or with its button the present one.
    fn age(&mut self, pace: f64, is_chosen: bool) {
        self.0 = self.0.take().filter(|_| pace == SLOW_PACE && !is_chosen);
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
    mut pressed: MessageReader<Pressed<PaceChange>>,
    mut time: ResMut<Time<Virtual>>,
    mut slowed: ResMut<SlowedBy>,
    mut past: Kept<PastAlerts>,
) {
    let past = past.now();
    let pace = time.relative_speed_f64();
    let is_chosen = pressed.read().filter(|Pressed(change)| *change != PaceChange::Pause).count() > 0;
    slowed.bypass_change_detection().age(pace, is_chosen);
    let fresh = take_fresh(&alerts.0, past, real.elapsed_secs_f64());
    let slows = settings.slow_on_contact && !is_playback(playback);
    if let Some(event) = fresh.filter(|_| slows && pace > SLOW_PACE) {
        time.set_relative_speed_f64(SLOW_PACE);
        slowed.0 = Some(Slowdown { event, pace });
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
        world.init_resource::<Messages<Pressed<PaceChange>>>();
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
    fn the_reason_for_the_slow_clock_stays_until_the_player_chooses_a_pace() {
        let mut world = world();
        world.resource_mut::<Settings>().slow_on_contact = true;
        let mut reason = |pace: Option<f64>, events: &[(EventKind, u32)]| {
            if let Some(pace) = pace {
                world.resource_mut::<Time<Virtual>>().set_relative_speed_f64(pace);
            }
            world.insert_resource(Alerts(alerts(&log(events))));
            world.run_system_once(slow_down).expect("it runs");
            world
                .resource::<SlowedBy>()
                .0
                .as_ref()
                .map(|slowdown| (slowdown.event.kind.word(), slowdown.pace))
        };
        let attack = (EventKind::Attacked, 1);
        assert_eq!(reason(Some(4.0), &[attack]), Some(("attack", 4.0)));
        assert_eq!(reason(None, &[attack, attack]), Some(("attack", 4.0)), "the attack goes on");
        assert_eq!(
            reason(None, &[]),
            Some(("attack", 4.0)),
            "its unit is destroyed, and the clock still slow"
        );
        assert_eq!(reason(Some(2.0), &[]), None, "the player hurries on");
        assert_eq!(reason(Some(8.0), &[(EventKind::Threat, 2)]), Some(("contact", 8.0)));
        assert_eq!(reason(Some(0.5), &[]), None, "the player has chosen");
    }

    #[test]
    fn who_presses_the_button_of_the_slow_pace_needs_no_reason() {
        let event = Event { jd: 0.0, words: String::new(), spot: None, kind: EventKind::Attacked };
        let slowed = SlowedBy(Some(Slowdown { event, pace: 4.0 }));
        let after = |change: PaceChange| {
            let mut world = world();
            world.insert_resource(Alerts::default());
            world.insert_resource(slowed.clone());
            world.write_message(Pressed(change));
            world.run_system_once(slow_down).expect("it runs");
            world.resource::<SlowedBy>().0.is_some()
        };
        assert_eq!([PaceChange::Pause, PaceChange::To(1)].map(after), [true, false]);
    }
}
