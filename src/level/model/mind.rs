//! Computer players (minds), as rules and levels speak of them: their skills and personalities, the choice for a
//! faction, and handicaps.
//!
//! A skill says how well a mind plays, a personality how it plays, a handicap what a faction gets more or less than
//! others. The three are independent.

use serde::{Deserialize, Serialize};

use super::super::ranges::{FieldFault, Limits, Numbers, Ranged, SHARE, join};
use super::holdings::Price;
use super::is_usual;
use crate::level::source::plain::name_fault;

/// How computer players play: `assets/rules/ai.ron`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindRules {
    /// The skills, from the easiest to the hardest.
    pub skills: Vec<Skill>,
    /// The personalities; the first is the default.
    pub personalities: Vec<Personality>,
    /// What a mind may build first: it chooses by a forecast of its income and its fleet.
    #[serde(default)]
    pub openings: Vec<Opening>,
}

ranges!(MindRules { skills, personalities, openings }, MindRules::check_words);

impl MindRules {
    /// The skill of this name.
    pub fn skill(&self, name: &str) -> Option<&Skill> {
        self.skills.iter().find(|skill| skill.name == name)
    }

    /// The personality of this name.
    pub fn personality(&self, name: &str) -> Option<&Personality> {
        self.personalities.iter().find(|one| one.name == name)
    }

    /// The opening of this name.
    pub fn opening(&self, name: &str) -> Option<&Opening> {
        self.openings.iter().find(|one| one.name == name)
    }

    /// Whether the rules have all names of a choice.
    pub fn knows(&self, choice: &MindChoice) -> bool {
        self.skill(&choice.skill).is_some()
            && self.personality(&choice.personality).is_some()
            && choice.opening.as_deref().is_none_or(|name| self.opening(name).is_some())
    }

    /// The rules without all that a mind of this choice never uses: other skills and personalities, and other openings
    /// if it has to play one.
    pub fn of_choice(&self, choice: &MindChoice) -> Self {
        let openings = self.openings.iter();
        Self {
            skills: self.skill(&choice.skill).cloned().into_iter().collect(),
            personalities: self.personality(&choice.personality).cloned().into_iter().collect(),
            openings: match &choice.opening {
                Some(name) => openings.filter(|one| one.name == *name).cloned().collect(),
                None => openings.cloned().collect(),
            },
        }
    }

    /// Checks that names differ and that every entry says what to expect of it.
    fn check_words(&self, path: &str, faults: &mut Vec<FieldFault>) {
        /// Name and role of each entry.
        fn words<T>(entries: &[T], of: fn(&T) -> (&str, &str)) -> Vec<(&str, &str)> {
            entries.iter().map(of).collect()
        }
        let lists = [
            ("skills", words(&self.skills, |one| (&one.name, &one.role))),
            ("personalities", words(&self.personalities, |one| (&one.name, &one.role))),
            ("openings", words(&self.openings, |one| (&one.name, &one.role))),
        ];
        for (list, entries) in lists {
            let path = join(path, list);
            if entries.is_empty() && list != "openings" {
                faults.push(fault(path.clone(), "there is none".to_owned(), "write at least one"));
            }
            for (index, (name, role)) in entries.iter().enumerate() {
                if role.trim().is_empty() {
                    let (path, remedy) =
                        (format!("{path}[{index}].role"), "say in a sentence what to expect");
                    faults.push(fault(path, "it says nothing".to_owned(), remedy));
                }
                let path = format!("{path}[{index}].name");
                if entries[..index].iter().any(|(other, _)| other == name) {
                    faults.push(fault(path, format!("{name:?} is there already"), "change it"));
                } else if let Some((message, remedy)) = name_fault(name) {
                    faults.push(fault(path, message, remedy));
                }
            }
        }
    }
}

/// How well a mind plays. No skill knows or may do more than a person; a lower one plans fewer and simpler things.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// Name, `"captain"`.
    pub name: String,
    /// What to expect, in a sentence for players.
    pub role: String,
    /// Seconds of play until something new is noticed.
    pub reaction_s: f64,
    /// The most orders in a minute of play, in the mean.
    pub orders_per_minute: f64,
    /// The most orders at once.
    pub burst: f64,
    /// Orders of its opening that it knows by heart: at the beginning it can give this many more at once.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub rehearsed: f64,
    /// Seconds of play between two looks at its works and yards: what is finished or idle waits for the next one.
    #[serde(default = "second", skip_serializing_if = "is_second")]
    pub look_s: f64,
    /// How far it plans ahead, seconds of play.
    pub horizon_s: f64,
    /// The most attacks at a time.
    pub operations: u32,
    /// The error of its estimates of foreign strength: the largest share by which they are wrong.
    pub estimate_error: f64,
    /// The share of its choices in which it takes the second best.
    pub blunders: f64,
    /// How much of the growth that would pay it orders, as a share.
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub growth: f64,
    /// For this long, seconds of play from the start, it begins no attack, raid or hunt.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub peace_s: f64,
    /// For this long, seconds of play, a fleet that comes to attack stands in view of its target, and holds its fire,
    /// before it goes in.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub warns_s: f64,
    /// It surrenders to armed foes of this many times its own strength.
    pub surrenders_at: f64,
    /// Whether it chooses departures by the places of the planets.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub windows: bool,
    /// Whether it builds ships against those that it has seen.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub counters: bool,
}

ranges!(Skill {
    reaction_s: 0.0..=60.0,
    orders_per_minute: 1.0..=600.0,
    burst: 1.0..=100.0,
    rehearsed: 0.0..=100.0,
    look_s: 0.3..=120.0,
    horizon_s: 1.0..=3600.0,
    operations: 1.0..=20.0,
    estimate_error: SHARE,
    blunders: SHARE,
    growth: SHARE,
    peace_s: 0.0..=36_000.0,
    warns_s: 0.0..=600.0,
    surrenders_at: 1.0..=100.0,
});

/// The taste of a mind. It moves weights, never skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Personality {
    /// Name, `"corsair"`.
    pub name: String,
    /// What to expect, in a sentence for players.
    pub role: String,
    /// How much it prefers attack, 0 to 1.
    pub aggression: f64,
    /// How much it prefers growth, 0 to 1.
    pub greed: f64,
    /// How much it keeps at home, 0 to 1.
    pub caution: f64,
    /// How much it wants comets, 0 to 1.
    pub comets: f64,
    /// How much it fortifies, 0 to 1.
    pub fortify: f64,
    /// How much it likes to raid works and miners that hardly anybody guards, 0 to 1: how often, with how many ships,
    /// and at what risk; 0: never.
    pub raids: f64,
    /// The share of its worth that it wants in armed ships, once it has grown.
    pub fleet_share: f64,
    /// The ship classes that it prefers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub likes: Vec<String>,
    /// For this long from the start, seconds of play, it gathers strength and attacks nobody.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub musters_s: f64,
    /// An attack departs if at least this share of its strength should be left after it; the longer it has not
    /// attacked though it might, the less suffices.
    pub launch_at: f64,
    /// A fleet withdraws at this share of its strength, percent.
    pub withdraw_percent: u8,
}

ranges!(Personality {
    aggression: SHARE,
    greed: SHARE,
    caution: SHARE,
    comets: SHARE,
    fortify: SHARE,
    raids: SHARE,
    fleet_share: SHARE,
    musters_s: 0.0..=36_000.0,
    launch_at: SHARE,
    withdraw_percent: 0.0..=100.0,
});

/// What a mind builds first, one step after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// Name, `"eight stations"`.
    pub name: String,
    /// What to expect, in a sentence.
    pub role: String,
    /// The steps.
    pub steps: Vec<OpeningStep>,
}

ranges!(Opening { steps });

/// A step of an opening. It is done once this many are there or in build, those of the beginning included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OpeningStep {
    /// Structures of a class.
    Works {
        /// The name of the class.
        class: String,
        /// Their number.
        count: u32,
    },
    /// Ships of a class.
    Ships {
        /// The name of the class.
        class: String,
        /// Their number.
        count: u32,
    },
}

impl Ranged for OpeningStep {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        const COUNT: Limits = 1.0..=100.0;
        let (Self::Works { count, .. } | Self::Ships { count, .. }) = self;
        if let Some(value) = count.outside(&COUNT) {
            faults.push(FieldFault::out_of_range(join(path, "count"), value, &COUNT));
        }
    }
}

/// The mind that plays a faction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindChoice {
    /// The name of its skill.
    pub skill: String,
    /// The name of its personality.
    pub personality: String,
    /// The name of the opening that it has to play; absent: it chooses one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

impl MindChoice {
    /// A mind of a skill and a personality, which chooses its opening itself.
    pub fn new(skill: impl Into<String>, personality: impl Into<String>) -> Self {
        Self { skill: skill.into(), personality: personality.into(), opening: None }
    }

    /// Skill and personality, `"captain, corsair"`.
    pub fn words(&self) -> String {
        format!("{}, {}", self.skill, self.personality)
    }
}

/// What a faction gets, in percent of what the rules give. Open to people and minds; everybody knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Handicap {
    /// Income of its bodies and structures.
    pub income_percent: u32,
    /// Speed of its building, of structures and of ships.
    pub build_percent: u32,
    /// Range of its sight.
    pub sight_percent: u32,
}

/// Range of a handicap, percent.
const PERCENT: Limits = 25.0..=400.0;

ranges!(Handicap { income_percent: PERCENT, build_percent: PERCENT, sight_percent: PERCENT });

impl Handicap {
    /// The differences from the rules for people, `"income 150 %, sight range 75 %"`; `None` without any.
    pub fn words(&self) -> Option<String> {
        let parts = [
            ("income", self.income_percent),
            ("build speed", self.build_percent),
            ("sight range", self.sight_percent),
        ];
        let parts = parts.into_iter().filter(|(_, percent)| *percent != 100);
        let parts: Vec<String> = parts.map(|(name, percent)| format!("{name} {percent} %")).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

impl Default for Handicap {
    fn default() -> Self {
        Self { income_percent: 100, build_percent: 100, sight_percent: 100 }
    }
}

impl Handicap {
    /// An income under this handicap, rounded down, but at least 1 of each kind that it has.
    pub fn income(self, price: Price) -> Price {
        let share = price.share_of(self.income_percent, 100);
        let some = |share: u32, part: u32| share.max(part.min(1));
        Price {
            money: some(share.money, price.money),
            resources: some(share.resources, price.resources),
            rare: some(share.rare, price.rare),
        }
    }

    /// A range of sight under this handicap.
    pub fn sight_km(self, range_km: f64) -> f64 {
        range_km * (f64::from(self.sight_percent) / 100.0)
    }
}

fn fault(path: String, message: String, remedy: &str) -> FieldFault {
    FieldFault { path, message, remedy: remedy.to_owned() }
}

fn whole() -> f64 {
    1.0
}

fn second() -> f64 {
    1.0
}

// serde passes a reference.
fn is_second(seconds: &f64) -> bool {
    *seconds == second()
}

// serde passes a reference.
fn is_whole(share: &f64) -> bool {
    *share == whole()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handicap_takes_a_share_and_never_everything() {
        let handicap = |income_percent| Handicap { income_percent, ..Handicap::default() };
        let price = Price { money: 41, resources: 0, rare: 1 };
        assert_eq!(handicap(100).income(price), price);
        assert_eq!(handicap(200).income(price), Price { money: 82, resources: 0, rare: 2 });
        assert_eq!(handicap(50).income(price), Price { money: 20, resources: 0, rare: 1 });
        assert_eq!(handicap(400).income(Price { money: u32::MAX, ..price }).money, u32::MAX);
    }

    #[test]
    fn nothing_changes_at_a_hundred() {
        for range_km in [0.0, 0.1, 1.0e9 / 3.0] {
            assert_eq!(Handicap::default().sight_km(range_km).to_bits(), range_km.to_bits());
        }
        let keen = Handicap { sight_percent: 150, ..Handicap::default() };
        assert_eq!(keen.sight_km(2.0), 3.0);
    }
}
