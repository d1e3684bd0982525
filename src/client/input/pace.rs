//! The pace of the game: pause, slower, faster. A faster game runs more ticks a second, never longer ones.

use bevy::prelude::*;

use crate::client::frame::Toasts;
use crate::client::settings::{Action, Actions};
use crate::sim::{Calendar, SourceLevel};

/// The slowest pace.
pub const SLOWEST: f64 = 0.25;
/// Changes the pace by its keys.
pub fn change_pace(
    actions: Actions,
    level: Res<SourceLevel>,
    mut time: ResMut<Time<Virtual>>,
    mut toasts: ResMut<Toasts>,
) {
    if actions.just_pressed(&Action::Pause) {
        if time.is_paused() {
            time.unpause();
        } else {
            time.pause();
        }
    }
    let pace = time.relative_speed_f64();
    let wanted = if actions.just_pressed(&Action::Faster) {
        pace * 2.0
    } else if actions.just_pressed(&Action::Slower) {
        pace * 0.5
    } else {
        return;
    };
    let most = level.0.settings.most_pace;
    let limited = if wanted > most { ", the fastest in this game" } else { "" };
    let wanted = wanted.clamp(SLOWEST, most);
    time.set_relative_speed_f64(wanted);
    toasts.say(format!("Pace ×{wanted}{limited}"));
}

/// Pauses the game at the end of the calendar, with a message.
pub fn rest_at_the_end(calendar: Res<Calendar>, mut time: ResMut<Time<Virtual>>, mut toasts: ResMut<Toasts>) {
    if calendar.is_over() && !time.is_paused() {
        time.pause();
        toasts.say("The calendar ends here, with the year 9999");
    }
}

/// Whether the game is paused.
pub fn is_paused(time: Res<Time<Virtual>>) -> bool {
    time.is_paused()
}
