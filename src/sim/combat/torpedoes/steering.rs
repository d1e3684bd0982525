//! Steering of a torpedo: toward the predicted meeting with its target, round bodies, past friends.
//!
//! The method is that of `sim/steering`: a pull, deflected along the tangents of bodies in the way; pushes, of
//! which only the part across the way counts; all turn to the same side. The function of the pushes is shared,
//! because differences of places fit into floats. The pull is computed separately in doubles: a torpedo neither
//! brakes nor arrives, sees bodies a million kilometres ahead, and must meet its target within the radius of a
//! hull. It ignores foes other than its target.

use glam::{DVec3, Vec3};

use super::hulls::{Ball, Hulls, MovingHull};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::combat::turning::TurnRate;
use crate::sim::steering::SteeringRules;
use crate::sim::steering::forces::push::{Pushed, Pusher, sum_of_pushes};
use crate::sim::steering::turning::common_side;
use crate::sim::{BodyId, TargetId};

/// Ticks ahead within which bodies matter: two seconds of play.
const LOOK_TICKS: f64 = 60.0;
/// Ticks ahead within which friends matter. Hulls are small against the way of a tick: that is enough to
/// swerve.
const FRIENDS_TICKS: f64 = 8.0;
/// The gap that is kept from a body on the way past it, as a share of its radius.
const CLEARANCE_SHARE: f64 = 0.05;
/// Limit on the number of bodies for which the way is deflected.
const BENDS: usize = 3;
/// A target within this multiple of the torpedo's sharpest turning circle is too near for a turn.
const TURNING_ROOM: f64 = 1.1;
/// From a near target that is not ahead a torpedo flies away, to a distance of this many radii of that circle.
const RUN_UP: f64 = 3.0;
/// Cosine of the greatest angle from the heading that counts as ahead: 75 degrees.
const COS_AHEAD: f64 = 0.26;
/// Slack on the squared separation before a neighbour counts as too close.
const TOLERATED: f64 = 0.999;
/// A component across a unit vector below this counts as none.
const NO_SIDE: f64 = 1.0e-6;

/// A torpedo at the beginning of a tick. Lengths are km, times ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pilot {
    /// Position.
    pub place: DVec3,
    /// Heading, a unit vector.
    pub heading: DVec3,
    /// Motion of its carrier per tick.
    pub carried: DVec3,
    /// Motion under its own power per tick.
    pub reach: f64,
    /// Turn per tick, radians, at most half a turn.
    pub turn: f64,
    /// Bounding radius, km.
    pub radius_km: f64,
    /// Side.
    pub side: u16,
    /// Immune launcher.
    pub spared: Option<TargetId>,
    /// The body whose ground is the target; the goal is then the middle of the body.
    pub ground: Option<BodyId>,
}

/// The target of a torpedo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorpedoTarget {
    /// Position at the beginning of the tick, km.
    pub place: DVec3,
    /// Motion per tick, km.
    pub step: DVec3,
}

/// The surroundings of torpedoes.
#[derive(Clone, Copy, Debug)]
pub struct TorpedoSurroundings<'a> {
    /// Hulls and wrecks.
    pub hulls: &'a Hulls,
    /// The bodies of the sky.
    pub balls: &'a [Ball],
    /// The numbers of pushes.
    pub rules: &'a SteeringRules,
}

/// The flight of a torpedo in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorpedoCourse {
    /// Heading, a unit vector.
    pub heading: DVec3,
    /// Ticks until it meets its target; infinite: never.
    pub impact_ticks: f64,
}

/// Chooses the course of a torpedo for a tick. Without a goal it goes straight on.
pub fn course(pilot: &Pilot, goal: Option<&TorpedoTarget>, around: &TorpedoSurroundings) -> TorpedoCourse {
    let on = Pull { way: pilot.heading, ticks: f64::INFINITY, place: None };
    let pull = goal.map_or(on, |goal| pull(pilot, goal));
    let way = round_balls(pilot, &pull, around.balls);
    let way = past_friends(pilot, way, pull.ticks, around);
    let ground = around.balls.iter().find(|ball| Some(ball.body) == pilot.ground);
    let impact_ticks = ground.map_or(pull.ticks, |ball| ticks_to_ground(pilot, ball, pull.ticks));
    TorpedoCourse { heading: turned(pilot.heading, way, pilot.turn), impact_ticks }
}

/// Ticks until a torpedo touches the ground of a body whose middle it would meet after `ticks`. Relative to the
/// body its motion is straight and even.
fn ticks_to_ground(pilot: &Pilot, ball: &Ball, ticks: f64) -> f64 {
    let share = 1.0 - (ball.radius_km + pilot.radius_km) / ball.before.distance(pilot.place);
    if share > 0.0 { ticks * share } else { 0.0 }
}

/// The way under the target alone.
struct Pull {
    /// The unit vector to follow.
    way: DVec3,
    /// Ticks until they meet; infinite: never.
    ticks: f64,
    /// The meeting place relative to the torpedo, in the frame that carries it.
    place: Option<DVec3>,
}

/// Toward the predicted meeting; in pursuit of a target that it cannot meet; straight on while it cannot turn
/// there.
fn pull(pilot: &Pilot, goal: &TorpedoTarget) -> Pull {
    let (offset, step) = (goal.place - pilot.place, goal.step - pilot.carried);
    let ticks = meeting_ticks(offset, step, pilot.reach);
    let place = ticks.map(|ticks| offset + step * ticks);
    let aim = place.unwrap_or(offset);
    let way = if is_inside_turn(pilot, aim) { pilot.heading } else { aim.normalize_or(pilot.heading) };
    Pull { way, ticks: ticks.unwrap_or(f64::INFINITY), place }
}

/// Whether a place, relative to the torpedo, lies within its circle of sharpest turn, or near and not ahead.
/// Turning toward such a place the torpedo would circle it for ever. So it flies on until there is room, with a
/// margin: on the very edge of the circle it would circle as well.
fn is_inside_turn(pilot: &Pilot, aim: DVec3) -> bool {
    let (across, square) = (pilot.heading.cross(aim).length(), aim.length_squared());
    let is_near = square * pilot.turn * pilot.turn < RUN_UP * RUN_UP * pilot.reach * pilot.reach;
    if is_near && pilot.heading.dot(aim) < COS_AHEAD * square.sqrt() {
        return true;
    }
    // Seen at an angle a to the heading, the circle of radius r begins at 2 r sin(a).
    let is_inside = square * pilot.turn < 2.0 * TURNING_ROOM * pilot.reach * across;
    let is_ahead = pilot.heading.dot(aim) > 0.0 && across * across <= square * pilot.turn * pilot.turn;
    is_inside && !is_ahead
}

/// Ticks until a flyer that makes `reach` in a tick can first meet a thing at `offset` that moves by `step`:
/// the smaller positive root of |offset + step t| = reach t.
pub fn meeting_ticks(offset: DVec3, step: DVec3, reach: f64) -> Option<f64> {
    let slower_by = reach * reach - step.length_squared();
    let fleeing = offset.dot(step);
    let discriminant = fleeing * fleeing + slower_by * offset.length_squared();
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    // Both forms give the same root; each is used where it does not cancel.
    let ticks =
        if fleeing > 0.0 { (fleeing + root) / slower_by } else { offset.length_squared() / (root - fleeing) };
    (ticks.is_finite() && ticks > 0.0).then_some(ticks)
}

/// The way, deflected along the tangents of bodies in it, up to the meeting with the target. The body whose ground
/// is the target is no obstacle.
fn round_balls(pilot: &Pilot, pull: &Pull, balls: &[Ball]) -> DVec3 {
    let longest = pull.ticks.min(LOOK_TICKS);
    let mut way = pull.way;
    for _ in 0..BENDS {
        let others = balls.iter().filter(|ball| Some(ball.body) != pilot.ground);
        let obstacles = others.filter_map(|ball| obstacle(pilot, ball, way, longest, pull.place));
        match obstacles.min_by(|one, other| one.passing.total_cmp(&other.passing)) {
            Some(obstacle) => way = obstacle.tangent(way),
            None => break,
        }
    }
    way
}

/// A body in the way.
struct BodyAhead {
    /// From the torpedo to the body's centre at the passage.
    offset: DVec3,
    /// Preferred distance from its centre.
    radius: f64,
    /// Time of the passage, ticks from now.
    passing: f64,
}

fn obstacle(pilot: &Pilot, ball: &Ball, way: DVec3, longest: f64, goal: Option<DVec3>) -> Option<BodyAhead> {
    let (start, step) = (ball.before - pilot.place, ball.step - pilot.carried);
    let solid = ball.radius_km + pilot.radius_km;
    let wanted = solid + CLEARANCE_SHARE * ball.radius_km;
    // The sum of the coordinates is no less than the length, and needs no root.
    let far = wanted + (pilot.reach + step.abs().element_sum()) * longest;
    if start.length_squared() > far * far {
        return None;
    }
    // Position and time of the passage depend on each other: two iterations suffice.
    let (mut passing, mut offset) = (0.0, start);
    for _ in 0..2 {
        passing = (offset.dot(way) / pilot.reach).clamp(0.0, longest);
        offset = start + step * passing;
    }
    // A target that is nearer to the body than the gap lets the torpedo come as near.
    let beside_goal = goal.map_or(f64::INFINITY, |goal| offset.distance(goal));
    let radius = wanted.min(beside_goal).max(solid);
    let miss = offset - way * (pilot.reach * passing);
    let is_leaving = offset.dot(way) <= 0.0;
    let is_free = is_leaving || miss.length_squared() >= radius * radius * TOLERATED;
    (!is_free).then_some(BodyAhead { offset, radius, passing })
}

impl BodyAhead {
    /// The unit vector nearest to `way` that leaves the body aside.
    fn tangent(&self, way: DVec3) -> DVec3 {
        let distance = self.offset.length();
        let Some(toward) = self.offset.try_normalize() else { return way };
        let sideways = side_of(toward, way);
        if distance <= self.radius {
            // Inside the gap that is kept: along the surface, and a little outward.
            return (sideways - toward * 0.1).normalize_or(sideways);
        }
        let sine = self.radius / distance;
        toward * (1.0 - sine * sine).max(0.0).sqrt() + sideways * sine
    }
}

/// The unit component of `way` across the unit vector `toward`; the common side if there is none.
fn side_of(toward: DVec3, way: DVec3) -> DVec3 {
    let across = way - toward * toward.dot(way);
    if across.length_squared() > NO_SIDE * NO_SIDE {
        return across.normalize_or(DVec3::X);
    }
    let side = common_side(toward.as_vec3()).as_dvec3();
    (side - toward * toward.dot(side)).normalize_or(DVec3::X)
}

/// The way, pushed aside by friends that it would pass too closely before the meeting with the target.
fn past_friends(pilot: &Pilot, way: DVec3, ticks: f64, around: &TorpedoSurroundings) -> DVec3 {
    let look_km = pilot.reach * ticks.min(FRIENDS_TICKS);
    let pushed = Pushed {
        place: Vec3::ZERO,
        way: way.as_vec3(),
        intended: (way * (pilot.reach * TICKS_PER_SECOND)).as_vec3(),
        radius: pilot.radius_km as f32,
    };
    let near = around.hulls.between(pilot.place, pilot.place + way * look_km, 0.0).iter();
    let pushers = near.filter(|hull| is_heeded(pilot, hull)).filter_map(|hull| {
        let offset = hull.before - pilot.place;
        let (along, bound_km) = (offset.dot(way), hull.bound_km());
        let far = look_km + bound_km;
        if along < -bound_km || along > look_km || offset.length_squared() > far * far {
            return None;
        }
        let intended = ((hull.step - pilot.carried) * TICKS_PER_SECOND).as_vec3();
        Some(Pusher::new(offset.as_vec3(), bound_km as f32, intended))
    });
    let sum = sum_of_pushes(around.rules, &pushed, pushers).as_dvec3();
    (way + sum - way * way.dot(sum)).normalize_or(way)
}

/// Whether a torpedo gives way to a hull: to friends, but not to its launcher.
fn is_heeded(pilot: &Pilot, hull: &MovingHull) -> bool {
    hull.living.is_some_and(|living| living.side == pilot.side && Some(living.mark) != pilot.spared)
}

/// A heading that has turned toward a way, by `turn` radians at most. Both are unit vectors, and so is the result.
pub fn turned(heading: DVec3, way: DVec3, turn: f64) -> DVec3 {
    TurnRate::new(turn).turned(heading, way, || side_of(heading, way))
}

#[cfg(test)]
mod tests {
    use super::super::super::colliders::moving::ColliderFrame;
    use super::super::hulls::Living;
    use super::*;
    use crate::sim::ids::ShipId;

    /// Ticks for which the fuel lasts.
    const FUEL_TICKS: u32 = 180;
    const RADIUS_KM: f64 = 400.0;

    fn pilot() -> Pilot {
        Pilot {
            place: DVec3::ZERO,
            heading: DVec3::X,
            carried: DVec3::ZERO,
            reach: 20_000.0,
            turn: 0.087,
            radius_km: 50.0,
            side: 0,
            spared: None,
            ground: None,
        }
    }

    fn ball(place: DVec3, step: DVec3) -> Ball {
        Ball { body: BodyId(0), before: place, step, radius_km: 340_000.0 }
    }

    fn friend(place: DVec3, step: DVec3) -> MovingHull {
        let mark = TargetId::Ship(ShipId(3));
        let living = Some(Living { member: 3, mark, side: 0 });
        MovingHull { living, before: place, step, half_axis: DVec3::ZERO, radius_km: RADIUS_KM }
    }

    /// The end of a flight.
    #[derive(Debug, PartialEq)]
    enum End {
        Hit(u32),
        Body,
        Friend,
        Fuel,
    }

    /// Flies until a contact or the end of the fuel, under constant conditions; `look` sees the headings before
    /// and after each tick.
    fn fly(
        goal: TorpedoTarget,
        bodies: &[Ball],
        friends: &[MovingHull],
        mut look: impl FnMut(DVec3, DVec3),
    ) -> End {
        let (mut pilot, mut goal) = (pilot(), goal);
        let (mut bodies, mut friends) = (bodies.to_vec(), friends.to_vec());
        let rules = SteeringRules::default();
        for tick in 0..FUEL_TICKS {
            let mut hulls = Hulls::default();
            hulls.fill(ColliderFrame::default(), &[], friends.iter().copied());
            let around = TorpedoSurroundings { hulls: &hulls, balls: &bodies, rules: &rules };
            let course = course(&pilot, Some(&goal), &around);
            look(pilot.heading, course.heading);
            let to = pilot.place + pilot.carried + course.heading * pilot.reach;
            let target =
                MovingHull { before: goal.place, step: goal.step, ..friend(DVec3::ZERO, DVec3::ZERO) };
            if bodies.iter().any(|ball| ball.touched_by(pilot.place, to, pilot.radius_km).is_some()) {
                return End::Body;
            }
            if friends.iter().any(|hull| hull.touched_by(pilot.place, to, pilot.radius_km).is_some()) {
                return End::Friend;
            }
            if target.touched_by(pilot.place, to, pilot.radius_km).is_some() {
                return End::Hit(tick);
            }
            (pilot.place, pilot.heading) = (to, course.heading);
            goal.place += goal.step;
            bodies.iter_mut().for_each(|ball| ball.before += ball.step);
            friends.iter_mut().for_each(|hull| hull.before += hull.step);
        }
        End::Fuel
    }

    #[test]
    fn slower_targets_are_reached_and_faster_ones_are_not() {
        let place = DVec3::new(400_000.0, 200_000.0, -50_000.0);
        let slow = TorpedoTarget { place, step: DVec3::new(8_000.0, 9_000.0, 3_000.0) };
        let end = fly(slow, &[], &[], |_, _| ());
        assert!(matches!(end, End::Hit(20..=100)), "{end:?}");
        let fast = TorpedoTarget { place, step: DVec3::new(18_000.0, 9_500.0, 3_000.0) };
        assert_eq!(fly(fast, &[], &[], |_, _| ()), End::Fuel);
    }

    #[test]
    fn one_behind_it_is_reached_by_turning_no_faster_than_it_can() {
        let goal =
            TorpedoTarget { place: DVec3::new(-900_000.0, 10.0, 5.0), step: DVec3::new(0.0, 3_000.0, 0.0) };
        let mut sharpest = 1.0_f64;
        let end = fly(goal, &[], &[], |before, after| sharpest = sharpest.min(before.dot(after)));
        assert!(matches!(end, End::Hit(_)), "{end:?}");
        assert!(sharpest >= libm::cos(pilot().turn) - 1.0e-12, "{sharpest}");
        assert!(sharpest < 0.9999, "it had to turn");
    }

    #[test]
    fn one_within_its_turning_circle_is_reached_and_not_circled() {
        for place in [DVec3::Y * 300_000.0, DVec3::new(-50_000.0, 0.0, 100_000.0)] {
            let end = fly(TorpedoTarget { place, step: DVec3::Y * 500.0 }, &[], &[], |_, _| ());
            assert!(matches!(end, End::Hit(_)), "{place}: {end:?}");
        }
    }

    #[test]
    fn a_torpedo_goes_round_a_planet_to_a_target_behind_it() {
        for aside in [0.0, 10_000.0, -250_000.0] {
            let goal = TorpedoTarget { place: DVec3::new(2_000_000.0, aside, 0.0), step: DVec3::ZERO };
            for step in [DVec3::ZERO, DVec3::new(0.0, 2_000.0, 0.0)] {
                let end = fly(goal, &[ball(DVec3::X * 1_000_000.0, step)], &[], |_, _| ());
                assert!(matches!(end, End::Hit(_)), "{aside} {step}: {end:?}");
            }
        }
    }

    #[test]
    fn the_ground_that_it_is_to_hit_is_not_flown_round() {
        let hulls = Hulls::default();
        let rules = SteeringRules::default();
        let (center, step) = (DVec3::new(600_000.0, 500_000.0, 0.0), DVec3::new(1_000.0, -2_000.0, 500.0));
        let moon = Ball {
            body: BodyId(1),
            radius_km: 50_000.0,
            ..ball(DVec3::new(150_000.0, 130_000.0, 0.0), step)
        };
        let mut balls = [ball(center, step), moon];
        let mut pilot = Pilot { ground: Some(BodyId(0)), ..pilot() };
        let mut forecast = f64::INFINITY;
        for tick in 0..FUEL_TICKS {
            let goal = TorpedoTarget { place: balls[0].before, step };
            let course = course(
                &pilot,
                Some(&goal),
                &TorpedoSurroundings { hulls: &hulls, balls: &balls, rules: &rules },
            );
            let to = pilot.place + pilot.carried + course.heading * pilot.reach;
            let touches = |ball: &Ball| ball.touched_by(pilot.place, to, pilot.radius_km).is_some();
            assert!(!touches(&balls[1]), "it goes round the moon");
            if touches(&balls[0]) {
                assert!(tick > 10 && course.impact_ticks < 1.01, "{tick} {}", course.impact_ticks);
                return;
            }
            assert!(course.impact_ticks > 0.99 && course.impact_ticks < forecast, "tick {tick}");
            forecast = course.impact_ticks;
            (pilot.place, pilot.heading) = (to, course.heading);
            balls.iter_mut().for_each(|ball| ball.before += ball.step);
        }
        panic!("it never comes down");
    }

    #[test]
    fn it_swerves_past_friends_and_hits_all_the_same() {
        let goal = TorpedoTarget { place: DVec3::X * 800_000.0, step: DVec3::ZERO };
        for (place, step) in [
            (DVec3::new(100_000.0, 10.0, 0.0), DVec3::ZERO),
            (DVec3::new(150_000.0, 0.0, 0.0), DVec3::X * -5_000.0),
            (DVec3::new(120_000.0, -30_000.0, 0.0), DVec3::Y * 5_000.0),
        ] {
            let end = fly(goal, &[], &[friend(place, step)], |_, _| ());
            assert!(matches!(end, End::Hit(_)), "{place}: {end:?}");
        }
    }

    #[test]
    fn meetings_are_where_both_are() {
        let offset = DVec3::new(300.0, -40.0, 7.0);
        for step in [DVec3::ZERO, DVec3::new(3.0, 8.0, 1.0), DVec3::new(-30.0, 2.0, 0.0), DVec3::X * -10.0] {
            let ticks = meeting_ticks(offset, step, 10.0).expect("they meet");
            assert!(((offset + step * ticks).length() - 10.0 * ticks).abs() < 1.0e-9, "{step}");
        }
        assert_eq!(meeting_ticks(DVec3::X * 300.0, DVec3::X * 10.0, 10.0), None, "as fast, and away");
        assert_eq!(meeting_ticks(offset, offset.normalize() * 12.0, 10.0), None, "faster, and away");
        assert_eq!(meeting_ticks(offset, DVec3::Y * 30.0, 10.0), None, "faster, and past");
    }

    #[test]
    fn a_torpedo_turns_to_a_target_right_behind_it() {
        let first = turned(DVec3::X, -DVec3::X, 0.2);
        assert!((first.dot(DVec3::X) - libm::cos(0.2)).abs() < 1.0e-12);
        assert_eq!(turned(DVec3::X, DVec3::Y, std::f64::consts::PI), DVec3::Y);
    }
}
