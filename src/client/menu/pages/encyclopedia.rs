//! The pages of the encyclopedia in the main menu: its topics, the entries of a topic, and those to which a table of
//! the topic leads. The rules are those of levels that have none of their own.

use super::items::{Item, MenuAction};
use crate::client::hud::encyclopedia::entry::Entry;
use crate::client::hud::encyclopedia::topics::Topic;
use crate::client::menu::{Menu, Page};
use crate::client::widgets::{Cell, Row};

/// The row that leads to the encyclopedia: to its pages in the main menu, and to its plate over a game.
pub(super) fn encyclopedia_row(menu: &Menu) -> Item {
    let note = "Ships, structures, rules, and the marks on the map";
    let deed = if menu.is_main() { MenuAction::Turn(Page::Encyclopedia) } else { MenuAction::Encyclopedia };
    Item::new("Encyclopedia", note, deed)
}

/// The topics.
pub(super) fn topics_page() -> Vec<Item> {
    let note = "The numbers of most levels; in a game this page has those of its level";
    let topic = |topic: Topic| Item::new(topic.title(), note, MenuAction::Turn(Page::Topic(topic)));
    Topic::ALL.into_iter().map(topic).collect()
}

/// The note of a row that leads to an entry.
const LEADS: &str = "Everything about it";

/// Those of the entries of a topic that are on its page: all but those to which its table leads, or the one at a place.
pub(in crate::client::menu) fn entries_of(all: &[Entry], place: Option<usize>) -> Vec<Entry> {
    let is_led_to = |entry: &Entry| all.iter().any(|other| other.leads_to(&entry.title));
    match place {
        Some(place) => all.get(place).cloned().into_iter().collect(),
        None => all.iter().filter(|entry| !is_led_to(entry)).cloned().collect(),
    }
}

/// The entries of the open topic; the arrows go through their lines.
pub(super) fn topic_page(menu: &Menu) -> Vec<Item> {
    menu.entries.iter().map(entry_item).collect()
}

/// A line of an entry. One that leads to another entry does so as a whole.
fn entry_item(row: &Row<MenuAction>) -> Item {
    let leading = row.cells.iter().rfind(|cell| cell.press.is_some());
    let leads = leading.and_then(|cell| Some((cell.words.clone(), cell.press.clone()?)));
    let note = if leads.is_some() { LEADS } else { "" };
    let (words, enter) = leads.unwrap_or((String::new(), MenuAction::Stay));
    let cells = row.cells.iter().map(|cell| Cell { press: None, tip: String::new(), ..cell.clone() });
    Item {
        cells: cells.collect(),
        is_note: row.is_heading,
        is_heading: row.is_heading,
        ..Item::new(words, note, enter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::entry::RuleBook;
    use crate::client::widgets::{STRONG, WORDS};

    #[test]
    fn the_main_menu_turns_to_the_topics_and_a_game_opens_the_plate() {
        let deed = |home: Page| encyclopedia_row(&Menu { page: Some(home), home, ..Menu::default() }).enter;
        assert_eq!(deed(Page::Main), MenuAction::Turn(Page::Encyclopedia));
        assert_eq!(deed(Page::Pause), MenuAction::Encyclopedia);
    }

    #[test]
    fn every_topic_leads_to_its_page_and_back() {
        let rows = topics_page();
        for topic in Topic::ALL {
            let page = Page::Topic(topic);
            assert!(rows.iter().any(|row| row.enter == MenuAction::Turn(page)), "{topic:?}");
            let open = Menu { page: Some(page), home: Page::Main, ..Menu::default() };
            assert_eq!(open.way_back(), Some(MenuAction::Turn(Page::Encyclopedia)));
        }
    }

    #[test]
    fn the_lines_of_an_entry_are_stops_and_its_title_is_none() {
        let title = Row { is_heading: true, ..Row::of(vec![Cell::words("Scout", STRONG)]) };
        let entries = vec![title, Row::words("Fast.", WORDS)];
        let menu = Menu { page: Some(Page::Topic(Topic::Ships)), entries, ..Menu::default() };
        let rows = topic_page(&menu);
        let words: Vec<&str> = rows.iter().map(|row| row.cells[0].words.as_str()).collect();
        assert_eq!(words, ["Scout", "Fast."]);
        assert_eq!([rows[0].is_note, rows[1].is_note], [true, false]);
    }
    #[test]
    fn ships_have_pages_of_their_own_behind_their_table() {
        let book = RuleBook::of(crate::rules::test_support::shipped());
        let all = Topic::Ships.entries(&book.facts());
        let titles = |place: Option<usize>| {
            entries_of(&all, place).into_iter().map(|entry| entry.title).collect::<Vec<String>>()
        };
        assert_eq!(titles(None), ["All classes"]);
        assert_eq!(titles(Some(1)), [all[1].title.clone()]);
        let wells = Topic::Wells.entries(&book.facts());
        assert_eq!(entries_of(&wells, None), wells, "no table leads to them");
        let open = Menu { page: Some(Page::Entry(Topic::Ships, 1)), home: Page::Main, ..Menu::default() };
        assert_eq!(open.way_back(), Some(MenuAction::Turn(Page::Topic(Topic::Ships))));
    }

    #[test]
    fn a_row_that_leads_to_an_entry_does_so_as_a_whole() {
        let turn = MenuAction::Turn(Page::Entry(Topic::Ships, 4));
        let name = Cell::words("Frigate", WORDS).with_press(turn.clone());
        let item = entry_item(&Row::of(vec![name, Cell::words("500", WORDS)]));
        assert_eq!((item.enter, item.words.as_str(), item.note.as_str()), (turn, "Frigate", LEADS));
        assert!(item.cells.iter().all(|cell| cell.press.is_none()), "there is no button in a button");
    }
}
