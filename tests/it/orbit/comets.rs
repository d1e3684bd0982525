//! The comets at their returns.

use ecliptic::orbit::{AU_KM, Orbit, julian_date};

use super::{assert_near, body};

const RETURNS: &str = include_str!("../../data/comet_returns.csv");

/// The names of the comets in the table of their returns, and in levels.
const NAMES: [(&str, &str); 3] =
    [("1P/Halley", "Halley"), ("2P/Encke", "Encke"), ("67P/Churyumov-Gerasimenko", "67P")];

/// The date near `jd` at which a body is nearest to the Sun.
fn perihelion(orbit: &Orbit, jd: f64) -> f64 {
    let (mut from, mut until) = (jd - 100.0, jd + 100.0);
    for _ in 0..100 {
        let middle = 0.5 * (from + until);
        let state = orbit.state(middle);
        if state.position.dot(state.velocity) < 0.0 { from = middle } else { until = middle }
    }
    0.5 * (from + until)
}

#[test]
fn comets_return_on_the_day() {
    let mut reader = csv::Reader::from_reader(RETURNS.as_bytes());
    let rows = reader.deserialize::<(String, f64, String, f64, f64, f64, f64, f64, f64)>();
    let mut count = 0;
    for row in rows {
        let (label, _, _, _, nearest_au, jd, ..) = row.expect("the table is well formed");
        let (_, name) = NAMES.iter().find(|(listed, _)| *listed == label).expect("a known comet");
        let orbit = &body(name).orbit;
        let date = perihelion(orbit, jd);
        assert_near(date, jd, 0.01);
        assert_near(orbit.state(date).position.length() / AU_KM, nearest_au, 1e-6);
        count += 1;
    }
    assert_eq!(count, 63);
}

#[test]
fn known_returns_are_met() {
    for (name, (year, month, day)) in [
        ("Halley", (1910, 4, 20)),
        ("Halley", (1986, 2, 9)),
        ("Halley", (2061, 7, 28)),
        ("67P", (2015, 8, 13)),
        ("67P", (2021, 11, 2)),
        ("Encke", (2020, 6, 25)),
        ("Encke", (2023, 10, 22)),
    ] {
        let jd = julian_date(year, month, day, 12, 0, 0.0);
        assert_near(perihelion(&body(name).orbit, jd), jd, 1.0);
    }
}

#[test]
fn between_two_returns_a_comet_is_out_and_slow() {
    for name in ["Halley", "Encke", "67P"] {
        let orbit = &body(name).orbit;
        let Orbit::Returns(returns) = orbit else { panic!("{name} returns") };
        let conics: Vec<_> = returns.all().collect();
        for two in conics.windows(2) {
            let days = two[1].periapsis_time_jd - two[0].periapsis_time_jd;
            for step in 0..=40 {
                let jd = two[0].periapsis_time_jd + days * (0.3 + 0.01 * f64::from(step));
                let state = orbit.state(jd);
                // As fast as a comet is allowed to be there, from its energy on either ellipse, with some to spare.
                let speed = two.iter().map(|conic| conic.state(jd).velocity.length()).fold(0.0, f64::max);
                assert!(state.velocity.length() < 1.5 * speed, "{name} at {jd}");
                assert!(state.position.length() > 2.0 * two[0].periapsis_km, "{name} at {jd}");
            }
        }
    }
}
