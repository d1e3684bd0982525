//! Anchors of places: fixed space, a body, or a point ahead of a body on its path or behind it.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::level::StarSystem;
use crate::level::ranges::{AHEAD_DEG, FieldFault, Numbers, Ranged, join};
use crate::orbit::{PathBounds, State};
use crate::sim::{BodyId, Sky};

/// A point ahead of a body may be faster than the body by this factor: the plane of the path, in which it is
/// turned ahead, itself turns slowly.
const AHEAD_FASTER: f64 = 1.05;

/// The anchor that a place moves with. The axes are always those of the ecliptic: a place anchored to a body does
/// not turn with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Anchor {
    /// No body: fixed in space, about the origin.
    #[default]
    Space,
    /// A body.
    Body(BodyId),
    /// A point on the body's orbit, ahead of the body or behind: the body's position turned about the centre of
    /// its orbit, in the plane of the orbit. It moves as the body does.
    Ahead {
        /// The body.
        body: BodyId,
        /// How far ahead of the body, degrees, -180 to 180; negative is behind.
        degrees: f64,
    },
}

impl Ranged for Anchor {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        let degrees = self.degrees_ahead();
        if let Some(degrees) = degrees.and_then(|degrees| degrees.outside(&AHEAD_DEG)) {
            faults.push(FieldFault::out_of_range(join(path, "degrees"), degrees, &AHEAD_DEG));
        }
    }
}

impl From<Option<BodyId>> for Anchor {
    fn from(body: Option<BodyId>) -> Self {
        body.map_or(Self::Space, Self::Body)
    }
}

impl Anchor {
    /// The anchor of a level's text: the body as an index, and perhaps how far ahead of it, degrees.
    pub fn of(body: Option<BodyId>, ahead_deg: Option<f64>) -> Self {
        match (body, ahead_deg) {
            (Some(body), Some(degrees)) => Self::Ahead { body, degrees },
            (body, _) => Self::from(body),
        }
    }

    /// How far ahead of its body the anchor is, degrees; `None` for an anchor that is not ahead of a body.
    fn degrees_ahead(self) -> Option<f64> {
        match self {
            Self::Ahead { degrees, .. } => Some(degrees),
            Self::Space | Self::Body(_) => None,
        }
    }

    /// The body beside the anchor; `None` for an anchor in fixed space or far from its body.
    pub fn body(self) -> Option<BodyId> {
        match self {
            Self::Body(body) => Some(body),
            Self::Space | Self::Ahead { .. } => None,
        }
    }

    /// The body that the anchor is named after; `None` for fixed space.
    pub fn named_after(self) -> Option<BodyId> {
        match self {
            Self::Body(body) | Self::Ahead { body, .. } => Some(body),
            Self::Space => None,
        }
    }
}

impl Sky {
    /// Position of an anchor's origin at the end of the last tick, km.
    pub fn origin_now(&self, anchor: Anchor) -> DVec3 {
        self.origin(anchor, |body| self.now[body]).position
    }

    /// Position of an anchor's origin at the beginning of the last tick, km.
    pub fn origin_before(&self, anchor: Anchor) -> DVec3 {
        self.origin(anchor, |body| self.before[body]).position
    }

    /// State of an anchor's origin at a Julian date (TDB), km and km/s of the calendar.
    pub fn origin_at(&self, anchor: Anchor, jd: f64) -> State {
        self.origin(anchor, |body| self.state_at(body, jd))
    }

    /// Bounds on how an anchor moves.
    pub fn bounds_of(&self, anchor: Anchor) -> PathBounds {
        match anchor {
            Anchor::Space => PathBounds::AT_REST,
            Anchor::Body(body) => self.bounds[body],
            Anchor::Ahead { body, .. } => self.bounds[body].scaled(AHEAD_FASTER),
        }
    }

    fn origin(&self, anchor: Anchor, state: impl Fn(BodyId) -> State) -> State {
        origin(&self.system, anchor, state)
    }
}

/// State of an anchor's origin at a Julian date (TDB), km and km/s of the calendar.
pub fn origin_of(system: &StarSystem, anchor: Anchor, jd: f64) -> State {
    origin(system, anchor, |body| system.displayed_state(body, jd))
}

/// The angle of a point ahead of a body on a date, Julian date (TDB), by which [`Anchor::Ahead`] leads to the point
/// or as near as it can: degrees from -180 to 180. `point` is heliocentric ecliptic, km. `None` for a body that
/// circles nothing, or does not move.
pub fn degrees_ahead_of(system: &StarSystem, body: BodyId, jd: f64, point: DVec3) -> Option<f64> {
    let parent = system.bodies.get(body)?.parent?;
    let (body, parent) = (system.displayed_state(body, jd), system.displayed_state(parent, jd));
    Some(angle_ahead(body, parent, point)?.to_degrees())
}

fn origin(system: &StarSystem, anchor: Anchor, state: impl Fn(BodyId) -> State) -> State {
    match anchor {
        Anchor::Space => State::ZERO,
        Anchor::Body(body) => state(body),
        Anchor::Ahead { body, degrees } => {
            let parent = system.bodies[body].parent.map_or(State::ZERO, &state);
            turned_ahead(state(body), parent, degrees.to_radians())
        }
    }
}

/// A body's state, turned about its parent by an angle in the plane of its motion; a body at rest stays.
fn turned_ahead(body: State, parent: State, angle: f64) -> State {
    let (arm, motion) = (body.position - parent.position, body.velocity - parent.velocity);
    let Some(pole) = arm.cross(motion).try_normalize() else { return body };
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    // Both vectors are in the plane across the pole, so that this is the whole of Rodrigues' formula.
    let turned = |vector: DVec3| vector * cosine + pole.cross(vector) * sine;
    State { position: parent.position + turned(arm), velocity: parent.velocity + turned(motion) }
}

/// The angle by which [`turned_ahead`] turns a body toward a point; `None` for a body at rest.
fn angle_ahead(body: State, parent: State, point: DVec3) -> Option<f64> {
    let (arm, motion) = (body.position - parent.position, body.velocity - parent.velocity);
    let pole = arm.cross(motion).try_normalize()?;
    let toward = point - parent.position;
    Some(libm::atan2(pole.cross(arm).dot(toward), arm.dot(toward)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sim::forecast::test_support::{BASALT, at, system};

    fn vectors(most: f64) -> impl Strategy<Value = DVec3> {
        (-most..most, -most..most, -most..most).prop_map(|(x, y, z)| DVec3::new(x, y, z))
    }

    proptest! {
        #[test]
        fn the_angle_of_a_point_is_the_inverse_of_the_turn(
            arm in vectors(1.0e8), motion in vectors(30.0), parent in vectors(1.0e8), angle in -3.1..3.1,
        ) {
            // A body that falls straight down has no plane to turn in.
            prop_assume!(arm.cross(motion).length() > 0.01 * arm.length() * motion.length());
            let parent = State { position: parent, velocity: DVec3::new(3.0, -7.0, 1.0) };
            let body = State { position: parent.position + arm, velocity: parent.velocity + motion };
            let point = turned_ahead(body, parent, angle).position;
            let found = angle_ahead(body, parent, point);
            prop_assert!(found.is_some_and(|found| (found - angle).abs() < 1.0e-6), "{found:?}");
        }
    }

    #[test]
    fn the_kept_bounds_are_those_of_the_system() {
        let system = system();
        let mut sky = Sky::new(system.clone(), system.epoch_jd);
        sky.advance(system.epoch_jd, system.epoch_jd + 1.0);
        for body in system.bodies.keys() {
            assert_eq!(sky.bounds_of(Anchor::Body(body)), system.path_bounds(body));
        }
    }

    #[test]
    fn degrees_are_counted_the_way_the_body_goes() {
        let system = system();
        let jd = system.epoch_jd;
        let ahead = |days: f64| degrees_ahead_of(&system, BASALT, jd, at(&system, BASALT, days));
        assert!(ahead(30.0).is_some_and(|degrees| (25.0..35.0).contains(&degrees)), "{:?}", ahead(30.0));
        assert!(ahead(-30.0).is_some_and(|degrees| (-35.0..-25.0).contains(&degrees)));
        let of_star = degrees_ahead_of(&system, BodyId(0), jd, DVec3::X);
        assert_eq!(of_star, None, "a star circles nothing");
    }

    #[test]
    fn a_point_ahead_is_as_far_and_as_fast_as_its_body() {
        let parent = State { position: DVec3::new(5.0, -3.0, 1.0), velocity: DVec3::new(0.5, 0.0, 0.0) };
        let body = State {
            position: parent.position + DVec3::new(100.0, 20.0, 4.0),
            velocity: parent.velocity + DVec3::new(-1.0, 3.0, 0.2),
        };
        for degrees in [-180.0_f64, -60.0, 0.0, 30.0, 90.0] {
            let ahead = turned_ahead(body, parent, degrees.to_radians());
            let (arm, was) = (ahead.position - parent.position, body.position - parent.position);
            assert!((arm.length() - was.length()).abs() < 1.0e-9);
            let cosine = arm.dot(was) / was.length_squared();
            assert!((cosine - libm::cos(degrees.to_radians())).abs() < 1.0e-9, "{degrees}");
            let speed = (ahead.velocity - parent.velocity).length();
            assert!((speed - (body.velocity - parent.velocity).length()).abs() < 1.0e-9);
            let is_ahead = (arm - was).dot(body.velocity - parent.velocity) > 0.0;
            // Half a turn is neither.
            assert!(degrees == -180.0 || is_ahead == (degrees > 0.0), "{degrees}");
        }
    }

    #[test]
    fn a_resting_body_is_its_own_point_ahead() {
        let still = State { position: DVec3::X, velocity: DVec3::ZERO };
        assert_eq!(turned_ahead(still, State::ZERO, 1.0), still);
    }
}
