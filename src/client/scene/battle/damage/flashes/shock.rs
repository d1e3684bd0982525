//! The shock ring of an explosion: a thin circle of light about the course of the hull that runs outward and fades.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec3;
use smallvec::SmallVec;

use super::burst::Burst;
use super::sparks::eased;
use crate::client::scene::battle::effects::EffectInputs;
use crate::client::scene::ribbons::{LightSheet, SoftPoint};

/// Radius of the ring at first and at last, in radii of the explosion.
const RADII: (f64, f64) = (0.8, 2.4);
/// Share of the explosion's time after which the ring is gone.
const SHARE: f64 = 0.25;
/// Half the width of the ring, as a share of its radius, and its range, pixels.
const HALF: f64 = 0.06;
const HALF_PIXELS: (f64, f64) = (1.5, 8.0);
/// A ring smaller than this is not drawn, pixels of its radius.
const LEAST_PIXELS: f64 = 12.0;
/// The fewest and the most sides of the ring, and their number for a radius of one pixel; it grows with the root of
/// that.
const SIDES: (usize, usize) = (24, 64);
const SIDES_AT_ONE_PIXEL: f64 = 4.0;
/// The light of the ring, and its density at first.
const LIGHT: LinearRgba = LinearRgba::rgb(1.8, 1.35, 0.9);
const DENSITY: f32 = 0.1;

/// The points of a ring; the last one is the first again.
type RingPoints = SmallVec<[SoftPoint; SIDES.1 + 1]>;

/// Draws the ring of an explosion: its middle, its radius, km, the share of its time that is over, and its strength.
pub(super) fn draw_ring(
    light: &mut LightSheet,
    scene: &EffectInputs,
    burst: &Burst,
    (middle, explosion_km, share): (DVec3, f64, f64),
    strength: f32,
) {
    let Some((radius, density)) = ring_at(share / SHARE) else { return };
    let Some((pixel, per_km)) = scene.project(middle) else { return };
    let radius_km = radius * explosion_km;
    let radius_pixels = radius_km * per_km;
    if radius_pixels < LEAST_PIXELS || !scene.is_near_picture(pixel) {
        return;
    }
    let (least, most) = HALF_PIXELS;
    let half_km = (HALF * radius_pixels).clamp(least, most) / per_km;
    let outline = burst.flash();
    let color = |way: (f32, f32)| LIGHT.with_alpha(density * strength * outline.at(way).1);
    let around = circle(sides(radius_pixels), burst.ring_axis);
    let points: RingPoints = around
        .map(|(outward, way)| SoftPoint { place: middle + outward * radius_km, half_km, color: color(way) })
        .collect();
    light.0.add_soft(&points, &scene.view, &scene.origin);
}

/// Radius of the ring, in radii of the explosion, and its density after a share of its own time; `None`: it is gone.
fn ring_at(share: f64) -> Option<(f64, f32)> {
    let left = (1.0 - share).clamp(0.0, 1.0) as f32;
    (share < 1.0).then(|| (RADII.0 + (RADII.1 - RADII.0) * eased(share), DENSITY * left * left))
}

/// Sides of a ring of this radius, pixels.
fn sides(radius_pixels: f64) -> usize {
    ((SIDES_AT_ONE_PIXEL * radius_pixels.sqrt()) as usize).clamp(SIDES.0, SIDES.1)
}

/// The directions to the corners of a ring about an axis, and the sine and the cosine of the angle of each. The last
/// corner is the first again. Each is turned from the one before: sines would take the most time.
fn circle(sides: usize, axis: DVec3) -> impl Iterator<Item = (DVec3, (f32, f32))> {
    let (right, up) = axis.any_orthonormal_pair();
    let step = (TAU / sides as f64).sin_cos();
    let mut next = (0.0_f64, 1.0_f64);
    (0..=sides).map(move |_| {
        let (sine, cosine) = next;
        next = (sine * step.1 + cosine * step.0, cosine * step.1 - sine * step.0);
        (right * cosine + up * sine, (sine as f32, cosine as f32))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_runs_outward_and_fades() {
        let [early, late] = [0.1, 0.8].map(|share| ring_at(share).expect("it is there"));
        assert!(late.0 > early.0 && late.1 < 0.2 * early.1, "{early:?} {late:?}");
        assert!(ring_at(1.0).is_none() && ring_at(2.0).is_none());
    }

    #[test]
    fn a_ring_is_round_closed_and_about_its_axis() {
        let axis = DVec3::new(1.0, 2.0, -0.5).normalize();
        for radius in [12.0, 90.0, 400.0, 1.0e6] {
            let corners: Vec<DVec3> = circle(sides(radius), axis).map(|(outward, _)| outward).collect();
            assert_eq!(corners.len(), sides(radius) + 1);
            assert!(corners[0].distance(corners[corners.len() - 1]) < 1e-9, "it is closed");
            assert!(
                corners.iter().all(|one| (one.length() - 1.0).abs() < 1e-9 && one.dot(axis).abs() < 1e-9)
            );
        }
        assert!(sides(0.0) == SIDES.0 && sides(1.0e9) == SIDES.1);
    }
}
