//! Steering of a torpedo: toward the predicted meeting with its target, round bodies, past friends.
//!
//! The method is that of `sim/steering`: a pull, deflected along the tangents of bodies in the way; pushes, of
//! which only the part across the way counts; all turn to the same side. The function of the pushes is shared,
//! because differences of places fit into floats. The pull is computed separately in doubles: a torpedo neither
//! brakes nor arrives, sees bodies a million kilometres ahead, and must meet its target within the radius of a
//! hull. It ignores foes other than its target.

use glam::{DVec3, Vec3};

use super::detour::{round_balls, side_of};
use super::hulls::{Ball, Hulls, MovingHull};
use super::pilot::{Pilot, TorpedoTarget};
use super::pursuit::{Pull, pull};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::combat::turning::TurnRate;
use crate::sim::steering::SteeringRules;
use crate::sim::steering::forces::push::{Pushed, Pusher, sum_of_pushes};

/// Ticks ahead within which friends matter. Hulls are small against the way of a tick: that is enough to
/// swerve.
const FRIENDS_TICKS: f64 = 8.0;

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
    use crate::sim::ids::{BodyId, ShipId, TargetId};

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
    fn a_torpedo_turns_to_a_target_right_behind_it() {
        let first = turned(DVec3::X, -DVec3::X, 0.2);
        assert!((first.dot(DVec3::X) - libm::cos(0.2)).abs() < 1.0e-12);
        assert_eq!(turned(DVec3::X, DVec3::Y, std::f64::consts::PI), DVec3::Y);
    }
}
