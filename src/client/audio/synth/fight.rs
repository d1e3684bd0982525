//! The samples of fights: weapons by their kinds of damage, shields, explosions, the alarm.
//!
//! A shot is a burst of noise with a falling tone in it; frequent sounds are short, and have variants.

use super::{
    ALERT_LOUDNESS, BELL, HORN, LOUDNESS, Note, TICK, count, levelled, note, play, round_noise, seconds,
    smooth, wave,
};

/// Number of variants of each shot, so that a long fight does not sound like one machine.
pub const SHOT_VARIANTS: usize = 3;
/// The variants: the factor on the pitch of the tone, and the offset of the noise's seed.
const VARIANTS: [(f64, u64); SHOT_VARIANTS] = [(1.0, 0), (0.94, 20), (1.06, 40)];
/// Seconds in which a burst begins, and in which it ends.
const BURST_EDGES_S: (f64, f64) = (0.004, 0.04);

/// A burst of noise with a tone in it.
#[derive(Clone, Copy, Debug)]
struct Burst {
    /// Length, s.
    length_s: f64,
    /// The lowest and the highest pitch of its noise, Hz.
    band_hertz: (f32, f32),
    /// Strength of its noise relative to the tone.
    noise: f64,
    /// The pitch of its tone at first and at last, Hz.
    tone_hertz: (f64, f64),
    /// Seconds in which it falls to 1/e.
    fade_s: f64,
    /// The seed of its noise.
    seed: u64,
}

/// A slug leaves its barrel: a dry knock. `variant` counts the variants of a shot cyclically.
pub fn kinetic(variant: usize) -> Vec<f32> {
    let plan = Burst {
        length_s: 0.16,
        band_hertz: (250.0, 2_400.0),
        noise: 0.8,
        tone_hertz: (240.0, 120.0),
        fade_s: 0.05,
        seed: 101,
    };
    burst(&plan.varied(variant))
}

/// A pulse: a quick fall. `variant` as for a slug.
pub fn em(variant: usize) -> Vec<f32> {
    let plan = Burst {
        length_s: 0.2,
        band_hertz: (500.0, 3_000.0),
        noise: 0.15,
        tone_hertz: (1_250.0, 320.0),
        fade_s: 0.07,
        seed: 103,
    };
    burst(&plan.varied(variant))
}

/// A beam: a hiss with a hum in it. `variant` as for a slug.
pub fn heat(variant: usize) -> Vec<f32> {
    let plan = Burst {
        length_s: 0.3,
        band_hertz: (1_000.0, 4_200.0),
        noise: 0.6,
        tone_hertz: (420.0, 360.0),
        fade_s: 0.16,
        seed: 107,
    };
    burst(&plan.varied(variant))
}

/// An arc: a crackle. `variant` as for a slug.
pub fn electric(variant: usize) -> Vec<f32> {
    let (_, more_seed) = variation(variant);
    let length_s = 0.28;
    let noise = round_noise(count(length_s), 109 + more_seed, (1_200.0, 4_200.0));
    let samples = (0..count(length_s)).zip(noise).map(|(index, noise)| {
        let now_s = seconds(index);
        // Bursts at an increasing rate.
        let piece = wave(55.0 + 160.0 * now_s, now_s).max(0.0);
        (f64::from(noise) * (0.35 + 0.65 * piece) * envelope(now_s, length_s, 0.25)) as f32
    });
    levelled(samples.collect(), LOUDNESS)
}

/// A torpedo leaves its tube: a long breath.
pub fn torpedo() -> Vec<f32> {
    burst(&Burst {
        length_s: 0.6,
        band_hertz: (400.0, 2_600.0),
        noise: 1.0,
        tone_hertz: (150.0, 330.0),
        fade_s: 0.3,
        seed: 113,
    })
}

/// A shield is hit: glass that is touched.
pub fn shield() -> Vec<f32> {
    let notes: [Note; 2] = [note(0.0, 0.3, 1_480.0), note(0.02, 0.28, 1_975.5)];
    play(0.3, BELL, &notes)
}

/// An explosion: deep, and long.
pub fn explosion() -> Vec<f32> {
    burst(&Burst {
        length_s: 1.5,
        band_hertz: (60.0, 900.0),
        noise: 1.0,
        tone_hertz: (110.0, 62.0),
        fade_s: 0.42,
        seed: 127,
    })
}

/// "Under attack": three pulses, higher than those of a warning.
pub fn alarm() -> Vec<f32> {
    let notes = [note(0.0, 0.24, 415.3), note(0.28, 0.24, 415.3), note(0.56, 0.34, 554.4)];
    levelled(play(0.9, HORN, &notes), ALERT_LOUDNESS)
}

/// A torpedo bursts without having hit: a snap.
pub fn snap() -> Vec<f32> {
    play(0.09, TICK, &[note(0.0, 0.09, 700.0), note(0.01, 0.08, 430.0)])
}

/// The factor on the pitch of a variant, and the offset of its noise's seed.
fn variation(variant: usize) -> (f64, u64) {
    VARIANTS.get(variant % SHOT_VARIANTS).copied().unwrap_or((1.0, 0))
}

impl Burst {
    /// The plan of a variant, with another pitch and another noise.
    fn varied(self, variant: usize) -> Self {
        let (higher, more_seed) = variation(variant);
        let (first, last) = self.tone_hertz;
        Self { tone_hertz: (higher * first, higher * last), seed: self.seed + more_seed, ..self }
    }
}

fn burst(plan: &Burst) -> Vec<f32> {
    let noise = round_noise(count(plan.length_s), plan.seed, plan.band_hertz);
    let (first, last) = plan.tone_hertz;
    let samples = (0..count(plan.length_s)).zip(noise).map(|(index, noise)| {
        let now_s = seconds(index);
        // The mean pitch up to now, so that the phase runs on without a jump.
        let hertz = first + 0.5 * (last - first) * now_s / plan.length_s;
        let sound = plan.noise * f64::from(noise) + wave(hertz, now_s);
        (sound * envelope(now_s, plan.length_s, plan.fade_s)) as f32
    });
    levelled(samples.collect(), LOUDNESS)
}

/// Envelope of a burst at a moment, 0 to 1: zero at both ends.
fn envelope(now_s: f64, length_s: f64, fade_s: f64) -> f64 {
    let edges = smooth(now_s / BURST_EDGES_S.0) * smooth((length_s - now_s) / BURST_EDGES_S.1);
    edges * libm::exp(-now_s / fade_s)
}
