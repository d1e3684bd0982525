//! The catalogue as a whole: complete, sorted, and consistent with the bounds of its orbits.

use ecliptic::orbit::{BodyKind, GM_SUN_KM3_S2, J2000_JD, Orbit, SECONDS_PER_DAY, catalogue, find};
use glam::DVec3;

use super::{assert_near, body};

/// Dates for the tests: 1800 to 2050, the span of table 1.
const FROM_JD: f64 = 2_378_497.0;
const DAYS: f64 = 91_312.0;

#[test]
fn it_has_the_bodies_of_the_solar_system() {
    assert_eq!(catalogue().len(), 28);
    let count = |kind: BodyKind| catalogue().iter().filter(|body| body.kind == kind).count();
    assert_eq!(count(BodyKind::Star), 1);
    assert_eq!(count(BodyKind::Planet), 8);
    assert_eq!(count(BodyKind::Dwarf), 2);
    assert_eq!(count(BodyKind::Moon), 14);
    assert_eq!(count(BodyKind::Comet), 3);
}

#[test]
fn parents_stand_before_their_children_and_names_are_unique() {
    for (index, body) in catalogue().iter().enumerate() {
        let before = &catalogue()[..index];
        assert!(before.iter().all(|other| !other.name.eq_ignore_ascii_case(body.name)), "{}", body.name);
        match body.parent {
            Some(parent) => assert!(before.iter().any(|other| other.name == parent), "{}", body.name),
            None => assert_eq!(body.orbit, Orbit::FIXED, "{}", body.name),
        }
    }
}

#[test]
fn names_are_found_in_any_case() {
    assert_eq!(find("mars").unwrap().name, "Mars");
    assert_eq!(find("67p").unwrap().name, "67P");
    assert!(find("Vulcan").is_none());
}

#[test]
fn sizes_and_weights_are_plausible() {
    for body in catalogue() {
        assert!(body.gm_km3_s2 > 0.0, "{}", body.name);
        let [a, b, c] = body.radii_km;
        let (least, most) = (a.min(b).min(c), a.max(b).max(c));
        let between = (least * (1.0 - 1e-12)..=most * (1.0 + 1e-12)).contains(&body.mean_radius_km);
        assert!(least > 0.0 && between, "{}", body.name);
        // Grams a cubic centimetre, from GM and the gravitational constant.
        let volume = 4.0 / 3.0 * std::f64::consts::PI * body.mean_radius_km.powi(3);
        let density = body.gm_km3_s2 / 6.674_3e-20 / volume / 1e12;
        assert!((0.2..6.0).contains(&density), "{}: {density}", body.name);
    }
    assert_eq!(body("Sun").gm_km3_s2, GM_SUN_KM3_S2);
    assert_near(body("Earth").mean_radius_km, 6371.0, 0.01);
    assert_near(body("Phobos").mean_radius_km, 11.05, 0.01);
}

#[test]
fn no_body_ever_leaves_its_bounds() {
    for body in catalogue() {
        let (orbit, bounds) = (&body.orbit, body.orbit.bounds());
        let farthest = orbit.apoapsis_km().expect("every catalogued path is closed");
        // A power of two of a day keeps the dates on both sides exact.
        let step = 0.5_f64.powi(10);
        for sample in 0..2000 {
            let jd = (FROM_JD + DAYS * f64::from(sample) / 2000.0).floor();
            let state = orbit.state(jd);
            let distance = state.position.length();
            assert!(distance >= orbit.periapsis_km() * (1.0 - 1e-9), "{} at {jd}", body.name);
            assert!(distance <= farthest * (1.0 + 1e-9), "{} at {jd}", body.name);
            assert!(state.velocity.length() <= bounds.max_speed_km_s * (1.0 + 1e-9), "{} at {jd}", body.name);
            let change = orbit.state(jd + step).velocity - orbit.state(jd - step).velocity;
            let acceleration = change.length() / (2.0 * step * SECONDS_PER_DAY);
            assert!(
                acceleration <= bounds.max_acceleration_km_s2 * (1.0 + 1e-6) + 1e-12,
                "{} at {jd}",
                body.name
            );
        }
    }
}

#[test]
fn bounds_are_not_wasteful() {
    for name in
        ["Mercury", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune", "Pluto", "Moon", "Titan"]
    {
        let orbit = &body(name).orbit;
        let path = orbit.osculating(J2000_JD).unwrap();
        assert!(orbit.max_speed_km_s() < 1.1 * path.max_speed_km_s(), "{name}");
        assert!(orbit.max_acceleration_km_s2() < 1.3 * path.max_acceleration_km_s2(), "{name}");
    }
}

#[test]
fn every_velocity_is_the_derivative_of_the_position() {
    let step = 0.5_f64.powi(13);
    for body in catalogue() {
        for sample in 0..50 {
            let jd = (FROM_JD + DAYS * f64::from(sample) / 50.0).floor();
            let moved = body.orbit.state(jd + step).position - body.orbit.state(jd - step).position;
            let expected = moved / (2.0 * step * SECONDS_PER_DAY);
            let velocity = body.orbit.state(jd).velocity;
            let error = velocity.distance(expected);
            assert!(
                error <= 1e-5 * velocity.length() + 1e-9,
                "{} at {jd}: {velocity}, {expected}",
                body.name
            );
        }
    }
}

#[test]
fn states_stay_finite_far_outside_the_tables() {
    for body in catalogue() {
        for jd in [-1e6, 0.0, 1e7] {
            let state = body.orbit.state(jd);
            assert!(state.position.is_finite() && state.velocity.is_finite(), "{} at {jd}", body.name);
            assert!(body.rotation.orientation(jd).is_finite());
            assert_near(body.rotation.pole(jd).distance(DVec3::ZERO), 1.0, 1e-12);
        }
    }
}
