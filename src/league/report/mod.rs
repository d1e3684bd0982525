//! What the games of a league show.
//!
//! - Enters: the league and the results of its games.
//! - Leaves: a [`Report`]: the same games give the same report. It begins with promises
//!   ([`mod@promises`]); [`text`] shows it as tables for a terminal, [`page`] as a page.
//! - Must never: contain a time of the clock.
//!
//! | file | subject |
//! |---|---|
//! | `games.rs` | shares and figures of some games |
//! | `generated.rs` | the games on generated systems |
//! | `pairs.rs` | the games of pairs, and the ratings that follow from them |
//! | `contestants.rs` | how contestants play |
//! | `differences.rs` | the measures in which contestants differ |
//! | `trials.rs` | what is expected of minds against sparring partners |
//! | `wars.rs` | the games in which one contestant has all sides |
//! | `promises/` | what is promised, and whether the games keep it |
//! | `text.rs`, `page.rs` | the report as tables for a terminal, and as a page |
//! | `test_support.rs` | series and their reports, for tests |

pub mod contestants;
pub mod differences;
pub mod games;
pub mod generated;
pub mod page;
pub mod pairs;
pub mod promises;
#[cfg(test)]
mod test_support;
pub mod text;
pub mod trials;
pub mod wars;

use std::collections::BTreeMap;

use serde::Serialize;

pub use contestants::ContestantReport;
pub use differences::{Difference, MEASURES_APART};
pub use games::{Games, Share};
pub use generated::{EVEN_SHARE, GeneratedReport};
pub use pairs::{LADDER_LOW, LADDER_SHARE, PairReport};
pub use trials::TrialReport;
pub use wars::{HomeReport, WarReport, WarsReport};

use super::file::{League, Pairings, Series};
use super::game::{GameResult, PlayedGame, WarResult};
use crate::level::MindRules;
use differences::differences;
use pairs::rate;
use promises::{Answer, Promise, of_minds, promises};
use trials::trials;

/// What the games of a league show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What is promised of the minds of all series, and whether they keep it.
    pub promises: Vec<Promise>,
    /// The series of pairs, in the order of the league.
    pub series: Vec<SeriesReport>,
    /// The series in which contestants have all sides, in the order of the league.
    pub wars: Vec<WarsReport>,
}

/// What the games of a series show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeriesReport {
    /// Name.
    pub name: String,
    /// What it shows, in a sentence.
    pub about: String,
    /// What it is about, and whether the games keep it.
    pub promises: Vec<Promise>,
    /// The files of levels.
    pub levels: Vec<String>,
    /// The generated systems, if it is played on such.
    pub generated: Option<GeneratedReport>,
    /// The kind of pairings.
    pub kind: Kind,
    /// All games together.
    pub all: Games,
    /// The contestants.
    pub contestants: Vec<ContestantReport>,
    /// The pairs.
    pub pairs: Vec<PairReport>,
    /// Reasons of wins, with the number of games.
    pub reasons: BTreeMap<String, usize>,
    /// What sparring partners are for.
    pub trials: Vec<TrialReport>,
    /// For pairs of contestants of a series in which everyone plays against everyone: the measures in which they
    /// are a standard deviation apart.
    pub differences: Vec<Difference>,
}

/// The kind of pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Each against the next.
    Ladder,
    /// Each against every other.
    Everyone,
    /// Each against itself.
    Equals,
    /// Minds against scripts.
    Sparring,
}

impl Kind {
    /// The kind of pairings; `None` where there are no pairs.
    fn of(pairings: &Pairings) -> Option<Self> {
        match pairings {
            Pairings::Ladder(_) => Some(Self::Ladder),
            Pairings::Everyone(_) => Some(Self::Everyone),
            Pairings::Equals(_) => Some(Self::Equals),
            Pairings::Sparring { .. } => Some(Self::Sparring),
            Pairings::AllSides(_) => None,
        }
    }

    /// Whether contestants meet others of their kind.
    fn is_rated(self) -> bool {
        matches!(self, Self::Ladder | Self::Everyone)
    }
}

impl Report {
    /// The report of a league's games, by series.
    pub fn of(league: &League, games: &[Vec<PlayedGame>], rules: &MindRules) -> Self {
        let (mut of_pairs, mut of_wars) = (Vec::new(), Vec::new());
        for (series, games) in league.series.iter().zip(games) {
            let pairs: Vec<&GameResult> = games.iter().filter_map(|game| game.result.pair()).collect();
            let wars: Vec<&WarResult> = games.iter().filter_map(|game| game.result.war()).collect();
            of_pairs.extend(SeriesReport::of(series, &pairs, rules));
            of_wars.extend(WarsReport::of(series, &wars, rules));
        }
        Self { wars: of_wars, ..Self::of_series(of_pairs) }
    }

    /// The report of some series of pairs.
    fn of_series(series: Vec<SeriesReport>) -> Self {
        Self { promises: of_minds(&series), series, wars: Vec::new() }
    }

    /// Whether no promise fails. A promise that so few games cannot tell does not.
    pub fn holds(&self) -> bool {
        let of_series = self.series.iter().flat_map(|series| &series.promises);
        let of_wars = self.wars.iter().flat_map(|series| &series.promises);
        let mut all = self.promises.iter().chain(of_series).chain(of_wars);
        all.all(|promise| promise.answer != Answer::Fails)
    }
}

impl SeriesReport {
    /// The report of a series of pairs; `None` of others.
    fn of(series: &Series, games: &[&GameResult], rules: &MindRules) -> Option<Self> {
        let kind = Kind::of(&series.play)?;
        let names: Vec<String> = series.contestants().iter().map(|one| one.name(rules)).collect();
        let pairs = PairReport::all(series, &names, games);
        let mut contestants = ContestantReport::all(series, games, rules);
        if kind.is_rated() {
            for (contestant, rating) in contestants.iter_mut().zip(rate(&pairs, names.len())) {
                contestant.rating = Some(rating);
            }
        }
        let mut report = Self {
            name: series.name.clone(),
            about: series.about.clone(),
            promises: Vec::new(),
            levels: series.levels.clone(),
            generated: GeneratedReport::of(series, games),
            kind,
            all: Games::of(games),
            differences: if kind == Kind::Everyone { differences(&contestants) } else { Vec::new() },
            contestants,
            pairs,
            reasons: reasons(games),
            trials: trials(series, games, rules),
        };
        report.promises = promises(series, &report, rules);
        Some(report)
    }

    /// The pairs of contestants that are a standard deviation apart in too few measures.
    fn alike(&self) -> impl Iterator<Item = &Difference> {
        self.differences.iter().filter(|difference| difference.measures.len() < MEASURES_APART)
    }
}

/// The name of a level's file, without its folder.
fn level_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The reasons of wins, with the number of games.
fn reasons(games: &[&GameResult]) -> BTreeMap<String, usize> {
    let mut reasons = BTreeMap::new();
    for game in games.iter().filter(|game| game.winner.is_some()) {
        *reasons.entry(game.reason.clone()).or_insert(0) += 1;
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::test_support::{ENDS, mind, report, rush_and_boom, wars};
    use super::*;

    #[test]
    fn wins_are_counted_by_their_reasons() {
        let report = report(Pairings::Ladder(rush_and_boom()), &ENDS);
        assert_eq!(report.reasons, BTreeMap::from([("held on".to_owned(), 3)]));
    }

    #[test]
    fn a_report_holds_unless_a_promise_fails() {
        let whole = |play: Pairings| Report::of_series(vec![report(play, &ENDS)]);
        assert!(whole(Pairings::Ladder(rush_and_boom())).holds(), "four games cannot tell");
        let alike = [Some("steward"), Some("corsair")].map(|personality| mind("captain", personality));
        assert!(!whole(Pairings::Everyone(alike.to_vec())).holds(), "they play alike");
        let mut refused = report(Pairings::Ladder(vec![mind("captain", None), mind("cadet", None)]), &ENDS);
        assert!(Report::of_series(vec![refused.clone()]).holds());
        refused.contestants[0].refused = 0.5;
        assert!(!Report::of_series(vec![refused]).holds(), "what is promised of all minds counts, too");
        let of_war = |winners: &[Option<usize>]| Report {
            wars: vec![wars(&[0, 1, 2, 3], winners)],
            ..Report::of_series(Vec::new())
        };
        assert!(of_war(&[Some(0); 2]).holds(), "two games cannot tell");
        assert!(!of_war(&[Some(0); 20]).holds(), "one home wins all");
    }
}
