//! The lines at the top: the progress of all sides toward the conditions of victory. A line is shown when it is new and
//! when it changes, but not what the briefing has told. A player with nothing left reads instead whether the war goes
//! on, and where to go from there.

use bevy::prelude::*;

use super::verdict::VerdictShown;
use crate::client::frame::{BriefingOpen, Player, PollTimer};
use crate::client::hud::aim_words::aim_lines;
use crate::client::hud::layout::top_middle::{Slot, TopWords};
use crate::client::settings::{Settings, with_keys};
use crate::client::view::PlayerOut;
use crate::client::worlds::Kept;
use crate::sim::outcome::Verdict;
use crate::sim::outcome::victory::Race;
use crate::sim::{Seats, Sky};

/// What a player reads who has nothing left while AI players fight on, and while nobody does, with a mark for a key.
const OUT: (&str, &str) = (
    "You have nothing left, and the war goes on without you. <menu>: the result and other games",
    "You have nothing left. <menu>: the result and other games",
);

/// Writes the lines, a few times a second. An open briefing has the conditions of victory itself.
pub fn write_lines(
    (race, verdict, sky): (Race, Res<Verdict>, Res<Sky>),
    (out, shown): (Res<PlayerOut>, Res<VerdictShown>),
    seats: Res<Seats>,
    player: Res<Player>,
    briefing: Res<BriefingOpen>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut top: TopWords,
    mut beat: Kept<PollTimer>,
) {
    if !beat.now().is_due(time.elapsed_secs_f64()) {
        return;
    }
    let words = if seats.has_minds() { OUT.0 } else { OUT.1 };
    let is_told = out.is_out() && !shown.is_on();
    let stays = is_told.then(|| with_keys(words, &settings.keys));
    let mut lines: Vec<String> = Vec::new();
    if verdict.0.is_none() && !out.is_out() {
        lines.extend(aim_lines(&race, &sky, &player));
    }
    if briefing.0 {
        top.know_lines(Slot::Progress, &lines);
    }
    top.show_lines(Slot::Progress, stays, &lines);
}
