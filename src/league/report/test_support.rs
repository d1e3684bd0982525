//! Series and their reports, for tests.

use super::promises::Answer;
use super::{SeriesReport, WarsReport};
use crate::league::file::{Contestant, Pairings, Series};
use crate::league::game::{GameResult, WarResult};
use crate::league::gauge::{SeatFigures, SideFigures};
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
    let games: Vec<&GameResult> = games.iter().collect();
    SeriesReport::of(series, &games, &MindRules::default()).expect("it is of pairs")
}

/// The game of a captain that has all seats, one for each of these sides. All sides but that of the winning seat, if
/// there is one, have given up, and hold no body.
pub fn war(sides: &[u16], winner: Option<usize>, seconds: f64) -> WarResult {
    let winner = winner.map(|seat| sides[seat]);
    let seat = |(seat, side): (usize, &u16)| {
        let won = winner == Some(*side);
        let is_left = won || winner.is_none();
        SeatFigures {
            faction: format!("faction {seat}"),
            home: Some(format!("home {seat}")),
            side: *side,
            won,
            bodies: u32::from(is_left),
            gave_up: !is_left,
        }
    };
    WarResult {
        fixture: Fixture::default(),
        name: "captain".to_owned(),
        level: "a.ron".to_owned(),
        seed: 0,
        days: 0.0,
        reason: String::new(),
        seconds,
        battles: 4,
        seats: sides.iter().enumerate().map(seat).collect(),
    }
}

/// The report of such games with these winning seats, each a minute longer than the one before.
pub fn wars(sides: &[u16], winners: &[Option<usize>]) -> WarsReport {
    let series = series(Pairings::AllSides(vec![mind("captain", None)]), winners.len());
    let minutes = (1..=winners.len()).map(|minutes| minutes as f64);
    let games = winners.iter().zip(minutes).map(|(winner, minutes)| war(sides, *winner, 60.0 * minutes));
    let games: Vec<WarResult> = games.collect();
    let games: Vec<&WarResult> = games.iter().collect();
    WarsReport::of(&series, &games, &MindRules::default()).expect("it is of wars")
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
