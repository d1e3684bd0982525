//! The levels of a series: files, and generated systems. All are checked alike.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::LeagueError;
use super::generated::Generated;
use crate::generate::{Parameters, generate};
use crate::level::{Level, ReadError, parse_level, plain_path, read_level, to_ron};
use crate::rules::Rules;
use crate::sim::Sides;

/// Where a level of a series comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LevelSource {
    /// A file, seen from the folder of the league's file.
    File(String),
    /// The system that the generator makes of a seed.
    Generated(Generated, u32),
}

impl LevelSource {
    /// The level's name in results: the file, or `generated 7`.
    pub fn name(&self) -> String {
        match self {
            Self::File(file) => file.clone(),
            Self::Generated(_, seed) => format!("generated {seed}"),
        }
    }

    /// What the seeds of its games are made of: the same wherever the folders of the game lie.
    pub fn seed_text(&self) -> String {
        match self {
            Self::File(file) => {
                Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned()
            }
            Self::Generated(..) => self.name(),
        }
    }
}

/// A level, and the rules that hold in it.
#[derive(Clone, Debug)]
pub struct LeagueLevel {
    /// Its name in results.
    pub name: String,
    /// The level.
    pub level: Level,
    /// The rules of the level.
    pub rules: Rules,
    /// The hash of the level's text: a level that is edited keeps its name, and gives other games.
    pub hash: u64,
}

impl LeagueLevel {
    /// Reads or generates a level, and checks it. `folder` is that of the league's file.
    ///
    /// # Errors
    /// The file cannot be read, the level has faults, or two contestants cannot play on it.
    pub fn of(source: &LevelSource, folder: &Path, rules: &Rules) -> Result<Self, LeagueError> {
        let name = source.name();
        let (place, level) = match source {
            LevelSource::File(file) => {
                let path = folder.join(file);
                (plain_path(&path), read_level(&path, &rules.class_catalog())?.level)
            }
            LevelSource::Generated(systems, seed) => {
                (name.clone(), generated_level(&name, &systems.parameters(*seed), rules)?)
            }
        };
        if let Some(why) = unfitness(&level) {
            return Err(LeagueError::UnfitLevel(place, why.to_owned()));
        }
        let text = to_ron(&level).map_err(|error| LeagueError::UnfitLevel(place, error.to_string()))?;
        let rules = rules.for_level(&level);
        Ok(Self { name, level, rules, hash: xxh3_64(text.as_bytes()) })
    }
}

/// A system of the generator, written and read again: so it passes the check of files.
fn generated_level(name: &str, parameters: &Parameters, rules: &Rules) -> Result<Level, LeagueError> {
    let unfit = |why: String| LeagueError::UnfitLevel(name.to_owned(), why);
    let level = generate(parameters).map_err(|error| unfit(error.to_string()))?;
    let text = to_ron(&level).map_err(|error| unfit(error.to_string()))?;
    let read = parse_level(name, text.as_bytes(), &rules.class_catalog()).map_err(ReadError::Faulty)?;
    Ok(read.level)
}

/// The reason why two contestants cannot play on a level.
fn unfitness(level: &Level) -> Option<&'static str> {
    if level.state.is_some() {
        return Some("this is a save; a league begins its levels anew");
    }
    let are_two_foes = level.factions.len() == 2 && Sides::of(&level.factions).are_foes(0.into(), 1.into());
    (!are_two_foes).then_some("two contestants need a level with two factions that are foes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support;

    #[test]
    fn a_seed_gives_the_level_of_the_command() {
        let rules = test_support::shipped();
        let systems = |planets| Generated {
            seeds: 2,
            sides: 2,
            planets,
            moons: None,
            comets: None,
            incline: None,
            distances: None,
        };
        let level = |planets, seed| {
            let source = LevelSource::Generated(systems(planets), seed);
            LeagueLevel::of(&source, Path::new(""), &rules).unwrap_or_else(|error| panic!("{error}"))
        };
        let seven = level(Some(3), 7);
        assert_eq!(seven.name, "generated 7");
        assert_eq!(seven.level.author, "ecliptic generate --seed 7 --sides 2 --planets 3");
        assert_eq!(seven.level, generate(&systems(Some(3)).parameters(7)).expect("it is possible"));
        assert_ne!(seven.level, level(Some(4), 7).level);
        let eight = level(Some(3), 8);
        assert!(seven.level != eight.level && seven.hash != eight.hash);
        assert_eq!(seven.hash, level(Some(3), 7).hash);
    }
}
