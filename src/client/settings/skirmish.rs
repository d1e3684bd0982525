//! The last choice on the page of a skirmish, and losses in a row.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::level::{MindRules, Preset};

/// The last choice on the page of a skirmish.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Skirmish {
    /// The file of the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<PathBuf>,
    /// The seed of the last game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seed: Option<u64>,
    /// The skill that the player chose last for the others: it comes back for every level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// The present run of losses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<LossRun>,
    /// The changes of the level.
    pub preset: Preset,
    /// The player's own changes, while those of a preset file are chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<Preset>,
}

/// Losses in a row, on one level against one skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LossRun {
    /// The title of the level.
    pub level: String,
    /// The skill.
    pub skill: String,
    /// How many.
    pub count: u32,
    /// The seed of the game that was lost last, in digits: a game counts once, also if it is loaded again.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub seed: String,
}

/// A war against minds.
#[derive(Clone, Copy, Debug)]
pub struct MindWar<'a> {
    /// The title of the level.
    pub level: &'a str,
    /// The skill of the minds.
    pub skill: &'a str,
    /// The seed of the game.
    pub seed: u64,
    /// Whether the game was loaded or rewound rather than begun.
    pub is_resumed: bool,
}

/// Losses in a row after which a lower skill is offered.
const ENOUGH: u32 = 2;

impl Skirmish {
    /// Counts the end of a war; a victory, another level or another skill ends the run.
    pub fn count(&mut self, war: MindWar, has_won: bool) {
        let MindWar { level, skill, .. } = war;
        let earlier = self.losses.take().filter(|run| run.level == level && run.skill == skill);
        if has_won {
            return;
        }
        let seed = war.seed.to_string();
        let is_again = war.is_resumed && earlier.as_ref().is_some_and(|run| run.seed == seed);
        let count = earlier.map_or(0, |run| run.count).saturating_add(u32::from(!is_again));
        self.losses = Some(LossRun { level: level.to_owned(), skill: skill.to_owned(), count, seed });
    }

    /// The next lower skill, once there were enough losses in a row on a level against this one.
    pub fn easier<'a>(&self, level: &str, skill: &str, minds: &'a MindRules) -> Option<&'a str> {
        let is_same = |run: &&LossRun| run.level == level && run.skill == skill;
        let run = self.losses.as_ref().filter(is_same).filter(|run| run.count >= ENOUGH)?;
        let present = minds.skills.iter().position(|skill| skill.name == run.skill)?;
        minds.skills.get(present.checked_sub(1)?).map(|skill| skill.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support;

    /// Counts a new game.
    fn count(skirmish: &mut Skirmish, level: &str, skill: &str, has_won: bool) {
        skirmish.count(MindWar { level, skill, seed: 7, is_resumed: false }, has_won);
    }

    #[test]
    fn after_two_losses_in_a_row_the_next_lower_skill_is_offered() {
        let minds = &test_support::shipped().minds;
        let mut skirmish = Skirmish::default();
        count(&mut skirmish, "The duel", "captain", false);
        assert_eq!(skirmish.easier("The duel", "captain", minds), None);
        count(&mut skirmish, "The duel", "captain", false);
        assert_eq!(skirmish.easier("The duel", "captain", minds), Some("commander"));
        assert_eq!(skirmish.easier("The duel", "commander", minds), None, "of another skill");
        assert_eq!(skirmish.easier("Sol", "captain", minds), None, "on another level");
        count(&mut skirmish, "The duel", "captain", true);
        assert_eq!(skirmish.easier("The duel", "captain", minds), None);
        for _ in 0..3 {
            count(&mut skirmish, "The duel", "newcomer", false);
        }
        assert_eq!(skirmish.easier("The duel", "newcomer", minds), None, "nobody is easier");
    }

    #[test]
    fn another_skill_begins_a_new_run() {
        let minds = &test_support::shipped().minds;
        let mut skirmish = Skirmish::default();
        count(&mut skirmish, "The duel", "captain", false);
        count(&mut skirmish, "The duel", "cadet", false);
        assert_eq!(skirmish.easier("The duel", "cadet", minds), None);
    }

    #[test]
    fn a_game_that_is_loaded_again_counts_once() {
        let mut skirmish = Skirmish::default();
        let mut lose = |seed: u64, is_resumed: bool| {
            skirmish.count(MindWar { level: "The duel", skill: "captain", seed, is_resumed }, false);
            skirmish.losses.as_ref().map_or(0, |run| run.count)
        };
        assert_eq!([lose(7, true), lose(7, true)], [1, 1], "it was begun before the run");
        assert_eq!([lose(7, false), lose(8, true), lose(8, true)], [2, 3, 3]);
    }
}
