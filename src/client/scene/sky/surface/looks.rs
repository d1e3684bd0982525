//! The look of each body, a [`BodyLook`]: from the level, from the body's name, or from its kind, with the paints
//! of `assets/sky/looks.ron`. It never fails: an unreadable colour becomes the surface's default, because the
//! level's check has already reported it.

use bevy::prelude::*;

use super::body_material::{BodyMaterial, BodyUniform, surface_code};
use super::look_file::{HexColor, NamedRings, looks};
use super::maps::{MapFiles, MapUse};
use super::ring_material::{RingMaterial, RingStyle, RingUniform};
use crate::level::{BodyKind, DustRings, Look, Surface};

/// The look of a body.
#[derive(Clone, Debug)]
pub struct BodyLook {
    /// The surface, for a unit sphere.
    pub material: BodyMaterial,
    /// Rings of dust, if it has any.
    pub rings: Option<RingLook>,
    /// The maps of a real world, to be put on the surface once they are loaded.
    pub maps: Option<MapFiles>,
    /// The colour of its icon, its name and its orbit's line; never dark.
    pub icon_color: Color,
}

/// The look of rings of dust.
#[derive(Clone, Debug)]
pub struct RingLook {
    /// Inner edge, radii of the planet; for [`super::ring_mesh`].
    pub inner_radii: f32,
    /// Outer edge, radii of the planet; for [`super::ring_mesh`].
    pub outer_radii: f32,
    /// The dust.
    pub material: RingMaterial,
}

/// Below this radius (true km) a moon or comet is not round: its own weight is too small.
const ROUND_RADIUS_KM: f64 = 180.0;

/// Decides how a body is drawn.
///
/// A look that the level states (`spec`) comes first, then the known look of the body's `name`, then one derived
/// from its `kind` and a hash of its name. `radius_km` is the true mean radius; a small moon or comet becomes
/// lumpy.
pub fn look_of(name: &str, kind: BodyKind, radius_km: f64, spec: Option<&Look>) -> BodyLook {
    let mut look = match spec {
        Some(spec) => stated_look(name, spec),
        None => named_look(name).unwrap_or_else(|| look_by_kind(name, kind)),
    };
    let may_be_lumpy = matches!(kind, BodyKind::Moon | BodyKind::Comet | BodyKind::Dwarf);
    if may_be_lumpy && radius_km < ROUND_RADIUS_KM && look.material.uniform.lumpiness == 0.0 {
        look.material.uniform.lumpiness = 0.28;
    }
    look
}

/// The look of a body of the solar system; `None` for other names.
fn named_look(name: &str) -> Option<BodyLook> {
    let look = looks().bodies.iter().find(|look| look.names.iter().any(|known| known == name))?;
    let dust = look.rings.as_ref().map(named_rings);
    let mut body = finished(look.paint.on(usual_look(look.surface)), dust, look.icon.0);
    body.material.map_use = look.maps.as_ref().map_or(MapUse::None, MapUse::from);
    body.maps.clone_from(&look.maps);
    Some(body)
}

fn named_rings(dust: &NamedRings) -> RingLook {
    rings(dust.inner_radii, dust.outer_radii, dust.color.linear(), dust.opacity, dust.style)
}

/// The usual look of a kind of surface.
fn usual_look(surface: Surface) -> BodyUniform {
    let plain = BodyUniform { surface: surface_code(surface), ..default() };
    looks().surfaces.get(&surface).map_or(plain, |paint| paint.on(plain))
}

/// Completes a look: copies the data of the rings that shade the surface into its uniform.
fn finished(mut uniform: BodyUniform, rings: Option<RingLook>, icon_color: Srgba) -> BodyLook {
    if let Some(rings) = &rings {
        uniform.ring_inner = rings.inner_radii;
        uniform.ring_outer = rings.outer_radii;
        uniform.ring_opacity = rings.material.uniform.opacity;
        uniform.ring_style = rings.material.uniform.style;
    }
    BodyLook { material: uniform.into(), rings, maps: None, icon_color: icon_color.into() }
}

/// Rings from their edges (radii), the colour and density of their dust and their structure.
fn rings(inner: f32, outer: f32, color: Vec3, opacity: f32, style: RingStyle) -> RingLook {
    let uniform = RingUniform { opacity, color, style: style.code(), inner, outer, ..default() };
    RingLook { inner_radii: inner, outer_radii: outer, material: RingMaterial { uniform } }
}

fn stated_look(name: &str, spec: &Look) -> BodyLook {
    let (surface, paint) = spec.parts();
    let mut uniform = usual_look(surface);
    uniform.seed = paint.seed.wrapping_add(hash_of(name));
    if let Some(color) = paint.color.as_deref().and_then(parsed_color) {
        uniform.color_a = color;
        // Without an explicit second colour, a darker shade of the main one.
        uniform.color_b = color * 0.45;
    }
    if let Some(color) = paint.second_color.as_deref().and_then(parsed_color) {
        uniform.color_b = color;
    }
    let dust = paint.rings.as_ref().map(stated_rings);
    let icon_color = readable(uniform.color_a.max(uniform.color_b));
    finished(uniform, dust, icon_color)
}

fn stated_rings(dust: &DustRings) -> RingLook {
    let color = parsed_color(&dust.color).unwrap_or(Vec3::splat(0.5));
    let opacity = (dust.opacity as f32).clamp(0.0, 1.0);
    let (inner, outer) = (dust.inner_radii as f32, dust.outer_radii as f32);
    rings(inner.min(outer), inner.max(outer), color, opacity, RingStyle::Plain)
}

fn look_by_kind(name: &str, kind: BodyKind) -> BodyLook {
    let hash = hash_of(name);
    let surface = match kind {
        BodyKind::Star => Surface::Star,
        BodyKind::Planet => pick(hash, &[Surface::Rocky, Surface::Desert, Surface::Clouds, Surface::Gas]),
        BodyKind::Moon => pick(hash, &[Surface::Rocky, Surface::Ice, Surface::Rocky]),
        BodyKind::Dwarf => pick(hash, &[Surface::Ice, Surface::Rocky]),
        BodyKind::Comet => Surface::Rocky,
    };
    let mut uniform = usual_look(surface);
    uniform.seed = hash;
    if kind == BodyKind::Comet {
        uniform = looks().comet.on(uniform);
    }
    let icon_color = readable(uniform.color_a);
    finished(uniform, None, icon_color)
}

fn pick(hash: u32, choices: &[Surface]) -> Surface {
    let place = (hash >> 8) as usize % choices.len().max(1);
    choices.get(place).copied().unwrap_or_default()
}

fn parsed_color(text: &str) -> Option<Vec3> {
    Srgba::hex(text).ok().map(|color| HexColor(color).linear())
}

/// An icon's colour: the hue of a surface, bright enough to be visible on black.
fn readable(color: Vec3) -> Srgba {
    let brightest = color.max_element().max(1e-4);
    let lifted = color * (0.6 / brightest).max(1.0);
    let srgba = Srgba::from(LinearRgba::from_vec3(lifted.min(Vec3::ONE)));
    let [red, green, blue, _] = srgba.to_u8_array();
    Srgba::rgb_u8(red, green, blue)
}

/// FNV-1a (Fowler, Noll, Vo), 32 bits: the same name gives the same face on every machine.
fn hash_of(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Paint;
    use crate::orbit;

    #[test]
    fn worlds_with_seas_have_weather() {
        let sea = look_of("Kael", BodyKind::Planet, 6_371.0, Some(&Look::Ocean(Paint::default())));
        assert!(sea.material.has_weather());
        assert!(look_of("Earth", BodyKind::Planet, 6_371.0, None).material.has_weather());
        assert!(!look_of("Mars", BodyKind::Planet, 3_390.0, None).material.has_weather());
    }

    #[test]
    fn a_known_name_has_its_own_look() {
        let saturn = look_of("Saturn", BodyKind::Planet, 58_232.0, None);
        assert!(saturn.rings.is_some());
        assert!(saturn.material.uniform.ring_opacity > 0.0);
        let earth = look_of("Earth", BodyKind::Planet, 6_371.0, None);
        assert_eq!(earth.material.uniform.surface, surface_code(Surface::Ocean));
        assert!(earth.rings.is_none());
        assert_eq!(earth.material.map_use, MapUse::ColorAndData);
        assert_eq!(look_of("Kael", BodyKind::Planet, 6_371.0, None).material.map_use, MapUse::None);
    }

    #[test]
    fn every_body_of_the_catalogue_and_every_surface_has_a_look() {
        for body in orbit::catalogue() {
            assert!(named_look(body.name).is_some(), "{}", body.name);
        }
        assert!(named_look("Kael").is_none());
        assert_eq!(looks().surfaces.len(), 8);
    }

    #[test]
    fn colours_and_shares_are_in_range() {
        let usual = looks().surfaces.keys().map(|surface| usual_look(*surface));
        let named = orbit::catalogue().iter().filter_map(|body| named_look(body.name));
        for uniform in usual.chain(named.map(|look| look.material.uniform)) {
            for color in
                [uniform.color_a, uniform.color_b, uniform.color_c, uniform.air_color, uniform.dusk_color]
            {
                assert!(color.min_element() >= 0.0 && color.max_element() <= 1.0);
            }
            assert!((0.0..=1.0).contains(&uniform.air));
            assert!((0.0..0.5).contains(&uniform.lumpiness));
        }
    }

    #[test]
    fn only_saturn_and_uranus_have_rings() {
        let ringed = looks().bodies.iter().filter(|look| look.rings.is_some());
        let names: Vec<&str> = ringed.flat_map(|look| &look.names).map(String::as_str).collect();
        assert_eq!(names, ["Saturn", "Uranus"]);
    }

    #[test]
    fn the_level_has_the_first_word() {
        let spec = Look::Ice(Paint {
            color: Some("#ff0000".to_owned()),
            rings: Some(DustRings {
                inner_radii: 1.5,
                outer_radii: 2.5,
                color: "#ffffff".to_owned(),
                opacity: 0.5,
            }),
            ..Paint::default()
        });
        let look = look_of("Earth", BodyKind::Planet, 6_371.0, Some(&spec));
        assert_eq!(look.material.uniform.surface, surface_code(Surface::Ice));
        assert!((look.material.uniform.color_a - Vec3::X).length() < 1e-5);
        assert_eq!((look.material.map_use, look.maps), (MapUse::None, None));
        assert_eq!(look.rings.map(|rings| rings.inner_radii), Some(1.5));
    }

    #[test]
    fn a_colour_that_cannot_be_read_gives_the_usual_one() {
        let spec = Look::Rocky(Paint { color: Some("no colour".to_owned()), ..Paint::default() });
        let look = look_of("X", BodyKind::Planet, 5_000.0, Some(&spec));
        assert_eq!(look.material.uniform.color_a, usual_look(Surface::Rocky).color_a);
    }

    #[test]
    fn every_kind_has_a_look_and_a_bright_icon() {
        for kind in [BodyKind::Star, BodyKind::Planet, BodyKind::Dwarf, BodyKind::Moon, BodyKind::Comet] {
            let icon = look_of("Kael", kind, 3_000.0, None).icon_color.to_srgba();
            assert!(icon.red.max(icon.green).max(icon.blue) > 0.5, "{kind:?}");
        }
    }

    #[test]
    fn small_moons_are_lumpy_and_large_ones_round() {
        let small = look_of("Kael b", BodyKind::Moon, 20.0, None);
        let large = look_of("Kael b", BodyKind::Moon, 2_000.0, None);
        assert!(small.material.uniform.lumpiness > 0.0);
        assert_eq!(large.material.uniform.lumpiness, 0.0);
    }
}
