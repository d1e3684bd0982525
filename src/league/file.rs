//! The file of a league: series of games between contestants.

use serde::{Deserialize, Serialize};

use super::generated::{Generated, PAIR_SIDES};
use super::levels::LevelSource;
use super::sparring::Partner;
use crate::level::ranges::{FieldFault, Limits, join};
use crate::level::source::suggest::did_you_mean;
use crate::level::{Handicap, MindChoice, MindRules, is_usual};

/// The most games of a pairing.
const GAMES: Limits = 1.0..=100_000.0;
/// The longest play of a game, minutes.
const MINUTES: Limits = 0.1..=600.0;
/// Days by which dates differ.
const DAYS: Limits = 0.0..=100_000.0;
/// Shares of games, percent.
const PERCENT: Limits = 0.0..=100.0;
/// Times within which or until which something is expected, seconds of play.
const TRIAL_S: Limits = 1.0..=36_000.0;

/// A league.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct League {
    /// Its series, in the order of the report.
    pub series: Vec<Series>,
}

ranges!(League { series }, League::check_names);

/// Games of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// Name, unique in the league.
    pub name: String,
    /// What it shows, in a sentence.
    #[serde(default)]
    pub about: String,
    /// The files of its levels, seen from the folder of the league's file.
    #[serde(default)]
    pub levels: Vec<String>,
    /// Generated systems that are its levels too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generated: Option<Generated>,
    /// Games of each pairing on each level; sides change after every game, so an odd number is raised by one. Where a
    /// contestant has all sides, there is nothing to change.
    pub games: u32,
    /// A game without a decision ends after this time, minutes of play.
    #[serde(default = "usual_minutes")]
    pub minutes: f64,
    /// Games begin up to this number of days after the date of their level.
    #[serde(default = "usual_days")]
    pub days: f64,
    /// The pairings.
    pub play: Pairings,
}

ranges!(Series { generated, games: GAMES, minutes: MINUTES, days: DAYS, play }, Series::check_lists);

fn usual_minutes() -> f64 {
    45.0
}

fn usual_days() -> f64 {
    1000.0
}

/// Who plays against whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pairings {
    /// Each against the next.
    Ladder(Vec<Contestant>),
    /// Each against every other.
    Everyone(Vec<Contestant>),
    /// Each against itself.
    Equals(Vec<Contestant>),
    /// Each mind against each sparring partner.
    Sparring {
        /// The minds.
        minds: Vec<Contestant>,
        /// The partners, with what is expected of the minds.
        partners: Vec<Trial>,
    },
    /// Each alone: it has all sides of the level, however many there are.
    AllSides(Vec<Contestant>),
}

impl crate::level::ranges::Ranged for Pairings {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        if let Self::Sparring { partners, .. } = self {
            partners.check_ranges(&join(path, "partners"), faults);
        }
    }
}

/// A mind, or a sparring partner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contestant {
    /// A mind.
    Mind {
        /// The name of its skill.
        skill: String,
        /// The name of its personality; absent: the first of the rules.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        personality: Option<String>,
        /// The name of the opening that it has to play; absent: it chooses one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<String>,
        /// What its faction gets more or less than the rules give.
        #[serde(default, skip_serializing_if = "is_usual")]
        handicap: Handicap,
    },
    /// A script.
    Partner(Partner),
}

/// A sparring partner, and what is expected of the minds that play against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The partner.
    pub partner: Partner,
    /// Skills that must beat it,
    #[serde(default)]
    pub beaten_by: Vec<String>,
    /// within this time, seconds of play; absent: at all.
    #[serde(default)]
    pub within_s: Option<f64>,
    /// Skills that must not lose to it within the game.
    #[serde(default)]
    pub survived_by: Vec<String>,
    /// The least share of games in which they must beat it or not lose to it, percent.
    #[serde(default = "usual_percent")]
    pub percent: f64,
    /// Skills that must not land on its home in any game,
    #[serde(default)]
    pub spared_by: Vec<String>,
    /// until this time, seconds of play; absent: at all.
    #[serde(default)]
    pub until_s: Option<f64>,
    /// The share of games that the partner should win against a skill.
    #[serde(default)]
    pub wins: Vec<ExpectedWins>,
}

ranges!(Trial { within_s: TRIAL_S, percent: PERCENT, until_s: TRIAL_S, wins });

fn usual_percent() -> f64 {
    95.0
}

/// The share of games that a partner should win against a skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedWins {
    /// The skill.
    pub skill: String,
    /// The share, percent.
    pub percent: f64,
    /// Whether it may be more.
    #[serde(default)]
    pub or_more: bool,
}

ranges!(ExpectedWins { percent: PERCENT });

impl Contestant {
    /// The name for people: skill, personality and handicap, without what is usual.
    pub fn name(&self, rules: &MindRules) -> String {
        match self {
            Self::Partner(partner) => partner.name().to_owned(),
            Self::Mind { skill, personality, opening, handicap } => {
                let usual = rules.personalities.first().map(|first| first.name.as_str());
                let mut name = skill.clone();
                if let Some(personality) = personality.as_deref().filter(|own| Some(*own) != usual) {
                    name += &format!(" {personality}");
                }
                if let Some(opening) = opening {
                    name += &format!(", {opening}");
                }
                if *handicap != Handicap::default() {
                    let Handicap { income_percent, build_percent, sight_percent } = handicap;
                    name += &format!(" {income_percent}/{build_percent}/{sight_percent}");
                }
                name
            }
        }
    }

    /// Whether it is a mind, not a script.
    pub fn is_mind(&self) -> bool {
        matches!(self, Self::Mind { .. })
    }

    /// The mind for a level; `None` for a script.
    pub fn mind(&self, rules: &MindRules) -> Option<MindChoice> {
        let Self::Mind { skill, personality, opening, .. } = self else { return None };
        let usual = || rules.personalities.first().map(|first| first.name.clone()).unwrap_or_default();
        let personality = personality.clone().unwrap_or_else(usual);
        Some(MindChoice { opening: opening.clone(), ..MindChoice::new(skill, personality) })
    }

    /// The handicap of its faction.
    pub fn handicap(&self) -> Handicap {
        match self {
            Self::Mind { handicap, .. } => *handicap,
            Self::Partner(_) => Handicap::default(),
        }
    }
}

impl League {
    /// The faults of names of skills and personalities that the rules do not have.
    pub fn unknown_names(&self, rules: &MindRules) -> Vec<FieldFault> {
        let mut faults = Vec::new();
        for (index, series) in self.series.iter().enumerate() {
            series.play.unknown_names(&format!("series[{index}].play"), rules, &mut faults);
        }
        faults
    }

    fn check_names(&self, path: &str, faults: &mut Vec<FieldFault>) {
        if self.series.is_empty() {
            faults.push(fault(join(path, "series"), "there is none", "write at least one"));
        }
        for (index, series) in self.series.iter().enumerate() {
            if self.series[..index].iter().any(|other| other.name == series.name) {
                let path = join(path, &format!("series[{index}].name"));
                faults.push(fault(path, &format!("{:?} is there already", series.name), "change it"));
            }
        }
    }
}

impl Series {
    /// The contestants, in the order of the report.
    pub fn contestants(&self) -> Vec<Contestant> {
        match &self.play {
            Pairings::Ladder(all)
            | Pairings::Everyone(all)
            | Pairings::Equals(all)
            | Pairings::AllSides(all) => all.clone(),
            Pairings::Sparring { minds, partners } => {
                let partners = partners.iter().map(|trial| Contestant::Partner(trial.partner));
                minds.iter().cloned().chain(partners).collect()
            }
        }
    }

    /// The pairs of contestants, by their numbers; one that has all sides is paired with itself.
    pub fn pairs(&self) -> Vec<[usize; 2]> {
        match &self.play {
            Pairings::Ladder(all) => (1..all.len()).map(|next| [next - 1, next]).collect(),
            Pairings::Equals(all) | Pairings::AllSides(all) => (0..all.len()).map(|one| [one, one]).collect(),
            Pairings::Everyone(all) => {
                let pairs = |one| (one + 1..all.len()).map(move |other| [one, other]);
                (0..all.len()).flat_map(pairs).collect()
            }
            Pairings::Sparring { minds, partners } => {
                let pairs = |mind| (0..partners.len()).map(move |partner| [mind, minds.len() + partner]);
                (0..minds.len()).flat_map(pairs).collect()
            }
        }
    }

    /// Its levels: first the files, then the generated systems.
    pub fn sources(&self) -> Vec<LevelSource> {
        let files = self.levels.iter().cloned().map(LevelSource::File);
        let systems = self.generated.iter().flat_map(|systems| {
            let systems = *systems;
            systems.seeds().map(move |seed| LevelSource::Generated(systems, seed))
        });
        files.chain(systems).collect()
    }

    fn check_lists(&self, path: &str, faults: &mut Vec<FieldFault>) {
        if self.levels.is_empty() && self.generated.is_none() {
            let remedy = "name the file of a level, or give `generated`";
            faults.push(fault(join(path, "levels"), "there is none", remedy));
        }
        if self.pairs().is_empty() {
            let message = "nobody has anybody to play against";
            faults.push(fault(join(path, "play"), message, "name more contestants"));
        }
        let sides = self.generated.map_or(PAIR_SIDES, |systems| systems.sides);
        if !self.play.has_all_sides() && sides != PAIR_SIDES {
            let path = join(&join(path, "generated"), "sides");
            let remedy = format!("write {PAIR_SIDES}, leave it out, or have them play `all_sides`");
            faults.push(fault(path, "two contestants play, each with a side", &remedy));
        }
    }
}

impl Pairings {
    /// Whether a contestant has all sides of a level, not one of two.
    pub fn has_all_sides(&self) -> bool {
        matches!(self, Self::AllSides(_))
    }

    fn unknown_names(&self, path: &str, rules: &MindRules, faults: &mut Vec<FieldFault>) {
        let (list, contestants, partners) = match self {
            Self::Ladder(all) | Self::Everyone(all) | Self::Equals(all) | Self::AllSides(all) => {
                (String::new(), all, &[][..])
            }
            Self::Sparring { minds, partners } => (".minds".to_owned(), minds, partners.as_slice()),
        };
        let skills = || rules.skills.iter().map(|skill| skill.name.as_str());
        let personalities = || rules.personalities.iter().map(|one| one.name.as_str());
        for (index, contestant) in contestants.iter().enumerate() {
            let Contestant::Mind { skill, personality, opening, .. } = contestant else { continue };
            let path = format!("{path}{list}[{index}]");
            known(join(&path, "skill"), "skill", skill, skills(), faults);
            if let Some(personality) = personality {
                known(join(&path, "personality"), "personality", personality, personalities(), faults);
            }
            if let Some(opening) = opening {
                let openings = rules.openings.iter().map(|one| one.name.as_str());
                known(join(&path, "opening"), "opening", opening, openings, faults);
            }
        }
        for (index, trial) in partners.iter().enumerate() {
            let path = format!("{path}.partners[{index}]");
            let Trial { beaten_by, survived_by, spared_by, .. } = trial;
            let lists = [("beaten_by", beaten_by), ("survived_by", survived_by), ("spared_by", spared_by)];
            for (field, names) in lists {
                for (index, name) in names.iter().enumerate() {
                    known(format!("{path}.{field}[{index}]"), "skill", name, skills(), faults);
                }
            }
            for (index, expected) in trial.wins.iter().enumerate() {
                known(format!("{path}.wins[{index}].skill"), "skill", &expected.skill, skills(), faults);
            }
        }
    }
}

/// Records a fault if a name is not among the known ones.
fn known<'a>(
    path: String,
    kind: &str,
    name: &str,
    all: impl Iterator<Item = &'a str>,
    faults: &mut Vec<FieldFault>,
) {
    let all: Vec<&str> = all.collect();
    if !all.contains(&name) {
        let remedy = did_you_mean(name, all.iter().copied());
        let remedy = remedy.unwrap_or_else(|| format!("there are: {}", all.join(", ")));
        faults.push(fault(path, &format!("no {kind} is called {name:?}"), &remedy));
    }
}

fn fault(path: String, message: &str, remedy: &str) -> FieldFault {
    FieldFault { path, message: message.to_owned(), remedy: remedy.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;

    fn series(play: &str) -> Series {
        let text = format!("(name: \"test\", levels: [\"duel.ron\"], games: 2, play: {play})");
        dialect().from_str(&text).expect("it is in the dialect of levels")
    }

    #[test]
    fn pairs_are_as_the_file_says() {
        let three = "mind(skill: \"a\"), mind(skill: \"b\"), partner(rush)";
        assert_eq!(series(&format!("ladder([{three}])")).pairs(), [[0, 1], [1, 2]]);
        assert_eq!(series(&format!("everyone([{three}])")).pairs(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(series(&format!("equals([{three}])")).pairs(), [[0, 0], [1, 1], [2, 2]]);
        let all_sides = series(&format!("all_sides([{three}])"));
        assert_eq!(all_sides.pairs(), [[0, 0], [1, 1], [2, 2]]);
        assert!(all_sides.play.has_all_sides() && all_sides.contestants().len() == 3);
        let sparring = series(
            "sparring(minds: [mind(skill: \"a\"), mind(skill: \"b\")], partners: [(partner: idle), (partner: boom)])",
        );
        assert_eq!(sparring.pairs(), [[0, 2], [0, 3], [1, 2], [1, 3]]);
        assert_eq!(sparring.contestants()[3], Contestant::Partner(Partner::Boom));
    }

    #[test]
    fn files_come_before_generated_systems() {
        let names = |levels: &str| {
            let text = format!("(name: \"test\", {levels}, games: 2, play: equals([partner(rush)]))");
            let series: Series = dialect().from_str(&text).expect("it is in the dialect of levels");
            series.sources().iter().map(LevelSource::name).collect::<Vec<String>>()
        };
        assert_eq!(names("levels: [\"a.ron\", \"b.ron\"]"), ["a.ron", "b.ron"]);
        assert_eq!(names("generated: (seeds: 2)"), ["generated 1", "generated 2"]);
        assert_eq!(names("levels: [\"a.ron\"], generated: (seeds: 1)"), ["a.ron", "generated 1"]);
    }
}
