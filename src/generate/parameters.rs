//! The choices of a player about a generated level.

use std::fmt::Write;
use std::ops::RangeInclusive;

use super::chance::{Chance, Subject};

/// The command that makes a level, without its options.
const COMMAND: &str = "ecliptic generate";

/// A whole number that a player may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name for people, also that of the option of the command.
    pub name: &'static str,
    /// The meaning, for people, with its unit.
    pub meaning: &'static str,
    /// The numbers that are possible.
    pub range: RangeInclusive<u8>,
    /// If the player chooses no number, the seed takes one of these.
    pub usual: RangeInclusive<u8>,
}

/// Number of sides.
pub const SIDES: Choice =
    Choice { name: "sides", meaning: "Number of sides, each with a home", range: 2..=8, usual: 2..=2 };
/// Number of planets without an owner, for each side.
pub const PLANETS: Choice = Choice {
    name: "planets",
    meaning: "Planets without an owner, for each side",
    range: 0..=6,
    usual: 2..=4,
};
/// Number of moons without an owner, for each side.
pub const MOONS: Choice =
    Choice { name: "moons", meaning: "Moons without an owner, for each side", range: 0..=3, usual: 1..=2 };
/// Number of comets for each side.
pub const COMETS: Choice =
    Choice { name: "comets", meaning: "Comets, for each side", range: 0..=2, usual: 1..=1 };
/// Limit on the inclination of planets' orbits, degrees; of comets' orbits twice as much.
pub const INCLINE: Choice = Choice {
    name: "incline",
    meaning: "The greatest tilt of planets' orbits, degrees; comets have up to twice as much",
    range: 0..=45,
    usual: 2..=12,
};
/// Distances of bodies from the star, percent of the usual ones.
pub const DISTANCES: Choice = Choice {
    name: "distances",
    meaning: "Distances in percent of the usual ones: more makes longer ways",
    range: 70..=150,
    usual: 90..=110,
};

/// The choices for a level. The seed makes those that are `None`, and decides all details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The seed: another seed gives another system.
    pub seed: u64,
    /// Number of sides, in [`SIDES`].
    pub sides: u8,
    /// Planets without an owner for each side, in [`PLANETS`].
    pub planets: Option<u8>,
    /// Moons without an owner for each side, in [`MOONS`].
    pub moons: Option<u8>,
    /// Comets for each side, in [`COMETS`].
    pub comets: Option<u8>,
    /// The greatest tilt of planets' orbits, degrees, in [`INCLINE`].
    pub incline: Option<u8>,
    /// Distances in percent, in [`DISTANCES`].
    pub distances: Option<u8>,
}

impl Default for Parameters {
    /// Two sides, of seed 0.
    fn default() -> Self {
        let (sides, open) = (*SIDES.usual.start(), None);
        Self { seed: 0, sides, planets: open, moons: open, comets: open, incline: open, distances: open }
    }
}

impl Parameters {
    /// The command that makes the same level again.
    pub fn command(&self) -> String {
        let mut text = format!("{COMMAND} --seed {} --sides {}", self.seed, self.sides);
        for (choice, chosen) in self.open_choices() {
            if let Some(number) = chosen {
                // Writing into a text cannot fail.
                let _ = write!(text, " --{} {number}", choice.name);
            }
        }
        text
    }

    /// The parameters of such a command, which is the author of a generated level; `None` for other words. Numbers
    /// out of range are left out.
    pub fn of_command(command: &str) -> Option<Self> {
        let words: Vec<&str> = command.strip_prefix(COMMAND)?.split_whitespace().collect();
        let value = |name: &str| {
            let option = words.windows(2).find(|two| two[0].strip_prefix("--") == Some(name));
            option.map(|two| two[1])
        };
        let number = |choice: &Choice| -> Option<u8> {
            value(choice.name)?.parse::<u8>().ok().filter(|number| choice.range.contains(number))
        };
        Some(Self {
            seed: value("seed")?.parse().ok()?,
            sides: number(&SIDES)?,
            planets: number(&PLANETS),
            moons: number(&MOONS),
            comets: number(&COMETS),
            incline: number(&INCLINE),
            distances: number(&DISTANCES),
        })
    }

    /// The choices that may be left to the seed.
    fn open_choices(&self) -> [(Choice, Option<u8>); 5] {
        let Self { planets, moons, comets, incline, distances, .. } = *self;
        [(PLANETS, planets), (MOONS, moons), (COMETS, comets), (INCLINE, incline), (DISTANCES, distances)]
    }
}

/// A number that is out of its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}: {number} is out of range, from {} to {} is possible",
    .choice.name,
    .choice.range.start(),
    .choice.range.end()
)]
pub struct OutOfRange {
    /// The choice.
    pub choice: Choice,
    /// The number that was given.
    pub number: u8,
}

/// All numbers of a system, chosen or drawn.
pub(super) struct Plan {
    pub(super) seed: u64,
    pub(super) sides: u8,
    pub(super) planets: u8,
    pub(super) moons: u8,
    pub(super) comets: u8,
    pub(super) incline_deg: f64,
    /// Factor on distances from the star.
    pub(super) distances: f64,
}

impl Plan {
    pub(super) fn of(parameters: &Parameters) -> Result<Self, OutOfRange> {
        let sides = within(SIDES, parameters.sides)?;
        let mut chance = Chance::of(parameters.seed, Subject::Numbers);
        let mut numbers = [0; 5];
        for (number, (choice, chosen)) in numbers.iter_mut().zip(parameters.open_choices()) {
            // Drawn in any case, so that a choice changes no other number.
            let drawn = chance.whole((*choice.usual.start()).into(), (*choice.usual.end()).into()) as u8;
            *number = within(choice, chosen.unwrap_or(drawn))?;
        }
        let [planets, moons, comets, incline, percent] = numbers;
        let (incline_deg, distances) = (f64::from(incline), f64::from(percent) / 100.0);
        Ok(Self { seed: parameters.seed, sides, planets, moons, comets, incline_deg, distances })
    }

    /// The angle by which the place of a side is turned against that of the first, degrees.
    pub(super) fn turn_deg(&self, side: usize) -> f64 {
        side as f64 * 360.0 / f64::from(self.sides)
    }
}

fn within(choice: Choice, number: u8) -> Result<u8, OutOfRange> {
    if choice.range.contains(&number) { Ok(number) } else { Err(OutOfRange { choice, number }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_read_back() {
        let open = Parameters { seed: u64::MAX, sides: 8, ..Parameters::default() };
        let made = Parameters {
            planets: Some(0),
            moons: Some(3),
            comets: Some(2),
            incline: Some(45),
            distances: Some(70),
            ..open
        };
        for parameters in [open.clone(), Parameters { moons: None, ..made.clone() }, made] {
            assert_eq!(Parameters::of_command(&parameters.command()), Some(parameters));
        }
    }

    #[test]
    fn other_words_are_no_command() {
        for words in ["", "Ada Lovelace", "ecliptic generate", "ecliptic generate --seed 7 --sides 9"] {
            assert_eq!(Parameters::of_command(words), None, "{words}");
        }
        let far = "ecliptic generate --seed 7 --sides 2 --planets 7 --moons -1 --comets";
        let usual = Parameters { seed: 7, ..Parameters::default() };
        assert_eq!(Parameters::of_command(far), Some(usual), "numbers out of range are left out");
    }
}
