//! The lines at the top: the progress of all sides toward the conditions of victory. A line is shown when it is new and
//! when it changes, but not what the briefing has told. A player with nothing left reads instead that the war goes on,
//! and where to go from there.

use bevy::prelude::*;

use crate::client::frame::{BriefingOpen, Player, PollTimer};
use crate::client::hud::aim_words::aim_lines;
use crate::client::hud::layout::top_middle::{Slot, TopWords};
use crate::client::settings::{Settings, with_keys};
use crate::client::view::is_out;
use crate::client::worlds::{Kept, Playback, is_replay};
use crate::sim::Sky;
use crate::sim::outcome::Verdict;
use crate::sim::outcome::victory::{JUDGE_TICKS, Race};
use crate::sim::visibility::Views;

/// What a player reads who has nothing left while others fight on, with a mark for a key.
const OUT: &str =
    "You have nothing left, and the war goes on without you. <menu>: statistics and other games";

/// Writes the lines, a few times a second. An open briefing has the conditions of victory itself.
pub fn write_lines(
    (race, verdict, sky): (Race, Res<Verdict>, Res<Sky>),
    views: Views,
    player: Res<Player>,
    playback: Option<Res<Playback>>,
    briefing: Res<BriefingOpen>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut top: TopWords,
    mut memory: Kept<(PollTimer, Option<u64>)>,
) {
    let (beat, out_since) = memory.now();
    if !beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    let view = views.of(player.faction);
    let tick = view.almanac().calendar.tick;
    // A replay is watched, also with the eyes of a faction that has fallen.
    *out_since = (!is_replay(playback) && is_out(view)).then(|| out_since.unwrap_or(tick));
    // The player who falls last reads the verdict instead, which comes a moment later.
    let is_out = out_since.is_some_and(|since| tick > since + u64::from(JUDGE_TICKS));
    let stays = is_out.then(|| with_keys(OUT, &settings.keys));
    let mut lines: Vec<String> = Vec::new();
    if verdict.0.is_none() && !is_out {
        lines.extend(aim_lines(&race, &sky, &player));
    }
    if briefing.0 {
        top.know_lines(Slot::Progress, &lines);
    }
    top.show_lines(Slot::Progress, stays, &lines);
}
