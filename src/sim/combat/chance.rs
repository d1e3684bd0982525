//! Chance without memory: a number from the world's seed, the tick and the subject of the question.
//!
//! The same question always has the same answer, independent of other questions and their order; so a save stores
//! nothing for it, and the number of threads does not matter.

use xxhash_rust::xxh3::xxh3_64;

use crate::sim::TargetId;

/// The decisions by chance; each has its own sequence of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Whether a shot hits.
    Shot,
    /// The deviation of a miss, and the motion of a wreck's pieces.
    Scatter,
    /// Whether point defence stops a torpedo.
    Interception,
}

/// A question to chance.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The seed of the world.
    pub seed: u64,
    /// The tick.
    pub tick: u64,
    /// The subject of the question.
    pub who: TargetId,
    /// The decision.
    pub about: About,
    /// Number of the question among several alike in this tick.
    pub count: u32,
}

impl Question {
    /// An evenly spread number from 0 to below 1.
    pub fn answer(&self) -> f64 {
        let mut bytes = [0_u8; 30];
        let (kind, number) = match self.who {
            TargetId::Ship(id) => (0_u8, id.0),
            TargetId::Structure(id) => (1, id.0),
        };
        bytes[0..8].copy_from_slice(&self.seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.tick.to_le_bytes());
        bytes[16..20].copy_from_slice(&number.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.count.to_le_bytes());
        bytes[24] = kind;
        bytes[25] = self.about as u8;
        // A number from 0 to 1 can hold 53 bits: the upper ones.
        (xxh3_64(&bytes) >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// This question with another number among several alike.
    pub fn again(self, count: u32) -> Self {
        Self { count, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::ShipId;

    #[test]
    fn answers_are_spread_evenly_and_repeat() {
        let ask = |tick: u64, count: u32| {
            let who = TargetId::Ship(ShipId(7));
            Question { seed: 1, tick, who, about: About::Shot, count }.answer()
        };
        let answers: Vec<f64> = (0..10_000).map(|tick| ask(tick, 0)).collect();
        let mean = answers.iter().sum::<f64>() / answers.len() as f64;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
        assert!(answers.iter().all(|answer| (0.0..1.0).contains(answer)));
        assert_eq!(ask(3, 1), ask(3, 1));
        assert_ne!(ask(3, 1), ask(3, 2));
    }
}
