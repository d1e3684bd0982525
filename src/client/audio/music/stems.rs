//! The stems of the music, and a source of sound that mixes them sample by sample, so that they never drift apart.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bevy::audio::{AudioSource, ChannelCount, Decodable, Sample, SampleRate, Source};
use bevy::prelude::*;
use bevy::tasks::futures_lite::future::yield_now;

use crate::client::audio::synth::RATE;
use crate::client::audio::tone::SAMPLE_RATE;

/// Left and right.
const CHANNELS: ChannelCount = match ChannelCount::new(2) {
    Some(channels) => channels,
    None => ChannelCount::MIN,
};
const WIDTH: usize = CHANNELS.get() as usize;
/// Length of the loops in frames of left and right: 24 bars of 4 beats, 80 beats a minute.
pub(super) const LOOP_FRAMES: usize = 24 * 4 * RATE as usize * 60 / 80;
/// Frames in a file before the beginning of the loop, and as many after its end.
const LEAD_FRAMES: usize = RATE as usize / 10;
/// Frames that are decoded without a pause for other tasks: half a second of music.
const BLOCK_FRAMES: usize = RATE as usize / 2;
/// Length of a change from silence to the full level, s.
const CROSS_S: f32 = 4.0;
/// The change of a level in a frame.
const STEP: f32 = 1.0 / (CROSS_S * RATE as f32);

/// A part of the music.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stem {
    /// Pads and bells.
    Calm,
    /// The melody of the menu.
    Theme,
    /// A low pulse and high strings.
    Tension,
    /// Drums, brass and quick strings.
    Battle,
}

impl Stem {
    /// All stems.
    pub const ALL: [Self; 4] = [Self::Calm, Self::Theme, Self::Tension, Self::Battle];

    /// The file, Ogg Vorbis in stereo.
    fn file(self) -> &'static [u8] {
        match self {
            Self::Calm => include_bytes!("../../../../assets/music/calm.ogg"),
            Self::Theme => include_bytes!("../../../../assets/music/theme.ogg"),
            Self::Tension => include_bytes!("../../../../assets/music/tension.ogg"),
            Self::Battle => include_bytes!("../../../../assets/music/battle.ogg"),
        }
    }

    /// The samples of the loop, left and right in turn.
    async fn decoded(self) -> Vec<i16> {
        let mut samples = AudioSource { bytes: self.file().into() }.decoder();
        let lead: Vec<f32> = samples.by_ref().take(WIDTH * LEAD_FRAMES).collect();
        let mut round: Vec<i16> = Vec::with_capacity(WIDTH * LOOP_FRAMES);
        for _ in 0..LOOP_FRAMES.div_ceil(BLOCK_FRAMES) {
            let left = WIDTH * LOOP_FRAMES - round.len();
            round.extend(samples.by_ref().take(left.min(WIDTH * BLOCK_FRAMES)).map(packed));
            yield_now().await;
        }
        round.resize(WIDTH * LOOP_FRAMES, 0);
        blend_end(&mut round, &lead);
        round
    }
}

/// Blends the end of a loop into what comes before its beginning: the same music, but with other errors of the
/// encoder, which would jump at the seam.
fn blend_end(round: &mut [i16], lead: &[f32]) {
    let start = round.len().saturating_sub(lead.len());
    let frames = lead.len() / WIDTH;
    for (index, (end, before)) in round.iter_mut().skip(start).zip(lead).enumerate() {
        let share = (index / WIDTH) as f32 / frames as f32;
        *end = packed(unpacked(*end) * (1.0 - share) + before * share);
    }
}

/// A sample in the room of two bytes.
fn packed(sample: f32) -> i16 {
    (sample * f32::from(i16::MAX)).round() as i16
}

fn unpacked(sample: i16) -> f32 {
    f32::from(sample) / f32::from(i16::MAX)
}

/// The wanted levels of the stems, 0 to 1, which the thread of the sound card reads.
#[derive(Clone, Debug, Default)]
pub struct Levels(Arc<[AtomicU32; Stem::ALL.len()]>);

impl Levels {
    /// Sets the level of a stem.
    pub fn set(&self, stem: Stem, level: f32) {
        self.0[stem as usize].store(level.to_bits(), Ordering::Relaxed);
    }

    fn of(&self, stem: usize) -> f32 {
        f32::from_bits(self.0[stem].load(Ordering::Relaxed))
    }
}

/// All stems.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct Score {
    /// Samples of each stem, left and right in turn; all of one length.
    pub(super) stems: Arc<[Vec<i16>; Stem::ALL.len()]>,
    levels: Levels,
}

impl Score {
    /// Decodes the files, which takes some seconds. After each block other tasks have their turn: shaders are compiled
    /// in the same pool, which may have one thread only.
    pub async fn decoded() -> Self {
        let mut stems: [Vec<i16>; Stem::ALL.len()] = Default::default();
        for (stem, samples) in Stem::ALL.into_iter().zip(&mut stems) {
            *samples = stem.decoded().await;
        }
        Self { stems: Arc::new(stems), levels: Levels::default() }
    }

    /// The levels, with which the music changes while it is played.
    pub fn levels(&self) -> Levels {
        self.levels.clone()
    }
}

/// The music that is being played, in an endless loop.
#[derive(Clone, Debug)]
pub struct Performance {
    score: Score,
    next: usize,
    /// Present level of each stem.
    levels: [f32; Stem::ALL.len()],
}

impl Performance {
    /// Moves the levels on by a frame.
    fn move_levels(&mut self) {
        for (stem, level) in self.levels.iter_mut().enumerate() {
            *level += (self.score.levels.of(stem) - *level).clamp(-STEP, STEP);
        }
    }
}

impl Decodable for Score {
    type Decoder = Performance;

    fn decoder(&self) -> Performance {
        Performance { score: self.clone(), next: 0, levels: [0.0; Stem::ALL.len()] }
    }
}

impl Iterator for Performance {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        if self.next >= self.score.stems[0].len() {
            self.next = 0;
        }
        if self.next.is_multiple_of(WIDTH) {
            self.move_levels();
        }
        let mut sum = 0.0;
        for (stem, level) in self.score.stems.iter().zip(self.levels) {
            sum += level * unpacked(stem.get(self.next).copied()?);
        }
        self.next += 1;
        Some(sum)
    }
}

impl Source for Performance {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        CHANNELS
    }

    fn sample_rate(&self) -> SampleRate {
        SAMPLE_RATE
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constant() -> Score {
        let stems = Stem::ALL.map(|stem| vec![1_000 * (stem as i16 + 1); 2 * WIDTH]);
        Score { stems: Arc::new(stems), levels: Levels::default() }
    }

    #[test]
    fn levels_cross_in_some_seconds_and_without_a_jump() {
        let score = constant();
        let mut playing = score.decoder();
        assert_eq!(playing.next(), Some(0.0), "silent at first");
        score.levels().set(Stem::Calm, 1.0);
        let frames = (CROSS_S * RATE as f32 * 1.05) as usize;
        let samples: Vec<f32> = playing.by_ref().take(WIDTH * frames).collect();
        assert!(samples.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 1e-5));
        assert!(samples[samples.len() / 2] < 0.8 * unpacked(1_000));
        assert_eq!(samples.last(), Some(&unpacked(1_000)));
        score.levels().set(Stem::Calm, 0.0);
        score.levels().set(Stem::Battle, 1.0);
        assert_eq!(playing.nth(WIDTH * frames), Some(unpacked(4_000)));
    }

    #[test]
    fn it_repeats_without_end_and_nothing_without_samples() {
        let score = constant();
        assert_eq!(score.decoder().take(99).count(), 99);
        assert_eq!((score.decoder().channels().get(), score.decoder().total_duration()), (2, None));
        let empty = Score { stems: Arc::new(Stem::ALL.map(|_| Vec::new())), levels: Levels::default() };
        assert_eq!(empty.decoder().next(), None);
    }

    #[test]
    fn the_end_is_blended_into_the_lead() {
        let mut round = vec![packed(0.5); 10 * WIDTH];
        blend_end(&mut round, &[-0.5; 4 * WIDTH]);
        assert_eq!(round[6 * WIDTH..=6 * WIDTH + 1], [packed(0.5); 2]);
        assert_eq!(round[8 * WIDTH], 0);
        assert_eq!(round[9 * WIDTH], packed(-0.25));
    }
}
