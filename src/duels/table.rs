//! Each class against each, at equal cost. A cell is fought like `ecliptic duel ONE OTHER`.

use serde::Serialize;

use super::field::{DuelSetting, duellists};
use super::{DuelFault, Outcome, Score, fight, spread};
use crate::rules::Rules;

/// A class beats another if it wins more than this share of the fights.
const MOST_FIGHTS: f64 = 0.5;

/// The results of the duels of all classes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// The classes, in the order of the rules.
    pub classes: Vec<String>,
    /// The budget of each side.
    pub cost: u32,
    /// Number of fights of each pair.
    pub fights: u32,
    /// The scores, row by row, without scores of a class against itself.
    pub scores: Vec<Score>,
}

impl Table {
    /// Lets every class meet every other. `note` is called with the number of finished fights, from any thread.
    ///
    /// # Errors
    /// See [`DuelFault`].
    pub fn fight(
        rules: &Rules,
        cost: u32,
        seeds: u32,
        threads: usize,
        note: impl Fn() + Sync,
    ) -> Result<Self, DuelFault> {
        let classes: Vec<String> = duellists(rules).iter().map(|class| class.name.clone()).collect();
        let mut fields: Vec<DuelSetting> = Vec::new();
        for (index, one) in classes.iter().enumerate() {
            for other in &classes[index + 1..] {
                fields.push(DuelSetting::new(rules, [one.as_str(), other.as_str()], cost)?);
            }
        }
        let each = seeds as usize;
        let outcomes = spread(fields.len() * each, threads, |piece| {
            let outcome = fight(&fields[piece / each.max(1)], (piece % each.max(1)) as u64);
            note();
            outcome
        });
        let outcomes: Vec<Outcome> = outcomes.into_iter().collect::<Result<_, _>>()?;
        let halves = fields.iter().zip(outcomes.chunks(each.max(1)));
        let halves: Vec<Score> = halves.map(|(field, outcomes)| Score::of(field, outcomes)).collect();
        Ok(Self::of(classes, cost, seeds, &halves))
    }

    /// The whole table from the scores of each pair, from one side's view.
    fn of(classes: Vec<String>, cost: u32, fights: u32, halves: &[Score]) -> Self {
        let mut scores = Vec::new();
        for one in &classes {
            for other in &classes {
                let straight = halves.iter().find(|score| score.one == *one && score.other == *other);
                let turned = || halves.iter().find(|score| score.one == *other && score.other == *one);
                scores.extend(straight.cloned().or_else(|| turned().cloned().map(Score::turned)));
            }
        }
        Self { classes, cost, fights, scores }
    }

    /// The score of a class against another.
    pub fn score(&self, one: &str, other: &str) -> Option<&Score> {
        self.scores.iter().find(|score| score.one == one && score.other == other)
    }

    /// The classes that beat every other: there should be none.
    pub fn undefeated(&self) -> Vec<&str> {
        self.all_who(|score| score.wins[0] > MOST_FIGHTS)
    }

    /// The classes that beat no other: there should be none.
    pub fn useless(&self) -> Vec<&str> {
        self.all_who(|score| score.wins[0] <= MOST_FIGHTS)
    }

    fn all_who(&self, holds: impl Fn(&Score) -> bool) -> Vec<&str> {
        let names = self.classes.iter().map(String::as_str);
        names
            .filter(|name| {
                let mut own = self.scores.iter().filter(|score| score.one == *name).peekable();
                own.peek().is_some() && own.all(&holds)
            })
            .collect()
    }

    /// The table in Markdown: for a row's class against a column's the share of fights won, the difference in
    /// remains, and the duration.
    pub fn markdown(&self) -> String {
        let mut text = format!("| | {} |\n|---|", self.classes.join(" | "));
        text += &"---|".repeat(self.classes.len());
        for one in &self.classes {
            text += &format!("\n| **{one}** |");
            for other in &self.classes {
                text += &match self.score(one, other) {
                    Some(score) => format!(" {} |", cell(score)),
                    None => " |".to_owned(),
                };
            }
        }
        text + "\n"
    }
}

fn cell(score: &Score) -> String {
    let more = 100.0 * (score.left[0] - score.left[1]);
    format!("{:.0} %, {more:+.0}, {:.0} s", 100.0 * score.wins[0], score.seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(one: &str, other: &str, wins: f64) -> Score {
        Score {
            one: one.to_owned(),
            other: other.to_owned(),
            ships: [1, 2],
            cost: 5,
            fights: 10,
            wins: [wins, 1.0 - wins],
            left: [0.5 * wins, 0.1],
            seconds: 12.4,
        }
    }

    fn table(halves: &[Score]) -> Table {
        let classes = ["a", "b", "c"].map(str::to_owned).to_vec();
        Table::of(classes, 5, 10, halves)
    }

    #[test]
    fn a_circle_has_neither_best_nor_worst() {
        let circle = table(&[score("a", "b", 0.9), score("a", "c", 0.2), score("b", "c", 0.7)]);
        assert_eq!(circle.scores.len(), 6);
        assert_eq!(circle.score("c", "a").map(|score| score.wins[0]), Some(0.8));
        assert_eq!((circle.undefeated(), circle.useless()), (vec![], vec![]));
        let ladder = table(&[score("a", "b", 0.9), score("a", "c", 0.6), score("b", "c", 0.7)]);
        assert_eq!((ladder.undefeated(), ladder.useless()), (vec!["a"], vec!["c"]));
    }

    #[test]
    fn the_table_is_markdown() {
        let text = table(&[score("a", "b", 1.0)]).markdown();
        let expected = "| | a | b | c |\n|---|---|---|---|\n| **a** | | 100 %, +40, 12 s | |\n\
                        | **b** | 0 %, -40, 12 s | | |\n| **c** | | | |\n";
        assert_eq!(text, expected);
    }
}
