//! Flashes at muzzles: a short cone along the barrel, and a bar of light across it, which make a star together.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::battle::effects::{EffectInputs, Shot, hot, light_of};
use crate::client::scene::ribbons::{LightSheet, SoftPoint};

/// Seconds until the flash at a muzzle is gone.
pub(super) const MUZZLE_S: f64 = 0.1;
/// Length of the cone, half its greatest width and half the length of the bar, in half widths of the shot.
const CONE: f64 = 9.0;
const CONE_HALF: f64 = 1.9;
const BAR: f64 = 4.0;
/// Where the cone is widest, as a share of its length, and its width at the muzzle, as a share of the greatest.
const WIDEST: f64 = 0.3;
const ROOT_HALF: f64 = 0.45;
/// Half the width of the bar where it crosses the barrel, as a share of half its length.
const BAR_HALF: f64 = 0.3;
/// The longest cone, in bounding radii of the shooter, and the length of one that is drawn at least, pixels: from afar
/// it is a point of light on the hull.
const MOST_RADII: f64 = 0.3;
const LEAST_PIXELS: f64 = 2.0;

/// Draws the flash at the muzzle of a shot that was just fired, with half the width of the shot, pixels. A shooter that
/// is out of sight has none: it would hang in the void.
pub(super) fn draw_muzzle(light: &mut LightSheet, scene: &EffectInputs, shot: &Shot, half_pixels: f64) {
    let strength = muzzle_strength(scene.age_s(shot.born_s));
    if strength <= 0.0 || shot.by_km <= 0.0 {
        return;
    }
    let place = scene.place(&shot.from);
    let Some((pixel, per_km)) = scene.project(place) else { return };
    if !scene.is_near_picture(pixel) {
        return;
    }
    let barrel = (scene.place(&shot.to) - place).normalize_or(scene.view.up);
    let across = barrel.cross(scene.view.eye - place).normalize_or(scene.view.right);
    let unit_km = unit_km(half_pixels / per_km, per_km, shot.by_km);
    let color = light_of(shot.kind);
    light.0.add_soft(&cone(place, barrel, unit_km, (color, strength)), &scene.view, &scene.origin);
    light.0.add_soft(&bar(place, across, unit_km, (color, strength)), &scene.view, &scene.origin);
}

/// The kilometres by which a flash is measured: half the width of its shot, km, at this many pixels per kilometre,
/// unless the flash would be too large for a shooter of this bounding radius, km.
fn unit_km(half_km: f64, per_km: f64, by_km: f64) -> f64 {
    half_km.min(MOST_RADII * by_km / CONE).max(LEAST_PIXELS / (CONE * per_km))
}

/// The cone from a muzzle along the barrel, white where it begins.
fn cone(place: DVec3, barrel: DVec3, unit_km: f64, (color, strength): (LinearRgba, f32)) -> [SoftPoint; 3] {
    let point = |share: f64, half: f64, color: LinearRgba| SoftPoint {
        place: place + barrel * (share * CONE * unit_km),
        half_km: half * CONE_HALF * unit_km,
        color,
    };
    let (root, middle) = (hot(color).with_alpha(strength), color.with_alpha(0.7 * strength));
    [point(0.0, ROOT_HALF, root), point(WIDEST, 1.0, middle), point(1.0, 0.0, color.with_alpha(0.0))]
}

/// The bar of light across a barrel.
fn bar(place: DVec3, across: DVec3, unit_km: f64, (color, strength): (LinearRgba, f32)) -> [SoftPoint; 3] {
    let point = |side: f64, half: f64, alpha: f32| SoftPoint {
        place: place + across * (side * BAR * unit_km),
        half_km: half * BAR_HALF * BAR * unit_km,
        color: hot(color).with_alpha(alpha),
    };
    [point(-1.0, 0.0, 0.0), point(0.0, 1.0, strength), point(1.0, 0.0, 0.0)]
}

/// Brightness of the flash at a muzzle at this age of the shot, 0 to 1.
fn muzzle_strength(age_s: f64) -> f32 {
    (1.0 - age_s / MUZZLE_S).clamp(0.0, 1.0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn muzzles_flash_for_a_moment() {
        assert_eq!((muzzle_strength(0.0), muzzle_strength(MUZZLE_S)), (1.0, 0.0));
    }

    #[test]
    fn a_flash_is_a_cone_along_the_barrel() {
        let cone = cone(DVec3::ZERO, DVec3::X, 10.0, (LinearRgba::WHITE, 1.0));
        let [root, widest, tip] = cone;
        assert!(root.half_km < widest.half_km && (tip.half_km, tip.color.alpha) == (0.0, 0.0), "{cone:?}");
        assert!(root.place == DVec3::ZERO && tip.place.x > 4.0 * widest.half_km, "{cone:?}");
        let bar = bar(DVec3::ZERO, DVec3::Y, 10.0, (LinearRgba::WHITE, 1.0));
        assert!(bar[2].place.y < 0.5 * tip.place.x && bar[1].half_km < bar[2].place.y, "{bar:?}");
    }

    #[test]
    fn a_flash_stays_at_its_hull() {
        for per_km in [0.001, 0.01, 0.07, 1.0] {
            let length_km = CONE * unit_km(1.8 / per_km, per_km, 400.0);
            assert!(length_km <= (MOST_RADII * 400.0_f64).max(LEAST_PIXELS / per_km) + 1e-9, "{per_km}");
        }
        assert!((CONE * unit_km(1.0, 1.0, 4000.0) - CONE).abs() < 1e-9, "as wide as its shot, from near");
    }
}
