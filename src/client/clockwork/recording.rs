use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::tasks::IoTaskPool;

use super::log_files::{LogsFolder, free_path, prune};
use crate::client::frame::Toasts;
use crate::client::worlds::{AssetsDir, Playback};
use crate::level::plain_path;
use crate::record::{self, Identity, Log, MakeIdentity, Recorder, Recording, SNAPSHOT_TICKS};
use crate::rules::Rules;
use crate::sim::steering::system::Sharing;
use crate::sim::{Calendar, SourceLevel};

/// A game that lasted less leaves no log, ticks: ten seconds.
const LEAST_TICKS: u64 = 300;

/// Whether the player was told that the log has ended before its time.
#[derive(Resource, Debug, Default)]
pub(super) struct Told(bool);

/// Begins the log of a game that is entered.
pub(super) fn begin_game(world: &mut World) {
    if !world.contains_resource::<Playback>() {
        let recording = recording(world);
        tell_failure(record::begin(world, recording));
    }
}

/// Begins the log of a game that goes on from a moment of another log, which may have a file.
pub(super) fn go_on(world: &mut World, past: Log, continues: Option<PathBuf>) {
    let recording = Recording { continues, ..recording(world) };
    tell_failure(record::go_on(world, recording, past));
}

fn tell_failure(begun: Result<(), String>) {
    if let Err(words) = begun {
        warn!("{words}");
    }
}

/// A log in memory, and in a file if there is a folder for it.
fn recording(world: &World) -> Recording {
    let file = next_file(world);
    let assets_dir = world.get_resource::<AssetsDir>().map(|assets| assets.0.clone()).unwrap_or_default();
    let identity = move || identity_of(&assets_dir);
    let file = file.map(|path| (path, Box::new(identity) as MakeIdentity));
    Recording { file, snapshot_ticks: SNAPSHOT_TICKS, remembers: true, continues: None }
}

/// The file of the next log; old ones are removed beside the game.
fn next_file(world: &World) -> Option<PathBuf> {
    let folder = world.get_resource::<LogsFolder>()?.0.clone()?;
    let title = world.get_resource::<SourceLevel>().map_or("", |level| level.0.title.as_str());
    if let Err(error) = std::fs::create_dir_all(&folder) {
        warn!("{}: {error}", plain_path(&folder));
    }
    let path = free_path(&folder, title);
    IoTaskPool::get().spawn(async move { prune(&folder) }).detach();
    Some(path)
}

fn identity_of(assets_dir: &Path) -> Result<Identity, String> {
    let rules = Rules::load(assets_dir).map_err(|error| error.to_string())?;
    Identity::of_this_program(assets_dir, &rules, Sharing::default())
}

/// Ends the log of a world that is left. That of a very short game is removed.
pub(super) fn leave(world: &mut World) {
    let Some(recorder) = world.get_resource::<Recorder>() else { return };
    let first = recorder.first_tick();
    let path = recorder.path().map(Path::to_owned);
    let length = world.get_resource::<Calendar>().map_or(0, |calendar| calendar.tick.saturating_sub(first));
    record::leave(world);
    if let Some(path) = path.filter(|_| length < LEAST_TICKS) {
        // Where a file that is being written cannot be removed, it stays.
        let _ = std::fs::remove_file(path);
    }
}

/// Tells once that the log has ended before its time.
pub(super) fn warn(recorder: Option<Res<Recorder>>, mut told: ResMut<Told>, mut toasts: ResMut<Toasts>) {
    let warning = recorder.as_ref().and_then(|recorder| recorder.warning());
    if let Some(words) = warning.filter(|_| !told.0) {
        toasts.say(words);
        told.0 = true;
    }
}

/// Ends the log with the program, and waits until it is written.
pub(super) fn finish(world: &mut World) {
    let Some(recorder) = world.get_resource::<Recorder>() else { return };
    // A disk that has failed is not waited for.
    if recorder.warning().is_some() {
        return;
    }
    if let Err(words) = record::finish(world) {
        warn!("{words}");
    }
}
