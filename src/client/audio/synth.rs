//! Synthesis of the samples of all sounds.
//!
//! - Enters: the plans of sounds, from `assets/sounds`.
//! - Leaves: samples in mono, 48,000 a second, between -0.375 and 0.375. A short sound begins and ends at rest; the
//!   end of a loop leads on to its beginning.
//! - Must never: differ from one start to the next, or take long: less than 45 seconds of sound in all.
//!
//! Short sounds are notes of a few partials that fade, or bursts of noise with a falling tone, all equally loud in
//! the mean (RMS) except for alerts, which are louder. Each has most of its power where small loudspeakers can
//! reproduce it. Loops are tones with a whole number of periods in their length, and noise whose filters ran one
//! round before, so that their states at the end and at the beginning are equal.

use std::collections::HashMap;
use std::f64::consts::TAU;

use serde::Deserialize;

use crate::client::models::Dice;

/// Samples a second. Most sound cards run at this rate, and the engine's mixer assumes it until the first samples
/// of a sound have arrived; at another rate the beginning would be off pitch.
pub const RATE: u32 = 48_000;
/// Loudness of short sounds in the mean, RMS.
pub(super) const LOUDNESS: f32 = 0.056;
/// Loudness of alerts, above all others, RMS.
pub(super) const ALERT_LOUDNESS: f32 = 0.075;

/// Loudness of sounds that repeat, RMS.
const LAYER_LOUDNESS: f32 = 0.04;
/// Greatest sample. Simultaneous sounds and the music add up, and the sound card clips above 1.
const HIGHEST_PEAK: f32 = 0.375;
/// Seconds in which a note begins, and in which it ends.
const EDGES_S: (f64, f64) = (0.008, 0.03);
/// Seconds in which a burst begins, and in which it ends.
const BURST_EDGES_S: (f64, f64) = (0.004, 0.04);
/// Below this everything counts as silence.
const SILENCE: f32 = 1.0e-6;

/// The timbre of an instrument.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instrument {
    /// Its partials, each a multiple of the pitch with its strength.
    partials: Vec<(f64, f64)>,
    /// Seconds in which a note falls to 1/e.
    fade_s: f64,
}

/// The plan of a short sound, whose length is in seconds and whose pitches are in Hz.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Plan {
    /// Notes of an instrument.
    Notes {
        /// The whole length.
        length_s: f64,
        /// Name of the instrument.
        instrument: String,
        /// The notes: beginning, s, duration, s, and pitch.
        notes: Vec<(f64, f64, f64)>,
    },
    /// A burst of noise.
    Burst(Burst),
}

/// A burst of noise, with a tone in it or in pieces.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Burst {
    length_s: f64,
    /// The lowest and the highest pitch of its noise.
    band_hertz: (f32, f32),
    /// Strength of its noise relative to the tone.
    noise: f64,
    /// The pitch of its tone at first and at last.
    #[serde(default)]
    tone_hertz: Option<(f64, f64)>,
    /// Pieces: their rate at first, Hz, and its growth, Hz a second.
    #[serde(default)]
    crackle: Option<(f64, f64)>,
    /// Seconds in which it falls to 1/e.
    fade_s: f64,
    /// The seed of its noise.
    seed: u64,
}

/// The plan of a sound that repeats.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Length, s.
    length_s: f64,
    /// The lowest and the highest pitch of its noise, Hz.
    band_hertz: (f32, f32),
    /// Strength of its noise relative to the tones.
    noise: f64,
    /// Tones: pitch, Hz, and strength. Each turns a whole number of times in the length.
    tones: Vec<(f64, f64)>,
    /// Frequency of its swelling, Hz; a whole number of periods in the length.
    swell_hertz: f64,
    /// Depth of the swelling, 0 to below 1.
    swell: f64,
    /// The seed of its noise.
    seed: u64,
}

impl Plan {
    /// The samples, as loud as this in the mean. An instrument that is not known is silent.
    pub fn samples(&self, instruments: &HashMap<String, Instrument>, loudness: f32) -> Vec<f32> {
        let samples = match self {
            Self::Notes { length_s, instrument, notes } => {
                let Some(instrument) = instruments.get(instrument) else { return Vec::new() };
                let at = |now_s: f64| notes.iter().map(|note| instrument.play(*note, now_s)).sum::<f64>();
                (0..count(*length_s)).map(|index| at(seconds(index)) as f32).collect()
            }
            Self::Burst(burst) => burst.samples(),
        };
        levelled(samples, loudness)
    }
}

impl Instrument {
    /// The contribution of a note at a moment.
    fn play(&self, (start_s, length_s, hertz): (f64, f64, f64), now_s: f64) -> f64 {
        let since_s = now_s - start_s;
        let left_s = length_s - since_s;
        if since_s < 0.0 || left_s <= 0.0 {
            return 0.0;
        }
        let edges = smooth(since_s / EDGES_S.0) * smooth(left_s / EDGES_S.1);
        let fading = libm::exp(-since_s / self.fade_s);
        let voice = self.partials.iter().map(|(times, strength)| strength * wave(times * hertz, since_s));
        edges * fading * voice.sum::<f64>()
    }
}

impl Burst {
    fn samples(&self) -> Vec<f32> {
        let noise = round_noise(count(self.length_s), self.seed, self.band_hertz);
        let samples = (0..count(self.length_s)).zip(noise).map(|(index, noise)| {
            let now_s = seconds(index);
            // The mean pitch up to now, so that the phase runs on without a jump.
            let pitch = |(first, last): (f64, f64)| first + 0.5 * (last - first) * now_s / self.length_s;
            let tone = self.tone_hertz.map_or(0.0, |tone| wave(pitch(tone), now_s));
            let piece = |(rate, growth): (f64, f64)| wave(rate + growth * now_s, now_s).max(0.0);
            let strength = self.crackle.map_or(1.0, |crackle| 0.35 + 0.65 * piece(crackle));
            ((self.noise * f64::from(noise) * strength + tone) * self.envelope(now_s)) as f32
        });
        samples.collect()
    }

    /// Envelope at a moment, 0 to 1: zero at both ends.
    fn envelope(&self, now_s: f64) -> f64 {
        let edges = smooth(now_s / BURST_EDGES_S.0) * smooth((self.length_s - now_s) / BURST_EDGES_S.1);
        edges * libm::exp(-now_s / self.fade_s)
    }
}

impl Round {
    /// The samples.
    pub fn samples(&self) -> Vec<f32> {
        let noise = round_noise(count(self.length_s), self.seed, self.band_hertz);
        let samples = (0..count(self.length_s)).zip(noise).map(|(index, noise)| {
            let now_s = seconds(index);
            let swell = 1.0 + self.swell * wave(self.swell_hertz, now_s);
            let tones = self.tones.iter().map(|(hertz, strength)| strength * wave(*hertz, now_s));
            (swell * (tones.sum::<f64>() + self.noise * f64::from(noise))) as f32
        });
        levelled(samples.collect(), LAYER_LOUDNESS)
    }
}

/// Noise between two pitches, Hz, with an RMS of 1, whose end leads on to its beginning.
fn round_noise(length: u32, seed: u64, (lowest, highest): (f32, f32)) -> Vec<f32> {
    let mut dice = Dice::new(seed);
    let mut samples: Vec<f32> = (0..length).map(|_| dice.between(-1.0, 1.0)).collect();
    smooth_round(&mut samples, highest);
    smooth_round(&mut samples, highest);
    let mut below = samples.clone();
    smooth_round(&mut below, lowest);
    for (sample, below) in samples.iter_mut().zip(&below) {
        *sample -= below;
    }
    let gain = 1.0 / rms(&samples).max(SILENCE);
    for sample in &mut samples {
        *sample *= gain;
    }
    samples
}

/// A first-order low pass that runs round twice: the first time only to find the state at the end, from which the
/// beginning follows.
fn smooth_round(samples: &mut [f32], highest_hertz: f32) {
    let share = 1.0 - libm::exp(-TAU * f64::from(highest_hertz) / f64::from(RATE)) as f32;
    let mut level = samples.iter().fold(0.0_f32, |level, sample| level + (*sample - level) * share);
    for sample in samples {
        level += (*sample - level) * share;
        *sample = level;
    }
}

/// Scales samples to a mean loudness, or to the highest allowed peak.
fn levelled(mut samples: Vec<f32>, loudness: f32) -> Vec<f32> {
    let by_mean = loudness / rms(&samples).max(SILENCE);
    let by_peak = HIGHEST_PEAK / peak(&samples).max(SILENCE);
    let gain = by_mean.min(by_peak);
    for sample in &mut samples {
        *sample *= gain;
    }
    samples
}

pub(super) fn peak(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()))
}

/// The root of the mean square.
pub(super) fn rms(samples: &[f32]) -> f32 {
    let squares: f64 = samples.iter().map(|sample| f64::from(*sample) * f64::from(*sample)).sum();
    (squares / samples.len().max(1) as f64).sqrt() as f32
}

/// A sine of a pitch, Hz, at a moment, s.
fn wave(hertz: f64, now_s: f64) -> f64 {
    let turns = hertz * now_s;
    libm::sin(TAU * (turns - turns.floor()))
}

/// From 0 at 0 to 1 at 1, level at both ends.
fn smooth(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

fn count(length_s: f64) -> u32 {
    (length_s * f64::from(RATE)).round() as u32
}

fn seconds(index: u32) -> f64 {
    f64::from(index) / f64::from(RATE)
}
