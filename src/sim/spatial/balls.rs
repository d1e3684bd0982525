//! Finds the balls near a place, among many, by the collision engine's tree over boxes.
//!
//! Trees hold floats, and places are doubles of some 1e12 km. So boxes are rounded outward, and answers are
//! candidates: every ball that is near, and a few that are not. The caller checks each exactly.

use bevy_rapier3d::parry::bounding_volume::Aabb;
use bevy_rapier3d::parry::math::Vector;
use bevy_rapier3d::parry::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use glam::DVec3;
use smallvec::SmallVec;

/// The unit of the tree's numbers, km: no box is then so large that its volume overflows a float.
const UNIT_KM: f64 = 1.0e6;
/// Boxes are rounded outward by this share of their coordinates, more than a float can be off.
const ROUNDING: f64 = 1.0e-6;

/// Radius about a place within which an answer is reused, km: as wide as the fleets about a planet.
const KEPT_KM: f64 = 1.0e6;

/// Numbers of balls, as the caller numbers them, ascending. Mostly few are near.
pub type Near<Id> = SmallVec<[Id; 8]>;

/// The last answer about a place. Ships of a fleet ask one after the other about much the same place; then the
/// tree is asked once.
#[derive(Clone, Debug)]
pub struct KeptNear<Id> {
    low: DVec3,
    high: DVec3,
    found: Near<Id>,
}

impl<Id> Default for KeptNear<Id> {
    /// Empty.
    fn default() -> Self {
        Self { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY, found: Near::new() }
    }
}

/// Many balls, numbered in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub struct Balls(Bvh);

impl Balls {
    /// Balls by their centres and radii, km. Costs n log n for n of them.
    pub fn new(balls: impl Iterator<Item = (DVec3, f64)>) -> Self {
        let boxes = balls.map(|(center, radius_km)| {
            let reach = DVec3::splat(radius_km.max(0.0));
            box_about(center - reach, center + reach)
        });
        Self(Bvh::from_iter(BvhBuildStrategy::Binned, boxes.enumerate()))
    }

    /// The balls that may come within a distance of a place, km.
    pub fn near<Id: From<usize> + Ord>(&self, place: DVec3, distance_km: f64) -> Near<Id> {
        let reach = DVec3::splat(distance_km);
        self.in_box(place - reach, place + reach)
    }

    /// [`Self::near`] with a cached answer, which may contain some more balls. The cache is void once the balls
    /// change.
    pub fn near_kept<'a, Id: From<usize> + Ord>(
        &self,
        kept: &'a mut KeptNear<Id>,
        place: DVec3,
        distance_km: f64,
    ) -> &'a [Id] {
        let (low, high) = (place - distance_km, place + distance_km);
        if !(low.cmpge(kept.low).all() && high.cmple(kept.high).all()) {
            let (low, high) = (low - KEPT_KM, high + KEPT_KM);
            *kept = KeptNear { low, high, found: self.in_box(low, high) };
        }
        &kept.found
    }

    /// Calls `meet` with every pair of balls that may touch each other, each once, in no particular order; the
    /// lower number comes first.
    pub fn each_pair(&self, mut meet: impl FnMut(u32, u32)) {
        let mut meet = |one: u32, other: u32| meet(one.min(other), one.max(other));
        self.0.traverse_bvtt_single_tree::<false>(&mut BvhWorkspace::default(), &mut meet);
    }

    /// The balls that may reach into a box with these corners, km.
    pub fn in_box<Id: From<usize> + Ord>(&self, low: DVec3, high: DVec3) -> Near<Id> {
        let asked = box_about(low, high);
        let mut found: Near<Id> = self.0.intersect_aabb(&asked).map(|leaf| Id::from(leaf as usize)).collect();
        found.sort_unstable();
        found
    }
}

fn box_about(low: DVec3, high: DVec3) -> Aabb {
    let (low, high) = (low - low.abs() * ROUNDING, high + high.abs() * ROUNDING);
    let corner = |place: DVec3| {
        let place = (place / UNIT_KM).as_vec3();
        Vector::new(place.x, place.y, place.z)
    };
    Aabb::new(corner(low), corner(high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place() -> impl Strategy<Value = DVec3> {
        // From near the star to far outside, and many in about the same place.
        let coordinate = || prop_oneof![-1.0e9..1.0e9, -1.0e12..1.0e12, 1.5e8..1.500_1e8];
        (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| DVec3::new(x, y, z))
    }

    proptest! {
        #[test]
        fn all_that_are_near_are_found(
            balls in proptest::collection::vec((place(), 0.0..1.0e8), 0..60),
            asked in place(),
            beside in prop_oneof![Just(DVec3::ZERO), place().prop_map(|way| way * 1.0e-7), place()],
            distance_km in 0.0..1.0e7,
        ) {
            let tree = Balls::new(balls.iter().copied());
            let mut kept = KeptNear::default();
            for asked in [asked, asked + beside] {
                let (near, kept) = (tree.near(asked, distance_km), tree.near_kept(&mut kept, asked, distance_km));
                for (number, (center, radius_km)) in balls.iter().enumerate() {
                    let is_near = center.distance(asked) <= radius_km + distance_km;
                    prop_assert!(!is_near || near.contains(&number), "{number} is missing");
                    prop_assert!(!is_near || kept.contains(&number), "{number} is not kept");
                }
                prop_assert!(near.is_sorted() && kept.is_sorted());
            }
        }
    }

    #[test]
    fn hardly_any_others_are_found() {
        let balls = (0..1_000).map(|number| (DVec3::X * 1.0e7 * f64::from(number), 1.0e6));
        assert_eq!(Balls::new(balls).near::<usize>(DVec3::X * 5.0e9, 1.0e6).as_slice(), [500]);
    }
}
