//! The light of a shield that was hit, drawn by `assets/shaders/shield.wgsl`: cells that flare up at the last impacts,
//! waves over the cells about these, and cells that go out where it broke.

use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};

use crate::client::scene::sky::surface::see_through::see_through_material;

const SHADER: &str = "shaders/shield.wgsl";
/// Limit on simultaneous impacts of a shield; the same number is in `shield.wgsl`.
pub const MOST_IMPACTS: usize = 6;
/// Pieces of the ball: round, and from pole to pole.
const PIECES: (u32, u32) = (48, 24);

/// The light of one shield.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug, Default)]
pub struct ShieldMaterial {
    /// The data of the shader.
    #[uniform(0)]
    pub uniform: ShieldUniform,
}

/// The uniform of the shield shader. The order of the fields is that of `Shield` in `shield.wgsl`.
#[derive(Clone, Copy, Debug, Default, PartialEq, ShaderType)]
pub struct ShieldUniform {
    /// In each: the place on the ball of radius 1, and the age as a share of an impact's time, 0 to 1.
    pub impacts: [Vec4; MOST_IMPACTS],
    /// Colour times brightness of each, linear RGB, and 1, or 2 where the shield broke; zero for none.
    pub lights: [Vec4; MOST_IMPACTS],
}

see_through_material!(ShieldMaterial, SHADER, AlphaMode::Add, 0.0);

/// The ball of radius 1 that all shields share.
pub fn ball_mesh() -> Mesh {
    Sphere::new(1.0).mesh().uv(PIECES.0, PIECES.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shader_has_room_for_as_many_impacts() {
        let shader = include_str!("../../../../../assets/shaders/shield.wgsl");
        assert!(shader.contains(&format!("const MOST_IMPACTS: u32 = {MOST_IMPACTS}u;")));
        assert_eq!(shader.matches("array<vec4<f32>, MOST_IMPACTS>").count(), 2);
    }

    /// Fails if all of a shield that breaks lights up at once, or if its cells are drawn out on its far side.
    #[test]
    fn a_shield_breaks_outward_from_its_impact_in_cells_of_one_shape() {
        let shader = include_str!("../../../../../assets/shaders/shield.wgsl");
        assert!(shader.contains("let cell = cell_at(place * in.axes, outward);"));
        assert!(shader.contains("about * breaking(distance, farthest, impact.w, cell, pixel)"));
    }

    /// Fails if a wave or a front that reaches the silhouette of a shield is cut off there in a line.
    #[test]
    fn a_shield_ends_nowhere_in_a_line() {
        let shader = include_str!("../../../../../assets/shaders/shield.wgsl");
        assert!(shader.contains("let soft = smoothstep(0.0, SOFT_EDGE, depth);"));
        assert!(shader.contains("(light + ripples) * (soft *"));
        assert!(shader.contains("flares * (edge *"));
    }
}
