//! A world that comes out of the log of a game.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use super::AppState;
use super::exchange::Opened;
use super::reading::{in_a_line, try_out};
use crate::level::{ReadError, parse_level};
use crate::record::{Identity, Log, LogReader, Piece};
use crate::rules::Rules;
use crate::sim::FactionId;
use crate::sim::steering::system::Sharing;
use crate::sim::visibility::Viewer;

/// The purpose for which a log is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A replay is watched, with the eyes of this viewer.
    Watch(Viewer),
    /// The replay becomes a game, with the player in the seat of this faction.
    Play(FactionId),
    /// The game goes on from an earlier moment, with the player in the same seat.
    Rewind(FactionId),
}

/// A log whose orders the world follows; a resource of such a world.
#[derive(Resource, Clone, Debug)]
pub struct Playback {
    /// The log.
    pub log: Arc<Log>,
    /// The file of the log, if it has one.
    pub file: Option<PathBuf>,
    /// The tick to be reached as fast as possible; `None`: it has been reached.
    pub target: Option<u64>,
    /// Why the log is played.
    pub purpose: Purpose,
    /// Whether the camera stays where it is when the world is entered.
    pub keeps_view: bool,
    /// Whether a hash of the log has differed from that of the world.
    pub differs: bool,
}

impl Playback {
    /// Begins to watch a log at a tick; the first one, if the log begins later.
    pub fn watch(log: Arc<Log>, file: Option<PathBuf>, tick: u64, eyes: Viewer) -> Self {
        let target = Some(tick.clamp(log.first_tick(), log.last_tick()));
        Self { log, file, target, purpose: Purpose::Watch(eyes), keeps_view: false, differs: false }
    }

    /// The same log at another tick, before the same camera.
    pub fn at(&self, tick: u64, purpose: Purpose) -> Self {
        let target = Some(tick.clamp(self.log.first_tick(), self.log.last_tick()));
        Self { target, purpose, keeps_view: true, ..self.clone() }
    }

    /// Whether a replay is watched: not on the way to a moment from which a game goes on.
    pub fn is_watched(&self) -> bool {
        matches!(self.purpose, Purpose::Watch(_))
    }
}

/// Whether a world is on its way to a moment of its log.
pub fn is_catching_up(playback: Option<Res<Playback>>) -> bool {
    playback.is_some_and(|playback| playback.target.is_some())
}

/// Whether a replay is watched.
pub fn is_replay(playback: Option<Res<Playback>>) -> bool {
    playback.is_some_and(|playback| playback.is_watched())
}

/// Whether the world follows a log.
pub fn is_playback(playback: Option<Res<Playback>>) -> bool {
    playback.is_some()
}

/// Opens a log that is to be watched.
///
/// # Errors
/// A sentence for the player: the log cannot be read, or this program cannot play it.
pub(super) fn open_log(
    path: &Path,
    tick: Option<u64>,
    eyes: Viewer,
    rules: &Rules,
    assets_dir: &Path,
) -> Result<Opened, String> {
    let log = Log::open(path).map_err(|error| crate::client::frame::capital(&error.to_string()))?;
    let program = Identity::of_this_program(assets_dir, rules, Sharing::default())?;
    if let Some(why) = log.identity().and_then(|identity| program.why_not(identity)) {
        return Err(format!("This replay cannot be played: {why}"));
    }
    let tick = tick.unwrap_or(log.first_tick());
    open_moment(Playback::watch(Arc::new(log), Some(path.to_owned()), tick, eyes), rules)
}

/// Opens the last world of a log before the moment to be reached.
///
/// # Errors
/// A sentence for the player.
pub(super) fn open_moment(playback: Playback, rules: &Rules) -> Result<Opened, String> {
    let tick = playback.target.unwrap_or(playback.log.first_tick());
    let world = playback.log.world_before(tick).ok_or("The log has no world at this moment")?;
    let opened = open_text(&world.text()?, rules)?;
    Ok(Opened { playback: Some(playback), state: AppState::Playing, ..opened })
}

/// Opens a world of a log as a game, also where this program cannot play the log.
///
/// # Errors
/// A sentence for the player.
pub(super) fn open_log_world(path: &Path, tick: u64, rules: &Rules) -> Result<Opened, String> {
    let mut log = LogReader::open(path).map_err(|error| error.to_string())?;
    while let Some(piece) = log.next_piece().map_err(|error| error.to_string())? {
        if let Piece::Snapshot(world) = piece
            && world.tick == tick
        {
            return open_text(&world.text, rules);
        }
    }
    Err("The log has no world at this moment".to_owned())
}

/// Opens the text of a world of a log.
fn open_text(text: &str, rules: &Rules) -> Result<Opened, String> {
    let read = parse_level("the log", text.as_bytes(), &rules.surroundings());
    let level = read.map_err(|faults| in_a_line(ReadError::Faulty(faults)))?.level;
    try_out(&level, rules, 0)
}
