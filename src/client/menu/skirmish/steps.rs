//! What a step to the previous or the next value changes.

use std::path::PathBuf;

use super::choices::{Chosen, offered};
use super::preset::{fits, is_endless, mind, set_skill, skill_of_others};
use super::rows::{SideRow, SkirmishRow};
use super::values::{COLORS, HANDICAPS, HOLD_S, HOLD_TIMES, PACES, TEAMS, dates, look_alike};
use crate::client::menu::files::level_file::LevelFile;
use crate::client::menu::{Menu, StepDirection};
use crate::client::widgets::{next_of, next_within};
use crate::level::{FASTEST, Handicap, HullStyle, MindRules, PlayedBy, Victory};

impl Chosen<'_> {
    /// Whether a step in a row changes something.
    pub(in crate::client::menu) fn can_step(
        &self,
        row: SkirmishRow,
        way: StepDirection,
        minds: &MindRules,
    ) -> bool {
        let (preset, usual_skill) = (self.preset.clone(), self.usual_skill.clone());
        let mut there = Chosen { file: self.file, board: self.board, preset, usual_skill };
        there.step(row, way, minds, None);
        there.preset != self.preset
    }

    /// Changes a choice to its previous or next value. At an end of values in an order it stays as it is.
    pub(in crate::client::menu) fn step(
        &mut self,
        row: SkirmishRow,
        way: StepDirection,
        minds: &MindRules,
        last_seed: Option<u64>,
    ) {
        let back = way == StepDirection::Back;
        match row {
            // They are changed by `next_level` and `step_preset`.
            SkirmishRow::Level | SkirmishRow::Preset => {}
            SkirmishRow::MySide => self.change_sides(back, minds),
            SkirmishRow::Skill => self.set_skills(back, minds),
            SkirmishRow::Date => self.step_date(back),
            SkirmishRow::Victory => self.step_victory(back),
            SkirmishRow::HeldBodies => self.step_held_bodies(back),
            SkirmishRow::HoldTime => self.step_hold_time(back),
            SkirmishRow::Pace => {
                let present = self.preset.most_pace.unwrap_or(FASTEST);
                let next = next_among(&PACES, present, back);
                self.preset.most_pace = Some(next).filter(|pace| *pace < FASTEST);
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
        let skill = self.skill_of_minds();
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

    /// The skill of a mind that takes over a side: that of the first one, if there is any.
    fn skill_of_minds(&self) -> String {
        skill_of_others(&self.preset).unwrap_or_else(|| self.usual_skill.clone())
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
        // A level without conditions of its own has none to fall back on: no end is a choice like the others.
        let usual = is_endless(self.board).then(Vec::new);
        // What the level says is not there twice.
        let last_side = vec![Victory::Eliminate];
        let last_side = (self.board.level.victory != last_side).then_some(Some(last_side));
        let held = Some(vec![hold, Victory::Eliminate]);
        let all: Vec<Option<Vec<Victory>>> = [usual].into_iter().chain(last_side).chain([held]).collect();
        let named = all.iter().position(|one| *one == self.preset.victory);
        // The numbers of the last one can be changed.
        let present = named.unwrap_or(if self.hold().is_some() { all.len() - 1 } else { 0 });
        let places: Vec<usize> = (0..all.len()).collect();
        self.preset.victory.clone_from(&all[next_of(&places, present, back)]);
    }

    fn step_held_bodies(&mut self, back: bool) {
        let all: Vec<u32> = (1..=u32::try_from(self.board.worlds).unwrap_or(u32::MAX)).collect();
        if let Some(Victory::HoldPlanets { count, .. }) = self.first_victory() {
            *count = next_among(&all, *count, back);
        }
    }

    fn step_hold_time(&mut self, back: bool) {
        if let Some(Victory::HoldPlanets { seconds, .. }) = self.first_victory() {
            *seconds = next_among(&HOLD_TIMES, *seconds, back);
        }
    }

    fn first_victory(&mut self) -> Option<&mut Victory> {
        self.preset.victory.as_mut()?.first_mut()
    }

    fn step_side(&mut self, index: usize, row: SideRow, back: bool, minds: &MindRules) {
        match row {
            SideRow::Player => return self.step_player(index, back, minds),
            SideRow::Home => return self.step_home(index, back),
            SideRow::Color => return self.step_color(index, back),
            SideRow::Style => return self.step_style(index, back),
            SideRow::Team => return self.step_team(index, back),
            _ => {}
        }
        let handicap = self.handicap(index);
        let Some(side) = self.preset.factions.get_mut(index) else { return };
        let percent = |present: u32| next_among(&HANDICAPS, present, back);
        match row {
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
            SideRow::Player | SideRow::Home | SideRow::Color | SideRow::Style | SideRow::Team => {}
        }
    }

    /// Takes the next player of a side, among those with which the choices still fit the level: the level's conditions
    /// of victory may name the side.
    fn step_player(&mut self, index: usize, back: bool, minds: &MindRules) {
        let skill = self.skill_of_minds();
        let all = [PlayedBy::Person, mind(&skill, index, minds), PlayedBy::Nobody];
        let kind = |by: &PlayedBy| all.iter().position(|one| is_same_kind(one, by)).unwrap_or(0);
        let Some(side) = self.preset.factions.get(index) else { return };
        let present = side.played_by.as_ref().map_or(0, kind);
        let with = |next: usize| {
            let mut preset = self.preset.clone();
            preset.factions[index].played_by = Some(all[next].clone());
            preset
        };
        let fitting = |next: &usize| *next == present || fits(&with(*next), self.board, minds);
        let possible: Vec<usize> = (0..all.len()).filter(fitting).collect();
        let next = next_of(&possible, present, back);
        if next != present {
            self.preset = with(next);
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

    /// Takes the next colour that does not look like the colour of another faction.
    fn step_color(&mut self, index: usize, back: bool) {
        let present = self.color(index).to_owned();
        let taken: Vec<String> = (0..self.preset.factions.len())
            .filter(|other| *other != index)
            .map(|other| self.color(other).to_owned())
            .collect();
        let own = self.side(index).map(|(faction, _)| faction.color.clone()).unwrap_or_default();
        let named = COLORS.iter().map(|(_, value)| *value).filter(|value| !look_alike(value, &own));
        let is_free = |color: &&str| !taken.iter().any(|other| look_alike(color, other));
        let free: Vec<&str> = std::iter::once(own.as_str())
            .chain(named)
            .filter(|color| *color == present || is_free(color))
            .collect();
        let next = next_of(&free, present.as_str(), back).to_owned();
        if let Some(side) = self.preset.factions.get_mut(index) {
            side.color = Some(next).filter(|next| *next != own);
        }
    }

    fn step_style(&mut self, index: usize, back: bool) {
        let own = self.side(index).map(|(faction, _)| faction.hull_style(index));
        let next = next_of(&HullStyle::ALL, self.style(index), back);
        if let Some(side) = self.preset.factions.get_mut(index) {
            side.style = Some(next).filter(|next| Some(*next) != own);
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

/// The file of the level before or after the chosen one.
pub(in crate::client::menu) fn next_level(menu: &Menu, present: &LevelFile, way: StepDirection) -> PathBuf {
    let all: Vec<&PathBuf> = offered(menu).map(|(file, _)| &file.path).collect();
    next_of(&all, &present.path, way == StepDirection::Back).clone()
}

/// The next of ascending values after the present one, or before it; at an end the present one, which may lie between
/// them.
fn next_among<T: Copy + PartialOrd>(ascending: &[T], present: T, backward: bool) -> T {
    let next = if backward {
        ascending.iter().rev().find(|value| **value < present)
    } else {
        ascending.iter().find(|value| **value > present)
    };
    next.copied().unwrap_or(present)
}

fn is_same_kind(one: &PlayedBy, other: &PlayedBy) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

fn next_skill(present: &str, back: bool, minds: &MindRules) -> String {
    let names: Vec<&str> = minds.skills.iter().map(|skill| skill.name.as_str()).collect();
    next_within(&names, present, back).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::skirmish::test_support::{menu, stepped};
    use crate::client::menu::skirmish::{chosen, mind_of};
    use crate::client::settings::skirmish::Skirmish;
    use crate::level::parse_level;
    use crate::rules::test_support;

    /// The rows of a side that a mind plays.
    const SIDE: [SideRow; 9] = [
        SideRow::Skill,
        SideRow::Personality,
        SideRow::Team,
        SideRow::Color,
        SideRow::Style,
        SideRow::Home,
        SideRow::Income,
        SideRow::Building,
        SideRow::Sight,
    ];

    #[test]
    fn a_mind_takes_the_side_that_is_left() {
        let preset = stepped(&[SkirmishRow::Skill, SkirmishRow::MySide]);
        assert_eq!(preset.player.as_deref(), Some("Ferrum"));
        assert_eq!(mind_of(&preset.factions[0]).map(|mind| mind.skill.as_str()), Some("lieutenant"));
        assert_eq!(preset.factions[1].played_by, Some(PlayedBy::Person));
    }

    #[test]
    fn a_side_that_a_condition_names_stays_in_the_game() {
        let menu = menu();
        let mut chosen = chosen(&menu, &Skirmish::default()).unwrap();
        chosen.preset.victory = Some(vec![Victory::Survive { faction: "Ferrum".to_owned(), seconds: 60.0 }]);
        chosen.step(SkirmishRow::Side(1, SideRow::Player), StepDirection::On, &menu.minds, None);
        assert_eq!(chosen.preset.factions[1].played_by, Some(PlayedBy::Person), "it is never nobody");
    }

    #[test]
    fn every_step_leads_to_a_level_that_passes_its_check() {
        let menu = menu();
        let rules = test_support::shipped();
        let game = [
            SkirmishRow::MySide,
            SkirmishRow::Date,
            SkirmishRow::Victory,
            SkirmishRow::HeldBodies,
            SkirmishRow::HoldTime,
            SkirmishRow::Pace,
            SkirmishRow::Seed,
        ];
        let rows: Vec<SkirmishRow> =
            SIDE.into_iter().map(|row| SkirmishRow::Side(1, row)).chain(game).collect();
        for (file, _) in offered(&menu) {
            let last = Skirmish { level: Some(file.path.clone()), ..Skirmish::default() };
            let mut chosen = chosen(&menu, &last).unwrap();
            for row in rows.iter().cycle().take(3 * rows.len()) {
                chosen.step(*row, StepDirection::On, &menu.minds, Some(3));
                let mut level = chosen.board.level.clone();
                chosen.preset.change(&mut level).unwrap();
                let text = crate::level::to_ron(&level).unwrap();
                let read = parse_level("changed", text.as_bytes(), &rules.class_catalog());
                read.unwrap_or_else(|faults| panic!("{row:?}: {faults}"));
            }
        }
    }

    #[test]
    fn values_in_an_order_end_and_others_go_round() {
        use StepDirection::{Back, On};
        let menu = menu();
        let game = [
            SkirmishRow::Skill,
            SkirmishRow::Date,
            SkirmishRow::Victory,
            SkirmishRow::HeldBodies,
            SkirmishRow::HoldTime,
            SkirmishRow::Pace,
        ];
        for row in SIDE.map(|row| SkirmishRow::Side(1, row)).into_iter().chain(game) {
            let mut chosen = chosen(&menu, &Skirmish::default()).unwrap();
            chosen.step(SkirmishRow::Victory, Back, &menu.minds, None);
            for way in [Back, On] {
                let steps = (0..40).take_while(|_| {
                    let can_step = chosen.can_step(row, way, &menu.minds);
                    chosen.step(row, way, &menu.minds, None);
                    can_step
                });
                assert_eq!(steps.count() < 40, row.has_ends(), "{row:?}");
            }
        }
    }

    #[test]
    fn nothing_is_easier_than_the_first_difficulty() {
        let menu = menu();
        let mut chosen = chosen(&menu, &Skirmish::default()).unwrap();
        for _ in &menu.minds.skills {
            chosen.step(SkirmishRow::Skill, StepDirection::Back, &menu.minds, None);
        }
        assert_eq!(skill_of_others(&chosen.preset).as_deref(), Some("newcomer"));
        let can_step = |way: StepDirection| chosen.can_step(SkirmishRow::Skill, way, &menu.minds);
        assert_eq!([StepDirection::Back, StepDirection::On].map(can_step), [false, true]);
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
    fn no_side_gets_a_colour_that_looks_like_that_of_another_one() {
        let menu = menu();
        let mut chosen = chosen(&menu, &Skirmish::default()).unwrap();
        let generated_green = "#7ddc6f";
        chosen.preset.factions[1].color = Some(generated_green.to_owned());
        for _ in 0..10 {
            chosen.step(SkirmishRow::Side(0, SideRow::Color), StepDirection::On, &menu.minds, None);
            assert!(!look_alike(chosen.color(0), generated_green), "{}", chosen.color(0));
        }
    }

    #[test]
    fn the_bodies_to_hold_and_the_time_are_chosen() {
        let menu = menu();
        let mut chosen = chosen(&menu, &Skirmish::default()).unwrap();
        let mut step = |row: SkirmishRow, way: StepDirection| {
            chosen.step(row, way, &menu.minds, None);
            chosen.hold()
        };
        assert_eq!(step(SkirmishRow::HeldBodies, StepDirection::On), None, "as in the level");
        assert_eq!(step(SkirmishRow::Victory, StepDirection::Back), Some((4, 120.0)));
        assert_eq!(step(SkirmishRow::HeldBodies, StepDirection::On), Some((5, 120.0)));
        assert_eq!(step(SkirmishRow::HoldTime, StepDirection::Back), Some((5, 60.0)));
        for count in [6, 7, 7] {
            let hold = step(SkirmishRow::HeldBodies, StepDirection::On);
            assert_eq!(hold, Some((count, 60.0)), "the duel has seven bodies besides its comet");
        }
        let left = step(SkirmishRow::Victory, StepDirection::Back);
        assert_eq!(left, None, "with other numbers it is the same condition");
        assert_eq!(step(SkirmishRow::Victory, StepDirection::On), Some((4, 120.0)));
    }

    #[test]
    fn a_level_without_conditions_can_be_played_without_an_end() {
        let menu = menu();
        let last = Skirmish { level: Some(menu.files[1].path.clone()), ..Skirmish::default() };
        let mut chosen = chosen(&menu, &last).unwrap();
        let mut words = vec![chosen.victory_words()];
        for _ in 0..3 {
            chosen.step(SkirmishRow::Victory, StepDirection::On, &menu.minds, None);
            words.push(chosen.victory_words());
        }
        assert_eq!(words, ["Last side standing", "Hold bodies", "None", "Last side standing"]);
    }

    #[test]
    fn the_condition_of_the_level_is_offered_once() {
        let menu = menu();
        let mut chosen = chosen(&menu, &Skirmish::default()).unwrap();
        let mut words = vec![chosen.victory_words()];
        for _ in 0..2 {
            chosen.step(SkirmishRow::Victory, StepDirection::On, &menu.minds, None);
            words.push(chosen.victory_words());
        }
        assert_eq!(words, ["Last side standing (level)", "Hold bodies", "Last side standing (level)"]);
    }

    #[test]
    fn values_between_those_that_are_offered_step_to_their_neighbours() {
        assert_eq!((next_among(&HANDICAPS, 110, false), next_among(&HANDICAPS, 110, true)), (125, 100));
        assert_eq!((next_among(&HANDICAPS, 400, false), next_among(&HANDICAPS, 25, true)), (400, 25));
        assert_eq!(next_among(&PACES, 10.0, true), 8.0);
        assert_eq!(next_among(&[], 3, false), 3);
    }

    #[test]
    fn the_seed_is_new_or_that_of_the_last_game() {
        assert_eq!(stepped(&[SkirmishRow::Seed]).seed, Some(3));
        assert_eq!(stepped(&[SkirmishRow::Seed, SkirmishRow::Seed]).seed, None);
    }
}
