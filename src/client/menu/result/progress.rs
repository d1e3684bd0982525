//! The lines at the top: the progress of all sides toward the conditions of victory. A line is shown when it is new and
//! when it changes.

use bevy::prelude::*;

use crate::client::frame::{Player, PollTimer};
use crate::client::hud::aim_words::aim_lines;
use crate::client::hud::layout::top_middle::{Slot, TopWords};
use crate::client::view::Objectives;
use crate::client::worlds::Kept;
use crate::sim::Sky;
use crate::sim::outcome::Verdict;
use crate::sim::outcome::victory::Race;

/// Whether the briefing shows the conditions of victory, so that they need no lines.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AimsShown(pub bool);

/// Writes the lines, a few times a second.
pub fn write_lines(
    race: Race,
    verdict: Res<Verdict>,
    sky: Res<Sky>,
    player: Res<Player>,
    shown: Res<AimsShown>,
    objectives: Res<Objectives>,
    time: Res<Time<Real>>,
    mut top: TopWords,
    mut beat: Kept<PollTimer>,
) {
    let beat = beat.now();
    if !beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    let mut lines: Vec<String> = Vec::new();
    if verdict.0.is_none() && !shown.0 {
        lines.extend(aim_lines(&race, &sky, &player, &objectives));
    }
    top.show_lines(Slot::Progress, None, &lines);
}
