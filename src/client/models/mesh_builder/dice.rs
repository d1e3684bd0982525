//! Small differences from a seed, such as dark plates and lit windows. The sequence is the same for the same seed.
//! The world has its own source of chance (ChaCha8).

/// Pseudo-random numbers: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice(u64);

impl Dice {
    /// Dice for a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number, from 0 to below 1.
    pub fn roll(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // As many bits as a float keeps.
        (mixed >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// The next number between two bounds.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.roll()
    }
}

/// A seed from a word (FNV-1a of its bytes), mixed into another seed; start with 0.
pub fn seed_of(seed: u64, word: &str) -> u64 {
    let begin = 0xcbf2_9ce4_8422_2325 ^ seed;
    word.bytes().fold(begin, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_in_their_range() {
        let (mut one, mut other) = (Dice::new(7), Dice::new(7));
        let rolls: Vec<f32> = (0..1000).map(|_| one.roll()).collect();
        assert!(rolls.iter().all(|roll| (0.0..1.0).contains(roll)));
        assert!(rolls.iter().all(|roll| *roll == other.roll()));
        let mean = rolls.iter().sum::<f32>() / 1000.0;
        assert!((0.45..0.55).contains(&mean), "{mean}");
    }

    #[test]
    fn words_give_seeds_of_their_own() {
        assert_ne!(seed_of(0, "Terra"), seed_of(0, "Mars"));
        assert_ne!(seed_of(seed_of(0, "Terra"), "scout"), seed_of(seed_of(0, "Mars"), "scout"));
        assert_eq!(seed_of(0, "Terra"), seed_of(0, "Terra"));
    }
}
