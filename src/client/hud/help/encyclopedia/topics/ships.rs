//! The ship classes.

use crate::client::frame::{capital, length};
use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Line, Sign};
use crate::client::hud::help::encyclopedia::numbers::{listed, plain};
use crate::client::hud::help::encyclopedia::topics::lines;
use crate::client::hud::planet::words::{amount_words, per_minute, price_words};
use crate::client::models::{IconShape, ShipMark};
use crate::client::widgets::Icon;
use crate::level::{Hangar, ShipClass};
use crate::sim::ArmedClass;
use crate::sim::world::money::Amount;

/// How the figures of the classes are to be read.
const READING: &str = "A price is paid bit by bit while the ship grows; the time is that of an ordinary yard. \
    Damage taken is the share of a hit that armour or shield suffers: less is better. The shield comes first.";

/// The entries of all classes.
pub fn entries(facts: &Facts) -> Vec<Entry> {
    let classes = facts.ships.0.iter_enumerated();
    let classes = classes.map(|(index, class)| of_class(facts, class, facts.arms.ships.get(index)));
    let reading = Entry::new("Reading the figures").signed(Sign::Icon(Icon::Help)).says(READING);
    std::iter::once(reading).chain(classes).collect()
}

fn of_class(facts: &Facts, class: &ShipClass, armed: Option<&ArmedClass>) -> Entry {
    Entry::new(capital(&class.name))
        .signed(Sign::Mark(IconShape::Ship(ShipMark::of(class)), true))
        .noted(capital(class.kind.name()))
        .says(class.role.as_str())
        .with([price(facts, class), lines::upkeep(facts, class.upkeep), speed(class)])
        .with(abilities(facts, class))
        .with([lines::sight(class.sight_km)])
        .with(armed.map(|armed| lines::combat(facts, armed)).unwrap_or_default())
}

fn price(facts: &Facts, class: &ShipClass) -> Line {
    if class.is_built_in_yards() {
        return Line::figure("Price", Icon::Money, price_words(class.price, class.build_s));
    }
    let launches = |hangar: &Hangar| hangar.class == class.name;
    let carriers = facts.ships.0.iter().filter(|carrier| carrier.hangar.as_ref().is_some_and(launches));
    let carriers = listed(carriers.map(|carrier| carrier.name.as_str()));
    Line::figure("Price", Icon::Money, format!("None; grows in hangars only: {carriers}"))
}

fn speed(class: &ShipClass) -> Line {
    let (cruise, manoeuvre) = (plain(class.cruise_km_s), plain(class.manoeuvre_km_s));
    Line::figure("Speed", Icon::Move, format!("{cruise} km/s between wells, {manoeuvre} km/s near a body"))
}

/// What a class can do besides fighting.
fn abilities(facts: &Facts, class: &ShipClass) -> Vec<Line> {
    let repair = &facts.arms.rules.repair;
    let troopers = (class.troopers > 0).then(|| {
        let words = format!("{} aboard a new ship", class.troopers);
        Line::figure("Troopers", Icon::Troopers, words)
    });
    let hangar = class.hangar.as_ref().map(|hangar| {
        let Hangar { class, count, build_s } = hangar;
        let words = format!("{count} × {class}; a lost one is replaced in {} s, for free", plain(*build_s));
        Line::figure("Hangar", Icon::Fleet, words)
    });
    let repairs = (class.repairs > 0.0).then(|| {
        let words = format!(
            "{} points of armour a second for friends within {}, from {} s after their last hit",
            plain(class.repairs),
            length(repair.ship_reach_km),
            plain(repair.calm_s)
        );
        Line::figure("Repairs", Icon::Armour, words)
    });
    let builds = (class.builds_percent > 0).then(|| {
        let words = format!("+{} % speed for your building in the well where it rests", class.builds_percent);
        Line::figure("Builds", Icon::Build, words)
    });
    let mines = (class.mines > 0).then(|| {
        let mined = per_minute(Amount { rare: i64::from(class.mines), ..Amount::ZERO }, facts.tick_s());
        let words = format!("{} a minute near a comet that no enemy holds", amount_words(mined));
        Line::figure("Mines", Icon::Rare, words)
    });
    [troopers, hangar, repairs, builds, mines].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::test_support::shipped;

    /// The figure of a class with this name.
    fn figure(class: &str, wanted: &str) -> String {
        let game = shipped();
        let entry = entries(&game.facts()).into_iter().find(|entry| entry.title == class);
        let lines = entry.expect("it has an entry").lines;
        let found = lines.into_iter().find_map(|line| match line {
            Line::Figure { name, words, .. } if name == wanted => Some(words),
            _ => None,
        });
        found.unwrap_or_default()
    }

    #[test]
    fn classes_have_the_numbers_of_the_rules() {
        let game = shipped();
        let cruiser = game.ships.0.iter().find(|class| class.name == "cruiser").expect("there is one");
        let price = figure("Cruiser", "Price");
        assert_eq!(price, price_words(cruiser.price, cruiser.build_s));
        assert!(price.contains(&format!("{} rare", cruiser.price.rare)), "{price}");
        assert!(figure("Cruiser", "Speed").contains(&plain(cruiser.cruise_km_s)));
        assert!(figure("Cruiser", "Combat").contains("railgun"));
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
        assert_eq!(figure("Fighter wing", "Price"), "None; grows in hangars only: carrier");
    }
}
