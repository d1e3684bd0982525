//! Kepler's equation: published cases, reference roots of high precision, and its symmetries.

use std::f64::consts::{PI, TAU};

use ecliptic::orbit::{eccentric_anomaly, hyperbolic_anomaly, parabolic_anomaly};
use proptest::prelude::*;

use super::assert_near;

/// Eccentricity, mean anomaly, eccentric anomaly: bisected with 40 digits.
const ELLIPTIC: [(f64, f64, f64); 35] = [
    (0.0167, 1e-09, 1.0169836265636123e-09),
    (0.0167, 0.001, 0.001016983623586323),
    (0.0167, 0.3, 0.3050151371487578),
    (0.0167, 2.0, 2.015078752618047),
    (0.0167, 3.1, 3.100683000655188),
    (0.2, 1e-09, 1.25e-09),
    (0.2, 0.001, 0.001249999918619814),
    (0.2, 0.3, 0.3728551841255829),
    (0.2, 2.0, 2.165646494384257),
    (0.2, 3.1, 3.106930952230825),
    (0.5, 1e-09, 2e-09),
    (0.5, 0.001, 0.0019999986666696),
    (0.5, 0.3, 0.5696822564439448),
    (0.5, 2.0, 2.3542427582227807),
    (0.5, 3.1, 3.1138630333428123),
    (0.9, 1e-09, 1.0000000000000002e-08),
    (0.9, 0.001, 0.009998500682086272),
    (0.9, 0.3, 1.103517720303087),
    (0.9, 2.0, 2.522365434000245),
    (0.9, 3.1, 3.119700955021393),
    (0.99, 1e-09, 9.999999999998341e-08),
    (0.99, 0.001, 0.08854859633018196),
    (0.99, 0.3, 1.2345645898086173),
    (0.99, 2.0, 2.5511563100658283),
    (0.99, 3.1, 3.1206910655297104),
    (0.99999, 1e-09, 9.998334182807864e-05),
    (0.99999, 0.001, 0.18170250008840114),
    (0.99999, 0.3, 1.248501585455994),
    (0.99999, 2.0, 2.554192928372479),
    (0.99999, 3.1, 3.120795473228299),
    (0.999999999, 1e-09, 0.001816020050944541),
    (0.999999999, 0.001, 0.18181219008446733),
    (0.999999999, 0.3, 1.2485154661545008),
    (0.999999999, 2.0, 2.5541959525345983),
    (0.999999999, 3.1, 3.12079557720755),
];

/// Eccentricity, mean anomaly, hyperbolic anomaly: bisected with 40 digits.
const HYPERBOLIC: [(f64, f64, f64); 25] = [
    (1.000001, 1e-09, 0.0008846221142750376),
    (1.000001, 0.01, 0.39048809044783755),
    (1.000001, 1.0, 1.7291154667784454),
    (1.000001, 30.0, 4.226355500592117),
    (1.000001, 1000000.0, 14.508671247090966),
    (1.01, 1e-09, 9.999999999998308e-08),
    (1.01, 0.01, 0.33920760034291664),
    (1.01, 1.0, 1.7148737606421256),
    (1.01, 30.0, 4.216111232257982),
    (1.01, 1000000.0, 14.498721906288107),
    (1.5, 1e-09, 2e-09),
    (1.5, 0.01, 0.019996002318208823),
    (1.5, 1.0, 1.1616354445046073),
    (1.5, 30.0, 3.8088978350819462),
    (1.5, 1000000.0, 14.103206733523901),
    (3.0, 1e-09, 5e-10),
    (3.0, 0.01, 0.004999968750546862),
    (3.0, 1.0, 0.47321051294363614),
    (3.0, 30.0, 3.095995017494446),
    (3.0, 1000000.0, 13.410058859827306),
    (50.0, 1e-09, 2.0408163265306123e-11),
    (50.0, 0.01, 0.0002040816312075069),
    (50.0, 1.0, 0.02040671798792829),
    (50.0, 30.0, 0.5787245701308342),
    (50.0, 1000000.0, 10.596645330310247),
];

#[test]
fn vallado_2_1_elliptic() {
    let anomaly = eccentric_anomaly(235.4_f64.to_radians(), 0.4);
    assert_near(anomaly.to_degrees(), 220.512_074_767_522, 1e-12);
}

#[test]
fn vallado_2_2_parabolic() {
    let seconds = 53.7874 * 60.0;
    let semi_latus_rectum: f64 = 25_512.0;
    let pace = 2.0 * (398600.4418 / semi_latus_rectum.powi(3)).sqrt();
    assert_near(parabolic_anomaly(pace * seconds), 0.817_751, 1e-6);
}

#[test]
fn vallado_2_3_hyperbolic() {
    assert_near(hyperbolic_anomaly(235.4_f64.to_radians(), 2.4), 1.601_376_144_9, 1e-10);
}

#[test]
fn near_parabolic_ellipse() {
    let anomaly = eccentric_anomaly(0.01_f64.to_radians(), 0.99999);
    assert_near(anomaly, 0.101_369_844_191_728_6, 1e-14);
}

#[test]
fn elliptic_roots_are_right_to_the_last_bits() {
    for (eccentricity, mean_anomaly, expected) in ELLIPTIC {
        assert_near(eccentric_anomaly(mean_anomaly, eccentricity), expected, 2e-15 * expected);
    }
}

#[test]
fn hyperbolic_roots_are_right_to_the_last_bits() {
    for (eccentricity, mean_anomaly, expected) in HYPERBOLIC {
        assert_near(hyperbolic_anomaly(mean_anomaly, eccentricity), expected, 2e-15 * expected);
    }
}

#[test]
fn zero_and_half_a_turn_are_fixed_points() {
    for eccentricity in [0.0, 0.5, 0.99999, 1.0 - f64::EPSILON] {
        assert_eq!(eccentric_anomaly(0.0, eccentricity), 0.0);
        assert_near(eccentric_anomaly(PI, eccentricity), PI, 1e-15);
    }
    assert_eq!(hyperbolic_anomaly(0.0, 2.0), 0.0);
    assert_eq!(parabolic_anomaly(0.0), 0.0);
}

#[test]
fn numbers_that_are_not_finite_do_no_harm() {
    for mean_anomaly in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(!eccentric_anomaly(mean_anomaly, 0.3).is_finite());
        assert!(!hyperbolic_anomaly(mean_anomaly, 1.3).is_finite());
        assert!(!parabolic_anomaly(mean_anomaly).is_finite());
    }
}

fn any_elliptic_eccentricity() -> impl Strategy<Value = f64> {
    prop_oneof![0.0..1.0_f64, (0.0..15.0_f64).prop_map(|digits| 1.0 - 10.0_f64.powf(-digits))]
}

proptest! {
    #[test]
    fn elliptic_anomaly_is_odd(mean_anomaly in -PI..PI, eccentricity in any_elliptic_eccentricity()) {
        let forward = eccentric_anomaly(mean_anomaly, eccentricity);
        prop_assert_eq!(eccentric_anomaly(-mean_anomaly, eccentricity), -forward);
    }

    #[test]
    fn elliptic_anomaly_is_monotone(
        first in -PI..PI,
        second in -PI..PI,
        eccentricity in any_elliptic_eccentricity(),
    ) {
        let (low, high) = if first < second { (first, second) } else { (second, first) };
        let rounding = 2e-15;
        let (low, high) = (eccentric_anomaly(low, eccentricity), eccentric_anomaly(high, eccentricity));
        prop_assert!(low <= high + rounding);
    }

    #[test]
    fn elliptic_anomaly_solves_the_equation(
        mean_anomaly in -PI..PI,
        eccentricity in any_elliptic_eccentricity(),
    ) {
        let anomaly = eccentric_anomaly(mean_anomaly, eccentricity);
        prop_assert!((anomaly - eccentricity * anomaly.sin() - mean_anomaly).abs() < 4e-15);
    }

    #[test]
    fn elliptic_anomaly_repeats_with_the_turns(
        mean_anomaly in -3.0..3.0_f64,
        turns in -1000_i32..1000,
        eccentricity in 0.0..0.9_f64,
    ) {
        let turned = f64::from(turns) * TAU;
        let expected = eccentric_anomaly(mean_anomaly, eccentricity) + turned;
        prop_assert!((eccentric_anomaly(mean_anomaly + turned, eccentricity) - expected).abs() < 2e-11);
    }

    #[test]
    fn hyperbolic_anomaly_is_odd_and_solves_the_equation(
        mean_anomaly in -1e4..1e4_f64,
        eccentricity in 1.000_001..20.0_f64,
    ) {
        let anomaly = hyperbolic_anomaly(mean_anomaly, eccentricity);
        let residual = eccentricity * anomaly.sinh() - anomaly - mean_anomaly;
        prop_assert!(residual.abs() <= 1e-13 * (1.0 + mean_anomaly.abs()));
        prop_assert_eq!(hyperbolic_anomaly(-mean_anomaly, eccentricity), -anomaly);
    }

    #[test]
    fn parabolic_anomaly_solves_barkers_equation(mean_anomaly in -1e6..1e6_f64) {
        let barker = parabolic_anomaly(mean_anomaly);
        let residual = barker + barker.powi(3) / 3.0 - mean_anomaly;
        prop_assert!(residual.abs() <= 1e-13 * (1.0 + mean_anomaly.abs()));
    }
}
