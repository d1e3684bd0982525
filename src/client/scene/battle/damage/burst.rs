//! The shape of an explosion, its own for each: lobes of fire along the axis of the hull and aside, clouds within the
//! lobes, and sparks that fly with them and on along the hull's course.

use glam::DVec3;

use crate::client::models::Dice;
use crate::client::scene::battle::effects::{Outline, direction};

/// Lobes, by their direction along the axis: ahead, astern, aside; and how much each deviates from it at random.
const LOBES: [f64; 3] = [1.0, -0.8, 0.0];
const LOBE_SCATTER: f64 = 0.8;
/// Range of the lengths of lobes, in radii of the explosion's ball.
const LOBE_REACH: (f32, f32) = (0.6, 1.25);
/// Clouds of fire: each in one of the lobes.
const CLOUDS: u32 = 7;
/// Range of the radii of clouds near the middle, and the share of them that the outermost lack.
const CLOUD_RADII: (f32, f32) = (0.42, 0.66);
const DWINDLING: f64 = 0.5;
/// Deviation of clouds from the middle line of their lobe, in radii of the ball.
const CLOUD_SCATTER: f64 = 0.25;
/// By what share of an explosion's time the outermost clouds are cooler than its middle, at most.
const COOLER: f64 = 0.5;
/// Unevenness of the outlines of clouds, of the glow about them and of the shell, and that of the shell's density.
const CLOUD_RAGGED: f32 = 0.09;
const GLOW_RAGGED: f32 = 0.07;
const SHELL_RAGGED: f32 = 0.025;
const SHELL_PATCHY: f32 = 0.6;
/// How far the fire drifts on along the axis, in radii of the hull.
const DRIFT: f64 = 0.8;
/// Sparks of an explosion.
const SPARKS: u32 = 18;
/// Range of sparks, in radii of the exploding hull.
const SPARK_RADII: f64 = 6.5;
/// How much sparks follow their lobe, and the course of the hull.
const WITH_LOBE: f64 = 0.8;
const WITH_HULL: f64 = 0.3;

/// The shape of an explosion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Burst {
    number: u64,
    /// Direction of the bow, a unit vector.
    axis: DVec3,
    /// From the middle to the ends of the lobes, in radii of the ball.
    lobes: [DVec3; LOBES.len()],
}

/// A cloud of fire in an explosion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cloud {
    /// From the middle of the fire, km.
    pub offset_km: DVec3,
    /// Mean radius, km.
    pub radius_km: f64,
    /// By how much it is cooler than the middle, as a share of the explosion's time that is left.
    pub cooler: f64,
    /// Its outline.
    pub outline: Outline,
}

impl Burst {
    /// The shape that follows from a number and the direction of the bow, a unit vector; `None`: there is no bow, or
    /// nobody knows it.
    pub fn new(number: u64, bow: Option<DVec3>) -> Self {
        let mut dice = Dice::new(number ^ 0x10be);
        let axis = bow.unwrap_or_else(|| direction(&mut dice).normalize_or(DVec3::Z));
        let lobes = LOBES.map(|along| {
            let outward = (axis * along + direction(&mut dice) * LOBE_SCATTER).normalize_or(axis);
            outward * f64::from(dice.between(LOBE_REACH.0, LOBE_REACH.1))
        });
        Self { number, axis, lobes }
    }

    /// How far the fire has drifted from the place of the explosion once this share of its way is done, km.
    pub fn drift_km(&self, hull_km: f64, share: f64) -> DVec3 {
        self.axis * (DRIFT * hull_km * share)
    }

    /// The outline of the glow about the fire.
    pub fn glow(&self) -> Outline {
        Outline::random(self.number ^ 0xa6, GLOW_RAGGED, 0.0)
    }

    /// The outline of the shell, which is open here and there.
    pub fn shell(&self) -> Outline {
        Outline::random(self.number ^ 0x54e1, SHELL_RAGGED, SHELL_PATCHY)
    }

    /// The clouds of an explosion whose ball has this radius now, km.
    pub fn clouds(&self, radius_km: f64) -> impl Iterator<Item = Cloud> {
        let number = self.number ^ 0xc10d;
        let mut dice = Dice::new(number);
        let count = self.lobes.len() as u32;
        let most = f64::from(CLOUDS.div_ceil(count));
        (0..CLOUDS).zip(self.lobes.into_iter().cycle()).map(move |(index, lobe)| {
            // The share of the lobe up to the cloud: a later one of a lobe is farther out.
            let far = (f64::from(index / count) + f64::from(dice.between(0.3, 1.0))) / most;
            let size = f64::from(dice.between(CLOUD_RADII.0, CLOUD_RADII.1)) * (1.0 - DWINDLING * far);
            let offset = lobe * far + direction(&mut dice) * CLOUD_SCATTER;
            Cloud {
                offset_km: offset * radius_km,
                radius_km: size * radius_km,
                cooler: COOLER * far * f64::from(dice.between(0.4, 1.0)),
                outline: Outline::random(number.wrapping_add(u64::from(index) << 32), CLOUD_RAGGED, 0.0),
            }
        })
    }

    /// Heads and tails of the sparks off a hull of this radius after a share of their way, from the middle, km.
    pub fn sparks(&self, hull_km: f64, share: f64) -> impl Iterator<Item = (DVec3, DVec3)> {
        let mut dice = Dice::new(self.number ^ 0x5ba7);
        let (axis, lobes) = (self.axis, self.lobes);
        (0..SPARKS).zip(lobes.into_iter().cycle()).map(move |(_, lobe)| {
            // Few are fast.
            let speed = f64::from(dice.between(0.3, 1.0).powf(1.6));
            let way = direction(&mut dice) + lobe * WITH_LOBE + axis * WITH_HULL;
            let head = way.normalize_or(axis) * (hull_km * (0.6 + SPARK_RADII * speed * share));
            (head, head * (0.58 + 0.25 * share))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_explosion_is_its_own_and_repeats() {
        let clouds = |number| Burst::new(number, Some(DVec3::X)).clouds(100.0).collect::<Vec<_>>();
        assert_eq!(clouds(5).len(), CLOUDS as usize);
        assert_eq!(clouds(5), clouds(5));
        assert_ne!(clouds(5), clouds(6));
        assert_ne!(Burst::new(5, None), Burst::new(6, None), "it has an axis without a hull, too");
    }

    #[test]
    fn fire_reaches_farther_along_the_hull_than_across() {
        let (mut along, mut across) = (0.0, 0.0);
        for cloud in
            (0..200).flat_map(|number| Burst::new(number, Some(DVec3::Z)).clouds(100.0).collect::<Vec<_>>())
        {
            along += cloud.offset_km.z.abs();
            across += cloud.offset_km.x.abs();
            assert!(cloud.radius_km > 10.0 && cloud.offset_km.length() < 200.0, "{cloud:?}");
            assert!((0.0..=COOLER).contains(&cloud.cooler));
        }
        assert!(along > 1.2 * across, "{along} {across}");
    }

    #[test]
    fn sparks_fly_outward_and_on_along_the_course() {
        let (mut forward_km, bow) = (0.0, DVec3::X);
        for burst in (0..50).map(|number| Burst::new(number, Some(bow))) {
            let early = burst.sparks(100.0, 0.1);
            for ((head, tail), (later, _)) in early.zip(burst.sparks(100.0, 0.9)) {
                assert!(head.length() > tail.length() && later.length() > head.length());
                assert!(later.normalize().distance(head.normalize()) < 1e-9);
                forward_km += later.dot(bow);
            }
        }
        assert!(forward_km > 0.0);
    }
}
