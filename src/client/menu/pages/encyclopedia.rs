//! The pages of the encyclopedia in the main menu: its topics, and the entries of a topic. The rules are those of
//! levels that have none of their own.

use super::items::{Item, MenuAction};
use crate::client::hud::encyclopedia::topics::Topic;
use crate::client::menu::{Menu, Page};
use crate::client::widgets::Row;

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

/// The entries of the open topic; the arrows go through their lines.
pub(super) fn topic_page(menu: &Menu) -> Vec<Item> {
    menu.entries.iter().map(entry_item).collect()
}

fn entry_item(row: &Row<MenuAction>) -> Item {
    Item {
        cells: row.cells.clone(),
        is_note: row.is_heading,
        is_heading: row.is_heading,
        ..Item::new("", "", MenuAction::Stay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::widgets::{Cell, STRONG, WORDS};

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
}
