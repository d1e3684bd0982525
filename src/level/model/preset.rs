//! Presets: small files that change a level before it begins, as the page of a skirmish does.
//!
//! A changed level is checked like any other, so a preset cannot lead to a world that a level cannot describe.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::mind::{Handicap, MindChoice};
use super::{Epoch, Faction, HullStyle, Level, PACE, is_usual};
use crate::level::Victory;
use crate::level::ranges::FieldFault;

/// Changes of a level. An absent field leaves the level as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Preset {
    /// The name for people.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The player's faction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Whether the level begins on today's date when it is played.
    #[serde(skip_serializing_if = "is_usual")]
    pub starts_today: bool,
    /// The most that the pace may be, ticks in 1/30 s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_pace: Option<f64>,
    /// The seed of the world's chances; absent: another one for every game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The date at tick 0; the level no longer begins today.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epoch: Option<Epoch>,
    /// The conditions of victory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victory: Option<Vec<Victory>>,
    /// Changes of factions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub factions: Vec<ChangedFaction>,
}

ranges!(Preset { most_pace: PACE, factions });

/// Changes of a faction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChangedFaction {
    /// The faction's name in the level.
    pub name: String,
    /// Colour, `"#rrggbb"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// The style of its hulls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<HullStyle>,
    /// The team; empty: it is alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// The home of a faction of the level: both exchange home, treasury, ships, structures and bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// The player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_by: Option<PlayedBy>,
    /// What the faction gets more or less than the rules give.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Handicap>,
}

ranges!(ChangedFaction { handicap });

/// The player of a faction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayedBy {
    /// `person`.
    Person,
    /// `mind(skill: "captain", personality: "corsair")`.
    Mind(MindChoice),
    /// `nobody`: the faction is not in the game, nor its ships and structures; its bodies belong to nobody.
    Nobody,
}

impl Preset {
    /// The changes of a faction.
    pub fn faction(&self, name: &str) -> Option<&ChangedFaction> {
        self.factions.iter().find(|changed| changed.name == name)
    }

    /// Changes a level, which is to be checked afterwards.
    ///
    /// # Errors
    /// A fault of the preset: it speaks of things that are not in the level.
    pub fn change(&self, level: &mut Level) -> Result<(), FieldFault> {
        if level.state.is_some() {
            let remedy = "give the level that the save was made of";
            return Err(fault("", "a preset changes the beginning of a level, and this is a save", remedy));
        }
        self.check_names(level)?;
        exchange_homes(level, &self.starts(level)?);
        for changed in &self.factions {
            if let Some(faction) = level.factions.iter_mut().find(|faction| faction.name == changed.name) {
                changed.change(faction);
            }
        }
        for absent in self.factions.iter().filter(|one| one.played_by == Some(PlayedBy::Nobody)) {
            keep_styles(level);
            remove(level, &absent.name);
        }
        self.change_game(level);
        Ok(())
    }

    /// The homes of a level's factions under this preset, in the order of the factions.
    ///
    /// # Errors
    /// A fault of the preset: no faction of the level begins at a home, or two factions would begin there.
    pub fn homes(&self, level: &Level) -> Result<Vec<Option<String>>, FieldFault> {
        let home = |start: usize| level.factions.get(start).and_then(|faction| faction.home.clone());
        Ok(self.starts(level)?.into_iter().map(home).collect())
    }

    fn check_names(&self, level: &Level) -> Result<(), FieldFault> {
        let mut known = BTreeSet::new();
        for (index, changed) in self.factions.iter().enumerate() {
            let path = format!("factions[{index}].name");
            if !level.factions.iter().any(|faction| faction.name == changed.name) {
                let message = format!("the level has no faction {:?}", changed.name);
                return Err(fault(&path, &message, &one_of(&level.factions, |faction| Some(&faction.name))));
            }
            if !known.insert(&changed.name) {
                let message = format!("{:?} is there already", changed.name);
                return Err(fault(&path, &message, "say everything about a faction in one place"));
            }
        }
        Ok(())
    }

    /// The start of each faction: the index of the faction of the level that begins there.
    fn starts(&self, level: &Level) -> Result<Vec<usize>, FieldFault> {
        let mut starts: Vec<usize> = (0..level.factions.len()).collect();
        let mut taken = BTreeSet::new();
        for (index, changed) in self.factions.iter().enumerate() {
            let Some(home) = &changed.home else { continue };
            let path = format!("factions[{index}].home");
            let is_home = |faction: &Faction| {
                faction.home.as_ref().is_some_and(|other| other.eq_ignore_ascii_case(home))
            };
            let Some(start) = level.factions.iter().position(is_home) else {
                let message = format!("no faction of the level begins at {home:?}");
                return Err(fault(
                    &path,
                    &message,
                    &one_of(&level.factions, |faction| faction.home.as_ref()),
                ));
            };
            if !taken.insert(start) {
                let message = format!("another faction begins at {home:?} already");
                return Err(fault(&path, &message, "give every faction a home of its own"));
            }
            let taker = level.factions.iter().position(|faction| faction.name == changed.name);
            let holder = starts.iter().position(|held| *held == start);
            if let Some((taker, holder)) = taker.zip(holder) {
                starts.swap(taker, holder);
            }
        }
        Ok(starts)
    }

    /// Changes what concerns no faction alone.
    fn change_game(&self, level: &mut Level) {
        if let Some(epoch) = &self.epoch {
            level.epoch = epoch.clone();
            level.starts_today = false;
        }
        level.starts_today |= self.starts_today;
        if let Some(victory) = &self.victory {
            level.victory.clone_from(victory);
        }
        if let Some(pace) = self.most_pace {
            level.settings.most_pace = pace;
        }
        if let Some(player) = &self.player {
            level.settings.player = Some(player.clone());
        }
    }
}

impl ChangedFaction {
    fn change(&self, faction: &mut Faction) {
        if let Some(color) = &self.color {
            faction.color.clone_from(color);
        }
        faction.style = self.style.or(faction.style);
        if let Some(team) = &self.team {
            faction.team = (!team.is_empty()).then(|| team.clone());
        }
        if let Some(handicap) = self.handicap {
            faction.handicap = handicap;
        }
        match &self.played_by {
            Some(PlayedBy::Mind(choice)) => faction.mind = Some(choice.clone()),
            Some(PlayedBy::Person | PlayedBy::Nobody) => faction.mind = None,
            None => {}
        }
    }
}

/// Gives each faction the start of another, or its own.
fn exchange_homes(level: &mut Level, starts: &[usize]) {
    let before = level.factions.clone();
    for (faction, start) in
        level.factions.iter_mut().zip(starts.iter().filter_map(|start| before.get(*start)))
    {
        faction.home.clone_from(&start.home);
        faction.treasury.clone_from(&start.treasury);
    }
    let rename = |name: &mut String| {
        let start = before.iter().position(|faction| faction.name == *name);
        let taker = starts.iter().position(|held| Some(*held) == start);
        if let Some(taker) = taker.and_then(|taker| before.get(taker)) {
            name.clone_from(&taker.name);
        }
    };
    level.fleets.iter_mut().for_each(|fleet| rename(&mut fleet.faction));
    level.structures.iter_mut().for_each(|structure| rename(&mut structure.faction));
    for holding in &mut level.holdings {
        holding.owner.iter_mut().for_each(rename);
        let invaders = holding.ground.iter_mut().filter_map(|ground| ground.invaders.as_mut());
        invaders.for_each(|(faction, _)| rename(faction));
    }
}

/// Names the styles of all factions, before their places change.
fn keep_styles(level: &mut Level) {
    for (place, faction) in level.factions.iter_mut().enumerate() {
        faction.style = Some(faction.hull_style(place));
    }
}

/// Removes a faction, its ships and its structures; its bodies lose their owner.
fn remove(level: &mut Level, name: &str) {
    level.factions.retain(|faction| faction.name != name);
    level.fleets.retain(|fleet| fleet.faction != name);
    level.structures.retain(|structure| structure.faction != name);
    for holding in &mut level.holdings {
        holding.owner.take_if(|owner| owner == name);
        if let Some(ground) = &mut holding.ground {
            ground.invaders.take_if(|(faction, _)| faction == name);
        }
    }
    level.settings.player.take_if(|player| player == name);
}

fn one_of(factions: &[Faction], name: impl Fn(&Faction) -> Option<&String>) -> String {
    let names: Vec<&str> = factions.iter().filter_map(name).map(String::as_str).collect();
    format!("name one of {}", names.join(", "))
}

fn fault(path: &str, message: &str, remedy: &str) -> FieldFault {
    FieldFault { path: path.to_owned(), message: message.to_owned(), remedy: remedy.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::read_preset;
    use crate::level::source::parse::dialect;
    use crate::rules::test_support::{self, shipped_level};

    fn read(text: &str) -> Preset {
        dialect().from_str(text).unwrap()
    }

    fn duel() -> Level {
        shipped_level("duel.ron")
    }

    #[test]
    fn an_empty_preset_changes_nothing() {
        let mut level = duel();
        read("()").change(&mut level).unwrap();
        assert_eq!(level, duel());
    }

    #[test]
    fn factions_exchange_their_homes() {
        let mut level = duel();
        read(r#"(factions: [(name: "Verdance", home: "Rowan")])"#).change(&mut level).unwrap();
        let homes: Vec<Option<&str>> = level.factions.iter().map(|faction| faction.home.as_deref()).collect();
        assert_eq!(homes, [Some("Rowan"), Some("Alder")]);
        let told = read(r#"(factions: [(name: "Verdance", home: "rowan")])"#).homes(&duel()).unwrap();
        assert_eq!(told.iter().map(Option::as_deref).collect::<Vec<_>>(), homes);
        assert_eq!(level.owner_of("Rowan"), Some("Verdance"));
        let there = level.structures.iter().filter(|structure| structure.body == "Rowan");
        assert!(there.clone().count() > 0 && there.clone().all(|structure| structure.faction == "Verdance"));
    }

    #[test]
    fn an_absent_faction_leaves_nothing_behind() {
        let mut level = duel();
        level.factions[0].style = None;
        read(r#"(factions: [(name: "Ferrum", played_by: nobody)])"#).change(&mut level).unwrap();
        assert_eq!(level.factions.len(), 1);
        assert_eq!(level.factions[0].style, Some(HullStyle::of_place(0)), "the others keep their looks");
        assert!(!format!("{level:?}").contains("Ferrum"));
    }

    #[test]
    fn a_preset_says_who_plays_and_for_what() {
        let mut level = duel();
        let text = r##"(
            title: "Hard", player: "Ferrum", epoch: date("2030-01-01"), victory: [eliminate], most_pace: 4, seed: 7,
            factions: [(
                name: "Verdance", color: "#112233", style: shell, team: "blue", handicap: (income_percent: 150),
                played_by: mind(skill: "captain", personality: "corsair"),
            )],
        )"##;
        let preset = read(text);
        preset.change(&mut level).unwrap();
        let choice = MindChoice::new("captain", "corsair");
        let Faction { mind, team, handicap, style, .. } = &level.factions[0];
        assert_eq!(*style, Some(HullStyle::Shell));
        assert_eq!((mind, team.as_deref(), handicap.income_percent), (&Some(choice), Some("blue"), 150));
        assert_eq!((level.settings.player.as_deref(), level.settings.most_pace), (Some("Ferrum"), 4.0));
        assert_eq!(level.epoch, Epoch::Date("2030-01-01".to_owned()));
        let written = dialect().to_string(&preset).unwrap();
        assert_eq!(read(&written), preset, "{written}");
    }

    #[test]
    fn a_preset_for_another_level_says_so() {
        for (text, part) in [
            (r#"(factions: [(name: "Terra")])"#, "no faction \"Terra\""),
            (r#"(factions: [(name: "Ferrum"), (name: "Ferrum")])"#, "there already"),
            (r#"(factions: [(name: "Ferrum", home: "Mars")])"#, "begins at \"Mars\""),
            (
                r#"(factions: [(name: "Ferrum", home: "Alder"), (name: "Verdance", home: "Alder")])"#,
                "another faction begins",
            ),
        ] {
            let fault = read(text).change(&mut duel()).unwrap_err();
            assert!(fault.message.contains(part) && !fault.remedy.is_empty(), "{fault:?}");
        }
    }

    #[test]
    fn shipped_presets_are_sound() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/presets");
        let rules = test_support::shipped();
        let files = |folder: &std::path::Path| -> Vec<std::path::PathBuf> {
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
        };
        let stem = |path: &std::path::Path| path.file_stem().unwrap().to_string_lossy().into_owned();
        let levels = files(folder.parent().unwrap());
        for path in files(&folder) {
            let preset = read_preset(&path).unwrap_or_else(|error| panic!("{error}"));
            // The name begins with that of its level: `sol-war-2050` is one of `sol-war`, not of `sol`.
            let is_of = |level: &&std::path::PathBuf| stem(&path).starts_with(&format!("{}-", stem(level)));
            let level = levels.iter().filter(is_of).max_by_key(|level| stem(level).len());
            let level = level.unwrap_or_else(|| panic!("{} is of no level", path.display()));
            let read = crate::level::read_changed_level(level, &preset, &rules.class_catalog());
            read.unwrap_or_else(|error| panic!("{error}"));
        }
    }
}
