//! Times, dates, lengths, players and faults of files as words.
//!
//! One rule holds for all words about times. What comes has its date; within the last minute the seconds of play at ×1
//! stand behind it, `2026-11-30 (21 s)` ([`coming_words`]). The time until a later moment is in tips ([`time_left`]).
//! What was seen has an age ([`age`]), and what takes its time has a duration: of play ([`duration`]), or of the
//! calendar ([`days_words`]).

use std::error::Error;
use std::io::{self, ErrorKind};

use crate::level::{Faction, MindRules, Personality};
use crate::orbit::{AU_KM, CalendarDate, LAST_JD};
use crate::sim::{Calendar, Factions, Seat, Seats};

pub use crate::level::{capital, duration, grouped, with_article};
pub use crate::orbit::time_of_play;

/// A length from which on it is said in AU, km: no ring is that far from its planet.
const FAR_KM: f64 = 0.1 * AU_KM;
/// A shorter time of the calendar is told in hours, and a longer one in whole days, days.
const FEW_DAYS: f64 = 2.0;
const MANY_DAYS: f64 = 10.0;
const HOURS_PER_DAY: f64 = 24.0;
/// What comes within this time has its seconds behind its date, seconds of play.
const SOON_S: f64 = 60.0;

/// An age in a few words, from seconds: `4 min ago`. Sightings are dated in seconds of play, files in seconds.
pub fn age(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    match seconds {
        0..60 => format!("{seconds} s ago"),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86_400 => format!("{} h ago", seconds / 3600),
        86_400..172_800 => "1 day ago".to_owned(),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

/// A date in words. A moment beyond the calendar has no date.
pub fn date_words(jd: f64) -> String {
    if jd > LAST_JD {
        return "after the year 9999".to_owned();
    }
    let date = CalendarDate::from_julian_date(jd);
    format!("{:04}-{:02}-{:02}", date.year, date.month, date.day)
}

/// A coming moment in words: its date, and within the last minute the seconds of play at ×1 until then.
pub fn coming_words(jd: f64, calendar: &Calendar) -> String {
    let date = date_words(jd);
    let left_s = seconds_until(jd, calendar);
    if is_soon(left_s) { format!("{date} ({})", duration(left_s)) } else { date }
}

/// The time until a coming moment, for tips: `in 4 min 10 s at ×1`; `None` if its date has it already.
pub fn time_left(jd: f64, calendar: &Calendar) -> Option<String> {
    let left_s = seconds_until(jd, calendar);
    (!is_soon(left_s)).then(|| format!("in {} at ×1", duration(left_s)))
}

/// Whether the seconds until a moment stand behind its date.
fn is_soon(left_s: f64) -> bool {
    left_s.round() < SOON_S
}

/// The time until a moment, seconds of play at ×1.
pub fn seconds_until(jd: f64, calendar: &Calendar) -> f64 {
    (jd - calendar.now_jd()) / calendar.clock.days_per_second
}

/// A time of the calendar in words, from days: `36 h`, `3.2 days`, `37 days`.
pub fn days_words(days: f64) -> String {
    match days {
        ..FEW_DAYS => format!("{:.0} h", (HOURS_PER_DAY * days).max(1.0)),
        FEW_DAYS..MANY_DAYS => format!("{days:.1} days"),
        _ => format!("{days:.0} days"),
    }
}

/// An arrival that is forecast, as [`coming_words`]: an estimate, since the ships take their places at the end, which
/// takes some seconds of play, and battles and wells may delay them.
pub fn arrival_words(jd: f64, calendar: &Calendar) -> String {
    format!("about {}", coming_words(jd, calendar))
}

/// What has failed, and in a second sentence a usual cause in the file system with what to do, otherwise a remedy.
/// `what` and `remedy` come without their full stops. What the system said is for a further line: see
/// [`Toasts`](super::Toasts).
pub fn failed(what: &str, error: &(dyn Error + 'static), remedy: &str) -> String {
    let kind = std::iter::successors(Some(error), |one| (*one).source())
        .find_map(|one| one.downcast_ref::<io::Error>())
        .map(io::Error::kind);
    match kind {
        Some(ErrorKind::NotFound) => format!("{what}: the file or its folder is not there. {remedy}."),
        _ => format!("{what}. {}.", kind.and_then(usual_cause).unwrap_or(remedy)),
    }
}

/// A usual cause for which a file or a folder cannot be read or written, in plain words; `None` for others.
fn usual_cause(kind: ErrorKind) -> Option<&'static str> {
    match kind {
        ErrorKind::PermissionDenied => {
            Some("The system does not permit it: check the permissions of the file and its folder")
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            Some("The disk is full: make room, and try again")
        }
        ErrorKind::ReadOnlyFilesystem => Some("The disk can only be read"),
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
            Some("A file has the name of the folder: move that file away, and try again")
        }
        _ => None,
    }
}

/// The mind and the handicap of a faction, `"Ferrum: captain, corsair, income 120 %"`; `None` without both.
pub fn player_words(faction: &Faction, seat: Option<&Seat>) -> Option<String> {
    let mind = seat.and_then(|seat| seat.mind.as_ref().map(|choice| (choice.words(), seat.suspended)));
    let mind = mind.map(|(words, waits)| if waits { format!("{words}, waiting") } else { words });
    let parts: Vec<String> = mind.into_iter().chain(faction.handicap.words()).collect();
    (!parts.is_empty()).then(|| format!("{}: {}", faction.name, parts.join(", ")))
}

/// The minds and handicaps of all factions, in their order.
pub fn players_words(factions: &Factions, seats: &Seats) -> Vec<String> {
    let all = factions.0.iter_enumerated();
    all.filter_map(|(faction, known)| player_words(known, seats.0.get(faction))).collect()
}

/// What to expect of the personalities among the players, each once, by the words of the rules:
/// `"Corsair. Attacks early and often, with fast ships."`.
pub fn personalities_words(seats: &Seats, minds: &MindRules) -> Vec<String> {
    let choices = seats.0.iter().filter_map(|seat| seat.mind.as_ref());
    let mut all: Vec<String> = Vec::new();
    for words in choices.filter_map(|choice| minds.personality(&choice.personality)).map(personality_words) {
        if !all.contains(&words) {
            all.push(words);
        }
    }
    all
}

/// A personality, and what to expect of it.
pub fn personality_words(personality: &Personality) -> String {
    format!("{}. {}", capital(&personality.name), personality.role)
}

/// A length in AU, or in km near a body.
pub fn au(km: f64) -> String {
    au_beside(km, km)
}

/// A length in the unit that suits another one: the distances to the rings of one body share a unit.
pub fn au_beside(km: f64, other_km: f64) -> String {
    if other_km.abs() < FAR_KM { length(km) } else { format!("{:.2} AU", km / AU_KM) }
}

/// A length in km, with four digits: `23,410 km`, `1,408,000 km`.
pub fn length(km: f64) -> String {
    format!("{} km", kilometres(km))
}

/// [`length`] without the unit.
pub fn kilometres(km: f64) -> String {
    let step = match km.abs() {
        1.0e8.. => 1.0e5,
        1.0e7.. => 1.0e4,
        1.0e6.. => 1.0e3,
        1.0e5.. => 100.0,
        1.0e4.. => 10.0,
        _ => 1.0,
    };
    grouped(((km / step).round() * step) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{MindChoice, WriteError};
    use crate::orbit::{GameClock, J2000_JD};

    #[test]
    fn what_comes_has_its_date_and_in_the_last_minute_its_seconds() {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let calendar = Calendar { clock, tick: 0, seed: 0 };
        let words = |days: f64| {
            let jd = J2000_JD + days;
            (coming_words(jd, &calendar), time_left(jd, &calendar))
        };
        let later = Some("in 1 min 20 s at ×1".to_owned());
        assert_eq!(words(40.0), ("2000-02-10".to_owned(), later), "the tip has the time");
        assert_eq!(words(10.0), ("2000-01-11 (20 s)".to_owned(), None), "the date has the time");
        assert_eq!(words(-0.25).0, "2000-01-01 (under 1 s)", "a forecast may be late");
        assert!(time_left(J2000_JD + 29.9, &calendar).is_some_and(|left| left.starts_with("in 1 min 00 s")));
        assert_eq!(arrival_words(J2000_JD + 10.0, &calendar), "about 2000-01-11 (20 s)");
    }

    #[test]
    fn times_of_the_calendar_are_as_fine_as_they_are_short() {
        let words = [0.0, 0.25, 1.99, 2.0, 3.24, 13.2, 1095.8].map(days_words);
        assert_eq!(words, ["1 h", "6 h", "48 h", "2.0 days", "3.2 days", "13 days", "1096 days"]);
    }

    #[test]
    fn times_and_lengths_are_said_as_people_say_them() {
        assert_eq!([0, 29, 22_649].map(time_of_play), ["0:00", "0:00", "12:34"]);
        assert_eq!(au(AU_KM * 1.234), "1.23 AU");
        assert_eq!(au(AU_KM * 0.0137), "2,049,000 km");
        assert_eq!(au(AU_KM * 0.005), "748,000 km");
        assert_eq!(au(1234.0), "1,234 km");
        assert_eq!([1.408e6, 4.0e7].map(length), ["1,408,000 km", "40,000,000 km"]);
        assert_eq!([length(384_400.0), length(23_412.0)], ["384,400 km", "23,410 km"]);
    }

    #[test]
    fn the_rings_of_one_planet_are_told_in_one_unit() {
        let rings = |planet_km: f64| [-2.0e5, 2.0e5].map(|ring| au_beside(planet_km + ring, planet_km));
        assert_eq!(rings(1.496e6), ["1,296,000 km", "1,696,000 km"]);
        assert_eq!(rings(FAR_KM - 1.0), ["14,760,000 km", "15,160,000 km"]);
        assert!(rings(FAR_KM).iter().all(|words| words.ends_with(" AU")), "{:?}", rings(FAR_KM));
    }

    #[test]
    fn every_personality_is_explained_once() {
        let minds = &crate::rules::test_support::shipped().minds;
        let seat = |personality: &str| Seat {
            mind: Some(MindChoice::new("captain", personality)),
            suspended: false,
        };
        let seats = vec![Seat::default(), seat("corsair"), seat("steward"), seat("corsair"), seat("nobody")];
        let told = personalities_words(&Seats(seats.into()), minds);
        assert_eq!(told.len(), 2, "{told:?}");
        assert_eq!(told[0], "Corsair. Attacks early and often, with fast ships.");
        assert!(told[1].starts_with("Steward. "), "{told:?}");
    }

    #[test]
    fn usual_faults_of_files_have_plain_causes_and_others_a_remedy() {
        let told = |error: &(dyn Error + 'static)| failed("It could not be saved", error, "Try again");
        let full = io::Error::from(ErrorKind::StorageFull);
        let words = told(&full);
        assert_eq!(words, "It could not be saved. The disk is full: make room, and try again.");
        let path = std::path::PathBuf::from("war.ron");
        assert_eq!(told(&WriteError::Io { path, source: full }), words, "it is the source of another one");
        let lost = told(&io::Error::from(ErrorKind::NotFound));
        assert_eq!(lost, "It could not be saved: the file or its folder is not there. Try again.");
        for kind in [ErrorKind::PermissionDenied, ErrorKind::NotADirectory] {
            let words = told(&io::Error::from(kind));
            assert!(!words.contains("Try again") && words.ends_with('.'), "{words}");
        }
        assert_eq!(told(&io::Error::other("odd")), "It could not be saved. Try again.");
    }

    #[test]
    fn ages_are_short() {
        assert_eq!([age(12.4), age(239.0), age(8_000.0)], ["12 s ago", "3 min ago", "2 h ago"]);
        assert_eq!([age(100_000.0), age(300_000.0)], ["1 day ago", "3 days ago"]);
    }
}
