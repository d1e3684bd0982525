//! The light of engine jets, drawn by `assets/shaders/jet.wgsl`. All ships share one material: the shader takes the
//! power of the engines from the length of a jet.

use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};

use crate::client::scene::ships::engines::JET_RADII;
use crate::client::scene::sky::surface::see_through::see_through_material;

const SHADER: &str = "shaders/jet.wgsl";

/// The light of all jets.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct JetMaterial {
    /// The data of the shader.
    #[uniform(0)]
    pub uniform: JetUniform,
}

/// The uniform of the jet shader. The order of the fields is that of `Jet` in `jet.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct JetUniform {
    /// Length of a jet at full power, in radii of the ship.
    pub full_length: f32,
}

impl Default for JetMaterial {
    fn default() -> Self {
        Self { uniform: JetUniform { full_length: JET_RADII } }
    }
}

see_through_material!(JetMaterial, SHADER, AlphaMode::Add, 0.0);
