//! The planets against JPL's DE421 and against public events.

use ecliptic::orbit::{AU_KM, Orbit, SECONDS_PER_DAY, State, julian_date};
use glam::DVec3;

use super::{assert_near, body, difference_deg, heliocentric};

/// The dates to which `scripts/fit-sky` fits: planets and Pluto about the Sun, the Moon about Earth.
const FITTED: &str = include_str!("../../data/de421_sample.csv");

/// Dates that the fit has not seen, of the planets and Pluto.
const UNSEEN: &str = include_str!("../../data/helio_de421_sample.csv");

/// One row of a sample of DE421.
struct Sample {
    body: String,
    jd: f64,
    state: State,
}

fn samples(text: &str) -> Vec<Sample> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize::<(String, f64, f64, f64, f64, f64, f64, f64)>();
    rows.map(|row| {
        let (body, jd, x, y, z, vx, vy, vz) = row.expect("the sample is well formed");
        let state = State {
            position: DVec3::new(x, y, z) * AU_KM,
            velocity: DVec3::new(vx, vy, vz) * (AU_KM / SECONDS_PER_DAY),
        };
        Sample { body, jd, state }
    })
    .collect()
}

/// The state that our method gives; `emb` is the barycentre inside Earth's orbit.
fn computed(name: &str, jd: f64) -> State {
    match body("Earth").orbit {
        Orbit::EarthFromBarycentre { barycentre, .. } if name == "emb" => barycentre.state(jd),
        _ => heliocentric(name, jd),
    }
}

fn longitude(position: DVec3) -> f64 {
    position.y.atan2(position.x)
}

#[test]
fn planets_stand_within_an_arcminute_of_de421() {
    for sample in samples(FITTED).iter().chain(&samples(UNSEEN)).filter(|sample| sample.body != "moon") {
        let Sample { body, jd, state } = sample;
        let ours = computed(body, *jd);
        let error = (ours.position.distance(state.position) / state.position.length()).to_degrees() * 60.0;
        let most = if body == "pluto" { 1.1 } else { 1.0 };
        assert!(error < most, "{body} at {jd}: {error:.3} arcminutes");
        let error = ours.velocity.distance(state.velocity) / state.velocity.length();
        assert!(error < 1e-3, "velocity of {body} at {jd}: {error:e}");
    }
}

#[test]
fn the_moon_stands_within_a_tenth_of_a_degree_of_de421() {
    let samples = samples(FITTED);
    let moons: Vec<&Sample> = samples.iter().filter(|sample| sample.body == "moon").collect();
    assert_eq!(moons.len(), 500);
    for Sample { jd, state, .. } in moons {
        let ours = body("Moon").orbit.state(*jd).position;
        let apart = ours.normalize().distance(state.position.normalize()).to_degrees();
        assert!(apart < 0.1, "at {jd}: {apart:.3} degrees");
        let distance = (ours.length() / state.position.length() - 1.0).abs();
        assert!(distance < 2e-3, "at {jd}: {distance:e}");
    }
}

/// The time at which a function is least between two dates, by ternary search.
fn time_of_least(mut from: f64, mut to: f64, function: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let (left, right) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
        if function(left) < function(right) { to = right } else { from = left }
    }
    0.5 * (from + to)
}

#[test]
fn mars_came_closest_in_august_2003() {
    let expected = julian_date(2003, 8, 27, 9, 51, 0.0);
    let distance = |jd: f64| computed("mars", jd).position.distance(computed("emb", jd).position) / AU_KM;
    let jd = time_of_least(expected - 5.0, expected + 5.0, distance);
    // The ephemeris has Earth itself, not the common centre of Earth and Moon.
    let to_earth = |jd: f64| computed("mars", jd).position.distance(computed("earth", jd).position) / AU_KM;
    assert_near(time_of_least(expected - 5.0, expected + 5.0, to_earth), expected, 0.1);
    assert_near(to_earth(expected), 0.372_72, 5e-5);
    assert_near(jd, expected, 0.2);
}

#[test]
fn jupiter_and_saturn_shared_a_longitude_in_november_2020() {
    let apart = |jd: f64| {
        difference_deg(
            longitude(computed("jupiter", jd).position),
            longitude(computed("saturn", jd).position),
        )
    };
    let (mut before, mut after) =
        (julian_date(2020, 10, 25, 0, 0, 0.0), julian_date(2020, 11, 12, 0, 0, 0.0));
    for _ in 0..60 {
        let middle = 0.5 * (before + after);
        if apart(before) * apart(middle) > 0.0 { before = middle } else { after = middle }
    }
    // An arcminute between the two is three hours.
    assert_near(before, julian_date(2020, 11, 2, 18, 31, 0.0), 0.125);
}

#[test]
fn sidereal_periods_are_those_of_the_textbooks() {
    for (name, days) in [("Mercury", 87.969), ("Earth", 365.256), ("Mars", 686.98), ("Jupiter", 4332.6)] {
        assert_near(body(name).orbit.period_days().unwrap(), days, 1e-4 * days);
    }
    assert_near(body("Ceres").orbit.period_days().unwrap() / 365.25, 4.608_51, 1e-4);
    assert_near(body("Halley").orbit.period_days().unwrap() / 365.25, 75.9, 0.3);
}

#[test]
fn osculating_paths_pass_through_the_body() {
    for jd in [2_415_021.5, 2_451_545.0, 2_461_365.5] {
        for name in ["Mercury", "Mars", "Saturn", "Pluto", "Moon", "Io", "Triton", "Titania", "Halley", "67P"]
        {
            let orbit = &body(name).orbit;
            let (actual, drawn) = (orbit.state(jd), orbit.osculating(jd).unwrap().state(jd));
            let size = actual.position.length();
            assert!(drawn.position.distance(actual.position) < 1e-8 * size, "{name}");
            // The ellipse itself moves: most of all that of Halley, far out between two returns.
            let most = if name == "Halley" { 0.15 } else { 0.02 };
            let difference = drawn.velocity.distance(actual.velocity) / actual.velocity.length();
            assert!(difference < most, "{name} at {jd}: {difference}");
        }
    }
    assert_eq!(body("Sun").orbit.osculating(2_451_545.0), None);
}

#[test]
fn orbit_lines_do_not_breathe() {
    for name in ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune", "Pluto"] {
        let orbit = &body(name).orbit;
        let path = |jd: f64| orbit.osculating(jd).unwrap();
        for year in 0..150 {
            let jd = 2_415_021.5 + f64::from(year) * 365.25;
            let (now, later) = (path(jd), path(jd + 365.25));
            let grown = later.semi_major_axis_km().unwrap() / now.semi_major_axis_km().unwrap() - 1.0;
            assert!(grown.abs() < 1e-3, "{name} at {jd}: {grown:e}");
            assert!(later.basis().pole.distance(now.basis().pole) < 1e-4, "{name} at {jd}");
        }
    }
}
