//! Saves the game from time to time, and by the key for a quick save.

use bevy::prelude::*;
use bevy::tasks::IoTaskPool;

use super::turns::SaveTurn;
use super::writer::{SavePlace, SavesFolder, begin};
use crate::client::frame::Toasts;
use crate::client::settings::{Action, Actions, Settings};
use crate::client::worlds::{Playback, is_replay};
use crate::level::sweep_left_over;
use crate::sim::Verdict;

/// Real time from one autosave to the next while the clock runs, seconds.
const INTERVAL_S: f32 = 300.0;

/// The answer to the key in a replay.
const NO_SAVE: &str = "A replay is not saved. Play from here, then save";

/// The time since the last autosave.
#[derive(Resource, Debug, Default)]
pub(in crate::client::menu) struct Autosave {
    /// Real time while the clock ran, seconds.
    run_s: f32,
}

impl Autosave {
    /// Counts the time, and returns whether an autosave is due.
    fn count(&mut self, seconds: f32) -> bool {
        self.run_s += seconds;
        let is_due = self.run_s >= INTERVAL_S;
        if is_due {
            self.run_s = 0.0;
        }
        is_due
    }
}

/// Whether the game saves itself. A decided one does not: "Continue" would lead to its end.
pub(in crate::client::menu) fn is_on(settings: &Settings, verdict: Option<&Verdict>) -> bool {
    settings.autosave && verdict.is_none_or(|verdict| verdict.0.is_none())
}

/// Begins an autosave when it is due.
pub(in crate::client::menu) fn count(
    time: Res<Time<Real>>,
    clock: Res<Time<Virtual>>,
    settings: Res<Settings>,
    verdict: Option<Res<Verdict>>,
    mut autosave: ResMut<Autosave>,
    mut commands: Commands,
) {
    let is_on = is_on(&settings, verdict.as_deref()) && !clock.is_paused();
    if is_on && autosave.count(time.delta_secs()) {
        commands.queue(|world: &mut World| begin_in_turn(world, SaveTurn::Auto));
    }
}

/// Begins a quick save by its key; not in a replay. A game that is rewinding says so.
pub(in crate::client::menu) fn save_by_key(
    actions: Actions,
    playback: Option<Res<Playback>>,
    mut commands: Commands,
    mut toasts: ResMut<Toasts>,
) {
    if !actions.just_pressed(&Action::QuickSave) {
        return;
    }
    if is_replay(playback) {
        toasts.say(NO_SAVE);
    } else {
        commands.queue(|world: &mut World| begin_in_turn(world, SaveTurn::Quick));
    }
}

fn begin_in_turn(world: &mut World, turn: SaveTurn) {
    if let Err(words) = begin(world, SavePlace::InTurn(turn), Vec::new()) {
        world.resource_mut::<Toasts>().say(words);
    }
}

/// Removes what a program left behind that was ended while it wrote a save.
pub(in crate::client::menu) fn sweep(folder: Res<SavesFolder>) {
    if let Some(folder) = folder.0.clone() {
        IoTaskPool::get().spawn(async move { sweep_left_over(&folder) }).detach();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_due_after_a_while_and_not_again_at_once() {
        let mut autosave = Autosave::default();
        assert!(!autosave.count(INTERVAL_S - 1.0));
        assert!(autosave.count(2.0));
        assert!(!autosave.count(2.0));
    }
}
