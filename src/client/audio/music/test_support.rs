//! The decoded music, for tests.

use std::sync::LazyLock;

use bevy::tasks::block_on;

use super::FULL;
use super::mood::Mood;
use super::stems::{LOOP_FRAMES, Score, Stem};

static SCORE: LazyLock<Score> = LazyLock::new(|| block_on(Score::decoded()));

/// The left (0) or right (1) side of a stem.
pub fn side_of(stem: Stem, side: usize) -> Vec<f32> {
    let samples = &SCORE.stems[stem as usize];
    samples.iter().skip(side).step_by(2).map(|sample| f32::from(*sample) / f32::from(i16::MAX)).collect()
}

/// A side of the music of a mood, as loud as it is at full volume.
pub fn mixed(mood: Mood, side: usize) -> Vec<f32> {
    let mut sum = vec![0.0_f32; LOOP_FRAMES];
    for stem in Stem::ALL.into_iter().filter(|stem| mood.level(*stem) > 0.0) {
        let gain = FULL * mood.level(stem);
        sum.iter_mut().zip(side_of(stem, side)).for_each(|(total, sample)| *total += gain * sample);
    }
    sum
}
