//! Contacts of two moving solids: torpedoes and hulls.
//!
//! The engine's tree holds the boxes that all hulls sweep in the tick, relative to a moving [`ColliderFrame`].
//! Boxes are larger by a margin for rounding, so that the frame need only be near most of them. Where the box of a
//! torpedo meets the box of a hull, the engine casts the two against each other. The cast begins where they come
//! near each other, and leads along the difference of their ways, which is taken in doubles. So neither their
//! distance from the frame nor their speed matters.
//!
//! Hulls are met some tens of metres before or behind their surface on the average, and seldom as much as a
//! kilometre. That needs the small unit of length of `colliders/`. In units of 1,000 km the tolerances of the
//! engine's search are as fine as the rounding of its floats, and one hit on a capsule in some hundreds is lost.
//! Nothing is rotated, so no sine is computed, and bits are the same on every machine.

use bevy_rapier3d::parry::bounding_volume::Aabb;
use bevy_rapier3d::parry::math::Pose;
use bevy_rapier3d::parry::partitioning::{Bvh, BvhBuildStrategy};
use bevy_rapier3d::parry::query::{ShapeCastOptions, cast_shapes};
use bevy_rapier3d::parry::shape::{Ball, Capsule, Shape};
use glam::{DVec3, Vec3};

use super::{UNIT_KM, units};
use crate::sim::spatial::touch::{first_touch_of_ball, gap_km};

/// Casts begin where two solids are this multiple of the sum of their bounding radii apart.
const NEAR: f64 = 3.0;
/// Bound on the relative rounding error of lengths in floats.
const ROUNDING: f64 = 2.0e-7;

/// A solid in straight motion through a tick, without rotation: a capsule, or a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingCapsule {
    /// Position of the middle at the beginning of the tick, heliocentric, km.
    pub from: DVec3,
    /// Motion in the tick, km.
    pub way: DVec3,
    /// From its middle to an end of its axis, km; zero for a ball.
    pub half_axis: DVec3,
    /// Radius about its axis, km.
    pub radius_km: f64,
}

impl MovingCapsule {
    /// Bounding radius, km.
    fn bound_km(&self) -> f64 {
        self.radius_km + self.half_axis.length()
    }
}

/// The origin and motion of the floats of the tree. Any frame is valid; boxes are smallest for an origin near most
/// of the capsules that moves with their carrier.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ColliderFrame {
    /// Position at the beginning of the tick, heliocentric, km.
    pub origin: DVec3,
    /// Motion in the tick, km.
    pub step: DVec3,
}

impl ColliderFrame {
    /// The box that a capsule sweeps in the tick, relative to this frame, in units of the engine.
    fn swept_by(&self, capsule: &MovingCapsule) -> Aabb {
        let start = capsule.from - self.origin;
        let end = start + capsule.way - self.step;
        let hull = capsule.half_axis.abs() + DVec3::splat(capsule.radius_km);
        let (low, high) = (start.min(end) - hull, start.max(end) + hull);
        let (low, high) = (low - low.abs() * ROUNDING, high + high.abs() * ROUNDING);
        Aabb::new((low / UNIT_KM).as_vec3(), (high / UNIT_KM).as_vec3())
    }
}

/// The hulls that may be touched in a tick.
#[derive(Clone, Debug, Default)]
pub struct MovingColliders {
    frame: ColliderFrame,
    all: Vec<MovingCapsule>,
    /// Boxes; the leaves are their places in `all`.
    tree: Bvh,
}

impl MovingColliders {
    /// Empties the list.
    pub fn clear(&mut self) {
        self.all.clear();
        self.tree = Bvh::new();
    }

    /// Replaces the capsules, which are numbered from 0. Costs n log n.
    pub fn fill(&mut self, frame: ColliderFrame, capsules: impl Iterator<Item = MovingCapsule>) {
        self.frame = frame;
        self.all.clear();
        self.all.extend(capsules);
        let leaves = self.all.iter().map(|capsule| frame.swept_by(capsule)).enumerate();
        self.tree = Bvh::from_iter(BvhBuildStrategy::Binned, leaves);
    }

    /// The first hull that a ball touches on its way through the tick: its index, and the share of the tick at
    /// that moment, 0 to 1. Of simultaneous contacts the lower index counts. A hull that overlaps the ball at the
    /// beginning is touched at once. The ball passes hulls for which `ignore` is true, by index.
    pub fn first_touched(
        &self,
        ball: &MovingCapsule,
        ignore: impl Fn(usize) -> bool,
    ) -> Option<(usize, f64)> {
        let bounds = self.frame.swept_by(ball);
        let near = self.tree.intersect_aabb(&bounds).map(|leaf| leaf as usize).filter(|&at| !ignore(at));
        let touched = near.filter_map(|at| Some((at, touch(ball, self.all.get(at)?)?)));
        touched.min_by(|one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)))
    }
}

/// The share of the tick after which a ball touches a capsule.
fn touch(ball: &MovingCapsule, capsule: &MovingCapsule) -> Option<f64> {
    let (start, way) = (ball.from - capsule.from, ball.way - capsule.way);
    let near_km = NEAR * (ball.radius_km + capsule.bound_km());
    let begin = first_touch_of_ball(start, way, near_km)?;
    let place = start + way * begin;
    // For overlapping shapes the engine would compute their depth, which is not needed.
    if gap_km(place, capsule.half_axis, capsule.radius_km + ball.radius_km) <= 0.0 {
        return Some(begin);
    }
    let left = 1.0 - begin;
    let share = cast(place, way * left, ball.radius_km, capsule)?;
    Some((begin + left * share).min(1.0))
}

/// The share of a way after which a ball touches a capsule that stands still at the origin; the ball begins
/// outside of it.
fn cast(place: DVec3, way: DVec3, radius_km: f64, capsule: &MovingCapsule) -> Option<f64> {
    let vector = |km: DVec3| (km / UNIT_KM).as_vec3();
    let ball = Ball::new(units(radius_km));
    let half_axis = vector(capsule.half_axis);
    let round = Ball::new(units(capsule.radius_km));
    let long = Capsule::new(-half_axis, half_axis, units(capsule.radius_km));
    let hull: &dyn Shape = if half_axis == Vec3::ZERO { &round } else { &long };
    let from = Pose::from_translation(vector(place));
    let options = ShapeCastOptions {
        max_time_of_impact: 1.0,
        target_distance: 0.0,
        stop_at_penetration: true,
        compute_impact_geometry_on_penetration: false,
    };
    let hit = cast_shapes(&from, vector(way), &ball, &Pose::IDENTITY, Vec3::ZERO, hull, options).ok()??;
    Some(f64::from(hit.time_of_impact))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::chance::{About, Question};
    use crate::sim::ids::ShipId;
    use crate::sim::ids::TargetId;
    use crate::sim::spatial::test_support::first_touch;

    /// The common origin, km: far from the star, where floats alone are too coarse.
    const HERE: DVec3 = DVec3::new(1.5e8, -3.0e7, 2.0e6);
    /// The common motion of all in the tick, km.
    const CARRIED: DVec3 = DVec3::new(50_000.0, -20_000.0, 300.0);

    fn random(count: u32) -> f64 {
        let who = TargetId::Ship(ShipId(1));
        Question { seed: 11, tick: 0, who, about: About::Scatter, count }.answer()
    }

    /// A random vector with parts from -1 to 1.
    fn random_vector(count: u32) -> DVec3 {
        DVec3::new(random(3 * count), random(3 * count + 1), random(3 * count + 2)) * 2.0 - DVec3::ONE
    }

    /// A hull somewhere, from the smallest to the largest; every fourth is a ball.
    fn hull(number: u32) -> MovingCapsule {
        let length_km = if number.is_multiple_of(4) { 0.0 } else { 4_000.0 * random(30_000 + number) };
        MovingCapsule {
            from: HERE + random_vector(number) * 20_000.0,
            way: CARRIED + random_vector(20_000 + number) * 10_000.0,
            half_axis: random_vector(40_000 + number).normalize() * length_km,
            radius_km: 40.0 + 1_200.0 * random(50_000 + number),
        }
    }

    /// A torpedo that comes near a hull, or would if it flew longer.
    fn torpedo_at(number: u32, hull: &MovingCapsule) -> MovingCapsule {
        let from = HERE + random_vector(60_000 + number) * 20_000.0;
        let aside = random_vector(80_000 + number) * 1.1 * hull.bound_km();
        let way = (hull.from + aside - from) * (0.3 + 1.5 * random(90_000 + number));
        MovingCapsule { from, way: hull.way + way, half_axis: DVec3::ZERO, radius_km: 60.0 }
    }

    /// The exact share, for a ball whose radius is larger by a margin.
    fn exact(ball: &MovingCapsule, hull: &MovingCapsule, margin_km: f64) -> Option<f64> {
        let radius_km = hull.radius_km + ball.radius_km + margin_km;
        first_touch(ball.from - hull.from, ball.way - hull.way, hull.half_axis, radius_km)
    }

    fn exact_first(ball: &MovingCapsule, hulls: &[MovingCapsule], margin_km: f64) -> Option<usize> {
        let shares = hulls.iter().enumerate();
        let touched = shares.filter_map(|(at, hull)| Some((at, exact(ball, hull, margin_km)?)));
        touched.min_by(|one, other| one.1.total_cmp(&other.1)).map(|one| one.0)
    }

    #[test]
    fn contacts_are_where_exact_geometry_says() {
        let (mut touched, mut passed, mut far_off, mut sum_km) = (0, 0, 0, 0.0);
        for number in 0..2000 {
            let hull = hull(number);
            let ball = torpedo_at(number, &hull);
            // Cases in which two kilometres more or less change the result are left out.
            if exact(&ball, &hull, -2.0).is_some() != exact(&ball, &hull, 2.0).is_some() {
                continue;
            }
            let found = touch(&ball, &hull);
            assert_eq!(found.is_some(), exact(&ball, &hull, 0.0).is_some(), "pair {number}");
            let Some(share) = found else {
                passed += 1;
                continue;
            };
            assert!((0.0..=1.0).contains(&share), "pair {number}: {share}");
            if share > 0.0 {
                let place = ball.from - hull.from + (ball.way - hull.way) * share;
                let from_axis_km = gap_km(place, hull.half_axis, 0.0);
                let off_km = (from_axis_km - hull.radius_km - ball.radius_km).abs();
                assert!(off_km < 10.0, "pair {number} is {off_km} km off");
                far_off += u32::from(off_km > 1.0);
                sum_km += off_km;
                touched += 1;
            }
        }
        assert!(touched > 300 && passed > 300, "{touched} touched, {passed} passed");
        assert!(sum_km < 0.1 * f64::from(touched), "{} km off on the average", sum_km / f64::from(touched));
        assert!(100 * far_off < touched, "{far_off} of {touched} are more than 1 km off");
    }

    #[test]
    fn of_many_the_first_in_the_way_is_found_from_wherever_the_tree_is_seen() {
        let hulls: Vec<MovingCapsule> = (0..300).map(hull).collect();
        let far = DVec3::new(-4.0e9, 1.0e9, 3.0e8);
        let frames = [
            ColliderFrame { origin: HERE, step: CARRIED },
            ColliderFrame { origin: HERE + far, step: DVec3::ZERO },
            ColliderFrame::default(),
        ];
        for frame in frames {
            let mut colliders = MovingColliders::default();
            colliders.fill(frame, hulls.iter().copied());
            let (mut touched, mut doubtful) = (0, 0);
            for number in 0..300 {
                let from = random_vector(100_000 + number).normalize() * 60_000.0;
                let to = random_vector(110_000 + number) * 20_000.0;
                let ball = MovingCapsule {
                    from: HERE + from,
                    way: CARRIED + to - from,
                    half_axis: DVec3::ZERO,
                    radius_km: 60.0,
                };
                let first = exact_first(&ball, &hulls, 0.0);
                let is_clear = [-3.0, 3.0].iter().all(|margin| exact_first(&ball, &hulls, *margin) == first);
                if !is_clear {
                    doubtful += 1;
                    continue;
                }
                let found = colliders.first_touched(&ball, |_| false).map(|one| one.0);
                assert_eq!(found, first, "torpedo {number} in {frame:?}");
                touched += u32::from(found.is_some());
            }
            assert!(touched > 30 && doubtful < 60, "{touched} touched, {doubtful} doubtful");
        }
    }

    #[test]
    fn of_two_at_once_the_lower_place_counts_and_ignored_hulls_are_passed() {
        let ahead = |x: f64| MovingCapsule {
            from: HERE + DVec3::X * x,
            way: CARRIED,
            half_axis: DVec3::Y * 900.0,
            radius_km: 450.0,
        };
        let ball = MovingCapsule {
            from: HERE,
            way: CARRIED + DVec3::X * 20_000.0,
            half_axis: DVec3::ZERO,
            radius_km: 50.0,
        };
        let mut colliders = MovingColliders::default();
        assert_eq!(colliders.first_touched(&ball, |_| false), None);
        let capsules = [ahead(15_000.0), ahead(10_500.0), ahead(10_500.0), ahead(-5_000.0)];
        colliders.fill(ColliderFrame { origin: HERE, step: CARRIED }, capsules.into_iter());
        let (at, share) = colliders.first_touched(&ball, |_| false).expect("it touches");
        assert!(at == 1 && (share - 0.5).abs() < 1.0e-4, "{at} {share}");
        assert_eq!(colliders.first_touched(&ball, |at| at == 1).map(|one| one.0), Some(2));
        assert_eq!(colliders.first_touched(&ball, |at| at == 1 || at == 2).map(|one| one.0), Some(0));
        assert_eq!(colliders.first_touched(&ball, |at| at < 3), None);
        colliders.fill(ColliderFrame::default(), std::iter::once(ahead(300.0)));
        assert_eq!(colliders.first_touched(&ball, |_| false), Some((0, 0.0)), "inside from the beginning");
        colliders.clear();
        assert_eq!(colliders.first_touched(&ball, |_| false), None);
    }
}
