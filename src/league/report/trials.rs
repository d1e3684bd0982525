//! What is expected of minds against sparring partners.

use serde::Serialize;

use super::games::Share;
use super::pairs::games_of;
use super::promises::Answer;
use crate::league::file::{Contestant, Pairings, Series, Trial};
use crate::league::game::GameResult;
use crate::level::MindRules;

/// A partner's share of wins is about the expected one within this.
const ABOUT: f64 = 0.1;

/// What is expected of a mind against a sparring partner, and what was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrialReport {
    /// The partner.
    pub partner: String,
    /// The mind.
    pub mind: String,
    /// The expectation, in words.
    pub expected: String,
    /// The games in which it was so.
    pub found: Share,
    /// Whether the games meet the expectation.
    pub answer: Answer,
}

/// What is expected against sparring partners, and what was found.
pub(super) fn trials(series: &Series, games: &[&GameResult], rules: &MindRules) -> Vec<TrialReport> {
    let Pairings::Sparring { partners, .. } = &series.play else { return Vec::new() };
    let contestants = series.contestants();
    let mut reports = Vec::new();
    for (number, pair) in series.pairs().into_iter().enumerate() {
        let Contestant::Mind { skill, .. } = &contestants[pair[0]] else { continue };
        let trial = &partners[pair[1] + partners.len() - contestants.len()];
        for (expected, found, answer) in expectations(trial, skill, &games_of(number, games)) {
            let names = pair.map(|one| contestants[one].name(rules));
            let [mind, partner] = names;
            reports.push(TrialReport { partner, mind, expected, found, answer });
        }
    }
    reports
}

/// What a trial expects of a skill: in words, the games in which it was so, and whether they meet it. A share is judged
/// by its interval; what is expected of every game is counted.
fn expectations(trial: &Trial, skill: &String, games: &[&GameResult]) -> Vec<(String, Share, Answer)> {
    let share = |holds: &dyn Fn(&GameResult) -> bool| Share::of(games.iter().copied(), holds);
    let percent = trial.percent;
    let at_least = |share: Share, percent: f64| Answer::of_share(share, percent / 100.0..=1.0);
    let mut found = Vec::new();
    if trial.beaten_by.contains(skill) {
        let limit = trial.within_s.unwrap_or(f64::INFINITY);
        let wins = share(&|game| game.winner == Some(0) && game.seconds <= limit);
        let words = match trial.within_s {
            Some(seconds) => format!("beats it within {seconds:.0} s in {percent:.0} %"),
            None => format!("beats it in {percent:.0} %"),
        };
        found.push((words, wins, at_least(wins, percent)));
    }
    if trial.survived_by.contains(skill) {
        let survived = share(&|game| game.winner != Some(1));
        found.push((format!("survives it in {percent:.0} %"), survived, at_least(survived, percent)));
    }
    if trial.spared_by.contains(skill) {
        let limit = trial.until_s.unwrap_or(f64::INFINITY);
        let spared =
            share(&|game| game.sides[0].first_home_landing_s.is_none_or(|landed_s| landed_s >= limit));
        let words = match trial.until_s {
            Some(seconds) => format!("never lands on its home before {seconds:.0} s"),
            None => "never lands on its home".to_owned(),
        };
        found.push((words, spared, Answer::of(spared.games == spared.of)));
    }
    for expected in trial.wins.iter().filter(|expected| expected.skill == *skill) {
        let wins = share(&|game| game.winner == Some(1));
        let share = expected.percent / 100.0;
        let (how, answer) = if expected.or_more {
            ("at least", at_least(wins, expected.percent))
        } else {
            ("about", Answer::of_share(wins, share - ABOUT..=share + ABOUT))
        };
        found.push((format!("loses {how} {:.0} %", expected.percent), wins, answer));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::file::ExpectedWins;
    use crate::league::gauge::SideFigures;
    use crate::league::report::test_support::{found, game_of, mind, report};
    use crate::league::sparring::Partner;

    #[test]
    fn trials_say_whether_games_are_as_expected() {
        let trial = Trial {
            partner: Partner::Idle,
            beaten_by: vec!["captain".to_owned()],
            within_s: Some(300.0),
            survived_by: vec!["captain".to_owned()],
            percent: 50.0,
            spared_by: Vec::new(),
            until_s: None,
            wins: [(40.0, false), (20.0, true)]
                .map(|(percent, or_more)| ExpectedWins { skill: "captain".to_owned(), percent, or_more })
                .to_vec(),
        };
        let play = Pairings::Sparring { minds: vec![mind("captain", None)], partners: vec![trial] };
        // The mind wins once within 300 s and once later, and loses twice; ten times so.
        let ends = [(Some(0), 299.0), (Some(0), 301.0), (Some(1), 50.0), (Some(1), 50.0)];
        let report = report(play, &ends.repeat(10));
        let trials: Vec<(usize, Answer)> =
            report.trials.iter().map(|trial| (trial.found.games, trial.answer)).collect();
        // A quarter is 14 to 40 %, a half 35 to 65 %.
        let expected = [(10, Answer::Fails), (20, Answer::Open), (20, Answer::Open), (20, Answer::Holds)];
        assert_eq!(trials, expected, "{:?}", report.trials);
        let against = "captain against idle";
        let words = format!("1 of 4 expectations; not {against}; open: {against}, {against}");
        assert_eq!(found(&report), [(Answer::Fails, words.as_str())]);
        assert_eq!((report.trials[0].mind.as_str(), report.trials[0].partner.as_str()), ("captain", "idle"));
    }

    /// All of 10 games are 72 to 100 %, of 80 they are 95.4 to 100 %.
    #[test]
    fn a_few_games_do_not_show_a_share_of_most() {
        let answer = |games: usize| {
            let trial = Trial {
                partner: Partner::Rush,
                beaten_by: Vec::new(),
                within_s: None,
                survived_by: vec!["captain".to_owned()],
                percent: 95.0,
                spared_by: Vec::new(),
                until_s: None,
                wins: Vec::new(),
            };
            let play = Pairings::Sparring { minds: vec![mind("captain", None)], partners: vec![trial] };
            report(play, &vec![(Some(0), 300.0); games]).trials[0].answer
        };
        assert_eq!([10, 80].map(answer), [Answer::Open, Answer::Holds]);
    }

    #[test]
    fn a_home_is_spared_until_its_time_in_every_game() {
        let trial = |until_s: Option<f64>| Trial {
            partner: Partner::Idle,
            beaten_by: Vec::new(),
            within_s: None,
            survived_by: Vec::new(),
            percent: 50.0,
            spared_by: vec!["newcomer".to_owned()],
            until_s,
            wins: Vec::new(),
        };
        let game = |first_home_landing_s: Option<f64>| {
            let mind = SideFigures { first_home_landing_s, ..SideFigures::default() };
            // Where the partner lands is not asked.
            let partner = SideFigures { first_home_landing_s: Some(1.0), ..SideFigures::default() };
            game_of([mind, partner])
        };
        let games = [None, Some(479.0), Some(480.0)].map(game);
        let found = |until_s: Option<f64>, games: &[GameResult]| {
            let games: Vec<&GameResult> = games.iter().collect();
            let found = expectations(&trial(until_s), &"newcomer".to_owned(), &games);
            assert!(expectations(&trial(until_s), &"cadet".to_owned(), &games).is_empty());
            found.into_iter().map(|(words, found, answer)| (words, found.games, answer)).collect::<Vec<_>>()
        };
        let words = || "never lands on its home before 480 s".to_owned();
        assert_eq!(found(Some(480.0), &games), [(words(), 2, Answer::Fails)]);
        assert_eq!(found(Some(480.0), &games[2..]), [(words(), 1, Answer::Holds)]);
        assert_eq!(found(None, &games), [("never lands on its home".to_owned(), 1, Answer::Fails)]);
        assert_eq!(found(None, &games[..1]), [("never lands on its home".to_owned(), 1, Answer::Holds)]);
    }
}
