//! Deeds on the pages of a skirmish.

use super::tools::Tools;
use super::turning::turn;
use crate::client::menu::skirmish::{SkirmishRow, TypedChoice, seed_of};
use crate::client::menu::{Menu, Page, StepDirection, new_system, skirmish};
use crate::client::settings::Settings;
use crate::client::worlds::{Source, fresh_seed};
use crate::level::{Preset, plain_path};

/// Writes the new system as a level, and chooses it for the skirmish.
pub(super) fn make_system(menu: &mut Menu, settings: &mut Settings, tools: &Tools) {
    match new_system::make(menu) {
        Ok(path) => {
            menu.files = tools.list_levels(settings);
            menu.turn(Page::Skirmish);
            menu.said = format!("Saved as {}", plain_path(&path));
            settings.skirmish.level = Some(path);
        }
        Err(words) => menu.said = words,
    }
}

/// Changes a choice of the skirmish.
pub(super) fn choose(row: SkirmishRow, way: StepDirection, menu: &Menu, settings: &mut Settings) {
    let Some(mut chosen) = skirmish::chosen(menu, &settings.skirmish) else { return };
    match row {
        SkirmishRow::Level => {
            settings.skirmish.level = Some(skirmish::next_level(menu, chosen.file, way));
        }
        SkirmishRow::Preset => skirmish::step_preset(menu, &mut settings.skirmish, way),
        _ => {
            chosen.step(row, way, &menu.minds, settings.skirmish.last_seed);
            if let Some(skill) = skirmish::skill_of_others(&chosen.preset).filter(|_| row.sets_skill()) {
                settings.skirmish.skill = Some(skill);
            }
            settings.skirmish.level = Some(chosen.file.path.clone());
            settings.skirmish.preset = chosen.preset;
        }
    }
}

/// Takes the choice that was typed, and turns back to its page; or says why it cannot be read.
pub(super) fn take_typed(choice: TypedChoice, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    let taken = match choice {
        TypedChoice::SystemSeed => seed_of(&menu.search).map(|seed| menu.system.take_seed(seed)),
        TypedChoice::Date | TypedChoice::Seed => take_for_skirmish(choice, menu, settings),
    };
    match taken {
        Ok(()) => turn(menu.parent(), menu, settings, tools),
        Err(words) => menu.said = words,
    }
}

/// Takes a choice of the skirmish that was typed.
fn take_for_skirmish(choice: TypedChoice, menu: &Menu, settings: &mut Settings) -> Result<(), String> {
    let Some(mut chosen) = skirmish::chosen(menu, &settings.skirmish) else { return Ok(()) };
    choice.take(&menu.search, &mut chosen.preset)?;
    settings.skirmish.level = Some(chosen.file.path.clone());
    settings.skirmish.preset = chosen.preset;
    Ok(())
}

/// The chosen skirmish, with its seed.
pub(super) fn begin_skirmish(menu: &Menu, settings: &mut Settings) -> Option<Source> {
    let chosen = skirmish::chosen(menu, &settings.skirmish)?;
    let seed = chosen.preset.seed.unwrap_or_else(fresh_seed);
    let path = chosen.file.path.clone();
    let preset = Preset { seed: Some(seed), ..chosen.preset.clone() };
    settings.skirmish.level = Some(path.clone());
    settings.skirmish.last_seed = Some(seed);
    settings.skirmish.preset = chosen.preset;
    Some(Source::Changed(path, Box::new(preset)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::skirmish::SideRow;
    use crate::client::menu::skirmish::test_support::menu;

    #[test]
    fn a_skill_that_the_player_chooses_is_kept_for_every_level() {
        let (menu, mut settings) = (menu(), Settings::default());
        let mut kept = |row: SkirmishRow| {
            choose(row, StepDirection::On, &menu, &mut settings);
            settings.skirmish.skill.clone()
        };
        assert_eq!(kept(SkirmishRow::Victory), None, "it is another choice");
        assert_eq!(kept(SkirmishRow::Skill).as_deref(), Some("lieutenant"));
        assert_eq!(kept(SkirmishRow::Side(1, SideRow::Skill)).as_deref(), Some("commander"));
        assert_eq!(kept(SkirmishRow::Preset).as_deref(), Some("commander"), "a preset file has its own");
    }
}
