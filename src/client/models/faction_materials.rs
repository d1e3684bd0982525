//! The materials of an owner's ships and structures, and the light of engines.

use bevy::asset::RenderAssetUsages;
use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::client::models::mesh_builder::paint::{GLOW_COUNT, WINDOW_LIGHT};
use crate::client::models::mesh_builder::{OwnerPaint, seed_of};
use crate::client::models::palette::FactionColors;
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
const PLANNED_LIGHT: f32 = 0.25;

/// The materials of an owner's models.
#[derive(Clone, Debug)]
pub struct FactionMaterials {
    /// Colours for the vertices of meshes.
    pub palette: OwnerPaint,
    /// Seed of the small differences between its models: from the owner's name.
    pub seed: u64,
    /// For units in use, with lit windows.
    pub lit: Handle<StandardMaterial>,
    /// For idle units: darker, without lit windows.
    pub dark: Handle<StandardMaterial>,
    /// For growing structures: transparent.
    pub growing: Handle<StandardMaterial>,
    /// For planned structures: transparent, with a light of their own.
    pub planned: Handle<StandardMaterial>,
}

/// Cache of liveries.
#[derive(Resource, Default)]
pub struct FactionMaterialCache {
    made: HashMap<FactionId, FactionMaterials>,
    light: Option<Handle<StandardMaterial>>,
    refused: Option<Handle<StandardMaterial>>,
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
    paints: ResMut<'w, Assets<StandardMaterial>>,
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
        let name = self.factions.0.get(faction).map_or("", |faction| faction.name.as_str());
        let palette = OwnerPaint::of(color);
        let glow = self.images.add(glow_image(&palette));
        let faction_materials = FactionMaterials {
            palette,
            seed: seed_of(0, name),
            lit: self.paints.add(lit_paint(glow)),
            dark: self.paints.add(dark_paint()),
            growing: self.paints.add(growing_paint(color)),
            planned: self.paints.add(planned_paint(color)),
        };
        self.material_cache.made.insert(faction, faction_materials.clone());
        faction_materials
    }

    /// The material of planned structures that cannot be built, of this colour.
    pub fn refused(&mut self, color: Color) -> Handle<StandardMaterial> {
        let paints = &mut self.paints;
        self.material_cache.refused.get_or_insert_with(|| paints.add(planned_paint(color))).clone()
    }

    /// A material of pure light: vertex colours times their alpha are added to the picture.
    pub fn light(&mut self) -> Handle<StandardMaterial> {
        if let Some(light) = &self.material_cache.light {
            return light.clone();
        }
        let light = self.paints.add(light_paint());
        self.material_cache.light = Some(light.clone());
        light
    }
}

/// Pure light, from both sides of a surface.
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
    StandardMaterial { base_color: color, metallic: 0.25, perceptual_roughness: 0.55, ..default() }
}

/// The row of pixels for emission, see [`OwnerPaint::glow_pixels`].
fn glow_image(palette: &OwnerPaint) -> Image {
    Image::new(
        Extent3d { width: GLOW_COUNT, height: 1, depth_or_array_layers: 1 },
        TextureDimension::D2,
        palette.glow_pixels(),
        TextureFormat::Rgba8Unorm,
        RenderAssetUsages::RENDER_WORLD,
    )
}
