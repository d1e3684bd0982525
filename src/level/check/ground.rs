//! Checks of the ground of bodies, the progress of victory, and the history.

use super::Examiner;
use super::fleets::{body_name, faction_name};
use crate::level::arms::GroundState;
use crate::level::model::outcome::{HistoryState, VerdictState};

/// The most troopers that have landed.
const MAX_TROOPERS: f64 = 1.0e9;

pub(super) fn check(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    for (index, holding) in level.holdings.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        if let Some(state) = &holding.ground {
            ground(examiner, &format!("holdings[{index}].ground"), state);
        }
    }
    verdict(examiner, &level.verdict);
    history(examiner, &level.history);
}

fn ground(examiner: &mut Examiner<'_>, path: &str, ground: &GroundState) {
    if let Some((faction, troopers)) = &ground.invaders {
        let path = format!("{path}.invaders");
        faction_name(examiner, &path, faction);
        examiner.above_zero(&path, *troopers, MAX_TROOPERS);
    }
    if let Some((faction, _)) = &ground.held {
        faction_name(examiner, &format!("{path}.held"), faction);
    }
}

fn verdict(examiner: &mut Examiner<'_>, verdict: &VerdictState) {
    let conditions = examiner.level.victory.len();
    if let Some(decided) = &verdict.decided {
        faction_name(examiner, "verdict.decided.winner", &decided.winner);
        examiner.past_tick("verdict.decided.tick", decided.tick);
        if usize::try_from(decided.condition).is_ok_and(|condition| condition >= conditions) {
            let message = format!("there is no condition {} of victory", decided.condition);
            let remedy = format!("`victory` has {conditions}, counted from 0");
            examiner.error("verdict.decided.condition", message, remedy);
        }
    }
    if verdict.progress.len() > conditions {
        let message = format!("{} entries are more than there are conditions", verdict.progress.len());
        examiner.error("verdict.progress", message, format!("`victory` has {conditions}"));
        return;
    }
    for (index, contest) in verdict.progress.iter().enumerate() {
        let path = format!("verdict.progress[{index}]");
        if let Some(owner) = &contest.first_owner {
            faction_name(examiner, &format!("{path}.first_owner"), owner);
        }
        for (place, (faction, _)) in contest.met.iter().enumerate() {
            faction_name(examiner, &format!("{path}.met[{place}]"), faction);
        }
    }
}

fn history(examiner: &mut Examiner<'_>, history: &HistoryState) {
    for (index, (at, factions)) in history.entries.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        let path = format!("history.entries[{index}]");
        examiner.past_tick(&path, *at);
        one_of_each_faction(examiner, &path, factions.len());
    }
    for (index, (body, first, last, losses)) in history.battles.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        let path = format!("history.battles[{index}]");
        body_name(examiner, &path, body);
        examiner.past_tick(&path, (*first).max(*last));
        one_of_each_faction(examiner, &path, losses.len());
    }
}

/// As many numbers as there are factions.
fn one_of_each_faction(examiner: &mut Examiner<'_>, path: &str, count: usize) {
    let factions = examiner.level.factions.len();
    if count != factions && examiner.is_whole("factions") {
        let message = format!("it speaks of {count} factions, but the level has {factions}");
        examiner.error(path, message, "write the figures of each faction, in their order");
    }
}
