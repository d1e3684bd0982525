//! The colour of the ground of a globe: that of its own map, or those of its surface with a rough pattern of its kind.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

use crate::client::models::Dice;
use crate::client::scene::sky::surface::BodyUniform;
use crate::client::scene::sky::surface::body_material::surface_code;
use crate::client::scene::sky::surface::maps::SmallMap;
use crate::level::Surface;

const DESERT: u32 = surface_code(Surface::Desert);
const OCEAN: u32 = surface_code(Surface::Ocean);
const CLOUDS: u32 = surface_code(Surface::Clouds);
const GAS: u32 = surface_code(Surface::Gas);
const LAVA: u32 = surface_code(Surface::Lava);
const STAR: u32 = surface_code(Surface::Star);

/// Belts of closed clouds from pole to pole.
const CLOUD_BELTS: f32 = 4.0;
/// Noise above this is land in a sea.
const SHORE: f32 = 0.06;
/// Noise between these is a crack in lava.
const CRACK: f32 = 0.05;
/// Clouds over a sea are longer than they are high.
const CLOUD_SHAPE: Vec3 = Vec3::new(1.3, 2.2, 1.3);
/// The colour of ice and clouds.
const WHITE: Vec3 = Vec3::splat(0.82);

/// The colour of a point of a globe, linear RGB, with its map and the factor of the map's colours, if it has one. The
/// point is that of [`paint_globe`](crate::client::models::globe::paint_globe).
pub fn color_at(look: &BodyUniform, map: Option<(&SmallMap, f32)>, point: Vec3) -> Vec3 {
    let ground = map.map_or_else(|| ground(look, point), |(map, gain)| map.color_at(point) * gain);
    // From the side one looks through more air.
    let haze = look.air * (1.0 - point.x).powi(3);
    ground + look.air_color * haze
}

/// The colour of a point of a surface without a map, linear RGB: see the table above [`BodyUniform`].
fn ground(look: &BodyUniform, point: Vec3) -> Vec3 {
    let rough = noise(point, look.seed);
    let mixed = look.color_a.lerp(look.color_b, (0.5 + 1.3 * rough).clamp(0.0, 1.0));
    let is_cap = point.y.abs() > 1.0 - look.detail.z;
    match look.surface {
        GAS => belts(look, point, look.detail.x, rough),
        CLOUDS => belts(look, point, CLOUD_BELTS, rough),
        OCEAN => sea(look, point, rough),
        STAR => look.color_a.lerp(look.color_b, (0.25 + 0.3 * rough).clamp(0.0, 1.0)),
        LAVA if noise(1.2 * point, look.seed ^ 1).abs() < CRACK => look.color_c,
        DESERT if is_cap => look.color_c,
        _ => mixed,
    }
}

/// Bands about the axis, bent by noise.
fn belts(look: &BodyUniform, point: Vec3, count: f32, rough: f32) -> Vec3 {
    let wave = (PI * count * (point.y + 0.06 * rough)).sin();
    look.color_a.lerp(look.color_b, 0.5 + 0.5 * wave)
}

/// Seas, green and dry land, ice about the poles and clouds.
fn sea(look: &BodyUniform, point: Vec3, rough: f32) -> Vec3 {
    let dry = (0.5 + noise(1.3 * point, look.seed ^ 1)).clamp(0.0, 1.0);
    let land = look.color_b.lerp(look.color_c, dry);
    let is_ice = point.y.abs() > 1.0 - look.detail.z;
    let ground = if is_ice {
        WHITE
    } else if rough > SHORE {
        land
    } else {
        look.color_a
    };
    let clouds = noise(CLOUD_SHAPE * point, look.seed ^ 2) + look.detail.y - 0.6;
    ground.lerp(WHITE, (1.6 * clouds).clamp(0.0, 0.8))
}

/// Noise from about -1 to 1, at the most -2 to 2: waves along the axes, each of them bent by those before.
fn noise(point: Vec3, seed: u32) -> f32 {
    let mut dice = Dice::new(u64::from(seed));
    let mut turn = || TAU * dice.roll();
    let (mut bent, mut scale, mut strength, mut sum) = (point, 3.2_f32, 0.5_f32, 0.0_f32);
    for _ in 0..5 {
        let at = scale * bent + Vec3::new(turn(), turn(), turn());
        let waves = Vec3::new(at.x.sin(), at.y.sin(), at.z.sin());
        sum += strength * waves.element_sum() / 1.7;
        bent += 0.5 * strength * Vec3::new(waves.y, waves.z, waves.x);
        (scale, strength) = (1.9 * scale, 0.6 * strength);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_even_and_within_its_range() {
        let at = |step: u16| noise(Vec3::splat(0.1) * f32::from(step), 7);
        let values: Vec<f32> = (0..200).map(at).collect();
        assert!(values.iter().all(|value| value.abs() < 2.1));
        assert!(values.iter().any(|value| *value > 0.2) && values.iter().any(|value| *value < -0.2));
    }
}
