//! The room `orbit` against published cases, an ephemeris and its own promises.

mod catalogue;
mod comets;
mod elements;
mod events;
mod kepler;
mod meeting;
mod moons;
mod planets;
mod rotation;
mod time;

use ecliptic::orbit::{CatalogueBody, State, find};

/// A body that the catalogue must have.
fn body(name: &str) -> &'static CatalogueBody {
    find(name).unwrap_or_else(|| panic!("the catalogue has no {name}"))
}

/// The state of a body relative to the Sun.
fn heliocentric(name: &str, jd: f64) -> State {
    let body = body(name);
    let own = body.orbit.state(jd);
    match body.parent {
        Some(parent) => own + heliocentric(parent, jd),
        None => own,
    }
}

/// The difference of two angles in degrees, -180 to 180.
fn difference_deg(a: f64, b: f64) -> f64 {
    let difference = (a - b).to_degrees();
    difference - 360.0 * (difference / 360.0).round()
}

/// Asserts that two numbers agree to within a tolerance.
#[track_caller]
fn assert_near(actual: f64, expected: f64, tolerance: f64) {
    let error = (actual - expected).abs();
    assert!(error <= tolerance, "{actual} is not {expected} within {tolerance} (off by {error:e})");
}
