//! Poles, prime meridians, seasons: against the IAU's numbers, Mars24 and the calendar.

use std::f64::consts::TAU;
use std::fmt::Write;

use ecliptic::orbit::{
    J2000_JD, OBLIQUITY_J2000, Rotation, ecliptic_to_icrf, icrf_to_ecliptic, julian_date,
    julian_date_of_unix_time,
};
use glam::DVec3;
use proptest::prelude::*;

use super::{assert_near, body, difference_deg, heliocentric};

/// Longitude east and latitude of the point under the Sun, in degrees.
fn subsolar_deg(name: &str, jd: f64) -> (f64, f64) {
    let to_sun = -heliocentric(name, jd).position;
    let (longitude, latitude) = body(name).rotation.subsolar(jd, to_sun);
    (longitude.to_degrees(), latitude.to_degrees())
}

#[test]
fn mars24_worked_example() {
    let (longitude, latitude) = subsolar_deg("Mars", 2_451_549.500_743);
    assert_near(-longitude, 174.72, 0.02);
    assert_near(latitude, -24.98, 0.01);
}

#[test]
fn the_seasons_of_2026() {
    let utc_to_tdb = 69.184 / 86_400.0;
    let june = julian_date(2026, 6, 21, 8, 25, 0.0) + utc_to_tdb;
    let december = julian_date(2026, 12, 21, 20, 50, 0.0) + utc_to_tdb;
    let march = julian_date(2026, 3, 20, 14, 46, 0.0) + utc_to_tdb;
    assert_near(subsolar_deg("Earth", june).1, 23.43, 0.05);
    assert_near(subsolar_deg("Earth", december).1, -23.43, 0.05);
    assert_near(subsolar_deg("Earth", march).1, 0.0, 0.05);
}

#[test]
fn the_sun_stands_over_greenwich_at_noon() {
    // 2026 April 15, 12:00 UTC, when the equation of time is almost zero.
    let jd = julian_date_of_unix_time(1_776_254_400.0);
    assert_near(subsolar_deg("Earth", jd).0, 0.0, 0.5);
}

#[test]
fn obliquities_fall_out_of_the_poles() {
    // Within half of the last published digit (plus the rounding of the pole).
    for (name, expected, tolerance) in [
        ("Mercury", 0.034, 2e-3),
        ("Venus", 177.36, 5e-3),
        ("Earth", 23.439, 2e-3),
        ("Mars", 25.192, 2e-3),
        ("Jupiter", 3.119, 2e-3),
        ("Saturn", 26.730, 2e-3),
        ("Uranus", 97.770, 2e-3),
        ("Neptune", 28.318, 2e-3),
        ("Pluto", 119.61, 5e-3),
    ] {
        let body = body(name);
        let orbit = body.orbit.osculating(J2000_JD).expect("a planet moves");
        let obliquity = body.rotation.obliquity(J2000_JD, orbit.basis().pole).to_degrees();
        assert_near(obliquity, expected, tolerance);
    }
    let sun = body("Sun").rotation.obliquity(J2000_JD, DVec3::Z).to_degrees();
    assert_near(sun, 7.252, 1e-3);
}

#[test]
fn sidereal_days_are_those_of_the_iau() {
    for (name, hours) in [
        ("Sun", 609.119_878),
        ("Mercury", 1_407.507_502),
        ("Venus", -5_832.443_616),
        ("Earth", 23.934_471),
        ("Mars", 24.622_962),
        ("Jupiter", 9.924_920),
        ("Saturn", 10.656_222),
        ("Uranus", -17.24),
        ("Neptune", 15.966_300),
        ("Pluto", 153.293_352),
        ("Ceres", 9.074_170),
        ("Moon", 655.719_881),
        ("Halley", 52.8),
        ("67P", 12.404),
    ] {
        assert_near(body(name).rotation.sidereal_day_hours(), hours, 1e-6 * hours.abs());
    }
}

#[test]
fn poles_and_prime_meridians_of_2026_november_21() {
    // Right ascension and declination of the pole, W; computed independently from the published numbers.
    let jd = julian_date(2026, 11, 21, 0, 0, 0.0);
    let mut table = String::new();
    for name in [
        "Sun", "Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune", "Pluto",
        "Ceres", "Moon",
    ] {
        let rotation = body(name).rotation;
        let (ra, dec) = rotation.pole_equatorial(jd);
        let w = rotation.prime_meridian_angle(jd);
        writeln!(table, "{name} {:.4} {:.4} {:.4}", ra.to_degrees(), dec.to_degrees(), w.to_degrees())
            .unwrap();
    }
    insta::assert_snapshot!(table, @"
    Sun 286.1300 63.8700 62.0762
    Mercury 281.0015 61.4142 132.8441
    Venus 272.7600 67.1600 12.4177
    Earth 359.8277 89.8502 329.4626
    Mars 317.6515 52.8707 191.3457
    Jupiter 268.0548 64.4960 103.7380
    Saturn 40.5793 83.5359 320.4185
    Uranus 257.3110 -15.1750 121.1187
    Neptune 299.3337 42.9504 193.1633
    Pluto 132.9930 -6.1630 130.8472
    Ceres 291.4180 66.7640 151.1506
    Moon 269.9957 66.5427 196.7465
    ");
}

#[test]
fn the_obliquity_takes_the_celestial_pole_to_its_place() {
    let celestial_pole = icrf_to_ecliptic(DVec3::Z);
    assert_near(celestial_pole.y, OBLIQUITY_J2000.sin(), 1e-15);
    assert_near(celestial_pole.z, OBLIQUITY_J2000.cos(), 1e-15);
}

#[test]
fn an_invented_body_gets_the_pole_it_was_given() {
    let epoch = 2_461_365.5;
    let rotation = Rotation::about_ecliptic_pole(1.0, 0.5, -30.0, 0.25, epoch);
    let expected = DVec3::new(0.5_f64.cos() * 1.0_f64.cos(), 0.5_f64.cos() * 1.0_f64.sin(), 0.5_f64.sin());
    assert!(rotation.pole(epoch).distance(expected) < 1e-14);
    assert_near(rotation.prime_meridian_angle(epoch), 0.25, 1e-9);
    assert_near(rotation.sidereal_day_hours(), -30.0, 1e-12);
    assert!(rotation.spin_axis(epoch).distance(-expected) < 1e-14);
    let still = Rotation::about_ecliptic_pole(0.0, 1.0, 0.0, 0.0, epoch);
    assert_eq!(still.spin, 0.0);
    assert!(Rotation::STILL.pole(epoch).distance(DVec3::Z) < 1e-15);
}

proptest! {
    #[test]
    fn orientation_carries_pole_and_meridian(
        ra in 0.0..TAU,
        dec in -1.5..1.5_f64,
        w in 0.0..TAU,
        spin in -20.0..20.0_f64,
        days in -10_000.0..10_000.0_f64,
    ) {
        let rotation = Rotation {
            pole_ra: ra,
            pole_ra_rate: 0.01,
            pole_dec: dec,
            pole_dec_rate: -0.01,
            prime_meridian: w,
            spin,
        };
        let jd = J2000_JD + days;
        let orientation = rotation.orientation(jd);
        prop_assert!((orientation.length() - 1.0).abs() < 1e-14);
        prop_assert!((orientation * DVec3::Z).distance(rotation.pole(jd)) < 1e-14);

        // W is counted along the equator from its rise through the ICRF equator.
        let (ra, _) = rotation.pole_equatorial(jd);
        let node = icrf_to_ecliptic(DVec3::new(-ra.sin(), ra.cos(), 0.0));
        let meridian = orientation * DVec3::X;
        let east = rotation.pole(jd).cross(node);
        let measured = meridian.dot(east).atan2(meridian.dot(node));
        prop_assert!(difference_deg(measured, rotation.prime_meridian_angle(jd)).abs() < 1e-10);
        let (longitude, latitude) = rotation.subsolar(jd, meridian * 7.0);
        prop_assert!(longitude.abs() < 1e-13 && latitude.abs() < 1e-13);
    }

    #[test]
    fn frames_turn_there_and_back(x in -1.0..1.0_f64, y in -1.0..1.0_f64, z in -1.0..1.0_f64) {
        let vector = DVec3::new(x, y, z);
        prop_assert!(ecliptic_to_icrf(icrf_to_ecliptic(vector)).distance(vector) < 1e-15);
    }
}
