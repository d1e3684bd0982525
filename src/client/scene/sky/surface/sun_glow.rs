//! The corona of a star, drawn by `assets/shaders/glow.wgsl`: added light on a square that the vertex shader turns
//! toward the camera. The star's transform gives its place and, as scale, its radius. The square is larger than
//! its mesh says, so frustum culling must be off.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};

use super::see_through::see_through_material;
use crate::client::models::triangle_mesh;

const SHADER: &str = "shaders/glow.wgsl";
/// Least half width of the square as an angle, radians: the halo of a star far away is several times as wide as its
/// icon.
const LEAST_ANGLE: f32 = 0.13;

/// Marks the corona of a star. Its entity takes the star's place and radius each frame; turning it is not needed.
/// It requires the component that keeps the engine from culling it.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(NoFrustumCulling, NotShadowCaster, NotShadowReceiver)]
pub struct SunGlow;

/// The light of one corona.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct GlowMaterial {
    /// The data of the shader.
    #[uniform(0)]
    pub uniform: GlowUniform,
}

/// The uniform of the corona's shader. The order of the fields is that of `Glow` in `glow.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct GlowUniform {
    /// Colour times brightness, linear RGB.
    pub color: Vec3,
    /// Half width of the square near by, radii of the star.
    pub radii: f32,
    /// Least half width of the square as an angle, radians.
    pub least_angle: f32,
}

impl GlowMaterial {
    /// A corona of the given colour (linear RGB, about 1), with a usual size.
    pub fn new(color: Vec3) -> Self {
        Self { uniform: GlowUniform { color, radii: 7.0, least_angle: LEAST_ANGLE } }
    }
}

see_through_material!(GlowMaterial, SHADER, AlphaMode::Add, 0.0);

/// The square of a corona, from -1 to 1 in the xy plane.
pub fn glow_mesh() -> Mesh {
    let positions: Vec<[f32; 3]> =
        vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]];
    triangle_mesh(positions, vec![0, 1, 2, 0, 2, 3])
}
