//! Julian dates, calendar dates and the clock of the game.

use ecliptic::orbit::{
    CalendarDate, CalendarDateError, GameClock, J2000_JD, julian_date, julian_date_of_unix_time,
};
use proptest::prelude::*;

use super::assert_near;

#[test]
fn known_julian_dates() {
    assert_eq!(julian_date(2000, 1, 1, 12, 0, 0.0), J2000_JD);
    assert_eq!(julian_date(1970, 1, 1, 0, 0, 0.0), 2_440_587.5);
    assert_eq!(julian_date(1858, 11, 17, 0, 0, 0.0), 2_400_000.5);
    assert_eq!(julian_date(1582, 10, 15, 0, 0, 0.0), 2_299_160.5);
    assert_eq!(julian_date(2026, 11, 21, 0, 0, 0.0), 2_461_365.5);
    // The day 0 of Julian dates, in the proleptic Gregorian calendar.
    assert_eq!(julian_date(-4713, 11, 24, 12, 0, 0.0), 0.0);
    // The day after 1582 October 14 (proleptic) is October 15, not October 5.
    assert_eq!(julian_date(1582, 10, 14, 0, 0, 0.0), 2_299_159.5);
}

#[test]
fn unix_time_gains_the_leap_seconds() {
    assert_near(julian_date_of_unix_time(0.0), 2_440_587.5 + 69.184 / 86_400.0, 1e-9);
}

#[test]
fn dates_are_written_as_they_are_read() {
    for text in [
        "2026-11-21T12:00",
        "2026-11-21T12:00:30",
        "1600-02-29T23:59:59",
        "0007-03-01T00:00",
        "-0044-03-15T12:00",
        "2026-11-21T12:00:05.125",
        "9999-12-31T23:59",
        "-4713-01-01T00:00",
    ] {
        assert_eq!(text.parse::<CalendarDate>().unwrap().to_string(), text);
    }
    let midnight: CalendarDate = "2026-11-21".parse().unwrap();
    assert_eq!(midnight.to_string(), "2026-11-21T00:00");
    assert_eq!(midnight.to_julian_date(), 2_461_365.5);
}

#[test]
fn invalid_dates_are_refused_with_a_reason() {
    let error = |text: &str| text.parse::<CalendarDate>().unwrap_err();
    assert_eq!(error("2026-13-01"), CalendarDateError::Month { month: 13 });
    assert_eq!(error("2026-00-01"), CalendarDateError::Month { month: 0 });
    assert_eq!(error("2026-02-30"), CalendarDateError::Day { year: 2026, month: 2, day: 30, days: 28 });
    assert_eq!(error("1900-02-29"), CalendarDateError::Day { year: 1900, month: 2, day: 29, days: 28 });
    assert_eq!(error("12000-01-01"), CalendarDateError::Year { year: 12_000 });
    assert_eq!(error("-4714-01-01"), CalendarDateError::Year { year: -4714 });
    assert_eq!(error("2026-01-01T24:00"), CalendarDateError::Time { hour: 24, minute: 0, second: 0.0 });
    assert_eq!(error("2026-01-01T23:60"), CalendarDateError::Time { hour: 23, minute: 60, second: 0.0 });
    assert_eq!(error("2026-01-01T23:00:60"), CalendarDateError::Time { hour: 23, minute: 0, second: 60.0 });
    for rubbish in [
        "",
        "-",
        "T",
        "tomorrow",
        "2026",
        "2026-11",
        "2026-11-21-3",
        "2026-11-21T",
        "2026-11-21T12",
        "2026-11-21T12:00:00:00",
        "2026-11-21T12:00Z",
        "2026-11-21 12:00",
        "2026-11-21T12:00:1e1",
        "2026-11-21T12:00:nan",
        "2026-+1-21",
        "2026-11-21T12:00:30.",
        "99999999999999999999-01-01",
        "２０２６-11-21",
    ] {
        assert!(matches!(error(rubbish), CalendarDateError::Form { .. }), "{rubbish}");
    }
    assert_eq!(
        error("2026-02-30").to_string(),
        "there is no day 30 in month 2 of 2026; that month has 28 days",
    );
    assert!(error("soon").to_string().contains("2026-11-21T12:00"));
}

#[test]
fn julian_dates_out_of_range_are_held_at_the_ends() {
    assert_eq!(CalendarDate::from_julian_date(f64::INFINITY).to_string(), "9999-12-31T23:59:59");
    assert_eq!(CalendarDate::from_julian_date(f64::NEG_INFINITY).to_string(), "-4713-01-01T00:00");
    assert_eq!(CalendarDate::from_julian_date(f64::NAN).to_string(), "2000-01-01T12:00");
}

#[test]
fn the_game_clock_counts_ticks() {
    let clock = GameClock { epoch_jd: 2_461_365.5, days_per_second: 0.5 };
    assert_eq!(clock.jd_at(0), 2_461_365.5);
    assert_near(clock.jd_at(30), 2_461_366.0, 1e-9);
    assert_near(clock.seconds_per_tick(), 1440.0, 1e-9);
    assert_near(clock.tick_at(clock.jd_at(12_345)), 12_345.0, 1e-6);
    assert_near(clock.tick_at(2_461_365.0), -30.0, 1e-6);
}

proptest! {
    #[test]
    fn julian_dates_come_back(jd in 260_430.0..5_373_000.0_f64) {
        let date = CalendarDate::from_julian_date(jd);
        prop_assert!((date.to_julian_date() - jd).abs() < 0.000_6 / 86_400.0 + 2e-9);
        let CalendarDate { year, month, day, hour, minute, second } = date;
        prop_assert!(CalendarDate::new(year, month, day, hour, minute, second).is_ok());
        prop_assert_eq!(date.to_string().parse::<CalendarDate>().unwrap(), date);
    }

    #[test]
    fn days_follow_each_other(day in -1_000_000_i32..2_000_000) {
        let midnight = 2_440_587.5 + f64::from(day);
        let (today, tomorrow) =
            (CalendarDate::from_julian_date(midnight), CalendarDate::from_julian_date(midnight + 1.0));
        let next_in_month = tomorrow.day == today.day + 1 && tomorrow.month == today.month;
        let next_month = tomorrow.day == 1 && tomorrow.month == today.month % 12 + 1;
        prop_assert!(next_in_month || next_month);
    }

    #[test]
    fn no_text_brings_the_reader_down(text in ".{0,40}") {
        let _ = text.parse::<CalendarDate>();
    }
}
