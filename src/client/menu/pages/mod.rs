//! The content of each page of the menu, and the deeds of its rows.
//!
//! - Enters: the settings, and the files that can be loaded.
//! - Leaves: rows as plain data, each with its [`MenuAction`]s.
//! - Must never: execute a deed.
//!
//! | file or folder | does |
//! |---|---|
//! | `items.rs` | the model of a row and its deeds |
//! | `games/` | the pages that lead to a game or to a replay: levels, saves, replays, a skirmish, a new system |
//! | `result.rs` | the page of the result |
//! | `minds.rs` | the pages of the minds of the game |
//! | `rewind.rs` | the page of moments to which the game can go back |
//! | `keys.rs` | the page of key bindings |
//! | `settings/` | the page of settings |
//! | `question.rs` | the question before a deed that loses something |
//! | `encyclopedia.rs` | the pages of the encyclopedia in the main menu |
//! | `credits.rs` | the paragraphs of the page on credits |

mod credits;
mod encyclopedia;
mod games;
pub(super) mod items;
mod keys;
mod minds;
pub(super) mod question;
mod result;
pub(super) mod rewind;
pub(super) mod settings;

use super::{Menu, Page, RESUME};
use crate::client::frame::capital;
use crate::client::menu::files::level_file::LevelFile;
use crate::client::menu::files::paths::FileKind;
use crate::client::settings::{Quality, Settings};
use encyclopedia::{encyclopedia_row, topic_page, topics_page};
pub(super) use games::files::NO_SAVES;
use games::files::cards::state_of;
use games::files::{levels_page, load_page, play, rename_page, save_page, skirmish_levels_page};
use games::new_system::new_system_page;
use games::replays::{replays_page, watched_page, worlds_page};
use games::skirmish;
use items::{Item, MenuAction};
use keys::keys_page;
use minds::{minds_page, reskill_page};
use question::{consequence_of_leaving, question_page};
use result::{easier, result_page};
use rewind::{no_past_row, rewind_page, rewind_row};
use settings::settings_page;

/// The note of the row that leads to the page of saves.
const SAVE: &str = "Name the save, or overwrite one";
/// The reason why there is no page of minds.
const NO_MINDS: &str = "This game has no AI players";
/// The reason why a spectator cannot surrender.
const NOTHING_TO_GIVE_UP: &str = "A spectator has nothing to give up";

/// The title of a page.
pub(super) fn title(menu: &Menu, settings: &Settings) -> String {
    let title = match menu.page {
        Some(Page::SkirmishSide(index)) => return skirmish::side::side_name(menu, settings, index),
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
        Page::Topic(topic) => topic.title(),
        Page::Credits => "Credits",
        Page::Settings => "Settings",
        Page::Keys => "Key bindings",
        Page::Result if menu.is_decided => "Result",
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
        Some(Page::Topic(_)) => topic_page(menu),
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

/// The row that plays the level to begin with.
fn beginning_row(level: &LevelFile) -> Item {
    let words = format!("{}: start here", level.title);
    Item::new(words, "A small system with a guide, without opponents", play(level))
}

/// The main menu. While nothing was played and saved it begins with a level. "Continue" takes the readable save that
/// was written or loaded last.
fn main_page(menu: &Menu) -> Vec<Item> {
    let saves = menu.last_saves();
    let newest = saves.first().map(|newest| Item {
        value: newest.title.clone(),
        ..Item::new(
            "Continue",
            capital(&state_of(newest)),
            MenuAction::Play(saves.iter().map(|save| save.path.clone()).collect()),
        )
    });
    let skirmish = Item::new(
        "Skirmish",
        "A war against AI players, on a level of your choice",
        MenuAction::Turn(Page::Skirmish),
    );
    let credits =
        Item::new("Credits", "The authors and sources of the game", MenuAction::Turn(Page::Credits));
    let why_not = if newest.is_none() { NO_SAVES.to_owned() } else { String::new() };
    let load = Item { why_not, ..load(menu) };
    let beginning = menu.beginning.as_ref().filter(|_| newest.is_none()).map(beginning_row);
    beginning
        .into_iter()
        .chain(newest)
        .chain([
            skirmish,
            levels(menu),
            load,
            replays_row(menu),
            encyclopedia_row(menu),
            settings_row(),
            keys_row(),
            credits,
            quit(menu),
        ])
        .collect()
}

/// The paragraphs of the page on credits; the arrows go through them.
fn credits_page() -> Vec<Item> {
    credits::paragraphs().map(|words| Item::new(words, "", MenuAction::Stay)).collect()
}

/// The first page over a game, or over a replay.
fn pause_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    match &menu.watched {
        Some(factions) => watched_page(menu, factions),
        None => game_page(menu, settings),
    }
}

/// The rows over a game: each has its place in every level, so one that does not apply stays, with its reason. Ways
/// that lose something stand apart, at the end.
fn game_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    let guide = if settings.guide_off { "Off" } else { "On" };
    let guide = Item {
        value: guide.to_owned(),
        ..Item::new(
            "Guide",
            "Show the guide through the first minutes again; asks first",
            MenuAction::ShowGuide,
        )
    };
    let rewind = rewind_row(menu, settings).unwrap_or_else(no_past_row);
    let first_column = [
        resume(),
        Item::new("Save game", SAVE, MenuAction::Turn(Page::Save)),
        load(menu),
        rewind,
        statistics_row(menu),
        Item::new("Briefing", "The story of the level, and how to win it", MenuAction::Brief),
        minds_row(menu),
        replays_row(menu),
        levels(menu),
    ];
    // The row that plays again on a lower difficulty takes the place of the gap.
    let apart = easier(menu).unwrap_or_else(|| Item::words_alone(""));
    let second_column = [encyclopedia_row(menu), settings_row(), keys_row(), guide, apart];
    let ways_out = [restart(menu), surrender_row(menu), main_menu(menu), quit(menu)];
    first_column.into_iter().chain(second_column).chain(ways_out).collect()
}

/// The row that leads to the minds of the game.
fn minds_row(menu: &Menu) -> Item {
    let why_not = if menu.opponents.is_empty() { NO_MINDS } else { "" };
    let note = "The AI players of the game, and their difficulty";
    Item { why_not: why_not.to_owned(), ..Item::new("Opponents", note, MenuAction::Turn(Page::Minds)) }
}

fn surrender_row(menu: &Menu) -> Item {
    let why_not =
        menu.no_surrender.as_ref().map_or_else(|| NOTHING_TO_GIVE_UP.to_owned(), |why| capital(why));
    let note = "Give up all your ships and bodies; asks first";
    Item { why_not, ..Item::new("Surrender", note, MenuAction::Surrender) }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::{Duration, SystemTime};

    use super::question::LOST;
    use super::*;
    use crate::client::menu::Opponent;
    use crate::client::menu::files::level_file::Preview;
    use crate::client::menu::past::test_support::past;
    use crate::level::MindChoice;
    use crate::sim::{FactionId, Seat};

    fn open(page: Page) -> Menu {
        Menu { page: Some(page), ..Menu::default() }
    }

    #[test]
    fn the_result_of_a_decided_war_is_called_so_in_the_menu() {
        let row = |is_decided: bool| {
            let rows = items(&Menu { is_decided, ..open(Page::Pause) }, &Settings::default(), Quality::High);
            rows.into_iter().find(|row| row.enter == MenuAction::Turn(Page::Result)).map(|row| row.words)
        };
        assert_eq!([row(false).as_deref(), row(true).as_deref()], [Some("Statistics"), Some("Result")]);
    }

    /// The words of the rows over a game.
    fn rows_over(menu: &Menu) -> Vec<String> {
        items(menu, &Settings::default(), Quality::High).into_iter().map(|row| row.words).collect()
    }

    #[test]
    fn the_rows_over_a_game_keep_their_places() {
        let alone = open(Page::Pause);
        let seat = Seat { mind: Some(MindChoice::new("captain", "corsair")), suspended: false };
        let opponents = vec![Opponent { faction: FactionId(1), name: "Ferrum".to_owned(), seat }];
        let at_war =
            Menu { opponents, past: Some(past()), no_surrender: Some(String::new()), ..open(Page::Pause) };
        assert_eq!(rows_over(&alone), rows_over(&at_war));
        let dimmed = |menu: &Menu| {
            let rows = items(menu, &Settings::default(), Quality::High).into_iter();
            rows.filter(|row| !row.why_not.is_empty()).map(|row| row.words).collect::<Vec<String>>()
        };
        assert_eq!(dimmed(&alone), ["Rewind", "Opponents", "Surrender"]);
        assert!(dimmed(&at_war).is_empty());
    }

    #[test]
    fn ways_that_lose_something_stand_apart_at_the_end() {
        let rows = items(&open(Page::Pause), &Settings::default(), Quality::High);
        let gap = rows.iter().position(|row| row.is_note).expect("there is a gap");
        let apart: Vec<&str> = rows[gap + 1..].iter().map(|row| row.words.as_str()).collect();
        assert_eq!(apart, ["Restart level", "Surrender", "Quit to main menu", "Quit to desktop"]);
        assert_eq!(rows.len(), 18, "two columns of equal height");
    }

    #[test]
    fn the_lower_difficulty_is_offered_beside_the_restart_and_moves_no_row() {
        let rows = |easier: Option<&str>| {
            let menu = Menu { easier: easier.map(str::to_owned), ..open(Page::Pause) };
            items(&menu, &Settings::default(), Quality::High)
        };
        let (usual, after_losses) = (rows(None), rows(Some("cadet")));
        let at = usual.iter().position(|row| row.enter == MenuAction::Restart).expect("it is there");
        assert_eq!(after_losses[at].enter, MenuAction::Restart);
        assert_eq!(after_losses[at - 1].enter, MenuAction::Easier("cadet".to_owned()));
        assert_eq!(after_losses.len(), usual.len());
    }

    #[test]
    fn the_main_menu_goes_on_with_the_newest_save() {
        let save = |name: &str| LevelFile {
            path: name.into(),
            title: name.to_owned(),
            is_save: true,
            ..LevelFile::default()
        };
        let settings = Settings::default();
        let none = items(&open(Page::Main), &settings, Quality::High);
        assert_eq!(none[0].enter, MenuAction::Turn(Page::Skirmish), "nothing to go on with");
        assert_eq!(none[2].why_not, NO_SAVES, "nothing to load");
        let menu = Menu { files: vec![save("new"), save("old")], ..open(Page::Main) };
        let rows = items(&menu, &settings, Quality::High);
        assert_eq!((rows.len(), &rows[0].value[..]), (none.len() + 1, "new"));
        assert_eq!(
            rows[0].enter,
            MenuAction::Play(vec!["new".into(), "old".into()]),
            "the first that can be read"
        );
    }

    #[test]
    fn the_main_menu_begins_with_a_level_until_there_is_a_save() {
        let level = LevelFile {
            path: "first-light.ron".into(),
            title: "First light".to_owned(),
            ..LevelFile::default()
        };
        let save = LevelFile { path: "war.ron".into(), is_save: true, ..LevelFile::default() };
        let first = |files: Vec<LevelFile>| {
            let menu = Menu { files, beginning: Some(level.clone()), ..open(Page::Main) };
            items(&menu, &Settings::default(), Quality::High).remove(0)
        };
        let row = first(Vec::new());
        assert_eq!((row.words.as_str(), &row.enter), ("First light: start here", &play(&level)));
        assert_eq!(first(vec![save]).words, "Continue");
    }

    #[test]
    fn the_main_menu_does_not_go_on_with_a_game_that_was_left_for_another_one() {
        let at = |millis: u64| Some(SystemTime::UNIX_EPOCH + Duration::from_millis(millis));
        let save = |name: &str, written: u64, loaded: Option<u64>| LevelFile {
            path: name.into(),
            is_save: true,
            played: at(written),
            loaded: loaded.and_then(at),
            ..LevelFile::default()
        };
        let files = vec![
            save("left", 7_900, None),
            save("loaded", 3_000, Some(7_000)),
            save("old", 2_000, Some(2_000)),
        ];
        let rows = items(&Menu { files, ..open(Page::Main) }, &Settings::default(), Quality::High);
        let sequence = ["loaded", "left", "old"].map(PathBuf::from);
        assert_eq!(rows[0].enter, MenuAction::Play(sequence.into()));
    }

    #[test]
    fn the_main_menu_tells_the_state_of_the_game_with_which_it_goes_on() {
        let save = |name: &str, loaded: Option<SystemTime>| LevelFile {
            path: name.into(),
            is_save: true,
            loaded,
            ..LevelFile::default()
        };
        let facts = "2 sides, 2412-01-27, 45 s of play".to_owned();
        let last = LevelFile {
            preview: Some(Preview { facts: facts.clone(), ..Preview::default() }),
            ..save("last", Some(SystemTime::UNIX_EPOCH))
        };
        let menu = Menu { files: vec![save("other", None), last], ..open(Page::Main) };
        assert_eq!(items(&menu, &Settings::default(), Quality::High)[0].note, facts);
        let previewed: Vec<String> = menu.previewed().into_iter().map(LevelFile::stem).collect();
        assert_eq!(previewed, ["last"], "only that one is read");
    }

    #[test]
    fn a_surrender_shows_its_refusal() {
        let why_not = |no_surrender: Option<&str>| {
            let menu = Menu { no_surrender: no_surrender.map(str::to_owned), ..open(Page::Pause) };
            let rows = items(&menu, &Settings::default(), Quality::High);
            rows.into_iter().find(|row| row.enter == MenuAction::Surrender).map(|row| row.why_not)
        };
        assert_eq!(why_not(None).as_deref(), Some(NOTHING_TO_GIVE_UP), "a spectator");
        assert_eq!(why_not(Some("")).as_deref(), Some(""));
        assert_eq!(why_not(Some("too late")).as_deref(), Some("Too late"));
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
