//! The choices of a skirmish: what each row of its pages can be, and what a step changes.
//!
//! The choices are a [`Preset`] for one level, in which every faction of the level has an entry and a player.

use std::path::PathBuf;

use super::saves::{LevelFile, WarBoard};
use super::{Menu, StepDirection};
use crate::client::settings::skirmish::Skirmish;
use crate::client::widgets::next_of;
use crate::level::{
    ChangedFaction, Epoch, FASTEST, Faction, Handicap, MindChoice, MindRules, PlayedBy, Preset, Victory,
};

/// The first level that is offered.
const FIRST_LEVEL: &str = "duel.ron";
/// The first skill of the others.
const FIRST_SKILL: &str = "cadet";
/// The values of a handicap, percent.
const HANDICAPS: [u32; 9] = [25, 50, 75, 100, 125, 150, 200, 300, 400];
/// The values of the pace at most.
const PACES: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, FASTEST];
/// How long bodies must be held, seconds of play.
const HOLD_S: f64 = 120.0;
/// The teams offered besides those of the level; the first stands for none.
const TEAMS: [&str; 5] = ["", "first team", "second team", "third team", "fourth team"];
/// The colours offered.
const COLORS: [(&str, &str); 8] = [
    ("blue", "#5ab0ff"),
    ("orange", "#ff9248"),
    ("green", "#7fd65a"),
    ("violet", "#b98aff"),
    ("red", "#ff5a5a"),
    ("yellow", "#ffd84a"),
    ("turquoise", "#3fd0c9"),
    ("pink", "#ff8ad0"),
];
/// Dates of the true sky.
const DATES: [(&str, &str); 6] = [
    ("the Moon landing, 20 July 1969", "1969-07-20"),
    ("the turn of the millennium", "2000-01-01"),
    ("the eclipse of 2 August 2027", "2027-08-02"),
    ("Apophis at Earth, 13 April 2029", "2029-04-13"),
    ("67P at Earth, November 2034", "2034-11-25"),
    ("Mars at its nearest, September 2035", "2035-09-15"),
];

/// What a row of the pages changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SkirmishRow {
    /// The level.
    Level,
    /// The player's faction.
    MySide,
    /// The skill of all minds.
    Skill,
    /// The date of the sky.
    Date,
    /// The conditions of victory.
    Victory,
    /// The pace at most.
    Pace,
    /// The seed.
    Seed,
    /// A choice for a faction, by its place in the level.
    Side(usize, SideRow),
}

/// What a row of the page of a faction changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SideRow {
    /// The player.
    Player,
    /// The skill of its mind.
    Skill,
    /// The personality of its mind.
    Personality,
    /// Its team.
    Team,
    /// Its colour.
    Color,
    /// Its home.
    Home,
    /// Its income, as a handicap.
    Income,
    /// Its building, as a handicap.
    Building,
    /// Its sight, as a handicap.
    Sight,
}

/// The chosen level, and the choices that fit it.
pub(super) struct Chosen<'a> {
    /// The file of the level.
    pub(super) file: &'a LevelFile,
    /// The level.
    pub(super) board: &'a WarBoard,
    /// The choices.
    pub(super) preset: Preset,
}

/// The levels that can be played as a skirmish: those with two factions or more.
pub(super) fn offered(menu: &Menu) -> impl Iterator<Item = (&LevelFile, &WarBoard)> {
    menu.files.iter().filter_map(|file| Some((file, file.preview.as_ref()?.board.as_deref()?)))
}

/// The chosen level with its choices; `None` while no level has been read.
pub(super) fn chosen<'a>(menu: &'a Menu, last: &Skirmish) -> Option<Chosen<'a>> {
    let is_last = |file: &LevelFile| Some(&file.path) == last.level.as_ref();
    let is_first = |file: &LevelFile| file.path.ends_with(FIRST_LEVEL);
    let found = offered(menu).find(|(file, _)| is_last(file));
    let found = found.or_else(|| offered(menu).find(|(file, _)| is_first(file)));
    let (file, board) = found.or_else(|| offered(menu).next())?;
    let preset = fitted(&last.preset, board, &menu.minds);
    Some(Chosen { file, board, preset })
}

/// The choices for a level: the earlier ones if they are for a level with the same factions.
fn fitted(earlier: &Preset, board: &WarBoard, minds: &MindRules) -> Preset {
    let factions = &board.level.factions;
    let is_for_it = factions.len() == earlier.factions.len()
        && factions.iter().zip(&earlier.factions).all(|(faction, changed)| {
            faction.name == changed.name && changed.played_by.as_ref().is_some_and(|by| is_known(by, minds))
        })
        && factions.iter().any(|faction| Some(&faction.name) == earlier.player.as_ref());
    if is_for_it {
        return earlier.clone();
    }
    let skill = skill_of_others(earlier).filter(|skill| minds.skill(skill).is_some());
    let skill = skill.unwrap_or_else(|| first_skill(minds));
    let named = board.level.settings.player.as_ref();
    let player = named.or(factions.first().map(|faction| &faction.name)).cloned().unwrap_or_default();
    let side = |(index, faction): (usize, &Faction)| ChangedFaction {
        name: faction.name.clone(),
        played_by: Some(if faction.name == player { PlayedBy::Person } else { mind(&skill, index, minds) }),
        ..ChangedFaction::default()
    };
    let factions = factions.iter().enumerate().map(side).collect();
    Preset {
        player: Some(player.clone()),
        factions,
        most_pace: earlier.most_pace,
        seed: earlier.seed,
        ..Preset::default()
    }
}

fn is_known(by: &PlayedBy, minds: &MindRules) -> bool {
    match by {
        PlayedBy::Mind(choice) => {
            minds.skill(&choice.skill).is_some() && minds.personality(&choice.personality).is_some()
        }
        PlayedBy::Person | PlayedBy::Nobody => true,
    }
}

fn first_skill(minds: &MindRules) -> String {
    let first = minds.skill(FIRST_SKILL).or(minds.skills.first());
    first.map(|skill| skill.name.clone()).unwrap_or_default()
}

/// A mind with a skill; neighbours have other personalities.
fn mind(skill: &str, index: usize, minds: &MindRules) -> PlayedBy {
    let count = minds.personalities.len().max(1);
    let personality = minds.personalities.get(index.saturating_sub(1) % count);
    let personality = personality.map(|one| one.name.clone()).unwrap_or_default();
    PlayedBy::Mind(MindChoice { skill: skill.to_owned(), personality })
}

/// The skill of the first mind.
pub(super) fn skill_of_others(preset: &Preset) -> Option<String> {
    preset.factions.iter().find_map(mind_of).map(|choice| choice.skill.clone())
}

/// The mind of a faction.
pub(super) fn mind_of(side: &ChangedFaction) -> Option<&MindChoice> {
    match &side.played_by {
        Some(PlayedBy::Mind(choice)) => Some(choice),
        _ => None,
    }
}

/// Whether it is the player's own side.
pub(super) fn is_mine(preset: &Preset, side: &ChangedFaction) -> bool {
    preset.player.as_ref() == Some(&side.name)
}

impl Chosen<'_> {
    /// A faction of the level, and its choices.
    pub(super) fn side(&self, index: usize) -> Option<(&Faction, &ChangedFaction)> {
        self.board.level.factions.get(index).zip(self.preset.factions.get(index))
    }

    /// The colour of a faction.
    pub(super) fn color(&self, index: usize) -> &str {
        self.side(index).map_or("", |(faction, side)| side.color.as_deref().unwrap_or(&faction.color))
    }

    /// The team of a faction; empty: it is alone.
    pub(super) fn team(&self, index: usize) -> &str {
        self.side(index)
            .and_then(|(faction, side)| side.team.as_deref().or(faction.team.as_deref()))
            .unwrap_or_default()
    }

    /// The home of a faction; empty without one.
    pub(super) fn home(&self, index: usize) -> &str {
        self.side(index)
            .and_then(|(faction, side)| side.home.as_deref().or(faction.home.as_deref()))
            .unwrap_or_default()
    }

    /// The handicap of a faction.
    pub(super) fn handicap(&self, index: usize) -> Handicap {
        self.side(index)
            .map_or_else(Handicap::default, |(faction, side)| side.handicap.unwrap_or(faction.handicap))
    }

    /// The reason why the skirmish cannot be started; empty if it can.
    pub(super) fn why_not(&self) -> &'static str {
        let present = |index: &usize| {
            self.side(*index).is_some_and(|(_, side)| side.played_by != Some(PlayedBy::Nobody))
        };
        let present: Vec<usize> = (0..self.preset.factions.len()).filter(present).collect();
        let fights = |index: &usize| {
            let team = self.team(*index);
            team.is_empty() || present.iter().any(|other| self.team(*other) != team)
        };
        if present.len() > 1 && present.iter().all(fights) { "" } else { "one side alone is no war" }
    }

    /// The name of a colour.
    pub(super) fn color_name(&self, index: usize) -> String {
        let color = self.color(index);
        let own = self.side(index).is_some_and(|(faction, _)| faction.color.eq_ignore_ascii_case(color));
        let named = COLORS.iter().find(|(_, value)| value.eq_ignore_ascii_case(color)).map(|(name, _)| *name);
        named.map_or_else(|| if own { "as in the level".to_owned() } else { color.to_owned() }, str::to_owned)
    }

    /// The date of the sky in words.
    pub(super) fn date_words(&self) -> String {
        let dates = dates(self.board);
        dates.iter().find(|date| date.is_chosen(&self.preset)).map_or_else(
            || match &self.preset.epoch {
                Some(Epoch::Date(date)) => date.clone(),
                Some(Epoch::Jd(jd)) => format!("Julian date {jd}"),
                None => "today".to_owned(),
            },
            |date| date.words.to_owned(),
        )
    }

    /// The conditions of victory in words.
    pub(super) fn victory_words(&self) -> &'static str {
        match self.preset.victory.as_deref() {
            None => "as in the level",
            Some([Victory::Eliminate]) => "eliminate",
            Some([Victory::HoldPlanets { .. }, ..]) => "hold most bodies",
            Some(_) => "other",
        }
    }

    /// The number of bodies that are more than half of all.
    pub(super) fn most_bodies(&self) -> u32 {
        most_bodies(self.board)
    }

    /// Changes a choice to its previous or next value.
    pub(super) fn step(
        &mut self,
        row: SkirmishRow,
        way: StepDirection,
        minds: &MindRules,
        last_seed: Option<u64>,
    ) {
        let back = way == StepDirection::Back;
        match row {
            // The level is changed by [`next_level`].
            SkirmishRow::Level => {}
            SkirmishRow::MySide => self.change_sides(back, minds),
            SkirmishRow::Skill => self.set_skills(back, minds),
            SkirmishRow::Date => self.step_date(back),
            SkirmishRow::Victory => self.step_victory(back),
            SkirmishRow::Pace => {
                let present = self.preset.most_pace.unwrap_or(FASTEST);
                self.preset.most_pace = Some(next_of(&PACES, present, back)).filter(|pace| *pace < FASTEST);
            }
            SkirmishRow::Seed => {
                self.preset.seed = if self.preset.seed.is_some() { None } else { last_seed };
            }
            SkirmishRow::Side(index, row) => self.step_side(index, row, back, minds),
        }
    }

    /// The player takes the next side; a mind with the usual skill takes over the side that is left.
    fn change_sides(&mut self, back: bool, minds: &MindRules) {
        let names: Vec<&str> =
            self.board.level.factions.iter().map(|faction| faction.name.as_str()).collect();
        let present = self.preset.player.clone().unwrap_or_default();
        let next = next_of(&names, present.as_str(), back).to_owned();
        let skill = skill_of_others(&self.preset).unwrap_or_else(|| first_skill(minds));
        let taken = self.preset.faction(&next).and_then(|side| side.played_by.clone());
        for (index, side) in self.preset.factions.iter_mut().enumerate() {
            if side.name == present {
                side.played_by = match &taken {
                    Some(PlayedBy::Mind(choice)) => Some(PlayedBy::Mind(choice.clone())),
                    _ => Some(mind(&skill, index, minds)),
                };
            }
            if side.name == next {
                side.played_by = Some(PlayedBy::Person);
            }
        }
        self.preset.player = Some(next);
    }

    /// Gives all minds the skill before or after the first one's.
    fn set_skills(&mut self, back: bool, minds: &MindRules) {
        let present = skill_of_others(&self.preset).unwrap_or_default();
        set_skill(&mut self.preset, &next_skill(&present, back, minds));
    }

    fn step_date(&mut self, back: bool) {
        let dates = dates(self.board);
        let present = dates.iter().position(|date| date.is_chosen(&self.preset)).unwrap_or(0);
        let all: Vec<usize> = (0..dates.len()).collect();
        let next = &dates[next_of(&all, present, back)];
        (self.preset.epoch, self.preset.starts_today) = (next.epoch.clone(), next.is_today);
    }

    fn step_victory(&mut self, back: bool) {
        let hold = Victory::HoldPlanets { count: self.most_bodies(), seconds: HOLD_S };
        let all = [None, Some(vec![Victory::Eliminate]), Some(vec![hold, Victory::Eliminate])];
        let present = all.iter().position(|one| *one == self.preset.victory).unwrap_or(0);
        self.preset.victory.clone_from(&all[next_of(&[0, 1, 2], present, back)]);
    }

    fn step_side(&mut self, index: usize, row: SideRow, back: bool, minds: &MindRules) {
        match row {
            SideRow::Home => return self.step_home(index, back),
            SideRow::Color => return self.step_color(index, back),
            SideRow::Team => return self.step_team(index, back),
            _ => {}
        }
        let handicap = self.handicap(index);
        let skill = skill_of_others(&self.preset).unwrap_or_else(|| first_skill(minds));
        let Some(side) = self.preset.factions.get_mut(index) else { return };
        let percent = |present: u32| next_of(&HANDICAPS, present, back);
        match row {
            SideRow::Player => {
                let all = [PlayedBy::Person, mind(&skill, index, minds), PlayedBy::Nobody];
                let kind = |by: &PlayedBy| all.iter().position(|one| is_same_kind(one, by)).unwrap_or(0);
                let present = side.played_by.as_ref().map_or(0, kind);
                side.played_by = all.get(next_of(&[0, 1, 2], present, back)).cloned();
            }
            SideRow::Skill => {
                if let Some(PlayedBy::Mind(choice)) = &mut side.played_by {
                    choice.skill = next_skill(&choice.skill, back, minds);
                }
            }
            SideRow::Personality => {
                if let Some(PlayedBy::Mind(choice)) = &mut side.played_by {
                    let names: Vec<&str> = minds.personalities.iter().map(|one| one.name.as_str()).collect();
                    choice.personality = next_of(&names, choice.personality.as_str(), back).to_owned();
                }
            }
            SideRow::Income => {
                let income_percent = percent(handicap.income_percent);
                side.handicap = Some(Handicap { income_percent, ..handicap });
            }
            SideRow::Building => {
                let build_percent = percent(handicap.build_percent);
                side.handicap = Some(Handicap { build_percent, ..handicap });
            }
            SideRow::Sight => {
                let sight_percent = percent(handicap.sight_percent);
                side.handicap = Some(Handicap { sight_percent, ..handicap });
            }
            SideRow::Home | SideRow::Color | SideRow::Team => {}
        }
    }

    /// Takes the next home; the faction that had it gets this one's.
    fn step_home(&mut self, index: usize, back: bool) {
        let present = self.home(index).to_owned();
        let homes = self.board.level.factions.iter().filter_map(|faction| faction.home.clone());
        let homes: Vec<String> = homes.collect();
        let names: Vec<&str> = homes.iter().map(String::as_str).collect();
        let next = next_of(&names, present.as_str(), back).to_owned();
        let holder = (0..self.preset.factions.len()).find(|other| self.home(*other) == next);
        for (side, home) in [(holder, present), (Some(index), next)] {
            if let Some(side) = side.and_then(|side| self.preset.factions.get_mut(side)) {
                side.home = Some(home).filter(|home| !home.is_empty());
            }
        }
    }

    /// Takes the next colour that no other faction has.
    fn step_color(&mut self, index: usize, back: bool) {
        let taken: Vec<String> = (0..self.preset.factions.len())
            .filter(|other| *other != index)
            .map(|other| self.color(other).to_owned())
            .collect();
        let own = self.side(index).map(|(faction, _)| faction.color.clone()).unwrap_or_default();
        let named = COLORS.iter().map(|(_, value)| *value).filter(|value| *value != own);
        let all: Vec<&str> = std::iter::once(own.as_str()).chain(named).collect();
        let free: Vec<&str> = all
            .into_iter()
            .filter(|color| !taken.iter().any(|other| other.eq_ignore_ascii_case(color)))
            .collect();
        let present = self.color(index).to_owned();
        let next = next_of(&free, present.as_str(), back).to_owned();
        if let Some(side) = self.preset.factions.get_mut(index) {
            side.color = Some(next).filter(|next| *next != own);
        }
    }

    fn step_team(&mut self, index: usize, back: bool) {
        let own = self.board.level.factions.iter().filter_map(|faction| faction.team.as_deref());
        let mut all: Vec<&str> = TEAMS.to_vec();
        own.for_each(|team| {
            if !all.contains(&team) {
                all.push(team);
            }
        });
        let next = next_of(&all, self.team(index), back).to_owned();
        if let Some(side) = self.preset.factions.get_mut(index) {
            side.team = Some(next);
        }
    }
}

/// Gives all minds a skill.
pub(super) fn set_skill(preset: &mut Preset, skill: &str) {
    for side in &mut preset.factions {
        if let Some(PlayedBy::Mind(choice)) = &mut side.played_by {
            skill.clone_into(&mut choice.skill);
        }
    }
}

/// Choices of which only the skill is kept.
pub(super) fn plain(skill: Option<String>) -> Preset {
    let kept = MindChoice { skill: skill.unwrap_or_default(), personality: String::new() };
    let side = ChangedFaction { played_by: Some(PlayedBy::Mind(kept)), ..ChangedFaction::default() };
    Preset { factions: vec![side], ..Preset::default() }
}

/// The file of the level before or after the chosen one.
pub(super) fn next_level(menu: &Menu, present: &LevelFile, way: StepDirection) -> PathBuf {
    let all: Vec<&PathBuf> = offered(menu).map(|(file, _)| &file.path).collect();
    next_of(&all, &present.path, way == StepDirection::Back).clone()
}

fn is_same_kind(one: &PlayedBy, other: &PlayedBy) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

fn next_skill(present: &str, back: bool, minds: &MindRules) -> String {
    let names: Vec<&str> = minds.skills.iter().map(|skill| skill.name.as_str()).collect();
    next_of(&names, present, back).to_owned()
}

/// More than half of the bodies.
fn most_bodies(board: &WarBoard) -> u32 {
    u32::try_from(board.worlds / 2 + 1).unwrap_or(u32::MAX)
}

/// A date that is offered.
struct Date {
    words: &'static str,
    epoch: Option<Epoch>,
    is_today: bool,
}

impl Date {
    fn is_chosen(&self, preset: &Preset) -> bool {
        self.epoch == preset.epoch && self.is_today == preset.starts_today
    }
}

/// The dates that are offered for a level; notable ones only under the true sky.
fn dates(board: &WarBoard) -> Vec<Date> {
    let own = Date { words: "as in the level", epoch: None, is_today: false };
    let today = Date { words: "today", epoch: None, is_today: true };
    let notable = DATES.iter().map(|(words, date)| Date {
        words,
        epoch: Some(Epoch::Date((*date).to_owned())),
        is_today: false,
    });
    let today = (!board.level.starts_today).then_some(today);
    [own].into_iter().chain(today).chain(notable.filter(|_| board.is_true_sky)).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::client::menu::Page;
    use crate::client::menu::saves::Preview;
    use crate::level::{parse_level, read_level};
    use crate::rules::test_support;

    /// The pages of a skirmish with two levels.
    pub(in crate::client::menu) fn menu() -> Menu {
        let rules = test_support::shipped();
        let file = |name: &str| {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(name);
            let level = read_level(&path, &rules.surroundings()).unwrap().level;
            let board = WarBoard::of(&level, 8).map(Arc::new);
            let preview = Some(Preview { map: None, about: String::new(), board });
            LevelFile { path, title: level.title, is_save: false, preview }
        };
        let files = vec![file("first-light.ron"), file("duel.ron"), file("sol.ron")];
        Menu {
            page: Some(Page::Skirmish),
            home: Page::Main,
            files,
            minds: rules.minds.clone(),
            ..Menu::default()
        }
    }

    fn stepped(rows: &[SkirmishRow]) -> Preset {
        let menu = menu();
        let mut chosen = chosen(&menu, &Skirmish::default()).unwrap();
        rows.iter().for_each(|row| chosen.step(*row, StepDirection::On, &menu.minds, Some(3)));
        chosen.preset
    }

    #[test]
    fn the_first_choice_is_a_duel_with_a_mind() {
        let menu = menu();
        let chosen = chosen(&menu, &Skirmish::default()).unwrap();
        assert!(chosen.file.path.ends_with("duel.ron"));
        assert_eq!(chosen.preset.player.as_deref(), Some("Verdance"));
        assert_eq!(mind_of(&chosen.preset.factions[1]).map(|mind| mind.skill.as_str()), Some("cadet"));
        assert_eq!(chosen.why_not(), "");
    }

    #[test]
    fn a_mind_takes_the_side_that_is_left() {
        let preset = stepped(&[SkirmishRow::Skill, SkirmishRow::MySide]);
        assert_eq!(preset.player.as_deref(), Some("Ferrum"));
        assert_eq!(mind_of(&preset.factions[0]).map(|mind| mind.skill.as_str()), Some("captain"));
        assert_eq!(preset.factions[1].played_by, Some(PlayedBy::Person));
    }

    #[test]
    fn every_step_leads_to_a_level_that_passes_its_check() {
        let menu = menu();
        let rules = test_support::shipped();
        let sides = [
            SideRow::Skill,
            SideRow::Personality,
            SideRow::Team,
            SideRow::Color,
            SideRow::Home,
            SideRow::Income,
            SideRow::Building,
            SideRow::Sight,
        ];
        let game = [
            SkirmishRow::MySide,
            SkirmishRow::Date,
            SkirmishRow::Victory,
            SkirmishRow::Pace,
            SkirmishRow::Seed,
        ];
        let rows: Vec<SkirmishRow> =
            sides.into_iter().map(|row| SkirmishRow::Side(1, row)).chain(game).collect();
        for (file, _) in offered(&menu) {
            let last = Skirmish { level: Some(file.path.clone()), ..Skirmish::default() };
            let mut chosen = chosen(&menu, &last).unwrap();
            for row in rows.iter().cycle().take(3 * rows.len()) {
                chosen.step(*row, StepDirection::On, &menu.minds, Some(3));
                let mut level = chosen.board.level.clone();
                chosen.preset.change(&mut level).unwrap();
                let text = crate::level::to_ron(&level).unwrap();
                let read = parse_level("changed", text.as_bytes(), &rules.surroundings());
                read.unwrap_or_else(|faults| panic!("{row:?}: {faults}"));
            }
        }
    }

    #[test]
    fn no_two_sides_have_one_colour_or_home() {
        let menu = menu();
        let mut chosen = chosen(&menu, &Skirmish::default()).unwrap();
        for _ in 0..10 {
            chosen.step(SkirmishRow::Side(0, SideRow::Color), StepDirection::On, &menu.minds, None);
            chosen.step(SkirmishRow::Side(0, SideRow::Home), StepDirection::On, &menu.minds, None);
            assert_ne!(chosen.color(0), chosen.color(1));
            assert_ne!(chosen.home(0), chosen.home(1));
        }
    }

    #[test]
    fn one_side_alone_is_no_war() {
        let menu = menu();
        let mut chosen = chosen(&menu, &Skirmish::default()).unwrap();
        chosen.step(SkirmishRow::Side(1, SideRow::Player), StepDirection::On, &menu.minds, None);
        assert_eq!(chosen.preset.factions[1].played_by, Some(PlayedBy::Nobody));
        assert_ne!(chosen.why_not(), "");
        chosen.step(SkirmishRow::Side(1, SideRow::Player), StepDirection::Back, &menu.minds, None);
        assert_eq!(chosen.why_not(), "");
        for side in 0..2 {
            chosen.step(SkirmishRow::Side(side, SideRow::Team), StepDirection::On, &menu.minds, None);
        }
        assert_ne!(chosen.why_not(), "", "both are in one team");
    }

    #[test]
    fn choices_for_another_level_keep_the_skill_alone() {
        let menu = menu();
        let preset = stepped(&[SkirmishRow::Skill, SkirmishRow::Victory, SkirmishRow::Pace]);
        let sol = menu.files[2].path.clone();
        let last = Skirmish { level: Some(sol), preset, ..Skirmish::default() };
        let there = chosen(&menu, &last).unwrap();
        assert_eq!(skill_of_others(&there.preset).as_deref(), Some("captain"));
        assert_eq!((there.preset.victory, there.preset.most_pace), (None, Some(1.0)));
    }

    #[test]
    fn the_seed_is_new_or_that_of_the_last_game() {
        assert_eq!(stepped(&[SkirmishRow::Seed]).seed, Some(3));
        assert_eq!(stepped(&[SkirmishRow::Seed, SkirmishRow::Seed]).seed, None);
    }
}
