//! The light of explosions on the hulls and wrecks about them: a few lights without shadows, at the nearest fires.

use std::f32::consts::PI;

use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::battle::effects::EffectInputs;
use crate::client::scene::quality::limits::MOST_LIGHTS;
use crate::client::view::UNIT_KM;

/// The light at this distance from a new fire, in its radii, lux: there it is as bright as sunlight on hulls.
const LUX: f32 = 4_800.0;
const LUX_RADII: f32 = 3.0;
/// How far the light of a fire reaches, in its radii.
const REACH_RADII: f32 = 10.0;
/// The colour of the light, linear RGB.
const COLOR: Color = Color::linear_rgb(1.0, 0.52, 0.2);
/// A fire that is smaller lights nothing that could be seen, pixels of its radius.
const LEAST_PIXELS: f64 = 4.0;

/// The light of an explosion, by its number.
#[derive(Component, Clone, Copy, Debug)]
pub struct BlastLight(usize);

/// The fire of an explosion that lights hulls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fire {
    /// Its middle, heliocentric ecliptic km.
    pub place: DVec3,
    /// Radius of the explosion, km.
    pub radius_km: f64,
    /// The share of its time that is over.
    pub share: f64,
    /// Brightness, 0 to 1.
    pub strength: f32,
}

/// The parts of a light.
pub type LightParts =
    (&'static BlastLight, &'static mut PointLight, &'static mut Transform, &'static mut Visibility);

/// Makes all lights, hidden. They last from world to world.
pub fn spawn_lights(mut commands: Commands) {
    for number in 0..MOST_LIGHTS {
        let light = PointLight { color: COLOR, intensity: 0.0, shadow_maps_enabled: false, ..default() };
        commands.spawn((BlastLight(number), light, Transform::default(), Visibility::Hidden));
    }
}

/// Puts the lights in the places of the nearest of these fires.
pub(super) fn light_hulls(scene: &EffectInputs, fires: &mut Vec<Fire>, lights: &mut Query<LightParts>) {
    fires.retain(|fire| {
        let seen = scene.project(fire.place);
        seen.is_some_and(|(pixel, per_km)| {
            scene.is_near_picture(pixel) && fire.radius_km * per_km > LEAST_PIXELS
        })
    });
    scene.view.keep_nearest(fires, scene.caps.lights, |fire| fire.place);
    for (number, mut light, mut transform, mut visibility) in lights {
        let Some(fire) = fires.get(number.0) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        transform.translation = scene.origin.place(fire.place);
        (light.intensity, light.range) = light_of(fire);
    }
}

/// Luminous power of the light of a fire, lumens, and its range, in the renderer's units.
fn light_of(fire: &Fire) -> (f32, f32) {
    let radius = (fire.radius_km / UNIT_KM) as f32;
    let left = (1.0 - fire.share).clamp(0.0, 1.0) as f32;
    let power = LUX * 4.0 * PI * (LUX_RADII * radius).powi(2);
    (power * left * left * fire.strength, REACH_RADII * radius)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fire(radius_km: f64, share: f64) -> Fire {
        Fire { place: DVec3::ZERO, radius_km, share, strength: 1.0 }
    }

    #[test]
    fn a_new_fire_is_as_bright_as_the_sun_on_hulls_beside_it() {
        for radius_km in [250.0, 1800.0] {
            let (power, range) = light_of(&fire(radius_km, 0.0));
            let distance = 3.0 * (radius_km / UNIT_KM) as f32;
            let lux = power / (4.0 * PI * distance * distance);
            assert!((lux - LUX).abs() < 1.0 && range > 2.0 * distance, "{lux} {range}");
        }
    }

    #[test]
    fn the_light_goes_out_with_its_fire() {
        let power = |share: f64| light_of(&fire(500.0, share)).0;
        assert!(power(0.0) > power(0.3) && power(0.3) > power(0.8) && power(1.0) == 0.0);
    }
}
