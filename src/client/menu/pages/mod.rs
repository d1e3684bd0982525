//! The content of each page of the menu, and the deeds of its rows.
//!
//! - Enters: the settings, and the files that can be loaded.
//! - Leaves: rows as plain data, each with its [`MenuAction`]s.
//! - Must never: execute a deed.
//!
//! | file or folder | does |
//! |---|---|
//! | `items.rs` | the model of a row and its deeds |
//! | `first_pages.rs` | the main menu, and the menu over a game or a replay |
//! | `games/` | the pages that lead to a game or to a replay: levels, saves, replays, a skirmish, a new system |
//! | `result.rs` | the page of the result |
//! | `minds.rs` | the pages of the minds of the game |
//! | `rewind.rs` | the page of moments to which the game can be rewound |
//! | `keys.rs` | the page of key bindings |
//! | `settings/` | the page of settings |
//! | `question.rs` | the question before a deed that loses something |
//! | `encyclopedia.rs` | the pages of the encyclopedia in the main menu |
//! | `credits.rs` | the paragraphs of the page on credits |

mod credits;
mod encyclopedia;
mod first_pages;
mod games;
pub(super) mod items;
mod keys;
mod minds;
pub(super) mod question;
mod result;
pub(super) mod rewind;
pub(super) mod settings;

use super::{Menu, Page, RESUME};
use crate::client::menu::files::paths::FileKind;
use crate::client::settings::{Quality, Settings};
use crate::client::widgets::{Cell, TITLE};
pub(super) use encyclopedia::entries_of;
use encyclopedia::{topic_page, topics_page};
use first_pages::{main_page, pause_page};
pub(super) use games::files::cards::level_told;
pub(super) use games::files::{LEVEL_WAYS, NO_SAVES, level_in_row};
use games::files::{levels_page, load_page, rename_page, save_page, skirmish_levels_page};
use games::new_system::new_system_page;
use games::replays::{replays_page, worlds_page};
use games::skirmish;
pub(super) use games::skirmish::ship_picture::{ShipPicture, paint_ship};
use items::{Item, MenuAction};
use keys::keys_page;
use minds::{minds_page, reskill_page};
use question::{consequence_of_leaving, question_page};
use result::result_page;
use rewind::rewind_page;
use settings::settings_page;

/// The note of the row that leads to the page of saves.
const SAVE: &str = "Name the save, or overwrite one";

/// The title of a page.
pub(super) fn title(menu: &Menu, settings: &Settings) -> String {
    let title = match menu.page {
        Some(Page::SkirmishSide(index)) => return skirmish::side::side_title(menu, settings, index),
        Some(page) => page_title(page, menu),
        None => "",
    };
    title.to_owned()
}

fn page_title(page: Page, menu: &Menu) -> &'static str {
    match page {
        Page::Skirmish | Page::SkirmishSide(_) => "Skirmish",
        Page::SkirmishMore => "Skirmish: all options",
        Page::SkirmishTyped(choice) => choice.title(),
        Page::NewSystem => "Generate system",
        Page::Pause if menu.watched.is_some() => "Replay",
        Page::Pause => "Paused",
        Page::Main => "ECLIPTIC",
        Page::Load => "Load game",
        Page::Save => "Save game",
        Page::Rename(FileKind::Save) => "Rename save",
        Page::Rename(FileKind::Replay) => "Rename replay",
        Page::Replays => "Replays",
        Page::ReplayWorlds => "Moments of the replay",
        Page::Rewind => "Rewind",
        Page::SkirmishLevels => "Skirmish: level",
        Page::Levels => "Levels",
        Page::Encyclopedia => "Encyclopedia",
        Page::Topic(topic) | Page::Entry(topic, _) => topic.title(),
        Page::Credits => "Credits",
        Page::Settings => "Settings",
        Page::Keys => "Key bindings",
        Page::Result if menu.is_over() => "Result",
        Page::Result => "Statistics",
        Page::Question => question::title(menu),
        Page::Minds | Page::Reskill(_) => "Opponents",
    }
}

/// The rows of the open page. `usual_quality` is the quality that suits the graphics adapter.
pub(super) fn items(menu: &Menu, settings: &Settings, usual_quality: Quality) -> Vec<Item> {
    match menu.page {
        None => Vec::new(),
        Some(Page::Pause) => pause_page(menu, settings),
        Some(Page::Main) => main_page(menu),
        Some(Page::Load) => load_page(menu),
        Some(Page::Save) => save_page(menu),
        Some(Page::Rename(_)) => rename_page(menu),
        Some(Page::Replays) => replays_page(menu),
        Some(Page::ReplayWorlds) => worlds_page(menu),
        Some(Page::Rewind) => rewind_page(menu),
        Some(Page::Levels) => levels_page(menu),
        Some(Page::SkirmishLevels) => skirmish_levels_page(menu),
        Some(Page::Skirmish) => skirmish::first_page(menu, settings),
        Some(Page::SkirmishMore) => skirmish::more_page(menu, settings),
        Some(Page::SkirmishSide(index)) => skirmish::side::side_page(menu, settings, index),
        Some(Page::SkirmishTyped(choice)) => skirmish::typed_page(menu, settings, choice),
        Some(Page::NewSystem) => new_system_page(menu),
        Some(Page::Encyclopedia) => topics_page(),
        Some(Page::Topic(_) | Page::Entry(..)) => topic_page(menu),
        Some(Page::Credits) => credits_page(),
        Some(Page::Settings) => settings_page(settings, usual_quality, menu.most_size),
        Some(Page::Keys) => keys_page(menu, settings),
        Some(Page::Result) => result_page(menu),
        Some(Page::Question) => question_page(menu),
        Some(Page::Minds) => minds_page(menu),
        Some(Page::Reskill(faction)) => reskill_page(menu, faction),
    }
}

/// The note on a way out of the game: what it would lose, or else these words.
fn loss_or(menu: &Menu, words: &'static str) -> &'static str {
    if menu.is_unsaved { consequence_of_leaving(menu) } else { words }
}

fn load(menu: &Menu) -> Item {
    let note = loss_or(menu, "Saved games, the newest first");
    Item::new("Load game", note, MenuAction::Turn(Page::Load))
}

fn replays_row(menu: &Menu) -> Item {
    let note = loss_or(menu, "Past games, to be watched and played on");
    Item::new("Replays", note, MenuAction::Turn(Page::Replays))
}

fn levels(menu: &Menu) -> Item {
    let note = loss_or(menu, "The levels of the game, and your own");
    Item::new("Levels", note, MenuAction::Turn(Page::Levels))
}

fn restart(menu: &Menu) -> Item {
    Item::new("Restart level", loss_or(menu, ""), MenuAction::Restart)
}

fn main_menu(menu: &Menu) -> Item {
    Item::new("Quit to main menu", loss_or(menu, ""), MenuAction::MainMenu)
}

fn quit(menu: &Menu) -> Item {
    Item::new("Quit to desktop", loss_or(menu, ""), MenuAction::Quit)
}

fn resume() -> Item {
    Item::new(RESUME, "", MenuAction::GoOn)
}

/// The row that leads to the statistics of a war that goes on, or to the result: it has the title of the page.
fn statistics_row(menu: &Menu) -> Item {
    let title = page_title(Page::Result, menu);
    Item::new(title, "Income, fleets, losses and battles", MenuAction::Turn(Page::Result))
}

fn settings_row() -> Item {
    Item::new("Settings", "Interface, graphics and sound", MenuAction::Turn(Page::Settings))
}

fn keys_row() -> Item {
    Item::new("Key bindings", "Show and change the keys of all actions", MenuAction::Turn(Page::Keys))
}

/// The paragraphs of the page on credits; the arrows go through them, but not through their headings.
fn credits_page() -> Vec<Item> {
    let heading = |words: String| Item {
        is_heading: true,
        cells: vec![Cell::words(words.clone(), TITLE).titled()],
        ..Item::words_alone(words)
    };
    let item = |(words, is_heading): (String, bool)| {
        if is_heading { heading(words) } else { Item::new(words, "", MenuAction::Stay) }
    };
    credits::paragraphs().map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::first_pages::tests::open;
    use super::question::LOST;
    use super::*;

    #[test]
    fn the_result_of_a_decided_war_is_called_so_in_the_menu() {
        let row = |is_decided: bool, is_out: bool| {
            let menu = Menu { is_decided, is_out, ..open(Page::Pause) };
            let rows = items(&menu, &Settings::default(), Quality::High);
            rows.into_iter().find(|row| row.enter == MenuAction::Turn(Page::Result)).map(|row| row.words)
        };
        assert_eq!(row(false, false).as_deref(), Some("Statistics"));
        assert_eq!(row(true, false).as_deref(), Some("Result"));
        assert_eq!(row(false, true).as_deref(), Some("Result"), "it is over for the player");
    }

    #[test]
    fn no_row_says_what_the_foot_of_the_page_says() {
        for page in [Page::Pause, Page::Settings, Page::Load] {
            let rows = items(&open(page), &Settings::default(), Quality::High);
            assert!(rows.iter().all(|row| !row.note.contains("Esc")), "{page:?}");
        }
    }

    #[test]
    fn ways_out_of_a_game_tell_what_they_lose() {
        for page in [Page::Pause, Page::Result] {
            let ways = |is_unsaved: bool| {
                let rows = items(&Menu { is_unsaved, ..open(page) }, &Settings::default(), Quality::High);
                rows.into_iter().filter(|row| row.note == LOST).count()
            };
            assert!(ways(true) >= 4 && ways(false) == 0, "{page:?}");
        }
    }

    #[test]
    fn every_page_leads_back_or_on() {
        let settings = Settings::default();
        for home in [Page::Pause, Page::Main] {
            let pages = [Page::Load, Page::Save, Page::Replays, Page::Rewind, Page::Levels];
            for page in
                pages.into_iter().chain([Page::Encyclopedia, Page::Settings, Page::Keys, Page::Credits])
            {
                assert_eq!(Menu { home, ..open(page) }.way_back(), Some(MenuAction::Turn(home)), "{page:?}");
            }
        }
        assert_eq!(Menu { home: Page::Main, ..open(Page::Main) }.way_back(), None);
        let first = items(&open(Page::Pause), &settings, Quality::High);
        assert_eq!(first.first().map(|row| &row.enter), Some(&MenuAction::GoOn));
        assert_eq!(items(&Menu::default(), &settings, Quality::High).len(), 0);
    }
}
