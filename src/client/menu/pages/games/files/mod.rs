//! The pages of levels and saves: a card for each, with a chart of its system.
//!
//! - Enters: the files that the menu has found, and their previews; the letters of a search.
//! - Leaves: rows with cards, and the deeds that play, write, rename or delete a file.
//! - Must never: read or change a file.
//!
//! `cards.rs` has the cards, those of replays too.

pub(in crate::client::menu::pages) mod cards;

use crate::client::menu::files::level_file::{LevelFile, WarBoard};
use crate::client::menu::files::naming::name_fault;
use crate::client::menu::files::paths::{FileKind, is_same_name, stem};
use crate::client::menu::pages::items::{Item, ItemButton, MenuAction, back};
use crate::client::menu::{Menu, Page};
use cards::{level_card, save_card};

/// The message for a search without results.
pub(in crate::client::menu::pages) const NOTHING_FOUND: &str = "Nothing found";
/// The words of both ways into a level that nobody else plays: as it is, and as a skirmish.
pub(in crate::client::menu) const LEVEL_WAYS: (&str, &str) = ("Explore alone", "Against opponents");
/// The message without levels.
const NO_LEVELS: &str = "No levels were found";
/// The message without saves.
pub(in crate::client::menu) const NO_SAVES: &str = "There are no saved games yet";

/// All levels; Enter plays one, as its first button does. Where nobody plays the other sides, that is a look round, and
/// another button leads to a skirmish against opponents.
pub(in crate::client::menu::pages) fn levels_page(menu: &Menu) -> Vec<Item> {
    let card = |file: &LevelFile| {
        let buttons = level_buttons(menu, file);
        // The buttons say it where there are two.
        let side = file.preview.as_ref().filter(|_| buttons.len() < 2).map(|preview| preview.side.clone());
        level_card(file, side, play(file), buttons)
    };
    listed(menu, found(menu).map(card).collect(), NO_LEVELS)
}

/// The levels that can be played as a skirmish, where the sides get their players later; Enter chooses one.
pub(in crate::client::menu::pages) fn skirmish_levels_page(menu: &Menu) -> Vec<Item> {
    let rows = found_wars(menu).map(|file| level_card(file, None, take(file), Vec::new()));
    listed(menu, rows.collect(), NO_LEVELS)
}

/// The level in the row that has the focus, on a page of levels.
pub(in crate::client::menu) fn level_in_row(menu: &Menu) -> Option<&LevelFile> {
    match menu.page? {
        Page::Levels => found(menu).nth(menu.row),
        Page::SkirmishLevels => found_wars(menu).nth(menu.row),
        _ => None,
    }
}

/// The levels that the search finds and that can be played as a skirmish.
fn found_wars(menu: &Menu) -> impl Iterator<Item = &LevelFile> {
    found(menu).filter(|file| file.board().is_some())
}

/// The buttons of a level: how it is played. One that somebody else could play, too, and nobody does is explored
/// alone, or played as a skirmish; over a game there is no such page. A level that is not read yet has both buttons:
/// nearly all keep them, and a card that changes its shape loses the press of a button.
fn level_buttons(menu: &Menu, file: &LevelFile) -> Vec<ItemButton> {
    let is_played = |board: &WarBoard| board.level.factions.iter().any(|faction| faction.mind.is_some());
    let is_war = file.preview.is_none() || file.board().is_some_and(|board| !is_played(board));
    let (words, tip) = match is_war {
        true => (LEVEL_WAYS.0, "Starts the level with nobody against you. [Enter]"),
        false => ("Play", "Starts the level. [Enter]"),
    };
    let alone = ItemButton { words, tip, deed: play(file) };
    let war = (is_war && menu.is_main()).then(|| ItemButton {
        words: LEVEL_WAYS.1,
        tip: "Chooses the opponents of a skirmish on this level. [Right]",
        deed: take(file),
    });
    [alone].into_iter().chain(war).collect()
}

/// Chooses a level for a skirmish.
fn take(file: &LevelFile) -> MenuAction {
    MenuAction::TakeLevel(file.path.clone())
}

/// All saves; Enter loads one, and buttons lead to the question whether to delete it, and to another name.
pub(in crate::client::menu::pages) fn load_page(menu: &Menu) -> Vec<Item> {
    let rows = found(menu).map(|file| Item { buttons: own_buttons(file), ..save_card(file, play(file)) });
    own_files(menu, rows.collect(), FileKind::Save, NO_SAVES)
}

/// The buttons of a file of the player: the question whether to delete it, and another name.
pub(super) fn own_buttons(file: &LevelFile) -> Vec<ItemButton> {
    let delete =
        ItemButton { words: "Delete", tip: "Asks first. [Del]", deed: MenuAction::Delete(file.path.clone()) };
    let rename = ItemButton { words: "Rename", tip: "[F2]", deed: MenuAction::AskName(file.path.clone()) };
    vec![delete, rename]
}

/// Cards of files of the player, or a message without any, then the row that opens their folder.
pub(super) fn own_files(menu: &Menu, cards: Vec<Item>, kind: FileKind, none: &str) -> Vec<Item> {
    let note = format!("Show the files of all {}s", kind.noun());
    let folder = Item::new("Open folder", note, MenuAction::OpenFolder(kind));
    listed(menu, cards, none).into_iter().chain([folder]).collect()
}

/// Another name for a save or a replay.
pub(in crate::client::menu::pages) fn rename_page(menu: &Menu) -> Vec<Item> {
    let Some(path) = &menu.renamed else { return vec![back(menu)] };
    let (name, kind) = (menu.search.trim(), FileKind::of(path));
    let mut others = menu.files.iter().filter(|file| file.path != *path);
    let is_taken = others.any(|file| is_same_name(&file.stem(), name));
    let taken = || format!("There is a {} of this name already", kind.noun());
    let fault = kind.name_fault(name).map(str::to_owned).or_else(|| is_taken.then(taken));
    let words = if name.is_empty() { "Rename".to_owned() } else { format!("Rename to \"{name}\"") };
    let now = format!("The present name is \"{}\"", stem(path));
    let deed = MenuAction::Rename(path.clone(), name.to_owned());
    // A reason takes the place of the note, and the present name is nowhere else on the page.
    let why_not = fault.map(|why| format!("{why}. {now}")).unwrap_or_default();
    let rename = Item { why_not, ..Item::new(words, now, deed) };
    vec![rename]
}

/// The name of a new save, and the saves that can be overwritten.
pub(in crate::client::menu::pages) fn save_page(menu: &Menu) -> Vec<Item> {
    // The game overwrites the others in turn, so a save that is to last must not take their places.
    let lasting = menu.files.iter().filter(|file| name_fault(&file.stem()).is_none());
    let cards: Vec<Item> =
        lasting.map(|file| save_card(file, MenuAction::Overwrite(file.path.clone()))).collect();
    [new_save(menu, !cards.is_empty())].into_iter().chain(cards).collect()
}

/// The row that saves under the name in the field, or under the one that is offered. `has_others`: saves that can be
/// overwritten are below.
fn new_save(menu: &Menu, has_others: bool) -> Item {
    let typed = menu.search.trim();
    let name = if typed.is_empty() { menu.save_name.as_str() } else { typed };
    let fault = name_fault(name).unwrap_or_default();
    let mut others = menu.files.iter().filter(|_| fault.is_empty());
    if let Some(file) = others.find(|file| is_same_name(&file.stem(), name)) {
        let note = "There is a save of this name; asks first";
        return Item::new(format!("Overwrite \"{name}\""), note, MenuAction::Overwrite(file.path.clone()));
    }
    let note = match (typed.is_empty(), has_others) {
        (true, true) => "Type another name, or overwrite a save below",
        (true, false) => "Type another name, or save under this one",
        (false, _) => "A new save",
    };
    Item {
        why_not: fault.to_owned(),
        ..Item::new(format!("Save as \"{name}\""), note, MenuAction::Save(name.to_owned()))
    }
}

/// The files that the search finds.
pub(super) fn found(menu: &Menu) -> impl Iterator<Item = &LevelFile> {
    menu.files.iter().filter(|file| file.is_found(&menu.search))
}

/// Cards, or a message without any: `none` if there are no files at all.
fn listed(menu: &Menu, mut cards: Vec<Item>, none: &str) -> Vec<Item> {
    if cards.is_empty() {
        let why = if menu.files.is_empty() { none } else { NOTHING_FOUND };
        cards.push(Item::none_there(why));
    }
    cards
}

/// Plays a level or a save.
pub(in crate::client::menu::pages) fn play(file: &LevelFile) -> MenuAction {
    MenuAction::Play(vec![file.path.clone()])
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use bevy::prelude::{Handle, Image};

    use super::*;
    use crate::client::menu::files::level_file::Preview;

    pub(super) fn file(name: &str) -> LevelFile {
        LevelFile { path: format!("/own/{name}.ron").into(), title: name.to_owned(), ..LevelFile::default() }
    }

    pub(super) fn read(file: LevelFile) -> LevelFile {
        let preview = Preview {
            chart: Some(Handle::<Image>::default()),
            about: "Two sides.\nBodies: 9".to_owned(),
            author: "A. Author".to_owned(),
            facts: "2 sides, 5 planets".to_owned(),
            side: if file.is_save { "as Verdance" } else { "without opponents" }.to_owned(),
            ..Preview::default()
        };
        LevelFile { preview: Some(preview), ..file }
    }

    pub(super) fn menu(page: Page, search: &str, files: Vec<LevelFile>) -> Menu {
        let save_name = "Sol 2026".to_owned();
        Menu { page: Some(page), search: search.to_owned(), files, save_name, ..Menu::default() }
    }

    pub(super) fn minutes_ago(minutes: u64) -> Option<SystemTime> {
        SystemTime::now().checked_sub(Duration::from_secs(60 * minutes + 5))
    }

    pub(super) fn lines(item: &Item) -> Vec<&str> {
        item.lines.iter().map(|(words, _)| words.as_str()).collect()
    }

    #[test]
    fn a_search_leaves_cards_with_its_letters() {
        let words = |search: &str| {
            let files = ["Sol", "The duel", "First light"].map(file).into();
            let rows = levels_page(&menu(Page::Levels, search, files));
            rows.into_iter().map(|row| row.words).collect::<Vec<String>>()
        };
        assert_eq!(words("DUEL"), ["The duel"]);
        assert_eq!(words("l"), ["Sol", "The duel", "First light"]);
        assert_eq!(words("xyz"), [NOTHING_FOUND]);
    }

    #[test]
    fn the_message_of_an_empty_list_is_no_row_to_be_chosen() {
        for (page, search) in [(Page::Load, ""), (Page::Levels, "xyz")] {
            let files = if search.is_empty() { Vec::new() } else { vec![file("Sol")] };
            let menu = menu(page, search, files);
            let rows = if page == Page::Levels { levels_page(&menu) } else { load_page(&menu) };
            let stops: Vec<&str> =
                rows.iter().filter(|row| !row.is_note).map(|row| row.words.as_str()).collect();
            let others: &[&str] = if page == Page::Levels { &[] } else { &["Open folder"] };
            assert_eq!(stops, others, "{page:?}");
        }
    }

    #[test]
    fn saves_are_named_by_their_files() {
        let saves = ["before", "after"].map(|name| {
            let title = "The duel".to_owned();
            read(LevelFile { title, is_save: true, played: minutes_ago(9), ..file(name) })
        });
        let rows = load_page(&menu(Page::Load, "aft", saves.into()));
        assert_eq!((rows.len(), rows[0].words.as_str()), (2, "after"));
        assert_eq!(lines(&rows[0]), ["The duel, as Verdance", "2 sides, 5 planets, saved 9 min ago"]);
        assert_eq!(rows[0].buttons[0].deed, MenuAction::Delete("/own/after.ron".into()));
        assert!(rows[0].note.ends_with("/own/after.ron"), "a file of the player's is found by its path");
    }

    #[test]
    fn a_save_is_renamed_to_a_free_name_alone() {
        let enter = |search: &str| {
            let menu = menu(Page::Rename(FileKind::Save), search, ["one", "Two"].map(file).into());
            let row = rename_page(&Menu { renamed: Some("/own/one.ron".into()), ..menu }).remove(0);
            (row.enter, row.why_not.is_empty())
        };
        let named = |name: &str| MenuAction::Rename("/own/one.ron".into(), name.to_owned());
        assert_eq!(enter(" three "), (named("three"), true));
        assert_eq!(enter("ONE"), (named("ONE"), true), "the same file");
        assert_eq!(enter("two"), (named("two"), false));
        assert_eq!(enter(""), (named(""), false));
        let empty = Menu {
            renamed: Some("/own/one.ron".into()),
            ..menu(Page::Rename(FileKind::Save), "", Vec::new())
        };
        assert_eq!(rename_page(&empty)[0].why_not, "Type a name. The present name is \"one\"");
    }

    #[test]
    fn a_save_takes_the_typed_name_or_the_offered_one_and_never_overwrites_unasked() {
        let enter = |search: &str| {
            let row = new_save(&menu(Page::Save, search, ["one", "Two"].map(file).into()), true);
            (row.enter, row.why_not.is_empty())
        };
        assert_eq!(enter(""), (MenuAction::Save("Sol 2026".to_owned()), true));
        assert_eq!(enter(" mine "), (MenuAction::Save("mine".to_owned()), true));
        assert_eq!(enter("tWO"), (MenuAction::Overwrite("/own/Two.ron".into()), true), "which asks");
        assert_eq!(enter("../one"), (MenuAction::Save("../one".to_owned()), false));
    }

    #[test]
    fn the_first_save_overwrites_nothing() {
        let note = |files: Vec<LevelFile>| save_page(&menu(Page::Save, "", files)).remove(0).note;
        assert!(note(vec![file("one")]).contains("below"));
        assert!(!note(Vec::new()).contains("below") && !note(vec![file("Autosave 1")]).contains("below"));
    }

    #[test]
    fn a_level_that_nobody_else_plays_leads_to_opponents() {
        let wars = crate::client::menu::skirmish::test_support::menu();
        let rows =
            |home: Page, files: Vec<LevelFile>| levels_page(&Menu { home, ..menu(Page::Levels, "", files) });
        let buttons = |row: Item| row.buttons.iter().map(|button| button.words).collect::<Vec<&str>>();
        let row = rows(Page::Main, wars.files.clone()).remove(0);
        let (alone, war) = (play(&wars.files[0]), MenuAction::TakeLevel(wars.files[0].path.clone()));
        let deeds: Vec<&MenuAction> = row.buttons.iter().map(|button| &button.deed).collect();
        assert_eq!((deeds, &row.enter), (vec![&alone, &war], &alone));
        let both = ["Explore alone", "Against opponents"];
        assert_eq!(buttons(row), both);
        let over_game = rows(Page::Pause, wars.files.clone()).remove(0);
        assert_eq!(buttons(over_game), both[..1], "a skirmish begins in the main menu");
        let unread = rows(Page::Main, vec![file("Unread")]).remove(0);
        assert_eq!(buttons(unread), both, "its card keeps its shape when it is read");
        let peace = rows(Page::Main, vec![read(file("Peace"))]).remove(0);
        assert_eq!(buttons(peace), ["Play"]);
    }

    #[test]
    fn the_level_in_the_focused_row_is_one_that_the_search_has_found() {
        let files: Vec<LevelFile> = ["Sol", "The duel", "First light"].map(file).into();
        let title = |page: Page, search: &str, row: usize| {
            let menu = Menu { row, ..menu(page, search, files.clone()) };
            level_in_row(&menu).map(|file| file.title.clone())
        };
        assert_eq!(title(Page::Levels, "", 1).as_deref(), Some("The duel"));
        assert_eq!(title(Page::Levels, "first", 0).as_deref(), Some("First light"));
        assert_eq!(title(Page::Levels, "first", 1), None);
        assert_eq!(title(Page::SkirmishLevels, "", 0), None, "none can be played as a skirmish");
        assert_eq!(title(Page::Load, "", 0), None, "it lists saves");
    }

    #[test]
    fn only_wars_are_levels_of_a_skirmish() {
        let wars = crate::client::menu::skirmish::test_support::menu();
        let told = |mut file: LevelFile| {
            file.preview.iter_mut().for_each(|preview| preview.side = "without opponents".to_owned());
            file
        };
        let files = wars.files.into_iter().map(told).chain([read(file("Peace"))]).collect();
        let rows = skirmish_levels_page(&menu(Page::SkirmishLevels, "", files));
        let deeds = rows.iter().filter(|row| matches!(row.enter, MenuAction::TakeLevel(_)));
        assert_eq!((deeds.count(), rows.len()), (3, 3));
        let tells = |item: &Item| lines(item).iter().any(|line| line.contains("AI player"));
        assert!(!rows.iter().any(tells), "a skirmish chooses them");
    }
}
