//! Turns to a page, with all that the page lists.

use super::tools::Tools;
use crate::client::hud::encyclopedia::topics::Topic;
use crate::client::menu::files::saves::list_presets;
use crate::client::menu::pages::items;
use crate::client::menu::pages::items::{Item, MenuAction};
use crate::client::menu::{Menu, Page, skirmish};
use crate::client::settings::{Quality, Settings};
use crate::client::widgets::Row;
use crate::client::worlds::fresh_seed;
use crate::generate::Parameters;

/// Turns to a page. On the way back the row that led away has the focus again.
pub(super) fn turn(page: Page, menu: &mut Menu, settings: &Settings, tools: &mut Tools) {
    let (from, parent) = (menu.page, menu.parent());
    let asked = menu.question.take().map(|question| question.deed);
    menu.turn(page);
    match page {
        Page::Main | Page::Load => menu.files = tools.list_saves(settings),
        Page::Replays => menu.files = tools.list_replays(),
        // The moment stays chosen while it is asked about.
        Page::Rewind if from != Some(Page::Question) => menu.moment = None,
        Page::Save => {
            menu.files = tools.list_saves(settings);
            menu.save_name = tools.offered_name(&menu.files);
        }
        Page::Levels => menu.files = tools.list_levels(settings),
        Page::Skirmish if !from.is_some_and(Page::is_skirmish) => {
            menu.files = tools.list_levels(settings);
            let (presets, faults) = list_presets(tools.assets_dir());
            (menu.presets, menu.said) = (presets, faults.into_iter().next().unwrap_or_default());
            menu.minds = tools.minds.as_deref().map(|minds| minds.0.clone()).unwrap_or_default();
        }
        Page::SkirmishLevels => {
            let chosen = skirmish::chosen(menu, &settings.skirmish);
            let take = chosen.map(|chosen| MenuAction::TakeLevel(chosen.file.path.clone()));
            let rows = items(menu, settings, Quality::High);
            menu.row = rows.iter().position(|row| Some(&row.enter) == take.as_ref()).unwrap_or(0);
        }
        Page::Topic(topic) => menu.entries = entries(topic, None, menu, settings, tools),
        Page::Entry(topic, place) => menu.entries = entries(topic, Some(place), menu, settings, tools),
        // A seed that was typed stays.
        Page::NewSystem if !matches!(from, Some(Page::SkirmishTyped(_))) => {
            let last = last_system(menu, settings);
            menu.system.open(last, fresh_seed());
        }
        _ => {}
    }
    let Some(from) = from.filter(|_| parent == page) else { return };
    let led_away = led_away(menu, from, asked);
    let rows = items(menu, settings, Quality::High);
    let has_led = |row: &Item| {
        let buttons = row.buttons.iter().map(|button| &button.deed);
        std::iter::once(&row.enter).chain(buttons).any(|deed| *deed == led_away)
    };
    menu.row = rows.iter().position(has_led).unwrap_or(0);
}

/// The rows of a page of the encyclopedia; the message says what hinders it.
fn entries(
    topic: Topic,
    place: Option<usize>,
    menu: &mut Menu,
    settings: &Settings,
    tools: &mut Tools,
) -> Vec<Row<MenuAction>> {
    let rows = tools.entries(topic, place, menu, settings);
    rows.unwrap_or_else(|words| {
        menu.said = words;
        Vec::new()
    })
}

/// A deed of the row that led away to a page, or to the question before a deed. On the page of replays one that is not
/// read yet has no other deed than its buttons.
fn led_away(menu: &Menu, from: Page, asked: Option<MenuAction>) -> MenuAction {
    match (asked, from) {
        (Some(MenuAction::Watch(path, ..)), _) if menu.page == Some(Page::Replays) => {
            MenuAction::AskName(path)
        }
        (Some(deed), _) => deed,
        (None, Page::Rename(_)) => menu.renamed.clone().map_or(MenuAction::Stay, MenuAction::AskName),
        (None, Page::ReplayWorlds) => menu.listed.clone().map_or(MenuAction::Stay, MenuAction::AskName),
        (None, from) => MenuAction::Turn(from),
    }
}

/// The parameters of the level that is chosen for a skirmish, if it was generated.
fn last_system(menu: &Menu, settings: &Settings) -> Option<Parameters> {
    let chosen = skirmish::chosen(menu, &settings.skirmish)?;
    Parameters::of_command(&chosen.board.level.author)
}

#[cfg(test)]
mod tests {
    use bevy::prelude::default;

    use super::*;
    use crate::client::menu::files::level_file::{LevelFile, Preview, WarBoard};
    use crate::client::menu::files::paths::FileKind;
    use crate::sim::visibility::Viewer;

    #[test]
    fn the_last_system_is_that_of_the_chosen_level() {
        let (mut menu, mut settings) = (skirmish::test_support::menu(), Settings::default());
        assert_eq!(last_system(&menu, &settings), None, "The duel was not generated");
        let parameters = Parameters { seed: 7, sides: 3, planets: Some(5), ..Parameters::default() };
        let level = crate::generate::generate(&parameters).unwrap();
        let system = crate::level::StarSystem::build(&level).unwrap();
        let board = WarBoard::of(&level, &system).map(std::sync::Arc::new);
        let preview = Some(Preview { board, ..default() });
        let file = LevelFile { path: "new.ron".into(), title: level.title, preview, ..default() };
        menu.files.push(file);
        settings.skirmish.level = Some("new.ron".into());
        assert_eq!(last_system(&menu, &settings), Some(parameters));
    }

    #[test]
    fn a_renamed_file_has_the_focus_again() {
        let menu = Menu { renamed: Some("b.ron".into()), listed: Some("c.eclog".into()), ..default() };
        for kind in [FileKind::Save, FileKind::Replay] {
            assert_eq!(
                led_away(&menu, Page::Rename(kind), None),
                MenuAction::AskName("b.ron".into()),
                "a button of its row"
            );
        }
        assert_eq!(led_away(&menu, Page::ReplayWorlds, None), MenuAction::AskName("c.eclog".into()));
        assert_eq!(led_away(&menu, Page::Keys, None), MenuAction::Turn(Page::Keys));
        assert_eq!(led_away(&menu, Page::Question, Some(MenuAction::Quit)), MenuAction::Quit);
        let watch = || MenuAction::Watch("d.eclog".into(), Viewer::Everything, None);
        let led =
            |page: Page| led_away(&Menu { page: Some(page), ..default() }, Page::Question, Some(watch()));
        assert_eq!(led(Page::Replays), MenuAction::AskName("d.eclog".into()));
        assert_eq!(led(Page::Result), watch(), "it has a row of its own there");
    }
}
