//! What depends on the moment of the start: the date of levels that begin today, and the seed.

use crate::level::{Epoch, Level};
use crate::orbit::julian_date_of_unix_time;

/// Sets the epoch of a level that begins today. A save keeps its date.
pub fn begin_today(level: &mut Level) {
    if level.starts_today && level.state.is_none() {
        level.epoch = Epoch::Jd(jd_now());
    }
}

/// This moment, by the wall clock: Julian date (TDB).
pub fn jd_now() -> f64 {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    julian_date_of_unix_time(since_1970.map_or(0.0, |since| since.as_secs_f64()))
}

/// A seed for a new game: a short number, so that people can write it down.
pub fn fresh_seed() -> u64 {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since_1970.map_or(0, |since| u64::from(since.subsec_nanos()) / 1000)
}
