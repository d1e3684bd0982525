//! The games of a series, with their seeds, dates and sides.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xxhash_rust::xxh3::xxh3_64;

use super::file::Series;

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// Number of the pair in the series.
    pub pair: usize,
    /// The contestants, by their numbers in the series.
    pub contestants: [usize; 2],
    /// Number of the level in the series.
    pub level: usize,
    /// Whether the second contestant has the first faction of the level.
    pub swapped: bool,
    /// The seed of the world.
    pub seed: u64,
    /// Days after the date of the level.
    pub days: f64,
}

/// The games of a series, `games` of each pairing on each level. Two games one after the other have the same seed
/// and date, and other sides.
pub fn fixtures(series: &Series, games: u32) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for (pair, contestants) in series.pairs().into_iter().enumerate() {
        for (level, file) in series.levels.iter().enumerate() {
            for twin in 0..games.div_ceil(2) {
                let text = format!("{}\n{file}\n{pair}\n{twin}", series.name);
                let mut chance = ChaCha8Rng::seed_from_u64(xxh3_64(text.as_bytes()));
                let (seed, days) = (chance.random(), series.days * chance.random::<f64>());
                let sides = [false, true];
                fixtures.extend(sides.map(|swapped| Fixture {
                    pair,
                    contestants,
                    level,
                    swapped,
                    seed,
                    days,
                }));
            }
        }
    }
    fixtures
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::league::file::{Contestant, Pairings};
    use crate::league::sparring::Partner;

    #[test]
    fn sides_change_and_chances_differ() {
        let partners = [Partner::Idle, Partner::Rush, Partner::Boom].map(Contestant::Partner);
        let series = Series {
            name: "test".to_owned(),
            about: String::new(),
            levels: vec!["a.ron".to_owned(), "b.ron".to_owned()],
            games: 5,
            minutes: 1.0,
            days: 300.0,
            play: Pairings::Everyone(partners.to_vec()),
        };
        let found = fixtures(&series, 5);
        assert_eq!(found.len(), 3 * 2 * 6);
        for twins in found.chunks(2) {
            let [one, other] = twins else { panic!("games come in twos") };
            assert!(!one.swapped && other.swapped);
            assert_eq!(Fixture { swapped: true, ..one.clone() }, *other);
            assert!((0.0..300.0).contains(&one.days));
        }
        let seeds: BTreeSet<u64> = found.iter().map(|game| game.seed).collect();
        assert_eq!(seeds.len(), found.len() / 2, "each pair of games has its own");
        assert_eq!(found, fixtures(&series, 5));
    }
}
