//! The values that are offered for the choices of a skirmish.

use bevy::color::Srgba;
use bevy::color::color_difference::EuclideanDistance;

use crate::client::frame::date_words;
use crate::client::menu::files::level_file::WarBoard;
use crate::level::{Epoch, FASTEST, Preset};

/// The values of a handicap, percent.
pub(super) const HANDICAPS: [u32; 9] = [25, 50, 75, 100, 125, 150, 200, 300, 400];
/// The values of the pace at most.
pub(super) const PACES: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, FASTEST];
/// How long bodies must be held at first, seconds of play.
pub(super) const HOLD_S: f64 = 120.0;
/// How long bodies must be held, seconds of play.
pub(super) const HOLD_TIMES: [f64; 10] =
    [30.0, 60.0, HOLD_S, 180.0, 240.0, 300.0, 600.0, 900.0, 1200.0, 1800.0];
/// The teams offered besides those of the level; the first stands for none.
pub(super) const TEAMS: [&str; 5] = ["", "first team", "second team", "third team", "fourth team"];
/// The colours offered.
pub(super) const COLORS: [(&str, &str); 8] = [
    ("Blue", "#5ab0ff"),
    ("Orange", "#ff9248"),
    ("Green", "#7fd65a"),
    ("Violet", "#b98aff"),
    ("Red", "#ff5a5a"),
    ("Yellow", "#ffd84a"),
    ("Turquoise", "#3fd0c9"),
    ("Pink", "#ff8ad0"),
];
/// Colours look alike that are nearer to each other than this: the distance in sRGB, with parts from 0 to 1. Levels
/// have greens and pinks of their own beside those of [`COLORS`], of which any two are 0.23 or more apart.
const ALIKE: f32 = 0.17;
/// Dates of the true sky.
const DATES: [(&str, &str); 6] = [
    ("Moon landing, 20 July 1969", "1969-07-20"),
    ("Turn of the millennium, 1 January 2000", "2000-01-01"),
    ("Solar eclipse, 2 August 2027", "2027-08-02"),
    ("67P at Earth, November 2034", "2034-11-29"),
    ("Mars at its nearest, September 2035", "2035-09-11"),
    ("Halley at the Sun, July 2061", "2061-07-28"),
];

/// The day of playing in words.
pub(super) const TODAY: &str = "Today";

/// The words of a value that the level itself has.
pub(super) fn of_level(value: &str) -> String {
    format!("{value} (level)")
}

/// Whether two colours, `"#rrggbb"`, look alike.
pub(super) fn look_alike(one: &str, other: &str) -> bool {
    match (Srgba::hex(one), Srgba::hex(other)) {
        (Ok(one), Ok(other)) => one.distance(&other) < ALIKE,
        _ => one.eq_ignore_ascii_case(other),
    }
}

/// A date that is offered.
pub(super) struct Date {
    /// Its words.
    pub(super) words: String,
    /// The date; `None`: today, or that of the level.
    pub(super) epoch: Option<Epoch>,
    /// Whether the level begins on the day of playing.
    pub(super) is_today: bool,
}

impl Date {
    /// Whether it is the date of the choices.
    pub(super) fn is_chosen(&self, preset: &Preset) -> bool {
        self.epoch == preset.epoch && self.is_today == preset.starts_today
    }
}

/// The dates that are offered for a level; notable ones only under the true sky.
pub(super) fn dates(board: &WarBoard) -> Vec<Date> {
    let usual = if board.level.starts_today { TODAY.to_owned() } else { date_words(board.system.epoch_jd) };
    let own = Date { words: of_level(&usual), epoch: None, is_today: false };
    let today = Date { words: TODAY.to_owned(), epoch: None, is_today: true };
    let notable = DATES.iter().map(|(words, date)| Date {
        words: (*words).to_owned(),
        epoch: Some(Epoch::Date((*date).to_owned())),
        is_today: false,
    });
    let today = (!board.level.starts_today).then_some(today);
    [own].into_iter().chain(today).chain(notable.filter(|_| board.is_true_sky)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_colours_that_are_offered_look_alike() {
        for (index, (one, value)) in COLORS.iter().enumerate() {
            for (other, color) in &COLORS[index + 1..] {
                assert!(!look_alike(value, color), "{one}, {other}");
            }
        }
        assert!(look_alike("#7fd65a", "#7ddc6f") && look_alike("no colour", "No colour"));
    }
}
