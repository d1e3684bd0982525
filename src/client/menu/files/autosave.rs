//! Saves the game from time to time, under a few names in turn.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::saves::{saves_folder, written_at};
use super::saving::{autosave_names, write_over};
use crate::client::frame::Toasts;
use crate::client::settings::Settings;
use crate::sim::capture;

/// Real time from one autosave to the next while the clock runs, seconds.
const INTERVAL_S: f32 = 300.0;

/// The time since the last autosave, and the one that is being written.
#[derive(Resource, Debug, Default)]
pub(in crate::client::menu) struct Autosave {
    /// Real time while the clock ran, seconds.
    run_s: f32,
    writing: Option<Task<Result<PathBuf, String>>>,
}

impl Autosave {
    /// Counts the time, and returns whether an autosave is due.
    fn count(&mut self, seconds: f32) -> bool {
        self.run_s += seconds;
        let is_due = self.run_s >= INTERVAL_S && self.writing.is_none();
        if is_due {
            self.run_s = 0.0;
        }
        is_due
    }
}

/// Begins an autosave when it is due.
pub(in crate::client::menu) fn count(
    time: Res<Time<Real>>,
    clock: Res<Time<Virtual>>,
    settings: Res<Settings>,
    mut autosave: ResMut<Autosave>,
    mut commands: Commands,
) {
    if settings.autosave && !clock.is_paused() && autosave.count(time.delta_secs()) {
        commands.queue(begin);
    }
}

/// Takes the world down at once, and writes it in a task.
fn begin(world: &mut World) {
    let Some((folder, level)) = saves_folder().zip(capture(world)) else { return };
    let task = AsyncComputeTaskPool::get().spawn(async move {
        let name = next_name(|name| written_at(&path_of(&folder, name)));
        write_over(&folder, &path_of(&folder, &name), &level)
    });
    world.resource_mut::<Autosave>().writing = Some(task);
}

/// Tells the end of an autosave.
pub(in crate::client::menu) fn finish(mut autosave: ResMut<Autosave>, mut toasts: ResMut<Toasts>) {
    let Some(outcome) = autosave.bypass_change_detection().writing.as_mut().and_then(check_ready) else {
        return;
    };
    autosave.writing = None;
    toasts.say(outcome.map_or_else(|fault| fault, |_| "Autosaved".to_owned()));
}

fn path_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.ron"))
}

/// The name of the next autosave: a free one, or that of the oldest. `written` gives the date of a name that is
/// taken.
fn next_name(written: impl Fn(&str) -> Option<SystemTime>) -> String {
    autosave_names().min_by_key(|name| written(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn it_is_due_after_a_while_and_not_again_at_once() {
        let mut autosave = Autosave::default();
        assert!(!autosave.count(INTERVAL_S - 1.0));
        assert!(autosave.count(2.0));
        assert!(!autosave.count(2.0));
    }

    #[test]
    fn a_free_name_comes_first_then_the_oldest() {
        let at = |seconds: u64| Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(next_name(|_| None), "Autosave 1");
        assert_eq!(next_name(|name| at(5).filter(|_| name != "Autosave 2")), "Autosave 2");
        let dates = |name: &str| at(if name == "Autosave 3" { 4 } else { 5 });
        assert_eq!(next_name(dates), "Autosave 3");
    }
}
