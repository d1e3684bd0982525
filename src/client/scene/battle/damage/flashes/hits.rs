//! Flashes of hits, with sparks off a hull and in the colour of shields on a shield.

use bevy::prelude::*;
use glam::DVec3;

use super::sparks::{SPARK, draw_ball, draw_sparks, eased};
use crate::client::models::Dice;
use crate::client::scene::battle::VisibleUnits;
use crate::client::scene::battle::effects::{
    EffectAnchor, EffectInputs, Shot, direction, light_of, shield_light,
};
use crate::client::scene::battle::shots::impact_times;
use crate::client::scene::ribbons::LightSheet;
use crate::sim::TargetId;
use crate::sim::event::ShotOutcome;

/// Sparks of a hit, and seconds until they are gone.
const HIT_SPARKS: u32 = 5;
pub(super) const HIT_SPARK_S: f64 = 0.45;
/// Range of those sparks, in radii of the flash.
const HIT_SPARK_RADII: f64 = 3.0;
/// Radius of the flash of a hit of one point, km; it grows with the root of the damage.
const FLASH_KM: f64 = 45.0;
/// The least and the largest radius of the flash of a hit, km.
const FLASH_RANGE_KM: (f64, f64) = (60.0, 900.0);
/// The largest flashes of hits on a hull and on a shield, in radii of the hull: they are spots, and no balls about it.
const HULL_FLASH_RADII: f64 = 0.6;
const SHIELD_FLASH_RADII: f64 = 0.35;

/// The flash of a hit.
#[derive(Clone, Copy, Debug)]
pub struct Flash {
    number: u64,
    /// The time of the impact, which may lie ahead, and the seconds until its flash is gone.
    pub(super) born_s: f64,
    lasts_s: f64,
    /// Direction of the sparks, a unit vector; `None`: a shield, which gives none.
    toward: Option<DVec3>,
    /// The unit whose shield was hit: it goes out with that unit.
    shield_of: Option<TargetId>,
    pub(super) at: EffectAnchor,
    pub(super) radius_km: f64,
    color: LinearRgba,
    pub(super) strength: f32,
}

impl Flash {
    /// Whether it is on the shield of a unit that is gone: it would be a ball in the void.
    fn is_in_the_void(&self, roster: &VisibleUnits) -> bool {
        self.shield_of.is_some_and(|unit| roster.get(unit).is_none())
    }
}

/// The flash of a shot that hits.
pub(super) fn flash_of(scene: &EffectInputs, shot: &Shot) -> Flash {
    let target_km = shot.at.and_then(|at| scene.roster.get(at)).map(|spot| spot.radius_km);
    let is_on_shield = shot.outcome == ShotOutcome::HitShield;
    let has_sparks = shot.outcome == ShotOutcome::HitArmour;
    let (delay_s, lasts_s) = impact_times(shot.delivery);
    Flash {
        number: shot.number,
        born_s: shot.born_s + delay_s,
        lasts_s,
        toward: has_sparks.then(|| (scene.place(&shot.from) - scene.place(&shot.to)).normalize_or(DVec3::Z)),
        shield_of: shot.at.filter(|_| is_on_shield),
        at: shot.to,
        radius_km: flash_km(shot.harm, target_km, is_on_shield),
        color: if is_on_shield { shield_light() } else { light_of(shot.kind) },
        strength: 1.0,
    }
}

/// The radius of the flash of a hit of this harm on a hull of a radius, if that is known, km.
fn flash_km(harm: f64, hull_km: Option<f64>, is_on_shield: bool) -> f64 {
    let (least, most) = FLASH_RANGE_KM;
    let share = if is_on_shield { SHIELD_FLASH_RADII } else { HULL_FLASH_RADII };
    let largest = hull_km.map_or(most, |hull_km| (share * hull_km).clamp(least, most));
    (FLASH_KM * harm.max(0.0).sqrt()).clamp(least, largest)
}

/// Draws a flash, and its sparks.
pub(super) fn draw_flash(light: &mut LightSheet, scene: &EffectInputs, flash: &Flash) {
    if flash.is_in_the_void(&scene.roster) {
        return;
    }
    let (age_s, place) = (scene.age_s(flash.born_s), scene.place(&flash.at));
    if age_s < flash.lasts_s {
        let left = (1.0 - age_s / flash.lasts_s) as f32;
        draw_ball(light, scene, place, flash.radius_km, flash.color.with_alpha(left * flash.strength));
    }
    let Some(toward) = flash.toward else { return };
    let share = (age_s / HIT_SPARK_S).min(1.0);
    let sparks = hit_sparks(flash.number, toward, flash.radius_km, share);
    let sparks = sparks.map(|spark| (spark, SPARK));
    draw_sparks(light, scene, (place, flash.radius_km), sparks, (1.0 - share) as f32 * flash.strength);
}

/// Heads and tails of the sparks of a hit after a share of their time, from its place, km: they fly off on the
/// side of the shooter.
fn hit_sparks(
    number: u64,
    toward: DVec3,
    radius_km: f64,
    share: f64,
) -> impl Iterator<Item = (DVec3, DVec3)> {
    let mut dice = Dice::new(number ^ 0x417);
    let far_km = HIT_SPARK_RADII * radius_km * eased(share);
    (0..HIT_SPARKS).map(move |_| {
        let speed = f64::from(dice.between(0.3, 1.0));
        let outward = (toward + direction(&mut dice)).normalize_or(toward) * (speed * far_km);
        (outward, outward * (0.8 - 0.3 * (1.0 - share)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ShipId;

    #[test]
    fn the_flash_on_a_shield_goes_out_with_its_ship() {
        let flash = |shield_of: Option<TargetId>| Flash {
            number: 0,
            born_s: 0.0,
            lasts_s: 1.0,
            toward: None,
            shield_of,
            at: EffectAnchor::default(),
            radius_km: 100.0,
            color: shield_light(),
            strength: 1.0,
        };
        let nobody = VisibleUnits::default();
        assert!(flash(Some(TargetId::Ship(ShipId(1)))).is_in_the_void(&nobody));
        assert!(!flash(None).is_in_the_void(&nobody), "a hull burns where it was");
    }

    #[test]
    fn a_flash_is_a_spot_on_its_hull_or_shield() {
        let flash = |is_on_shield: bool| flash_km(400.0, Some(600.0), is_on_shield);
        assert_eq!(
            [false, true].map(flash),
            [HULL_FLASH_RADII, SHIELD_FLASH_RADII].map(|share| share * 600.0)
        );
        assert_eq!(flash_km(1.0, Some(600.0), true), FLASH_RANGE_KM.0, "a weak hit");
        assert_eq!(flash_km(400.0, Some(20.0), true), FLASH_RANGE_KM.0, "a small hull");
    }

    #[test]
    fn sparks_of_a_hit_fly_off_the_hull() {
        let mean = |share| hit_sparks(7, DVec3::X, 100.0, share).map(|(head, _)| head.x).sum::<f64>();
        assert!(mean(1.0) > mean(0.2) && mean(0.2) > 0.0);
        let reach = HIT_SPARK_RADII * 100.0 + 1e-6;
        for (head, tail) in hit_sparks(7, DVec3::X, 100.0, 1.0) {
            assert!(head.length() <= reach && head.length() > tail.length());
        }
    }
}
