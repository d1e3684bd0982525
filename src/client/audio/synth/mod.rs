//! Synthesis of the samples of all sounds.
//!
//! - Enters: nothing.
//! - Leaves: samples in mono, 48,000 a second, between -0.5 and 0.5. A short sound begins and ends at rest; the
//!   end of a loop leads on to its beginning.
//! - Must never: differ from one start to the next, or take long: less than 35 seconds of sound in all.
//!
//! Short sounds are notes of a few partials that fade, all equally loud in the mean (RMS) except for alerts, which
//! are louder. Each has most of its power where small loudspeakers can reproduce it. Loops are tones with a whole
//! number of periods in their length, and noise whose filters ran one round before, so that their states at the
//! end and at the beginning are equal.

pub mod fight;

use std::f64::consts::TAU;

use crate::client::models::Dice;

/// Samples a second. Most sound cards run at this rate, and the engine's mixer assumes it until the first samples
/// of a sound have arrived; at another rate the beginning would be off pitch.
pub const RATE: u32 = 48_000;
/// Number of variants of "understood".
pub const ACKNOWLEDGEMENTS: usize = 3;

/// Loudness of short sounds in the mean, RMS.
const LOUDNESS: f32 = 0.075;
/// Loudness of alerts, above all others, RMS.
const ALERT_LOUDNESS: f32 = 0.1;
/// Loudness of sounds that repeat, RMS.
const LAYER_LOUDNESS: f32 = 0.065;
/// Greatest sample. Simultaneous sounds add up, and the sound card clips above 1.
const HIGHEST_PEAK: f32 = 0.5;
/// Seconds in which a note begins, and in which it ends.
const EDGES_S: (f64, f64) = (0.008, 0.03);
/// Below this everything counts as silence.
const SILENCE: f32 = 1.0e-6;

/// A note.
#[derive(Clone, Copy, Debug)]
struct Note {
    /// Beginning, s.
    start_s: f64,
    /// Duration, s.
    length_s: f64,
    /// Pitch, Hz.
    hertz: f64,
}

/// The timbre of an instrument: its partials, each a multiple of the pitch with its strength, and the seconds in
/// which a note falls to 1/e.
#[derive(Clone, Copy, Debug)]
struct Instrument {
    partials: &'static [(f64, f64)],
    fade_s: f64,
}

/// Soft, nearly a flute.
const PIPE: Instrument = Instrument { partials: &[(1.0, 1.0), (2.0, 0.22), (3.0, 0.08)], fade_s: 0.12 };
/// An instrument for notes that stay longer.
const CHOIR: Instrument = Instrument { partials: &[(1.0, 1.0), (2.0, 0.3), (3.0, 0.1)], fade_s: 0.35 };
/// Struck metal: its partials are no multiples of each other.
const BELL: Instrument =
    Instrument { partials: &[(1.0, 1.0), (2.0, 0.35), (2.76, 0.3), (5.4, 0.12)], fade_s: 0.4 };
/// Low, with enough above to be heard from small loudspeakers.
const HORN: Instrument =
    Instrument { partials: &[(1.0, 1.0), (2.0, 0.8), (3.0, 0.6), (4.0, 0.35), (5.0, 0.15)], fade_s: 0.25 };
/// Hardly a note.
const TICK: Instrument = Instrument { partials: &[(1.0, 1.0), (1.5, 0.4)], fade_s: 0.015 };

/// A button that is pressed: a tick.
pub fn click() -> Vec<f32> {
    play(0.06, TICK, &[note(0.0, 0.06, 1_500.0)])
}

/// "Understood": two short notes upward. Several variants keep it from being tiresome; `variant` counts them,
/// cyclically.
pub fn acknowledged(variant: usize) -> Vec<f32> {
    const PITCHES: [(f64, f64); ACKNOWLEDGEMENTS] = [(659.3, 880.0), (587.3, 880.0), (698.5, 932.3)];
    let (low, high) = PITCHES.get(variant % ACKNOWLEDGEMENTS).copied().unwrap_or((659.3, 880.0));
    play(0.3, PIPE, &[note(0.0, 0.12, low), note(0.09, 0.21, high)])
}

/// "Refused": two notes downward.
pub fn refused() -> Vec<f32> {
    play(0.42, PIPE, &[note(0.0, 0.18, 440.0), note(0.14, 0.28, 329.6)])
}

/// A fleet has arrived: a bell.
pub fn arrived() -> Vec<f32> {
    play(1.4, BELL, &[note(0.0, 1.4, 784.0)])
}

/// Others have come into sight: two equal pings.
pub fn sighted() -> Vec<f32> {
    play(0.5, PIPE, &[note(0.0, 0.2, 1_046.5), note(0.16, 0.34, 1_046.5)])
}

/// A warning: two low pulses.
pub fn warned() -> Vec<f32> {
    levelled(play(0.9, HORN, &[note(0.0, 0.4, 220.0), note(0.42, 0.48, 207.7)]), ALERT_LOUDNESS)
}

/// Completion: a triad, one note after the other.
pub fn finished() -> Vec<f32> {
    play(1.1, CHOIR, &[note(0.0, 0.8, 523.3), note(0.11, 0.8, 659.3), note(0.22, 0.88, 784.0)])
}

fn note(start_s: f64, length_s: f64, hertz: f64) -> Note {
    Note { start_s, length_s, hertz }
}

/// Renders notes over this length.
fn play(length_s: f64, instrument: Instrument, notes: &[Note]) -> Vec<f32> {
    let samples = (0..count(length_s)).map(|index| {
        let now_s = seconds(index);
        notes.iter().map(|note| note.at(now_s, instrument)).sum::<f64>() as f32
    });
    levelled(samples.collect(), LOUDNESS)
}

impl Note {
    /// The note's contribution at a moment.
    fn at(&self, now_s: f64, instrument: Instrument) -> f64 {
        let since_s = now_s - self.start_s;
        let left_s = self.length_s - since_s;
        if since_s < 0.0 || left_s <= 0.0 {
            return 0.0;
        }
        let edges = smooth(since_s / EDGES_S.0) * smooth(left_s / EDGES_S.1);
        let fading = libm::exp(-since_s / instrument.fade_s);
        let partials = instrument.partials.iter();
        let voice: f64 = partials.map(|(times, strength)| strength * wave(times * self.hertz, since_s)).sum();
        edges * fading * voice
    }
}

/// A sound that repeats.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// Length, s.
    length_s: f64,
    /// The lowest and the highest pitch of its noise, Hz.
    band_hertz: (f32, f32),
    /// Strength of its noise relative to the tones.
    noise: f64,
    /// Tones: pitch, Hz, and strength. Each turns a whole number of times in the length.
    tones: &'static [(f64, f64)],
    /// Frequency of its swelling, Hz; a whole number of periods in the length.
    swell_hertz: f64,
    /// Depth of the swelling, 0 to below 1.
    swell: f64,
    /// The seed of its noise.
    seed: u64,
}

/// Engines: a rumble.
pub fn engines() -> Vec<f32> {
    go_round(&Round {
        length_s: 4.0,
        band_hertz: (60.0, 300.0),
        noise: 1.0,
        tones: &[(69.5, 0.3), (92.75, 0.3), (139.0, 0.2), (185.5, 0.1)],
        swell_hertz: 1.25,
        swell: 0.12,
        seed: 11,
    })
}

/// Open space: deep and airy.
pub fn open_space() -> Vec<f32> {
    go_round(&Round {
        length_s: 8.0,
        band_hertz: (90.0, 400.0),
        noise: 0.5,
        tones: &[(82.5, 0.6), (110.0, 0.35), (164.875, 0.2), (247.25, 0.1)],
        swell_hertz: 0.125,
        swell: 0.35,
        seed: 23,
    })
}

/// A well: warmer, with tones so close to each other that they beat slowly.
pub fn well() -> Vec<f32> {
    go_round(&Round {
        length_s: 8.0,
        band_hertz: (80.0, 300.0),
        noise: 0.3,
        tones: &[(73.375, 0.5), (73.75, 0.5), (110.125, 0.4), (146.75, 0.25), (185.0, 0.12), (293.625, 0.06)],
        swell_hertz: 0.25,
        swell: 0.15,
        seed: 37,
    })
}

fn go_round(plan: &Round) -> Vec<f32> {
    let noise = round_noise(count(plan.length_s), plan.seed, plan.band_hertz);
    let samples = (0..count(plan.length_s)).zip(noise).map(|(index, noise)| {
        let now_s = seconds(index);
        let swell = 1.0 + plan.swell * wave(plan.swell_hertz, now_s);
        let tones = plan.tones.iter();
        let tones: f64 = tones.map(|(hertz, strength)| strength * wave(*hertz, now_s)).sum();
        (swell * (tones + plan.noise * f64::from(noise))) as f32
    });
    levelled(samples.collect(), LAYER_LOUDNESS)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_makes_the_same_sounds_and_the_variants_differ() {
        assert_eq!(engines(), engines());
        assert_ne!(acknowledged(0), acknowledged(1));
        assert_eq!(acknowledged(0), acknowledged(ACKNOWLEDGEMENTS));
        assert_ne!(fight::heat(0), fight::heat(1));
        assert_eq!(fight::heat(0), fight::heat(fight::SHOT_VARIANTS));
    }
}
