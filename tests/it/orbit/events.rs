//! The dates of events in the sky: found anew from the paths, and held against those of the almanacs, also the dates
//! that the game offers.

use ecliptic::orbit::{CalendarDate, julian_date};
use glam::DVec3;

use super::{body, difference_deg, heliocentric};

/// TT - UT in days in our time.
const DELTA_T_DAYS: f64 = 69.2 / 86_400.0;

/// Year, month, day, hour and minute.
type Moment = (i32, u32, u32, u32, u32);

fn jd_of((year, month, day, hour, minute): Moment) -> f64 {
    julian_date(year, month, day, hour, minute, 0.0)
}

fn seen_from_earth(name: &str, jd: f64) -> DVec3 {
    heliocentric(name, jd).position - heliocentric("Earth", jd).position
}

/// The date at which a function is least, to a minute: the least of looks a step apart, then closer and closer ones.
fn least(from_jd: f64, until_jd: f64, step: f64, of: impl Fn(f64) -> f64) -> f64 {
    let (mut from, mut until, mut step) = (from_jd, until_jd, step);
    loop {
        let looks = ((until - from) / step).ceil() as u32;
        let dates = (0..=looks).map(|look| from + f64::from(look) * step);
        let best = dates.min_by(|one, other| of(*one).total_cmp(&of(*other))).unwrap_or(from);
        if step < 0.5 / 1440.0 {
            return best;
        }
        (from, until, step) = (best - step, best + step, step / 10.0);
    }
}

fn assert_at(found: f64, expected: f64, minutes: f64, what: &str) {
    let late = (found - expected) * 1440.0;
    assert!(
        late.abs() < minutes,
        "{what}: {}, {late:.1} minutes late",
        CalendarDate::from_julian_date(found)
    );
}

/// The angle at Earth's centre between the Moon and the Sun, or the point opposite to it.
fn apart(jd: f64, is_lunar: bool) -> f64 {
    let sun = -heliocentric("Earth", jd).position.normalize();
    let moon = body("Moon").orbit.state(jd).position.normalize();
    moon.distance(if is_lunar { -sun } else { sun })
}

#[test]
fn eclipses_have_their_middle_in_the_right_quarter_of_an_hour() {
    // Greatest eclipse, UT.
    for (middle, is_lunar) in [
        ((2026, 8, 12, 17, 46), false),
        ((2027, 8, 2, 10, 7), false),
        ((2028, 7, 22, 2, 56), false),
        ((2028, 12, 31, 16, 52), true),
    ] {
        let expected = jd_of(middle) + DELTA_T_DAYS;
        let found = least(expected - 10.0, expected + 10.0, 0.05, |jd| apart(jd, is_lunar));
        assert_at(found, expected, 15.0, "an eclipse");
    }
}

#[test]
fn mars_is_opposed_and_nearest_on_the_days_of_the_almanacs() {
    for (opposed, nearest) in [
        ((2003, 8, 28, 18, 0), (2003, 8, 27, 9, 51)),
        ((2018, 7, 27, 5, 7), (2018, 7, 31, 7, 50)),
        ((2020, 10, 13, 23, 20), (2020, 10, 6, 14, 18)),
        ((2025, 1, 16, 2, 32), (2025, 1, 12, 13, 37)),
        ((2035, 9, 15, 19, 33), (2035, 9, 11, 14, 15)),
    ] {
        let near = jd_of(opposed);
        let longitude = |place: DVec3| place.y.atan2(place.x);
        let from_line = |jd: f64| {
            let (earth, mars) = (heliocentric("Earth", jd).position, heliocentric("Mars", jd).position);
            difference_deg(longitude(mars), longitude(earth)).abs()
        };
        assert_at(least(near - 30.0, near + 30.0, 1.0, from_line), near, 180.0, "an opposition of Mars");
        let near = jd_of(nearest);
        let distance = |jd: f64| seen_from_earth("Mars", jd).length();
        assert_at(least(near - 30.0, near + 30.0, 1.0, distance), near, 180.0, "a closest approach of Mars");
    }
}

#[test]
fn mercury_and_venus_pass_before_the_sun_when_they_did_and_will() {
    // Middle of the transit, UT.
    for (name, middle) in [
        ("Venus", (2004, 6, 8, 8, 20)),
        ("Venus", (2012, 6, 6, 1, 30)),
        ("Mercury", (2016, 5, 9, 14, 57)),
        ("Mercury", (2019, 11, 11, 15, 20)),
        ("Mercury", (2032, 11, 13, 8, 54)),
    ] {
        let expected = jd_of(middle) + DELTA_T_DAYS;
        let from_sun = |jd: f64| {
            let sun = -heliocentric("Earth", jd).position.normalize();
            seen_from_earth(name, jd).normalize().distance(sun)
        };
        let found = least(expected - 5.0, expected + 5.0, 0.05, from_sun);
        assert_at(found, expected, 45.0, name);
        assert!(from_sun(found).to_degrees() < 0.27, "{name}: {}", from_sun(found).to_degrees());
    }
}

/// The list of the dates that the game offers.
const OFFERED: &str = include_str!("../../../src/client/menu/skirmish/values.rs");

/// The middle of the day that the game offers under a name.
fn offered(name: &str) -> f64 {
    let line =
        OFFERED.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name} is not offered"));
    let date = line.split('"').nth(3).unwrap_or_else(|| panic!("{line}"));
    let day: CalendarDate = date.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    day.to_julian_date() + 0.5
}

#[test]
fn the_dates_that_the_game_offers_are_those_of_the_sky() {
    for (words, name) in [("67P at Earth", "67P"), ("Mars at its nearest", "Mars")] {
        let day = offered(words);
        let nearest = least(day - 100.0, day + 100.0, 1.0, |jd: f64| seen_from_earth(name, jd).length());
        assert_at(nearest, day, 1440.0, words);
    }
    let day = offered("Halley at the Sun");
    let from_sun = |jd: f64| heliocentric("Halley", jd).position.length();
    assert_at(least(day - 100.0, day + 100.0, 1.0, from_sun), day, 1440.0, "Halley at the Sun");
    let eclipse = offered("Solar eclipse");
    let greatest = least(eclipse - 10.0, eclipse + 10.0, 0.05, |jd| apart(jd, false));
    assert_at(greatest, eclipse, 720.0, "Solar eclipse");
}
