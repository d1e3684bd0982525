//! The air of a world as a shell of light about its disc, drawn by `assets/shaders/air.wgsl`. Colours and thickness
//! are those of the surface below ([`BodyUniform`]), so that haze and shell meet at the limb.
//!
//! The vertex shader lays the mesh about the horizon, so frustum culling must be off.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};

use super::body_material::{BodyUniform, MOST_OCCLUDERS, surface_code};
use super::ring_material::ring_mesh;
use super::see_through::see_through_material;
use crate::level::Surface;

const SHADER: &str = "shaders/air.wgsl";
/// Sides of the mesh.
const SIDES: u32 = 128;
/// Share of their haze that gas and closed clouds show beyond the limb, toward which they darken.
const CLOUD_LIMB: f32 = 0.6;

/// Marks the shell of air of a body. Its entity has the transform of the body's sphere.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(NoFrustumCulling, NotShadowCaster, NotShadowReceiver)]
pub struct AirShell;

/// The light of one shell.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct AirMaterial {
    /// The data of the shader.
    #[uniform(0)]
    pub uniform: AirUniform,
}

/// The uniform of the shader. The order of the fields is that of `Air` in `air.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct AirUniform {
    /// Unit vector from the body toward its sun, render frame.
    pub sun_direction: Vec3,
    /// Height over which the air thins to 1/e, radii; above 0.
    pub height: f32,
    /// Colour times strength of the sunlight.
    pub sun_color: Vec3,
    /// Opacity of the air at the limb, 0 to 1.
    pub opacity: f32,
    /// Colour of the air by day, linear RGB.
    pub color: Vec3,
    /// Radius of the star's disc in the body's sky, radians.
    pub sun_angle: f32,
    /// Colour of the air near the ground under a low sun.
    pub dusk_color: Vec3,
    /// Inner edge of the rings, radii.
    pub ring_inner: f32,
    /// Outer edge of the rings, radii.
    pub ring_outer: f32,
    /// Share of light that their densest part stops; 0: no rings.
    pub ring_opacity: f32,
    /// Structure of the rings, the number of a [`super::RingStyle`].
    pub ring_style: u32,
    /// Possible occluders of the star, as [`BodyUniform::occluders`].
    pub occluders: [Vec4; MOST_OCCLUDERS],
}

impl AirUniform {
    /// The shell over a surface in its light; `None` over a surface without air.
    pub fn over(surface: &BodyUniform) -> Option<Self> {
        let is_airy = surface.air > 0.0 && surface.surface != surface_code(Surface::Star);
        let is_clouded = [Surface::Gas, Surface::Clouds].map(surface_code).contains(&surface.surface);
        is_airy.then_some(Self {
            sun_direction: surface.sun_direction,
            height: surface.air_height.max(1.0e-4),
            sun_color: surface.sun_color,
            opacity: surface.air * if is_clouded { CLOUD_LIMB } else { 1.0 },
            color: surface.air_color,
            sun_angle: surface.sun_angle,
            dusk_color: surface.dusk_color,
            ring_inner: surface.ring_inner,
            ring_outer: surface.ring_outer,
            ring_opacity: surface.ring_opacity,
            ring_style: surface.ring_style,
            occluders: surface.occluders,
        })
    }
}

// After the rings, which are as far away: the shader knows what of them is before the air.
see_through_material!(AirMaterial, SHADER, AlphaMode::Add, 1.0);

/// The annulus of all shells, from 1 to 2; the shader gives it its size.
pub fn air_mesh() -> Mesh {
    ring_mesh(1.0, 2.0, SIDES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::sky::surface::look_of;
    use crate::level::BodyKind;

    fn shell(name: &str, kind: BodyKind) -> Option<AirUniform> {
        AirUniform::over(&look_of(name, kind, 5_000.0, None).material.uniform)
    }

    #[test]
    fn only_worlds_with_air_have_a_shell() {
        for name in ["Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune"] {
            assert!(shell(name, BodyKind::Planet).is_some(), "{name}");
        }
        assert!(shell("Titan", BodyKind::Moon).is_some());
        for (name, kind) in [
            ("Sun", BodyKind::Star),
            ("Mercury", BodyKind::Planet),
            ("Moon", BodyKind::Moon),
            ("Io", BodyKind::Moon),
        ] {
            assert_eq!(shell(name, kind), None, "{name}");
        }
    }

    #[test]
    fn shells_are_thin_against_their_world() {
        for name in ["Venus", "Earth", "Mars", "Jupiter", "Titan", "Pluto"] {
            let height = shell(name, BodyKind::Planet).map_or(0.0, |air| air.height);
            // The nearest camera, 1.4 radii from the middle, must be outside of the air.
            assert!(height > 0.002 && height < 0.04, "{name}: {height}");
        }
    }
}
