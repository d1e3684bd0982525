//! The material of hulls, drawn by `assets/shaders/hull.wgsl`: the standard material with plates, wear, windows and
//! stripes. All ships of a class and a faction share it, and are drawn as instances of one mesh: what differs from
//! face to face stands in the mesh ([`Finish`](crate::client::models::mesh_builder::Finish)).

use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::pbr::{ExtendedMaterial, MaterialExtension, MaterialExtensionKey, MaterialExtensionPipeline};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError,
};
use bevy::shader::{ShaderDefVal, ShaderRef};
use serde::Deserialize;

const SHADER: &str = "shaders/hull.wgsl";

/// The material of a faction's ships and structures.
pub type HullMaterial = ExtendedMaterial<StandardMaterial, HullExtension>;

/// Whether hulls show small plates, dirt, wear and soot, which cost the most: not on slow machines. Large plates,
/// windows and stripes are always there.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plating(pub bool);

/// What hulls add to the standard material.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(HullVariant)]
pub struct HullExtension {
    /// The data of the shader. Lower bindings belong to the standard material.
    #[uniform(100)]
    pub uniform: HullUniform,
    /// Whether there are small plates, dirt, wear and soot.
    pub is_fine: bool,
}

/// The uniform of the hull shader. The order of the fields is that of `Hull` in `hull.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct HullUniform {
    /// The owner's colour as paint, linear RGB.
    pub owner: Vec3,
    /// Emission of stripes, as a share of that colour.
    pub stripe_light: f32,
    /// Emission of windows, linear RGB.
    pub window_light: Vec3,
    /// The plates, windows and stripes of the owner's style.
    pub paintwork: Paintwork,
}

/// How a style lays plates, windows and stripes. The order of the fields is that of `Paintwork` in `plating.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paintwork {
    /// Length and width of large plates, km.
    pub plate: Vec2,
    /// Half widths of the seams of large and of small plates, km.
    pub seams: Vec2,
    /// Height of a deck, and distance of the windows on it, km.
    pub windows: Vec2,
    /// Distance of the stripes from the middle plane, and half their width, as shares of half the width of the hull.
    pub stripes: Vec2,
    /// Twice the shift of every row of plates that is shifted, as a share of a plate.
    pub shift: f32,
    /// Share of lit rooms.
    pub lit: f32,
    /// How far from an edge paint is worn off, km.
    pub wear: f32,
    /// How much the sizes of plates vary, 0 to 1: from rows of equal plates to rows of which no two are alike.
    pub vary: f32,
}

impl Default for Paintwork {
    fn default() -> Self {
        Self {
            plate: Vec2::new(190.0, 110.0),
            seams: Vec2::new(3.0, 1.6),
            windows: Vec2::new(34.0, 11.0),
            stripes: Vec2::new(0.085, 0.03),
            shift: 1.0,
            lit: 0.26,
            wear: 10.0,
            vary: 0.5,
        }
    }
}

/// The shader variant of a hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HullVariant {
    is_fine: bool,
}

impl From<&HullExtension> for HullVariant {
    fn from(extension: &HullExtension) -> Self {
        Self { is_fine: extension.is_fine }
    }
}

impl HullVariant {
    fn shader_defs(self) -> Vec<ShaderDefVal> {
        if self.is_fine { vec!["FINE_PLATES".into()] } else { Vec::new() }
    }

    /// The definitions of each variant.
    #[cfg(test)]
    pub fn all() -> Vec<Vec<ShaderDefVal>> {
        [false, true].map(|is_fine| Self { is_fine }.shader_defs()).into()
    }
}

impl MaterialExtension for HullExtension {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _pipeline: &MaterialExtensionPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _layout: &MeshVertexBufferLayoutRef,
        key: MaterialExtensionKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        if let Some(fragment) = &mut descriptor.fragment {
            fragment.shader_defs.extend(key.bind_group_data.shader_defs());
        }
        Ok(())
    }
}

/// Registers the material. Needs Bevy's renderer (`PbrPlugin`) in the app.
pub fn plugin(app: &mut App) {
    app.add_plugins(MaterialPlugin::<HullMaterial>::default());
    app.insert_resource(Plating(true));
    app.add_systems(Update, follow_plating.run_if(resource_changed::<Plating>));
}

/// Changes present hulls once the quality of the picture has changed.
fn follow_plating(plating: Res<Plating>, mut hulls: ResMut<Assets<HullMaterial>>) {
    for (_, hull) in hulls.iter_mut() {
        hull.extension.is_fine = plating.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::models::mesh_builder::FaceKind;
    use crate::client::models::mesh_builder::edges::EDGE_REACH_KM;
    use crate::client::models::mesh_builder::finish::SOOT_KM;
    use crate::client::models::mesh_builder::paint::{GLOW_COUNT, PIXEL_MARGIN};

    #[test]
    fn the_shader_knows_the_kinds_of_faces() {
        let shader = include_str!("../../../assets/shaders/hull.wgsl");
        assert!(shader.contains(&format!("const KINDS: f32 = {GLOW_COUNT}.0;")));
        for (name, kind) in [
            ("PLATES", FaceKind::Plates),
            ("DECKS", FaceKind::Decks),
            ("STRIPE", FaceKind::Stripe),
            ("FITTING", FaceKind::Fitting),
        ] {
            assert!(shader.contains(&format!("const {name}: u32 = {}u;", kind as u8)), "{name}");
        }
    }

    #[test]
    fn the_shader_knows_the_measures_of_the_mesh() {
        let shader = include_str!("../../../assets/shaders/hull.wgsl");
        let plating = include_str!("../../../assets/shaders/plating.wgsl");
        assert!(shader.contains(&format!("const PIXEL_MARGIN: f32 = {PIXEL_MARGIN:?};")));
        assert!(shader.contains(&format!("const EDGE_REACH: f32 = {EDGE_REACH_KM:?};")));
        assert!(plating.contains(&format!("const SOOT: f32 = {SOOT_KM:?};")));
    }

    /// Fails if slow machines show bare facets: lines and windows have to stand for the details that they leave out.
    #[test]
    fn hulls_without_fine_plates_have_clear_lines_and_windows() {
        let shader = include_str!("../../../assets/shaders/hull.wgsl");
        let plating = include_str!("../../../assets/shaders/plating.wgsl");
        let numbers = |text: &str, name: &str| -> Vec<f32> {
            let start = format!("const {name}: f32 = ");
            let parts = text.split(&start).skip(1);
            parts.filter_map(|after| after.split(';').next()?.parse().ok()).collect()
        };
        let [fine, plain] = numbers(shader, "WINDOWS_BY_DAY")[..] else { panic!("one for each grade") };
        assert!(plain > fine && plain < 1.0, "{fine} {plain}");
        assert!(numbers(plating, "PLAIN_SEAM")[0] > 1.0 && numbers(plating, "PLAIN_EDGE")[0] > 0.0);
        let plain_lines = "plain_plating(hull.paintwork, in.uv_b, edge, footprint)";
        assert!(shader.contains(plain_lines));
    }

    #[test]
    fn hulls_follow_the_quality() {
        let mut app = App::new();
        app.insert_resource(Plating(true)).init_resource::<Assets<HullMaterial>>();
        app.add_systems(Update, follow_plating.run_if(resource_changed::<Plating>));
        let uniform = HullUniform {
            owner: Vec3::ONE,
            stripe_light: 0.0,
            window_light: Vec3::ZERO,
            paintwork: Paintwork::default(),
        };
        let material = HullMaterial { base: default(), extension: HullExtension { uniform, is_fine: true } };
        let hull = app.world_mut().resource_mut::<Assets<HullMaterial>>().add(material);
        app.update();
        app.insert_resource(Plating(false));
        app.update();
        let hulls = app.world().resource::<Assets<HullMaterial>>();
        assert_eq!(hulls.get(&hull).map(|hull| hull.extension.is_fine), Some(false));
    }
}
