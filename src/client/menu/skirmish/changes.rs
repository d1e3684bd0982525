//! What the choices of a skirmish change of its level, in words.

use super::choices::Chosen;
use super::preset::{fitted, skill_of_others};
use crate::level::{ChangedFaction, MindRules, Preset};

impl Chosen<'_> {
    /// The options that differ from their defaults, in words. The difficulty of all minds is none of them: "Reset all"
    /// leaves it as it is, and the first page shows it.
    pub(in crate::client::menu) fn changes(&self, minds: &MindRules) -> Vec<String> {
        let usual_skill = skill_of_others(&self.preset).unwrap_or_else(|| self.usual_skill.clone());
        let preset = fitted(&Preset::default(), self.board, minds, &usual_skill);
        let usual = Chosen { file: self.file, board: self.board, preset, usual_skill };
        let (now, before) = (&self.preset, &usual.preset);
        let options = [
            ("your side", now.player != before.player),
            ("start date", (&now.epoch, now.starts_today) != (&before.epoch, before.starts_today)),
            ("victory", now.victory != before.victory),
            ("maximum pace", now.most_pace != before.most_pace),
            ("seed", now.seed != before.seed),
        ];
        let options = options.into_iter().filter(|(_, is_changed)| *is_changed);
        let sides = self.changed_sides(&usual);
        let sides = match &sides[..] {
            [] => None,
            [one] => Some((*one).to_owned()),
            more => Some(format!("{} sides", more.len())),
        };
        options.map(|(words, _)| words.to_owned()).chain(sides).collect()
    }

    /// The names of the factions that differ from other choices for the level. Two players that changed places are the
    /// choice of the side, and no change of both.
    fn changed_sides(&self, usual: &Chosen) -> Vec<&str> {
        let have_moved = |side: &ChangedFaction| {
            let name = Some(&side.name);
            let players = [self.preset.player.as_ref(), usual.preset.player.as_ref()];
            players[0] != players[1] && players.contains(&name)
        };
        let is_changed = |index: usize| {
            let player = |chosen: &Chosen| chosen.side(index).and_then(|(_, side)| side.played_by.clone());
            let moved = self.side(index).is_some_and(|(_, side)| have_moved(side));
            (self.color(index), self.team(index), self.home(index))
                != (usual.color(index), usual.team(index), usual.home(index))
                || (self.style(index), self.handicap(index)) != (usual.style(index), usual.handicap(index))
                || !moved && player(self) != player(usual)
        };
        let sides = self.preset.factions.iter().enumerate();
        sides.filter(|(index, _)| is_changed(*index)).map(|(_, side)| side.name.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::client::menu::StepDirection;
    use crate::client::menu::skirmish::test_support::menu;
    use crate::client::menu::skirmish::{SideRow, SkirmishRow, chosen};
    use crate::client::settings::skirmish::Skirmish;

    #[test]
    fn options_that_were_changed_are_named() {
        let menu = menu();
        let changes = |rows: &[SkirmishRow]| {
            let mut there = chosen(&menu, &Skirmish::default()).unwrap();
            rows.iter().for_each(|row| there.step(*row, StepDirection::On, &menu.minds, Some(3)));
            there.changes(&menu.minds).join(", ")
        };
        assert_eq!(changes(&[]), "");
        assert_eq!(changes(&[SkirmishRow::Skill]), "", "it stays when all is reset");
        assert_eq!(changes(&[SkirmishRow::MySide]), "your side");
        assert_eq!(changes(&[SkirmishRow::Seed, SkirmishRow::Victory]), "victory, seed");
        let team = SkirmishRow::Side(1, SideRow::Team);
        assert_eq!(changes(&[team]), "Ferrum");
        assert_eq!(changes(&[SkirmishRow::Side(0, SideRow::Color), team]), "2 sides");
        assert_eq!(changes(&[SkirmishRow::Side(0, SideRow::Home)]), "2 sides", "homes are exchanged");
    }

    #[test]
    fn a_value_that_is_as_in_the_level_again_is_no_change() {
        let menu = menu();
        let mut there = chosen(&menu, &Skirmish::default()).unwrap();
        for row in [SideRow::Team, SideRow::Income, SideRow::Home] {
            let row = SkirmishRow::Side(0, row);
            there.step(row, StepDirection::On, &menu.minds, None);
            there.step(row, StepDirection::Back, &menu.minds, None);
        }
        assert_eq!(there.changes(&menu.minds), Vec::<String>::new());
    }
}
