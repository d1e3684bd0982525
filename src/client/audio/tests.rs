//! Properties of all sounds, measured on their samples.
//!
//! The model of the ear is simple: the output of a small loudspeaker, in the loudest twentieth of a second. Two
//! sounds count as distinguishable by the distribution of their power over pitch and time, and by their
//! correlation; those with a meaning also by their spectrum in thirds of an octave and by their rhythm.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use super::cues::{Cue, Occasion};
use super::gate::{Gate, MOST_VOICES};
use super::layers::{self, LayerKind};
use super::music::mood::Mood;
use super::music::test_support::mixed;
use super::synth::{RATE, peak, rms};
use crate::level::DamageKind;

/// Upper bound on all samples.
const HIGHEST_PEAK: f32 = 0.376;
/// Pitch below which a small loudspeaker is weak, Hz.
const SMALL_HERTZ: f64 = 250.0;
/// Upper ends of the bands of a fingerprint, Hz; the last has no end.
const BANDS_HERTZ: [f64; 4] = [200.0, 500.0, 1_200.0, 3_000.0];
/// Number of slices of time in a fingerprint, and the length of each, samples.
const SLICES: usize = 12;
const SLICE: usize = (RATE as usize * 6) / 100;
/// Pitch of the lowest third of an octave in a spectrum, Hz, and the number of thirds.
const LOWEST_THIRD_HERTZ: f64 = 100.0;
const THIRDS: i32 = 19;
/// Length of a beat of a rhythm, samples, and the number of beats.
const BEAT: usize = RATE as usize / 20;
const BEATS: usize = 40;

/// A sound to be measured.
struct Sound {
    cue: Cue,
    name: String,
    samples: Vec<f32>,
}

/// All short sounds with all their variants.
static SHORT: LazyLock<Vec<Sound>> = LazyLock::new(|| {
    let mut sounds = Vec::new();
    for cue in Cue::all() {
        for (turn, samples) in cue.variants().into_iter().enumerate() {
            sounds.push(Sound { cue, name: format!("{cue:?} {turn}"), samples });
        }
    }
    sounds
});

/// All layers.
static LAYERS: LazyLock<Vec<(LayerKind, Vec<f32>)>> =
    LazyLock::new(|| layers::LAYERS.iter().map(|(kind, plan)| (*kind, plan.samples())).collect());

/// Names and samples of all sounds.
fn everything() -> impl Iterator<Item = (String, &'static [f32])> {
    let short = SHORT.iter().map(|sound| (sound.name.clone(), sound.samples.as_slice()));
    short.chain(LAYERS.iter().map(|(kind, samples)| (format!("{kind:?}"), samples.as_slice())))
}

/// A low pass of the first order.
fn low_pass(samples: &[f32], hertz: f64) -> Vec<f32> {
    let share = 1.0 - libm::exp(-TAU * hertz / f64::from(RATE)) as f32;
    let mut level = 0.0_f32;
    let smoothed = samples.iter().map(|sample| {
        level += (sample - level) * share;
        level
    });
    smoothed.collect()
}

/// The difference between samples.
fn without(samples: &[f32], others: &[f32]) -> Vec<f32> {
    samples.iter().zip(others).map(|(sample, other)| sample - other).collect()
}

/// A high pass of the first order.
fn high_pass(samples: &[f32], hertz: f64) -> Vec<f32> {
    without(samples, &low_pass(samples, hertz))
}

/// The sum of all squares.
fn power(samples: &[f32]) -> f64 {
    samples.iter().map(|sample| f64::from(*sample) * f64::from(*sample)).sum()
}

/// Loudness of a sound from a small loudspeaker, at its loudest.
fn ear(samples: &[f32]) -> f32 {
    let heard = high_pass(&high_pass(samples, SMALL_HERTZ), SMALL_HERTZ);
    let window = RATE as usize / 20;
    let quarters: Vec<f64> = heard.chunks(window / 4).map(power).collect();
    let windows = quarters.windows(quarters.len().clamp(1, 4)).map(|four| four.iter().sum::<f64>());
    (windows.fold(0.0, f64::max) / window as f64).sqrt() as f32
}

/// Distribution of a sound's power over bands of pitch and slices of time, with a length of 1.
fn fingerprint(samples: &[f32]) -> Vec<f64> {
    let mut lows: Vec<Vec<f32>> = BANDS_HERTZ.iter().map(|hertz| low_pass(samples, *hertz)).collect();
    lows.push(samples.to_vec());
    let mut bands = vec![lows[0].clone()];
    bands.extend(lows.windows(2).map(|pair| without(&pair[1], &pair[0])));
    let mut spread = Vec::new();
    for band in &bands {
        let mut slices: Vec<f64> = band.chunks(SLICE).take(SLICES).map(|slice| power(slice).sqrt()).collect();
        slices.resize(SLICES, 0.0);
        spread.extend(slices);
    }
    normal(spread)
}

/// Scales a list to a length of 1.
fn normal(list: Vec<f64>) -> Vec<f64> {
    let length = list.iter().map(|one| one * one).sum::<f64>().sqrt();
    list.iter().map(|one| one / length).collect()
}

/// Strength of the output of a resonator about a pitch, a third of an octave wide.
fn resonance(samples: &[f32], hertz: f64) -> f64 {
    let turn = TAU * hertz / f64::from(RATE);
    let width = libm::sin(turn) / 8.6;
    let (gain, back) = (width / (1.0 + width), 2.0 * libm::cos(turn) / (1.0 + width));
    let far_back = (1.0 - width) / (1.0 + width);
    let (mut inputs, mut outputs, mut sum) = ([0.0; 2], [0.0; 2], 0.0);
    for sample in samples.iter().map(|sample| f64::from(*sample)) {
        let output = gain * (sample - inputs[1]) + back * outputs[0] - far_back * outputs[1];
        inputs = [sample, inputs[0]];
        outputs = [output, outputs[0]];
        sum += output * output;
    }
    sum.sqrt()
}

/// Strength in thirds of an octave, with a length of 1.
fn spectrum(samples: &[f32]) -> Vec<f64> {
    let thirds = (0..THIRDS).map(|third| LOWEST_THIRD_HERTZ * libm::exp2(f64::from(third) / 3.0));
    normal(thirds.map(|hertz| resonance(samples, hertz)).collect())
}

/// Strength in time, with a length of 1.
fn rhythm(samples: &[f32]) -> Vec<f64> {
    let mut beats: Vec<f64> = samples.chunks(BEAT).take(BEATS).map(|beat| power(beat).sqrt()).collect();
    beats.resize(BEATS, 0.0);
    normal(beats)
}

/// Similarity of two fingerprints, 0 to 1.
fn likeness(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The normalised correlation of two sounds with a common beginning, 0 to 1.
fn correlation(one: &[f32], other: &[f32]) -> f64 {
    let product: f64 = one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
    product.abs() / (power(one) * power(other)).sqrt()
}

/// From each sample to the next.
pub(super) fn steps(samples: &[f32]) -> Vec<f32> {
    samples.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// The mean of samples.
pub(super) fn mean(samples: &[f32]) -> f64 {
    samples.iter().map(|sample| f64::from(*sample)).sum::<f64>() / samples.len() as f64
}

fn length_s(samples: &[f32]) -> f64 {
    samples.len() as f64 / f64::from(RATE)
}

#[test]
fn nothing_is_silent_too_large_or_off_its_middle() {
    for (name, samples) in everything() {
        assert!(samples.iter().all(|sample| sample.is_finite()), "{name}");
        assert!((0.1..HIGHEST_PEAK).contains(&peak(samples)), "{name}: {}", peak(samples));
        assert!(rms(samples) > 0.03, "{name}: {}", rms(samples));
        assert!(mean(samples).abs() < 0.002, "{name}: {}", mean(samples));
    }
}

#[test]
fn short_sounds_begin_and_end_at_rest() {
    for Sound { name, samples, .. } in SHORT.iter() {
        let ends = [samples.first(), samples.last()].map(|end| end.copied().unwrap_or(1.0));
        assert!(ends.iter().all(|end| end.abs() < 0.001), "{name}: {ends:?}");
        assert!((0.04..2.0).contains(&length_s(samples)), "{name}");
    }
}

#[test]
fn short_sounds_are_equally_loud_within_6_decibels() {
    let loudness: Vec<f32> = SHORT.iter().map(|sound| rms(&sound.samples)).collect();
    let (least, most) = loudness
        .iter()
        .fold((f32::INFINITY, 0.0_f32), |(least, most), one| (least.min(*one), most.max(*one)));
    assert!(most / least < 2.0, "{loudness:?}");
}

#[test]
fn alerts_are_louder_than_all_else() {
    let heard = |sound: &Sound| sound.cue.gain() * ear(&sound.samples);
    let is_alert = |sound: &&Sound| sound.cue.occasion() == Occasion::Alert;
    let softest_alert = SHORT.iter().filter(is_alert).map(heard).fold(f32::INFINITY, f32::min);
    for sound in SHORT.iter().filter(|sound| !is_alert(sound)) {
        assert!(heard(sound) < softest_alert / 1.1, "{}: {} {softest_alert}", sound.name, heard(sound));
        assert!(heard(sound) > softest_alert / 6.0, "{}: {} {softest_alert}", sound.name, heard(sound));
    }
}

#[test]
fn most_of_every_sound_is_where_ears_and_loudspeakers_are() {
    for (name, samples) in everything() {
        let shares = [high_pass(samples, 60.0), low_pass(samples, 8_000.0)].map(|rest| power(&rest));
        let [above, below] = shares.map(|rest| rest / power(samples));
        assert!(above > 0.6 && below > 0.7, "{name}: {above} {below}");
    }
}

#[test]
fn sounds_of_different_meaning_differ() {
    let prints: Vec<Vec<f64>> = SHORT.iter().map(|sound| fingerprint(&sound.samples)).collect();
    for (index, (one, print)) in SHORT.iter().zip(&prints).enumerate() {
        let before = SHORT.iter().zip(&prints).take(index).filter(|(other, _)| other.cue != one.cue);
        for (other, other_print) in before {
            let alike = likeness(print, other_print);
            let correlated = correlation(&one.samples, &other.samples);
            assert!(alike < 0.97 && correlated < 0.9, "{} {}: {alike} {correlated}", one.name, other.name);
        }
    }
}

#[test]
fn sounds_with_a_meaning_differ_in_spectrum_and_rhythm() {
    let told: Vec<&Sound> = SHORT.iter().filter(|sound| sound.cue.occasion() != Occasion::Fight).collect();
    let prints: Vec<_> =
        told.iter().map(|sound| (spectrum(&sound.samples), rhythm(&sound.samples))).collect();
    for (index, (one, print)) in told.iter().zip(&prints).enumerate() {
        let before = told.iter().zip(&prints).take(index).filter(|(other, _)| other.cue != one.cue);
        for (other, other_print) in before {
            let alike = likeness(&print.0, &other_print.0) * likeness(&print.1, &other_print.1);
            assert!(alike < 0.87, "{} {}: {alike}", one.name, other.name);
        }
    }
}

#[test]
fn kinds_of_damage_differ_most() {
    let print = |cue: Cue| cue.variants().first().map(|samples| fingerprint(samples)).unwrap_or_default();
    let prints = [Cue::Kinetic, Cue::Em, Cue::Heat, Cue::Electric].map(print);
    assert_eq!(prints.len(), DamageKind::ALL.len());
    for (index, one) in prints.iter().enumerate() {
        for other in &prints[..index] {
            assert!(likeness(one, other) < 0.93, "{index}: {}", likeness(one, other));
        }
    }
}

#[test]
fn loops_join_without_a_seam() {
    for (kind, samples) in LAYERS.iter() {
        assert!((4.0..=8.0).contains(&length_s(samples)), "{kind:?}");
        // The last two samples and the first two, beside all others.
        let end = samples.len();
        let seam = steps(&[samples[end - 2], samples[end - 1], samples[0], samples[1]]);
        let inside = steps(samples);
        assert!(peak(&seam) <= peak(&inside), "{kind:?}: {seam:?}");
        assert!(peak(&steps(&seam)) <= peak(&steps(&inside)), "{kind:?}: {seam:?}");
    }
}

#[test]
fn a_storm_of_everything_at_full_volume_is_not_cut_off() {
    const SECONDS: u32 = 6;
    let mut gate = Gate::default();
    let mut sum = vec![0.0_f32; RATE as usize * (SECONDS as usize + 2)];
    for (kind, samples) in LAYERS.iter().filter(|(kind, _)| *kind != LayerKind::Well) {
        assert!(peak(samples) < HIGHEST_PEAK, "{kind:?}");
        sum.iter_mut().zip(samples.iter().cycle()).for_each(|(total, sample)| *total += sample);
    }
    let music = mixed(Mood::Battle, 0);
    sum.iter_mut().zip(&music).for_each(|(total, sample)| *total += sample);
    let mut ends_s: Vec<f64> = Vec::new();
    for frame in 0..60 * SECONDS {
        let now_s = f64::from(frame) / 60.0;
        ends_s.retain(|end_s| *end_s > now_s);
        // Each frame begins with another sound; a player gives at most two orders a second.
        let cues: Vec<Cue> = Cue::all().collect();
        for cue in (0..cues.len()).map(|index| cues[(index + frame as usize) % cues.len()]) {
            if cue.occasion() == Occasion::Hand && !frame.is_multiple_of(30) {
                continue;
            }
            let Some(turn) = gate.admit(cue, 1.0, now_s, ends_s.len()) else { continue };
            let variants: Vec<&Sound> = SHORT.iter().filter(|sound| sound.cue == cue).collect();
            let samples = &variants[turn % variants.len()].samples;
            let begin = (now_s * f64::from(RATE)) as usize;
            let gain = cue.gain();
            sum[begin..].iter_mut().zip(samples).for_each(|(total, sample)| *total += gain * sample);
            ends_s.push(now_s + length_s(samples));
        }
        assert!(ends_s.len() <= MOST_VOICES);
    }
    assert!(peak(&sum) < 1.0, "{}", peak(&sum));
}
