use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::prelude::*;
use bevy::tasks::IoTaskPool;

use super::log_files::{LogsFolder, free_path, prune};
use crate::client::frame::Toasts;
use crate::client::worlds::{AssetsDir, Opened, Playback};
use crate::level::plain_path;
use crate::record::{self, Identity, Log, MakeIdentity, Recorder, Recording, SNAPSHOT_TICKS};
use crate::rules::Rules;
use crate::sim::steering::system::Sharing;
use crate::sim::{Calendar, SourceLevel};

/// A game that lasted less leaves no log, ticks: ten seconds.
const LEAST_TICKS: u64 = 300;

/// How long the end of the program waits for the disk.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether the player was told that the log has ended before its time.
#[derive(Resource, Debug, Default)]
pub(super) struct FailureReported(bool);

/// Begins the log of a game that is entered.
pub(super) fn begin_game(world: &mut World) {
    if !world.contains_resource::<Playback>() {
        let recording = recording(world, None);
        warn_of_failure(record::begin(world, recording));
    }
}

/// Begins the log of a game that goes on from a moment of another log, which may have a file.
pub(super) fn go_on(world: &mut World, past: Log, continues: Option<PathBuf>) {
    let recording = recording(world, continues);
    warn_of_failure(record::go_on(world, recording, past));
}

fn warn_of_failure(begun: Result<(), String>) {
    if let Err(words) = begun {
        warn!("{words}");
    }
}

/// A log in memory, and in a file if there is a folder for it.
fn recording(world: &World, continues: Option<PathBuf>) -> Recording {
    let file = next_file(world, continues.as_deref());
    let assets_dir = world.get_resource::<AssetsDir>().map(|assets| assets.0.clone()).unwrap_or_default();
    let identity = move || identity_of(&assets_dir);
    let file = file.map(|path| (path, Box::new(identity) as MakeIdentity));
    Recording { file, snapshot_ticks: SNAPSHOT_TICKS, remembers: true, continues }
}

/// The file of the next log; old ones are removed beside the game, but not the one that it continues.
fn next_file(world: &World, continues: Option<&Path>) -> Option<PathBuf> {
    let folder = world.get_resource::<LogsFolder>()?.0.clone()?;
    let title = world.get_resource::<SourceLevel>().map_or("", |level| level.0.title.as_str());
    if let Err(error) = std::fs::create_dir_all(&folder) {
        warn!("{}: {error}", plain_path(&folder));
    }
    let path = free_path(&folder, title);
    let spared = continues.map(Path::to_owned);
    IoTaskPool::get().spawn(async move { prune(&folder, spared.as_deref()) }).detach();
    Some(path)
}

fn identity_of(assets_dir: &Path) -> Result<Identity, String> {
    let rules = Rules::load(assets_dir).map_err(|error| error.to_string())?;
    Identity::of_this_program(assets_dir, &rules, Sharing::default())
}

/// Ends the log of a world that is left. That of a very short game is removed.
pub(super) fn leave(world: &mut World) {
    let path = short_log(world);
    // What is still to be packed for the memory is not waited for.
    world.remove_resource::<Recorder>();
    remove(path);
}

/// The log of a very short game, unless the next world continues it.
fn short_log(world: &World) -> Option<PathBuf> {
    let recorder = world.get_resource::<Recorder>()?;
    let length = world.get_resource::<Calendar>()?.tick.saturating_sub(recorder.first_tick());
    let next = world.get_resource::<Opened>().and_then(|opened| opened.playback.as_ref()?.file.as_deref());
    let path = recorder.path().filter(|path| length < LEAST_TICKS && next != Some(*path))?;
    Some(path.to_owned())
}

fn remove(log: Option<PathBuf>) {
    if let Some(path) = log {
        // Where a file that is being written cannot be removed, it stays.
        let _ = std::fs::remove_file(path);
    }
}

/// Tells once that the log has ended before its time.
pub(super) fn warn(
    recorder: Option<Res<Recorder>>,
    mut reported: ResMut<FailureReported>,
    mut toasts: ResMut<Toasts>,
) {
    let warning = recorder.as_ref().and_then(|recorder| recorder.warning());
    if let Some(words) = warning.filter(|_| !reported.0) {
        toasts.say(words);
        reported.0 = true;
    }
}

/// Ends the log with the program, and waits until it is written.
pub(super) fn finish(world: &mut World) {
    let Some(recorder) = world.get_resource::<Recorder>() else { return };
    // A disk that has failed is not waited for.
    if recorder.warning().is_some() {
        return;
    }
    let path = short_log(world);
    if let Err(words) = record::finish_within(world, PATIENCE) {
        warn!("{words}");
    }
    remove(path);
}
