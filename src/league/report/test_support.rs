//! Series and their reports, for tests.

use super::SeriesReport;
use super::promises::Answer;
use crate::league::file::{Contestant, Pairings, Series};
use crate::league::game::GameResult;
use crate::league::gauge::SideFigures;
use crate::league::schedule::{Fixture, fixtures};
use crate::league::sparring::Partner;
use crate::level::MindRules;
use crate::sim::OddsRecord;

/// The ends of four games, winner and seconds: the second contestant wins two, the first one, and nobody the last.
pub const ENDS: [(Option<usize>, f64); 4] =
    [(Some(1), 100.0), (Some(1), 200.0), (Some(0), 400.0), (None, 2700.0)];

/// Two scripts.
pub fn rush_and_boom() -> Vec<Contestant> {
    [Partner::Rush, Partner::Boom].map(Contestant::Partner).to_vec()
}

/// A series with this number of games of each pairing on one level.
pub fn series(play: Pairings, games: usize) -> Series {
    Series {
        name: "test".to_owned(),
        about: String::new(),
        levels: vec!["a.ron".to_owned()],
        generated: None,
        games: u32::try_from(games).expect("few games"),
        minutes: 1.0,
        days: 0.0,
        play,
    }
}

/// The report of a series: each game is won by the winner of the list after this many seconds. The first
/// contestant of each pair attacks: twice in vain with low odds, and three times with high ones; two of them were seen,
/// for 29 and 30 s.
pub fn report_of(series: &Series, ends: &[(Option<usize>, f64)]) -> SeriesReport {
    let attacks = [(2, 0), (0, 0), (3, 2)].map(|(ended, won)| OddsRecord { ended, won });
    let attacker =
        SideFigures { attacks_by_odds: attacks, seen_ahead_s: vec![29.0, 30.0], ..SideFigures::default() };
    let fixtures = fixtures(series, series.games).into_iter().zip(ends);
    let games = fixtures.map(|(fixture, (winner, seconds))| GameResult {
        seed: fixture.seed,
        days: fixture.days,
        winner: *winner,
        first_faction_won: winner.map(|winner| (winner == 0) != fixture.swapped),
        reason: winner.map_or_else(String::new, |_| "held on".to_owned()),
        seconds: *seconds,
        fixture,
        ..game_of([attacker.clone(), SideFigures::default()])
    });
    let games: Vec<GameResult> = games.collect();
    SeriesReport::of(series, &games.iter().collect::<Vec<_>>(), &MindRules::default())
}

/// An undecided game with these figures.
pub fn game_of(sides: [SideFigures; 2]) -> GameResult {
    GameResult {
        fixture: Fixture::default(),
        names: ["one".to_owned(), "other".to_owned()],
        level: "a.ron".to_owned(),
        seed: 0,
        days: 0.0,
        winner: None,
        first_faction_won: None,
        reason: String::new(),
        seconds: 0.0,
        led_at_half_time: Some(0),
        battles: 4,
        sides,
    }
}

/// The report of a series with a game for each of these ends.
pub fn report(play: Pairings, ends: &[(Option<usize>, f64)]) -> SeriesReport {
    report_of(&series(play, ends.len()), ends)
}

/// A mind.
pub fn mind(skill: &str, personality: Option<&str>) -> Contestant {
    let (skill, personality) = (skill.to_owned(), personality.map(str::to_owned));
    Contestant::Mind { skill, personality, opening: None, handicap: Default::default() }
}

/// Whether each promise holds, and what was found.
pub fn found(report: &SeriesReport) -> Vec<(Answer, &str)> {
    report.promises.iter().map(|promise| (promise.answer, promise.found.as_str())).collect()
}
