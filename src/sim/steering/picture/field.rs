//! The field of steering: the pull, the pushes and the way of one ship, if it stood elsewhere. For drawing
//! and for tests; steering itself never asks.
//!
//! At another place a ship is assumed to fly as its target alone demands, unhindered until then. All others keep
//! their places and motion: a field line shows one moment, not a future.

use glam::Vec3;

use crate::sim::steering::SteeringRules;
use crate::sim::steering::crowd::{Craft, Crowd, Hull};
use crate::sim::steering::forces::pull;
use crate::sim::steering::forces::pull::Pull;
use crate::sim::steering::forces::push;
use crate::sim::steering::forces::push::{Pushed, Pusher};
use crate::sim::steering::grid::Grids;
use crate::sim::steering::hulls::hull;
use crate::sim::steering::neighbours::Neighbours;
use crate::sim::steering::obstacles::BODY_SKIN;
use crate::sim::steering::obstacles::bodies::Bodies;
use crate::sim::steering::step::{LARGE_RADII, NOTICED_SIZE};

/// The pull on a craft at its place: the unit vector toward its target, times the desired speed as a share of its
/// greatest. Zero for a craft at a still target.
#[must_use]
pub fn pull_at(rules: &SteeringRules, bodies: &Bodies, craft: &Craft) -> Vec3 {
    let pull = pull::pull(rules, bodies, craft);
    pull.way * (pull.speed / craft.limits.speed.max(f32::MIN_POSITIVE))
}

/// The field of one moment. Making it costs about as much as the pull of a step.
pub struct Field<'a> {
    rules: &'a SteeringRules,
    crowd: &'a Crowd,
    bodies: &'a Bodies,
    /// The velocity that each ship is taken to intend, in the crowd's order.
    intended: Vec<Vec3>,
    grids: Grids,
    /// Positions of the ships, by their seats in the grids.
    places: Vec<Vec3>,
}

impl<'a> Field<'a> {
    /// The field of a crowd, with `bodies` as its next step will see them.
    #[must_use]
    pub fn new(rules: &'a SteeringRules, crowd: &'a Crowd, bodies: &'a Bodies) -> Self {
        let intended = (0..crowd.len()).map(|ship| intended(rules, bodies, &crowd.craft(ship))).collect();
        let bounds: Vec<f32> = crowd.hulls.iter().map(Hull::bound).collect();
        let mut grids = Grids::default();
        grids.rebuild(&crowd.positions, &bounds, rules.look_radii);
        let places: Vec<Vec3> = grids.ships.iter().map(|&ship| crowd.positions[ship as usize]).collect();
        Self { rules, crowd, bodies, intended, grids, places }
    }

    /// The sum of the pushes on a ship if its centre were at `place`, before they are cut to what counts: a
    /// push of 1 is as strong as the pull. `ship` is an index of the crowd.
    #[must_use]
    pub fn pushes_at(&self, ship: usize, place: Vec3) -> Vec3 {
        let (craft, pull) = self.standing_at(ship, place);
        self.pushes_on(ship, &craft, &pull)
    }

    /// The direction in which a ship would fly from `place`, a unit vector: its pull, turned aside by the pushes.
    /// Zero for no desired motion.
    #[must_use]
    pub fn way_at(&self, ship: usize, place: Vec3) -> Vec3 {
        let (craft, pull) = self.standing_at(ship, place);
        self.way_of(ship, &craft, &pull)
    }

    /// Whether a ship's hull could be at `place`, whichever way it points, without being in a body.
    #[must_use]
    pub fn is_free(&self, ship: usize, place: Vec3) -> bool {
        let bound = self.crowd.hulls[ship].bound();
        let mut bodies = self.bodies.befores.iter().zip(&self.bodies.radii);
        bodies.all(|(center, radius)| center.distance(place) >= (radius + bound) * (1.0 + BODY_SKIN))
    }

    /// Follows the field for a ship from `from`, `step` at a time, until the target or for `most_steps`. The line
    /// replaces the content of `points`, its first point `from`; a line that reached the target, or the nearest
    /// reachable place on a body, ends exactly there.
    pub fn line(&self, ship: usize, from: Vec3, step: f32, most_steps: usize, points: &mut Vec<Vec3>) {
        points.clear();
        points.push(from);
        let mut place = from;
        for _ in 0..most_steps {
            let (craft, pull) = self.standing_at(ship, place);
            if pull.to_place.length() <= step {
                points.push(place + pull.to_place);
                break;
            }
            let way = self.way_of(ship, &craft, &pull);
            if way == Vec3::ZERO {
                break;
            }
            place += way * step;
            points.push(place);
        }
    }

    /// The ship as if it were at a place and flew as its target alone demands, and that pull.
    fn standing_at(&self, ship: usize, place: Vec3) -> (Craft, Pull) {
        let mut craft = self.crowd.craft(ship);
        craft.position = place;
        craft.heading = (craft.target - place).normalize_or(craft.heading);
        craft.velocity = craft.heading * craft.limits.speed;
        craft.holding = false;
        craft.impatience = 0.0;
        let pull = pull::pull(self.rules, self.bodies, &craft);
        craft.heading = pull.way.normalize_or(craft.heading);
        craft.velocity = pull.way * pull.speed;
        (craft, pull)
    }

    /// Pushes turn a ship aside; they neither drive nor brake it.
    fn way_of(&self, ship: usize, craft: &Craft, pull: &Pull) -> Vec3 {
        if pull.speed <= 0.0 {
            return Vec3::ZERO;
        }
        let pushes = self.pushes_on(ship, craft, pull);
        let across = pushes - pull.way * pushes.dot(pull.way);
        (pull.way + across).normalize_or(pull.way)
    }

    /// The sum of the pushes of all neighbours; a step chooses the neighbours in the same way.
    fn pushes_on(&self, ship: usize, craft: &Craft, pull: &Pull) -> Vec3 {
        let (place, radius) = (craft.position, craft.hull.radius);
        let axis = craft.heading * craft.hull.half_length;
        let intended = craft.carried + craft.velocity;
        let pushed = Pushed { place: Vec3::ZERO, way: pull.way, intended, radius };
        let mut near = Neighbours::room(self.rules.company);
        let mut sum = Vec3::ZERO;
        for level in self.grids.levels() {
            if level.largest < NOTICED_SIZE * radius {
                continue;
            }
            let look = self.rules.look_radii * radius.max(level.largest.min(LARGE_RADII * radius));
            let reach = craft.hull.bound() + level.largest + look;
            near.look_anew(reach, level.expected_within(place, reach));
            level.visit(place, near.reach(), |run| near.look_at(place, &self.places, run));
            near.look_less_far();
            let others = near.iter().map(|&(seat, _)| self.grids.ships[seat as usize] as usize);
            let others = others.filter(|other| *other != ship);
            let pushers = others.map(|other| self.pusher(other, place, axis));
            sum += push::sum_of_pushes(self.rules, &pushed, pushers);
        }
        sum
    }

    /// Another ship as seen from the ship's place, from hull axis to hull axis.
    fn pusher(&self, other: usize, place: Vec3, axis: Vec3) -> Pusher {
        let shape = self.crowd.hulls[other];
        let other_axis = self.crowd.headings[other] * shape.half_length;
        let offset = hull::nearest_offset(self.crowd.positions[other] - place, axis, other_axis);
        Pusher::new(offset, shape.radius, self.intended[other])
    }
}

/// The presumed intention of a ship: half of its motion and half of its wish, as in a step.
fn intended(rules: &SteeringRules, bodies: &Bodies, craft: &Craft) -> Vec3 {
    let pull = pull::pull(rules, bodies, craft);
    let is_off = pull.to_place.length() > rules.release_radii * craft.hull.radius;
    let is_waiting = craft.holding && is_off && !pull.stands_aside;
    let speed = if is_waiting { 0.0 } else { pull.speed };
    craft.carried + (craft.velocity + pull.way * speed) * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::steering::Steering;

    const STEP_S: f32 = 1.0 / 30.0;

    /// Balls of radius 1 at full speed, 4, toward their targets.
    fn under_way(ways: &[(Vec3, Vec3)]) -> Crowd {
        let mut crowd = Crowd::new();
        for &(at, target) in ways {
            let mut craft = Craft::at(at, target, 1.0, 4.0);
            craft.velocity = craft.heading * 4.0;
            crowd.push(&craft);
        }
        crowd
    }

    fn line_of(field: &Field<'_>, from: Vec3) -> Vec<Vec3> {
        let mut points = vec![Vec3::NAN];
        field.line(0, from, 0.5, 600, &mut points);
        points
    }

    #[test]
    fn with_nobody_else_a_line_leads_straight_to_the_target() {
        let (rules, bodies) = (SteeringRules::default(), Bodies::new());
        let target = Vec3::new(20.0, 0.0, 0.0);
        let crowd = under_way(&[(Vec3::new(-20.0, 0.0, 0.0), target)]);
        let field = Field::new(&rules, &crowd, &bodies);
        let from = Vec3::new(-10.0, 6.0, -3.0);
        let points = line_of(&field, from);
        let way = (target - from).normalize();
        assert_eq!(points[0], from);
        assert!(points.last().expect("a line").distance(target) < 1.0e-3);
        for point in points {
            let beside = (point - from).cross(way).length();
            assert!(beside < 1.0e-3, "{point} is {beside} beside the straight way");
        }
        assert_eq!(field.way_at(0, target), Vec3::ZERO);
    }

    #[test]
    fn lines_lead_round_a_body() {
        let rules = SteeringRules::default();
        let mut bodies = Bodies::new();
        bodies.add(10.0, STEP_S, |_| Vec3::ZERO);
        let target = Vec3::new(40.0, 0.0, 0.0);
        let crowd = under_way(&[(Vec3::new(-40.0, 0.0, 0.0), target)]);
        let field = Field::new(&rules, &crowd, &bodies);
        assert!(!field.is_free(0, Vec3::X * 10.5) && field.is_free(0, Vec3::X * 11.5));
        for height in [-9.0_f32, -2.0, 0.0, 0.4, 7.0, 13.0] {
            let points = line_of(&field, Vec3::new(-35.0, height, 0.5 * height));
            assert!(points.last().expect("a line").distance(target) < 1.0e-3, "from {height}");
            for point in points {
                assert!(field.is_free(0, point), "from {height}: {point} is in the body");
            }
        }
    }

    #[test]
    fn who_comes_close_abreast_pushes_away() {
        let (rules, bodies) = (SteeringRules::default(), Bodies::new());
        let place = Vec3::ZERO;
        for side in [1.0_f32, -1.0] {
            let other = Vec3::new(0.0, 2.4 * side, 0.0);
            let crossing = Vec3::new(40.0, -17.6 * side, 0.0);
            let crowd = under_way(&[(place, Vec3::X * 40.0), (other, crossing)]);
            let field = Field::new(&rules, &crowd, &bodies);
            let push = field.pushes_at(0, place);
            assert!(push.dot(other) < 0.0, "{push} leads to the other at {other}");
            assert_eq!(field.pushes_at(0, Vec3::new(0.0, 0.0, 90.0)), Vec3::ZERO);
        }
    }

    #[test]
    fn where_a_ship_is_the_field_is_what_the_next_step_finds() {
        let (rules, bodies) = (SteeringRules::default(), Bodies::new());
        let mut crowd = under_way(&[
            (Vec3::ZERO, Vec3::X * 40.0),
            (Vec3::new(5.0, 0.5, 0.0), Vec3::new(-35.0, 0.5, 0.0)),
            (Vec3::new(0.0, 3.0, 1.0), Vec3::new(40.0, -12.0, 1.0)),
        ]);
        let expected: Vec<Vec3> = {
            let field = Field::new(&rules, &crowd, &bodies);
            (0..crowd.len()).map(|ship| field.pushes_at(ship, crowd.positions[ship])).collect()
        };
        assert!(expected.iter().any(|push| push.length() > 0.1), "{expected:?}");
        Steering::new(rules, 1).step(&mut crowd, &bodies, STEP_S);
        for (found, expected) in crowd.pushes.iter().zip(&expected) {
            assert!(found.distance(*expected) < 1.0e-3, "{found}, not {expected}");
        }
    }

    #[test]
    fn the_pull_is_a_share_of_the_greatest_speed() {
        let (rules, bodies) = (SteeringRules::default(), Bodies::new());
        let craft = Craft::at(Vec3::ZERO, Vec3::X * 40.0, 1.0, 4.0);
        assert!(pull_at(&rules, &bodies, &craft).distance(Vec3::X) < 1.0e-6);
        let near = Craft::at(Vec3::ZERO, Vec3::X * 0.1, 1.0, 4.0);
        assert!(pull_at(&rules, &bodies, &near).length() < 0.5);
        let there = Craft::at(Vec3::ZERO, Vec3::ZERO, 1.0, 4.0);
        assert_eq!(pull_at(&rules, &bodies, &there), Vec3::ZERO);
    }
}
