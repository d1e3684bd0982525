//! The levels of a series: files, and generated systems. All are checked alike.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::LeagueError;
use super::file::Pairings;
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

    /// Where it comes from, for people. `folder` is that of the league's file.
    pub fn place(&self, folder: &Path) -> String {
        match self {
            Self::File(file) => plain_path(&folder.join(file)),
            Self::Generated(..) => self.name(),
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
    /// The file cannot be read, or the level has faults.
    pub fn of(source: &LevelSource, folder: &Path, rules: &Rules) -> Result<Self, LeagueError> {
        let name = source.name();
        let level = match source {
            LevelSource::File(file) => read_level(&folder.join(file), &rules.class_catalog())?.level,
            LevelSource::Generated(systems, seed) => {
                generated_level(&name, &systems.parameters(*seed), rules)?
            }
        };
        let unwritten = |error: String| LeagueError::UnfitLevel(source.place(folder), error);
        let text = to_ron(&level).map_err(|error| unwritten(error.to_string()))?;
        let rules = rules.for_level(&level);
        Ok(Self { name, level, rules, hash: xxh3_64(text.as_bytes()) })
    }

    /// Checks that the games of a series can be played on it.
    ///
    /// # Errors
    /// The reason why they cannot.
    pub fn check_for(&self, play: &Pairings) -> Result<(), &'static str> {
        let factions = &self.level.factions;
        // With a foe of the first faction there are two sides.
        let has_foes = Sides::of(factions).has_foes(0.into());
        match play {
            _ if self.level.state.is_some() => Err("this is a save; a league begins its levels anew"),
            Pairings::AllSides(_) if !has_foes => {
                Err("a war of all sides needs a level with two sides or more")
            }
            Pairings::AllSides(_) => Ok(()),
            _ if factions.len() == 2 && has_foes => Ok(()),
            _ => {
                Err("two contestants need a level with two factions that are foes; `all_sides` plays others")
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction_of;
    use crate::rules::test_support;

    #[test]
    fn two_contestants_need_two_factions_and_a_war_two_sides() {
        let rules = test_support::shipped();
        let fits = |teams: &[Option<&str>], play: &Pairings| {
            let factions = teams.iter().map(|team| faction_of(*team)).collect();
            let level = Level { factions, ..Level::default() };
            let level = LeagueLevel { name: "a".to_owned(), level, rules: rules.clone(), hash: 0 };
            level.check_for(play).is_ok()
        };
        let both = |teams: &[Option<&str>]| {
            [Pairings::Equals(Vec::new()), Pairings::AllSides(Vec::new())].map(|play| fits(teams, &play))
        };
        let (red, blue) = (Some("red"), Some("blue"));
        assert_eq!(both(&[]), [false, false]);
        assert_eq!(both(&[None]), [false, false]);
        assert_eq!(both(&[None, None]), [true, true]);
        assert_eq!(both(&[red, red]), [false, false], "nobody has a foe");
        assert_eq!(both(&[None, None, None]), [false, true]);
        assert_eq!(both(&[red, blue, blue, red]), [false, true]);
    }

    #[test]
    fn a_seed_gives_the_level_of_the_command() {
        let rules = test_support::shipped();
        let systems = |planets| Generated { planets, ..Generated::usual(2) };
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
