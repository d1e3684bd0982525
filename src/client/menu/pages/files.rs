//! The pages of levels and saves: a card for each, with a chart of its system. Replays have cards of the same kind.

use std::path::Path;
use std::time::SystemTime;

use bevy::prelude::Color;

use super::items::{Item, ItemButton, MenuAction, back};
use crate::client::frame::age;
use crate::client::hud::layout::fitting::{broken, cut_to_width};
use crate::client::menu::Menu;
use crate::client::menu::files::level_file::{LevelFile, Preview};
use crate::client::menu::files::naming::name_fault;
use crate::client::menu::files::paths::{FileKind, is_same_name, stem};
use crate::client::menu::files::previews::NO_CHART;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{LOSS, QUIET, WORDS};
use crate::generate::Parameters;
use crate::level::plain_path;

/// The width of a line in the card of a level, pixels: what the chart leaves of it.
const LINE_WIDTH: f32 = 600.0;
/// Lines in the card of a level, with the last one for facts, and an empty one.
const LEVEL_LINES: usize = 3;
const EMPTY_LINE: &str = " ";
/// The width of a line in the card of a save or a replay, which has two buttons, pixels.
const SAVE_WIDTH: f32 = 460.0;
/// Room for the words about a fault in such a line, pixels.
const FAULT_ROOM: f32 = 120.0;
/// The message for a search without results.
const NOTHING_FOUND: &str = "Nothing found";
/// The message without levels.
const NO_LEVELS: &str = "No levels were found";
/// The message without saves.
pub(in crate::client::menu) const NO_SAVES: &str = "There are no saved games yet";
/// The words at a level and at a save that have faults.
pub(super) const FAULTY: (&str, &str) = ("Cannot be played", "Cannot be loaded");

/// All levels; Enter plays one.
pub(super) fn levels_page(menu: &Menu) -> Vec<Item> {
    let side = |file: &LevelFile| file.preview.as_ref().map(|preview| preview.side.clone());
    let rows = found(menu).map(|file| level_card(file, side(file), play(file)));
    listed(menu, rows.collect(), NO_LEVELS)
}

/// The levels that can be played as a skirmish, where the sides get their players later; Enter chooses one.
pub(super) fn skirmish_levels_page(menu: &Menu) -> Vec<Item> {
    let wars = found(menu).filter(|file| file.board().is_some());
    let rows = wars.map(|file| level_card(file, None, MenuAction::TakeLevel(file.path.clone())));
    listed(menu, rows.collect(), NO_LEVELS)
}

/// All saves; Enter loads one, and buttons lead to the question whether to delete it, and to another name.
pub(super) fn load_page(menu: &Menu) -> Vec<Item> {
    let rows = found(menu).map(|file| Item { buttons: own_buttons(file), ..save_card(file, play(file)) });
    own_files(menu, rows.collect(), FileKind::Save, NO_SAVES)
}

/// The buttons of a file of the player: the question whether to delete it, and another name.
pub(super) fn own_buttons(file: &LevelFile) -> Vec<ItemButton> {
    let delete = ItemButton {
        words: "Delete",
        tip: "Asks first. [Left]",
        deed: MenuAction::Delete(file.path.clone()),
    };
    let rename = ItemButton { words: "Rename", tip: "[Right]", deed: MenuAction::AskName(file.path.clone()) };
    vec![delete, rename]
}

/// Cards of files of the player, or a message without any, then the row that opens their folder.
pub(super) fn own_files(menu: &Menu, cards: Vec<Item>, kind: FileKind, none: &str) -> Vec<Item> {
    let mut rows = listed(menu, cards, none);
    let note = format!("Show the files of all {}s", kind.noun());
    rows.insert(rows.len() - 1, Item::new("Open folder", note, MenuAction::OpenFolder(kind)));
    rows
}

/// Another name for a save or a replay.
pub(super) fn rename_page(menu: &Menu) -> Vec<Item> {
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
    vec![rename, back(menu)]
}

/// The name of a new save, and the saves that can be overwritten.
pub(super) fn save_page(menu: &Menu) -> Vec<Item> {
    // What the game overwrites in turn is no place for a save that is to last.
    let lasting = menu.files.iter().filter(|file| name_fault(&file.stem()).is_none());
    let cards: Vec<Item> =
        lasting.map(|file| save_card(file, MenuAction::Overwrite(file.path.clone()))).collect();
    [new_save(menu, !cards.is_empty())].into_iter().chain(cards).chain([back(menu)]).collect()
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

/// Cards, or a message without any: `none` if there are no files at all; then the row that leads back.
fn listed(menu: &Menu, mut cards: Vec<Item>, none: &str) -> Vec<Item> {
    if cards.is_empty() {
        let why = if menu.files.is_empty() { none } else { NOTHING_FOUND };
        cards.push(Item::new(why, "", MenuAction::Stay));
    }
    cards.push(back(menu));
    cards
}

/// Plays a level or a save.
pub(super) fn play(file: &LevelFile) -> MenuAction {
    MenuAction::Play(vec![file.path.clone()])
}

/// A level: its title, the beginning of its description, facts, who plays its sides, and when it was last played.
fn level_card(file: &LevelFile, side: Option<String>, enter: MenuAction) -> Item {
    let (about, facts) = about_and_facts(file);
    let played = file.played.map(|moment| format!("played {}", since(moment)));
    let facts = joined([Some(facts), side, played]);
    let lines = level_lines(&about, &facts);
    let card = card(file, file.title.clone(), [about, facts], enter);
    let is_faulty = file.preview.as_ref().is_some_and(|preview| preview.fault().is_some());
    if is_faulty { card } else { Item { lines, ..card } }
}

/// A description over two lines, and facts. A card without them is as high.
fn level_lines(about: &str, facts: &str) -> Vec<(String, Color)> {
    let fitted = |words: &str| cut_to_width(words, LINE_WIDTH, SMALL_PIXELS);
    let about = broken(about, LINE_WIDTH, SMALL_PIXELS);
    let (first, rest) = about.split_once('\n').unwrap_or((about.as_str(), ""));
    let rest = rest.replace('\n', " ");
    let parts = [(first, WORDS), (rest.as_str(), WORDS), (facts, QUIET)];
    let told = parts.into_iter().filter(|(words, _)| !words.is_empty());
    let mut lines: Vec<(String, Color)> = told.map(|(words, color)| (fitted(words), color)).collect();
    lines.resize(LEVEL_LINES, (EMPTY_LINE.to_owned(), QUIET));
    lines
}

/// A save: its name, the title of its level with side and difficulty, facts, and when it was written.
fn save_card(file: &LevelFile, enter: MenuAction) -> Item {
    let side = file.preview.as_ref().map(|preview| preview.side.clone());
    let lines = [joined([Some(file.title.clone()), side]), state_of(file)];
    card(file, file.stem(), lines, enter)
}

/// Facts about a save, the date of its sky and the time of play among them, and when it was written.
pub(super) fn state_of(file: &LevelFile) -> String {
    let saved = file.played.map(|moment| format!("saved {}", since(moment)));
    joined([Some(about_and_facts(file).1), saved])
}

/// The beginning of the description, and facts; empty until the file has been read.
pub(super) fn about_and_facts(file: &LevelFile) -> (String, String) {
    let Some(preview) = &file.preview else { return (String::new(), String::new()) };
    (preview.about.lines().next().unwrap_or_default().to_owned(), preview.facts.clone())
}

/// A card with two lines. That of a file with faults says so, and does nothing on Enter.
pub(super) fn card(file: &LevelFile, words: String, lines: [String; 2], enter: MenuAction) -> Item {
    let preview = file.preview.as_ref();
    let chart = preview.and_then(|preview| preview.chart.clone()).unwrap_or(NO_CHART);
    let width = width_of(file);
    let Some(fault) = preview.and_then(Preview::fault) else {
        let [first, second] = lines.map(|line| cut_to_width(&line, width, SMALL_PIXELS));
        let about = preview.map(|preview| preview.about.clone());
        let note = [about, Some(origin(file))].into_iter().flatten().collect::<Vec<String>>().join("\n");
        return Item {
            picture: Some(chart),
            lines: vec![(first, WORDS), (second, QUIET)],
            ..Item::new(words, note, enter)
        };
    };
    let short = short_fault(file, fault.lines().last().unwrap_or_default());
    Item {
        picture: Some(chart),
        lines: vec![(short, LOSS), (file.name(), QUIET)],
        trouble: if file.is_save { FAULTY.1 } else { FAULTY.0 }.to_owned(),
        ..Item::new(words, fault, MenuAction::Stay)
    }
}

/// Where a file comes from: its path for one that the game has written, and for a level its title with the author, or
/// with the seed.
fn origin(file: &LevelFile) -> String {
    if is_written(file) {
        return plain_path(&file.path);
    }
    let author = file.preview.as_ref().map(|preview| preview.author.as_str()).filter(|name| !name.is_empty());
    let Some(author) = author else { return file.title.clone() };
    match Parameters::of_command(author) {
        Some(made) => format!("{}, generated from seed {}", file.title, made.seed),
        None => format!("{}, by {author}", file.title),
    }
}

/// Whether a file is a save or a replay, which the game has written.
fn is_written(file: &LevelFile) -> bool {
    file.is_save || FileKind::of(&file.path) == FileKind::Replay
}

/// The width of a line in the card of a file, pixels: what its buttons leave.
fn width_of(file: &LevelFile) -> f32 {
    if is_written(file) { SAVE_WIDTH } else { LINE_WIDTH }
}

/// A reason why a file cannot be played, as short as the line of a card.
pub(super) fn short_fault(file: &LevelFile, fault: &str) -> String {
    cut_to_width(&without_folder(fault, &file.path), width_of(file) - FAULT_ROOM, SMALL_PIXELS)
}

/// Parts with commas between them, without those that are empty.
pub(super) fn joined<const N: usize>(parts: [Option<String>; N]) -> String {
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<String>>().join(", ")
}

/// The age of a moment in words. A clock that was set back makes no moment of the future.
pub(super) fn since(moment: SystemTime) -> String {
    age(SystemTime::now().duration_since(moment).unwrap_or_default().as_secs_f64())
}

/// A fault with the name of its file alone, so that a short line has room for what is wrong.
fn without_folder(fault: &str, path: &Path) -> String {
    let folder = path.parent().map(plain_path).filter(|folder| !folder.is_empty());
    let Some(folder) = folder else { return fault.to_owned() };
    fault.replace(&format!("{folder}{}", std::path::MAIN_SEPARATOR), "")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::prelude::{Handle, Image};

    use super::*;
    use crate::client::menu::Page;

    fn file(name: &str) -> LevelFile {
        LevelFile { path: format!("/own/{name}.ron").into(), title: name.to_owned(), ..LevelFile::default() }
    }

    fn read(file: LevelFile) -> LevelFile {
        let preview = Preview {
            chart: Some(Handle::<Image>::default()),
            about: "Two sides.\nBodies: 9".to_owned(),
            author: "A. Author".to_owned(),
            facts: "2 sides, 5 planets".to_owned(),
            side: if file.is_save { "as Verdance" } else { "no AI players" }.to_owned(),
            ..Preview::default()
        };
        LevelFile { preview: Some(preview), ..file }
    }

    fn menu(page: Page, search: &str, files: Vec<LevelFile>) -> Menu {
        let save_name = "Sol 2026".to_owned();
        Menu { page: Some(page), search: search.to_owned(), files, save_name, ..Menu::default() }
    }

    fn minutes_ago(minutes: u64) -> Option<SystemTime> {
        SystemTime::now().checked_sub(Duration::from_secs(60 * minutes + 5))
    }

    fn lines(item: &Item) -> Vec<&str> {
        item.lines.iter().map(|(words, _)| words.as_str()).collect()
    }

    #[test]
    fn a_search_leaves_cards_with_its_letters() {
        let words = |search: &str| {
            let files = ["Sol", "The duel", "First light"].map(file).into();
            let rows = levels_page(&menu(Page::Levels, search, files));
            rows.into_iter().map(|row| row.words).collect::<Vec<String>>()
        };
        assert_eq!(words("DUEL"), ["The duel", "Back"]);
        assert_eq!(words("l"), ["Sol", "The duel", "First light", "Back"]);
        assert_eq!(words("xyz"), [NOTHING_FOUND, "Back"]);
    }

    #[test]
    fn a_card_tells_of_its_level_and_keeps_its_shape_when_it_is_read() {
        let played = LevelFile { played: minutes_ago(3), ..file("Sol") };
        let files = vec![read(played), read(file("Twins")), file("Unread")];
        let rows = levels_page(&menu(Page::Levels, "", files));
        let facts = "2 sides, 5 planets, no AI players";
        let told = format!("{facts}, played 3 min ago");
        assert_eq!(lines(&rows[0]), ["Two sides.", told.as_str(), EMPTY_LINE]);
        assert_eq!(lines(&rows[1]), ["Two sides.", facts, EMPTY_LINE]);
        assert_eq!(lines(&rows[2]), [EMPTY_LINE; LEVEL_LINES]);
        assert!(rows[..3].iter().all(|row| row.picture.is_some() && row.why_not.is_empty()));
        assert_eq!(rows[0].note, "Two sides.\nBodies: 9\nSol, by A. Author", "its size, and no path");
        assert_eq!(rows[2].note, "Unread");
        assert_eq!(rows[2].picture, Some(NO_CHART), "it is drawn before it is read");
    }

    #[test]
    fn a_generated_level_tells_its_seed_and_no_command() {
        let mut generated = read(file("War at Pelven"));
        let author = Parameters { seed: 404_844, ..Parameters::default() }.command();
        generated.preview = generated.preview.map(|preview| Preview { author, ..preview });
        let rows = levels_page(&menu(Page::Levels, "", vec![generated]));
        assert!(rows[0].note.ends_with("War at Pelven, generated from seed 404844"), "{}", rows[0].note);
    }

    #[test]
    fn a_description_goes_over_two_lines_and_facts_come_last() {
        let about = "Two worlds under one small sun, and neither will share it. ".repeat(5);
        let lines = level_lines(&about, "2 sides");
        let [first, second, facts] = &lines[..] else { panic!("three are there: {lines:?}") };
        assert!(about.starts_with(&first.0) && second.0.ends_with('…'), "{lines:?}");
        assert_eq!(facts.0, "2 sides");
    }

    #[test]
    fn a_faulty_file_tells_its_first_fault_and_is_not_played() {
        let about = "This file cannot be played. Repair it.\n/own/Bad.ron:3:1: no such field".to_owned();
        let preview = Some(Preview { about, ..Preview::default() });
        let bad = LevelFile { preview, ..file("Bad") };
        let rows = levels_page(&menu(Page::Levels, "", vec![bad.clone()]));
        assert_eq!((rows[0].enter.clone(), rows[0].trouble.as_str()), (MenuAction::Stay, FAULTY.0));
        assert_eq!(lines(&rows[0]), ["Bad.ron:3:1: no such field", "Bad.ron"]);
        let rows = load_page(&menu(Page::Load, "", vec![bad]));
        assert_eq!(rows[0].enter, MenuAction::Stay);
        assert_eq!(rows[0].buttons[0].deed, MenuAction::Delete("/own/Bad.ron".into()), "it can be deleted");
    }

    #[test]
    fn saves_are_named_by_their_files() {
        let saves = ["before", "after"].map(|name| {
            let title = "The duel".to_owned();
            read(LevelFile { title, is_save: true, played: minutes_ago(9), ..file(name) })
        });
        let rows = load_page(&menu(Page::Load, "aft", saves.into()));
        assert_eq!((rows.len(), rows[0].words.as_str()), (3, "after"));
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
    fn only_wars_are_levels_of_a_skirmish() {
        let wars = crate::client::menu::skirmish::test_support::menu();
        let told = |mut file: LevelFile| {
            file.preview.iter_mut().for_each(|preview| preview.side = "no AI players".to_owned());
            file
        };
        let files = wars.files.into_iter().map(told).chain([read(file("Peace"))]).collect();
        let rows = skirmish_levels_page(&menu(Page::SkirmishLevels, "", files));
        assert_eq!(rows.last().map(|row| &row.enter), Some(&MenuAction::Turn(Page::Skirmish)));
        let deeds = rows.iter().filter(|row| matches!(row.enter, MenuAction::TakeLevel(_)));
        assert_eq!(deeds.count(), 3);
        let tells = |item: &Item| lines(item).iter().any(|line| line.contains("AI player"));
        assert!(!rows.iter().any(tells), "a skirmish chooses them");
    }
}
