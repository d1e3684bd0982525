//! The light of a beam: a hot core in a soft glow.

use bevy::prelude::*;
use smallvec::SmallVec;

use super::lights::ShotLight;
use crate::client::scene::battle::effects::{EffectInputs, add_ribbon};
use crate::client::scene::ribbons::{LightSheet, Point, SoftPoint};

/// Points of a beam.
pub(super) const BEAM_POINTS: usize = 4;
/// Half widths of core and glow, relative to the shot, and the density of the glow.
const CORE_WIDTH: f64 = 0.5;
const GLOW_WIDTH: f64 = 2.6;
const GLOW_DENSITY: f32 = 0.3;
/// Half width of the glow, at most this share of the length of the beam: a wider glow hides small ships from afar.
const GLOW_SHARE: f64 = 0.03;

/// Draws a beam along its points: half the width of the shot, pixels, and its light.
pub(super) fn draw_beam(
    light: &mut LightSheet,
    scene: &EffectInputs,
    points: &[Point],
    half_pixels: f64,
    of_shot: ShotLight,
) {
    let found = points.iter().find_map(|point| scene.project(point.place));
    let Some((_, per_km)) = found else { return };
    let half_km = glow_half_km(points, GLOW_WIDTH * half_pixels / per_km);
    let soft = |point: &Point| SoftPoint {
        place: point.place,
        half_km,
        color: of_shot.glow.with_alpha(GLOW_DENSITY * point.strength),
    };
    let glow: SmallVec<[SoftPoint; BEAM_POINTS]> = points.iter().map(soft).collect();
    light.0.add_soft(&glow, &scene.view, &scene.origin);
    add_ribbon(&mut light.0, scene, points, CORE_WIDTH * half_pixels, of_shot.core);
}

/// Half the width of the glow of a beam, km, which would like this much.
fn glow_half_km(points: &[Point], wished_km: f64) -> f64 {
    let length_km = match points {
        [first, .., last] => first.place.distance(last.place),
        _ => 0.0,
    };
    wished_km.min(GLOW_SHARE * length_km)
}

#[cfg(test)]
mod tests {
    use bevy::math::DVec3;

    use super::*;

    #[test]
    fn the_glow_of_a_short_beam_is_narrow() {
        let point = |x: f64| Point { place: DVec3::X * x, strength: 1.0 };
        let beam = [point(0.0), point(50.0), point(100.0)];
        assert_eq!(glow_half_km(&beam, 2.0), 2.0);
        assert_eq!(glow_half_km(&beam, 20.0), 3.0);
    }
}
