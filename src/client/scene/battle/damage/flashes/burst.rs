//! The shape and the pace of an explosion, its own for each: lobes of fire along the axis of the hull and aside, spikes
//! of light and jets that break out first, clouds within the lobes, late bursts, and embers that fly with them and on
//! along the hull's course.

use glam::DVec3;

use crate::client::models::Dice;
use crate::client::scene::battle::effects::{Outline, direction};

/// Lobes, by their direction along the axis: ahead, astern, aside; and how much each deviates from it at random.
const LOBES: [f64; 3] = [1.0, -0.8, 0.0];
const LOBE_SCATTER: f64 = 0.8;
/// Range of the lengths of lobes, in radii of the explosion's ball.
const LOBE_REACH: (f32, f32) = (0.6, 1.4);
/// The fewest and the most clouds of fire: each is in one of the lobes.
const CLOUDS: (u32, u32) = (6, 9);
/// Range of the time that an explosion takes, as shares of the usual.
const TEMPO: (f32, f32) = (0.75, 1.35);
/// Late bursts: the range of the shares of the explosion's time at which they begin, how long they last, as such a
/// share, and the range of their radii, in radii of the hull.
const POP_BEGINS: (f32, f32) = (0.12, 0.5);
const POP_LASTS: f64 = 0.09;
const POP_RADII: (f32, f32) = (0.25, 0.6);
/// How much longer than wide the shell is, which runs outward along the axis first.
const STRETCH: f64 = 0.22;
/// Range of the lengths of the spikes of a flash, in radii of the hull, and how much they follow their lobe.
const RAY_REACH: (f64, f64) = (1.0, 2.5);
const RAY_WITH_LOBE: f64 = 0.5;
/// Range of the radii of clouds near the middle, and the share of them that the outermost lack.
const CLOUD_RADII: (f32, f32) = (0.26, 0.5);
const DWINDLING: f64 = 0.4;
/// Deviation of clouds from the middle line of their lobe, in radii of the ball.
const CLOUD_SCATTER: f64 = 0.3;
/// By what share of an explosion's time the outermost clouds are cooler than its middle, at most.
const COOLER: f64 = 0.5;
/// Unevenness of radius and density round about: of the flash, of clouds, and of the glow about them.
const FLASH_UNEVEN: (f32, f32) = (0.14, 0.3);
const CLOUD_UNEVEN: (f32, f32) = (0.1, 0.3);
const GLOW_UNEVEN: (f32, f32) = (0.1, 0.12);
/// How far flash and glow lean over to the lobe ahead, as a share of its length.
const LEAN: f64 = 0.35;
/// Jets of an explosion: the range of their reaches and of half their greatest widths, in radii of the hull.
const JET_REACH: (f64, f64) = (0.8, 1.9);
const JET_HALF: (f32, f32) = (0.08, 0.15);
/// Widths of a jet at its root, its brightest point, half way on from there and its tip, as shares of the greatest.
const JET_PROFILE: [f64; JET_POINTS] = [0.5, 1.0, 0.55, 0.0];
const JET_POINTS: usize = 4;
/// How far the brightest point of a jet is off the straight line, as a share of its way: none is a ray.
const JET_BEND: f64 = 0.08;
/// How much jets follow their lobe, and by what share of its reach a jet grows while it lasts.
const JET_WITH_LOBE: f64 = 0.7;
const JET_GROWTH: f64 = 0.55;
/// Where the root of a jet is at first and at last, and where its brightest point is between root and tip: as shares
/// of the way to the tip. The root runs after the tip.
const JET_ROOT: (f64, f64) = (0.05, 0.8);
const JET_BRIGHTEST: f64 = 0.35;
/// How far the fire drifts on along the axis, in radii of the hull.
const DRIFT: f64 = 0.8;
/// Range of embers, in radii of the exploding hull.
const SPARK_RADII: f64 = 4.5;
/// Where the tail of an ember is at first and at last, as a share of the way to its head: they are specks, no rays.
const SPARK_TAIL: (f64, f64) = (0.8, 0.93);
/// How much embers follow their lobe, and the course of the hull.
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
    clouds: u32,
    /// How long it takes, as a share of the usual time.
    pub tempo: f64,
    /// How hot it is for its age: from -1, which is red, to 1, which is yellow.
    pub heat: f32,
}

/// A jet of an explosion at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jet {
    /// From its root to its tip.
    pub points: [JetPoint; JET_POINTS],
}

/// A point of a jet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JetPoint {
    /// From the middle of the explosion, km.
    pub offset_km: DVec3,
    /// Half the width there, km.
    pub half_km: f64,
    /// Brightness there, 0 to 1.
    pub bright: f32,
    /// How cool it is there: 0 at the root, 1 at the tip.
    pub cool: f64,
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
        let (fewest, most) = CLOUDS;
        let clouds = (fewest + (dice.roll() * (most + 1 - fewest) as f32) as u32).min(most);
        let tempo = f64::from(dice.between(TEMPO.0, TEMPO.1));
        Self { number, axis, lobes, clouds, tempo, heat: dice.between(-1.0, 1.0) }
    }

    /// The number that it follows from.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// How far its shell reaches in a direction, a unit vector, as a share of its least reach.
    pub fn stretch(&self, outward: DVec3) -> f64 {
        1.0 + STRETCH * outward.dot(self.axis).powi(2)
    }

    /// From the middle of the flash to the tips of so many spikes of light, for a hull of this radius, km: each has a
    /// direction and a length of its own, so that they are no star.
    pub fn rays(&self, count: u32, hull_km: f64) -> impl Iterator<Item = DVec3> {
        let mut dice = Dice::new(self.number ^ 0x4a15);
        let axis = self.axis;
        (0..count).zip(self.lobes.into_iter().cycle()).map(move |(_, lobe)| {
            let way = (direction(&mut dice) + lobe * RAY_WITH_LOBE).normalize_or(axis);
            let (least, most) = RAY_REACH;
            way * (hull_km * (least + (most - least) * f64::from(dice.roll())))
        })
    }

    /// At most so many late bursts after a share of the explosion's time, on a hull of this radius, km: from the middle
    /// to each, km, its radius, km, its brightness, 0 to 1, and its outline.
    pub fn pops(
        &self,
        count: usize,
        hull_km: f64,
        share: f64,
    ) -> impl Iterator<Item = (DVec3, f64, f32, Outline)> {
        let number = self.number ^ 0x9095;
        let mut dice = Dice::new(number);
        let pops = self.lobes.into_iter().take(count).enumerate().map(move |(index, lobe)| {
            let age = (share - f64::from(dice.between(POP_BEGINS.0, POP_BEGINS.1))) / POP_LASTS;
            let radius_km = hull_km * f64::from(dice.between(POP_RADII.0, POP_RADII.1));
            let bright = if (0.0..1.0).contains(&age) { (1.0 - age) as f32 } else { 0.0 };
            (lobe * hull_km, radius_km, bright, uneven(number.wrapping_add(index as u64), FLASH_UNEVEN))
        });
        pops.filter(|(_, _, bright, _)| *bright > 0.0)
    }

    /// How far the fire has drifted from the place of the explosion once this share of its way is done, km.
    pub fn drift_km(&self, hull_km: f64, share: f64) -> DVec3 {
        self.axis * (DRIFT * hull_km * share)
    }

    /// From the middle of the explosion to that of its flash, or to that of its glow: for a flash or a ball of this
    /// radius, km.
    pub fn lean_km(&self, radius_km: f64) -> DVec3 {
        let [ahead, ..] = self.lobes;
        ahead * (LEAN * radius_km)
    }

    /// The outline of the flash.
    pub fn flash(&self) -> Outline {
        uneven(self.number ^ 0xf1a5, FLASH_UNEVEN)
    }

    /// The outline of the glow about the fire.
    pub fn glow(&self) -> Outline {
        uneven(self.number ^ 0xa6, GLOW_UNEVEN)
    }

    /// So many jets out of a hull of this radius, km, after a share of the time of jets: few are long.
    pub fn jets(&self, count: u32, hull_km: f64, share: f64) -> impl Iterator<Item = Jet> {
        let mut dice = Dice::new(self.number ^ 0x1e75);
        let (axis, lobes) = (self.axis, self.lobes);
        let left = 1.0 - share.clamp(0.0, 1.0);
        let grown = 1.0 - JET_GROWTH * left.powi(3);
        let from_root = JET_ROOT.1 + (JET_ROOT.0 - JET_ROOT.1) * left;
        let brightest = from_root + JET_BRIGHTEST * (1.0 - from_root);
        // The root goes out first.
        let lights = [left.powi(3), 0.75 * left, 0.4 * left, 0.0].map(|light| light as f32);
        let shares = [from_root, brightest, 0.5 * (brightest + 1.0), 1.0];
        (0..count).zip(lobes.into_iter().cycle()).map(move |(_, lobe)| {
            let way = (direction(&mut dice) + lobe * JET_WITH_LOBE).normalize_or(axis);
            let (least, most) = JET_REACH;
            let reach = least + (most - least) * f64::from(dice.roll().powf(1.5));
            let tip = way * (hull_km * reach * grown);
            let widest_km = hull_km * f64::from(dice.between(JET_HALF.0, JET_HALF.1));
            let bend = direction(&mut dice).reject_from_normalized(way) * (JET_BEND * tip.length());
            let point = |index: usize| JetPoint {
                // Both ends are on the straight line.
                offset_km: tip * shares[index] + if index == 1 { bend } else { DVec3::ZERO },
                half_km: widest_km * JET_PROFILE[index],
                bright: lights[index],
                cool: index as f64 / (JET_POINTS - 1) as f64,
            };
            Jet { points: [0, 1, 2, 3].map(point) }
        })
    }

    /// The clouds of an explosion whose ball has this radius now, km.
    pub fn clouds(&self, radius_km: f64) -> impl Iterator<Item = Cloud> {
        let number = self.number ^ 0xc10d;
        let mut dice = Dice::new(number);
        let count = self.lobes.len() as u32;
        let most = f64::from(CLOUDS.1.div_ceil(count));
        (0..self.clouds).zip(self.lobes.into_iter().cycle()).map(move |(index, lobe)| {
            // The share of the lobe up to the cloud: a later one of a lobe is farther out.
            let far = (f64::from(index / count) + f64::from(dice.between(0.3, 1.0))) / most;
            let size = f64::from(dice.between(CLOUD_RADII.0, CLOUD_RADII.1)) * (1.0 - DWINDLING * far);
            let offset = lobe * far + direction(&mut dice) * CLOUD_SCATTER;
            Cloud {
                offset_km: offset * radius_km,
                radius_km: size * radius_km,
                cooler: COOLER * far * f64::from(dice.between(0.4, 1.0)),
                outline: uneven(number.wrapping_add(u64::from(index) << 32), CLOUD_UNEVEN),
            }
        })
    }

    /// Heads and tails of so many embers off a hull of this radius after a share of their way, from the middle, km.
    pub fn embers(&self, count: usize, hull_km: f64, share: f64) -> impl Iterator<Item = (DVec3, DVec3)> {
        let mut dice = Dice::new(self.number ^ 0x5ba7);
        let (axis, lobes) = (self.axis, self.lobes);
        (0..count).zip(lobes.into_iter().cycle()).map(move |(_, lobe)| {
            // Few are fast.
            let speed = f64::from(dice.between(0.3, 1.0).powf(1.6));
            let way = direction(&mut dice) + lobe * WITH_LOBE + axis * WITH_HULL;
            let head = way.normalize_or(axis) * (hull_km * (0.6 + SPARK_RADII * speed * share));
            (head, head * (SPARK_TAIL.0 + (SPARK_TAIL.1 - SPARK_TAIL.0) * share))
        })
    }
}

/// The outline that follows from a number, with this unevenness of radius and density.
fn uneven(number: u64, (of_radius, of_density): (f32, f32)) -> Outline {
    Outline::random(number, of_radius, of_density)
}

#[cfg(test)]
mod tests {
    use super::*;

    const JETS: u32 = 3;
    const POPS: usize = 2;

    #[test]
    fn an_explosion_is_its_own_and_repeats() {
        let clouds = |number| Burst::new(number, Some(DVec3::X)).clouds(100.0).collect::<Vec<_>>();
        let counts: Vec<usize> = (0..60).map(|number| clouds(number).len()).collect();
        let (fewest, most) = (CLOUDS.0 as usize, CLOUDS.1 as usize);
        assert!(counts.iter().all(|count| (fewest..=most).contains(count)), "{counts:?}");
        assert!(counts.contains(&fewest) && counts.contains(&most), "{counts:?}");
        assert_eq!(clouds(5), clouds(5));
        assert_ne!(clouds(5), clouds(6));
        assert_ne!(Burst::new(5, None), Burst::new(6, None), "it has an axis without a hull, too");
    }

    #[test]
    fn no_two_explosions_keep_step() {
        let bursts = (0..40).map(|number| Burst::new(number, Some(DVec3::X)));
        let (mut quick, mut slow) = (f64::MAX, 0.0_f64);
        for burst in bursts {
            (quick, slow) = (quick.min(burst.tempo), slow.max(burst.tempo));
            assert!((-1.0..=1.0).contains(&burst.heat));
        }
        assert!(slow > 1.5 * quick, "{quick} {slow}");
    }

    #[test]
    fn late_bursts_are_short_and_over_before_the_end() {
        for burst in (0..20).map(|number| Burst::new(number, None)) {
            let lit = |share: f64| burst.pops(POPS, 100.0, share).count();
            assert_eq!((lit(0.0), lit(0.7)), (0, 0));
            let times = (0..100).filter(|step| lit(0.01 * f64::from(*step)) > 0).count();
            assert!((4..=2 * POPS * 10).contains(&times), "{times}");
        }
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
    fn jets_are_of_unequal_lengths_and_leave_the_middle() {
        let jets = |share| Burst::new(5, Some(DVec3::X)).jets(JETS, 100.0, share).collect::<Vec<_>>();
        assert_eq!(jets(0.1).len(), JETS as usize);
        let many = (0..20)
            .flat_map(|number| Burst::new(number, Some(DVec3::X)).jets(JETS, 100.0, 1.0).collect::<Vec<_>>());
        let tips: Vec<f64> = many.map(|jet| jet.points[3].offset_km.length()).collect();
        let (least, most) =
            (tips.iter().copied().fold(f64::MAX, f64::min), tips.iter().copied().fold(0.0, f64::max));
        assert!(most > 1.5 * least, "{tips:?}");
        assert!(most < 200.0, "they are no rays of a star: {tips:?}");
        for (early, late) in jets(0.0).into_iter().zip(jets(0.9)) {
            let lengths = early.points.map(|point| point.offset_km.length());
            assert!(lengths.is_sorted_by(|one, next| one < next), "{early:?}");
            assert!(
                late.points[0].offset_km.length() > lengths[1] && late.points[1].bright < 0.2,
                "{late:?}"
            );
            assert_eq!(late.points[1].half_km, early.points[1].half_km);
        }
        assert!(
            jets(1.0).iter().all(|jet| jet.points.iter().all(|point| point.bright == 0.0)),
            "they go out"
        );
    }

    #[test]
    fn spikes_of_light_are_no_star() {
        for burst in (0..40).map(|number| Burst::new(number, Some(DVec3::X))) {
            assert_eq!(burst.rays(0, 100.0).count(), 0);
            let tips: Vec<DVec3> = burst.rays(4, 100.0).collect();
            let lengths: Vec<f64> = tips.iter().map(|tip| tip.length()).collect();
            assert!(lengths.iter().all(|length| (100.0..=250.0).contains(length)), "{lengths:?}");
            assert!(lengths.windows(2).any(|pair| (pair[0] - pair[1]).abs() > 5.0), "{lengths:?}");
        }
    }

    #[test]
    fn a_shell_runs_outward_along_the_hull_first() {
        let burst = Burst::new(3, Some(DVec3::Z));
        let [along, across] = [DVec3::NEG_Z, DVec3::Y].map(|outward| burst.stretch(outward));
        assert!(along > 1.15 && along < 1.5 && across == 1.0, "{along} {across}");
    }

    #[test]
    fn jets_taper_to_a_dark_tip_and_are_no_rays() {
        for jet in
            (0..20).flat_map(|number| Burst::new(number, None).jets(JETS, 100.0, 0.3).collect::<Vec<_>>())
        {
            let [root, widest, onward, tip] = jet.points;
            assert!(root.half_km < widest.half_km && onward.half_km < widest.half_km, "{jet:?}");
            assert_eq!((tip.half_km, tip.bright, root.cool, tip.cool), (0.0, 0.0, 0.0, 1.0));
            assert!(widest.half_km < 0.25 * tip.offset_km.length(), "no paddle: {jet:?}");
            let straight = tip.offset_km.normalize();
            assert!(widest.offset_km.reject_from_normalized(straight).length() > 0.0, "{jet:?}");
        }
    }

    #[test]
    fn embers_fly_outward_and_on_along_the_course() {
        let (mut forward_km, bow) = (0.0, DVec3::X);
        for burst in (0..50).map(|number| Burst::new(number, Some(bow))) {
            let early = burst.embers(14, 100.0, 0.1);
            for ((head, tail), (later, _)) in early.zip(burst.embers(14, 100.0, 0.9)) {
                assert!(head.length() > tail.length() && tail.length() > 0.7 * head.length());
                assert!(later.length() > head.length());
                assert!(later.normalize().distance(head.normalize()) < 1e-9);
                forward_km += later.dot(bow);
            }
        }
        assert!(forward_km > 0.0);
    }
}
