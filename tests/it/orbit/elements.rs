//! The conic of any eccentricity: published cases, constants of the motion, there and back.

use std::f64::consts::{PI, TAU};

use ecliptic::orbit::{Conic, GM_SUN_KM3_S2, J2000_JD, SECONDS_PER_DAY, State};
use glam::DVec3;
use proptest::prelude::*;

use super::assert_near;

/// Seconds in which a body in the orbit's periapsis distance would circle by one radian.
fn natural_time(conic: &Conic) -> f64 {
    (conic.periapsis_km.powi(3) / conic.gm_km3_s2).sqrt()
}

fn flat(periapsis_km: f64, eccentricity: f64, gm_km3_s2: f64) -> Conic {
    Conic {
        periapsis_km,
        eccentricity,
        inclination: 0.0,
        ascending_node: 0.0,
        argument_of_periapsis: 0.0,
        periapsis_time_jd: J2000_JD,
        gm_km3_s2,
    }
}

#[test]
fn vallado_2_6_position_from_elements() {
    let eccentricity = 0.83285;
    let conic = Conic {
        periapsis_km: 11_067.790 / (1.0 + eccentricity),
        eccentricity,
        inclination: 87.87_f64.to_radians(),
        ascending_node: 227.89_f64.to_radians(),
        argument_of_periapsis: 53.38_f64.to_radians(),
        periapsis_time_jd: J2000_JD,
        gm_km3_s2: 398600.4418,
    };
    let position = conic.position_at_true_anomaly(92.335_f64.to_radians());
    assert!(position.distance(DVec3::new(6525.368, 6861.532, 6449.119)) < 0.05, "{position}");
}

#[test]
fn curtis_3_5_hyperbolic_flight() {
    let (periapsis, speed, gm) = (6678.0, 15.0, 398_600.0);
    let start = State { position: DVec3::X * periapsis, velocity: DVec3::Y * speed };
    let conic = Conic::from_state(&start, J2000_JD, gm);
    assert_near(conic.eccentricity, 2.769_57, 5e-6);
    let later = conic.state(J2000_JD + 14_941.0 / SECONDS_PER_DAY);
    assert_near(later.position.length(), 163_176.0, 1.0);
    // The book prints 10.51; its own distance and energy give 10.5123.
    assert_near(later.velocity.length(), 10.512, 1e-3);
}

#[test]
fn circular_and_flat_orbits_have_defined_elements() {
    let gm = GM_SUN_KM3_S2;
    let radius: f64 = 1.5e8;
    let speed = (gm / radius).sqrt();
    for (velocity, inclination) in [(DVec3::Y, 0.0), (-DVec3::Y, PI), (DVec3::Z, PI / 2.0)] {
        let state = State { position: DVec3::X * radius, velocity: velocity * speed };
        let conic = Conic::from_state(&state, J2000_JD, gm);
        assert_near(conic.eccentricity, 0.0, 1e-12);
        assert_near(conic.inclination, inclination, 1e-12);
        assert_near(conic.ascending_node, 0.0, 1e-12);
        let back = conic.state(J2000_JD);
        assert!(back.position.distance(state.position) < 1e-2, "{conic:?}");
        assert!(back.velocity.distance(state.velocity) < 1e-8, "{conic:?}");
    }
}

#[test]
fn the_path_is_continuous_through_the_parabola() {
    for seconds in [0.0, 1e4, -1e6, 3e7] {
        let jd = J2000_JD + seconds / SECONDS_PER_DAY;
        let parabola = flat(1e8, 1.0, GM_SUN_KM3_S2).state(jd);
        for gap in [1e-15, 1e-12, 1e-9] {
            for eccentricity in [1.0 - gap, 1.0 + gap] {
                let near = flat(1e8, eccentricity, GM_SUN_KM3_S2).state(jd);
                let scale = parabola.position.length();
                assert!(near.position.distance(parabola.position) < scale * (1e-14 + 100.0 * gap));
                assert!(near.velocity.distance(parabola.velocity) < 100.0 * (1e-14 + 100.0 * gap));
            }
        }
    }
}

#[test]
fn open_paths_have_no_period() {
    for eccentricity in [1.0, 1.5] {
        let conic = flat(1e8, eccentricity, GM_SUN_KM3_S2);
        assert_eq!(conic.period_days(), None);
        assert_eq!(conic.apoapsis_km(), None);
        assert_eq!(conic.semi_major_axis_km(), None);
    }
    assert_near(flat(1e8, 2.0, GM_SUN_KM3_S2).max_true_anomaly(), 120.0_f64.to_radians(), 1e-14);
}

fn any_conic() -> impl Strategy<Value = Conic> {
    let eccentricity = prop_oneof![0.0..0.95_f64, 0.95..1.05_f64, 1.05..5.0_f64, Just(0.0), Just(1.0)];
    (1e7..1e10_f64, eccentricity, 0.0..PI, 0.0..TAU, 0.0..TAU).prop_map(
        |(periapsis_km, eccentricity, inclination, ascending_node, argument_of_periapsis)| Conic {
            periapsis_km,
            eccentricity,
            inclination,
            ascending_node,
            argument_of_periapsis,
            periapsis_time_jd: J2000_JD,
            gm_km3_s2: GM_SUN_KM3_S2,
        },
    )
}

proptest! {
    #[test]
    fn energy_and_angular_momentum_are_constant(conic in any_conic(), moment in -20.0..20.0_f64) {
        let jd = J2000_JD + moment * natural_time(&conic) / SECONDS_PER_DAY;
        let State { position, velocity } = conic.state(jd);
        let gm = conic.gm_km3_s2;
        let kinetic = 0.5 * velocity.length_squared();
        let potential = gm / position.length();
        let energy = -gm * (1.0 - conic.eccentricity) / (2.0 * conic.periapsis_km);
        prop_assert!((kinetic - potential - energy).abs() < 1e-12 * (kinetic + potential));

        let momentum = conic.basis().pole * (gm * conic.periapsis_km * (1.0 + conic.eccentricity)).sqrt();
        let scale = position.length() * velocity.length();
        prop_assert!(position.cross(velocity).distance(momentum) < 1e-12 * scale);
    }

    #[test]
    fn speed_and_acceleration_stay_below_their_bounds(conic in any_conic(), moment in -20.0..20.0_f64) {
        let state = conic.state(J2000_JD + moment * natural_time(&conic) / SECONDS_PER_DAY);
        let distance = state.position.length();
        prop_assert!(state.velocity.length() <= conic.max_speed_km_s() * (1.0 + 1e-12));
        let acceleration = conic.gm_km3_s2 / (distance * distance);
        prop_assert!(acceleration <= conic.max_acceleration_km_s2() * (1.0 + 1e-12));
        prop_assert!(distance >= conic.periapsis_km * (1.0 - 1e-12));
    }

    #[test]
    fn a_period_brings_the_body_back(
        mut conic in any_conic(),
        eccentricity in 0.0..0.95_f64,
        moment in -3.0..3.0_f64,
    ) {
        conic.eccentricity = eccentricity;
        let period = conic.period_days().unwrap();
        let jd = J2000_JD + moment * natural_time(&conic) / SECONDS_PER_DAY;
        let (before, after) = (conic.state(jd), conic.state(jd + period));
        prop_assert!(after.position.distance(before.position) < 1e-8 * conic.apoapsis_km().unwrap());
        prop_assert!(after.velocity.distance(before.velocity) < 1e-7 * conic.max_speed_km_s());
    }

    #[test]
    fn elements_to_state_to_elements(conic in any_conic(), moment in -3.0..3.0_f64, later in -3.0..3.0_f64) {
        let days = |moment: f64| moment * natural_time(&conic) / SECONDS_PER_DAY;
        let jd = J2000_JD + days(moment);
        let again = Conic::from_state(&conic.state(jd), jd, conic.gm_km3_s2);
        prop_assert!((again.eccentricity - conic.eccentricity).abs() < 1e-11);
        prop_assert!((again.periapsis_km / conic.periapsis_km - 1.0).abs() < 1e-11);
        prop_assert!((again.inclination - conic.inclination).abs() < 1e-9);
        let jd = J2000_JD + days(later);
        let (expected, actual) = (conic.state(jd), again.state(jd));
        let scale = expected.position.length();
        prop_assert!(actual.position.distance(expected.position) < 1e-7 * scale);
        prop_assert!(actual.velocity.distance(expected.velocity) < 1e-7 * conic.max_speed_km_s());
    }

    #[test]
    fn velocity_is_the_derivative_of_position(conic in any_conic(), moment in -3.0..3.0_f64) {
        // A power of two of a day, so that the dates on both sides are exact.
        let natural_days = natural_time(&conic) / SECONDS_PER_DAY;
        let step = (1e-4 * natural_days).log2().floor().exp2().max(0.5_f64.powi(13));
        let jd = J2000_JD + (moment * natural_days / step).round() * step;
        let moved = conic.state(jd + step).position - conic.state(jd - step).position;
        let expected = moved / (2.0 * step * SECONDS_PER_DAY);
        prop_assert!(conic.state(jd).velocity.distance(expected) < 1e-5 * conic.max_speed_km_s());
    }

    #[test]
    fn the_path_holds_the_body(conic in any_conic(), moment in -3.0..3.0_f64) {
        let position = conic.state(J2000_JD + moment * natural_time(&conic) / SECONDS_PER_DAY).position;
        let basis = conic.basis();
        let true_anomaly = position.dot(basis.ahead).atan2(position.dot(basis.periapsis));
        prop_assert!(true_anomaly.abs() <= conic.max_true_anomaly());
        let on_path = conic.position_at_true_anomaly(true_anomaly);
        prop_assert!(on_path.distance(position) < 1e-9 * position.length());
    }
}
