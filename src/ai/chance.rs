//! Chances of minds: drawn from the seed of the world, the faction and a subject, without any state.

use crate::sim::FactionId;

/// A source of chances for one faction.
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    seed: u64,
}

impl Chance {
    /// The chances of a faction in a world of this seed.
    pub fn new(seed: u64, faction: FactionId) -> Self {
        Self { seed: mixed(seed ^ mixed(faction.0 as u64 + 1)) }
    }

    /// A number from 0 up to 1 for a subject; the same for the same subject.
    pub fn of(self, subject: impl IntoIterator<Item = u64>) -> f64 {
        let bits = subject.into_iter().fold(self.seed, |state, part| mixed(state ^ mixed(part)));
        // The 53 bits that a double holds.
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number from -1 up to 1 for a subject.
    pub fn error(self, subject: impl IntoIterator<Item = u64>) -> f64 {
        2.0 * self.of(subject) - 1.0
    }
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
fn mixed(state: u64) -> u64 {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_even_and_differ_by_seed_faction_and_subject() {
        let chance = Chance::new(7, FactionId(0));
        let mean = (0..10_000).map(|subject| chance.of([subject])).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
        assert_eq!(chance.of([3, 4]), chance.of([3, 4]));
        let others = [chance.of([4, 3]), Chance::new(8, FactionId(0)).of([3, 4])];
        assert!(others.iter().all(|other| *other != chance.of([3, 4])));
        assert_ne!(chance.of([1]), Chance::new(7, FactionId(1)).of([1]));
    }
}
