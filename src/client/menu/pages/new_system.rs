//! The rows of the page of a new system.

use super::items::{Item, MenuAction, back, stepped};
use crate::client::menu::Menu;
use crate::client::menu::new_system::{SystemNumber, wanted};

/// The note of the row with the seed.
const SEEDS: &str = "Each seed gives another system. Type a number to choose one";

/// The rows of the page.
pub(super) fn new_system_page(menu: &Menu) -> Vec<Item> {
    let wanted = wanted(menu);
    let seed = wanted.as_ref().map_or_else(|_| menu.search.clone(), |wanted| wanted.seed.to_string());
    let why_not = wanted.err().unwrap_or_default();
    let make = Item {
        why_not: why_not.to_owned(),
        ..Item::new(
            "Create system",
            "Saves it among your own levels, and chooses it for the skirmish",
            MenuAction::MakeSystem,
        )
    };
    let numbers = SystemNumber::ALL.map(|number| number_row(menu, number));
    [make].into_iter().chain(numbers).chain([seed_row(seed, why_not), back(menu)]).collect()
}

fn number_row(menu: &Menu, number: SystemNumber) -> Item {
    let choice = number.choice();
    let note = format!("{} ({} to {})", choice.meaning, choice.range.start(), choice.range.end());
    let value = value_words(number, number.chosen(&menu.system.numbers));
    stepped(number.label(), value, note, |way| MenuAction::StepSystem(number, way))
}

/// A chosen number, or those from which the seed takes one.
fn value_words(number: SystemNumber, chosen: Option<u8>) -> String {
    let (usual, unit) = (number.choice().usual, number.unit());
    match chosen {
        Some(count) => format!("{count}{unit}"),
        None if usual.start() == usual.end() => format!("{}{unit} (default)", usual.start()),
        None => format!("{} to {}{unit} (random)", usual.start(), usual.end()),
    }
}

/// The row of the seed; its second button draws another one.
fn seed_row(seed: String, why_not: &str) -> Item {
    let mut row = stepped("Seed", seed, SEEDS, MenuAction::StepSeed);
    if let Some(next) = row.buttons.last_mut() {
        (next.words, next.tip) = ("New seed", "Draws another seed. [Right]");
    }
    let trouble = if why_not.is_empty() { "" } else { "No number" };
    Item { trouble: trouble.to_owned(), ..row }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::{Page, StepDirection};

    fn menu(search: &str) -> Menu {
        let page = Some(Page::NewSystem);
        let mut menu = Menu { page, home: Page::Main, search: search.to_owned(), ..Menu::default() };
        menu.system.open(None, 7);
        menu
    }

    #[test]
    fn open_numbers_name_what_the_seed_may_take() {
        let mut menu = menu("");
        let value = |menu: &Menu, words: &str| {
            let rows = new_system_page(menu);
            rows.into_iter().find(|row| row.words == words).map(|row| row.value).unwrap_or_default()
        };
        assert_eq!(value(&menu, "Sides"), "2");
        assert_eq!(value(&menu, "Planets per side"), "2 to 4 (random)");
        assert_eq!(value(&menu, "Comets per side"), "1 (default)");
        assert_eq!(value(&menu, "Seed"), "7");
        menu.system.step(SystemNumber::Incline, StepDirection::Back);
        menu.system.step(SystemNumber::Distances, StepDirection::On);
        assert_eq!(value(&menu, "Orbit inclination"), "45°");
        assert_eq!(value(&menu, "Distances"), "70 %");
    }

    #[test]
    fn the_first_row_makes_the_system_and_the_last_one_leads_back() {
        let rows = new_system_page(&menu("412"));
        assert_eq!((&rows[0].enter, rows[0].why_not.as_str()), (&MenuAction::MakeSystem, ""));
        assert_eq!(rows.len(), SystemNumber::ALL.len() + 3);
        assert!(rows.iter().any(|row| row.words == "Seed" && row.value == "412" && row.trouble.is_empty()));
        assert_eq!(rows.last().map(|row| &row.enter), Some(&MenuAction::Turn(Page::Skirmish)));
    }

    #[test]
    fn letters_are_no_seed() {
        let rows = new_system_page(&menu("seven"));
        assert!(rows[0].why_not.contains("whole number"), "{}", rows[0].why_not);
        let seed = rows.iter().find(|row| row.words == "Seed").unwrap();
        assert_eq!((seed.value.as_str(), seed.trouble.as_str()), ("seven", "No number"));
    }
}
