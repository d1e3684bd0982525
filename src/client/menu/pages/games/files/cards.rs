//! The card of a file: its name, a chart of its system, and what its preview tells, or its fault.

use std::path::Path;
use std::time::SystemTime;

use bevy::prelude::Color;

use super::own_buttons;
use crate::client::frame::age;
use crate::client::hud::layout::fitting::{broken, cut_to_width};
use crate::client::menu::files::level_file::{LevelFile, Preview};
use crate::client::menu::files::paths::FileKind;
use crate::client::menu::files::previews::NO_CHART;
use crate::client::menu::pages::items::{Item, ItemButton, MenuAction};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::rows::{CELL_GAP, STOP_GAP};
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{Cell, LOSS, QUIET, WORD_PIXELS, WORDS};
use crate::generate::Parameters;
use crate::level::plain_path;

/// The width of a line in a card without buttons, pixels: what the chart leaves of it.
const LINE_WIDTH: f32 = 620.0;
/// What words may be wider than the sum of their letters at some interface scales, in a line and the buttons behind it
/// together, pixels.
const SLACK: f32 = 22.0;
/// Lines in the card of a level, with the last one for facts, and an empty one.
const LEVEL_LINES: usize = 3;
const EMPTY_LINE: &str = " ";
/// What follows a description that stands whole in the note.
const GOES_ON: &str = " …";
/// Room for the words about a fault in such a line, pixels.
const FAULT_ROOM: f32 = 120.0;
/// The words at a level and at a save that have faults.
pub(in crate::client::menu::pages) const FAULTY: (&str, &str) = ("Cannot be played", "Cannot be loaded");

/// A level: its title, the beginning of its description, facts, who plays its sides, and when it was last played; and
/// its buttons.
pub(super) fn level_card(
    file: &LevelFile,
    side: Option<String>,
    enter: MenuAction,
    buttons: Vec<ItemButton>,
) -> Item {
    let (about, facts) = about_and_facts(file);
    let played = file.played.map(|moment| format!("played {}", since(moment)));
    let facts = joined([Some(facts), side, played]);
    let width = width_beside(&buttons);
    let (told, is_cut) = in_card(&about, width);
    let lines = level_lines(told, &facts, width);
    let card = card(file, file.title.clone(), [about, facts], enter);
    let is_faulty = file.preview.as_ref().is_some_and(|preview| preview.fault().is_some());
    if is_faulty {
        return card;
    }
    Item { lines, note: level_note(file, is_cut), buttons, ..card }
}

/// The width of a line in a card with these buttons, pixels: it ends shortly before them.
fn width_beside(buttons: &[ItemButton]) -> f32 {
    let button = |one: &ItemButton| Cell::button(one.words, one.deed.clone()).sized(WORD_PIXELS);
    let taken = buttons.iter().map(|one| button(one).room() - CELL_GAP + STOP_GAP).sum::<f32>();
    LINE_WIDTH - SLACK - taken
}

/// What the plate beside the levels says of one: its title, its whole description, and facts.
pub(in crate::client::menu) fn level_told(file: &LevelFile) -> [String; 3] {
    let (about, facts) = about_and_facts(file);
    let about_all = file.preview.as_ref().map_or("", |preview| preview.about.as_str());
    let others = about_all.lines().skip(1).map(str::to_owned);
    let facts = std::iter::once(facts).chain(others).chain([origin(file)]).filter(|line| !line.is_empty());
    [file.title.clone(), about, facts.collect::<Vec<String>>().join("\n")]
}

/// The lines of a description in a card, and whether it goes on. A description that is too long ends with a whole
/// sentence if it can.
fn in_card(about: &str, width: f32) -> (Vec<String>, bool) {
    let lines_of = |words: &str, room: f32| -> Vec<String> {
        broken(words, room, SMALL_PIXELS).lines().map(str::to_owned).collect()
    };
    let whole = lines_of(about, width);
    if whole.len() < LEVEL_LINES {
        return (whole, false);
    }
    let sentences =
        about.match_indices(". ").filter_map(|(end, _)| about.get(..=end)).map(|told| lines_of(told, width));
    if let Some(lines) = sentences.take_while(|lines| lines.len() < LEVEL_LINES).last() {
        return (lines, true);
    }
    let mut lines = lines_of(about, width - words_width(GOES_ON, SMALL_PIXELS));
    lines.truncate(LEVEL_LINES - 1);
    if let Some(last) = lines.last_mut() {
        last.push_str(GOES_ON);
    }
    (lines, true)
}

/// The lines of a description, and facts. A card without them is as high.
fn level_lines(about: Vec<String>, facts: &str, width: f32) -> Vec<(String, Color)> {
    let facts = Some(facts).filter(|facts| !facts.is_empty());
    let facts = facts.map(|facts| (cut_to_width(facts, width, SMALL_PIXELS), QUIET));
    let mut lines: Vec<(String, Color)> = about.into_iter().map(|line| (line, WORDS)).chain(facts).collect();
    lines.resize(LEVEL_LINES, (EMPTY_LINE.to_owned(), QUIET));
    lines
}

/// What the card of a level does not tell: its whole description if the card cuts it, its bodies and sides, and its
/// author or seed.
fn level_note(file: &LevelFile, is_cut: bool) -> String {
    let about = file.preview.as_ref().map_or("", |preview| preview.about.as_str());
    let mut lines: Vec<String> = about.lines().skip(usize::from(!is_cut)).map(str::to_owned).collect();
    // A line for all facts: the note has room for four, and the longest description takes three.
    let last = [lines.pop(), Some(origin(file))].into_iter().flatten();
    let last = last.filter(|words| !words.is_empty()).collect::<Vec<String>>().join(" · ");
    lines.into_iter().chain([last]).filter(|line| !line.is_empty()).collect::<Vec<String>>().join("\n")
}

/// A save: its name, the title of its level with side and difficulty, facts, and when it was written.
pub(super) fn save_card(file: &LevelFile, enter: MenuAction) -> Item {
    let side = file.preview.as_ref().map(|preview| preview.side.clone());
    let lines = [joined([Some(file.title.clone()), side]), state_of(file)];
    card(file, file.stem(), lines, enter)
}

/// Facts about a save, the date of its sky and the time of play among them, and when it was written.
pub(in crate::client::menu::pages) fn state_of(file: &LevelFile) -> String {
    let saved = file.played.map(|moment| format!("saved {}", since(moment)));
    joined([Some(about_and_facts(file).1), saved])
}

/// The beginning of the description, and facts; empty until the file has been read.
pub(in crate::client::menu::pages) fn about_and_facts(file: &LevelFile) -> (String, String) {
    let Some(preview) = &file.preview else { return (String::new(), String::new()) };
    (preview.about.lines().next().unwrap_or_default().to_owned(), preview.facts.clone())
}

/// A card with two lines. That of a file with faults says so, and does nothing on Enter.
pub(in crate::client::menu::pages) fn card(
    file: &LevelFile,
    words: String,
    lines: [String; 2],
    enter: MenuAction,
) -> Item {
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

/// Where a file comes from: its path for one that the game has written, and for a level its author or its seed; empty
/// if nobody is named.
fn origin(file: &LevelFile) -> String {
    if is_written(file) {
        return plain_path(&file.path);
    }
    let author = file.preview.as_ref().map(|preview| preview.author.as_str()).filter(|name| !name.is_empty());
    let Some(author) = author else { return String::new() };
    match Parameters::of_command(author) {
        Some(made) => format!("Generated from seed {}", made.seed),
        None => format!("By {author}"),
    }
}

/// Whether a file is a save or a replay, which the game has written.
fn is_written(file: &LevelFile) -> bool {
    file.is_save || FileKind::of(&file.path) == FileKind::Replay
}

/// The width of a line in the card of a file, pixels: what its buttons leave.
fn width_of(file: &LevelFile) -> f32 {
    if is_written(file) { width_beside(&own_buttons(file)) } else { width_beside(&[]) }
}

/// A reason why a file cannot be played, as short as the line of a card.
pub(in crate::client::menu::pages) fn short_fault(file: &LevelFile, fault: &str) -> String {
    cut_to_width(&without_folder(fault, &file.path), width_of(file) - FAULT_ROOM, SMALL_PIXELS)
}

/// Parts with commas between them, without those that are empty.
pub(in crate::client::menu::pages) fn joined<const N: usize>(parts: [Option<String>; N]) -> String {
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<String>>().join(", ")
}

/// The age of a moment in words. A moment in the future, after the clock was set back, counts as now.
pub(in crate::client::menu::pages) fn since(moment: SystemTime) -> String {
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
    use super::*;
    use crate::client::menu::Page;
    use crate::client::menu::pages::games::files::tests::{file, lines, menu, minutes_ago, read};
    use crate::client::menu::pages::games::files::{levels_page, load_page};

    #[test]
    fn a_card_tells_of_its_level_and_keeps_its_shape_when_it_is_read() {
        let played = LevelFile { played: minutes_ago(3), ..file("Sol") };
        let files = vec![read(played), read(file("Twins")), file("Unread")];
        let rows = levels_page(&menu(Page::Levels, "", files));
        let facts = "2 sides, 5 planets, without opponents";
        let told = format!("{facts}, played 3 min ago");
        assert_eq!(lines(&rows[0]), ["Two sides.", told.as_str(), EMPTY_LINE]);
        assert_eq!(lines(&rows[1]), ["Two sides.", facts, EMPTY_LINE]);
        assert_eq!(lines(&rows[2]), [EMPTY_LINE; LEVEL_LINES]);
        assert!(rows[..3].iter().all(|row| row.picture.is_some() && row.why_not.is_empty()));
        assert_eq!(rows[0].note, "Bodies: 9 · By A. Author", "what the card does not tell, and no path");
        assert_eq!(rows[2].note, "");
        assert_eq!(rows[2].picture, Some(NO_CHART), "it is drawn before it is read");
    }

    #[test]
    fn a_generated_level_tells_its_seed_and_no_command() {
        let mut generated = read(file("War at Pelven"));
        let author = Parameters { seed: 404_844, ..Parameters::default() }.command();
        generated.preview = generated.preview.map(|preview| Preview { author, ..preview });
        let rows = levels_page(&menu(Page::Levels, "", vec![generated]));
        assert!(rows[0].note.ends_with(" · Generated from seed 404844"), "{}", rows[0].note);
    }

    #[test]
    fn a_description_goes_over_two_lines_and_facts_come_last() {
        let about = "Two worlds under one small sun, and neither will share it, ".repeat(5);
        let lines = level_lines(in_card(&about, LINE_WIDTH).0, "2 sides", LINE_WIDTH);
        let [first, second, facts] = &lines[..] else { panic!("three are there: {lines:?}") };
        assert!(about.starts_with(&first.0) && second.0.ends_with('…'), "{lines:?}");
        assert!([first, second].iter().all(|line| words_width(&line.0, SMALL_PIXELS) <= LINE_WIDTH));
        assert_eq!(facts.0, "2 sides");
    }

    #[test]
    fn the_lines_of_a_card_end_before_its_buttons_and_break_only_where_they_must() {
        let button = |words: &'static str| ItemButton { words, tip: "", deed: MenuAction::Stay };
        let both = ["Explore alone", "Against opponents"];
        let words = both.map(|words| words_width(words, WORD_PIXELS)).iter().sum::<f32>();
        let width = width_beside(&both.map(button));
        assert!((300.0..LINE_WIDTH - SLACK - words - 2.0 * STOP_GAP).contains(&width), "{width}");
        let about = "Two powers share the sky as it stands today: Terra holds Earth, Ares holds Mars.";
        let exactly = words_width(about, SMALL_PIXELS);
        assert_eq!(in_card(about, exactly), (vec![about.to_owned()], false));
    }

    #[test]
    fn a_long_description_ends_with_a_whole_sentence_if_it_can() {
        let (first, second) = ("Two worlds under one small sun.", "Neither will share it. ");
        let about = format!("{first} {}", second.repeat(30));
        let room = words_width(first, SMALL_PIXELS) + 1.0;
        let (lines, is_cut) = in_card(&about, room);
        assert_eq!((lines.join(" "), is_cut), (format!("{first} {}", second.trim_end()), true));
    }

    #[test]
    fn the_plate_beside_the_levels_tells_all_of_one() {
        let [title, about, facts] = level_told(&read(file("Sol")));
        assert_eq!((title.as_str(), about.as_str()), ("Sol", "Two sides."));
        assert_eq!(facts, "2 sides, 5 planets\nBodies: 9\nBy A. Author");
        assert_eq!(level_told(&file("Unread")), ["Unread", "", ""]);
    }

    #[test]
    fn a_description_that_the_card_cuts_stands_whole_in_the_note() {
        let about = "Two worlds under one small sun, and neither will share it, ".repeat(5);
        let mut long = read(file("Twins"));
        long.preview =
            long.preview.map(|preview| Preview { about: format!("{about}\nBodies: 9"), ..preview });
        let row = levels_page(&menu(Page::Levels, "", vec![long])).remove(0);
        let (whole, others) = row.note.split_once('\n').expect("it has several lines");
        assert_eq!((whole, others), (about.as_str(), "Bodies: 9 · By A. Author"));
        let told = lines(&row)[..2].join(" ");
        let told = told.strip_suffix(GOES_ON).expect("it goes on");
        assert!(about.starts_with(told), "{told}");
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
}
