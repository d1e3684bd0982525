//! The colours of a shot: from near those of the kind of its damage, from afar that of its side. There ships are marks,
//! and one has to see who fires at whom.

use bevy::prelude::*;

use crate::client::scene::battle::effects::{EffectInputs, Shot, hot, light_of};
use crate::client::scene::labels::closeness::ramp;
use crate::level::DamageKind;

/// The sizes of a kilometre between which a shot is seen less and less from afar, pixels: usual hulls are marks at the
/// first.
const AFAR: (f32, f32) = (0.006, 0.016);
/// How much of its colours is that of its side from afar, and how much brighter that is than marks of the side.
const SIDE_SHARE: f32 = 0.85;
const SIDE_LIGHT: f32 = 2.2;

/// The light of a shot, linear RGB.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShotLight {
    /// That about it, or of all of it where it is one line.
    pub(super) glow: LinearRgba,
    /// That of its core.
    pub(super) core: LinearRgba,
}

impl ShotLight {
    /// The light of a shot of a kind of damage by a side of this colour, which is seen so much from afar, 0 to 1.
    pub(super) fn of(kind: DamageKind, side: Color, far: f32) -> Self {
        let near = light_of(kind);
        let side = (side.to_linear() * SIDE_LIGHT).with_alpha(near.alpha);
        let mixed = |light: LinearRgba| light.mix(&side, SIDE_SHARE * far);
        Self { glow: mixed(near), core: mixed(hot(near)) }
    }
}

/// How much a shot is seen from afar, 0 to 1. One whose shooter is out of sight never is: its side would be told.
pub(super) fn afar(scene: &EffectInputs, shot: &Shot) -> f32 {
    let seen = scene.project(scene.place(&shot.from)).filter(|_| shot.by_km > 0.0);
    seen.map_or(0.0, |(_, per_km)| 1.0 - ramp(AFAR, per_km as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shot_has_the_colour_of_its_damage_from_near_and_that_of_its_side_from_afar() {
        let blue = Color::linear_rgb(0.1, 0.4, 1.0);
        let light = |far: f32| ShotLight::of(DamageKind::Heat, blue, far);
        assert_eq!(light(0.0).glow, light_of(DamageKind::Heat));
        assert_eq!(light(0.0).core, hot(light_of(DamageKind::Heat)));
        for part in [light(1.0).glow, light(1.0).core] {
            assert!(part.blue > 2.0 * part.red && part.blue > 1.5 && part.alpha > 0.99, "{part:?}");
        }
    }

    #[test]
    fn shots_are_seen_from_afar_where_a_battle_is_commanded() {
        // At 2.2 thousandths of an astronomical unit, and beside the hulls.
        assert_eq!([0.0034, 0.07].map(|per_km| 1.0 - ramp(AFAR, per_km)), [1.0, 0.0]);
    }
}
