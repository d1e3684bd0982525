//! The material of the veil over areas out of sight, drawn by `assets/shaders/sight.wgsl`: a disc that is darker
//! outside of some circles and a little lighter inside, with a soft change and a faint line between, which is rounded
//! where two circles meet. The circles lie on level planes, relative to the point under the eye, in heights of the
//! eye above the plane of each. The disc is drawn at infinite distance, over the stars only, so that it never covers
//! a body.

use std::f32::consts::TAU;

use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};

use crate::client::models::triangle_mesh;
use crate::client::scene::sky::surface::see_through::see_through_material;

const SHADER: &str = "shaders/sight.wgsl";
/// Limit on the circles that the shader tests in every pixel; the same number is in `sight.wgsl`.
pub const MOST_CIRCLES: usize = 128;
/// Sides of the disc.
const SECTORS: u32 = 48;
/// Radii of the circles of vertices in the disc, as shares of its own. They are densest under the eye, so that
/// near places on the plane are exact.
const CORNERS: [f32; 7] = [0.01, 0.03, 0.08, 0.2, 0.4, 0.7, 1.0];

/// The veil.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct SightMaterial {
    /// The data of the shader.
    #[uniform(0)]
    pub uniform: SightUniform,
}

/// The uniform of the veil's shader. The order of the fields is that of `Sight` in `sight.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct SightUniform {
    /// Colour of the edge, linear RGB.
    pub edge: Vec3,
    /// Opacity of the veil, 0 to 1.
    pub strength: f32,
    /// Radius of the disc, heights of the eye above the plane.
    pub reach: f32,
    /// Number of used circles.
    pub count: u32,
    /// Pixels of the picture in a pixel of the interface.
    pub scale: f32,
    /// In each: x and z of the middle from the point under the eye, render axes; the radius; and the square of
    /// the middle's distance less that of the radius. In heights of the eye above the plane of the circle.
    pub circles: [Vec4; MOST_CIRCLES],
    /// The strength of the edge of each circle, 0 to 1, four in each.
    pub strengths: [Vec4; MOST_CIRCLES / 4],
}

impl Default for SightUniform {
    fn default() -> Self {
        let circles = [Vec4::ZERO; MOST_CIRCLES];
        let strengths = [Vec4::ONE; MOST_CIRCLES / 4];
        Self { edge: Vec3::ONE, strength: 0.0, reach: 1.0, count: 0, scale: 1.0, circles, strengths }
    }
}

// Right before the stars, behind everything else that is transparent.
see_through_material!(SightMaterial, SHADER, AlphaMode::Premultiplied, -1.0e29);

/// A disc of radius 1 about the origin in the xz plane.
pub fn disc_mesh() -> Mesh {
    let mut positions: Vec<[f32; 3]> = vec![[0.0, 0.0, 0.0]];
    for radius in CORNERS {
        for sector in 0..SECTORS {
            let (sine, cosine) = (sector as f32 / SECTORS as f32 * TAU).sin_cos();
            positions.push([radius * cosine, 0.0, radius * sine]);
        }
    }
    let corner = |circle: u32, sector: u32| 1 + circle * SECTORS + sector % SECTORS;
    let mut indices: Vec<u32> = Vec::new();
    for sector in 0..SECTORS {
        indices.extend([0, corner(0, sector), corner(0, sector + 1)]);
        for circle in 1..CORNERS.len() as u32 {
            let (inner, outer) = (corner(circle - 1, sector), corner(circle, sector));
            let (next_inner, next_outer) = (corner(circle - 1, sector + 1), corner(circle, sector + 1));
            indices.extend([inner, outer, next_outer, inner, next_outer, next_inner]);
        }
    }
    triangle_mesh(positions, indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_disc_is_whole() {
        let mesh = disc_mesh();
        let corners = 1 + CORNERS.len() * SECTORS as usize;
        assert_eq!(mesh.count_vertices(), corners);
        let indices: Vec<usize> = mesh.indices().map(|list| list.iter().collect()).unwrap_or_default();
        assert_eq!(indices.len(), 3 * SECTORS as usize * (2 * CORNERS.len() - 1));
        assert!(indices.iter().all(|index| *index < corners));
    }

    #[test]
    fn the_shader_has_room_for_as_many_circles() {
        let shader = include_str!("../../../../assets/shaders/sight.wgsl");
        for places in [MOST_CIRCLES, MOST_CIRCLES / 4] {
            assert!(shader.contains(&format!("array<vec4<f32>, {places}>")));
        }
    }
}
