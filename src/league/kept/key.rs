//! What tells games apart: the mark of a program and its rules, and the key of a game.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{KeepError, text_of};
use crate::league::LeagueError;
use crate::league::file::Contestant;
use crate::league::game::{Game, Lineup};
use crate::level::MindRules;
use crate::record::{FINGERPRINT, trial};
use crate::rules::Rules;
use crate::sim::steering::system::Sharing;

/// The fingerprint of the code of this room that decides about games and their figures; made by `build.rs`. That of
/// the record has only the rooms of the world; levels, also generated ones, are in the key.
const CODE: &str = env!("ECLIPTIC_GAMES");

/// The mark of a program with its rules, on a machine: games with equal keys come out alike where it is equal. What the
/// rules say of minds is in the keys, so that a change of one skill costs its own games alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Program(pub(super) String);

/// Tells the games of a program apart: equal in two leagues for the same game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Key(pub(super) String);

impl Program {
    /// The mark of this program. It fights the trial of logs, which takes a moment.
    ///
    /// # Errors
    /// The trial cannot be fought.
    pub fn of(rules: &Rules) -> Result<Self, LeagueError> {
        let sharing = Sharing { threads: 1, ..Sharing::default() };
        let trial = trial(rules, sharing).map_err(LeagueError::World)?;
        let rules = hash_of_rules(rules)?;
        Ok(Self(hex(&format!("{FINGERPRINT}\n{CODE}\n{rules:016x}\n{trial:016x}"))))
    }

    /// The key of a game.
    ///
    /// # Errors
    /// A contestant has no form as text.
    pub fn key(&self, game: &Game<'_>) -> Result<Key, KeepError> {
        let rules = &game.level.rules.minds;
        let players = match &game.lineup {
            Lineup::Pair([one, other]) => {
                let seats = game.level.level.factions.iter().skip(2);
                let others: Vec<_> =
                    seats.filter_map(|seat| Some(rules.of_choice(seat.mind.as_ref()?))).collect();
                format!("{}\n{}\n{}", player(one, rules)?, player(other, rules)?, text_of(&others)?)
            }
            Lineup::All(contestant) => format!("{}\nin all seats", player(contestant, rules)?),
        };
        let (program, level, fixture) = (&self.0, game.level.hash, game.fixture);
        let (seed, swapped) = (fixture.seed, fixture.swapped);
        let (days, minutes) = (fixture.days.to_bits(), game.minutes.to_bits());
        let text = format!(
            "{program}\n{level:016x}\n{players}\n{seed:016x}\n{swapped}\n{days:016x}\n{minutes:016x}"
        );
        Ok(Key(hex(&text)))
    }
}

/// All that decides how a contestant plays.
fn player(contestant: &Contestant, rules: &MindRules) -> Result<String, KeepError> {
    let mind = contestant.mind(rules).map(|choice| rules.of_choice(&choice));
    text_of(&(contestant, mind))
}

fn hex(text: &str) -> String {
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

/// The hash of rules without minds; they need not be those of the build.
fn hash_of_rules(rules: &Rules) -> Result<u64, KeepError> {
    let Rules { ship_classes, structure_classes, steering, economy, weapons, materials, combat, minds: _ } =
        rules;
    let all = (ship_classes, structure_classes, steering, economy, weapons, materials, combat);
    Ok(xxh3_64(text_of(&all)?.as_bytes()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::league::LeagueLevel;
    use crate::league::schedule::Fixture;
    use crate::league::sparring::Partner;
    use crate::level::{Handicap, Level};
    use crate::record::script;
    use crate::rules::test_support;

    /// A script that does not count could change, and its old games would be taken for those that it plays.
    #[test]
    fn the_code_of_all_scripts_counts() {
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        let counted = script::files_of(project, &script::DECIDING_GAMES).expect("they are there");
        for entry in std::fs::read_dir(project.join("src/league/sparring")).expect("the folder is there") {
            let file = Path::new("src/league/sparring").join(entry.expect("it can be read").file_name());
            assert!(counted.contains(&file), "{} does not count", file.display());
        }
        let orders = Path::new("leagues/beginner.ron");
        assert!(counted.iter().any(|file| file == orders), "the orders of a script count, too");
        let now = script::fingerprint(project, &script::DECIDING_GAMES).expect("the files are there");
        assert_eq!(CODE, format!("{now:016x}"));
    }

    #[test]
    fn every_number_of_the_rules_counts() {
        let rules = test_support::shipped();
        let mut changed = rules.clone();
        changed.combat.skills.veteran += 1;
        let mut without = rules.clone();
        without.weapons.pop();
        let all = [rules, changed, without].map(|rules| hash_of_rules(&rules).expect("they have a text"));
        assert_eq!(BTreeSet::from(all).len(), 3);
    }

    #[test]
    fn a_change_of_a_mind_costs_the_games_of_that_mind_alone() {
        let rules = test_support::shipped();
        let key = |skill: &str, opening: Option<&str>, rules: &Rules| {
            let level = LeagueLevel { rules: rules.clone(), ..level(1) };
            let lineup =
                Lineup::Pair([mind(skill, opening, Handicap::default()), Contestant::Partner(Partner::Rush)]);
            let game = Game { level: &level, fixture: &Fixture::default(), lineup, minutes: 30.0 };
            Program("p".to_owned()).key(&game).expect("it has a text")
        };
        let changed = |change: fn(&mut MindRules)| {
            let mut rules = rules.clone();
            change(&mut rules.minds);
            let counts =
                |skill, opening| key(skill, opening, &rules) != key(skill, opening, &test_support::shipped());
            [counts("captain", None), counts("captain", Some("two yards")), counts("cadet", None)]
        };
        let captain = |minds: &mut MindRules| {
            minds.skills.iter_mut().find(|one| one.name == "captain").expect("it is there").look_s += 1.0
        };
        assert_eq!(changed(captain), [true, true, false]);
        assert_eq!(changed(|minds| minds.personalities[0].greed += 0.1), [true; 3]);
        assert_eq!(changed(|minds| minds.personalities[1].greed += 0.1), [false; 3]);
        let frigates = |minds: &mut MindRules| minds.openings.retain(|one| one.name != "frigates");
        assert_eq!(changed(frigates), [true, false, true]);
    }

    fn level(hash: u64) -> LeagueLevel {
        let (level, rules) = (Level::default(), test_support::shipped());
        LeagueLevel { name: "a".to_owned(), level, rules, hash }
    }

    fn mind(skill: &str, opening: Option<&str>, handicap: Handicap) -> Contestant {
        let (skill, opening) = (skill.to_owned(), opening.map(str::to_owned));
        Contestant::Mind { skill, personality: None, opening, handicap }
    }

    #[test]
    fn every_difference_between_games_gives_another_key() {
        let usual = Handicap::default();
        let rich = Handicap { income_percent: 120, ..usual };
        let (rush, boom) = (Contestant::Partner(Partner::Rush), Contestant::Partner(Partner::Boom));
        let levels = [level(1), level(2)];
        let fixture = Fixture { seed: 7, days: 2.5, ..Fixture::default() };
        let [swapped, reseeded, later, elsewhere] = [
            Fixture { swapped: true, ..fixture.clone() },
            Fixture { seed: 8, ..fixture.clone() },
            Fixture { days: 2.5_f64.next_up(), ..fixture.clone() },
            Fixture { pair: 3, contestants: [4, 5], level: 6, ..fixture.clone() },
        ];
        let game = |one: &Contestant, other: &Contestant| Game {
            level: &levels[0],
            fixture: &fixture,
            lineup: Lineup::Pair([one.clone(), other.clone()]),
            minutes: 30.0,
        };
        let captain = mind("captain", None, usual);
        let games = [
            game(&captain, &rush),
            game(&rush, &captain),
            game(&captain, &boom),
            game(&mind("captain", Some("two yards"), usual), &rush),
            game(&mind("captain", None, rich), &rush),
            Game { level: &levels[1], ..game(&captain, &rush) },
            Game { fixture: &swapped, ..game(&captain, &rush) },
            Game { fixture: &reseeded, ..game(&captain, &rush) },
            Game { fixture: &later, ..game(&captain, &rush) },
            Game { minutes: 31.0, ..game(&captain, &rush) },
            game(&rush, &rush),
            Game { lineup: Lineup::All(rush.clone()), ..game(&captain, &rush) },
        ];
        let program = Program("p".to_owned());
        let key = |program: &Program, game: &Game| program.key(game).expect("it has a text");
        let keys: BTreeSet<Key> = games.iter().map(|game| key(&program, game)).collect();
        assert_eq!(keys.len(), games.len());
        assert!(!keys.contains(&key(&Program("q".to_owned()), &games[0])));
        let moved = Game { fixture: &elsewhere, ..game(&captain, &rush) };
        assert_eq!(key(&program, &moved), key(&program, &games[0]), "its place in the league is no matter");
    }
}
