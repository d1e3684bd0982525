//! The common constants of the room, each with its unit in its name and its source beside it.
//!
//! A number of a single body is in the catalogue instead.

/// The astronomical unit in kilometres (IAU 2012 Resolution B2, exact).
pub const AU_KM: f64 = 149_597_870.7;

/// Seconds in a day of the calendar.
pub const SECONDS_PER_DAY: f64 = 86_400.0;

/// The Julian date (TDB) of the standard epoch J2000: 2000 January 1, 12:00.
pub const J2000_JD: f64 = 2_451_545.0;

/// Days in a Julian century, the unit of time in which slow drifts of elements are published.
pub const DAYS_PER_CENTURY: f64 = 36_525.0;

/// Days in a Julian year.
pub const DAYS_PER_YEAR: f64 = 365.25;

/// The angle between equator and ecliptic at J2000 in radians: 84381.448 arcseconds (IAU 1976), the value
/// that defines the ecliptic frame of JPL's element tables.
pub const OBLIQUITY_J2000: f64 = 84_381.448 / 3600.0 * DEGREE;

/// The Sun's gravitational parameter in km³/s² (NAIF `gm_de440.tpc`).
pub const GM_SUN_KM3_S2: f64 = 132712440041.2794;

/// The Julian date (UTC) of the Unix epoch: 1970 January 1, 00:00.
pub const UNIX_EPOCH_JD: f64 = 2_440_587.5;

/// One degree in radians.
pub const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// Days that have passed since J2000 at a Julian date, as centuries of 36,525 days.
pub const fn centuries_since_j2000(jd: f64) -> f64 {
    (jd - J2000_JD) / DAYS_PER_CENTURY
}
