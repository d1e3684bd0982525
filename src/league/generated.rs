//! Generated systems as levels of a series: the generator makes one of each seed.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::generate::{COMETS, Choice, DISTANCES, INCLINE, MOONS, PLANETS, Parameters, SIDES};
use crate::level::ranges::Limits;

/// The most systems of a series.
const SEEDS: Limits = 1.0..=1000.0;
/// A pair has two contestants, and each has a side.
pub const PAIR_SIDES: u8 = 2;

/// Systems that the generator makes of the seeds 1, 2, 3 and so on. Each seed makes the absent choices, as in
/// `ecliptic generate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generated {
    /// Number of seeds. Each seed gives a system.
    pub seeds: u32,
    /// Number of sides: two, unless one contestant has all of them.
    #[serde(default = "usual_sides")]
    pub sides: u8,
    /// Planets without an owner, for each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planets: Option<u8>,
    /// Moons without an owner, for each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moons: Option<u8>,
    /// Comets, for each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comets: Option<u8>,
    /// The greatest tilt of planets' orbits, degrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incline: Option<u8>,
    /// Distances in percent of the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distances: Option<u8>,
}

ranges!(Generated {
    seeds: SEEDS,
    sides: limits(&SIDES),
    planets: limits(&PLANETS),
    moons: limits(&MOONS),
    comets: limits(&COMETS),
    incline: limits(&INCLINE),
    distances: limits(&DISTANCES),
});

fn usual_sides() -> u8 {
    PAIR_SIDES
}

/// The range of the generator.
fn limits(choice: &Choice) -> Limits {
    f64::from(*choice.range.start())..=f64::from(*choice.range.end())
}

impl Generated {
    /// This many systems for two sides, all else as the seeds choose.
    #[cfg(test)]
    pub fn usual(seeds: u32) -> Self {
        let (sides, open) = (PAIR_SIDES, None);
        Self { seeds, sides, planets: open, moons: open, comets: open, incline: open, distances: open }
    }

    /// The seeds of the systems.
    pub fn seeds(&self) -> RangeInclusive<u32> {
        1..=self.seeds
    }

    /// The parameters of the system of a seed.
    pub fn parameters(&self, seed: u32) -> Parameters {
        let Self { sides, planets, moons, comets, incline, distances, .. } = *self;
        Parameters { seed: seed.into(), sides, planets, moons, comets, incline, distances }
    }

    /// All of them in words: `50 generated systems of 2 sides (seeds 1 to 50, planets 4)`.
    pub fn words(&self) -> String {
        let Self { seeds, sides, planets, moons, comets, incline, distances } = *self;
        let (systems, of_seeds) = match seeds {
            1 => ("system", "seed 1".to_owned()),
            _ => ("systems", format!("seeds 1 to {seeds}")),
        };
        let choices = [
            (PLANETS.name, planets),
            (MOONS.name, moons),
            (COMETS.name, comets),
            (INCLINE.name, incline),
            (DISTANCES.name, distances),
        ];
        let chosen = choices.into_iter().filter_map(|(name, number)| Some(format!("{name} {}", number?)));
        let details: Vec<String> = std::iter::once(of_seeds).chain(chosen).collect();
        format!("{seeds} generated {systems} of {sides} sides ({})", details.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;

    fn read(text: &str) -> Generated {
        dialect().from_str(text).expect("it is in the dialect of levels")
    }

    #[test]
    fn seeds_are_counted_from_1_and_choices_go_to_the_generator() {
        let systems = read("(seeds: 3, planets: 4, incline: 6)");
        assert_eq!(systems.seeds().collect::<Vec<u32>>(), [1, 2, 3]);
        let asked = systems.parameters(2);
        assert_eq!(asked.command(), "ecliptic generate --seed 2 --sides 2 --planets 4 --incline 6");
        assert_eq!(systems.words(), "3 generated systems of 2 sides (seeds 1 to 3, planets 4, incline 6)");
        assert_eq!(read("(seeds: 1)").words(), "1 generated system of 2 sides (seed 1)");
        assert_eq!(read("(seeds: 1)").parameters(5), Parameters { seed: 5, ..Parameters::default() });
    }
}
