//! The earliest meeting: it is a meeting, and none is earlier.

use std::f64::consts::{PI, TAU};

use ecliptic::orbit::{
    AU_KM, Conic, GM_SUN_KM3_S2, J2000_JD, Meeting, PathBounds, SECONDS_PER_DAY, State, Traveller,
    earliest_meeting, earliest_meeting_jd,
};
use glam::DVec3;
use proptest::prelude::*;

use super::{assert_near, body};

/// The traveller's distance behind the body at a date, in kilometres.
fn gap_km(traveller: &Traveller, jd: f64, path: impl Fn(f64) -> State) -> f64 {
    let flown = traveller.speed_km_s * (jd - traveller.departure_jd) * SECONDS_PER_DAY;
    path(jd).position.distance(traveller.position) - flown
}

/// Fails if there is a date before the meeting, or before the horizon if there is none, at which the
/// traveller could already have been there.
fn none_is_earlier(
    traveller: &Traveller,
    meeting: Option<Meeting>,
    horizon_days: f64,
    path: impl Fn(f64) -> State,
) -> Result<(), TestCaseError> {
    let days = meeting.map_or(horizon_days, |meeting| meeting.jd - traveller.departure_jd);
    for sample in 0..2000 {
        let jd = traveller.departure_jd + days * f64::from(sample) / 2000.0 * (1.0 - 1e-6);
        prop_assert!(gap_km(traveller, jd, &path) > -1.0, "could be there at {jd}, found {meeting:?}");
    }
    Ok(())
}

fn is_a_meeting(
    traveller: &Traveller,
    meeting: &Meeting,
    path: impl Fn(f64) -> State,
) -> Result<(), TestCaseError> {
    let distance = meeting.position.distance(traveller.position);
    let gap = gap_km(traveller, meeting.jd, &path);
    prop_assert!(gap.abs() <= 1e-9 * distance + 0.05, "off by {gap} km of {distance}");
    prop_assert_eq!(path(meeting.jd).position, meeting.position);
    Ok(())
}

fn conic_bounds(conic: &Conic) -> PathBounds {
    PathBounds {
        max_speed_km_s: conic.max_speed_km_s(),
        max_acceleration_km_s2: conic.max_acceleration_km_s2(),
    }
}

fn any_position() -> impl Strategy<Value = DVec3> {
    (-5.0..5.0_f64, -5.0..5.0_f64, -1.0..1.0_f64).prop_map(|(x, y, z)| DVec3::new(x, y, z) * AU_KM)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_meeting_with_any_conic_is_the_earliest(
        periapsis_au in 0.2..5.0_f64,
        eccentricity in prop_oneof![0.0..0.97_f64, 1.0..3.0_f64],
        inclination in 0.0..PI,
        node in 0.0..TAU,
        argument in 0.0..TAU,
        periapsis_in_days in -500.0..500.0_f64,
        speed_km_s in 2.0..120.0_f64,
        position in any_position(),
    ) {
        let conic = Conic {
            periapsis_km: periapsis_au * AU_KM,
            eccentricity,
            inclination,
            ascending_node: node,
            argument_of_periapsis: argument,
            periapsis_time_jd: J2000_JD + periapsis_in_days,
            gm_km3_s2: GM_SUN_KM3_S2,
        };
        let traveller = Traveller { position, speed_km_s, departure_jd: J2000_JD };
        let horizon = 4000.0;
        let path = |jd: f64| conic.state(jd);
        let meeting = earliest_meeting(&traveller, conic_bounds(&conic), horizon, path);
        none_is_earlier(&traveller, meeting, horizon, path)?;
        if let Some(meeting) = meeting {
            is_a_meeting(&traveller, &meeting, path)?;
        }
        for nearer in [0.02 * horizon, 0.3 * horizon, horizon] {
            let jd = earliest_meeting_jd(&traveller, conic_bounds(&conic), nearer, path);
            let same = meeting.map(|meeting| meeting.jd).filter(|jd| jd - J2000_JD <= nearer);
            prop_assert_eq!(jd, same, "a nearer horizon ends the search and changes no date");
        }
    }

    #[test]
    fn moons_are_met_on_their_way_round_the_sun(
        speed_km_s in 10.0..200.0_f64,
        position in any_position(),
        departure in 0.0..10_000.0_f64,
        which in 0_usize..4,
    ) {
        let moon = body(["Moon", "Phobos", "Io", "Triton"][which]);
        let planet = body(moon.parent.expect("a moon has a planet"));
        let (moon, planet) = (&moon.orbit, &planet.orbit);
        let path = |jd: f64| planet.state(jd) + moon.state(jd);
        let bounds = planet.bounds() + moon.bounds();
        let traveller = Traveller { position, speed_km_s, departure_jd: J2000_JD + departure };
        let meeting = earliest_meeting(&traveller, bounds, 20_000.0, path);
        none_is_earlier(&traveller, meeting, 20_000.0, path)?;
        if speed_km_s > bounds.max_speed_km_s {
            prop_assert!(meeting.is_some(), "the faster always meets the slower");
        }
        if let Some(meeting) = meeting {
            is_a_meeting(&traveller, &meeting, path)?;
        }
    }

    #[test]
    fn a_fast_traveller_needs_few_looks(speed_km_s in 60.0..300.0_f64, position in any_position()) {
        let orbit = &body("Mars").orbit;
        let looks = std::cell::Cell::new(0);
        let path = |jd: f64| {
            looks.set(looks.get() + 1);
            orbit.state(jd)
        };
        let traveller = Traveller { position, speed_km_s, departure_jd: J2000_JD };
        prop_assert!(earliest_meeting(&traveller, orbit.bounds(), 10_000.0, path).is_some());
        prop_assert!(looks.get() <= 20, "{} looks at the path", looks.get());
    }
}

#[test]
fn a_body_far_beyond_the_horizon_needs_one_look() {
    let orbit = &body("Mars").orbit;
    let looks = std::cell::Cell::new(0);
    let path = |jd: f64| {
        looks.set(looks.get() + 1);
        orbit.state(jd)
    };
    let traveller = Traveller { position: DVec3::X * 5.0 * AU_KM, speed_km_s: 60.0, departure_jd: J2000_JD };
    assert_eq!(earliest_meeting_jd(&traveller, orbit.bounds(), 1.0, path), None);
    assert_eq!(looks.get(), 1);
}

fn resting(position: DVec3) -> impl Fn(f64) -> State {
    move |_jd| State { position, velocity: DVec3::ZERO }
}

#[test]
fn a_body_at_rest_is_met_after_distance_over_speed() {
    let traveller = Traveller { position: DVec3::ZERO, speed_km_s: 100.0, departure_jd: J2000_JD };
    let place = DVec3::new(3e8, 4e8, 0.0);
    let meeting = earliest_meeting(&traveller, PathBounds::AT_REST, 100.0, resting(place)).unwrap();
    assert_near((meeting.jd - J2000_JD) * SECONDS_PER_DAY, 5e6, 1e-3);
    assert_eq!(meeting.position, place);
    assert_eq!(earliest_meeting(&traveller, PathBounds::AT_REST, 50.0, resting(place)), None);
}

#[test]
fn a_traveller_at_the_target_meets_at_once() {
    let place = DVec3::new(3e8, 4e8, 0.0);
    let traveller = Traveller { position: place, speed_km_s: 0.0, departure_jd: J2000_JD };
    let meeting = earliest_meeting(&traveller, PathBounds::AT_REST, 1.0, resting(place)).unwrap();
    assert_eq!(meeting.jd, J2000_JD);
}

#[test]
fn a_body_that_outruns_the_traveller_is_never_met() {
    let fleeing = |jd: f64| State {
        position: DVec3::X * (1e6 + 20.0 * (jd - J2000_JD) * SECONDS_PER_DAY),
        velocity: DVec3::X * 20.0,
    };
    let bounds = PathBounds { max_speed_km_s: 20.0, max_acceleration_km_s2: 0.0 };
    let traveller = Traveller { position: DVec3::ZERO, speed_km_s: 10.0, departure_jd: J2000_JD };
    assert_eq!(earliest_meeting(&traveller, bounds, 1e6, fleeing), None);
}

#[test]
fn hostile_numbers_give_no_meeting() {
    let place = DVec3::new(3e8, 4e8, 0.0);
    let sound = Traveller { position: DVec3::ZERO, speed_km_s: 100.0, departure_jd: J2000_JD };
    let bounds = PathBounds { max_speed_km_s: 10.0, max_acceleration_km_s2: 1e-5 };
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for traveller in [
            Traveller { speed_km_s: bad, ..sound },
            Traveller { departure_jd: bad, ..sound },
            Traveller { position: DVec3::X * bad, ..sound },
        ] {
            // At a place or a time that is not finite there is no meeting.
            let path = |jd: f64| State { position: place * (1.0 + 0.0 * jd), velocity: DVec3::ZERO };
            assert_eq!(earliest_meeting(&traveller, bounds, 100.0, path), None);
        }
    }
    assert_eq!(earliest_meeting(&sound, bounds, f64::NAN, resting(place)), None);
    assert_eq!(
        earliest_meeting(&Traveller { speed_km_s: -1.0, ..sound }, bounds, 100.0, resting(place)),
        None
    );
    assert_eq!(
        earliest_meeting(&Traveller { speed_km_s: 0.0, ..sound }, bounds, 100.0, resting(place)),
        None
    );
}

#[test]
fn bounds_that_are_too_small_cost_the_guarantee_but_not_the_meeting() {
    let orbit = &body("Mercury").orbit;
    let path = |jd: f64| orbit.state(jd);
    let mut found = 0;
    for day in 0..88 {
        let departure_jd = J2000_JD + f64::from(day);
        let traveller = Traveller { position: DVec3::X * AU_KM, speed_km_s: 20.0, departure_jd };
        if let Some(meeting) = earliest_meeting(&traveller, PathBounds::AT_REST, 1000.0, path) {
            assert!(gap_km(&traveller, meeting.jd, path).abs() < 1.0);
            found += 1;
        }
    }
    assert!(found > 0);
}
