//! Angles along the path of a body: the angle of a point ahead of it, and the arc between both, by the definition
//! of [`Anchor::Ahead`].

use glam::DVec3;

use crate::level::StarSystem;
use crate::orbit::State;
use crate::sim::{Anchor, BodyId, origin_of};

/// Step of chosen angles, degrees.
const STEP_DEG: f64 = 5.0;
/// Coarse step, degrees.
const COARSE_STEP_DEG: f64 = 10.0;
/// Pieces of an arc.
const PIECES: u32 = 32;

/// How far ahead of a body a point is, seen from the body's parent, on a date, Julian date (TDB): degrees from
/// -180 to 180, negative behind it. `point` is heliocentric ecliptic, km. `None` for a body that circles nothing,
/// or does not move.
pub fn degrees_ahead(system: &StarSystem, body: BodyId, jd: f64, point: DVec3) -> Option<f64> {
    let parent = system.bodies.get(body)?.parent?;
    angle_ahead(system.displayed_state(body, jd), system.displayed_state(parent, jd), point)
}

/// The angle from the states of body and parent.
fn angle_ahead(body: State, parent: State, point: DVec3) -> Option<f64> {
    let (arm, motion) = (body.position - parent.position, body.velocity - parent.velocity);
    let pole = arm.cross(motion).try_normalize()?;
    let toward = point - parent.position;
    let (cosine, sine) = (arm.dot(toward), pole.cross(arm).dot(toward));
    Some(libm::atan2(sine, cosine).to_degrees())
}

/// An angle rounded to whole steps, degrees.
pub fn in_steps(degrees: f64, is_coarse: bool) -> f64 {
    let step = if is_coarse { COARSE_STEP_DEG } else { STEP_DEG };
    (degrees / step).round() * step
}

/// The arc from a body to the point this many degrees ahead of it on a date, Julian date (TDB); heliocentric
/// ecliptic km.
pub fn arc(system: &StarSystem, body: BodyId, degrees: f64, jd: f64) -> Vec<DVec3> {
    if system.bodies.get(body).is_none() {
        return Vec::new();
    }
    let place = |piece: u32| {
        let degrees = degrees * f64::from(piece) / f64::from(PIECES);
        origin_of(system, Anchor::Ahead { body, degrees }, jd).position
    };
    (0..=PIECES).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::warnings::example::{BASALT, at, system};

    #[test]
    fn angles_are_counted_the_way_the_body_goes() {
        let system = system();
        let jd = system.epoch_jd;
        // After a year the body is back at its place; a little later it is a little ahead.
        let later = at(&system, BASALT, 30.0);
        let ahead = degrees_ahead(&system, BASALT, jd, later).expect("it moves");
        assert!((25.0..35.0).contains(&ahead), "{ahead}");
        let behind = degrees_ahead(&system, BASALT, jd, at(&system, BASALT, -30.0)).expect("it moves");
        assert!((behind + ahead).abs() < 0.1, "{behind}");
        assert_eq!(degrees_ahead(&system, BodyId(0), jd, later), None, "a star circles nothing");
    }

    #[test]
    fn the_arc_ends_where_the_angle_says() {
        let system = system();
        let jd = system.epoch_jd;
        for degrees in [-90.0_f64, 30.0, 120.0] {
            let arc = arc(&system, BASALT, degrees, jd);
            let (first, last) = (arc[0], arc[arc.len() - 1]);
            assert!(first.distance(at(&system, BASALT, 0.0)) < 1.0);
            let found = degrees_ahead(&system, BASALT, jd, last).expect("it moves");
            assert!((found - degrees).abs() < 1.0e-6, "{found}");
        }
        assert!(arc(&system, BodyId(99), 30.0, jd).is_empty());
    }

    #[test]
    fn angles_come_in_whole_steps() {
        assert_eq!(in_steps(32.4, false), 30.0);
        assert_eq!(in_steps(32.6, false), 35.0);
        assert_eq!(in_steps(-36.0, true), -40.0);
    }
}
