//! Samples as an audio source of the engine.

use std::sync::Arc;
use std::time::Duration;

use bevy::audio::{ChannelCount, Decodable, Sample, SampleRate, Source};
use bevy::prelude::*;

use super::synth::RATE;

/// The rate as the engine's type.
pub(super) const SAMPLE_RATE: SampleRate = match SampleRate::new(RATE) {
    Some(rate) => rate,
    None => SampleRate::MIN,
};

/// A sound that can be played.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct Tone {
    samples: Arc<[f32]>,
    repeats: bool,
}

impl Tone {
    /// A sound that ends.
    pub fn once(samples: Vec<f32>) -> Self {
        Self { samples: samples.into(), repeats: false }
    }

    /// A sound that repeats without end.
    pub fn repeating(samples: Vec<f32>) -> Self {
        Self { samples: samples.into(), repeats: true }
    }
}

/// A sound that is being played.
#[derive(Clone, Debug)]
pub struct Playing {
    tone: Tone,
    next: usize,
}

impl Decodable for Tone {
    type Decoder = Playing;

    fn decoder(&self) -> Playing {
        Playing { tone: self.clone(), next: 0 }
    }
}

impl Iterator for Playing {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        if self.tone.repeats && self.next >= self.tone.samples.len() {
            self.next = 0;
        }
        let sample = self.tone.samples.get(self.next).copied()?;
        self.next += 1;
        Some(sample)
    }
}

impl Source for Playing {
    fn current_span_len(&self) -> Option<usize> {
        // Rate and channels stay the same to the end, so the sound is one span.
        let is_at_end = self.next >= self.tone.samples.len();
        let is_over = is_at_end && (!self.tone.repeats || self.tone.samples.is_empty());
        is_over.then_some(0)
    }

    fn channels(&self) -> ChannelCount {
        ChannelCount::MIN
    }

    fn sample_rate(&self) -> SampleRate {
        SAMPLE_RATE
    }

    fn total_duration(&self) -> Option<Duration> {
        let seconds = self.tone.samples.len() as f64 / f64::from(RATE);
        (!self.tone.repeats).then(|| Duration::from_secs_f64(seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_ends_gives_every_sample_once() {
        let mut playing = Tone::once(vec![0.1, 0.2]).decoder();
        assert_eq!(playing.current_span_len(), None);
        assert_eq!(playing.by_ref().collect::<Vec<_>>(), [0.1, 0.2]);
        assert_eq!(playing.current_span_len(), Some(0));
        assert_eq!((playing.channels().get(), playing.sample_rate().get()), (1, RATE));
        assert!(playing.total_duration().is_some());
    }

    #[test]
    fn one_that_repeats_goes_on() {
        let playing = Tone::repeating(vec![0.1, 0.2]).decoder();
        assert_eq!(playing.total_duration(), None);
        assert_eq!(playing.take(5).collect::<Vec<_>>(), [0.1, 0.2, 0.1, 0.2, 0.1]);
        assert_eq!(Tone::repeating(Vec::new()).decoder().next(), None);
    }
}
