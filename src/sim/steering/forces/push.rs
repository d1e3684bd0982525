//! Repulsion: a ship that will come too near pushes, the harder the sooner, and all turn to the same side.
//! Sides in the war do not matter.
//!
//! In a crowd this is most of the work of a step, and the relevant neighbours change from one to the next, which
//! defeats branch prediction. Therefore four neighbours are computed together, each in its own lane, and effects
//! that do not apply to a lane are masked out rather than skipped.

use glam::Vec3;
use wide::{CmpGe, CmpGt, CmpLe, CmpLt, f32x4};

use crate::sim::spatial::vectors::{Vectors, at_least_something};
use crate::sim::steering::SteeringRules;
use crate::sim::steering::turning::common_sides;

/// A relative motion below this is no passing.
const STILL: f32 = 1.0e-9;
/// Ships behind do not push: the squared cosine of half the angle to them is below this beyond about 100
/// degrees from the way.
const BEHIND: f32 = 0.41;
/// An empty lane: too far off to push, and near enough for its square to be finite.
const NOBODY: [f32; 4] = [1.0e18, 1.0e18, 1.0e18, 0.0];

/// The ship that is pushed.
#[derive(Clone, Copy, Debug)]
pub struct Pushed {
    /// Position, in the frame of its neighbours.
    pub place: Vec3,
    /// Unit vector of its way; zero for a ship that holds its place.
    pub way: Vec3,
    /// Its intended velocity.
    pub intended: Vec3,
    /// Hull radius.
    pub radius: f32,
}

/// A neighbour, in a compact form for frequent reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pusher {
    /// Position, and its hull radius.
    at: [f32; 4],
    /// Its intended velocity, and padding.
    intended: [f32; 4],
}

impl Pusher {
    /// A neighbour by its place, hull radius and intended velocity.
    pub fn new(place: Vec3, radius: f32, intended: Vec3) -> Self {
        Self { at: [place.x, place.y, place.z, radius], intended: [intended.x, intended.y, intended.z, 0.0] }
    }

    /// This neighbour seen from another place.
    pub fn seen_at(&self, place: Vec3) -> Self {
        let [_, _, _, radius] = self.at;
        Self { at: [place.x, place.y, place.z, radius], ..*self }
    }

    /// Its intended velocity.
    pub fn intended(&self) -> Vec3 {
        let [x, y, z, _] = self.intended;
        Vec3::new(x, y, z)
    }

    /// Whether it could push a ship: it is close, or comes closer within the horizon. The test has no branches, so
    /// that whole lists can be sieved by it.
    #[inline]
    pub fn matters(&self, rules: &SteeringRules, ship: &Pushed) -> bool {
        let [x, y, z, radius] = self.at;
        let offset = Vec3::new(x, y, z) - ship.place;
        let comfort = ship.radius + radius + rules.spacing_radii * ship.radius;
        let relative = ship.intended - self.intended();
        let closing = offset.dot(relative);
        let is_close = offset.length_squared() < comfort * comfort;
        let comes_closer = (closing > STILL) & (closing <= rules.horizon_s * relative.length_squared());
        is_close | comes_closer
    }
}

/// The sum of the pushes of neighbours on a ship, from hull axis to hull axis.
#[inline]
pub fn sum_of_pushes(rules: &SteeringRules, ship: &Pushed, mut others: impl Iterator<Item = Pusher>) -> Vec3 {
    let mut sum: Option<Vectors> = None;
    while let Some(first) = others.next() {
        let four = [Some(first), others.next(), others.next(), others.next()];
        if let Some(pushes) = pushes(rules, &Lanes::of(ship), &Four::of(ship, &four)) {
            sum = Some(sum.map_or(pushes, |sum| sum + pushes));
        }
    }
    sum.map_or(Vec3::ZERO, Vectors::summed)
}

/// Four neighbours, one in each lane.
struct Four {
    /// From the ship to them.
    offset: Vectors,
    radius: f32x4,
    intended: Vectors,
}

impl Four {
    #[inline]
    fn of(ship: &Pushed, four: &[Option<Pusher>; 4]) -> Self {
        let nobody = Pusher { at: NOBODY, intended: [0.0; 4] };
        let Vec3 { x, y, z } = ship.place;
        let from = f32x4::new([x, y, z, 0.0]);
        let [x, y, z, radius] = f32x4::transpose(four.map(|one| f32x4::new(one.unwrap_or(nobody).at) - from));
        let offset = Vectors { x, y, z };
        let [x, y, z, _] = f32x4::transpose(four.map(|one| f32x4::new(one.unwrap_or(nobody).intended)));
        Self { offset, radius, intended: Vectors { x, y, z } }
    }
}

/// The ship that is pushed, the same in every lane.
struct Lanes {
    way: Vectors,
    holds: bool,
    intended: Vectors,
    radius: f32x4,
}

impl Lanes {
    fn of(ship: &Pushed) -> Self {
        Self {
            way: Vectors::all(ship.way),
            holds: ship.way == Vec3::ZERO,
            intended: Vectors::all(ship.intended),
            radius: f32x4::splat(ship.radius),
        }
    }
}

/// The pushes of four neighbours at `offset` from hull axis to hull axis; `None` if none pushes.
#[inline]
fn pushes(rules: &SteeringRules, ship: &Lanes, others: &Four) -> Option<Vectors> {
    let Four { offset, radius, intended } = *others;
    let touching = ship.radius + radius;
    let comfort = touching + ship.radius * rules.spacing_radii;
    let square = offset.dot(offset);
    let is_close = square.cmp_lt(comfort * comfort);
    let passing = Passings::of(rules, offset, ship.intended - intended, touching);
    if (is_close | passing.happens).none() {
        return None;
    }
    let distance = square.sqrt();
    let toward = offset * (f32x4::ONE / at_least_something(distance));
    let (facing, matters) = cardioid(ship, toward);
    let spacing = is_close & (spacing(distance, touching, comfort) * rules.spacing_push);
    let strength = passing.happens & (passing.strength(rules) * facing);
    let direction = passing.away_and_aside(rules, toward, touching);
    let share = matters & share_by_size(rules, ship.radius, radius);
    Some((direction * strength - toward * spacing) * share)
}

/// The weight of a neighbour at `toward`: full ahead, less aside, none behind; and whether it is not zero.
fn cardioid(ship: &Lanes, toward: Vectors) -> (f32x4, f32x4) {
    if ship.holds {
        return (f32x4::ONE, f32x4::ONE.cmp_gt(f32x4::ZERO));
    }
    let half = (ship.way.dot(toward) + 1.0) * 0.5;
    (half * half * half, half.cmp_ge(f32x4::splat(BEHIND)))
}

/// Small ships yield to large ones.
fn share_by_size(rules: &SteeringRules, own: f32x4, other: f32x4) -> f32x4 {
    let square = other * other;
    (square * rules.yielding / (own * own + square)).fast_min(f32x4::ONE)
}

/// How much closer than comfortable hulls are, 0 to 1 at contact.
fn spacing(distance: f32x4, touching: f32x4, comfort: f32x4) -> f32x4 {
    ((comfort - distance) / at_least_something(comfort - touching)).fast_min(f32x4::ONE)
}

/// Passings: their distances and times.
struct Passings {
    /// Offset of the other from the ship at the closest approach.
    miss: Vectors,
    miss_length: f32x4,
    /// The least distance of a passing that is not too close.
    wanted: f32x4,
    /// Seconds until the closest approach.
    passing_s: f32x4,
    /// Whether it is too close and within the horizon; the other fields are valid only if it is.
    happens: f32x4,
}

impl Passings {
    #[inline]
    fn of(rules: &SteeringRules, offset: Vectors, relative: Vectors, touching: f32x4) -> Self {
        let square = relative.dot(relative);
        let closing = offset.dot(relative);
        let wanted = touching * rules.personal_space;
        let passing_s = closing / at_least_something(square);
        let miss = offset - relative * passing_s;
        let miss_square = miss.dot(miss);
        let happens = closing.cmp_gt(f32x4::splat(STILL))
            & closing.cmp_le(square * rules.horizon_s)
            & miss_square.cmp_lt(wanted * wanted);
        Self { miss, miss_length: miss_square.sqrt(), wanted, passing_s, happens }
    }

    fn strength(&self, rules: &SteeringRules) -> f32x4 {
        let urgency = f32x4::splat(rules.horizon_s) / (self.passing_s + rules.softening_s) - 0.9;
        urgency.fast_max(f32x4::ZERO) * rules.push * (f32x4::ONE - self.miss_length / self.wanted)
    }

    /// The direction of a push: away from the passing point of the other, turned to the common side; fully to the
    /// side for a head-on meeting, because nothing else distinguishes the sides.
    fn away_and_aside(&self, rules: &SteeringRules, toward: Vectors, touching: f32x4) -> Vectors {
        let away = self.miss * (f32x4::splat(-1.0) / at_least_something(self.miss_length));
        let head_on = f32x4::ONE - (self.miss_length / (touching * 0.3)).fast_min(f32x4::ONE);
        let turned = head_on * (1.0 - rules.side_share) + rules.side_share;
        away * (f32x4::ONE - turned) + common_sides(toward) * turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::steering::turning::common_side;

    /// A ship that flies along x at full speed, 4.
    fn ship() -> Pushed {
        Pushed { place: Vec3::ZERO, way: Vec3::X, intended: Vec3::X * 4.0, radius: 1.0 }
    }

    fn pushed_by(others: &[(Vec3, f32, Vec3)]) -> Vec3 {
        let rules = SteeringRules::default();
        let others = others.iter().map(|&(offset, radius, intended)| Pusher::new(offset, radius, intended));
        sum_of_pushes(&rules, &ship(), others)
    }

    #[test]
    fn a_ship_that_does_not_matter_does_not_push() {
        let rules = SteeringRules::default();
        let mut left_out = 0;
        for number in 0..2000_u32 {
            let part = |factor: u32| (number.wrapping_mul(factor) % 1009) as f32 / 504.5 - 1.0;
            let offset = Vec3::new(part(7), part(31), part(101)) * 9.0;
            let intended = Vec3::new(part(13), part(57), part(211)) * 4.0;
            if !Pusher::new(offset, 1.0, intended).matters(&rules, &ship()) {
                left_out += 1;
                assert_eq!(pushed_by(&[(offset, 1.0, intended)]), Vec3::ZERO, "{offset} {intended}");
            }
        }
        assert!((500..1900).contains(&left_out), "{left_out}");
    }

    #[test]
    fn a_meeting_ship_turns_it_to_the_common_side() {
        let toward = Vec3::X * 6.0;
        let push = pushed_by(&[(toward, 1.0, Vec3::X * -4.0)]);
        let side = common_side(Vec3::X);
        assert!(push.normalize().dot(side) > 0.999, "{push} is not along {side}");
        // 0.75 s until then: 2 x (2 / 0.95 - 0.9).
        assert!((push.length() - 2.0 * (2.0 / 0.95 - 0.9)).abs() < 1.0e-4, "{push}");
    }

    #[test]
    fn a_passing_ship_pushes_away_and_a_leaving_one_does_not_push() {
        let push = pushed_by(&[(Vec3::new(6.0, 2.2, 0.0), 1.0, Vec3::X * -4.0)]);
        assert!(push.y < 0.0, "{push}");
        assert_eq!(pushed_by(&[(Vec3::new(6.0, 2.2, 0.0), 1.0, Vec3::X * 5.0)]), Vec3::ZERO);
        assert_eq!(pushed_by(&[(Vec3::X * -2.1, 1.0, Vec3::X * 9.0)]), Vec3::ZERO, "it is behind");
    }

    #[test]
    fn small_ones_hardly_push_and_large_ones_no_more_than_wholly() {
        let by = |radius: f32| pushed_by(&[(Vec3::X * (1.4 + radius), radius, Vec3::X * 4.0)]).length();
        // Comfort ends half a radius from hull to hull; these keep 0.4.
        assert!((by(1.0) - 0.5 * 0.2).abs() < 1.0e-4, "{}", by(1.0));
        assert!((by(0.1) - 0.5 * 0.2 * 2.0 / 101.0).abs() < 1.0e-4, "{}", by(0.1));
        assert!((by(50.0) - 0.5 * 0.2).abs() < 1.0e-3, "{}", by(50.0));
    }

    #[test]
    fn any_number_of_neighbours_adds_up() {
        let others: Vec<(Vec3, f32, Vec3)> = (0..11)
            .map(|number| {
                let turn = number as f32 * 0.7;
                let offset = Vec3::new(4.0, 2.0 * libm::sinf(turn), 2.0 * libm::cosf(turn));
                (offset, 1.0 + 0.1 * turn, Vec3::new(-3.0, 0.2 * turn, 0.1))
            })
            .collect();
        let alone: Vec3 = others.iter().map(|other| pushed_by(std::slice::from_ref(other))).sum();
        let together = pushed_by(&others);
        assert!(alone.length() > 1.0 && alone.distance(together) < 1.0e-4, "{alone} {together}");
    }

    #[test]
    fn one_in_the_same_place_is_no_fault() {
        let push = pushed_by(&[(Vec3::ZERO, 1.0, Vec3::X * 4.0), (Vec3::ZERO, 1.0, Vec3::ZERO)]);
        assert!(push.is_finite(), "{push}");
    }
}
