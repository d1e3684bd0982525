//! Times, dates, lengths and players as words.

use crate::level::Faction;
use crate::orbit::{AU_KM, CalendarDate, LAST_JD};
use crate::sim::{Factions, Seat, Seats};

/// Seconds of play in words.
pub fn duration(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
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

/// The words with a capital first letter.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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

/// A length in AU, with as many digits as needed.
pub fn au(km: f64) -> String {
    let au = km / AU_KM;
    match au.abs() {
        0.1.. => format!("{au:.2} AU"),
        0.001.. => format!("{au:.4} AU"),
        _ => format!("{km:.0} km"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_lengths_are_said_as_people_say_them() {
        assert_eq!(duration(12.4), "12 s");
        assert_eq!(duration(75.0), "1 min 15 s");
        assert_eq!(duration(3_700.0), "1 h 01 min");
        assert_eq!(au(AU_KM * 1.234), "1.23 AU");
        assert_eq!(au(AU_KM * 0.01), "0.0100 AU");
        assert_eq!(au(1234.0), "1234 km");
    }
}
