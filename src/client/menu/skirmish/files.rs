//! Preset files that fit the chosen level: each makes all choices of the page.

use super::choices::{Chosen, chosen};
use super::preset::{filled, fitted};
use crate::client::menu::files::saves::PresetFile;
use crate::client::menu::{Menu, StepDirection};
use crate::client::settings::skirmish::Skirmish;
use crate::client::widgets::next_of;
use crate::level::Preset;

impl Chosen<'_> {
    /// The preset files that fit the level, with the choices that each makes. Of files that make the same choices
    /// the first is taken.
    pub(in crate::client::menu) fn preset_files<'m>(&self, menu: &'m Menu) -> Vec<(&'m PresetFile, Preset)> {
        let mut found: Vec<(&PresetFile, Preset)> = Vec::new();
        for file in &menu.presets {
            let Some(preset) = filled(&file.preset, self.board, &menu.minds) else { continue };
            if found.iter().all(|(_, other)| *other != preset) {
                found.push((file, preset));
            }
        }
        found
    }
}

/// Takes the choices of the preset file before or after the present one. The player's own choices come before the
/// first file, and are kept meanwhile.
pub(in crate::client::menu) fn step_preset(menu: &Menu, last: &mut Skirmish, way: StepDirection) {
    let Some(chosen) = chosen(menu, last) else { return };
    let files = chosen.preset_files(menu);
    if files.is_empty() {
        return;
    }
    let present = files.iter().position(|(_, preset)| *preset == chosen.preset);
    let all: Vec<Option<usize>> = std::iter::once(None).chain((0..files.len()).map(Some)).collect();
    let next = next_of(&all, present, way == StepDirection::Back).and_then(|at| files.get(at));
    let wanted = match next {
        Some((_, preset)) => preset.clone(),
        None => fitted(&last.own.take().unwrap_or_default(), chosen.board, &menu.minds, &chosen.usual_skill),
    };
    if present.is_none() {
        last.own = Some(chosen.preset);
    }
    (last.level, last.preset) = (Some(chosen.file.path.clone()), wanted);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::skirmish::test_support::menu;
    use crate::client::menu::skirmish::{SkirmishRow, mind_of};
    use crate::level::{Epoch, PlayedBy, Victory};

    fn titles(menu: &Menu, last: &Skirmish) -> Vec<String> {
        let chosen = chosen(menu, last).unwrap();
        chosen.preset_files(menu).into_iter().map(|(file, _)| file.title.clone()).collect()
    }

    /// The choices after the only preset of Sol.
    fn race(menu: &Menu) -> Skirmish {
        let mut last = Skirmish { level: Some(menu.files[2].path.clone()), ..Skirmish::default() };
        step_preset(menu, &mut last, StepDirection::On);
        last
    }

    #[test]
    fn files_are_offered_for_the_levels_that_they_fit() {
        let menu = menu();
        assert_eq!(titles(&menu, &Skirmish::default()), ["The duel with a corsair", "An uneven duel"]);
        let sol = Skirmish { level: Some(menu.files[2].path.clone()), ..Skirmish::default() };
        assert_eq!(titles(&menu, &sol), ["The race for the planets"]);
    }

    #[test]
    fn a_file_fills_the_page() {
        let menu = menu();
        let there = chosen(&menu, &race(&menu)).unwrap();
        let Preset { player, epoch, factions, .. } = &there.preset;
        assert_eq!((player.as_deref(), epoch), (Some("Terra"), &Some(Epoch::Date("1969-07-20".to_owned()))));
        assert_eq!(there.hold(), Some((9, 120.0)));
        assert_eq!(factions.len(), there.board.level.factions.len());
        assert!(factions.iter().all(|side| side.played_by.is_some()));
        let ares = there.preset.faction("Ares").and_then(mind_of).unwrap();
        assert_eq!((ares.skill.as_str(), ares.personality.as_str()), ("captain", "merchant"));
    }

    #[test]
    fn own_choices_come_back_after_the_files() {
        let menu = menu();
        let mut last = Skirmish::default();
        let mut own = chosen(&menu, &last).unwrap();
        own.step(SkirmishRow::Victory, StepDirection::On, &menu.minds, None);
        last.preset = own.preset.clone();
        for files in 0..3 {
            assert_eq!(last.preset == own.preset, files == 0, "after {files} files");
            step_preset(&menu, &mut last, StepDirection::On);
        }
        assert_eq!(last.preset, own.preset);
        step_preset(&menu, &mut last, StepDirection::Back);
        step_preset(&menu, &mut last, StepDirection::On);
        assert_eq!(last.preset, own.preset, "the other way, too");
    }

    #[test]
    fn a_changed_file_is_the_players_own() {
        let menu = menu();
        let mut last = race(&menu);
        let mut there = chosen(&menu, &last).unwrap();
        there.step(SkirmishRow::HeldBodies, StepDirection::On, &menu.minds, None);
        last.preset = there.preset;
        step_preset(&menu, &mut last, StepDirection::On);
        step_preset(&menu, &mut last, StepDirection::Back);
        let hold = Some(vec![Victory::HoldPlanets { count: 10, seconds: 120.0 }, Victory::Eliminate]);
        assert_eq!(last.preset.victory, hold);
    }

    #[test]
    fn exchanged_homes_are_shown_at_both_sides() {
        let menu = menu();
        let mut there = chosen(&menu, &Skirmish::default()).unwrap();
        let mut file = Preset { factions: there.preset.factions.clone(), ..Preset::default() };
        file.factions.truncate(1);
        file.factions[0].home = Some("rowan".to_owned());
        there.preset = filled(&file, there.board, &menu.minds).unwrap();
        assert_eq!((there.home(0), there.home(1)), ("Rowan", "Alder"));
        assert!(matches!(there.preset.factions[1].played_by, Some(PlayedBy::Mind(_))));
        file.factions[0].home = Some("Mars".to_owned());
        assert_eq!(filled(&file, there.board, &menu.minds), None);
    }
}
