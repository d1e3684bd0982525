//! The level and the choices of a skirmish, and their words.

use super::preset::{fitted, most_bodies, usual_skill};
use super::values::{COLORS, TODAY, dates, of_level};
use crate::client::menu::Menu;
use crate::client::menu::files::level_file::{LevelFile, WarBoard};
use crate::client::settings::skirmish::Skirmish;
use crate::level::{ChangedFaction, Epoch, Faction, Handicap, HullStyle, PlayedBy, Preset, Victory};

/// The first level that is offered: an even war for two.
const FIRST_LEVEL: &str = "twins.ron";

/// The chosen level, and the choices that fit it.
pub(in crate::client::menu) struct Chosen<'a> {
    /// The file of the level.
    pub(in crate::client::menu) file: &'a LevelFile,
    /// The level.
    pub(in crate::client::menu) board: &'a WarBoard,
    /// The choices.
    pub(in crate::client::menu) preset: Preset,
    /// The skill of minds for which none is chosen.
    pub(in crate::client::menu) usual_skill: String,
}

/// The levels that can be played as a skirmish: those with two factions or more.
pub(super) fn offered(menu: &Menu) -> impl Iterator<Item = (&LevelFile, &WarBoard)> {
    menu.files.iter().filter_map(|file| Some((file, file.board()?)))
}

/// The chosen level with its choices; `None` while no level has been read, or this one is being read.
pub(in crate::client::menu) fn chosen<'a>(menu: &'a Menu, last: &Skirmish) -> Option<Chosen<'a>> {
    let is_last = |file: &LevelFile| Some(&file.path) == last.level.as_ref();
    let is_first = |file: &LevelFile| file.path.ends_with(FIRST_LEVEL);
    // No other level takes the place of a new one for some frames: Enter could start it.
    let awaited = menu.files.iter().find(|file| is_last(file));
    let awaited = awaited.or_else(|| menu.files.iter().find(|file| is_first(file)));
    if awaited.is_some_and(|file| file.preview.is_none()) {
        return None;
    }
    let found = offered(menu).find(|(file, _)| is_last(file));
    let found = found.or_else(|| offered(menu).find(|(file, _)| is_first(file)));
    let (file, board) = found.or_else(|| offered(menu).next())?;
    let usual_skill = usual_skill(last, &menu.minds);
    let preset = fitted(&last.preset, board, &menu.minds, &usual_skill);
    Some(Chosen { file, board, preset, usual_skill })
}

impl Chosen<'_> {
    /// A faction of the level, and its choices.
    pub(in crate::client::menu) fn side(&self, index: usize) -> Option<(&Faction, &ChangedFaction)> {
        self.board.level.factions.get(index).zip(self.preset.factions.get(index))
    }

    /// The colour of a faction.
    pub(in crate::client::menu) fn color(&self, index: usize) -> &str {
        self.side(index).map_or("", |(faction, side)| side.color.as_deref().unwrap_or(&faction.color))
    }

    /// The style of a faction's hulls.
    pub(in crate::client::menu) fn style(&self, index: usize) -> HullStyle {
        let chosen = self.side(index).map(|(faction, side)| side.style.unwrap_or(faction.hull_style(index)));
        chosen.unwrap_or(HullStyle::of_place(index))
    }

    /// The team of a faction; empty: it is alone.
    pub(in crate::client::menu) fn team(&self, index: usize) -> &str {
        self.side(index)
            .and_then(|(faction, side)| side.team.as_deref().or(faction.team.as_deref()))
            .unwrap_or_default()
    }

    /// The home of a faction; empty without one.
    pub(in crate::client::menu) fn home(&self, index: usize) -> &str {
        self.side(index)
            .and_then(|(faction, side)| side.home.as_deref().or(faction.home.as_deref()))
            .unwrap_or_default()
    }

    /// The homes of the sides in the game, in words; empty without any.
    pub(in crate::client::menu) fn homes_words(&self) -> String {
        let home = |index: usize| {
            let (faction, _) =
                self.side(index).filter(|(_, side)| side.played_by != Some(PlayedBy::Nobody))?;
            let home = self.home(index);
            (!home.is_empty()).then(|| format!("{home} ({})", faction.name))
        };
        let homes: Vec<String> = (0..self.preset.factions.len()).filter_map(home).collect();
        if homes.is_empty() { String::new() } else { format!("Homes: {}", homes.join(", ")) }
    }

    /// The handicap of a faction.
    pub(in crate::client::menu) fn handicap(&self, index: usize) -> Handicap {
        self.side(index)
            .map_or_else(Handicap::default, |(faction, side)| side.handicap.unwrap_or(faction.handicap))
    }

    /// The reason why the skirmish cannot be started; empty if it can.
    pub(in crate::client::menu) fn why_not(&self) -> &'static str {
        let present = |index: &usize| {
            self.side(*index).is_some_and(|(_, side)| side.played_by != Some(PlayedBy::Nobody))
        };
        let present: Vec<usize> = (0..self.preset.factions.len()).filter(present).collect();
        let fights = |index: &usize| {
            let team = self.team(*index);
            team.is_empty() || present.iter().any(|other| self.team(*other) != team)
        };
        if present.len() > 1 && present.iter().all(fights) {
            ""
        } else {
            "There must be at least two opposing sides"
        }
    }

    /// The name of a colour.
    pub(in crate::client::menu) fn color_name(&self, index: usize) -> String {
        let color = self.color(index);
        let own = self.side(index).is_some_and(|(faction, _)| faction.color.eq_ignore_ascii_case(color));
        let named = COLORS.iter().find(|(_, value)| value.eq_ignore_ascii_case(color)).map(|(name, _)| *name);
        named.map_or_else(|| if own { "Level default".to_owned() } else { color.to_owned() }, str::to_owned)
    }

    /// The date of the sky in words.
    pub(in crate::client::menu) fn date_words(&self) -> String {
        let dates = dates(self.board);
        dates.iter().find(|date| date.is_chosen(&self.preset)).map_or_else(
            || match &self.preset.epoch {
                Some(Epoch::Date(date)) => date.clone(),
                Some(Epoch::Jd(jd)) => format!("Julian date {jd}"),
                None => TODAY.to_owned(),
            },
            |date| date.words.clone(),
        )
    }

    /// The conditions of victory in words, those of the level unless others are chosen.
    pub(in crate::client::menu) fn victory_words(&self) -> String {
        match self.preset.victory.as_deref() {
            None => of_level(name_of(&self.board.level.victory)),
            Some(chosen) => name_of(chosen).to_owned(),
        }
    }

    /// The number of bodies that a side has to hold, and for how many seconds; `None` under other conditions.
    pub(in crate::client::menu) fn hold(&self) -> Option<(u32, f64)> {
        match self.preset.victory.as_deref()?.first()? {
            Victory::HoldPlanets { count, seconds } => Some((*count, *seconds)),
            _ => None,
        }
    }

    /// The number of bodies that are more than half of all.
    pub(super) fn most_bodies(&self) -> u32 {
        most_bodies(self.board)
    }
}

/// Conditions of victory in a few words.
fn name_of(conditions: &[Victory]) -> &'static str {
    match conditions {
        [] => "None",
        [Victory::Eliminate] => "Last side standing",
        [Victory::HoldPlanets { .. }, ..] => "Hold bodies",
        _ => "Special",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::StepDirection;
    use crate::client::menu::files::level_file::Preview;
    use crate::client::menu::skirmish::test_support::{level_file, menu};
    use crate::client::menu::skirmish::{SideRow, SkirmishRow, mind_of};

    #[test]
    fn the_first_choice_is_an_even_war_with_a_mind() {
        let mut menu = menu();
        menu.files.push(level_file("twins.ron"));
        let chosen = chosen(&menu, &Skirmish::default()).unwrap();
        assert_eq!(chosen.file.title, "Twins");
        assert_eq!(chosen.preset.player.as_deref(), Some("Concord"));
        assert_eq!(mind_of(&chosen.preset.factions[1]).map(|mind| mind.skill.as_str()), Some("cadet"));
        assert_eq!(chosen.why_not(), "");
        assert_eq!(chosen.homes_words(), "Homes: Thale (Concord), Brome (Rivalry)");
    }

    #[test]
    fn no_other_level_is_chosen_while_the_last_one_is_being_read() {
        let mut menu = menu();
        let path = std::path::PathBuf::from("generated-7.ron");
        let last = Skirmish { level: Some(path.clone()), ..Skirmish::default() };
        let is_duel = |menu: &Menu| chosen(menu, &last).map(|chosen| chosen.file.path.ends_with("duel.ron"));
        assert_eq!(is_duel(&menu), Some(true), "it is gone");
        menu.files.push(LevelFile { path, ..LevelFile::default() });
        assert_eq!(is_duel(&menu), None, "it is being read");
        let about = "It cannot be played".to_owned();
        menu.files[3].preview = Some(Preview { about, ..Preview::default() });
        assert_eq!(is_duel(&menu), Some(true), "it is faulty");
    }

    #[test]
    fn what_the_level_says_of_date_and_victory_is_told() {
        let menu = menu();
        let words = |level: usize| {
            let last = Skirmish { level: Some(menu.files[level].path.clone()), ..Skirmish::default() };
            let chosen = chosen(&menu, &last).unwrap();
            (chosen.date_words(), chosen.victory_words())
        };
        let [duel, sol] = [0, 2].map(words);
        assert_eq!(duel, ("2471-04-02 (level)".to_owned(), "Last side standing (level)".to_owned()));
        assert_eq!(sol.0, "Today (level)");
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
}
