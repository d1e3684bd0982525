//! The ship classes.

use super::comparison::{Comparison, Measure, Ship};
use super::{comparison, lines};
use crate::client::frame::capital;
use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Line, Sign};
use crate::client::hud::help::encyclopedia::sketches::Sketch;
use crate::client::hud::planet::classes::numbers::listed;
use crate::client::hud::planet::classes::{Figure, arms, costs, ships};
use crate::client::widgets::Icon;
use crate::level::{Hangar, ShipClass};
use crate::sim::ArmedClass;

/// How the figures of the classes are to be read.
const READING: &str = "A price is paid bit by bit while the ship grows; the time is that of an ordinary yard. \
    Damage taken is the share of a hit that armour or shield suffers: less is better. The shield comes first.";

/// All classes beside each other, and then their entries: those that no yard builds come last.
pub fn entries(facts: &Facts) -> Vec<Entry> {
    let mut classes: Vec<_> = facts.ships.0.iter_enumerated().collect();
    classes.sort_by_key(|(_, class)| !class.is_built_in_yards());
    let all = classes.into_iter().map(|(index, class)| Ship { class, armed: facts.arms.ships.get(index) });
    let all: Vec<Ship> = all.collect();
    let comparison = Comparison::of(facts, &all);
    let table = Entry::new("All classes").signed(Sign::Icon(Icon::Fleet)).with(comparison.table(&all));
    let table = table.says(comparison::READING).says(READING).alone();
    std::iter::once(table).chain(all.iter().map(|ship| of_class(facts, ship, &comparison))).collect()
}

fn of_class(facts: &Facts, ship: &Ship, comparison: &Comparison) -> Entry {
    let class = ship.class;
    let share = |measure: Measure| comparison.share(measure, ship);
    let entry = Entry::new(capital(&class.name))
        .signed(Sign::Lines(Sketch::of_class(class)))
        .noted(capital(class.kind.name()))
        .says(class.role.as_str())
        .shows(price(facts, class))
        .shows([costs::upkeep(class.upkeep, facts.tick_s())])
        .shows(ships::figures(&facts.books(), class))
        .with([lines::sight(class.sight_km)])
        .with(ship.armed.map(|armed| combat(facts, armed, share(Measure::Arms))).unwrap_or_default());
    let lines = entry.lines.into_iter().map(|line| measured(line, share)).collect();
    Entry { lines, ..entry }
}

/// The combat numbers of a class. The damage of all its weapons has a bar: that of the only one, or a line before them.
fn combat(facts: &Facts, armed: &ArmedClass, share: f32) -> Vec<Line> {
    let is_weapon = |line: &Line| matches!(line, Line::Figure(Figure { icon: Icon::Attack, .. }));
    let mut lines = lines::combat(facts, armed);
    let weapons = lines.iter().filter(|line| is_weapon(line)).count();
    let Some(first) = lines.iter().position(is_weapon).filter(|_| armed.is_armed()) else { return lines };
    if weapons > 1 {
        lines.insert(first, Line::figure("All weapons", Icon::Attack, arms::fire(armed, facts.arms)));
    }
    if let Line::Figure(figure) = &lines[first] {
        lines[first] = Line::Measured(figure.clone(), share);
    }
    lines
}

/// A line with a bar, if it is a figure by which classes are compared.
fn measured(line: Line, share: impl Fn(Measure) -> f32) -> Line {
    match line {
        Line::Figure(figure) => match Measure::named(&figure.name) {
            Some(measure) => Line::Measured(figure, share(measure)),
            None => Line::Figure(figure),
        },
        other => other,
    }
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
    use crate::client::hud::planet::classes::numbers::plain;
    use crate::client::hud::planet::words::price_words;

    /// The figure of a class whose name ends so.
    fn figure(class: &str, wanted: &str) -> String {
        let game = shipped();
        let entry = entries(&game.facts()).into_iter().find(|entry| entry.title == class);
        let lines = entry.expect("it has an entry").lines;
        let found = lines.into_iter().find_map(|line| match line {
            Line::Figure(figure) | Line::Measured(figure, _) if figure.name.ends_with(wanted) => {
                Some(figure.words)
            }
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
    fn figures_that_classes_are_compared_by_have_bars() {
        let game = shipped();
        let all = entries(&game.facts());
        let bars = |class: &str| -> Vec<(String, f32)> {
            let entry = all.iter().find(|entry| entry.title == class).expect("it has an entry");
            let bars = entry.lines.iter().filter_map(|line| match line {
                Line::Measured(figure, share) => Some((figure.name.clone(), *share)),
                _ => None,
            });
            bars.collect()
        };
        let names = |class: &str| bars(class).into_iter().map(|(name, _)| name).collect::<Vec<String>>();
        assert_eq!(names("Cruiser"), ["Cost", "Speed", "Sight", "Armour", "Shield", "All weapons"]);
        assert_eq!(names("Corvette").last().map(String::as_str), Some("2 × autocannon"), "its only weapon");
        assert_eq!(names("Scout").last().map(String::as_str), Some("Shield"), "it is unarmed");
        assert!(bars("Dreadnought").contains(&("Armour".to_owned(), 1.0)), "no class has more");
        assert!(all[0].is_alone && all[1..].iter().all(|entry| all[0].leads_to(&entry.title)));
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
