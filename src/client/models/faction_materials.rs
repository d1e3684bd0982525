//! The materials of an owner's ships and structures, and pure light.

use bevy::asset::RenderAssetUsages;
use bevy::ecs::system::SystemParam;
use bevy::image::ImageSampler;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::client::models::hull_material::{HullExtension, HullMaterial, HullUniform, Paintwork, Plating};
use crate::client::models::mesh_builder::paint::{GLOW_COUNT, STRIPE_LIGHT, WINDOW_COLOR, WINDOW_LIGHT};
use crate::client::models::mesh_builder::{Coat, OwnerPaint, seed_of};
use crate::client::models::palette::FactionColors;
use crate::client::models::styles;
use crate::level::HullStyle;
use crate::sim::{FactionId, Factions};

/// Factor on the brightness of unlit models.
const UNLIT_SHADE: f32 = 0.45;
/// Opacity of growing structures.
const GROWING_ALPHA: f32 = 0.55;
/// Share of the owner's colour in growing structures.
const GROWING_TINGE: f32 = 0.35;

/// Opacity of planned structures.
const PLANNED_ALPHA: f32 = 0.5;
/// Share of their colour in planned structures.
const PLANNED_TINGE: f32 = 0.7;
/// Light of planned structures, so that they can be seen at night, as a share of their colour.
const PLANNED_LIGHT: f32 = 0.4;

/// The materials of an owner's models.
#[derive(Clone, Debug)]
pub struct FactionMaterials {
    /// Colours for the vertices of meshes.
    pub palette: OwnerPaint,
    /// The style of its hulls.
    pub style: HullStyle,
    /// Seed of the small differences between its models: from the owner's name.
    pub seed: u64,
    /// For units in use, with lit windows.
    pub lit: Handle<HullMaterial>,
    /// For idle units: darker, without lit windows.
    pub dark: Handle<HullMaterial>,
    /// For growing structures: transparent.
    pub growing: Handle<HullMaterial>,
    /// For planned structures: transparent, in the owner's colour, with a light of their own.
    pub planned: Handle<HullMaterial>,
}

/// Cache of liveries.
#[derive(Resource, Default)]
pub struct FactionMaterialCache {
    made: HashMap<FactionId, FactionMaterials>,
    refused: Option<Handle<HullMaterial>>,
}

impl FactionMaterialCache {
    /// The livery of a faction, if it has been made before.
    pub fn get(&self, faction: FactionId) -> Option<&FactionMaterials> {
        self.made.get(&faction)
    }
}

/// Returns liveries, and makes missing ones.
#[derive(SystemParam)]
pub struct FactionMaterialMaker<'w> {
    factions: Res<'w, Factions>,
    colors: Res<'w, FactionColors>,
    material_cache: ResMut<'w, FactionMaterialCache>,
    images: ResMut<'w, Assets<Image>>,
    hulls: ResMut<'w, Assets<HullMaterial>>,
    plating: Res<'w, Plating>,
}

impl FactionMaterialMaker<'_> {
    /// The colour of a faction.
    pub fn color(&self, faction: FactionId) -> Color {
        self.colors.of(faction)
    }

    /// The livery of a faction.
    pub fn of(&mut self, faction: FactionId) -> FactionMaterials {
        if let Some(faction_materials) = self.material_cache.get(faction) {
            return faction_materials.clone();
        }
        let color = self.colors.of(faction);
        let named = self.factions.0.get(faction);
        let name = named.map_or("", |named| named.name.as_str());
        let style = named.map_or(HullStyle::of_place(faction.0), |named| named.hull_style(faction.0));
        let palette = OwnerPaint::of(color);
        let glow = self.images.add(glow_image(palette.glow_pixels()));
        let [red, green, blue, _] = palette.color(Coat::STRIPE);
        let owner = Vec3::new(red, green, blue);
        let paintwork = styles::paintwork_of(style);
        let unlit = |shade: f32| HullUniform {
            owner: shade * owner,
            stripe_light: 0.0,
            window_light: Vec3::ZERO,
            paintwork,
        };
        let window_light = WINDOW_LIGHT * WINDOW_COLOR;
        let lit = HullUniform { owner, stripe_light: STRIPE_LIGHT, window_light, paintwork };
        let faction_materials = FactionMaterials {
            palette,
            style,
            seed: seed_of(0, name),
            lit: self.hull(lit_paint(glow), lit),
            dark: self.hull(dark_paint(), unlit(UNLIT_SHADE)),
            growing: self.hull(growing_paint(color), unlit(1.0)),
            planned: self.hull(planned_paint(color), unlit(1.0)),
        };
        self.material_cache.made.insert(faction, faction_materials.clone());
        faction_materials
    }

    /// The material, in this colour, of planned structures that cannot be built.
    pub fn refused(&mut self, color: Color) -> Handle<HullMaterial> {
        if let Some(refused) = &self.material_cache.refused {
            return refused.clone();
        }
        let uniform = HullUniform {
            owner: linear(color),
            stripe_light: 0.0,
            window_light: Vec3::ZERO,
            paintwork: Paintwork::default(),
        };
        let refused = self.hull(planned_paint(color), uniform);
        self.material_cache.refused = Some(refused.clone());
        refused
    }

    fn hull(&mut self, base: StandardMaterial, uniform: HullUniform) -> Handle<HullMaterial> {
        let extension = HullExtension { uniform, is_fine: self.plating.0 };
        self.hulls.add(HullMaterial { base, extension })
    }
}

/// The linear parts of a colour.
fn linear(color: Color) -> Vec3 {
    let LinearRgba { red, green, blue, .. } = color.to_linear();
    Vec3::new(red, green, blue)
}

/// Pure light, from both sides of a surface: vertex colours times their alpha are added to the picture.
pub fn light_paint() -> StandardMaterial {
    StandardMaterial {
        base_color: Color::WHITE,
        unlit: true,
        alpha_mode: AlphaMode::Add,
        cull_mode: None,
        fog_enabled: false,
        ..default()
    }
}

fn lit_paint(glow: Handle<Image>) -> StandardMaterial {
    StandardMaterial {
        emissive: LinearRgba::rgb(WINDOW_LIGHT, WINDOW_LIGHT, WINDOW_LIGHT),
        emissive_texture: Some(glow),
        ..plates(Color::WHITE)
    }
}

fn dark_paint() -> StandardMaterial {
    plates(Color::linear_rgb(UNLIT_SHADE, UNLIT_SHADE, UNLIT_SHADE))
}

fn growing_paint(owner: Color) -> StandardMaterial {
    let color = Color::WHITE.mix(&owner, GROWING_TINGE).with_alpha(GROWING_ALPHA);
    StandardMaterial { alpha_mode: AlphaMode::Blend, ..plates(color) }
}

fn planned_paint(color: Color) -> StandardMaterial {
    let tinged = Color::WHITE.mix(&color, PLANNED_TINGE).with_alpha(PLANNED_ALPHA);
    let emissive = color.to_linear() * PLANNED_LIGHT;
    StandardMaterial { alpha_mode: AlphaMode::Blend, emissive, ..plates(tinged) }
}

/// Painted metal whose vertex colours are multiplied by a colour.
fn plates(color: Color) -> StandardMaterial {
    StandardMaterial { base_color: color, metallic: 0.25, perceptual_roughness: 0.46, ..default() }
}

/// The image of a row of pixels for the emission of faces, see [`OwnerPaint::glow_pixels`].
pub fn glow_image(pixels: Vec<u8>) -> Image {
    let image = Image::new(
        Extent3d { width: GLOW_COUNT, height: 1, depth_or_array_layers: 1 },
        TextureDimension::D2,
        pixels,
        TextureFormat::Rgba8Unorm,
        RenderAssetUsages::RENDER_WORLD,
    );
    // Places within a pixel differ, see `FaceKind::glow_place`.
    Image { sampler: ImageSampler::nearest(), ..image }
}
