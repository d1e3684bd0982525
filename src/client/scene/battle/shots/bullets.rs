//! Tracers: a dotted stream of short bright bullets that fly from the muzzle to the target, each a hot core in a soft
//! glow. A heavy slug flies alone.

use bevy::prelude::*;
use glam::DVec3;

use super::flights::FLIGHT_S;
use super::lights::ShotLight;
use super::lines::along;
use crate::client::models::Dice;
use crate::client::scene::battle::effects::{EffectInputs, Shot};
use crate::client::scene::ribbons::{LightSheet, faded};

/// A shot that is shorter on the screen is a line: its bullets would be one, pixels.
const STREAM_PIXELS: f32 = 40.0;
/// Damage from which on a shot is a single slug, points.
const SLUG_HARM: f64 = 30.0;
/// Length of a bullet and of a slug: in half widths of the shot, and at most as a share of its way. Bullets are shorter
/// than the gaps between them.
const BULLET: (f64, f64) = (13.0, 0.05);
const SLUG: (f64, f64) = (20.0, 0.14);
/// Length of one that misses, as a share of that.
const MISSED: f64 = 0.55;
/// Way from a bullet to the next, as a share of the whole way, and how much it differs, as a share of itself. Even gaps
/// would make a stream look as if it stood still.
const GAP: f64 = 0.09;
const UNEVEN: f64 = 0.35;
/// Half widths of core and glow in half widths of the shot: both are brightest in the middle and clear at their sides.
const CORE: f64 = 1.6;
const GLOW: f64 = 4.2;
/// How far the glow reaches beyond both ends, in half widths of the shot, and its density.
const GLOW_ENDS: f64 = 2.5;
const GLOW_DENSITY: f32 = 0.26;
/// Where a bullet is widest and brightest, from tail to head.
const BELLY: f64 = 0.65;

/// Whether a shot is so short on the screen that it is drawn as a line.
pub(super) fn is_line(scene: &EffectInputs, shot: &Shot) -> bool {
    let ends = [&shot.from, &shot.to].map(|end| scene.project(scene.place(end)));
    let [Some((from, _)), Some((to, _))] = ends else { return false };
    from.distance(to) < STREAM_PIXELS
}

/// Draws the bullets of a shot with this half width, pixels, and this light.
pub(super) fn draw_bullets(
    light: &mut LightSheet,
    scene: &EffectInputs,
    shot: &Shot,
    half_pixels: f64,
    of_shot: ShotLight,
) {
    let (from, to) = (scene.place(&shot.from), scene.place(&shot.to));
    let (way, is_hit) = (to - from, shot.outcome.is_hit());
    // The same at all places of the way.
    let across = way.cross(scene.view.eye - from).normalize_or(scene.view.right);
    let is_slug = shot.harm >= SLUG_HARM;
    let count = if is_slug { 1 } else { scene.caps.bullets };
    for tail in tails(shot.number, count, scene.age_s(shot.born_s) / FLIGHT_S) {
        let Some((pixel, per_km)) = scene.project(from + way * tail.clamp(0.0, 1.0)) else { continue };
        let half_km = half_pixels / per_km;
        let length = length_of(is_slug, is_hit, half_km / way.length().max(f64::MIN_POSITIVE));
        let head = tail + length;
        if head <= 0.0 || tail >= 1.0 || !scene.is_near_picture(pixel) {
            continue;
        }
        let bright = along(head.min(1.0), is_hit);
        let ends = [tail.max(0.0), head.min(1.0)].map(|share| from + way * share);
        let beyond = way.normalize_or_zero() * (GLOW_ENDS * half_km);
        let glow = ([ends[0] - beyond, ends[1] + beyond], across * (GLOW * half_km));
        add_bullet(light, scene, glow, of_shot.glow.with_alpha(GLOW_DENSITY * bright));
        add_bullet(light, scene, (ends, across * (CORE * half_km)), of_shot.core.with_alpha(bright));
    }
}

/// The tails of the bullets of a shot that has flown so far, as shares of its way, the first bullet first: below 0 for
/// one that is yet to be fired, above 1 for one that has arrived.
fn tails(number: u64, count: usize, flown: f64) -> impl Iterator<Item = f64> {
    let mut dice = Dice::new(number ^ 0xb1e7);
    (0..count).map(move |index| {
        let early = UNEVEN * f64::from(dice.roll());
        flown - GAP * (index as f64 - early).max(0.0)
    })
}

/// Length of a bullet as a share of its way, by half the width of the shot, as such a share, too.
fn length_of(is_slug: bool, is_hit: bool, half: f64) -> f64 {
    let (widths, most) = if is_slug { SLUG } else { BULLET };
    (widths * half).min(most) * if is_hit { 1.0 } else { MISSED }
}

/// Adds a light that is brightest in its belly and clear all round: its tail and head, and the way from its middle line
/// to its side.
fn add_bullet(
    light: &mut LightSheet,
    scene: &EffectInputs,
    ([tail, head], aside): ([DVec3; 2], DVec3),
    color: LinearRgba,
) {
    let belly = tail.lerp(head, BELLY);
    let clear = [head, belly + aside, tail, belly - aside].map(|place| (place, 0.0));
    let corners = std::iter::once((belly, 1.0)).chain(clear);
    let corners = corners.map(|(place, share)| (scene.origin.place(place), faded(color, share)));
    light.0.patch(corners, [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1]);
}

#[cfg(test)]
mod tests {
    use super::super::lines::TRACER_S;
    use super::*;
    use crate::client::scene::quality::limits::EffectLimits;
    use crate::client::settings::Quality;

    #[test]
    fn bullets_leave_one_after_another_and_all_of_them_arrive() {
        let most = Quality::ALL.map(|quality| EffectLimits::of(quality).bullets).into_iter().max();
        for number in 0..30 {
            let tails = |age_s: f64| -> Vec<f64> {
                tails(number, most.unwrap_or_default(), age_s / FLIGHT_S).collect()
            };
            let begun = tails(0.0);
            assert!(begun[0] == 0.0 && begun[1..].iter().all(|tail| *tail < 0.0), "{begun:?}");
            assert!(begun.windows(2).all(|pair| pair[0] - pair[1] > BULLET.1), "they are dots: {begun:?}");
            assert!(tails(TRACER_S).iter().all(|tail| *tail > 0.999), "when the shot ends");
            assert_eq!(tails(0.05), tails(0.05));
        }
    }

    #[test]
    fn bullets_are_short_and_those_that_miss_are_shorter() {
        for half in [0.0001, 0.002, 0.05] {
            let [bullet, slug] = [false, true].map(|is_slug| length_of(is_slug, true, half));
            assert!(bullet < slug && bullet <= BULLET.1 && slug <= SLUG.1, "{half}");
            assert!(length_of(false, false, half) < 0.6 * bullet, "{half}");
        }
    }
}
