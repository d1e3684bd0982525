//! Overlaps: pairs of balls and capsules of any sizes, found among many.
//!
//! A tree over boxes finds the pairs that are near enough to touch, each once. The check shares no code with the
//! search for neighbours in the steering core.

use glam::DVec3;

use crate::sim::Sky;
use crate::sim::spatial::balls::Balls;
use crate::sim::spatial::solid::Solid;

/// Calls `meet` with every pair of solids that may touch each other, and with some that do not, in no particular
/// order; the lower index comes first. Solids with NaN meet no other.
pub fn each_pair(solids: &[Solid], mut meet: impl FnMut(u32, u32)) {
    let nowhere = (DVec3::ZERO, 0.0);
    let balls =
        solids.iter().map(|solid| if solid.is_finite() { (solid.center, solid.reach()) } else { nowhere });
    let is_somewhere = |index: u32| solids.get(index as usize).is_some_and(Solid::is_finite);
    Balls::new(balls).each_pair(|one, other| {
        if is_somewhere(one) && is_somewhere(other) {
            meet(one, other);
        }
    });
}

/// Two solids overlap when they are nearer than this share of the sum of the radii: the rest is rounding.
const TOUCHING: f64 = 0.999;

/// Number of overlapping pairs of ships, and of ships and bodies, now, and the greatest depth, km.
pub fn overlaps(sky: &Sky, ships: &[Solid]) -> (usize, f64) {
    let (mut count, mut deepest) = (0, 0.0f64);
    let mut look = |one: &Solid, other: &Solid| {
        if let Some(depth_km) = overlap_km(one, other) {
            count += 1;
            deepest = deepest.max(depth_km);
        }
    };
    each_pair(ships, |one, other| look(&ships[one as usize], &ships[other as usize]));
    for (body, state) in sky.system.bodies.iter().zip(&sky.now) {
        let body = Solid::ball(state.position, body.displayed_radius_km);
        ships.iter().for_each(|ship| look(ship, &body));
    }
    (count, deepest)
}

/// Number of overlapping pairs of a ship and a structure, and the greatest depth, km.
pub fn overlaps_with_structures(ships: &[Solid], structures: &[Solid]) -> (usize, f64) {
    let (mut count, mut deepest) = (0, 0.0f64);
    let all: Vec<Solid> = ships.iter().chain(structures).copied().collect();
    each_pair(&all, |one, other| {
        let (one, other) = (one as usize, other as usize);
        let is_mixed = one < ships.len() && other >= ships.len();
        if is_mixed && let Some(depth_km) = overlap_km(&all[one], &all[other]) {
            count += 1;
            deepest = deepest.max(depth_km);
        }
    });
    (count, deepest)
}

/// Depth of the overlap of two solids, km; `None` without one.
fn overlap_km(one: &Solid, other: &Solid) -> Option<f64> {
    let (distance, touching) = (one.axis_distance(other), one.radius + other.radius);
    (distance < TOUCHING * touching).then_some(touching - distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_axes() {
        let along = |center, half_axis| Solid { center, half_axis, radius: 1.0 };
        let one = along(DVec3::ZERO, DVec3::X * 3.0);
        let cases = [
            (Solid::ball(DVec3::new(0.0, 2.0, 0.0), 1.0), 2.0),
            (Solid::ball(DVec3::new(5.0, 0.0, 0.0), 1.0), 2.0),
            (along(DVec3::new(1.0, 2.4, 0.0), DVec3::X * -3.0), 2.4),
            (along(DVec3::new(8.0, 0.0, 0.0), DVec3::X * 3.0), 2.0),
            (along(DVec3::new(0.0, 0.0, 1.5), DVec3::Y * 3.0), 1.5),
            (along(DVec3::new(0.0, 5.0, 0.0), DVec3::Y * 3.0), 2.0),
            (along(DVec3::new(2.0, 0.0, 0.0), DVec3::Y * 3.0), 0.0),
        ];
        for (other, distance) in cases {
            assert!((one.axis_distance(&other) - distance).abs() < 1e-9, "{other:?}");
            assert!((other.axis_distance(&one) - distance).abs() < 1e-9, "{other:?}");
        }
    }

    #[test]
    fn structures_do_not_overlap_each_other() {
        let ball = |x: f64| Solid::ball(DVec3::X * x, 1.0);
        let (count, deepest) = overlaps_with_structures(&[ball(0.0), ball(0.5)], &[ball(1.8), ball(2.0)]);
        assert_eq!(count, 3, "the first ship only touches the second structure");
        assert!((deepest - 0.7).abs() < 1.0e-12, "{deepest}");
    }

    #[test]
    fn solids_of_nan_meet_nothing() {
        let solids = [Solid::ball(DVec3::NAN, 1.0), Solid::ball(DVec3::ZERO, 1.0)];
        each_pair(&solids, |_, _| panic!("nobody is there"));
    }
}
