//! Engine jets: for each nozzle of a hull a glowing mouth, a hot core and a wide cone of light.
//!
//! The mesh is pure light: vertex colours above 1, and an alpha that rises from 0 at the nozzles, without an edge, and
//! falls to 0 at the tips. Its own z begins at the stern and ends at 1, so that its scale can follow the engine power.
//! Normals look aside, and astern on the mouths: by them `assets/shaders/jet.wgsl` makes the edges soft.

use bevy::prelude::*;

use super::builder::Nozzle;
use crate::client::models::triangle_mesh;

/// Sides of a jet.
const SIDES: u32 = 12;
/// A jet from its nozzle to its tip: distance, width in radii of the nozzle, and density.
const PROFILE: [(f32, f32, f32); 7] = [
    (0.0, 0.7, 0.0),
    (0.025, 0.95, 0.45),
    (0.07, 1.08, 0.72),
    (0.16, 1.02, 0.5),
    (0.34, 0.82, 0.26),
    (0.66, 0.45, 0.08),
    (1.0, 0.06, 0.0),
];
/// The layers of a jet, a wide cone and its core: width, length, and colour (linear RGB).
const LAYERS: [(f32, f32, [f32; 3]); 2] = [(1.25, 1.0, [0.16, 0.42, 1.5]), (0.5, 0.55, [1.1, 1.7, 3.0])];
/// The colours and densities of a mouth in its middle and at its rim.
const MOUTH: ([f32; 4], [f32; 4]) = ([2.6, 3.0, 3.6, 1.0], [0.3, 0.8, 2.0, 0.5]);

/// The jets of some nozzles. The nozzle that is farthest astern blows from z = 0.
pub fn plume(nozzles: &[Nozzle]) -> Mesh {
    let stern = stern_of(nozzles);
    let mut light = Light::default();
    for nozzle in nozzles {
        let mouth = nozzle.middle - Vec3::Z * stern;
        for layer in LAYERS {
            light.add_cone(mouth, nozzle.radius, layer);
        }
        light.add_mouth(mouth, nozzle.radius);
    }
    triangle_mesh(light.positions, light.indices)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, light.normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, light.colors)
}

/// The mesh of jets under construction.
#[derive(Default)]
struct Light {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Light {
    fn add_corner(&mut self, position: Vec3, normal: Vec3, color: [f32; 4]) {
        self.positions.push(position.to_array());
        self.normals.push(normal.to_array());
        self.colors.push(color);
    }

    /// A layer of a jet from a mouth with this radius.
    fn add_cone(
        &mut self,
        mouth: Vec3,
        radius: f32,
        (width, length, [red, green, blue]): (f32, f32, [f32; 3]),
    ) {
        let first = self.positions.len() as u32;
        for (along, wide, dense) in PROFILE {
            let middle = mouth + Vec3::Z * (along * length);
            for aside in sides() {
                let corner = middle + aside * (radius * width * wide);
                self.add_corner(corner, aside, [red, green, blue, dense]);
            }
        }
        self.indices.extend(tube_triangles(PROFILE.len() as u32 - 1, SIDES).map(|corner| first + corner));
    }

    /// The disc of a mouth.
    fn add_mouth(&mut self, mouth: Vec3, radius: f32) {
        let middle = self.positions.len() as u32;
        self.add_corner(mouth, Vec3::Z, MOUTH.0);
        for aside in sides() {
            self.add_corner(mouth + aside * radius, Vec3::Z, MOUTH.1);
        }
        let rim = middle + 1;
        self.indices.extend((0..SIDES).flat_map(|side| [middle, rim + side, rim + (side + 1) % SIDES]));
    }
}

/// Unit vectors round the z axis.
fn sides() -> impl Iterator<Item = Vec3> {
    (0..SIDES).map(|side| {
        let (sine, cosine) = (std::f32::consts::TAU * side as f32 / SIDES as f32).sin_cos();
        Vec3::new(cosine, sine, 0.0)
    })
}

/// z of the rearmost nozzle; 0 without one.
pub fn stern_of(nozzles: &[Nozzle]) -> f32 {
    nozzles.iter().map(|nozzle| nozzle.middle.z).reduce(f32::max).unwrap_or(0.0)
}

/// z of the hull behind the rearmost nozzle; 0 without one.
pub fn roots_of(nozzles: &[Nozzle]) -> f32 {
    nozzles.iter().map(|nozzle| nozzle.middle.z - nozzle.length).reduce(f32::max).unwrap_or(0.0)
}

/// The triangles between rings of corners that follow each other: the number of gaps between rings, and of sides.
fn tube_triangles(gaps: u32, sides: u32) -> impl Iterator<Item = u32> {
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
        let nozzle = |x: f32| Nozzle { middle: Vec3::new(x, 0.1, 0.8), radius: 0.1, length: 0.1 };
        let mesh = plume(&[nozzle(0.2), nozzle(-0.2)]);
        let sides = SIDES as usize;
        let vertices = 2 * (LAYERS.len() * PROFILE.len() * sides + 1 + sides);
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
    fn the_light_of_a_jet_begins_and_ends_without_an_edge() {
        let densities = PROFILE.map(|(_, _, dense)| dense);
        assert_eq!((densities[0], densities[PROFILE.len() - 1]), (0.0, 0.0));
        let brightest = PROFILE.iter().max_by(|one, other| one.2.total_cmp(&other.2)).expect("it has points");
        assert!(brightest.0 < 0.1, "near the nozzle: {brightest:?}");
        let fading = PROFILE.iter().filter(|(along, ..)| *along >= brightest.0);
        assert!(fading.is_sorted_by(|one, next| one.2 > next.2), "{PROFILE:?}");
    }

    #[test]
    fn without_engines_there_is_no_jet() {
        assert_eq!(plume(&[]).count_vertices(), 0);
        assert_eq!((stern_of(&[]), roots_of(&[])), (0.0, 0.0));
    }
}
