//! The games of a series, with their seeds, dates and sides.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xxhash_rust::xxh3::xxh3_64;

use super::file::Series;

/// A game that is to be played.
#[derive(Clone, Debug, Default, PartialEq)]
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
/// and date, and other sides. Equal contestants would play the same game twice so, and get another seed and date. One
/// that has all sides plays each game once.
pub fn fixtures(series: &Series, games: u32) -> Vec<Fixture> {
    let (all, sources) = (series.contestants(), series.sources());
    let sides: &[bool] = if series.play.has_all_sides() { &[false] } else { &[false, true] };
    let twins = games.div_ceil(sides.len() as u32);
    let mut fixtures = Vec::new();
    for (pair, contestants) in series.pairs().into_iter().enumerate() {
        let are_equal = all[contestants[0]] == all[contestants[1]];
        for (level, source) in sources.iter().enumerate() {
            for twin in 0..twins {
                for swapped in sides.iter().copied() {
                    let again = if are_equal && swapped { "\nagain" } else { "" };
                    let text = format!("{}\n{}\n{pair}\n{twin}{again}", series.name, source.seed_text());
                    let mut chance = ChaCha8Rng::seed_from_u64(xxh3_64(text.as_bytes()));
                    let (seed, days) = (chance.random(), series.days * chance.random::<f64>());
                    fixtures.push(Fixture { pair, contestants, level, swapped, seed, days });
                }
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
    use crate::league::generated::Generated;
    use crate::league::sparring::Partner;

    /// A series on two files and two generated systems.
    fn series(play: Pairings) -> Series {
        let systems = Generated::usual(2);
        Series {
            name: "test".to_owned(),
            about: String::new(),
            levels: vec!["a.ron".to_owned(), "b.ron".to_owned()],
            generated: Some(systems),
            games: 5,
            minutes: 1.0,
            days: 300.0,
            play,
        }
    }

    fn seeds(games: &[Fixture]) -> BTreeSet<u64> {
        games.iter().map(|game| game.seed).collect()
    }

    #[test]
    fn sides_change_and_chances_differ() {
        let partners = [Partner::Idle, Partner::Rush, Partner::Boom].map(Contestant::Partner);
        let series = series(Pairings::Everyone(partners.to_vec()));
        let found = fixtures(&series, 5);
        assert_eq!(found.len(), 3 * 4 * 6);
        for twins in found.chunks(2) {
            let [one, other] = twins else { panic!("games come in twos") };
            assert!(!one.swapped && other.swapped);
            assert_eq!(Fixture { swapped: true, ..one.clone() }, *other);
            assert!((0.0..300.0).contains(&one.days));
        }
        assert_eq!(seeds(&found).len(), found.len() / 2, "each pair of games has its own");
        assert_eq!(found, fixtures(&series, 5));
    }

    /// A league must be the same on every machine.
    #[test]
    fn seeds_do_not_depend_on_where_the_levels_lie() {
        let here =
            series(Pairings::Everyone([Partner::Idle, Partner::Rush].map(Contestant::Partner).to_vec()));
        let elsewhere =
            Series { levels: vec!["/far/off/a.ron".to_owned(), "../b.ron".to_owned()], ..here.clone() };
        assert_eq!(fixtures(&here, 5), fixtures(&elsewhere, 5));
    }

    #[test]
    fn a_contestant_with_all_sides_plays_each_game_once() {
        let partners = [Partner::Idle, Partner::Rush].map(Contestant::Partner);
        let found = fixtures(&series(Pairings::AllSides(partners.to_vec())), 5);
        assert_eq!(found.len(), 2 * 4 * 5, "an odd number stays");
        assert_eq!(seeds(&found).len(), found.len());
        assert!(found.iter().all(|game| !game.swapped && game.contestants == [game.pair; 2]));
    }

    /// With the same seed and date, the same game would be counted twice.
    #[test]
    fn equal_contestants_never_play_the_same_game_twice() {
        let rushes = vec![Contestant::Partner(Partner::Rush); 2];
        for play in [Pairings::Equals(rushes.clone()), Pairings::Ladder(rushes)] {
            let found = fixtures(&series(play), 5);
            assert_eq!(seeds(&found).len(), found.len());
            assert!(found.chunks(2).all(|twins| !twins[0].swapped && twins[1].swapped));
            assert!(found.chunks(2).all(|twins| twins[0].days != twins[1].days));
        }
    }
}
