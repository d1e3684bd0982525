//! Properties of the music, measured on what the files decode to.

use super::FULL;
use super::mood::Mood;
use super::stems::{LOOP_FRAMES, Stem};
use super::test_support::{mixed, side_of};
use crate::client::audio::synth::{LOUDNESS, RATE, peak, rms};
use crate::client::audio::tests::{mean, steps};

/// Highest sample of a file, and of a mix before its volume: 3 decibels below the most.
const HIGHEST_PEAK: f32 = 0.708;

/// How much the loudness changes from one twentieth of a second to the next, relative to its mean.
fn unrest(samples: &[f32]) -> f32 {
    let loudness: Vec<f32> = samples.chunks(RATE as usize / 20).map(rms).collect();
    let changes: Vec<f32> = steps(&loudness).into_iter().map(f32::abs).collect();
    (mean(&changes) / mean(&loudness)) as f32
}

#[test]
fn every_stem_is_of_one_length_and_neither_silent_nor_too_large_nor_off_its_middle() {
    assert_eq!(LOOP_FRAMES, 72 * RATE as usize);
    for stem in Stem::ALL {
        for side in [0, 1] {
            let samples = side_of(stem, side);
            assert_eq!(samples.len(), LOOP_FRAMES, "{stem:?}");
            assert!((0.1..HIGHEST_PEAK).contains(&peak(&samples)), "{stem:?}: {}", peak(&samples));
            assert!((0.04..0.12).contains(&rms(&samples)), "{stem:?}: {}", rms(&samples));
            assert!(mean(&samples).abs() < 0.001, "{stem:?}: {}", mean(&samples));
            // A file that is too short would be filled up with silence.
            let last = &samples[LOOP_FRAMES - RATE as usize..];
            assert!(rms(last) > 0.01, "{stem:?}: {}", rms(last));
        }
    }
}

#[test]
fn stems_join_without_a_seam() {
    for stem in Stem::ALL {
        for side in [0, 1] {
            let samples = side_of(stem, side);
            let seam = steps(&[samples[LOOP_FRAMES - 2], samples[LOOP_FRAMES - 1], samples[0], samples[1]]);
            let inside = steps(&samples);
            assert!(peak(&seam) <= peak(&inside), "{stem:?}: {seam:?}");
            assert!(peak(&steps(&seam)) <= 0.5 * peak(&steps(&inside)), "{stem:?}: {seam:?}");
        }
    }
}

#[test]
fn every_mood_is_about_as_loud_as_the_others_and_softer_than_short_sounds() {
    for mood in Mood::ALL {
        for side in [0, 1] {
            let samples = mixed(mood, side);
            assert!(peak(&samples) < FULL * HIGHEST_PEAK, "{mood:?}: {}", peak(&samples));
            let loudness = rms(&samples);
            assert!((0.4..0.85).contains(&(loudness / LOUDNESS)), "{mood:?}: {loudness}");
            let bars = samples.chunks(3 * RATE as usize).map(rms);
            assert!(bars.fold(f32::INFINITY, f32::min) > 0.6 * loudness, "{mood:?} has a hole");
        }
    }
}

#[test]
fn more_urgent_moods_are_less_restful() {
    let [menu, peace, tension, battle] = Mood::ALL.map(|mood| unrest(&mixed(mood, 0)));
    assert!(menu < 0.1 && peace < 0.1, "{menu} {peace}");
    assert!(tension > 2.0 * peace && battle > 2.0 * peace, "{tension} {battle}");
    let [calm, battle] = [Mood::Peace, Mood::Battle].map(|mood| rms(&mixed(mood, 0)));
    assert!(battle > 1.1 * calm, "{calm} {battle}");
}
