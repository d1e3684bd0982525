//! Choices that the player types into a field: the date of the sky, and seeds.

use crate::client::frame::capital;
use crate::level::{Epoch, Preset};
use crate::orbit::CalendarDate;

/// The end of a written date that begins at midnight.
const MIDNIGHT: &str = "T00:00";
/// The message about letters that are no seed.
const NO_SEED: &str = "A seed is a whole number, up to 18446744073709551615";

/// A choice with a page of its own, on which it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum TypedChoice {
    /// The date of the sky.
    Date,
    /// The seed.
    Seed,
    /// The seed of a new system.
    SystemSeed,
}

impl TypedChoice {
    /// The title of its page.
    pub(in crate::client::menu) fn title(self) -> &'static str {
        match self {
            Self::Date => "Skirmish: start date",
            Self::Seed => "Skirmish: seed",
            Self::SystemSeed => "Generate system: seed",
        }
    }

    /// The label of its field.
    pub(in crate::client::menu) fn label(self) -> &'static str {
        match self {
            Self::Date => "Date",
            Self::Seed | Self::SystemSeed => "Seed",
        }
    }

    /// The request while nothing is typed.
    pub(in crate::client::menu) fn request(self) -> &'static str {
        match self {
            Self::Date => "Type a date first, such as 2031-06-08 or 2031-06-08T12:00",
            Self::Seed | Self::SystemSeed => "Type a whole number first",
        }
    }

    /// Takes what was typed into the choices, and returns it as it is usually written. The seed of a new system is no
    /// choice of the skirmish, and is only read.
    ///
    /// # Errors
    /// A sentence for the player: it cannot be read.
    pub(in crate::client::menu) fn take(self, letters: &str, preset: &mut Preset) -> Result<String, String> {
        match self {
            Self::Date => {
                let date = letters.parse::<CalendarDate>().map_err(|error| capital(&error.to_string()))?;
                let date = date.to_string();
                let date = date.strip_suffix(MIDNIGHT).unwrap_or(&date).to_owned();
                (preset.epoch, preset.starts_today) = (Some(Epoch::Date(date.clone())), false);
                Ok(date)
            }
            Self::Seed => {
                let seed = seed_of(letters)?;
                preset.seed = Some(seed);
                Ok(seed.to_string())
            }
            Self::SystemSeed => Ok(seed_of(letters)?.to_string()),
        }
    }
}

/// The seed that was typed.
///
/// # Errors
/// A sentence for the player: it is no seed.
pub(in crate::client::menu) fn seed_of(letters: &str) -> Result<u64, String> {
    letters.trim().parse::<u64>().map_err(|_| NO_SEED.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_taken_as_people_write_them() {
        let mut preset = Preset { starts_today: true, ..Preset::default() };
        for (letters, date) in [
            ("2031-06-08", "2031-06-08"),
            (" 2031-6-8 ", "2031-06-08"),
            ("2031-06-08T12:30", "2031-06-08T12:30"),
            ("-44-03-15", "-0044-03-15"),
        ] {
            assert_eq!(TypedChoice::Date.take(letters, &mut preset).as_deref(), Ok(date));
            assert_eq!(preset.epoch, Some(Epoch::Date(date.to_owned())));
        }
        assert!(!preset.starts_today);
    }

    #[test]
    fn what_cannot_be_read_changes_nothing_and_says_why() {
        let mut preset = Preset::default();
        for (choice, letters, part) in [
            (TypedChoice::Date, "", "is not a date"),
            (TypedChoice::Date, "tomorrow", "`tomorrow` is not a date"),
            (TypedChoice::Date, "2031-13-01", "no month 13"),
            (TypedChoice::Date, "2031-02-29", "28 days"),
            (TypedChoice::Date, "10000-01-01", "year 10000"),
            (TypedChoice::Seed, "", "whole number"),
            (TypedChoice::Seed, "-1", "whole number"),
            (TypedChoice::Seed, "18446744073709551616", "whole number"),
        ] {
            let words = choice.take(letters, &mut preset).unwrap_err();
            assert!(words.contains(part), "{letters:?}: {words}");
        }
        assert_eq!(preset, Preset::default());
    }

    #[test]
    fn every_whole_number_is_a_seed() {
        let mut preset = Preset::default();
        for (letters, seed) in [("0", 0), ("0412", 412), ("18446744073709551615", u64::MAX)] {
            assert_eq!(TypedChoice::Seed.take(letters, &mut preset), Ok(seed.to_string()));
            assert_eq!(preset.seed, Some(seed));
        }
    }
}
