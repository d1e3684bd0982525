//! The pace of the game: pause, slower, faster, and some paces at once. A faster game runs more ticks a second, never
//! longer ones.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::Toasts;
use crate::client::settings::{Action, Actions, Binding, first_key};
use crate::client::widgets::Pressed;
use crate::client::worlds::Playback;
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
    /// At this pace.
    To(u8),
}

impl PaceChange {
    /// All changes that have keys.
    const KEYS: [(Self, Action); 3] =
        [(Self::Pause, Action::Pause), (Self::Slower, Action::Slower), (Self::Faster, Action::Faster)];
}

/// How fast the game may run.
#[derive(SystemParam)]
pub struct PaceLimit<'w> {
    level: Res<'w, SourceLevel>,
    playback: Option<Res<'w, Playback>>,
}

impl PaceLimit<'_> {
    /// The fastest pace. A replay has every pace, whatever its level allows a player.
    pub fn most(&self) -> f64 {
        let is_replay = self.playback.as_ref().is_some_and(|playback| playback.is_replay());
        if is_replay { FASTEST } else { self.level.0.settings.most_pace }
    }
}

/// Changes the pace by keys and buttons.
pub fn change_pace(
    actions: Actions,
    mut pressed: MessageReader<Pressed<PaceChange>>,
    limit: PaceLimit,
    mut time: ResMut<Time<Virtual>>,
    mut toasts: ResMut<Toasts>,
) {
    let most = limit.most();
    let by_keys = PaceChange::KEYS.into_iter().filter(|(_, action)| actions.just_pressed(action));
    let changes = by_keys.map(|(change, _)| change).chain(pressed.read().map(|pressed| pressed.0));
    for change in changes {
        let wanted = match change {
            PaceChange::Pause if time.is_paused() => {
                time.unpause();
                continue;
            }
            PaceChange::Pause => {
                time.pause();
                continue;
            }
            PaceChange::Slower => 0.5 * time.relative_speed_f64(),
            PaceChange::Faster => 2.0 * time.relative_speed_f64(),
            PaceChange::To(pace) => f64::from(pace),
        };
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

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use leafwing_input_manager::prelude::ActionState;

    use super::*;
    use crate::level::Level;

    #[test]
    fn a_pace_that_is_chosen_is_set_at_once_as_far_as_the_level_allows() {
        let pace_after = |change: PaceChange, most: f64| {
            let mut level = Level::default();
            level.settings.most_pace = most;
            let mut world = World::new();
            world.insert_resource(SourceLevel(level));
            world.spawn(ActionState::<Action>::default());
            world.init_resource::<Time<Virtual>>();
            world.init_resource::<Toasts>();
            world.init_resource::<Messages<Pressed<PaceChange>>>();
            world.write_message(Pressed(change));
            world.resource_mut::<Time<Virtual>>().set_relative_speed_f64(2.0);
            world.run_system_once(change_pace).expect("it runs");
            let is_refused = !world.resource_mut::<Toasts>().take_fresh().is_empty();
            (world.resource::<Time<Virtual>>().relative_speed_f64(), is_refused)
        };
        assert_eq!(pace_after(PaceChange::To(16), FASTEST), (16.0, false));
        assert_eq!(pace_after(PaceChange::To(1), FASTEST), (1.0, false));
        assert_eq!(pace_after(PaceChange::To(16), 8.0), (8.0, true));
        assert_eq!(pace_after(PaceChange::Faster, FASTEST), (4.0, false));
        assert_eq!(pace_after(PaceChange::Slower, FASTEST), (1.0, false));
    }
}
