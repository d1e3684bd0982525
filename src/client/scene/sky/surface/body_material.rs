//! The material of a body's surface, drawn by `assets/shaders/body.wgsl`: computed from the place on the unit sphere,
//! in the body-fixed frame (y north, x prime meridian), or taken from the [maps](super::maps) of a real world. Worlds
//! with seas wear the map of the weather.

use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError,
};
use bevy::shader::{ShaderDefVal, ShaderRef};

use super::maps::MapUse;
use crate::level::Surface;

const SHADER: &str = "shaders/body.wgsl";

/// Whether surfaces show their finest detail; without it they are drawn for slow drivers.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct FineSurfaces(pub bool);

/// Limit on simultaneous occluders of a body; the same number is in `body.wgsl`.
pub const MOST_OCCLUDERS: usize = 4;

/// The surface of one body. Put it on a unit sphere whose transform carries the body-fixed frame and,
/// as an equal scale along all axes, the radius.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(BodyVariant)]
pub struct BodyMaterial {
    /// The data of the shader.
    #[uniform(0)]
    pub uniform: BodyUniform,
    /// The map of its colours, once it is loaded. Its sampler serves both maps. The shader knows a missing map by its
    /// single pixel.
    #[texture(1)]
    #[sampler(2)]
    pub color_map: Option<Handle<Image>>,
    /// The map of slopes, land and lights, once it is loaded.
    #[texture(3)]
    pub data_map: Option<Handle<Image>>,
    /// The map of the weather, once it is loaded, if [`Self::has_weather`].
    #[texture(4)]
    #[sampler(5)]
    pub weather_map: Option<Handle<Image>>,
    /// The maps that it wears, loaded or not: it does not change, so neither does the shader variant.
    pub map_use: MapUse,
    /// Drawn for slow drivers, see [`FineSurfaces`].
    pub is_frugal: bool,
}

impl From<BodyUniform> for BodyMaterial {
    /// A surface without maps.
    fn from(uniform: BodyUniform) -> Self {
        Self {
            uniform,
            color_map: None,
            data_map: None,
            weather_map: None,
            map_use: MapUse::None,
            is_frugal: false,
        }
    }
}

/// The shader variant of a body. Each is compiled separately, because drivers take very long for one shader for
/// everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BodyVariant {
    surface: u32,
    is_lumpy: bool,
    has_rings: bool,
    map_use: MapUse,
    is_frugal: bool,
}

impl From<&BodyMaterial> for BodyVariant {
    fn from(material: &BodyMaterial) -> Self {
        Self {
            surface: material.uniform.surface,
            is_lumpy: material.uniform.lumpiness > 0.0,
            has_rings: material.uniform.ring_opacity > 0.0,
            map_use: material.map_use,
            is_frugal: material.is_frugal,
        }
    }
}

impl BodyVariant {
    fn shader_defs(self) -> Vec<ShaderDefVal> {
        let mut defs = vec![ShaderDefVal::UInt("SURFACE".into(), self.surface)];
        if self.is_lumpy {
            defs.push("LUMPY".into());
        }
        if self.has_rings {
            defs.push("RINGED".into());
        }
        if self.map_use != MapUse::None {
            defs.push("MAPPED".into());
        }
        if self.map_use == MapUse::ColorAndData {
            defs.push("CHARTED".into());
        }
        if self.is_frugal {
            defs.push("FRUGAL".into());
        }
        defs
    }

    /// The definitions of each variant: any surface may be lumpy, have rings and wear maps, fine or frugal.
    #[cfg(test)]
    pub fn all() -> Vec<Vec<ShaderDefVal>> {
        let mut all = Vec::new();
        for surface in 0..=surface_code(Surface::Star) {
            for map_use in [MapUse::None, MapUse::Color, MapUse::ColorAndData] {
                for switches in 0..8_u8 {
                    let [is_lumpy, has_rings, is_frugal] = [1, 2, 4].map(|bit| switches & bit != 0);
                    all.push(Self { surface, is_lumpy, has_rings, map_use, is_frugal }.shader_defs());
                }
            }
        }
        all
    }
}

/// The uniform of the body shader. The order of the fields is that of `Body` in `body.wgsl`.
///
/// The meaning of the colours (linear RGB) and of the four details depends on the surface:
///
/// | surface | `color_a` | `color_b` | `color_c` | `detail` x, y, z, w |
/// |---|---|---|---|---|
/// | rocky | highlands | dark plains | fresh ejecta | craters, plains, ejecta, - |
/// | desert | sand | dark regions | polar caps, frost | craters, regions, size of the northern cap, volcanoes |
/// | ocean | sea | green land | dry land | share of land (0.5: a third), clouds (0.5: as mapped), ice caps, towns |
/// | clouds | bright clouds | dark clouds | polar collar | contrast, -, -, - |
/// | gas | zones | belts | storm and odd belts | belts from pole to pole, unrest, storm, - |
/// | ice | clean ice | stained ice | cracks | cracks, stains, craters, ejecta |
/// | lava | crust | ash | glow | heat, -, -, - |
/// | star | hot gas | cool gas | - | brightness, granulation, -, - |
///
/// Details are shares from 0 to 1 unless the table says a number.
///
/// A surface with maps takes its colours from them. Of the details it keeps craters (from near), clouds, ice (about the
/// north pole of an ocean planet) and towns; the first colour shows until the maps are loaded.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct BodyUniform {
    /// Unit vector from the body toward its sun, render frame. Written each frame.
    pub sun_direction: Vec3,
    /// Light of the stars on the night side; 1 is as bright as full sunlight of colour 1.
    pub ambient: f32,
    /// Colour times strength of the sunlight.
    pub sun_color: Vec3,
    /// Seconds of play, for moving parts of the surface. Written each frame.
    pub time: f32,
    /// First colour, see the table.
    pub color_a: Vec3,
    /// Kind of surface, see [`surface_code`].
    pub surface: u32,
    /// Second colour, see the table.
    pub color_b: Vec3,
    /// Picks one of endless variations.
    pub seed: u32,
    /// Third colour, see the table.
    pub color_c: Vec3,
    /// Strength of the shading of slopes, 0 (smooth) to about 1.
    pub relief: f32,
    /// Colour of the air's haze; on a moon with a map and without air, of the light of its planet by night. Black where
    /// there is no planet.
    pub air_color: Vec3,
    /// Thickness of the air, 0 (none) to 1.
    pub air: f32,
    /// Colour of the air near the ground under a low sun.
    pub dusk_color: Vec3,
    /// Height over which the air thins to 1/e, radii.
    pub air_height: f32,
    /// Four numbers, see the table.
    pub detail: Vec4,
    /// Inner edge of the rings that shade the body, radii.
    pub ring_inner: f32,
    /// Outer edge of those rings, radii.
    pub ring_outer: f32,
    /// Share of light that their densest part stops; 0: no rings.
    pub ring_opacity: f32,
    /// Structure, the number of a [`super::RingStyle`].
    pub ring_style: u32,
    /// Deviation of a small body from a sphere, a share of its radius; 0 for round bodies.
    pub lumpiness: f32,
    /// Radius of the star's disc in this body's sky, radians, above 0. Written each frame.
    pub sun_angle: f32,
    /// Factor of the map's colours; 0 while it is not loaded, and the surface is of the first colour.
    pub map_gain: f32,
    /// Possible occluders of the star: place in the body-fixed frame and radius, in radii of this body. Written
    /// each frame.
    pub occluders: [Vec4; MOST_OCCLUDERS],
}

impl Default for BodyUniform {
    fn default() -> Self {
        Self {
            sun_direction: Vec3::X,
            ambient: 0.06,
            sun_color: Vec3::splat(1.6),
            time: 0.0,
            color_a: Vec3::splat(0.30),
            surface: surface_code(Surface::Rocky),
            color_b: Vec3::splat(0.15),
            seed: 0,
            color_c: Vec3::splat(0.50),
            relief: 0.5,
            air_color: Vec3::ONE,
            air: 0.0,
            dusk_color: Vec3::new(0.95, 0.42, 0.18),
            air_height: 0.01,
            detail: Vec4::ZERO,
            ring_inner: 0.0,
            ring_outer: 0.0,
            ring_opacity: 0.0,
            ring_style: 0,
            lumpiness: 0.0,
            sun_angle: 0.005,
            map_gain: 0.0,
            occluders: [Vec4::ZERO; MOST_OCCLUDERS],
        }
    }
}

impl BodyMaterial {
    /// Whether clouds drift over it: over seas they do.
    pub fn has_weather(&self) -> bool {
        self.uniform.surface == surface_code(Surface::Ocean)
    }

    /// Puts on the map of colours, which is loaded; `gain` is the factor of the colours, above 0.
    pub fn put_on_color(&mut self, color: Handle<Image>, gain: f32) {
        self.color_map = Some(color);
        self.uniform.map_gain = gain;
    }

    /// Sets the moment: `sun_direction` from the body toward its sun (render frame, unit length; any direction for
    /// the star itself) and `time`, seconds of play.
    pub fn set_moment(&mut self, sun_direction: Vec3, time: f32) {
        self.uniform.sun_direction = sun_direction;
        self.uniform.time = time;
    }

    /// Sets the light of the star: its `color` (colour times strength), the radius of its disc in the body's sky
    /// (`sun_angle`, radians) and its occluders. `occluders` are in the body-fixed frame and in radii of the body,
    /// as [`BodyUniform::occluders`]; those beyond [`MOST_OCCLUDERS`] are left out.
    pub fn set_sunlight(&mut self, color: Vec3, sun_angle: f32, occluders: &[Vec4]) {
        self.uniform.sun_color = color;
        // The shader divides by it.
        self.uniform.sun_angle = sun_angle.max(1.0e-6);
        self.uniform.occluders = [Vec4::ZERO; MOST_OCCLUDERS];
        for (slot, occluder) in self.uniform.occluders.iter_mut().zip(occluders) {
            *slot = *occluder;
        }
    }
}

/// The number by which the shader knows a kind of surface.
pub const fn surface_code(surface: Surface) -> u32 {
    match surface {
        Surface::Rocky => 0,
        Surface::Desert => 1,
        Surface::Ocean => 2,
        Surface::Clouds => 3,
        Surface::Gas => 4,
        Surface::Ice => 5,
        Surface::Lava => 6,
        Surface::Star => 7,
    }
}

impl Material for BodyMaterial {
    fn vertex_shader() -> ShaderRef {
        SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    // The vertex shader moves vertices, which the standard prepass and shadow passes would not follow.
    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _layout: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let defs = key.bind_group_data.shader_defs();
        if let Some(fragment) = &mut descriptor.fragment {
            fragment.shader_defs.extend(defs.iter().cloned());
        }
        descriptor.vertex.shader_defs.extend(defs);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shaders_look_at_as_many_occluders() {
        let body = include_str!("../../../../../assets/shaders/body.wgsl");
        let air = include_str!("../../../../../assets/shaders/air.wgsl");
        for shader in [body, air] {
            assert!(shader.contains(&format!("const MOST_OCCLUDERS: u32 = {MOST_OCCLUDERS}u;")));
            assert!(shader.contains("array<vec4<f32>, MOST_OCCLUDERS>"));
        }
    }

    #[test]
    fn the_shader_does_without_each_map_alone() {
        let shader = include_str!("../../../../../assets/shaders/body.wgsl");
        for map in ["data_map", "weather_map"] {
            assert!(shader.contains(&format!("textureDimensions({map}).x > 1u);")), "{map}");
        }
        assert!(shader.contains("if width <= 1u {\n        width = textureDimensions(data_map).x;"));
    }

    /// Fails if a pattern gets the size of a pixel and ignores it: what is finer than a pixel shimmers.
    #[test]
    fn every_pattern_of_the_ground_follows_the_size_of_a_pixel() {
        let shader = include_str!("../../../../../assets/shaders/body.wgsl");
        let mut patterns = 0;
        for function in shader.split("\nfn ").skip(1) {
            let (head, after) = function.split_once('{').expect("a function has a body");
            if head.contains("footprint: f32") {
                let code = after.split("\n}").next().unwrap_or_default();
                let mut code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                assert!(code.any(|line| line.contains("footprint")), "{head}");
                patterns += 1;
            }
        }
        assert!(patterns > 12, "{patterns}");
    }

    /// A number of the shader.
    fn of_shader(name: &str) -> f32 {
        let shader = include_str!("../../../../../assets/shaders/body.wgsl");
        let (_, after) = shader.split_once(&format!("const {name}: f32 = ")).expect("it is there");
        after.split(';').next().and_then(|number| number.parse().ok()).expect("it is a number")
    }

    #[test]
    fn the_night_side_is_seen_and_is_dark_beside_the_day() {
        let BodyUniform { ambient, sun_color, .. } = BodyUniform::default();
        for albedo in [0.05, 0.3, 0.9] {
            let night = ambient * (of_shader("STARLIT_GROUND") + of_shader("STARLIT_ALBEDO") * albedo);
            // Below the first value the film curve turns it black; from the second on it looks like dusk.
            assert!((0.009..0.022).contains(&night), "{albedo}: {night}");
            assert!(night * (1.0 + of_shader("STARLIT_LIMB")) < 0.4 * albedo * sun_color.x, "{albedo}");
        }
    }

    /// Fails if the night of a world without air is a grey disc with a bright rim.
    #[test]
    fn a_world_without_air_is_black_by_night_and_has_no_bright_limb() {
        let shader = include_str!("../../../../../assets/shaders/body.wgsl");
        let ambient = BodyUniform::default().ambient * of_shader("STARLIT_BARE");
        for albedo in [0.05, 0.3, 0.9] {
            let night = ambient * (of_shader("STARLIT_GROUND") + of_shader("STARLIT_ALBEDO") * albedo);
            assert!(night < 0.0095, "{albedo}: {night}");
        }
        for start in
            ["const AIR_OVER_GROUND: vec2<f32> = vec2<f32>(", "const AIR_AT_LIMB: vec2<f32> = vec2<f32>("]
        {
            let (_, after) = shader.split_once(start).expect("it is there");
            let least: f32 = after.split(',').next().and_then(|least| least.parse().ok()).expect("a number");
            assert!(least > 0.0, "{start}{least}");
        }
    }
}
