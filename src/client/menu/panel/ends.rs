//! The ends of choices in an order: the button beyond an end is dim, because it would change nothing.

use crate::client::menu::pages::items::MenuAction;
use crate::client::menu::pages::settings::can_step;
use crate::client::menu::skirmish::{Chosen, chosen};
use crate::client::menu::{Menu, Page};
use crate::client::settings::Settings;

/// The present choices.
pub(super) struct Ends<'a> {
    menu: &'a Menu,
    settings: &'a Settings,
    /// Those of a skirmish, on its pages.
    skirmish: Option<Chosen<'a>>,
}

impl<'a> Ends<'a> {
    /// Those of the open page.
    pub(super) fn of(menu: &'a Menu, settings: &'a Settings) -> Self {
        let is_skirmish = menu.page.is_some_and(Page::is_skirmish);
        let skirmish = if is_skirmish { chosen(menu, &settings.skirmish) } else { None };
        Self { menu, settings, skirmish }
    }

    /// Whether the deed of a button changes nothing.
    pub(super) fn has_nothing_for(&self, deed: &MenuAction) -> bool {
        match *deed {
            MenuAction::Stay => true,
            MenuAction::Choose(row, way) if row.has_ends() => {
                self.skirmish.as_ref().is_some_and(|chosen| !chosen.can_step(row, way, &self.menu.minds))
            }
            MenuAction::Step(setting, way) => !can_step(self.settings, setting, way, self.menu.most_size),
            MenuAction::StepSystem(number, way) => !self.menu.system.can_step(number, way),
            MenuAction::StepSeed(way) => !self.menu.system.can_step_seed(way),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::StepDirection::{Back, On};
    use crate::client::menu::pages::items::Setting;
    use crate::client::menu::skirmish::SkirmishRow;
    use crate::client::menu::skirmish::test_support::menu;

    #[test]
    fn the_difficulty_and_the_quality_end_and_the_level_does_not() {
        let (menu, mut settings) = (menu(), Settings::default());
        let mut there = chosen(&menu, &settings.skirmish).unwrap();
        for _ in &menu.minds.skills {
            there.step(SkirmishRow::Skill, Back, &menu.minds, None);
        }
        settings.skirmish.preset = there.preset;
        let ends = Ends::of(&menu, &settings);
        let skill = [Back, On].map(|way| ends.has_nothing_for(&MenuAction::Choose(SkirmishRow::Skill, way)));
        let level = [Back, On].map(|way| ends.has_nothing_for(&MenuAction::Choose(SkirmishRow::Level, way)));
        let quality = [Back, On].map(|way| ends.has_nothing_for(&MenuAction::Step(Setting::Quality, way)));
        assert_eq!([skill, level, quality], [[true, false], [false; 2], [true, false]]);
    }
}
