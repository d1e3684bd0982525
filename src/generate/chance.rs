//! Random numbers of a seed, the same on every machine.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A subject with random numbers of its own, so that another number of comets, say, moves no planet.
#[derive(Clone, Copy)]
pub(super) enum Subject {
    Numbers,
    Names,
    Date,
    Star,
    Homes,
    Planets,
    Moons,
    Comets,
    Factions,
}

/// The random numbers of a subject.
pub(super) struct Chance(ChaCha8Rng);

impl Chance {
    pub(super) fn of(seed: u64, subject: Subject) -> Self {
        let mut numbers = ChaCha8Rng::seed_from_u64(seed);
        numbers.set_stream(subject as u64);
        Self(numbers)
    }

    /// A number from `low` to `high`, with this many places after the point.
    pub(super) fn between(&mut self, (low, high): (f64, f64), places: u8) -> f64 {
        rounded(low + (high - low) * self.0.random::<f64>(), places)
    }

    /// An angle, whole degrees from 0 to 359.
    pub(super) fn angle_deg(&mut self) -> f64 {
        f64::from(self.whole(0, 359))
    }

    /// A whole number from `low` to `high`.
    pub(super) fn whole(&mut self, low: u32, high: u32) -> u32 {
        self.0.random_range(low..=high)
    }

    /// Whether something with this probability happens.
    pub(super) fn happens(&mut self, probability: f64) -> bool {
        self.0.random::<f64>() < probability
    }

    /// One of a list that is not empty.
    pub(super) fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        list.choose(&mut self.0).unwrap_or(&list[0])
    }

    /// All of a list, in any order.
    pub(super) fn shuffled<T: Clone>(&mut self, list: &[T]) -> Vec<T> {
        let mut list = list.to_vec();
        list.shuffle(&mut self.0);
        list
    }
}

/// A number with this many places after the point.
pub(super) fn rounded(number: f64, places: u8) -> f64 {
    let scale = libm::pow(10.0, places.into());
    (number * scale).round() / scale
}
