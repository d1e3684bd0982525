//! What depends on the moment of the start: the date of levels that begin today, the number of a game, and the seed.

use crate::level::{Epoch, Level};
use crate::orbit::{CalendarDate, SECONDS_PER_DAY, UNIX_EPOCH_JD, julian_date_of_unix_time};

/// Sets the epoch of a level that begins today. A save keeps its date.
pub fn begin_today(level: &mut Level) {
    if level.starts_today && level.state.is_none() {
        level.epoch = Epoch::Jd(jd_now());
    }
}

/// Gives the level of a game that begins a number that no other game has: the moment in microseconds since 1970. A save
/// keeps that of its game, unless an older version wrote it without one.
pub(super) fn number_game(level: &mut Level) {
    if level.state.is_none() || level.game.is_none() {
        let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let moment = since_1970.map_or(0, |since| since.as_micros());
        level.game = u64::try_from(moment).ok();
    }
}

/// This moment, by the wall clock: Julian date (TDB).
pub fn jd_now() -> f64 {
    julian_date_of_unix_time(seconds_since_1970())
}

/// This moment, by the wall clock, in universal time: for the names of files. The time of the planets is 69 s ahead of
/// it.
pub fn universal_date_now() -> CalendarDate {
    CalendarDate::from_julian_date(UNIX_EPOCH_JD + seconds_since_1970() / SECONDS_PER_DAY)
}

fn seconds_since_1970() -> f64 {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since_1970.map_or(0.0, |since| since.as_secs_f64())
}

/// A seed for a new game: a short number, so that people can write it down.
pub fn fresh_seed() -> u64 {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since_1970.map_or(0, |since| u64::from(since.subsec_nanos()) / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support::shipped_level;
    use crate::sim::simulation::test_support::world_of;

    #[test]
    fn a_game_gets_a_number_at_its_beginning_and_keeps_it_in_its_saves() {
        let mut level = Level { game: Some(7), ..shipped_level("duel.ron") };
        number_game(&mut level);
        assert!(level.game > Some(7), "a level that is begun again is another game");
        let save = world_of(&level, 1).capture().expect("there is a world");
        let numbered = |game: Option<u64>| {
            let mut again = Level { game, ..save.clone() };
            number_game(&mut again);
            again.game
        };
        assert_eq!((save.game, numbered(save.game)), (level.game, level.game));
        assert!(numbered(None).is_some(), "an older version wrote it");
    }

    #[test]
    fn names_of_files_have_the_time_of_the_clock_and_not_that_of_the_planets() {
        let ahead_s = (jd_now() - universal_date_now().to_julian_date()) * SECONDS_PER_DAY;
        assert!((ahead_s - 69.0).abs() < 5.0, "{ahead_s}");
    }
}
