//! The ship classes.

use crate::client::frame::capital;
use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Sign};
use crate::client::hud::help::encyclopedia::sketches::Sketch;
use crate::client::hud::help::encyclopedia::topics::lines;
use crate::client::hud::planet::classes::numbers::listed;
use crate::client::hud::planet::classes::{Figure, costs, ships};
use crate::client::widgets::Icon;
use crate::level::{Hangar, ShipClass};
use crate::sim::ArmedClass;

/// How the figures of the classes are to be read.
const READING: &str = "A price is paid bit by bit while the ship grows; the time is that of an ordinary yard. \
    Damage taken is the share of a hit that armour or shield suffers: less is better. The shield comes first.";

/// The entries of all classes: those that no yard builds come last.
pub fn entries(facts: &Facts) -> Vec<Entry> {
    let mut classes: Vec<_> = facts.ships.0.iter_enumerated().collect();
    classes.sort_by_key(|(_, class)| !class.is_built_in_yards());
    let classes =
        classes.into_iter().map(|(index, class)| of_class(facts, class, facts.arms.ships.get(index)));
    let reading = Entry::new("Reading the figures").signed(Sign::Icon(Icon::Help)).says(READING).alone();
    std::iter::once(reading).chain(classes).collect()
}

fn of_class(facts: &Facts, class: &ShipClass, armed: Option<&ArmedClass>) -> Entry {
    Entry::new(capital(&class.name))
        .signed(Sign::Lines(Sketch::of_class(class)))
        .noted(capital(class.kind.name()))
        .says(class.role.as_str())
        .shows(price(facts, class))
        .shows([costs::upkeep(class.upkeep, facts.tick_s())])
        .shows(ships::figures(&facts.books(), class))
        .with([lines::sight(class.sight_km)])
        .with(armed.map(|armed| lines::combat(facts, armed)).unwrap_or_default())
}

fn price(facts: &Facts, class: &ShipClass) -> Vec<Figure> {
    if class.is_built_in_yards() {
        return vec![costs::cost(class.price), costs::build_time(class.build_s)];
    }
    let launches = |hangar: &Hangar| hangar.class == class.name;
    let carriers = facts.ships.0.iter().filter(|carrier| carrier.hangar.as_ref().is_some_and(launches));
    let carriers = listed(carriers.map(|carrier| carrier.name.as_str()));
    vec![Figure::new("Cost", Icon::Money, format!("None; grows in hangars only: {carriers}"))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::frame::duration;
    use crate::client::hud::encyclopedia::test_support::shipped;
    use crate::client::hud::help::encyclopedia::entry::Line;
    use crate::client::hud::planet::classes::numbers::plain;
    use crate::client::hud::planet::words::price_words;

    /// The figure of a class whose name ends so.
    fn figure(class: &str, wanted: &str) -> String {
        let game = shipped();
        let entry = entries(&game.facts()).into_iter().find(|entry| entry.title == class);
        let lines = entry.expect("it has an entry").lines;
        let found = lines.into_iter().find_map(|line| match line {
            Line::Figure(figure) if figure.name.ends_with(wanted) => Some(figure.words),
            _ => None,
        });
        found.unwrap_or_default()
    }

    #[test]
    fn the_first_classes_are_built_in_yards() {
        let titles: Vec<String> = entries(&shipped().facts()).into_iter().map(|entry| entry.title).collect();
        assert_eq!(titles.last().map(String::as_str), Some("Fighter wing"), "{titles:?}");
    }

    #[test]
    fn classes_have_the_numbers_of_the_rules() {
        let game = shipped();
        let cruiser = game.ships.0.iter().find(|class| class.name == "cruiser").expect("there is one");
        let price = figure("Cruiser", "Cost");
        assert_eq!(price, price_words(cruiser.price));
        assert_eq!(figure("Cruiser", "Build time"), duration(cruiser.build_s));
        assert!(price.contains(&format!("{} rare", cruiser.price.rare)), "{price}");
        assert!(figure("Cruiser", "Speed").contains(&plain(cruiser.cruise_km_s)));
        assert!(figure("Cruiser", "railgun").contains("kinetic damage/s"));
        assert!(figure("Cruiser", "First targets").starts_with("Ships of the line"));
        assert_eq!(figure("Scout", "First targets"), "");
    }

    #[test]
    fn abilities_have_their_numbers() {
        for (class, name, part) in [
            ("Troop ship", "Troopers", "aboard"),
            ("Carrier", "Hangar", "× fighter wing"),
            ("Repair ship", "Repairs", "within 60,000 km"),
            ("Constructor", "Builds", "% speed"),
            ("Miner", "Mines", "rare"),
        ] {
            let words = figure(class, name);
            assert!(words.contains(part) && words.contains(|letter: char| letter.is_ascii_digit()));
            assert_eq!(figure("Cruiser", name), "", "{name}");
        }
        assert_eq!(figure("Fighter wing", "Cost"), "None; grows in hangars only: carrier");
    }
}
