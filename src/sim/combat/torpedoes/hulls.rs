//! The hulls, wrecks and bodies that torpedoes may touch, with their motion in this tick.
//!
//! Neighbours of a place come from a list that is sorted along one axis. The physics engine finds the first
//! contact, in [`MovingColliders`]; bodies are few and large, and are tested in doubles. The list may contain some
//! hulls too many, but never lacks one that could be touched.

use glam::DVec3;

use crate::sim::combat::Combatant;
use crate::sim::combat::colliders::moving::{ColliderFrame, MovingCapsule, MovingColliders};
use crate::sim::combat::wrecks::Wreck;
use crate::sim::spatial::touch::{first_touch_of_ball, gap_km};
use crate::sim::{BodyId, Sky, TargetId};

/// A solid that moves in this tick, and that torpedoes may touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingHull {
    /// The ship or structure; `None` for a wreck.
    pub living: Option<Living>,
    /// Position of the middle at the beginning of the tick, km.
    pub before: DVec3,
    /// Motion in the tick, km.
    pub step: DVec3,
    /// From its middle to an end of its axis at the end of the tick, km. Within a tick it is taken not to turn.
    pub half_axis: DVec3,
    /// Radius about its axis, km.
    pub radius_km: f64,
}

/// The ship or structure of a hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Living {
    /// Place in [`Battlefields::members`](crate::sim::combat::Battlefields::members).
    pub member: usize,
    /// The ship or structure.
    pub mark: TargetId,
    /// Side.
    pub side: u16,
}

impl MovingHull {
    /// The hull of a combatant, at a place in
    /// [`Battlefields::members`](crate::sim::combat::Battlefields::members).
    pub fn of(member: usize, one: &Combatant) -> Self {
        Self {
            living: Some(Living { member, mark: one.mark, side: one.side }),
            before: one.position - one.step,
            step: one.step,
            half_axis: one.heading * one.half_length_km,
            radius_km: one.radius_km,
        }
    }

    /// Bounding radius, km.
    pub fn bound_km(&self) -> f64 {
        self.radius_km + self.half_axis.length()
    }

    /// Whether it is this unit's hull.
    pub fn is(&self, mark: TargetId) -> bool {
        self.living.is_some_and(|living| living.mark == mark)
    }

    /// Motion through the tick.
    pub fn capsule(&self) -> MovingCapsule {
        MovingCapsule {
            from: self.before,
            way: self.step,
            half_axis: self.half_axis,
            radius_km: self.radius_km,
        }
    }

    /// Distance of a place from the surface after a share of the tick, km.
    pub fn gap_km(&self, place: DVec3, share: f64) -> f64 {
        gap_km(place - self.before - self.step * share, self.half_axis, self.radius_km)
    }
}

/// A piece of a wreck: it moves with its body; its drift in a tick is less than its size.
pub(in crate::sim) fn of_wreck(wreck: &Wreck, sky: &Sky) -> MovingHull {
    let step = wreck.body.and_then(|body| Ball::of(sky, body)).map_or(DVec3::ZERO, |ball| ball.step);
    MovingHull {
        living: None,
        before: wreck.position(sky) - step,
        step,
        half_axis: DVec3::ZERO,
        radius_km: wreck.radius_km,
    }
}

/// A body of the sky.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// The body.
    pub body: BodyId,
    /// Position at the beginning of the tick, km.
    pub before: DVec3,
    /// Motion in the tick, km.
    pub step: DVec3,
    /// Radius, km.
    pub radius_km: f64,
}

impl Ball {
    /// A body; `None` for an unknown number.
    pub fn of(sky: &Sky, body: BodyId) -> Option<Self> {
        let (before, now) = (sky.before.get(body)?.position, sky.now.get(body)?.position);
        let radius_km = sky.system.bodies.get(body)?.displayed_radius_km;
        Some(Self { body, before, step: now - before, radius_km })
    }

    /// The share of the tick after which a ball of `radius_km` that flies straight from one place to another
    /// touches it.
    pub fn touched_by(&self, from: DVec3, to: DVec3, radius_km: f64) -> Option<f64> {
        first_touch_of_ball(from - self.before, to - from - self.step, self.radius_km + radius_km)
    }

    /// Whether it lies between two places at the end of the tick.
    pub fn hides(&self, from: DVec3, to: DVec3) -> bool {
        first_touch_of_ball(from - self.before - self.step, to - from, self.radius_km).is_some()
    }
}

/// Hulls, sorted by position along the first axis.
#[derive(Clone, Debug, Default)]
pub struct Hulls {
    all: Vec<MovingHull>,
    /// Greatest distance of any part of a hull from the hull's starting place within this tick, km.
    farthest_km: f64,
    /// The hulls in the same order, as colliders of the engine.
    colliders: MovingColliders,
}

impl Hulls {
    /// Empties the list, and keeps the memory.
    pub fn clear(&mut self) {
        self.all.clear();
        self.farthest_km = 0.0;
        self.colliders.clear();
    }

    /// Fills the list with the members of all battlefields, and wrecks. `frame` is the origin of the engine's
    /// floats.
    pub fn fill(
        &mut self,
        frame: ColliderFrame,
        members: &[Combatant],
        wrecks: impl Iterator<Item = MovingHull>,
    ) {
        self.clear();
        self.all.extend(members.iter().enumerate().map(|(at, one)| MovingHull::of(at, one)));
        self.all.extend(wrecks);
        // Wrecks at the same place may come in any order: they are interchangeable.
        let number = |hull: &MovingHull| hull.living.map_or(usize::MAX, |living| living.member);
        self.all.sort_unstable_by(|one, other| {
            one.before.x.total_cmp(&other.before.x).then(number(one).cmp(&number(other)))
        });
        let reach = |hull: &MovingHull| hull.bound_km() + hull.step.length();
        self.farthest_km = self.all.iter().map(reach).fold(0.0, f64::max);
        self.colliders.fill(frame, self.all.iter().map(MovingHull::capsule));
    }

    /// The first hull that a ball touches on its way through the tick, and the share of the tick at that moment.
    /// Of simultaneous contacts the lower index counts. The ball passes the hull of `spared`.
    pub fn first_touched(
        &self,
        ball: &MovingCapsule,
        spared: Option<TargetId>,
    ) -> Option<(&MovingHull, f64)> {
        let is = |at: usize, mark: TargetId| self.all.get(at).is_some_and(|hull| hull.is(mark));
        let (at, share) = self.colliders.first_touched(ball, |at| spared.is_some_and(|mark| is(at, mark)))?;
        Some((self.all.get(at)?, share))
    }

    /// All hulls that may be within a margin of the straight way between two places at some time of this tick, and
    /// a few more.
    pub fn between(&self, one: DVec3, other: DVec3, margin_km: f64) -> &[MovingHull] {
        let margin_km = margin_km + self.farthest_km;
        let (low, high) = (one.x.min(other.x) - margin_km, one.x.max(other.x) + margin_km);
        let first = self.all.partition_point(|hull| hull.before.x < low);
        let end = self.all.partition_point(|hull| hull.before.x <= high);
        self.all.get(first..end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hull(x: f64, step: DVec3) -> MovingHull {
        MovingHull { living: None, before: DVec3::X * x, step, half_axis: DVec3::Y * 30.0, radius_km: 10.0 }
    }

    #[test]
    fn no_hull_that_could_be_touched_is_left_out() {
        let mut hulls = Hulls::default();
        let all = (0..200_i32).map(|number| {
            let x = f64::from(number * 7919 % 2003);
            hull(x, DVec3::X * (f64::from(number % 7) - 3.0) * 20.0)
        });
        hulls.fill(ColliderFrame::default(), &[], all);
        assert_eq!(hulls.between(DVec3::X * -1.0e9, DVec3::X * 1.0e9, 0.0).len(), 200);
        for number in 0..100_i32 {
            let from = DVec3::X * f64::from(number * 31 % 2003);
            let to = from + DVec3::new(15.0, 0.0, 0.0);
            let near = hulls.between(from, to, 5.0);
            let touched = |hull: &&MovingHull| hull.touched_by(from, to, 5.0).is_some();
            assert_eq!(near.iter().filter(touched).count(), hulls.all.iter().filter(touched).count());
        }
    }

    #[test]
    fn hulls_that_move_along_are_not_touched() {
        let step = DVec3::X * 1000.0;
        let one = hull(100.0, step);
        assert_eq!(one.touched_by(DVec3::ZERO, step, 5.0), None, "side by side");
        assert_eq!(one.touched_by(DVec3::ZERO, DVec3::ZERO, 5.0), None, "it flies away");
        let share = one.touched_by(DVec3::ZERO, step + DVec3::X * 170.0, 5.0);
        assert!(share.is_some_and(|share| (share - 0.5).abs() < 1.0e-12), "{share:?}");
    }
}
