//! Ratings by the model of Bradley and Terry: a contestant of strength p beats one of strength q with the chance
//! p / (p + q). Strengths are fitted by the iteration of Hunter ("MM algorithms for generalized Bradley-Terry
//! models", Annals of Statistics 32, 2004); intervals come from a bootstrap. Elo is 400 log10 of a strength.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::{Interval, mean};
use crate::sim::simulation::measure::{quantile, sorted};

/// The mean rating of all contestants.
const MEAN_ELO: f64 = 1500.0;
/// Bootstrap samples.
const SAMPLES: usize = 1000;
/// Each pair that has met counts as having drawn this many games more, so that a rating is finite though somebody
/// has won all games.
const PRIOR_DRAWS: f64 = 1.0;
/// The iteration ends when no strength changes by more than this share,
const PRECISION: f64 = 1e-10;
/// and after this many rounds.
const MOST_ROUNDS: usize = 20_000;
/// The seed of the bootstrap.
const SEED: u64 = 19;

/// The results of all games between contestants, which are numbered.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    count: usize,
    /// Games won by the row against the column.
    wins: Vec<f64>,
}

impl Results {
    /// No games between this many contestants.
    pub fn new(count: usize) -> Self {
        Self { count, wins: vec![0.0; count * count] }
    }

    /// Adds games won by one contestant against another.
    pub fn add(&mut self, winner: usize, loser: usize, games: f64) {
        self.wins[winner * self.count + loser] += games;
    }

    /// Adds drawn games, which count half for each.
    pub fn add_draws(&mut self, one: usize, other: usize, games: f64) {
        self.add(one, other, 0.5 * games);
        self.add(other, one, 0.5 * games);
    }

    /// Games won by one contestant against another.
    fn wins(&self, one: usize, other: usize) -> f64 {
        self.wins[one * self.count + other]
    }

    /// Games between two contestants.
    fn games(&self, one: usize, other: usize) -> f64 {
        self.wins(one, other) + self.wins(other, one)
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let count = self.count;
        (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
    }

    /// These results with additional draws between all pairs that have met.
    fn with_prior(&self) -> Self {
        let mut results = self.clone();
        for (one, other) in self.pairs().filter(|(one, other)| self.games(*one, *other) > 0.0) {
            results.add_draws(one, other, PRIOR_DRAWS);
        }
        results
    }

    /// As many games of every pair, drawn by chance from these.
    fn sampled(&self, chance: &mut ChaCha8Rng) -> Self {
        let mut sample = Self::new(self.count);
        for (one, other) in self.pairs() {
            let games = self.games(one, other);
            if games <= 0.0 {
                continue;
            }
            let share = self.wins(one, other) / games;
            let won = (0..games.round() as usize).filter(|_| chance.random::<f64>() < share).count() as f64;
            sample.add(one, other, won);
            sample.add(other, one, games - won);
        }
        sample
    }
}

/// The strengths that make results most likely; their geometric mean is 1. A contestant that has won no game has
/// strength 0, and one without games 1.
pub fn strengths(results: &Results) -> Vec<f64> {
    let mut strengths = vec![1.0; results.count];
    for _ in 0..MOST_ROUNDS {
        let before = strengths.clone();
        for one in 0..results.count {
            let others = || (0..results.count).filter(|other| *other != one);
            let wins: f64 = others().map(|other| results.wins(one, other)).sum();
            let share: f64 =
                others().map(|other| results.games(one, other) / (strengths[one] + strengths[other])).sum();
            if share > 0.0 {
                strengths[one] = wins / share;
            }
        }
        normalise(&mut strengths);
        let is_settled = |(now, before): (&f64, &f64)| (now - before).abs() <= PRECISION * before.abs();
        if strengths.iter().zip(&before).all(is_settled) {
            break;
        }
    }
    strengths
}

/// Divides strengths by the geometric mean of those above 0.
fn normalise(strengths: &mut [f64]) {
    let positive = strengths.iter().filter(|strength| **strength > 0.0);
    let scale = libm::exp(mean(positive.map(|strength| libm::log(*strength))));
    strengths.iter_mut().for_each(|strength| *strength /= scale);
}

/// An Elo rating with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rating {
    /// The rating; the mean of all contestants is 1500.
    pub elo: f64,
    /// Its interval.
    #[serde(flatten)]
    pub interval: Interval,
}

/// The ratings of all contestants.
pub fn ratings(results: &Results) -> Vec<Rating> {
    let elo = |results: &Results| -> Vec<f64> {
        let strengths = strengths(&results.with_prior());
        strengths.iter().map(|strength| MEAN_ELO + 400.0 * libm::log10(*strength)).collect()
    };
    let mut chance = ChaCha8Rng::seed_from_u64(SEED);
    let samples: Vec<Vec<f64>> = (0..SAMPLES).map(|_| elo(&results.sampled(&mut chance))).collect();
    let rating = |(one, elo): (usize, f64)| {
        let sorted = sorted(&samples.iter().map(|sample| sample[one]).collect::<Vec<f64>>());
        let interval = Interval { low: quantile(&sorted, 0.025), high: quantile(&sorted, 0.975) };
        Rating { elo, interval }
    };
    elo(results).into_iter().enumerate().map(rating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Baseball, American League, 1987: wins of the row against the column, and the strengths on a logarithmic
    /// scale as in Agresti, "Categorical Data Analysis", and in the R package BradleyTerry2.
    const BASEBALL: [(&str, [f64; 7], f64); 7] = [
        ("Milwaukee", [0.0, 7.0, 9.0, 7.0, 7.0, 9.0, 11.0], 1.5814),
        ("Detroit", [6.0, 0.0, 7.0, 5.0, 11.0, 9.0, 9.0], 1.4364),
        ("Toronto", [4.0, 6.0, 0.0, 7.0, 7.0, 8.0, 12.0], 1.2945),
        ("New York", [6.0, 8.0, 6.0, 0.0, 6.0, 7.0, 10.0], 1.2476),
        ("Boston", [6.0, 2.0, 6.0, 7.0, 0.0, 7.0, 12.0], 1.1077),
        ("Cleveland", [4.0, 4.0, 5.0, 6.0, 6.0, 0.0, 6.0], 0.6839),
        ("Baltimore", [2.0, 4.0, 1.0, 3.0, 1.0, 7.0, 0.0], 0.0),
    ];

    fn baseball() -> Results {
        let mut results = Results::new(7);
        for (one, (_, wins, _)) in BASEBALL.iter().enumerate() {
            wins.iter().enumerate().for_each(|(other, wins)| results.add(one, other, *wins));
        }
        results
    }

    #[test]
    fn strengths_agree_with_a_published_table() {
        let found = strengths(&baseball());
        for ((team, _, published), strength) in BASEBALL.iter().zip(&found) {
            let relative = libm::log(strength / found[6]);
            assert!((relative - published).abs() < 6e-5, "{team}: {relative}, published {published}");
        }
    }

    #[test]
    fn two_contestants_are_apart_as_by_hand() {
        let mut results = Results::new(2);
        results.add(0, 1, 300.0);
        results.add(1, 0, 100.0);
        let found = strengths(&results);
        assert!((found[0] / found[1] - 3.0).abs() < 1e-8, "{found:?}");
        let ratings = ratings(&results);
        let apart = ratings[0].elo - ratings[1].elo;
        // 400 log10 of 300.5 / 100.5.
        assert!((apart - 190.271).abs() < 0.01, "{apart}");
        assert!((ratings[0].elo + ratings[1].elo - 3000.0).abs() < 1e-6);
        let Interval { low, high } = ratings[0].interval;
        assert!(low < ratings[0].elo && ratings[0].elo < high && high - low < 45.0, "{low} to {high}");
    }

    #[test]
    fn the_winner_of_all_games_has_a_finite_rating() {
        let mut results = Results::new(3);
        results.add(0, 1, 10.0);
        results.add_draws(1, 2, 10.0);
        let found = ratings(&results);
        assert!(found.iter().all(|rating| rating.elo.is_finite() && rating.interval.low.is_finite()));
        assert!(found[0].elo > found[1].elo && (found[1].elo - found[2].elo).abs() < 1e-3, "{found:?}");
        assert_eq!(found, ratings(&results), "chances are seeded");
    }
}
