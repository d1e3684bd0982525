//! The catalogue as a whole: complete, sorted, and consistent with the bounds of its orbits.

use ecliptic::orbit::{
    BodyKind, FIRST_JD, GM_SUN_KM3_S2, J2000_JD, LAST_JD, Orbit, SECONDS_PER_DAY, catalogue, find,
};
use glam::DVec3;

use super::{assert_near, body};

/// Dates for the tests: 1800 to 2050.
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

/// Spans of dates: that of the ephemeris, and the whole calendar.
const SPANS: [(f64, f64); 2] = [(2_415_021.0, 2_469_808.0), (FIRST_JD, LAST_JD)];

/// Looks at a span.
const LOOKS: u32 = 10_000;

#[test]
fn no_body_ever_leaves_its_bounds() {
    for body in catalogue() {
        let (orbit, bounds) = (&body.orbit, body.orbit.bounds());
        let (nearest, farthest) =
            (orbit.periapsis_km(), orbit.apoapsis_km().expect("every catalogued path is closed"));
        // A power of two of a day keeps the dates on both sides exact.
        let step = 0.5_f64.powi(10);
        for (from_jd, until_jd) in SPANS {
            for look in 0..LOOKS {
                let jd = (from_jd + (until_jd - from_jd) * f64::from(look) / f64::from(LOOKS)).floor();
                let state = orbit.state(jd);
                let distance = state.position.length();
                assert!(distance >= nearest * (1.0 - 1e-9), "{} at {jd}", body.name);
                assert!(distance <= farthest * (1.0 + 1e-9), "{} at {jd}", body.name);
                let speed = state.velocity.length();
                assert!(speed <= bounds.max_speed_km_s * (1.0 + 1e-9), "{} at {jd}", body.name);
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
}

#[test]
fn no_body_ever_jumps() {
    // Dates about which the description of a path changes: the ends of the drift of a planet's shape, and the
    // perihelia of comets and the ends of their passing from one ellipse to the next.
    let mut dates = vec![J2000_JD - 182_625.0, J2000_JD + 182_625.0];
    for body in catalogue() {
        if let Orbit::Returns(returns) = body.orbit {
            let perihelia: Vec<f64> = returns.all().map(|conic| conic.periapsis_time_jd).collect();
            for two in perihelia.windows(2) {
                dates.extend([0.0, 0.3, 0.7, 1.0].map(|share| two[0] + share * (two[1] - two[0])));
            }
        }
    }
    let second = 1.0 / SECONDS_PER_DAY;
    for body in catalogue() {
        let bounds = body.orbit.bounds();
        for jd in &dates {
            let (before, after) = (body.orbit.state(jd - second), body.orbit.state(jd + second));
            // A Julian date resolves 4e-5 s.
            let most_km = 2.0001 * bounds.max_speed_km_s + 1e-5 * bounds.max_speed_km_s;
            let moved = after.position.distance(before.position);
            assert!(moved <= most_km + 1e-3, "{} jumps by {moved} km at {jd}", body.name);
            let changed = after.velocity.distance(before.velocity);
            let most = 2.001 * bounds.max_acceleration_km_s2 + 1e-3;
            assert!(changed <= most, "{} jerks by {changed} km/s at {jd}", body.name);
        }
    }
}

#[test]
fn bounds_are_not_wasteful() {
    // The Moon's are sums over terms that are never all greatest at once.
    for (name, speed, acceleration) in [
        ("Mercury", 1.1, 1.3),
        ("Earth", 1.1, 1.3),
        ("Mars", 1.1, 1.3),
        ("Jupiter", 1.1, 1.3),
        ("Saturn", 1.1, 1.3),
        ("Uranus", 1.1, 1.3),
        ("Neptune", 1.1, 1.3),
        ("Pluto", 1.1, 1.3),
        ("Moon", 1.25, 1.5),
        ("Titan", 1.1, 1.3),
    ] {
        let orbit = &body(name).orbit;
        let path = orbit.osculating(J2000_JD).unwrap();
        assert!(orbit.max_speed_km_s() < speed * path.max_speed_km_s(), "{name}");
        assert!(orbit.max_acceleration_km_s2() < acceleration * path.max_acceleration_km_s2(), "{name}");
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
