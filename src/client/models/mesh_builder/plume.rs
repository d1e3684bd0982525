//! Engine jets: a jet of light for each nozzle of a hull.
//!
//! The mesh is pure light: vertex colours above 1 at the nozzles, and an alpha that falls to 0 at the tips. Its
//! own z begins at the stern and ends at 1, so that its scale can follow the engine power. It has no normals and
//! no shadow: it is added to the picture.

use bevy::prelude::*;

use super::builder::Nozzle;
use crate::client::models::triangle_mesh;

/// Sides of a jet.
const SIDES: u32 = 10;
/// A jet from its nozzle to its tip: distance, width in radii of the nozzle, and density.
const PROFILE: [(f32, f32, f32); 4] =
    [(0.0, 1.0, 0.85), (0.14, 1.15, 0.7), (0.5, 0.7, 0.3), (1.0, 0.08, 0.0)];
/// The layers of a jet: width, length, and colour (linear RGB).
const LAYERS: [(f32, f32, [f32; 3]); 2] = [(1.0, 1.0, [0.25, 0.6, 1.7]), (0.55, 0.6, [2.2, 2.5, 3.0])];

/// The jets of some nozzles. The nozzle that is farthest astern blows from z = 0.
pub fn plume(nozzles: &[Nozzle]) -> Mesh {
    let stern = stern_of(nozzles);
    let mut positions: Vec<[f32; 3]> = Vec::new();
    let mut colors: Vec<[f32; 4]> = Vec::new();
    let mut indices: Vec<u32> = Vec::new();
    for nozzle in nozzles {
        let mouth = nozzle.middle - Vec3::Z * stern;
        for (width, length, [red, green, blue]) in LAYERS {
            let first = positions.len() as u32;
            for (along, wide, dense) in PROFILE {
                for side in 0..SIDES {
                    let angle = std::f32::consts::TAU * side as f32 / SIDES as f32;
                    let radius = nozzle.radius * width * wide;
                    let aside = Vec3::new(angle.cos() * radius, angle.sin() * radius, along * length);
                    positions.push((mouth + aside).to_array());
                    colors.push([red, green, blue, dense]);
                }
            }
            indices.extend(tube_triangles(PROFILE.len() as u32 - 1, SIDES).map(|corner| first + corner));
        }
    }
    triangle_mesh(positions, indices).with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
}

/// z of the rearmost nozzle; 0 without one.
pub fn stern_of(nozzles: &[Nozzle]) -> f32 {
    nozzles.iter().map(|nozzle| nozzle.middle.z).reduce(f32::max).unwrap_or(0.0)
}

/// The triangles between rings of corners that follow each other: the number of gaps between rings, and of sides.
pub fn tube_triangles(gaps: u32, sides: u32) -> impl Iterator<Item = u32> {
    (0..gaps).flat_map(move |gap| {
        (0..sides).flat_map(move |side| {
            let next = (side + 1) % sides;
            let (near, far) = (gap * sides, (gap + 1) * sides);
            [near + side, near + next, far + next, near + side, far + next, far + side]
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jets_begin_at_the_stern_and_end_at_one() {
        let nozzle = |x: f32| Nozzle { middle: Vec3::new(x, 0.1, 0.8), radius: 0.1 };
        let mesh = plume(&[nozzle(0.2), nozzle(-0.2)]);
        let vertices = 2 * LAYERS.len() * PROFILE.len() * SIDES as usize;
        assert_eq!(mesh.count_vertices(), vertices);
        let places = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|values| values.as_float3());
        let places = places.expect("jets have places");
        assert!(places.iter().flatten().all(|value| value.is_finite()));
        let (low, high) =
            places.iter().fold((1.0_f32, 0.0_f32), |(low, high), [_, _, z]| (low.min(*z), high.max(*z)));
        assert!(low.abs() < 1e-6 && (high - 1.0).abs() < 1e-6);
        let indices = mesh.indices().expect("jets have triangles");
        assert!(indices.iter().all(|index| index < vertices));
    }

    #[test]
    fn without_engines_there_is_no_jet() {
        assert_eq!(plume(&[]).count_vertices(), 0);
        assert_eq!(stern_of(&[]), 0.0);
    }
}
