//! The pace of the game: pause, slower, faster. A faster game runs more ticks a second, never longer ones.

use bevy::prelude::*;

use crate::client::frame::Toasts;
use crate::client::settings::{Action, Actions, Binding, first_key};
use crate::client::widgets::Pressed;
use crate::client::worlds::{Playback, is_replay};
use crate::level::{FASTEST, SLOWEST};
use crate::sim::{Calendar, SourceLevel};

/// A change of the pace, and the effect of a button.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaceChange {
    /// Pauses the game, or lets it go on.
    Pause,
    /// Half as fast.
    Slower,
    /// Twice as fast.
    Faster,
}

impl PaceChange {
    /// All changes, with their keys.
    const KEYS: [(Self, Action); 3] =
        [(Self::Pause, Action::Pause), (Self::Slower, Action::Slower), (Self::Faster, Action::Faster)];
}

/// Changes the pace by keys and buttons. A replay has every pace, whatever its level allows a player.
pub fn change_pace(
    actions: Actions,
    mut pressed: MessageReader<Pressed<PaceChange>>,
    level: Res<SourceLevel>,
    playback: Option<Res<Playback>>,
    mut time: ResMut<Time<Virtual>>,
    mut toasts: ResMut<Toasts>,
) {
    let most = if is_replay(playback) { FASTEST } else { level.0.settings.most_pace };
    let by_keys = PaceChange::KEYS.into_iter().filter(|(_, action)| actions.just_pressed(action));
    let changes = by_keys.map(|(change, _)| change).chain(pressed.read().map(|pressed| pressed.0));
    for change in changes {
        let factor = match change {
            PaceChange::Pause if time.is_paused() => {
                time.unpause();
                continue;
            }
            PaceChange::Pause => {
                time.pause();
                continue;
            }
            PaceChange::Slower => 0.5,
            PaceChange::Faster => 2.0,
        };
        let wanted = time.relative_speed_f64() * factor;
        if wanted > most {
            toasts.say(format!("×{most} is the fastest pace in this game"));
        }
        time.set_relative_speed_f64(wanted.clamp(SLOWEST, most));
    }
}

/// Pauses the game at the end of the calendar, with a message.
pub fn rest_at_the_end(calendar: Res<Calendar>, mut time: ResMut<Time<Virtual>>, mut toasts: ResMut<Toasts>) {
    if calendar.is_over() && !time.is_paused() {
        time.pause();
        toasts.say("The calendar ends here, with the year 9999");
    }
}

/// The message about a clock that stands until the player starts it.
pub fn paused_words(bindings: &[Binding]) -> String {
    match first_key(Action::Pause, bindings) {
        key if key.is_empty() => "Paused. The button beside the date starts the clock".to_owned(),
        key => format!("Paused. {key} starts the clock"),
    }
}

/// Whether the game is paused.
pub fn is_paused(time: Res<Time<Virtual>>) -> bool {
    time.is_paused()
}
