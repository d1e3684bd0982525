//! The first pages: the main menu, and the menu over a game or a replay.

use super::encyclopedia::encyclopedia_row;
use super::games::files::cards::state_of;
use super::games::files::play;
use super::games::replays::watched_page;
use super::items::{Item, MenuAction};
use super::result::easier;
use super::rewind::{no_past_row, rewind_row};
use super::{
    NO_SAVES, SAVE, keys_row, levels, load, main_menu, quit, replays_row, restart, resume, settings_row,
    statistics_row,
};
use crate::client::frame::capital;
use crate::client::menu::files::level_file::LevelFile;
use crate::client::menu::{Menu, Page};
use crate::client::settings::Settings;

/// The reason why there is no page of minds.
const NO_MINDS: &str = "This game has no AI players";
/// The reason why a spectator cannot surrender.
const NO_SURRENDER: &str = "Spectators cannot surrender";

/// The row that plays the level to begin with.
fn beginning_row(level: &LevelFile) -> Item {
    let words = format!("{}: start here", level.title);
    Item::new(words, "A small system with a guide, without opponents", play(level))
}

/// The main menu. Until the guide is finished it has the level to begin with, at the top or below "Continue", which
/// takes the readable save that was written or loaded last, of a game that has not been decided since.
pub(super) fn main_page(menu: &Menu) -> Vec<Item> {
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
    let has_saves = menu.files.iter().any(|file| file.is_save);
    let why_not = if has_saves { String::new() } else { NO_SAVES.to_owned() };
    let load = Item { why_not, ..load(menu) };
    newest
        .into_iter()
        .chain(menu.beginning.as_ref().map(beginning_row))
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

/// The first page over a game, or over a replay.
pub(super) fn pause_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    match &menu.watched {
        Some(factions) => watched_page(menu, factions),
        None => game_page(menu, settings),
    }
}

/// The rows over a game: each has its place in every level, so one that does not apply stays, with its reason. Ways
/// that lose something stand apart, at the end.
fn game_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    let guide = match (settings.guide_off, menu.is_guide_over) {
        (true, _) => "Off",
        (false, true) => "Done",
        (false, false) => "On",
    };
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
    let why_not = menu.no_surrender.as_ref().map_or_else(|| NO_SURRENDER.to_owned(), |why| capital(why));
    let note = "Give up all your ships and bodies; asks first";
    Item { why_not, ..Item::new("Surrender", note, MenuAction::Surrender) }
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::PathBuf;
    use std::time::{Duration, SystemTime};

    use super::*;
    use crate::client::menu::Opponent;
    use crate::client::menu::files::level_file::Preview;
    use crate::client::menu::pages::items;
    use crate::client::menu::past::test_support::past;
    use crate::client::settings::Quality;
    use crate::level::MindChoice;
    use crate::sim::{FactionId, Seat};

    /// A menu with an open page.
    pub(in crate::client::menu::pages) fn open(page: Page) -> Menu {
        Menu { page: Some(page), ..Menu::default() }
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
    fn the_level_to_begin_with_stands_at_the_top_or_below_the_newest_save() {
        let level = LevelFile {
            path: "first-light.ron".into(),
            title: "First light".to_owned(),
            ..LevelFile::default()
        };
        let save = LevelFile { path: "war.ron".into(), is_save: true, ..LevelFile::default() };
        let first = |files: Vec<LevelFile>| {
            let menu = Menu { files, beginning: Some(level.clone()), ..open(Page::Main) };
            items(&menu, &Settings::default(), Quality::High)
        };
        let row = first(Vec::new()).remove(0);
        assert_eq!((row.words.as_str(), &row.enter), ("First light: start here", &play(&level)));
        let rows = first(vec![save]);
        assert_eq!((rows[0].words.as_str(), rows[1].words.as_str()), ("Continue", "First light: start here"));
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
    fn the_main_menu_does_not_go_on_with_a_decided_game() {
        let save = |name: &str, is_over: bool| LevelFile {
            path: name.into(),
            is_save: true,
            is_over,
            ..LevelFile::default()
        };
        let rows = |files: Vec<LevelFile>| {
            items(&Menu { files, ..open(Page::Main) }, &Settings::default(), Quality::High)
        };
        let both = rows(vec![save("lost", true), save("other", false)]);
        assert_eq!(both[0].enter, MenuAction::Play(vec!["other".into()]));
        let lost = rows(vec![save("lost", true)]);
        assert!(lost.iter().all(|row| row.words != "Continue"));
        let load = lost.iter().find(|row| row.words == "Load game").expect("it is there");
        assert_eq!(load.why_not, "", "it can still be loaded");
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
    fn the_guide_is_on_only_where_it_has_something_to_tell() {
        let value = |is_off: bool, is_guide_over: bool| {
            let menu = Menu { is_guide_over, ..open(Page::Pause) };
            let mut settings = Settings::default();
            settings.guide_off = is_off;
            let rows = items(&menu, &settings, Quality::High).into_iter();
            rows.filter(|row| row.enter == MenuAction::ShowGuide)
                .map(|row| row.value)
                .collect::<Vec<String>>()
        };
        assert_eq!([value(false, false), value(false, true), value(true, true)], [["On"], ["Done"], ["Off"]]);
    }

    #[test]
    fn a_surrender_shows_its_refusal() {
        let why_not = |no_surrender: Option<&str>| {
            let menu = Menu { no_surrender: no_surrender.map(str::to_owned), ..open(Page::Pause) };
            let rows = items(&menu, &Settings::default(), Quality::High);
            rows.into_iter().find(|row| row.enter == MenuAction::Surrender).map(|row| row.why_not)
        };
        assert_eq!(why_not(None).as_deref(), Some(NO_SURRENDER), "a spectator");
        assert_eq!(why_not(Some("")).as_deref(), Some(""));
        assert_eq!(why_not(Some("too late")).as_deref(), Some("Too late"));
    }
}
