//! The planets against JPL's DE421 and against public events.

use ecliptic::orbit::{AU_KM, Orbit, SECONDS_PER_DAY, State, julian_date};
use glam::DVec3;

use super::{assert_near, body, difference_deg, heliocentric};

const SAMPLE: &str = include_str!("../../data/helio_de421_sample.csv");

/// Largest errors in heliocentric longitude that JPL states for table 1, 1800 to 2050, in arcminutes.
const STATED_ERRORS_ARCMIN: [(&str, f64); 10] = [
    ("mercury", 0.53),
    ("venus", 0.48),
    ("emb", 0.55),
    ("earth", 0.55),
    ("mars", 1.68),
    ("jupiter", 8.6),
    ("saturn", 12.3),
    ("uranus", 2.0),
    ("neptune", 1.0),
    ("pluto", 1.0),
];

/// One row of the DE421 sample.
struct Sample {
    body: String,
    jd: f64,
    state: State,
}

fn samples() -> Vec<Sample> {
    let mut reader = csv::Reader::from_reader(SAMPLE.as_bytes());
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

fn latitude(position: DVec3) -> f64 {
    position.z.atan2(position.x.hypot(position.y))
}

#[test]
fn longitudes_are_within_the_stated_errors() {
    let samples = samples();
    assert_eq!(samples.len(), 200);
    for sample in &samples {
        let (_, stated) = STATED_ERRORS_ARCMIN.iter().find(|(name, _)| *name == sample.body).unwrap();
        let ours = computed(&sample.body, sample.jd).position;
        let error = difference_deg(longitude(ours), longitude(sample.state.position)) * 60.0;
        assert!(error.abs() < 1.1 * stated, "{} at {}: {error:.3} arcmin", sample.body, sample.jd);
        let error = difference_deg(latitude(ours), latitude(sample.state.position)) * 60.0;
        assert!(error.abs() < 0.6, "latitude of {} at {}: {error:.3} arcmin", sample.body, sample.jd);
    }
}

#[test]
fn distances_and_velocities_follow_de421() {
    for sample in samples() {
        let ours = computed(&sample.body, sample.jd);
        let expected = sample.state;
        let distance = (ours.position.length() / expected.position.length() - 1.0).abs();
        assert!(distance < 2.5e-3, "{} at {}: {distance:e}", sample.body, sample.jd);
        let velocity = ours.velocity.distance(expected.velocity) / expected.velocity.length();
        assert!(velocity < 5e-3, "{} at {}: {velocity:e}", sample.body, sample.jd);
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
    assert_near(jd, expected, 0.01);
    assert_near(distance(jd), 0.373_00, 5e-6);
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
    assert_near(before, julian_date(2020, 11, 3, 18, 4, 0.0), 1.0 / 1440.0);
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
        for name in ["Mercury", "Mars", "Saturn", "Pluto", "Moon", "Io", "Triton", "Titania", "Halley"] {
            let orbit = &body(name).orbit;
            let (actual, drawn) = (orbit.state(jd), orbit.osculating(jd).unwrap().state(jd));
            let size = actual.position.length();
            assert!(drawn.position.distance(actual.position) < 1e-8 * size, "{name}");
            assert!(drawn.velocity.distance(actual.velocity) < 0.02 * actual.velocity.length(), "{name}");
        }
    }
    assert_eq!(body("Sun").orbit.osculating(2_451_545.0), None);
}
