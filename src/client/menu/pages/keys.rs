//! The rows of the page of key bindings.

use super::games::files::NOTHING_FOUND;
use super::items::{Item, ItemButton, MenuAction};
use crate::client::menu::Menu;
use crate::client::settings::keys::actions::{rivals, words_of};
use crate::client::settings::{ACTIONS, ActionInfo, Settings, key_words, with_keys};

/// The rows of the page: all actions, or those that the search finds.
pub(super) fn keys_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    let rows = ACTIONS.iter().map(|info| key_item(info, menu, settings));
    let found = rows.filter(|row| row.is_found(&menu.search));
    if !menu.search.is_empty() {
        let found: Vec<Item> = found.collect();
        let nothing = || vec![Item::none_there(NOTHING_FOUND)];
        return if found.is_empty() { nothing() } else { found };
    }
    let reset = Item::new("Reset all", "All actions get their default keys", MenuAction::AllUsual);
    [reset].into_iter().chain(found).collect()
}

fn key_item(info: &ActionInfo, menu: &Menu, settings: &Settings) -> Item {
    let action = info.action;
    let is_captured = menu.capturing.as_ref().is_some_and(|capturing| capturing.action == action);
    let value = if is_captured { "Press a key".to_owned() } else { key_words(action, &settings.keys) };
    let others: Vec<&str> = rivals(action, &settings.keys).into_iter().map(words_of).collect();
    let note = if is_captured {
        "One key, or several together; Esc cancels".to_owned()
    } else if others.is_empty() {
        "Enter: change the key; Left: add a key; Right: default keys".to_owned()
    } else {
        format!("Same key as: {}", others.join("; "))
    };
    Item {
        value,
        trouble: if others.is_empty() { String::new() } else { "Conflict".to_owned() },
        buttons: vec![
            ItemButton {
                words: "Add binding",
                tip: "Adds another key. [Left]",
                deed: MenuAction::CaptureKeys(action, true),
            },
            ItemButton {
                words: "Reset",
                tip: "Restores the default keys. [Right]",
                deed: MenuAction::Usual(action),
            },
        ],
        ..Item::new(with_keys(info.words, &settings.keys), note, MenuAction::CaptureKeys(action, false))
    }
}

#[cfg(test)]
mod tests {
    use bevy::prelude::KeyCode;

    use super::*;
    use crate::client::menu::Page;
    use crate::client::menu::actions::key_capture::KeyCapture;
    use crate::client::settings::keys::actions::Action;

    fn menu(search: &str) -> Menu {
        Menu { page: Some(Page::Keys), search: search.to_owned(), ..Menu::default() }
    }

    #[test]
    fn every_action_has_a_row_and_both_sides_of_a_conflict_say_so() {
        let mut settings = Settings::default();
        settings.bind(Action::Pause, vec![KeyCode::KeyF], false);
        let rows = keys_page(&menu(""), &settings);
        assert_eq!(rows.len(), ACTIONS.len() + 1);
        let in_trouble: Vec<&Item> = rows.iter().filter(|row| !row.trouble.is_empty()).collect();
        assert_eq!(in_trouble.len(), 2);
        assert_eq!(in_trouble[0].note, "Same key as: Focus on the selection");
        assert_eq!(in_trouble[1].note, "Same key as: Pause and resume");
    }

    #[test]
    fn the_action_that_waits_for_a_key_says_so() {
        let menu = Menu { capturing: Some(KeyCapture::new(Action::Stop, false)), ..menu("") };
        let rows = keys_page(&menu, &Settings::default());
        assert_eq!(rows.iter().filter(|row| row.value == "Press a key").count(), 1);
    }

    #[test]
    fn a_search_leaves_rows_with_its_letters() {
        let keys = keys_page(&menu("pause"), &Settings::default());
        assert!((1..8).contains(&keys.len()), "{keys:?}");
        let none = keys_page(&menu("xyz"), &Settings::default());
        assert_eq!(none.iter().map(|row| row.words.as_str()).collect::<Vec<_>>(), [NOTHING_FOUND]);
    }
}
