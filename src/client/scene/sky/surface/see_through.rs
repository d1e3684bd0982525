//! The common part of all see-through materials.

/// Makes a type a two-sided `Material` that casts no shadow and has one file for both shaders. The last argument
/// is the depth bias: materials with less of it are drawn before, and so behind.
macro_rules! see_through_material {
    ($material:ty, $shader:expr, $alpha_mode:expr, $depth_bias:expr) => {
        impl bevy::pbr::Material for $material {
            fn vertex_shader() -> bevy::shader::ShaderRef {
                $shader.into()
            }

            fn fragment_shader() -> bevy::shader::ShaderRef {
                $shader.into()
            }

            fn alpha_mode(&self) -> bevy::prelude::AlphaMode {
                $alpha_mode
            }

            fn depth_bias(&self) -> f32 {
                $depth_bias
            }

            fn enable_prepass() -> bool {
                false
            }

            fn enable_shadows() -> bool {
                false
            }

            fn specialize(
                _pipeline: &bevy::pbr::MaterialPipeline,
                descriptor: &mut bevy::render::render_resource::RenderPipelineDescriptor,
                _layout: &bevy::mesh::MeshVertexBufferLayoutRef,
                _key: bevy::pbr::MaterialPipelineKey<Self>,
            ) -> Result<(), bevy::render::render_resource::SpecializedMeshPipelineError> {
                descriptor.primitive.cull_mode = None;
                Ok(())
            }
        }
    };
}

pub(crate) use see_through_material;
