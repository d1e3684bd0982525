//! Fly to a place that is fixed in space, or moves with a body or with a point ahead of one.

use super::TaskRefusal;
use super::refusal::FARTHEST_AU;
use crate::orbit::{AU_KM, Orbit};
use crate::sim::visibility::Almanac;
use crate::sim::{Anchor, AnchoredPlace, BodyId, Sky};

/// The greatest angle ahead of a body, or behind it, degrees.
const FARTHEST_AHEAD_DEG: f64 = 180.0;

/// Whether ships may be sent to a place.
///
/// # Errors
/// The place does not exist, is too far away, or lies ahead of a body that circles nothing.
pub(in crate::sim) fn check(sky: &Sky, place: &AnchoredPlace) -> Result<(), TaskRefusal> {
    if let Anchor::Ahead { body, degrees } = place.anchor {
        check_ahead(sky, body, degrees)?;
    }
    let point = place.position_now(sky);
    if !point.is_finite() {
        return Err(TaskRefusal::NotAPlace);
    }
    let distance_au = point.length() / AU_KM;
    if distance_au > FARTHEST_AU { Err(TaskRefusal::TooFar(distance_au)) } else { Ok(()) }
}

/// A place in words; empty for open space. A point in a well is not the body itself, to which another order sends.
pub(super) fn describe(almanac: &Almanac, place: &AnchoredPlace) -> String {
    match place.anchor {
        Anchor::Space => String::new(),
        Anchor::Body(body) => format!("a point near {}", almanac.body_in_words(body)),
        Anchor::Ahead { body, degrees } => ahead_words(degrees, &almanac.body_in_words(body)),
    }
}

/// A place ahead of a body, or behind it: `30° ahead of Mars`.
pub fn ahead_words(degrees: f64, body: &str) -> String {
    let side = if degrees < 0.0 { "behind" } else { "ahead of" };
    format!("{:.0}° {side} {body}", degrees.abs())
}

/// Whether there is a point ahead of a body, outside of its well.
fn check_ahead(sky: &Sky, body: BodyId, degrees: f64) -> Result<(), TaskRefusal> {
    if !(-FARTHEST_AHEAD_DEG..=FARTHEST_AHEAD_DEG).contains(&degrees) {
        return Err(TaskRefusal::NotAnAngle(degrees));
    }
    let this = &sky.system.bodies[body];
    if this.parent.is_none() || this.orbit == Orbit::FIXED {
        return Err(TaskRefusal::CirclesNothing(this.in_words.clone()));
    }
    let point = sky.origin_now(Anchor::Ahead { body, degrees });
    if point.distance(sky.now[body].position) <= this.well_radius_km {
        return Err(TaskRefusal::BesideBody(this.in_words.clone()));
    }
    Ok(())
}
