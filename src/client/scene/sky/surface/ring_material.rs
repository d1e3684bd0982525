//! The rings of a planet: their mesh, a flat annulus about the origin in the xz plane, and their material, drawn
//! by `assets/shaders/rings.wgsl`. The mesh takes the planet's transform and must have none of its own: the
//! planet's shadow is computed from a sphere of radius 1 at the local origin.

use std::f32::consts::TAU;

use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use serde::Deserialize;

use super::see_through::see_through_material;
use crate::client::models::triangle_mesh;

const SHADER: &str = "shaders/rings.wgsl";

/// The structure of rings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RingStyle {
    /// Ringlets and two gaps, which follow from the edges.
    #[default]
    Plain,
    /// Saturn's C, B and A ring with their gaps; edges 1.239 and 2.269 radii.
    Saturn,
    /// The nine narrow rings of Uranus; edges 1.63 and 2.01 radii.
    Uranus,
}

impl RingStyle {
    /// The number by which the shaders know the style (`ring_profile.wgsl`).
    pub const fn code(self) -> u32 {
        match self {
            Self::Plain => 0,
            Self::Saturn => 1,
            Self::Uranus => 2,
        }
    }
}

/// The dust of one planet's rings.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct RingMaterial {
    /// The data of the shader.
    #[uniform(0)]
    pub uniform: RingUniform,
}

/// The uniform of the ring shader. The order of the fields is that of `Rings` in `rings.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct RingUniform {
    /// Unit vector from the planet toward its sun, render frame. Written each frame.
    pub sun_direction: Vec3,
    /// Light that comes from everywhere, most of it from the rest of the rings and from the planet; 1 is as bright as
    /// full sunlight of colour 1.
    pub ambient: f32,
    /// Colour times strength of the sunlight.
    pub sun_color: Vec3,
    /// Share of light that the densest part stops, 0 to 1.
    pub opacity: f32,
    /// Colour of the dust, linear RGB.
    pub color: Vec3,
    /// Structure, [`RingStyle::code`].
    pub style: u32,
    /// Inner edge, radii of the planet.
    pub inner: f32,
    /// Outer edge, radii of the planet.
    pub outer: f32,
    /// Radius of the star's disc in the planet's sky, radians. Written each frame.
    pub sun_angle: f32,
}

impl Default for RingUniform {
    fn default() -> Self {
        Self {
            sun_direction: Vec3::X,
            ambient: 0.02,
            sun_color: Vec3::splat(1.6),
            opacity: 0.8,
            color: Vec3::splat(0.5),
            style: RingStyle::Plain.code(),
            inner: 1.3,
            outer: 2.2,
            sun_angle: 0.005,
        }
    }
}

see_through_material!(RingMaterial, SHADER, AlphaMode::Blend, 0.0);

/// A flat annulus about the origin in the xz plane, facing y.
///
/// `inner` and `outer` are its radii, swapped if given the wrong way round; `segments` is the number
/// of its sides, at least 3. It has `2 * (segments + 1)` vertices and `2 * segments` triangles. The
/// chords are moved outward so that the polygon covers the whole circle; the shader cuts the edges.
pub fn ring_mesh(inner: f32, outer: f32, segments: u32) -> Mesh {
    let segments = segments.max(3);
    let (inner, outer) = (inner.min(outer), inner.max(outer));
    let reach = outer / (0.5 * TAU / segments as f32).cos();

    let mut positions: Vec<[f32; 3]> = Vec::new();
    let mut uvs: Vec<[f32; 2]> = Vec::new();
    for step in 0..=segments {
        let share = step as f32 / segments as f32;
        let (sine, cosine) = (share * TAU).sin_cos();
        positions.push([inner * cosine, 0.0, -inner * sine]);
        positions.push([reach * cosine, 0.0, -reach * sine]);
        uvs.push([share, 0.0]);
        uvs.push([share, 1.0]);
    }

    let mut indices: Vec<u32> = Vec::new();
    for step in 0..segments {
        let first = 2 * step;
        indices.extend([first, first + 1, first + 2]);
        indices.extend([first + 1, first + 3, first + 2]);
    }

    let normals: Vec<[f32; 3]> = vec![[0.0, 1.0, 0.0]; positions.len()];
    triangle_mesh(positions, indices)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
}

#[cfg(test)]
mod tests {
    use bevy::mesh::Indices;

    use super::*;
    use bevy::mesh::VertexAttributeValues;

    fn positions(mesh: &Mesh) -> Vec<Vec3> {
        match mesh.attribute(Mesh::ATTRIBUTE_POSITION) {
            Some(VertexAttributeValues::Float32x3(values)) => {
                values.iter().copied().map(Vec3::from).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_ring_has_two_vertices_and_two_triangles_a_segment() {
        let mesh = ring_mesh(1.2, 2.3, 64);
        assert_eq!(mesh.count_vertices(), 2 * 65);
        assert_eq!(mesh.indices().map(Indices::len), Some(6 * 64));
    }

    #[test]
    fn a_ring_lies_in_the_equator_and_covers_its_whole_width() {
        for position in positions(&ring_mesh(1.2, 2.3, 48)) {
            assert_eq!(position.y, 0.0);
            let distance = position.length();
            assert!((distance - 1.2).abs() < 1e-5 || distance >= 2.3 - 1e-5, "{distance}");
        }
    }

    #[test]
    fn triangles_face_the_pole() {
        let mesh = ring_mesh(1.0, 2.0, 12);
        let places = positions(&mesh);
        let indices: Vec<usize> = mesh.indices().map(|list| list.iter().collect()).unwrap_or_default();
        for corner in indices.chunks(3) {
            let (a, b, c) = (places[corner[0]], places[corner[1]], places[corner[2]]);
            assert!((b - a).cross(c - a).y > 0.0);
        }
    }

    #[test]
    fn edges_may_come_in_either_order_and_there_are_at_least_three_segments() {
        assert_eq!(positions(&ring_mesh(2.0, 1.0, 8)), positions(&ring_mesh(1.0, 2.0, 8)));
        assert_eq!(ring_mesh(1.0, 2.0, 0).count_vertices(), 8);
    }
}
