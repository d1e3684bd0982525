//! Ribbons and discs of fights, in the meshes of light and smoke.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::battle::effects::scene::EffectInputs;
use crate::client::scene::ribbons::{Point, Ribbons};
use crate::client::view::UNIT_KM;

/// Corners round a disc.
const DISC_SIDES: u32 = 10;
/// Radius of a disc's inner ring, and its density, as shares.
const INNER_RING: (f32, f32) = (0.45, 0.4);

/// Adds a ribbon: its points, half its width in pixels at the beginning, and its colour.
pub fn add_ribbon(
    sheet: &mut Ribbons,
    scene: &EffectInputs,
    points: &[Point],
    half_pixels: f64,
    color: LinearRgba,
) {
    let found = points.iter().find_map(|point| scene.project(point.place));
    if let Some((_, pixels_per_km)) = found {
        sheet.add(points, &scene.view, &scene.origin, half_pixels / pixels_per_km, color);
    }
}

/// Adds a disc that faces the eye, densest in its middle: its middle, heliocentric ecliptic km, its radius, km,
/// and its colour, whose alpha is its density.
pub fn add_disc(sheet: &mut Ribbons, scene: &EffectInputs, place: DVec3, radius_km: f64, color: LinearRgba) {
    let (right, up) = scene.across();
    let middle = scene.origin.place(place);
    let radius = (radius_km / UNIT_KM) as f32;
    sheet.patch(disc_corners(middle, right * radius, up * radius, color), disc_triangles());
}

/// The vertices of a disc: its middle, an inner ring, and the clear rim.
fn disc_corners(
    middle: Vec3,
    right: Vec3,
    up: Vec3,
    color: LinearRgba,
) -> impl Iterator<Item = (Vec3, [f32; 4])> {
    let dense = move |share: f32| [color.red, color.green, color.blue, color.alpha * share];
    let ring = move |far: f32, share: f32| {
        (0..DISC_SIDES).map(move |side| {
            let angle = std::f32::consts::TAU * side as f32 / DISC_SIDES as f32;
            let (sine, cosine) = angle.sin_cos();
            (middle + (right * cosine + up * sine) * far, dense(share))
        })
    };
    let (inner, inner_dense) = INNER_RING;
    std::iter::once((middle, dense(1.0))).chain(ring(inner, inner_dense)).chain(ring(1.0, 0.0))
}

fn disc_triangles() -> impl Iterator<Item = u32> {
    (0..DISC_SIDES).flat_map(|side| {
        let next = (side + 1) % DISC_SIDES;
        let (inner, inner_next) = (1 + side, 1 + next);
        let (outer, outer_next) = (inner + DISC_SIDES, inner_next + DISC_SIDES);
        [0, inner, inner_next, inner, outer, outer_next, inner, outer_next, inner_next]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_is_dense_in_its_middle_and_gone_at_its_rim() {
        let color = LinearRgba::new(2.0, 1.0, 0.5, 0.8);
        let corners: Vec<_> = disc_corners(Vec3::X, Vec3::X * 3.0, Vec3::Y * 3.0, color).collect();
        assert_eq!(corners.len() as u32, 1 + 2 * DISC_SIDES);
        assert_eq!(corners[0], (Vec3::X, [2.0, 1.0, 0.5, 0.8]));
        for (place, [.., alpha]) in &corners[1 + DISC_SIDES as usize..] {
            assert!((place.distance(Vec3::X) - 3.0).abs() < 1e-4 && *alpha == 0.0);
        }
        let triangles: Vec<u32> = disc_triangles().collect();
        assert!(triangles.len().is_multiple_of(3));
        assert!(triangles.iter().all(|corner| (*corner as usize) < corners.len()));
    }
}
