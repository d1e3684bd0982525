//! Dates: Julian dates to and from the calendar, and the clock of the game.
//!
//! Conversions between a calendar date, a Unix time or a tick, and a Julian date (TDB). The calendar is the
//! Gregorian one throughout, also before its introduction in 1582 ("proleptic"), and years count astronomically:
//! the year 0 is 1 BC. Calendar dates are taken as TDB; the difference of about a minute from civil time counts
//! only for a civil clock, in [`julian_date_of_unix_time`].

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use super::constants::{J2000_JD, SECONDS_PER_DAY, UNIX_EPOCH_JD};

/// Ticks of the world in a second of play at pace 1.
pub const TICKS_PER_SECOND: f64 = 30.0;

/// Ticks as a time of play at pace 1: `12:34`, minutes and seconds.
pub fn time_of_play(ticks: u64) -> String {
    let seconds = (ticks as f64 / TICKS_PER_SECOND) as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// TDB - UTC in seconds: 32.184 from TAI to TT, and the 37 leap seconds that have held since 2017.
const TDB_MINUS_UTC_S: f64 = 69.184;

/// The first date of the game's calendar: the year -4713, whose November has Julian date 0,
pub const FIRST_JD: f64 = -327.5;
/// and the last one: the year 9999.
pub const LAST_JD: f64 = 5_373_484.5;

/// The first and last year that calendar dates can express: those of [`FIRST_JD`] and [`LAST_JD`].
const YEARS: std::ops::RangeInclusive<i32> = -4713..=9999;

/// Milliseconds in a day: the grain to which a Julian date is resolved into clock time.
const MILLISECONDS_PER_DAY: f64 = 86_400_000.0;

/// Days from 0000 March 1 to 1970 January 1 in the proleptic Gregorian calendar.
const MARCH_OF_YEAR_ZERO_TO_UNIX: i64 = 719_468;

/// Days in the 400 years after which the Gregorian calendar repeats.
const DAYS_PER_ERA: i64 = 146_097;

/// The Julian date of a moment in the proleptic Gregorian calendar.
///
/// Months and days count from 1. Values beyond their range carry over (the 32nd of January is the 1st of
/// February); use [`CalendarDate::new`] to have them refused. Resolution: 4e-5 s for dates of our time.
pub fn julian_date(year: i32, month: u32, day: u32, hour: u32, minute: u32, second: f64) -> f64 {
    let days = days_since_unix_epoch(year, month, day);
    let seconds = f64::from(hour) * 3600.0 + f64::from(minute) * 60.0 + second;
    UNIX_EPOCH_JD + days as f64 + seconds / SECONDS_PER_DAY
}

/// The Julian date (TDB) of a Unix time: seconds since 1970 January 1, 00:00 UTC.
///
/// Uses the leap seconds of 2017 for all times; earlier moments are late by up to a minute.
pub fn julian_date_of_unix_time(seconds: f64) -> f64 {
    UNIX_EPOCH_JD + (seconds + TDB_MINUS_UTC_S) / SECONDS_PER_DAY
}

/// A moment in the proleptic Gregorian calendar, in TDB.
///
/// Written and read as `2026-11-21`, `2026-11-21T12:00` or `2026-11-21T12:00:30`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct CalendarDate {
    /// Year, counted astronomically, -4713 to 9999.
    pub year: i32,
    /// Month, 1 to 12.
    pub month: u32,
    /// Day of the month, from 1.
    pub day: u32,
    /// Hour, 0 to 23.
    pub hour: u32,
    /// Minute, 0 to 59.
    pub minute: u32,
    /// Second, 0 or more and below 60.
    pub second: f64,
}

/// The error of an invalid calendar date.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CalendarDateError {
    /// The text does not have the form of a date.
    #[error("`{text}` is not a date; write it like 2026-11-21, 2026-11-21T12:00 or 2026-11-21T12:00:30")]
    Form {
        /// The text that was read.
        text: String,
    },
    /// The year is out of range.
    #[error("the year {year} is outside -4713 to 9999")]
    Year {
        /// The year that was given.
        year: i32,
    },
    /// There is no such month.
    #[error("there is no month {month}; months run from 1 to 12")]
    Month {
        /// The month that was given.
        month: u32,
    },
    /// The month has no such day.
    #[error("there is no day {day} in month {month} of {year}; that month has {days} days")]
    Day {
        /// The year in question.
        year: i32,
        /// The month in question.
        month: u32,
        /// The day that was given.
        day: u32,
        /// Number of days of that month.
        days: u32,
    },
    /// The clock shows no such time.
    #[error("there is no time {hour}:{minute:02}:{second:02}; hours run to 23, minutes and seconds to 59")]
    Time {
        /// The hour that was given.
        hour: u32,
        /// The minute that was given.
        minute: u32,
        /// The second that was given.
        second: f64,
    },
}

impl CalendarDate {
    /// A valid date of the calendar.
    ///
    /// # Errors
    /// A year outside -4713 to 9999, a month, day or time of day that does not exist.
    pub fn new(
        year: i32,
        month: u32,
        day: u32,
        hour: u32,
        minute: u32,
        second: f64,
    ) -> Result<Self, CalendarDateError> {
        if !YEARS.contains(&year) {
            return Err(CalendarDateError::Year { year });
        }
        if !(1..=12).contains(&month) {
            return Err(CalendarDateError::Month { month });
        }
        let days = days_in_month(year, month);
        if !(1..=days).contains(&day) {
            return Err(CalendarDateError::Day { year, month, day, days });
        }
        if hour > 23 || minute > 59 || !(0.0..60.0).contains(&second) {
            return Err(CalendarDateError::Time { hour, minute, second });
        }
        Ok(Self { year, month, day, hour, minute, second })
    }

    /// The calendar date of a Julian date, to the nearest millisecond.
    ///
    /// A date beyond the years -4713 to 9999 gives the first or last moment of that span; one that is not a
    /// number gives J2000.
    pub fn from_julian_date(jd: f64) -> Self {
        let jd = if jd.is_nan() { J2000_JD } else { jd.clamp(first_julian_date(), last_julian_date()) };
        let midnight = (jd - 0.5).floor() + 0.5;
        let milliseconds = ((jd - midnight) * MILLISECONDS_PER_DAY).round();
        let carried = milliseconds >= MILLISECONDS_PER_DAY;
        let days = (midnight - UNIX_EPOCH_JD) as i64 + i64::from(carried);
        let milliseconds = if carried { 0 } else { milliseconds as u32 };
        let (year, month, day) = civil_from_days(days);
        let minutes = milliseconds / 60_000;
        Self {
            year,
            month,
            day,
            hour: minutes / 60,
            minute: minutes % 60,
            second: f64::from(milliseconds % 60_000) / 1000.0,
        }
    }

    /// The Julian date of this moment.
    pub fn to_julian_date(self) -> f64 {
        julian_date(self.year, self.month, self.day, self.hour, self.minute, self.second)
    }
}

impl fmt::Display for CalendarDate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.year < 0 { "-" } else { "" };
        let year = self.year.unsigned_abs();
        write!(formatter, "{sign}{year:04}-{:02}-{:02}", self.month, self.day)?;
        write!(formatter, "T{:02}:{:02}", self.hour, self.minute)?;
        if self.second == 0.0 {
            return Ok(());
        }
        let padding = if self.second < 10.0 { "0" } else { "" };
        write!(formatter, ":{padding}{}", self.second)
    }
}

impl FromStr for CalendarDate {
    type Err = CalendarDateError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form_error = || CalendarDateError::Form { text: text.chars().take(40).collect() };
        let text = text.trim();
        let (date, time) = match text.split_once('T') {
            Some((date, time)) => (date, Some(time)),
            None => (text, None),
        };
        let (year, month, day) = parse_date(date).ok_or_else(form_error)?;
        let (hour, minute, second) = match time {
            Some(time) => parse_time(time).ok_or_else(form_error)?,
            None => (0, 0, 0.0),
        };
        Self::new(year, month, day, hour, minute, second)
    }
}

/// The clock of the game: when a level starts, and how fast its calendar runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameClock {
    /// The Julian date (TDB) of tick 0.
    pub epoch_jd: f64,
    /// Days of the calendar that pass in a second of play at pace 1; above 0.
    pub days_per_second: f64,
}

impl GameClock {
    /// Ticks in a second of play at pace 1.
    pub const TICKS_PER_SECOND: f64 = TICKS_PER_SECOND;

    /// The Julian date at the given tick.
    pub fn jd_at(&self, tick: u64) -> f64 {
        self.epoch_jd + tick as f64 * self.days_per_tick()
    }

    /// The tick, with its fraction, at which the calendar shows `jd`; negative before the epoch.
    pub fn tick_at(&self, jd: f64) -> f64 {
        (jd - self.epoch_jd) / self.days_per_tick()
    }

    /// Whether the calendar would end before another tick after this one has passed.
    pub fn is_over(&self, tick: u64) -> bool {
        self.jd_at(tick.saturating_add(1)) > LAST_JD
    }

    /// Days of the calendar that pass in a tick.
    pub fn days_per_tick(&self) -> f64 {
        self.days_per_second / Self::TICKS_PER_SECOND
    }

    /// Seconds of the calendar that pass in a tick.
    pub fn seconds_per_tick(&self) -> f64 {
        self.days_per_tick() * SECONDS_PER_DAY
    }
}

fn first_julian_date() -> f64 {
    julian_date(*YEARS.start(), 1, 1, 0, 0, 0.0)
}

fn last_julian_date() -> f64 {
    julian_date(*YEARS.end(), 12, 31, 23, 59, 59.0)
}

/// Days from 1970 January 1 to a date. Years are counted from March, so that the leap day comes last and the
/// months' lengths follow a straight line (Howard Hinnant, "chrono-compatible low-level date algorithms").
fn days_since_unix_epoch(year: i32, month: u32, day: u32) -> i64 {
    let months_since_march = (i64::from(month) + 9).rem_euclid(12);
    let carried_years = (i64::from(month) - 1).div_euclid(12);
    let year = i64::from(year) + carried_years - i64::from(months_since_march >= 10);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * months_since_march + 2) / 5 + i64::from(day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * DAYS_PER_ERA + day_of_era - MARCH_OF_YEAR_ZERO_TO_UNIX
}

/// Year, month and day of the day with this number, counted from 1970 January 1: the inverse of
/// [`days_since_unix_epoch`].
fn civil_from_days(days: i64) -> (i32, u32, u32) {
    let since_march = days + MARCH_OF_YEAR_ZERO_TO_UNIX;
    let era = since_march.div_euclid(DAYS_PER_ERA);
    let day_of_era = since_march.rem_euclid(DAYS_PER_ERA);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let months_since_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months_since_march + 2) / 5 + 1;
    let month = if months_since_march < 10 { months_since_march + 3 } else { months_since_march - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year as i32, month as u32, day as u32)
}

fn days_in_month(year: i32, month: u32) -> u32 {
    (days_since_unix_epoch(year, month + 1, 1) - days_since_unix_epoch(year, month, 1)) as u32
}

/// `[-]Y-M-D`, each part digits alone.
fn parse_date(text: &str) -> Option<(i32, u32, u32)> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let mut parts = digits.split('-');
    let year = parse_digits(parts.next()?, 6)? as i32;
    let month = parse_digits(parts.next()?, 2)?;
    let day = parse_digits(parts.next()?, 2)?;
    parts.next().is_none().then_some((sign * year, month, day))
}

/// `h:m` or `h:m:s`, the seconds with optional decimals.
fn parse_time(text: &str) -> Option<(u32, u32, f64)> {
    let mut parts = text.split(':');
    let hour = parse_digits(parts.next()?, 2)?;
    let minute = parse_digits(parts.next()?, 2)?;
    let second = match parts.next() {
        Some(second) => parse_seconds(second)?,
        None => 0.0,
    };
    parts.next().is_none().then_some((hour, minute, second))
}

/// Two digits at most, and if there is a point, up to nine digits behind it.
fn parse_seconds(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    parse_digits(whole, 2)?;
    parse_digits(fraction, 9)?;
    text.parse().ok()
}

/// One to `most` decimal digits and nothing else. `most` is 9 or less, so the number fits.
fn parse_digits(text: &str, most: usize) -> Option<u32> {
    let only_digits =
        !text.is_empty() && text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
    if only_digits { text.parse().ok() } else { None }
}
