//! Colours of the kinds of damage and of shields, and small random differences between shots.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::Dice;
use crate::level::DamageKind;

/// The colour of shields: of their bars, and of the light of a hit on them.
pub const SHIELD_COLOR: Color = Color::srgb(0.38, 0.68, 1.0);
/// How much brighter the light of such a hit is.
const SHIELD_LIGHT: f32 = 2.0;

/// The light of a hit on a shield, whatever hit it, linear RGB; above 1 it blooms.
pub fn shield_light() -> LinearRgba {
    (SHIELD_COLOR.to_linear() * SHIELD_LIGHT).with_alpha(1.0)
}

/// The light of a kind of damage, linear RGB; above 1 it blooms.
pub fn light_of(kind: DamageKind) -> LinearRgba {
    match kind {
        DamageKind::Kinetic => LinearRgba::rgb(1.7, 1.4, 1.0),
        DamageKind::Em => LinearRgba::rgb(1.0, 0.4, 2.0),
        DamageKind::Heat => LinearRgba::rgb(2.2, 0.75, 0.16),
        DamageKind::Electric => LinearRgba::rgb(0.3, 1.6, 1.9),
    }
}

/// How much whiter the hot core of a shot is than its light, linear.
const WHITENESS: f32 = 1.0;

/// The colour of the hot core of a light.
pub fn hot(light: LinearRgba) -> LinearRgba {
    let [red, green, blue] = [light.red, light.green, light.blue].map(|part| part + WHITENESS);
    LinearRgba { red, green, blue, ..light }
}

/// A random offset of at most this much along each axis.
pub fn scattered(dice: &mut Dice, most_km: f64) -> DVec3 {
    direction(dice) * most_km
}

/// A vector whose parts lie between -1 and 1.
pub fn direction(dice: &mut Dice) -> DVec3 {
    let mut part = || f64::from(dice.between(-1.0, 1.0));
    DVec3::new(part(), part(), part())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hue alone: the brightest part is 1.
    fn hue(light: LinearRgba) -> Vec3 {
        let hue = Vec3::new(light.red, light.green, light.blue);
        hue / hue.max_element()
    }

    #[test]
    fn kinds_of_damage_and_shields_differ_by_their_colours() {
        let kinds = DamageKind::ALL.map(|kind| (kind.name(), light_of(kind)));
        let lights: Vec<(&str, LinearRgba)> = kinds.into_iter().chain([("shield", shield_light())]).collect();
        for (index, (one, light)) in lights.iter().enumerate() {
            for (other, of_other) in &lights[index + 1..] {
                let apart = hue(*light).distance(hue(*of_other));
                assert!(apart > 0.35, "{one} and {other}: {apart}");
            }
        }
    }

    #[test]
    fn scatter_repeats_and_has_its_limit() {
        let (mut one, mut other) = (Dice::new(5), Dice::new(5));
        for _ in 0..100 {
            let offset = scattered(&mut one, 3.0);
            assert_eq!(offset, scattered(&mut other, 3.0));
            assert!(offset.abs().max_element() <= 3.0);
        }
    }
}
