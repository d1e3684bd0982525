//! Flashes of hits: a spot on a hull; on a shield only a point, as its cells flare up there. Sparks fly off both.

use bevy::prelude::*;
use glam::DVec3;

use super::sparks::{SPARK, draw_ball, draw_sparks, eased};
use crate::client::models::Dice;
use crate::client::scene::battle::VisibleUnits;
use crate::client::scene::battle::effects::{
    EffectAnchor, EffectInputs, Shot, direction, hot, light_of, shield_light,
};
use crate::client::scene::battle::shots::impact_times;
use crate::client::scene::ribbons::LightSheet;
use crate::sim::TargetId;
use crate::sim::event::ShotOutcome;

/// Sparks of a hit, and seconds until they are gone.
const HIT_SPARKS: u32 = 5;
pub(super) const HIT_SPARK_S: f64 = 0.45;
/// Range of those sparks off a hull and off a shield, in radii of the flash.
const HULL_SPARK_RADII: f64 = 3.0;
const SHIELD_SPARK_RADII: f64 = 1.8;
/// Radius of the flash of a hit of one point, km; it grows with the root of the damage.
const FLASH_KM: f64 = 45.0;
/// The least and the largest radius of the flash of a hit, km.
const FLASH_RANGE_KM: (f64, f64) = (60.0, 900.0);
/// The largest flashes of hits on a hull and on a shield, in radii of the hull: they are spots, and no balls about it.
const HULL_FLASH_RADII: f64 = 0.4;
const SHIELD_FLASH_RADII: f64 = 0.35;
/// Radius of the point of light on a shield, as a share of its flash, and at most, pixels.
const POINT_SHARE: f64 = 0.3;
const POINT_PIXELS: f64 = 4.0;

/// Least radius of the flash of a hit, pixels: it is seen from afar, and no larger than the smallest mark of a ship.
const LEAST_HIT_PIXELS: f64 = 2.4;

/// The flash of a hit.
#[derive(Clone, Copy, Debug)]
pub struct Flash {
    number: u64,
    /// The time of the impact, which may lie ahead, and the seconds until its flash is gone.
    pub(super) born_s: f64,
    lasts_s: f64,
    /// Direction of the sparks, a unit vector.
    toward: DVec3,
    /// The unit whose shield was hit: it goes out with that unit. `None`: a hull.
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
    let (delay_s, lasts_s) = impact_times(shot.delivery);
    Flash {
        number: shot.number,
        born_s: shot.born_s + delay_s,
        lasts_s,
        toward: (scene.place(&shot.from) - scene.place(&shot.to)).normalize_or(DVec3::Z),
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
    let is_on_shield = flash.shield_of.is_some();
    if age_s < flash.lasts_s {
        let left = (1.0 - age_s / flash.lasts_s) as f32;
        let per_km = scene.project(place).map_or(0.0, |(_, per_km)| per_km);
        let radius_km = if is_on_shield { point_km(flash.radius_km, per_km) } else { flash.radius_km };
        let radius_km = radius_km.max(LEAST_HIT_PIXELS / per_km.max(f64::MIN_POSITIVE));
        draw_ball(light, scene, place, radius_km, flash.color.with_alpha(left * flash.strength));
    }
    let share = (age_s / HIT_SPARK_S).min(1.0);
    let (radii, color) =
        if is_on_shield { (SHIELD_SPARK_RADII, hot(flash.color)) } else { (HULL_SPARK_RADII, SPARK) };
    let sparks = hit_sparks(flash.number, flash.toward, radii * flash.radius_km, share);
    let sparks = sparks.map(|spark| (spark, color));
    draw_sparks(light, scene, (place, flash.radius_km), sparks, (1.0 - share) as f32 * flash.strength);
}

/// Radius of the point of light of a flash of this radius on a shield, km, at this many pixels per kilometre.
fn point_km(flash_km: f64, per_km: f64) -> f64 {
    (POINT_SHARE * flash_km).min(POINT_PIXELS / per_km.max(f64::MIN_POSITIVE))
}

/// Heads and tails of the sparks of a hit after a share of their time, from its place, km: they fly off on the
/// side of the shooter, at most this far.
fn hit_sparks(number: u64, toward: DVec3, reach_km: f64, share: f64) -> impl Iterator<Item = (DVec3, DVec3)> {
    let mut dice = Dice::new(number ^ 0x417);
    let far_km = reach_km * eased(share);
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
            toward: DVec3::X,
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
    fn the_light_on_a_shield_is_a_point_and_no_ball() {
        for per_km in [0.01, 0.07, 0.5, 10.0] {
            let pixels = point_km(flash_km(400.0, Some(1200.0), true), per_km) * per_km;
            assert!(pixels <= POINT_PIXELS + 1e-9, "{per_km}: {pixels}");
        }
        assert_eq!(point_km(100.0, 0.0), POINT_SHARE * 100.0, "behind the eye");
    }

    #[test]
    fn sparks_of_a_hit_fly_off_the_hull() {
        let mean = |share| hit_sparks(7, DVec3::X, 300.0, share).map(|(head, _)| head.x).sum::<f64>();
        assert!(mean(1.0) > mean(0.2) && mean(0.2) > 0.0);
        for (head, tail) in hit_sparks(7, DVec3::X, 300.0, 1.0) {
            assert!(head.length() <= 300.0 + 1e-6 && head.length() > tail.length());
        }
    }

    #[test]
    fn the_light_of_a_hit_stays_within_half_the_length_of_a_hull() {
        const { assert!(SHIELD_FLASH_RADII * SHIELD_SPARK_RADII < 1.0, "even of a hull that is a ball") };
    }
}
