//! Angles along the path of a body, in steps, and the arc from the body to the point ahead of it.

use glam::DVec3;

use crate::level::StarSystem;
use crate::sim::{Anchor, BodyId, origin_of};

/// Step of chosen angles, degrees.
const STEP_DEG: f64 = 5.0;
/// Coarse step, degrees.
const COARSE_STEP_DEG: f64 = 10.0;
/// Pieces of an arc.
const PIECES: u32 = 32;

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
    use crate::sim::degrees_ahead_of;

    #[test]
    fn the_arc_ends_where_the_angle_says() {
        let system = system();
        let jd = system.epoch_jd;
        for degrees in [-90.0_f64, 30.0, 120.0] {
            let arc = arc(&system, BASALT, degrees, jd);
            let (first, last) = (arc[0], arc[arc.len() - 1]);
            assert!(first.distance(at(&system, BASALT, 0.0)) < 1.0);
            let found = degrees_ahead_of(&system, BASALT, jd, last).expect("it moves");
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
