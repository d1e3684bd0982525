//! The text format of the looks, `assets/sky/looks.ron`: the paint of each kind of surface, of invented comets and
//! of the bodies of the solar system. [`super::looks`] decides which body has which look.

use std::sync::LazyLock;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use serde::Deserialize;

use super::body_material::BodyUniform;
use super::maps::MapFiles;
use super::ring_material::RingStyle;
use crate::level::Surface;

/// The file, as a part of the program.
const TEXT: &str = include_str!("../../../../../assets/sky/looks.ron");

/// The text is part of the program, and a test reads it: there is no error to report at run time.
static LOOKS: LazyLock<LookFile> = LazyLock::new(|| ron::from_str(TEXT).unwrap_or_default());

/// The looks in the file.
pub(super) fn looks() -> &'static LookFile {
    &LOOKS
}

/// The content of the file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LookFile {
    /// The usual paint of each kind of surface.
    pub surfaces: HashMap<Surface, Paint>,
    /// Changes of an invented comet's paint against its surface's.
    pub comet: Paint,
    /// The bodies with a look of their own.
    pub bodies: Vec<NamedLook>,
}

/// The look of a body of the solar system.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedLook {
    /// All names of the body.
    pub names: Vec<String>,
    /// The kind of its surface.
    pub surface: Surface,
    /// The colour of its icon, its name and its orbit's line.
    pub icon: HexColor,
    /// Changes of the paint against the default.
    #[serde(default)]
    pub paint: Paint,
    /// Rings of dust.
    #[serde(default)]
    pub rings: Option<NamedRings>,
    /// The maps that it wears.
    #[serde(default)]
    pub maps: Option<MapFiles>,
}

/// Changes of a paint. The fields are those of [`BodyUniform`].
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Paint {
    color_a: Option<HexColor>,
    color_b: Option<HexColor>,
    color_c: Option<HexColor>,
    seed: Option<u32>,
    relief: Option<f32>,
    air: Option<f32>,
    air_color: Option<HexColor>,
    dusk_color: Option<HexColor>,
    air_height: Option<f32>,
    lumpiness: Option<f32>,
    detail: Option<[f32; 4]>,
}

impl Paint {
    /// The surface with this paint on it.
    pub(super) fn on(&self, surface: BodyUniform) -> BodyUniform {
        let color = |own: Option<HexColor>, before: Vec3| own.map_or(before, HexColor::linear);
        BodyUniform {
            color_a: color(self.color_a, surface.color_a),
            color_b: color(self.color_b, surface.color_b),
            color_c: color(self.color_c, surface.color_c),
            seed: self.seed.unwrap_or(surface.seed),
            relief: self.relief.unwrap_or(surface.relief),
            air: self.air.unwrap_or(surface.air),
            air_color: color(self.air_color, surface.air_color),
            dusk_color: color(self.dusk_color, surface.dusk_color),
            air_height: self.air_height.unwrap_or(surface.air_height),
            lumpiness: self.lumpiness.unwrap_or(surface.lumpiness),
            detail: self.detail.map_or(surface.detail, Vec4::from_array),
            ..surface
        }
    }
}

/// Rings of dust with a look of their own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedRings {
    /// Inner edge, radii of the planet.
    pub inner_radii: f32,
    /// Outer edge, radii of the planet.
    pub outer_radii: f32,
    /// Colour of the dust.
    pub color: HexColor,
    /// Share of light that the densest part stops, 0 to 1.
    pub opacity: f32,
    /// Structure.
    pub style: RingStyle,
}

/// A colour that is written as `"#rrggbb"` in sRGB.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct HexColor(pub Srgba);

impl HexColor {
    /// Linear RGB.
    pub(super) fn linear(self) -> Vec3 {
        LinearRgba::from(self.0).to_vec3()
    }
}

impl TryFrom<String> for HexColor {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Srgba::hex(&text).map(Self).map_err(|error| format!("{text:?} is no colour: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_looks_of_the_program_can_be_read() {
        if let Err(error) = ron::from_str::<LookFile>(TEXT) {
            panic!("assets/sky/looks.ron:{error}");
        }
    }

    #[test]
    fn faults_of_looks_have_place_and_reason() {
        for (comet, part) in
            [("(color_a: \"red\")", "\"red\" is no colour"), ("(colour: \"#ff0000\")", "`colour`")]
        {
            let text = format!("#![enable(implicit_some)]\n(surfaces: {{}}, bodies: [], comet: {comet})");
            let fault =
                ron::from_str::<LookFile>(&text).err().map_or_else(String::new, |error| error.to_string());
            assert!(fault.starts_with("2:") && fault.contains(part), "{text}: {fault}");
        }
    }
}
