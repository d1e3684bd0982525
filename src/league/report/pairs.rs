//! The games of pairs, and the ratings that follow from them.

use serde::Serialize;

use super::games::{Games, Share};
use crate::league::file::Series;
use crate::league::game::GameResult;
use crate::league::statistics::ratings::Rating;
use crate::league::statistics::{Results, ratings};

/// A skill beats the one below if it wins at least this share of their games,
pub const LADDER_SHARE: f64 = 0.65;
/// and the lower end of the interval is above this.
pub const LADDER_LOW: f64 = 0.6;

/// What the games of a pair show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairReport {
    /// The numbers of the contestants in the series.
    pub contestants: [usize; 2],
    /// Their names.
    pub names: [String; 2],
    /// The games that each has won, of all their games.
    pub wins: [Share; 2],
    /// Their games.
    pub games: Games,
}

impl PairReport {
    /// The pairs of a series with contestants of these names.
    pub(super) fn all(series: &Series, names: &[String], games: &[&GameResult]) -> Vec<Self> {
        let report = |(number, pair): (usize, [usize; 2])| {
            Self::of(pair, pair.map(|one| names[one].clone()), &games_of(number, games))
        };
        series.pairs().into_iter().enumerate().map(report).collect()
    }

    fn of(contestants: [usize; 2], names: [String; 2], games: &[&GameResult]) -> Self {
        let wins = [0, 1].map(|one| Share::of(games.iter().copied(), |game| game.winner == Some(one)));
        Self { contestants, names, wins, games: Games::of(games) }
    }

    /// Whether the second contestant clearly beats the first.
    pub fn is_step(&self) -> bool {
        self.wins[1].share >= LADDER_SHARE && self.wins[1].interval.low > LADDER_LOW
    }
}

/// The games of the pair of this number in the series.
pub(super) fn games_of<'a>(pair: usize, games: &[&'a GameResult]) -> Vec<&'a GameResult> {
    games.iter().copied().filter(|game| game.fixture.pair == pair).collect()
}

/// The ratings of contestants by the games of their pairs.
pub(super) fn rate(pairs: &[PairReport], count: usize) -> Vec<Rating> {
    let mut results = Results::new(count);
    for PairReport { contestants: [one, other], wins, games, .. } in pairs {
        results.add(*one, *other, wins[0].games as f64);
        results.add(*other, *one, wins[1].games as f64);
        results.add_draws(*one, *other, games.undecided.games as f64);
    }
    ratings(&results)
}

#[cfg(test)]
mod tests {
    use crate::league::file::Pairings;
    use crate::league::report::promises::Answer;
    use crate::league::report::test_support::{ENDS, found, report, rush_and_boom};

    #[test]
    fn wins_are_counted_by_contestant() {
        let report = report(Pairings::Ladder(rush_and_boom()), &ENDS);
        let pair = &report.pairs[0];
        assert_eq!(pair.names, ["rush", "boom"]);
        assert_eq!((pair.wins[0].games, pair.wins[1].games, pair.wins[1].of), (1, 2, 4));
        let ratings: Vec<f64> = report.contestants.iter().filter_map(|one| Some(one.rating?.elo)).collect();
        assert!(ratings[0] < 1500.0 && ratings[1] > 1500.0, "{ratings:?}");
        assert!(!pair.is_step(), "two of four games show nothing");
        assert_eq!(found(&report), [(Answer::Open, "0 of 1 pairs; open: boom with 50 % (15 to 85)")]);
    }
}
