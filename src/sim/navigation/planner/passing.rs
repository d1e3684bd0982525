//! Passings of routes and obstacles that are too close.
//!
//! The traveller moves from point to point at constant speed. The motion of an obstacle relative to the traveller
//! is cut into almost straight pieces.
//!
//! A traveller that starts nearer to an obstacle than the clearance may leave it. On the first leg only the
//! obstacle itself counts then, without the clearance, and an obstacle around the start does not count at all.

use glam::DVec3;

use super::journey::Journey;
use super::obstacle::{Field, is_met, is_sound};
use crate::orbit::State;
use crate::orbit::segment::{distance_from, share_nearest_to_origin};

/// The clearance may be missed by this share of an obstacle's size, for rounding.
const TOLERANCE: f64 = 1.0e-7;
/// A motion counts as straight that bends by less than this, in sizes of the obstacle.
const STRAIGHT: f64 = 1.0e-4;
/// Initial number of pieces of every leg, so that circular motion is not missed.
const PIECES: u32 = 4;
/// Limit on the halvings of a piece.
const HALVINGS: u32 = 10;
/// An obstacle is left out only if it is farther away than necessary by this share of its distance, for
/// rounding.
const DOUBT: f64 = 1.0e-9;

/// A passing that is too close.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passing {
    /// The number of the obstacle.
    pub index: usize,
    /// Time of the closest approach to its centre, seconds after the departure.
    pub seconds: f64,
    /// Distance from the centre at that time, km.
    pub distance: f64,
}

/// Whether any obstacle comes too near on the straight ways from `journey.start` through `points`.
pub fn is_blocked(journey: &Journey, points: &[DVec3], field: &impl Field) -> bool {
    let watch = RouteWatch::new(journey, points, field);
    (0..field.count()).any(|index| watch.closest(index).is_some())
}

/// The closest passing of every obstacle that moves and comes too near, by the obstacles' numbers.
pub fn close_passings(journey: &Journey, points: &[DVec3], field: &impl Field) -> Vec<Passing> {
    let watch = RouteWatch::new(journey, points, field);
    let moving = (0..field.count()).filter(|&index| field.is_moving(index));
    moving.filter_map(|index| watch.closest(index)).collect()
}

/// A straight part of a route.
#[derive(Clone, Copy, Debug)]
struct StraightLeg {
    from: DVec3,
    to: DVec3,
    /// Seconds since the start of the whole route.
    departure: f64,
    arrival: f64,
}

impl StraightLeg {
    fn duration(&self) -> f64 {
        self.arrival - self.departure
    }

    fn seconds(&self, share: f64) -> f64 {
        self.departure + self.duration() * share
    }
}

/// A traveller on a route, and its possible obstacles.
struct RouteWatch<'a, F> {
    journey: &'a Journey,
    field: &'a F,
    legs: Vec<StraightLeg>,
    clearance: f64,
}

impl<'a, F: Field> RouteWatch<'a, F> {
    fn new(journey: &'a Journey, points: &[DVec3], field: &'a F) -> Self {
        let (mut from, mut departure) = (journey.start, 0.0);
        let mut legs = Vec::with_capacity(points.len());
        for &to in points {
            let arrival = departure + journey.seconds(from.distance(to));
            legs.push(StraightLeg { from, to, departure, arrival });
            (from, departure) = (to, arrival);
        }
        Self { journey, field, legs, clearance: journey.clearance.max(0.0) }
    }

    /// The closest passing of one obstacle, if it is too close.
    fn closest(&self, index: usize) -> Option<Passing> {
        let (radius, field) = (self.field.radius(index), self.field);
        if !is_sound(radius) {
            return None;
        }
        let rounding = TOLERANCE * (radius + self.clearance);
        let before = field.state(index, 0.0);
        let start_gap = (self.journey.start - before.position).length() - radius;
        let is_leaving = start_gap < self.clearance - rounding;
        let passings = self.legs.iter().enumerate().filter_map(|(number, &leg)| {
            let is_leaving = is_leaving && number == 0;
            if is_leaving && start_gap < 0.0 {
                return None;
            }
            let kept = if is_leaving { 0.0 } else { self.clearance };
            Encounter { field, index, radius, leg, before, clearance: kept - rounding }.closest()
        });
        passings.reduce(closer)
    }
}

/// One obstacle and one leg.
struct Encounter<'a, F> {
    field: &'a F,
    index: usize,
    radius: f64,
    leg: StraightLeg,
    /// The obstacle at the traveller's departure.
    before: State,
    clearance: f64,
}

impl<F: Field> Encounter<'_, F> {
    fn closest(&self) -> Option<Passing> {
        if !self.field.is_moving(self.index) {
            return self.closest_of_straight((0.0, self.offset(0.0)), (1.0, self.offset(1.0)));
        }
        // The present state is known; future ones cost more.
        if self.is_free_of(0.0, 1.0, &self.before, 0.0) || self.is_plainly_free(0.0, 1.0, &self.state(0.5)) {
            return None;
        }
        let share = |piece: u32| f64::from(piece) / f64::from(PIECES);
        let passings =
            (0..PIECES).filter_map(|piece| self.closest_of(share(piece), share(piece + 1), HALVINGS));
        passings.reduce(closer)
    }

    /// The traveller relative to the obstacle, at a share of the leg.
    fn offset(&self, share: f64) -> DVec3 {
        self.traveller(share) - self.place(share)
    }

    fn traveller(&self, share: f64) -> DVec3 {
        self.leg.from.lerp(self.leg.to, share)
    }

    /// The obstacle at a share of the leg.
    fn place(&self, share: f64) -> DVec3 {
        self.state(share).position
    }

    fn state(&self, share: f64) -> State {
        self.field.state(self.index, self.leg.seconds(share))
    }

    /// Whether a piece of the leg is free for any motion of the obstacle from its state at the middle of that
    /// time.
    fn is_plainly_free(&self, early: f64, late: f64, middle: &State) -> bool {
        self.is_free_of(early, late, middle, self.leg.seconds(early.midpoint(late)))
    }

    /// Whether a piece of the leg is free for any motion of the obstacle from its state at a time. The obstacle,
    /// and every straight piece that approximates its motion, stays in a ball that flies straight on.
    fn is_free_of(&self, early: f64, late: f64, state: &State, seconds: f64) -> bool {
        let [early_s, late_s] = [early, late].map(|share| self.leg.seconds(share) - seconds);
        let longest = early_s.abs().max(late_s.abs());
        let strays = 0.5 * self.field.most_acceleration(self.index) * longest * longest;
        if !strays.is_finite() {
            return false;
        }
        let seen = |share, seconds| self.traveller(share) - (state.position + state.velocity * seconds);
        let (from, to) = (seen(early, early_s), seen(late, late_s));
        let doubt = DOUBT * (state.position.length() + from.length() + to.length());
        distance_from(DVec3::ZERO, from, to) > self.radius + self.clearance + strays + doubt
    }

    /// A piece of the leg, halved until it is straight or plainly free.
    fn closest_of(&self, early: f64, late: f64, halvings: u32) -> Option<Passing> {
        let middle = 0.5 * (early + late);
        let state = self.state(middle);
        if self.is_plainly_free(early, late, &state) {
            return None;
        }
        let (from, to) = (self.offset(early), self.offset(late));
        let bend = (self.traveller(middle) - state.position).distance(from.midpoint(to));
        // A smooth motion leaves the straight line by little more than it does in the middle.
        if !is_met(self.radius, from, to, self.clearance + 2.0 * bend) {
            return None;
        }
        if halvings == 0 || bend <= STRAIGHT * (self.radius + self.clearance) {
            return self.closest_of_straight((early, from), (late, to));
        }
        let earlier = self.closest_of(early, middle, halvings - 1);
        let later = self.closest_of(middle, late, halvings - 1);
        earlier.into_iter().chain(later).reduce(closer)
    }

    /// A piece of the leg, assumed straight, by its ends: shares of the leg, and the traveller relative to the
    /// obstacle there.
    fn closest_of_straight(&self, (early, from): (f64, DVec3), (late, to): (f64, DVec3)) -> Option<Passing> {
        let share = share_nearest_to_origin(from, to - from);
        is_met(self.radius, from, to, self.clearance).then(|| Passing {
            index: self.index,
            seconds: self.leg.seconds(early + (late - early) * share),
            distance: from.lerp(to, share).length(),
        })
    }
}

fn closer(one: Passing, other: Passing) -> Passing {
    if other.distance < one.distance { other } else { one }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Balls that circle the origin, each by distance, angular speed in radians a second, start and radius.
    #[derive(Clone, Debug)]
    struct Circling {
        balls: Vec<(f64, f64, f64, f64)>,
        /// Whether the traveller is given their acceleration.
        tells_acceleration: bool,
    }

    impl Field for Circling {
        fn count(&self) -> usize {
            self.balls.len()
        }

        fn radius(&self, index: usize) -> f64 {
            self.balls[index].3
        }

        fn place(&self, index: usize, seconds_ahead: f64) -> DVec3 {
            self.state(index, seconds_ahead).position
        }

        fn state(&self, index: usize, seconds_ahead: f64) -> State {
            let (distance, pace, start, _) = self.balls[index];
            let angle = start + pace * seconds_ahead;
            let ((sine, cosine), thrice) = (libm::sincos(angle), libm::sincos(3.0 * angle));
            let position = DVec3::new(cosine, sine, 0.2 * thrice.0) * distance;
            State { position, velocity: DVec3::new(-sine, cosine, 0.6 * thrice.1) * (distance * pace) }
        }

        fn most_acceleration(&self, index: usize) -> f64 {
            let (distance, pace, ..) = self.balls[index];
            // Along the circle, and up and down three times in a turn.
            if self.tells_acceleration { distance * pace * pace * 2.1 } else { f64::INFINITY }
        }
    }

    fn point() -> impl Strategy<Value = DVec3> {
        (-900.0..900.0_f64, -900.0..900.0_f64, -60.0..60.0_f64).prop_map(|(x, y, z)| DVec3::new(x, y, z))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn what_is_left_out_unseen_would_not_have_been_met(
            balls in proptest::collection::vec((50.0..900.0_f64, -0.02..0.02_f64, 0.0..6.3_f64, 1.0..40.0_f64), 1..12),
            start in point(),
            points in proptest::collection::vec(point(), 1..4),
            speed in 1.0..40.0_f64,
            clearance in 0.0..20.0_f64,
        ) {
            let journey = Journey { start, goal: points[points.len() - 1], speed, clearance };
            let with = |tells_acceleration: bool| Circling { balls: balls.clone(), tells_acceleration };
            let [quick, whole] = [true, false].map(|tells| close_passings(&journey, &points, &with(tells)));
            prop_assert_eq!(&quick, &whole);
            prop_assert_eq!(is_blocked(&journey, &points, &with(true)), !whole.is_empty());
        }
    }
}
