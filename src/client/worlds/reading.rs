//! Reading, checking and trying a level in a task, while the present world goes on.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::backdrop::backdrop;
use super::moments::{open_log, open_log_world, open_moment};
use super::opened::{Opened, in_a_line};
use super::playback::Playback;
use super::today::begin_today;
use crate::level::{Level, Preset, plain_path, read_changed_level, read_level};
use crate::record::Written;
use crate::rules::Rules;
use crate::sim::BodyId;
use crate::sim::visibility::Viewer;

/// How long a log that is still written is waited for; what it has by then is shown.
const PATIENCE: Duration = Duration::from_secs(10);

/// The source of a level.
#[derive(Clone, Debug)]
pub enum Source {
    /// The first of these files that can be played.
    Files(Vec<PathBuf>),
    /// A level from its beginning, with the seed of its world.
    Level(Box<Level>, u64),
    /// The level of a file, changed by a preset.
    Changed(PathBuf, Box<Preset>),
    /// The log in a file, to be watched.
    Log {
        /// The file.
        path: PathBuf,
        /// The first tick that is shown; `None`: that of the log.
        tick: Option<u64>,
        /// The eyes with which it is seen first.
        eyes: Viewer,
        /// The body at which the camera looks first; `None`: as in a game.
        body: Option<BodyId>,
    },
    /// Another moment of a log.
    Moment(Box<Playback>),
    /// The world that the log in a file has at a tick, to be played as a game.
    LogWorld(PathBuf, u64),
    /// The sky behind the main menu.
    Backdrop,
}

impl Source {
    /// The files, one of which is played; empty for a level that is in memory.
    fn files(&self) -> Vec<PathBuf> {
        match self {
            Self::Files(files) => files.clone(),
            Self::Changed(path, _) => vec![path.clone()],
            Self::Level(..) | Self::Log { .. } | Self::Moment(_) | Self::LogWorld(..) | Self::Backdrop => {
                Vec::new()
            }
        }
    }
}

/// The result of reading: the level, and skipped files with their faults; or a sentence for the player.
pub type ReadOutcome = Result<(Opened, Vec<String>), String>;

/// A level that is being read.
#[derive(Resource)]
pub struct Reading {
    task: Task<ReadOutcome>,
    /// The files of the source.
    files: Vec<PathBuf>,
}

impl Reading {
    /// Begins to read.
    pub fn begin(source: Source, assets_dir: PathBuf) -> Self {
        Self::begin_after(None, source, assets_dir)
    }

    /// Begins to read. The task waits first until what was handed to a log is in its file.
    pub fn begin_after(written: Option<Written>, source: Source, assets_dir: PathBuf) -> Self {
        let files = source.files();
        let work = async move {
            if let Some(written) = written {
                written.wait(PATIENCE);
            }
            read(&source, &assets_dir)
        };
        Self { task: AsyncComputeTaskPool::get().spawn(work), files }
    }
}

/// A file could not be played; a sentence for the player. The present world goes on, or another file is opened.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct ReadingFailed(pub String);

/// The level or save of this file was read, and is entered.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct FileEntered(pub PathBuf);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ReadingFailed>().add_message::<FileEntered>();
    app.add_systems(First, finish.run_if(resource_exists::<Reading>));
}

/// Enters a level after reading, or reports the fault; the present world then goes on.
fn finish(
    mut commands: Commands,
    mut reading: ResMut<Reading>,
    mut failed: MessageWriter<ReadingFailed>,
    mut entered: MessageWriter<FileEntered>,
) {
    let Some(outcome) = check_ready(&mut reading.task) else { return };
    commands.remove_resource::<Reading>();
    match outcome {
        Ok((opened, passed_over)) => {
            // The files before the one that is entered were passed over.
            entered.write_batch(reading.files.get(passed_over.len()).cloned().map(FileEntered));
            // These messages are read after the exchange, and so shown in the new world.
            failed.write_batch(passed_over.into_iter().map(ReadingFailed));
            commands.queue(opened);
        }
        Err(words) => {
            failed.write(ReadingFailed(words));
        }
    }
}

/// Reads, checks and tries a level.
///
/// # Errors
/// A sentence for the player: if no file can be played, about the first one.
pub fn read(source: &Source, assets_dir: &Path) -> ReadOutcome {
    let rules = Rules::load(assets_dir).map_err(|error| error.to_string())?;
    let opened = match source {
        Source::Files(files) => return read_first(files, &rules),
        Source::Level(level, seed) => Opened::tried(level, &rules, *seed),
        Source::Changed(path, preset) => read_changed(path, preset, &rules),
        Source::Log { path, tick, eyes, body } => open_log(path, *tick, *eyes, *body, &rules, assets_dir),
        Source::Moment(playback) => open_moment((**playback).clone(), &rules),
        Source::LogWorld(path, tick) => open_log_world(path, *tick, &rules),
        Source::Backdrop => backdrop(&rules),
    };
    Ok((opened?, Vec::new()))
}

/// Reads the first of some files that can be played.
fn read_first(files: &[PathBuf], rules: &Rules) -> ReadOutcome {
    let mut passed_over = Vec::new();
    for path in files {
        match read_file(path, rules) {
            Ok(opened) => return Ok((opened, passed_over)),
            Err(words) => passed_over.push(words),
        }
    }
    Err(passed_over.into_iter().next().unwrap_or_else(|| "There is nothing to read".to_owned()))
}

fn read_file(path: &Path, rules: &Rules) -> Result<Opened, String> {
    let mut level = read_level(path, &rules.class_catalog()).map_err(in_a_line)?.level;
    begin_today(&mut level);
    Opened::tried(&level, rules, 0).map_err(|words| format!("{}: {words}", plain_path(path)))
}

fn read_changed(path: &Path, preset: &Preset, rules: &Rules) -> Result<Opened, String> {
    let read = read_changed_level(path, preset, &rules.class_catalog());
    let mut level = read.map_err(in_a_line)?.level;
    begin_today(&mut level);
    Opened::tried(&level, rules, preset.seed.unwrap_or(0))
        .map_err(|words| format!("{}: {words}", plain_path(path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find_assets_dir;

    fn shipped(name: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(name);
        std::fs::read_to_string(path).unwrap()
    }

    fn read_all(files: &[&Path]) -> ReadOutcome {
        let files = files.iter().map(|path| path.to_path_buf()).collect();
        read(&Source::Files(files), &find_assets_dir().unwrap())
    }

    #[test]
    fn unplayable_files_are_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.ron");
        for (text, part) in [
            (shipped("sol.ron").replacen("(", "[", 1), "level.ron:"),
            (shipped("sol.ron").replace("\"Earth\"", "\"Erde\""), "Erde"),
            ("\u{1b}[2J".to_owned(), "level.ron:1:1"),
        ] {
            std::fs::write(&path, text).unwrap();
            let words = read_all(&[&path]).unwrap_err();
            assert!(words.contains(part) && !words.contains(['\u{1b}', '\n']), "{words}");
        }
        let words = read_all(&[&folder.path().join("gone.ron")]).unwrap_err();
        assert!(words.contains("gone.ron"), "{words}");
    }

    #[test]
    fn an_error_is_named_before_warnings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.ron");
        let empty = r#"(name: "Empty", faction: "Verdance", at: near("Alder"), ships: []),"#;
        let wrong = r#"(name: "Wrong", faction: "Verdance", at: near("Alder"), ships: [(class: "canoe")]),"#;
        let text = shipped("duel.ron");
        std::fs::write(&path, text.replacen("fleets: [", &format!("fleets: [{empty}"), 1)).unwrap();
        assert!(read_all(&[&path]).is_ok(), "it has warnings alone");
        std::fs::write(&path, text.replacen("fleets: [", &format!("fleets: [{empty}{wrong}"), 1)).unwrap();
        let words = read_all(&[&path]).unwrap_err();
        assert!(words.contains("level.ron:") && words.contains("canoe"), "{words}");
    }

    #[test]
    fn the_first_file_that_can_be_played_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let (broken, sound) = (folder.path().join("broken.ron"), folder.path().join("sound.ron"));
        std::fs::write(&broken, "(").unwrap();
        std::fs::write(&sound, shipped("duel.ron")).unwrap();
        let (opened, passed_over) = read_all(&[&broken, &sound]).unwrap();
        assert_eq!((opened.level.factions.len(), passed_over.len()), (2, 1));
        assert!(passed_over[0].contains("broken.ron"), "{passed_over:?}");
        let words = read_all(&[&broken]).unwrap_err();
        assert!(words.contains("broken.ron"), "{words}");
    }
}
