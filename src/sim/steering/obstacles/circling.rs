//! Circling obstacles: structures in their rings, small balls on a circle whose centre goes straight on.
//!
//! The tangent of `forces/pull.rs` is made for bodies that fill the sky and move slowly. A circling obstacle is
//! small, swift and on a curve: only the moment of a meeting matters, and that only soon before. So a meeting
//! is looked for in space and time, within the horizon of the pushes, and the ship swerves by the missing
//! distance. A ship at rest stands aside while its place is swept over. Keeping hulls apart is contact's
//! work, not done here.

use glam::Vec3;

use super::BODY_SKIN;
use crate::sim::steering::SteeringRules;
use crate::sim::steering::crowd::Craft;
use crate::sim::steering::turning::common_side;

/// Number of refinements of a passing's moment.
const LOOKS: usize = 3;
/// Tolerance on the squared distance that a ship keeps: within this share the ship is not too near yet.
pub(in crate::sim::steering) const TOLERATED: f32 = 0.999;
/// A passing nearer than this share of the separation counts as head-on: there is no side to prefer.
const HEAD_ON: f32 = 0.05;
/// If less than this share of a miss lies across a ship's way, the miss gives no direction to turn to.
const LEAST_ACROSS: f32 = 0.3;
/// Two ways that cross at an angle of less than this, a sine, have no plane that can be relied on.
const LEAST_CROSSING: f32 = 0.05;
/// Distance of a meeting below which a ship swerves no more steeply, in shares of the separation.
const LEAST_ALONG: f32 = 0.5;
/// Lead time of standing aside before a place is swept over, as a share of the horizon.
const ASIDE_SHARE: f32 = 0.5;
/// A ship that stands aside keeps this share of the usual clearance.
const ASIDE_CLEARANCE: f32 = 0.5;
/// An obstacle that comes no farther along than this, in separations, moves with the ship's place.
const GOES_ALONG: f32 = 4.0;

/// A small obstacle on a circle, for one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CirclingObstacle {
    /// Radius.
    pub radius: f32,
    /// Centre at the beginning of the step.
    pub before: Vec3,
    /// Centre at the end of the step.
    pub after: Vec3,
    /// Velocity of the middle of its circle.
    pub drift: Vec3,
    /// From the middle of its circle to `before`.
    pub spoke: Vec3,
    /// The spoke a quarter turn ahead.
    pub swing: Vec3,
    /// Angular speed from `spoke` to `swing`, radians a second.
    pub rate: f32,
}

impl CirclingObstacle {
    /// The centre this number of seconds after the beginning of the step.
    #[must_use]
    pub fn place(&self, ahead: f32) -> Vec3 {
        // Written with half of the angle, so that rounding does not lose times close to now.
        let (sine, cosine) = libm::sincosf(0.5 * self.rate * ahead);
        self.before + self.drift * ahead + (self.swing * cosine - self.spoke * sine) * (2.0 * sine)
    }

    /// The velocity this number of seconds after the beginning of the step.
    #[must_use]
    pub fn velocity(&self, ahead: f32) -> Vec3 {
        let (sine, cosine) = libm::sincosf(self.rate * ahead);
        self.drift + (self.swing * cosine - self.spoke * sine) * self.rate
    }

    /// The distance between both centres at which a ship's hull touches it, whichever way that points.
    fn touching(&self, ship: &Craft) -> f32 {
        self.radius * (1.0 + BODY_SKIN) + ship.hull.bound()
    }

    /// A quick test whether it can come within `wanted` of a traveller in straight motion: as if both paths were
    /// straight, widened by its deviation from its tangent meanwhile.
    fn may_pass(&self, traveller: &Traveller, longest: f32, wanted: f32) -> bool {
        let relative = traveller.velocity - (self.drift + self.swing * self.rate);
        let offset = self.before - traveller.place;
        let closing = offset.dot(relative);
        let ahead = if closing > 0.0 { (closing / relative.length_squared()).min(longest) } else { 0.0 };
        let turned = self.rate * longest;
        let near = wanted + 0.5 * turned * turned * self.spoke.length();
        (offset - relative * ahead).length_squared() < near * near
    }

    /// Whether it hardly moves relative to a traveller within `longest` seconds.
    fn goes_along(&self, traveller: &Traveller, longest: f32, wanted: f32) -> bool {
        let relative = traveller.velocity - (self.drift + self.swing * self.rate);
        relative.length() * longest < GOES_ALONG * wanted
    }

    /// The nearest passing within `longest` seconds: the moment of closest approach of straight paths, from the
    /// places at the moment found before.
    fn passing(&self, traveller: &Traveller, longest: f32) -> CircleApproach {
        let mut ahead = 0.0;
        for _ in 0..LOOKS {
            let offset = self.place(ahead) - traveller.place_at(ahead);
            let relative = traveller.velocity - self.velocity(ahead);
            let square = relative.length_squared();
            if square > 0.0 {
                ahead = (ahead + offset.dot(relative) / square).min(longest).max(0.0);
            }
        }
        let miss = self.place(ahead) - traveller.place_at(ahead);
        CircleApproach { ahead, miss, relative: traveller.velocity - self.velocity(ahead) }
    }
}

/// A ship or point in straight motion.
struct Traveller {
    place: Vec3,
    velocity: Vec3,
}

impl Traveller {
    fn place_at(&self, ahead: f32) -> Vec3 {
        self.place + self.velocity * ahead
    }
}

/// The closest approach of a traveller and a circling body.
struct CircleApproach {
    /// Seconds from now.
    ahead: f32,
    /// From the traveller to the circling body at that moment.
    miss: Vec3,
    /// The traveller's velocity relative to the circling body at that moment.
    relative: Vec3,
}

impl CircleApproach {
    fn is_before(&self, other: Option<&(Self, f32)>) -> bool {
        other.is_none_or(|(other, _)| self.ahead < other.ahead)
    }

    /// `way` turned so that the miss becomes `wanted`.
    fn turned(&self, way: Vec3, speed: f32, wanted: f32) -> Vec3 {
        let (side, shift) = self.side(way, wanted);
        let along = (speed * self.ahead).max(LEAST_ALONG * wanted);
        (way * along + side * shift).normalize_or(way)
    }

    /// The side of `way` to swerve to, and the distance: away from the obstacle or, if that leads along the way,
    /// out of the plane in which both move.
    fn side(&self, way: Vec3, wanted: f32) -> (Vec3, f32) {
        let length = self.miss.length();
        let across = way * self.miss.dot(way) - self.miss;
        let across_length = across.length();
        if length > HEAD_ON * wanted && across_length > LEAST_ACROSS * length {
            // Only the component away along the miss makes the miss wider.
            return (across / across_length, (wanted - length).max(0.0) * (length / across_length));
        }
        let out = self.relative.cross(way);
        let out = if out.length() > LEAST_CROSSING * self.relative.length() {
            out.normalize_or(common_side(way))
        } else {
            common_side(way)
        };
        let out = if out.dot(self.miss) > 0.0 { -out } else { out };
        (out, (wanted * wanted - length * length).max(0.0).sqrt())
    }
}

/// The unit vector to follow instead of that of `wish`, a velocity relative to the ship's carrier, so that the
/// ship passes the first obstacle on its way; `None` for a free way. Meetings after `longest` seconds do not
/// count, nor those beyond the horizon of the pushes. `place` is the target of the ship.
#[inline(never)]
pub fn way_past(
    rules: &SteeringRules,
    circling: &[CirclingObstacle],
    ship: &Craft,
    wish: Vec3,
    place: Vec3,
    longest: f32,
) -> Option<Vec3> {
    let way = wish.try_normalize()?;
    let longest = rules.horizon_s.min(longest).max(0.0);
    let traveller = Traveller { place: ship.position, velocity: ship.carried + wish };
    let mut first: Option<(CircleApproach, f32)> = None;
    for one in circling {
        let touching = one.touching(ship);
        let gap = rules.clearance_radii * ship.hull.radius + rules.clearance_share * one.radius;
        if !one.may_pass(&traveller, longest, touching + gap) {
            continue;
        }
        let passing = one.passing(&traveller, longest);
        if passing.ahead <= 0.0 || !passing.is_before(first.as_ref()) {
            continue;
        }
        // If the place itself is nearer to the obstacle, the ship has to come nearer too.
        let place_then = place + ship.target_velocity * passing.ahead;
        let beside = place_then.distance(one.place(passing.ahead)) - 0.25 * ship.hull.radius;
        let wanted = (touching + gap).min(beside).max(touching);
        if passing.miss.length_squared() < wanted * wanted * TOLERATED {
            first = Some((passing, wanted));
        }
    }
    let (passing, wanted) = first?;
    Some(passing.turned(way, wish.length(), wanted))
}

/// The place to stand instead of `place` while an obstacle sweeps over that; `None` without one, and for a ship
/// that is still too far off.
#[inline(never)]
pub fn place_aside(
    rules: &SteeringRules,
    circling: &[CirclingObstacle],
    ship: &Craft,
    place: Vec3,
) -> Option<Vec3> {
    let longest = ASIDE_SHARE * rules.horizon_s;
    if !ship.arrive || place.distance(ship.position) > ship.limits.speed * longest {
        return None;
    }
    let traveller = Traveller { place, velocity: ship.target_velocity };
    let mut first: Option<(CircleApproach, f32)> = None;
    for one in circling {
        let wanted = one.touching(ship) + ASIDE_CLEARANCE * rules.clearance_radii * ship.hull.radius;
        if !one.may_pass(&traveller, longest, wanted) {
            continue;
        }
        // A place in the same ring moves on a circle too: an obstacle that turns with it is judged by its present
        // place.
        let longest = if one.goes_along(&traveller, longest, wanted) { 0.0 } else { longest };
        let passing = one.passing(&traveller, longest);
        if passing.is_before(first.as_ref()) && passing.miss.length_squared() < wanted * wanted {
            first = Some((passing, wanted));
        }
    }
    let (passing, wanted) = first?;
    let length = passing.miss.length();
    let outward = if length > HEAD_ON * wanted {
        -passing.miss / length
    } else {
        common_side(passing.relative.normalize_or(Vec3::X))
    };
    Some(place + outward * (wanted - length))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RADIUS: f32 = 100.0;

    fn on_circle(angle: f32) -> Vec3 {
        Vec3::new(libm::cosf(angle), libm::sinf(angle), 0.0) * RADIUS
    }

    /// A ball of radius 2 on a circle about the origin, at `angle` now.
    fn ball(angle: f32, rate: f32) -> CirclingObstacle {
        let spoke = on_circle(angle);
        let mut one = CirclingObstacle {
            radius: 2.0,
            before: spoke,
            after: spoke,
            drift: Vec3::ZERO,
            spoke,
            swing: Vec3::Z.cross(spoke),
            rate,
        };
        one.after = one.place(1.0 / 30.0);
        one
    }

    #[test]
    fn it_goes_round_its_circle() {
        let one = ball(0.3, 0.5);
        for ahead in [0.0_f32, 0.01, 0.5, 2.0, 9.0] {
            let angle = 0.3 + 0.5 * ahead;
            assert!(one.place(ahead).distance(on_circle(angle)) < 1.0e-3, "after {ahead} s");
            let moved = (one.place(ahead + 0.01) - one.place(ahead - 0.01)) / 0.02;
            assert!(one.velocity(ahead).distance(moved) < 0.1, "after {ahead} s");
        }
    }

    #[test]
    fn a_meeting_on_the_curve_is_found() {
        let rules = SteeringRules::default();
        for rate in [0.0_f32, 0.15, -0.15, 1.0] {
            // It comes to angle 0 after a second, and so does the ship.
            let one = ball(-rate, rate);
            let traveller = Traveller { place: Vec3::new(60.0, 0.0, 0.0), velocity: Vec3::X * 40.0 };
            assert!(one.may_pass(&traveller, rules.horizon_s, 3.0));
            let passing = one.passing(&traveller, rules.horizon_s);
            assert!((passing.ahead - 1.0).abs() < 0.02, "rate {rate}: {}", passing.ahead);
            assert!(passing.miss.length() < 0.5, "rate {rate}: {}", passing.miss);
        }
    }

    #[test]
    fn the_way_past_keeps_clear() {
        let rules = SteeringRules::default();
        for rate in [0.0_f32, 0.15, -0.15, 0.4] {
            for beside in [-2.0_f32, -0.5, 0.0, 0.1, 2.5] {
                let one = ball(-rate, rate);
                let position = Vec3::new(60.0, beside, 0.3 * beside);
                let mut ship = Craft::at(position, Vec3::X * 400.0, 1.0, 40.0);
                ship.velocity = Vec3::X * 40.0;
                let wish = Vec3::X * 40.0;
                let past = way_past(&rules, &[one], &ship, wish, ship.target, 60.0);
                let way = past.unwrap_or(Vec3::X);
                assert!((way.length() - 1.0).abs() < 1.0e-4);
                let nearest = (0..2000_u16)
                    .map(|step| f32::from(step) * 1.0e-3)
                    .map(|ahead| (position + way * (40.0 * ahead)).distance(one.place(ahead)))
                    .fold(f32::INFINITY, f32::min);
                assert!(nearest > 3.2, "rate {rate}, {beside} beside: comes within {nearest}");
                assert!(way.x > 0.9, "it turns no more than it must: {way}");
            }
        }
    }

    #[test]
    fn a_passing_body_turns_no_ship() {
        let rules = SteeringRules::default();
        let ship = Craft::at(Vec3::new(60.0, 0.0, 0.0), Vec3::X * 400.0, 1.0, 40.0);
        assert_eq!(way_past(&rules, &[ball(0.4, 0.1)], &ship, Vec3::X * 40.0, ship.target, 60.0), None);
        assert_eq!(way_past(&rules, &[ball(0.0, 0.0)], &ship, -Vec3::X * 40.0, ship.target, 60.0), None);
        assert_eq!(way_past(&rules, &[ball(0.0, 0.0)], &ship, Vec3::ZERO, ship.target, 60.0), None);
        assert_eq!(place_aside(&rules, &[ball(3.0, 0.1)], &ship, ship.position), None);
    }

    #[test]
    fn a_place_that_is_swept_over_is_left_for_a_while() {
        let rules = SteeringRules::default();
        for height in [0.0_f32, 0.5, -1.5] {
            let place = Vec3::new(RADIUS, 0.0, height);
            let ship = Craft::at(place, place, 1.0, 40.0);
            let one = ball(-0.2, 0.3);
            let aside = place_aside(&rules, &[one], &ship, place).expect("it is swept over soon");
            let nearest = (0..2000_u16)
                .map(|step| one.place(f32::from(step) * 1.0e-3).distance(aside))
                .fold(f32::INFINITY, f32::min);
            assert!(nearest > 3.3 && nearest < 4.0, "height {height}: {nearest}");
            assert_eq!(place_aside(&rules, &[ball(0.2, 0.3)], &ship, place), None, "it has passed");
        }
    }
}
