//! The next passage of a gravity well over a point that is fixed in space.

use glam::DVec3;

use super::{Looks, OrbitBounds, Outlook, Span, first_nearing};
use crate::level::StarSystem;
use crate::orbit::State;
use crate::sim::BodyId;

/// The first time within a span at which the well of a body reaches a point, heliocentric ecliptic km in the
/// magnified world. The distances are those from the body's centre.
///
/// A body without a well, or with a path that never comes near enough, is clear without a look at its path.
pub fn next_passage(system: &StarSystem, body: BodyId, point: DVec3, span: Span, looks: &Looks) -> Outlook {
    let clear = Outlook::Clear { until_jd: span.until_jd };
    let Some(this) = system.bodies.get(body) else { return clear };
    let radius_km = this.well_radius_km;
    if radius_km <= 0.0 || OrbitBounds::of(system, body, span).distance_from(point) > radius_km {
        return clear;
    }
    let path = |jd: f64| {
        let State { position, velocity } = system.displayed_state(body, jd);
        State { position: position - point, velocity }
    };
    first_nearing(path, system.path_bounds(body), radius_km, span, looks)
}
