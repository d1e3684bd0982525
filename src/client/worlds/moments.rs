//! Opens worlds out of the log of a game.

use std::path::Path;
use std::sync::Arc;

use super::AppState;
use super::opened::{Opened, in_a_line};
use super::playback::{FirstLook, Playback};
use crate::level::{ReadError, parse_level};
use crate::record::{Identity, Log, LogReader, Piece};
use crate::rules::Rules;
use crate::sim::BodyId;
use crate::sim::snapshot::saved_game;
use crate::sim::steering::system::Sharing;
use crate::sim::visibility::Viewer;

/// Opens a log that is to be watched from a tick on, with a first look at a body if there is one.
///
/// # Errors
/// A sentence for the player: the log cannot be read, or this program cannot play it.
pub(super) fn open_log(
    path: &Path,
    tick: Option<u64>,
    eyes: Viewer,
    body: Option<BodyId>,
    rules: &Rules,
    assets_dir: &Path,
) -> Result<Opened, String> {
    let log = Log::open(path).map_err(|error| error.to_string())?;
    let program = Identity::of_this_program(assets_dir, rules, Sharing::default())?;
    if let Some(why) = log.identity().and_then(|identity| program.why_not(identity)) {
        return Err(format!("This replay cannot be played: {why}"));
    }
    let tick = tick.unwrap_or(log.first_tick());
    let look = body.map_or(FirstLook::Home, FirstLook::Body);
    let playback = Playback::watch(Arc::new(log), Some(path.to_owned()), tick, eyes);
    open_moment(Playback { look, ..playback }, rules)
}

/// Opens the last world of a log before the moment to be reached.
///
/// # Errors
/// A sentence for the player.
pub(super) fn open_moment(playback: Playback, rules: &Rules) -> Result<Opened, String> {
    let tick = playback.target.unwrap_or(playback.log.first_tick());
    let world = playback.log.world_before(tick).ok_or("The log has no world at this moment")?;
    let opened = open_text(&world.text()?, world.tick(), rules)?;
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
            return open_text(&world.text, tick, rules);
        }
    }
    Err("The log has no world at this moment".to_owned())
}

/// Opens the text of the world of a tick. A log may come from anyone: a world of another tick would have to hasten
/// for ever.
fn open_text(text: &str, tick: u64, rules: &Rules) -> Result<Opened, String> {
    let read = parse_level("the log", text.as_bytes(), &rules.class_catalog());
    let level = read.map_err(|faults| in_a_line(ReadError::Faulty(faults)))?.level;
    let opened = Opened::tried(&level, rules, 0)?;
    let saved = saved_game(&opened.level, &opened.rules).map_err(|error| error.to_string())?;
    let found = saved.map_or(0, |saved| saved.tick);
    if found != tick {
        return Err(format!("The log is damaged: its world of tick {tick} is of tick {found}"));
    }
    Ok(opened)
}
