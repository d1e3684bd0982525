//! The rows of the page of a new system.

use crate::client::menu::new_system::SystemNumber;
use crate::client::menu::pages::items::{Item, MenuAction, stepped};
use crate::client::menu::skirmish::TypedChoice;
use crate::client::menu::{Menu, Page};

/// The note of the row with the seed.
const SEEDS: &str = "Each number gives another system, and always the same one. Enter: type a number";

/// The rows of the page.
pub(in crate::client::menu::pages) fn new_system_page(menu: &Menu) -> Vec<Item> {
    let note = "Saves it among your own levels, and chooses it for the skirmish";
    let make = Item::new("Create system", note, MenuAction::MakeSystem);
    let numbers = SystemNumber::ALL.map(|number| number_row(menu, number));
    let seed = menu.system.wanted().seed.to_string();
    [make].into_iter().chain(numbers).chain([seed_row(seed)]).collect()
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

/// The row of the seed; its second button draws another one. A seed is typed on a page of its own.
fn seed_row(seed: String) -> Item {
    let mut row = stepped("Seed", seed, SEEDS, MenuAction::StepSeed);
    if let Some(next) = row.buttons.last_mut() {
        (next.words, next.tip) = ("New seed", "Draws another seed. [Right]");
    }
    Item { enter: MenuAction::Turn(Page::SkirmishTyped(TypedChoice::SystemSeed)), ..row }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::StepDirection;
    use crate::client::menu::new_system::test_support::menu;

    #[test]
    fn open_numbers_name_what_the_seed_may_take() {
        let mut menu = menu(7);
        let value = |menu: &Menu, words: &str| {
            let rows = new_system_page(menu);
            rows.into_iter().find(|row| row.words == words).map(|row| row.value).unwrap_or_default()
        };
        assert_eq!(value(&menu, "Sides"), "2");
        assert_eq!(value(&menu, "Planets per side"), "2 to 4 (random)");
        assert_eq!(value(&menu, "Comets per side"), "1 (default)");
        assert_eq!(value(&menu, "Seed"), "7");
        menu.system.step(SystemNumber::Incline, StepDirection::On);
        menu.system.step(SystemNumber::Distances, StepDirection::On);
        assert_eq!(value(&menu, "Orbit inclination"), "0°");
        assert_eq!(value(&menu, "Distances"), "70 %");
    }

    #[test]
    fn the_first_row_makes_the_system() {
        let rows = new_system_page(&menu(412));
        assert_eq!((&rows[0].enter, rows[0].why_not.as_str()), (&MenuAction::MakeSystem, ""));
        assert_eq!(rows.len(), SystemNumber::ALL.len() + 2);
        assert!(rows.iter().any(|row| row.words == "Seed" && row.value == "412"));
    }

    #[test]
    fn the_seed_has_one_row_and_is_typed_on_a_page_of_its_own() {
        let menu = menu(7);
        assert_eq!(menu.field(), None, "no second place for it");
        let rows = new_system_page(&menu);
        let mut seeds = rows.iter().filter(|row| row.words == "Seed");
        let page = Page::SkirmishTyped(TypedChoice::SystemSeed);
        assert_eq!(seeds.next().map(|row| &row.enter), Some(&MenuAction::Turn(page)));
        assert!(seeds.next().is_none());
        let typed = Menu { page: Some(page), ..Menu::default() };
        assert_eq!((typed.field(), typed.parent()), (Some("Seed"), Page::NewSystem));
    }
}
