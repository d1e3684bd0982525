//! The light of a comet, drawn by `assets/shaders/comet.wgsl`: the coma, a tail of ions and one of dust.
//!
//! Ribbons of added light, which the vertex shader turns toward the eye. They are far longer than the mesh says,
//! so frustum culling must be off.

use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};

use super::see_through::see_through_material;
use crate::client::models::triangle_mesh;

const SHADER: &str = "shaders/comet.wgsl";
/// The number of steps in a tail.
const STEPS: u32 = 24;

/// The light of one comet.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct CometMaterial {
    /// The data of the shader.
    #[uniform(0)]
    pub uniform: CometUniform,
}

/// The uniform of the comet shader. The order of the fields is that of `Comet` in `comet.wgsl`. Lengths are in
/// units of the renderer, directions in its frame; all of it is written each frame.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct CometUniform {
    /// From the nucleus to the end of the ion tail.
    pub ion: Vec3,
    /// Radius of the coma.
    pub coma: f32,
    /// From the nucleus to the end of the dust tail if it were straight.
    pub dust: Vec3,
    /// Brightness of the comet, 0 to 1.
    pub strength: f32,
    /// Lag of the end of the dust tail behind the comet.
    pub lag: Vec3,
}

impl Default for CometUniform {
    fn default() -> Self {
        Self { ion: Vec3::X, coma: 1.0, dust: Vec3::X, strength: 0.0, lag: Vec3::ZERO }
    }
}

// Behind all that covers what is behind it: rings, smoke, structures that are not built yet. The engine sorts by the
// nucleus, and that may be nearer than these, or behind the eye, while the tail is beyond them.
see_through_material!(CometMaterial, SHADER, AlphaMode::Add, -1.0e28);

/// The mesh that all comets share. x is the part (0 coma, 1 ion tail, 2 dust tail), y the coordinate along the
/// part (0 to 1; for the coma -1 to 1) and z the coordinate across it (-1 to 1).
pub fn comet_mesh() -> Mesh {
    let mut positions: Vec<[f32; 3]> =
        vec![[0.0, -1.0, -1.0], [0.0, 1.0, -1.0], [0.0, 1.0, 1.0], [0.0, -1.0, 1.0]];
    let mut indices: Vec<u32> = vec![0, 1, 2, 0, 2, 3];
    let mut first: u32 = 4;
    for part in [1.0, 2.0] {
        for step in 0..=STEPS {
            let along = step as f32 / STEPS as f32;
            positions.push([part, along, -1.0]);
            positions.push([part, along, 1.0]);
        }
        for _ in 0..STEPS {
            indices.extend([first, first + 1, first + 2, first + 1, first + 3, first + 2]);
            first += 2;
        }
        first += 2;
    }
    triangle_mesh(positions, indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails if jets have hard straight sides, or if the coma fills the picture evenly from near.
    #[test]
    fn jets_are_soft_and_the_coma_is_narrow_from_near() {
        let shader = include_str!("../../../../../assets/shaders/comet.wgsl");
        assert!(shader.contains("return lit * strand * strand * (1.6 + 1.5 * puffs);"));
        assert!(shader.contains("let core = min(widest, NEAR_CORE * length(eye) / head);"));
    }

    #[test]
    fn the_mesh_is_whole() {
        let mesh = comet_mesh();
        assert_eq!(mesh.count_vertices(), 4 + 2 * 2 * 25);
        let indices: Vec<usize> = mesh.indices().map(|list| list.iter().collect()).unwrap_or_default();
        assert_eq!(indices.len(), 6 + 2 * 6 * 24);
        assert_eq!(indices.iter().max(), Some(&(4 + 2 * 2 * 25 - 1)));
    }
}
