//! What hits and explosions both draw: balls and sparks, and the pace at which these fly.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::battle::effects::{EffectInputs, add_disc, add_ribbon};
use crate::client::scene::ribbons::{LightSheet, Point};

/// Least radius of a drawn effect, pixels.
const LEAST_PIXELS: f64 = 1.2;
/// A flash or an explosion smaller than this has no sparks, pixels of its radius.
const SPARK_PIXELS: f64 = 5.0;
/// Half the width of a spark, at least and at most, pixels: it is a speck of light, no piece of paper.
const SPARK_HALF: (f64, f64) = (0.5, 1.1);
/// The colour of sparks.
pub(super) const SPARK: LinearRgba = LinearRgba::rgb(2.2, 1.1, 0.4);

/// Draws a ball, which is never smaller than a point.
pub(super) fn draw_ball(
    light: &mut LightSheet,
    scene: &EffectInputs,
    place: DVec3,
    radius_km: f64,
    color: LinearRgba,
) {
    let Some((pixel, per_km)) = scene.project(place) else { return };
    if scene.is_near_picture(pixel) {
        add_disc(&mut light.0, scene, place, radius_km.max(LEAST_PIXELS / per_km), color);
    }
}

/// Draws sparks, heads and tails with colours, about a place that fly off a ball of a radius, km, if it is large enough
/// on the screen.
pub(super) fn draw_sparks(
    light: &mut LightSheet,
    scene: &EffectInputs,
    (place, radius_km): (DVec3, f64),
    sparks: impl Iterator<Item = ((DVec3, DVec3), LinearRgba)>,
    strength: f32,
) {
    let Some((_, per_km)) = scene.project(place) else { return };
    if radius_km * per_km <= SPARK_PIXELS {
        return;
    }
    let half_pixels = (0.02 * radius_km * per_km).clamp(SPARK_HALF.0, SPARK_HALF.1);
    for ((head_km, tail_km), color) in sparks {
        let points =
            [Point { place: place + head_km, strength }, Point { place: place + tail_km, strength: 0.0 }];
        add_ribbon(&mut light.0, scene, &points, half_pixels, color);
    }
}

/// Quick at first, then slower: from 0 to 1.
pub(super) fn eased(share: f64) -> f64 {
    let left = 1.0 - share.clamp(0.0, 1.0);
    1.0 - left * left * left
}
