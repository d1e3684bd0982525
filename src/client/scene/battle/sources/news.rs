//! Events since the last frame, as far as the viewer knows of them.

use bevy::prelude::*;

use crate::client::scene::battle::BattleClock;
use crate::client::view::Sight;
use crate::client::worlds::{Playback, is_catching_up};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::event::GameEvent;

/// Least pace of the game for the age of an event.
const LEAST_PACE: f64 = 0.05;

/// An event that is new in this frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreshEvent {
    /// Number in the world's stream.
    pub number: u64,
    /// The tick in which it happened.
    pub tick: u64,
    /// The time of the event, by the [`BattleClock`], seconds.
    pub born_s: f64,
    /// The event.
    pub event: GameEvent,
}

/// The new events of this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct FreshEvents {
    /// The events, the oldest first.
    pub fresh: Vec<FreshEvent>,
    /// Number of the world's events already read.
    seen: u64,
    /// The tick of the first events that are read.
    first_tick: u64,
    /// Whether a frame of the world has been drawn.
    has_begun: bool,
}

impl FreshEvents {
    /// Passes over all events before a tick.
    pub fn begin_at(&mut self, tick: u64) {
        self.first_tick = tick;
    }
}

/// Age of a tick, seconds of real time, at a pace and by the number of completed ticks.
fn age_s(done: u64, tick: u64, pace: f64) -> f64 {
    // An event of the last tick has that tick's number, which is one less than the number of completed ticks.
    let ticks_ago = done.saturating_sub(tick + 1);
    ticks_ago as f64 / (TICKS_PER_SECOND * pace.max(LEAST_PACE))
}

/// Reads the new events. Those on the way to another moment of a log are passed over.
pub fn take(
    sight: Sight,
    time: Res<Time<Virtual>>,
    clock: Res<BattleClock>,
    playback: Option<Res<Playback>>,
    mut news: ResMut<FreshEvents>,
) {
    let FreshEvents { fresh, seen, first_tick, has_begun } = &mut *news;
    fresh.clear();
    let (view, pace) = (sight.view(), time.relative_speed_f64());
    if is_catching_up(playback) {
        *seen = view.event_count();
    }
    // In the first frame of a world nothing is known to be in sight: events from before wait for the second.
    if !std::mem::replace(has_begun, true) {
        return;
    }
    let first_tick = *first_tick;
    for entry in view.events(*seen).filter(|entry| entry.tick >= first_tick) {
        let born_s = clock.now_s - age_s(view.almanac().calendar.tick, entry.tick, pace);
        fresh.push(FreshEvent { number: entry.number, tick: entry.tick, born_s, event: entry.event });
    }
    *seen = view.event_count();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_tick_is_now_and_earlier_ones_go_by_the_pace() {
        assert_eq!(age_s(10, 9, 1.0), 0.0);
        assert!((age_s(40, 9, 1.0) - 1.0).abs() < 1e-9);
        assert!((age_s(40, 9, 10.0) - 0.1).abs() < 1e-9);
        assert_eq!(age_s(5, 9, 1.0), 0.0, "a tick to come");
    }
}
