//! For the tests of the kit: soundness of a mesh, and similarity of silhouettes from far away.

use bevy::prelude::*;

use super::MeshKit;

/// Pixels of a silhouette, each way.
const PIXELS: usize = 30;

/// Whether every face is finite, has a unit normal, and a winding that agrees with it.
pub fn is_sound(kit: &MeshKit) -> bool {
    !kit.triangles().is_empty()
        && kit.triangles().iter().all(|triangle| {
            let [first, second, third] = triangle.corners;
            let turned = (second - first).cross(third - first).normalize_or(Vec3::ZERO);
            triangle.corners.iter().all(|corner| corner.is_finite())
                && (triangle.normal.length() - 1.0).abs() < 1e-3
                && turned.dot(triangle.normal) > 0.9
        })
}

/// The common share of two silhouettes: 1 for equal ones.
pub fn likeness(one: &[bool], other: &[bool]) -> f32 {
    let (mut both, mut either) = (0.0_f32, 0.0_f32);
    for (one, other) in one.iter().zip(other) {
        if *one && *other {
            both += 1.0;
        }
        if *one || *other {
            either += 1.0;
        }
    }
    both / either.max(1.0)
}

/// The pixels covered by a mesh, seen from aside and above and stretched along its axes.
pub fn silhouette(kit: &MeshKit, stretch: Vec3) -> Vec<bool> {
    let toward_eye = Vec3::new(0.5, 0.8, 0.6).normalize();
    let right = Vec3::Y.cross(toward_eye).normalize();
    let up = toward_eye.cross(right);
    let half = 0.5 * PIXELS as f32;
    let reach = stretch.max_element();
    let pixel = |corner: Vec3| {
        let corner = corner * stretch / reach;
        Vec2::new((corner.dot(right) + 1.0) * half, (corner.dot(up) + 1.0) * half)
    };
    let mut covered = vec![false; PIXELS * PIXELS];
    for triangle in kit.triangles() {
        let corners = triangle.corners.map(pixel);
        for (index, covered) in covered.iter_mut().enumerate() {
            let point = Vec2::new((index % PIXELS) as f32 + 0.5, (index / PIXELS) as f32 + 0.5);
            *covered = *covered || is_within(point, corners);
        }
    }
    covered
}

/// Whether a point lies in a triangle, in either order of corners.
fn is_within(point: Vec2, [first, second, third]: [Vec2; 3]) -> bool {
    let side = |from: Vec2, to: Vec2| (to - from).perp_dot(point - from);
    let sides = [side(first, second), side(second, third), side(third, first)];
    sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
}
