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
}

/// Losses in a row after which a lower skill is offered.
const ENOUGH: u32 = 2;

impl Skirmish {
    /// Counts the end of a war on a level against a skill; a victory, another level or another skill ends the run.
    pub fn count(&mut self, level: &str, skill: &str, has_won: bool) {
        let earlier = self.losses.take().filter(|run| run.level == level && run.skill == skill);
        if !has_won {
            let count = earlier.map_or(1, |run| run.count.saturating_add(1));
            self.losses = Some(LossRun { level: level.to_owned(), skill: skill.to_owned(), count });
        }
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

    #[test]
    fn after_two_losses_in_a_row_the_next_lower_skill_is_offered() {
        let minds = &test_support::shipped().minds;
        let mut skirmish = Skirmish::default();
        skirmish.count("The duel", "captain", false);
        assert_eq!(skirmish.easier("The duel", "captain", minds), None);
        skirmish.count("The duel", "captain", false);
        assert_eq!(skirmish.easier("The duel", "captain", minds), Some("cadet"));
        assert_eq!(skirmish.easier("The duel", "cadet", minds), None, "of another skill");
        assert_eq!(skirmish.easier("Sol", "captain", minds), None, "on another level");
        skirmish.count("The duel", "captain", true);
        assert_eq!(skirmish.easier("The duel", "captain", minds), None);
        for _ in 0..3 {
            skirmish.count("The duel", "newcomer", false);
        }
        assert_eq!(skirmish.easier("The duel", "newcomer", minds), None, "nobody is easier");
    }

    #[test]
    fn another_skill_begins_a_new_run() {
        let minds = &test_support::shipped().minds;
        let mut skirmish = Skirmish::default();
        skirmish.count("The duel", "captain", false);
        skirmish.count("The duel", "cadet", false);
        assert_eq!(skirmish.easier("The duel", "cadet", minds), None);
    }
}
