//! The hulls of ships, put together from boxes. A unit hull fits into a sphere of radius 1 and looks
//! along -z, as the renderer's objects do.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;

use crate::level::Hull;

/// A box that narrows toward the bow: where it begins and ends on z, and its half sizes there.
struct Section {
    stern: f32,
    bow: f32,
    at_stern: Vec2,
    at_bow: Vec2,
    middle: Vec2,
}

const fn section(
    stern: f32,
    bow: f32,
    at_stern: (f32, f32),
    at_bow: (f32, f32),
    middle: (f32, f32),
) -> Section {
    Section {
        stern,
        bow,
        at_stern: Vec2::new(at_stern.0, at_stern.1),
        at_bow: Vec2::new(at_bow.0, at_bow.1),
        middle: Vec2::new(middle.0, middle.1),
    }
}

/// A light ship: a narrow wedge with two short fins.
const DART: &[Section] = &[
    section(0.75, -0.95, (0.26, 0.14), (0.03, 0.03), (0.0, 0.0)),
    section(0.8, 0.1, (0.06, 0.22), (0.02, 0.04), (0.34, 0.08)),
    section(0.8, 0.1, (0.06, 0.22), (0.02, 0.04), (-0.34, 0.08)),
];
/// A slim body with swept wings.
const WING: &[Section] = &[
    section(0.7, -0.95, (0.17, 0.15), (0.04, 0.05), (0.0, 0.02)),
    section(0.65, -0.25, (0.7, 0.035), (0.12, 0.03), (0.0, -0.02)),
    section(0.75, 0.3, (0.07, 0.1), (0.05, 0.06), (0.6, 0.0)),
    section(0.75, 0.3, (0.07, 0.1), (0.05, 0.06), (-0.6, 0.0)),
];
/// A long body with a bridge and a broad stern.
const SPINE: &[Section] = &[
    section(0.85, -0.95, (0.15, 0.13), (0.07, 0.06), (0.0, 0.0)),
    section(0.95, 0.45, (0.3, 0.16), (0.2, 0.12), (0.0, 0.0)),
    section(0.35, 0.05, (0.08, 0.07), (0.06, 0.05), (0.0, 0.19)),
    section(-0.1, -0.5, (0.22, 0.05), (0.12, 0.04), (0.0, -0.02)),
];
/// A broad, heavy body with a deck and two towers.
const BLOCK: &[Section] = &[
    section(0.85, -0.7, (0.42, 0.16), (0.3, 0.12), (0.0, 0.0)),
    section(-0.7, -0.92, (0.3, 0.12), (0.12, 0.06), (0.0, 0.0)),
    section(0.6, -0.5, (0.3, 0.03), (0.22, 0.03), (0.0, 0.18)),
    section(0.55, 0.25, (0.08, 0.1), (0.06, 0.07), (0.22, 0.28)),
    section(0.85, 0.45, (0.13, 0.13), (0.13, 0.13), (0.5, 0.0)),
    section(0.85, 0.45, (0.13, 0.13), (0.13, 0.13), (-0.5, 0.0)),
];

/// The mesh of a hull.
pub fn mesh(hull: Hull) -> Mesh {
    let sections = match hull {
        Hull::Dart => DART,
        Hull::Wing => WING,
        Hull::Spine => SPINE,
        Hull::Block => BLOCK,
    };
    let positions: Vec<[f32; 3]> =
        sections.iter().flat_map(corners).map(|corner| corner.to_array()).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_computed_flat_normals()
}

/// The corners of a section's twelve triangles, counterclockwise as seen from outside.
fn corners(section: &Section) -> Vec<Vec3> {
    let corner = |half: Vec2, z: f32, x: f32, y: f32| {
        Vec3::new(section.middle.x + half.x * x, section.middle.y + half.y * y, z)
    };
    let at = |end: usize, x: f32, y: f32| {
        if end == 0 {
            corner(section.at_stern, section.stern, x, y)
        } else {
            corner(section.at_bow, section.bow, x, y)
        }
    };
    let faces = [
        [at(0, -1., -1.), at(0, 1., -1.), at(0, 1., 1.), at(0, -1., 1.)],
        [at(1, 1., -1.), at(1, -1., -1.), at(1, -1., 1.), at(1, 1., 1.)],
        [at(0, 1., -1.), at(1, 1., -1.), at(1, 1., 1.), at(0, 1., 1.)],
        [at(1, -1., -1.), at(0, -1., -1.), at(0, -1., 1.), at(1, -1., 1.)],
        [at(0, -1., 1.), at(0, 1., 1.), at(1, 1., 1.), at(1, -1., 1.)],
        [at(1, -1., -1.), at(1, 1., -1.), at(0, 1., -1.), at(0, -1., -1.)],
    ];
    faces.iter().flat_map(|[a, b, c, d]| [*a, *b, *c, *a, *c, *d]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hulls_fit_into_their_sphere_and_face_outward() {
        for sections in [DART, WING, SPINE, BLOCK] {
            for section in sections {
                let points = corners(section);
                let middle = points.iter().sum::<Vec3>() / points.len() as f32;
                for triangle in points.chunks(3) {
                    let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
                    assert!(normal.dot(triangle[0] - middle) > 0.0, "a face looks inward");
                    assert!(triangle.iter().all(|point| point.length() <= 1.1));
                }
            }
        }
    }
}
