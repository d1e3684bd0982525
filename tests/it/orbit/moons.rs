//! The moons: the Moon at observed eclipses, the others by their periods and by the face they turn inward.

use ecliptic::orbit::{Orbit, julian_date};

use super::{assert_near, body, difference_deg, heliocentric};

/// TT - UT in days, good enough for eclipses of our time.
const DELTA_T_DAYS: f64 = 69.0 / 86_400.0;

/// Year, month, day, hour, minute (UT) of the middle of an eclipse.
type EclipseTime = (i32, u32, u32, u32, u32);

/// The Moon's ecliptic longitude less the Sun's, seen from Earth's centre, in degrees, and its latitude.
fn elongation_and_latitude((year, month, day, hour, minute): EclipseTime) -> (f64, f64) {
    let jd = julian_date(year, month, day, hour, minute, 0.0) + DELTA_T_DAYS;
    let moon = body("Moon").orbit.state(jd).position;
    let sun = -heliocentric("Earth", jd).position;
    let latitude = moon.z.atan2(moon.x.hypot(moon.y)).to_degrees();
    (difference_deg(moon.y.atan2(moon.x), sun.y.atan2(sun.x)), latitude)
}

#[test]
fn the_moon_meets_the_sun_at_solar_eclipses() {
    let seen = [(1991, 7, 11, 19, 6), (1999, 8, 11, 11, 3), (2017, 8, 21, 18, 26), (2024, 4, 8, 18, 18)];
    for time in seen.into_iter().chain([(2027, 8, 2, 10, 7)]) {
        let (elongation, latitude) = elongation_and_latitude(time);
        assert!(elongation.abs() < 0.3, "{time:?}: {elongation}");
        assert!(latitude.abs() < 1.0, "{time:?}: {latitude}");
    }
}

#[test]
fn the_moon_opposes_the_sun_at_lunar_eclipses() {
    for time in [(2000, 1, 21, 4, 44), (2018, 7, 27, 20, 22), (2022, 11, 8, 10, 59), (2026, 3, 3, 11, 34)] {
        let (elongation, latitude) = elongation_and_latitude(time);
        assert!(elongation.abs() > 179.7, "{time:?}: {elongation}");
        assert!(latitude.abs() < 0.6, "{time:?}: {latitude}");
    }
}

#[test]
fn sidereal_and_anomalistic_periods_are_those_of_the_literature() {
    for (name, days) in [
        ("Moon", 27.321_662),
        ("Phobos", 0.318_910),
        ("Deimos", 1.262_441),
        ("Io", 1.769_138),
        ("Europa", 3.551_181),
        ("Ganymede", 7.154_553),
        ("Callisto", 16.689_018),
        ("Enceladus", 1.370_218),
        ("Rhea", 4.517_500),
        ("Titan", 15.945_421),
        ("Titania", 8.705_872),
        ("Oberon", 13.463_239),
        ("Triton", 5.876_854),
        ("Charon", 6.387_222),
    ] {
        assert_near(body(name).orbit.period_days().unwrap(), days, 2e-6 * days);
    }
}

#[test]
fn the_moon_comes_to_its_perigee_every_anomalistic_month() {
    let moon = &body("Moon").orbit;
    let rises = |jd: f64| {
        let state = moon.state(jd);
        state.position.dot(state.velocity) > 0.0
    };
    let hours = (0..24 * 36_525).map(|hour| 2_415_021.0 + f64::from(hour) / 24.0);
    let (mut rose, mut perigees) = (true, Vec::new());
    for jd in hours {
        let now = rises(jd);
        if now && !rose {
            perigees.push(jd);
        }
        rose = now;
    }
    let months = perigees.len() as f64 - 1.0;
    assert_near((perigees[perigees.len() - 1] - perigees[0]) / months, 27.554_55, 2e-3);
    assert!(perigees.iter().any(|jd| moon.state(*jd).position.length() < 356_700.0));
}

#[test]
fn resonant_moons_keep_their_apsides_in_step() {
    // Twice Europa's motion less Io's is the rate at which the apsides of both turn (the Laplace resonance).
    let [Orbit::Moon(io), Orbit::Moon(europa)] = [body("Io").orbit, body("Europa").orbit] else {
        panic!("Io and Europa are moons")
    };
    let expected = 2.0 * europa.mean_motion - io.mean_motion;
    for moon in [io, europa] {
        assert_near((moon.argument_of_periapsis_rate + moon.ascending_node_rate) / expected, 1.0, 2e-3);
    }
}

#[test]
fn every_moon_turns_its_prime_meridian_to_its_planet() {
    // This ties the published places to the published rotations, which were found independently, over
    // decades.
    for (name, years) in [
        ("Moon", 50.0),
        ("Phobos", 50.0),
        ("Deimos", 50.0),
        ("Io", 50.0),
        ("Europa", 50.0),
        ("Ganymede", 50.0),
        ("Callisto", 50.0),
        ("Enceladus", 50.0),
        ("Rhea", 50.0),
        ("Titan", 50.0),
        ("Titania", 50.0),
        ("Oberon", 50.0),
        ("Charon", 50.0),
        ("Triton", 26.0),
    ] {
        for step in -10..=10 {
            let jd = 2_451_545.0 + f64::from(step) / 10.0 * years * 365.25;
            let moon = body(name);
            let (longitude, latitude) = moon.rotation.subsolar(jd, -moon.orbit.state(jd).position);
            assert!(longitude.to_degrees().abs() < 9.0, "{name} at {jd}: {}", longitude.to_degrees());
            assert!(latitude.to_degrees().abs() < 8.0, "{name} at {jd}: {}", latitude.to_degrees());
        }
    }
}

#[test]
fn triton_alone_moves_backwards() {
    for name in ["Phobos", "Io", "Titan", "Triton", "Titania"] {
        let moon = body(name);
        let planet_axis = body(moon.parent.unwrap()).rotation.spin_axis(2_451_545.0);
        let state = moon.orbit.state(2_451_545.0);
        let forwards = state.position.cross(state.velocity).dot(planet_axis) > 0.0;
        assert_eq!(forwards, name != "Triton", "{name}");
    }
}

#[test]
fn the_earth_swings_about_the_barycentre() {
    let jd = 2_461_365.5;
    let Orbit::EarthFromBarycentre { barycentre, moon_mass_fraction, .. } = body("Earth").orbit else {
        panic!("Earth is placed from the barycentre")
    };
    assert_near(moon_mass_fraction, 0.012_150_6, 1e-7);
    let offset = heliocentric("Earth", jd).position - barycentre.state(jd).position;
    let moon = body("Moon").orbit.state(jd).position;
    assert!(offset.length() > 4300.0 && offset.length() < 5000.0);
    assert_near(offset.normalize().dot(moon.normalize()), -1.0, 1e-6);
}
