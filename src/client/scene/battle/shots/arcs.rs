//! Arcs: their shape, and their light. An arc is a thin bright core in a faint glow along the same points, with fine
//! short branches. Its shape is its own and stays until it is gone: only its brightness changes, and that only falls.

use bevy::prelude::*;
use glam::DVec3;
use smallvec::SmallVec;

use super::lights::ShotLight;
use crate::client::models::Dice;
use crate::client::scene::battle::effects::{EffectInputs, add_ribbon, direction};
use crate::client::scene::ribbons::{LightSheet, Point, SoftPoint};

/// Points of an arc, one more than a power of two: each round of displacement halves its pieces.
pub(super) const POINTS: usize = 33;
/// Deviation of the middle of an arc from the straight line, as a share of its length, and that of each round as a
/// share of the one before.
const SWERVE: f64 = 0.06;
const ROUGHNESS: f64 = 0.55;
/// Half widths of the core and of a branch, relative to the shot.
const CORE_WIDTH: f64 = 0.8;
const BRANCH_WIDTH: f64 = 0.4;
/// The glow: half its width relative to the shot, the share of that which is left at its ends, and its density.
const GLOW_WIDTH: f64 = 3.8;
const GLOW_ENDS: f64 = 0.25;
const GLOW_DENSITY: f32 = 0.24;
/// An arc that is shorter on the screen is a core alone, pixels.
const LEAST_PIXELS: f32 = 40.0;
/// The points at which branches leave an arc, the range of their lengths as shares of its length, how far they lean
/// aside, and their brightness.
const ROOTS: [usize; 4] = [6, 12, 19, 26];
const BRANCH_POINTS: usize = 4;
const BRANCH_REACH: (f32, f32) = (0.05, 0.13);
const BRANCH_LEAN: f64 = 0.9;
const BRANCH_STRENGTH: f32 = 0.7;

/// The points of an arc, by displacement of middles; the shape follows from a number.
pub(super) fn leap(from: DVec3, to: DVec3, number: u64) -> [DVec3; POINTS] {
    let mut dice = Dice::new(number.wrapping_mul(0x9e37_79b9));
    let mut way = [from; POINTS];
    way[POINTS - 1] = to;
    let mut swerve_km = SWERVE * from.distance(to);
    let mut step = POINTS - 1;
    while step > 1 {
        let half = step / 2;
        for middle in (half..POINTS).step_by(step) {
            let straight = way[middle - half].lerp(way[middle + half], 0.5);
            way[middle] = straight + direction(&mut dice) * swerve_km;
        }
        swerve_km *= ROUGHNESS;
        step = half;
    }
    way
}

/// Draws an arc with a number along its points: half the width of the shot, pixels, and its light.
pub(super) fn draw_arc(
    light: &mut LightSheet,
    scene: &EffectInputs,
    (number, points): (u64, &[Point]),
    half_pixels: f64,
    of_shot: ShotLight,
) {
    if let Some(per_km) = scale_of(scene, points) {
        let glow: SmallVec<[SoftPoint; POINTS]> =
            glow(points, GLOW_WIDTH * half_pixels / per_km, of_shot.glow).collect();
        light.0.add_soft(&glow, &scene.view, &scene.origin);
        for branch in branches(points, number) {
            add_ribbon(&mut light.0, scene, &branch, BRANCH_WIDTH * half_pixels, of_shot.glow);
        }
    }
    add_ribbon(&mut light.0, scene, points, CORE_WIDTH * half_pixels, of_shot.core);
}

/// The pixels of a kilometre at an arc that is large enough for glow and branches; `None` for a smaller one, which may
/// be a straight line, and for one that begins or ends behind the eye.
fn scale_of(scene: &EffectInputs, points: &[Point]) -> Option<f64> {
    let (first, last) = points.first().zip(points.last()).filter(|_| points.len() == POINTS)?;
    let (begin, per_km) = scene.project(first.place)?;
    let (end, _) = scene.project(last.place)?;
    (begin.distance(end) >= LEAST_PIXELS).then_some(per_km)
}

/// The glow along an arc, narrow at its ends: half its width, km, and its colour.
fn glow(points: &[Point], half_km: f64, color: LinearRgba) -> impl Iterator<Item = SoftPoint> {
    let pieces = points.len().max(2) - 1;
    points.iter().enumerate().map(move |(index, point)| {
        let share = index as f64 / pieces as f64;
        let wide = GLOW_ENDS + (1.0 - GLOW_ENDS) * 4.0 * share * (1.0 - share);
        SoftPoint {
            place: point.place,
            half_km: half_km * wide,
            color: color.with_alpha(GLOW_DENSITY * point.strength),
        }
    })
}

/// The branches of an arc that has all of its points: they lean forward, and fade to nothing.
fn branches(points: &[Point], number: u64) -> [[Point; BRANCH_POINTS]; ROOTS.len()] {
    let mut dice = Dice::new(number ^ 0xb4a7c);
    let way = points[points.len() - 1].place - points[0].place;
    let forward = way.normalize_or(DVec3::X);
    ROOTS.map(|root| {
        let Point { place, strength } = points[root];
        let reach_km = way.length() * f64::from(dice.between(BRANCH_REACH.0, BRANCH_REACH.1));
        let mut next = place;
        [1.0, 0.75, 0.4, 0.0].map(|share: f32| {
            let point = Point { place: next, strength: share * BRANCH_STRENGTH * strength };
            let aside = direction(&mut dice).reject_from_normalized(forward).normalize_or_zero();
            next += (forward + aside * BRANCH_LEAN) * (reach_km / (BRANCH_POINTS - 1) as f64);
            point
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(way: [DVec3; POINTS]) -> [Point; POINTS] {
        way.map(|place| Point { place, strength: 1.0 })
    }

    #[test]
    fn an_arc_leads_from_end_to_end_and_not_straight() {
        let (from, to) = (DVec3::ZERO, DVec3::X * 100.0);
        for number in 0..50 {
            let way = leap(from, to, number);
            assert_eq!((way[0], way[POINTS - 1]), (from, to));
            assert!(way.iter().any(|place| place.y.abs() > 0.1), "{way:?}");
            assert!(way.iter().all(|place| place.y.abs() < 14.0 && place.z.abs() < 14.0), "{way:?}");
            assert_eq!(way, leap(from, to, number), "its shape stays");
            assert_ne!(way, leap(from, to, number + 1));
        }
    }

    #[test]
    fn an_arc_swerves_far_in_few_places_and_little_in_many() {
        let (mut far_km, mut near_km) = (0.0, 0.0);
        for number in 0..200 {
            let way = leap(DVec3::ZERO, DVec3::X * 100.0, number);
            let off = |middle: usize, half: usize| {
                way[middle].distance(way[middle - half].lerp(way[middle + half], 0.5))
            };
            far_km += off(16, 16);
            near_km += off(15, 1);
        }
        assert!(far_km > 3.0 * near_km && near_km > 0.0, "{far_km} {near_km}");
    }

    #[test]
    fn the_glow_of_an_arc_is_faint_and_narrow_at_its_ends() {
        let points = lit(leap(DVec3::ZERO, DVec3::X * 100.0, 3));
        let glow: Vec<SoftPoint> = glow(&points, 2.0, LinearRgba::WHITE).collect();
        let places: Vec<DVec3> = glow.iter().map(|point| point.place).collect();
        assert_eq!(places, points.map(|point| point.place), "the core is within it everywhere");
        let [begin, middle, end] = [0, POINTS / 2, POINTS - 1].map(|index| glow[index].half_km);
        assert!(begin < 0.6 && end < 0.6 && middle == 2.0, "{glow:?}");
        assert!(glow.iter().all(|point| point.color.alpha < 0.5), "the core is brighter");
    }

    #[test]
    fn branches_leave_an_arc_and_fade_away() {
        let points = lit(leap(DVec3::ZERO, DVec3::X * 100.0, 3));
        for (branch, root) in branches(&points, 3).into_iter().zip(ROOTS) {
            assert_eq!(branch[0].place, points[root].place);
            assert!(branch[0].strength < 1.0 && branch[3].strength == 0.0);
            let reach_km = branch[3].place - branch[0].place;
            assert!(reach_km.x > 0.0 && reach_km.length() < 25.0, "{branch:?}");
            assert!(reach_km.y.hypot(reach_km.z) > 0.0);
        }
        assert_eq!(branches(&points, 3), branches(&points, 3));
    }
}
