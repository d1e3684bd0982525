//! The structure classes.

use crate::client::frame::capital;
use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Sign};
use crate::client::hud::help::encyclopedia::sketches::Sketch;
use crate::client::hud::help::encyclopedia::topics::lines;
use crate::client::hud::planet::classes::{costs, structures};
use crate::level::StructureClass;
use crate::sim::ArmedClass;

/// The entries of all classes.
pub fn entries(facts: &Facts) -> Vec<Entry> {
    let classes = facts.structures.0.iter_enumerated();
    classes.map(|(index, class)| of_class(facts, class, facts.arms.structures.get(index))).collect()
}

fn of_class(facts: &Facts, class: &StructureClass, armed: Option<&ArmedClass>) -> Entry {
    let tick_s = facts.tick_s();
    Entry::new(capital(&class.name))
        .signed(Sign::Lines(Sketch::Structure(class.shape)))
        .says(class.role.as_str())
        .shows([costs::cost(class.price), costs::build_time(class.build_s), structures::needs(class)])
        .shows([costs::upkeep(class.upkeep, tick_s)])
        .shows(costs::income(class.earns, tick_s))
        .shows(structures::work(&facts.books(), class))
        .with([lines::sight(class.sight_km)])
        .with(armed.map(|armed| lines::combat(facts, armed)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::test_support::shipped;
    use crate::client::hud::help::encyclopedia::entry::Line;
    use crate::client::hud::planet::classes::Figure;
    use crate::client::hud::planet::words::price_words;

    #[test]
    fn classes_have_the_numbers_of_the_rules() {
        let game = shipped();
        let all = entries(&game.facts());
        let figures = |class: &str| -> Vec<String> {
            let entry = all.iter().find(|entry| entry.title == class).expect("it has an entry");
            let words = entry.lines.iter().filter_map(|line| match line {
                Line::Figure(Figure { name, words, .. }) => Some(format!("{name}: {words}")),
                _ => None,
            });
            words.collect()
        };
        for class in &game.structures.0 {
            let price = format!("Cost: {}", price_words(class.price));
            assert!(figures(&capital(&class.name)).contains(&price), "{}", class.name);
        }
        for (class, zones) in [
            ("Shipyard", " in the outer rings"),
            ("Fortress", " in the innermost ring or the outermost ring"),
        ] {
            let has = |figure: &String| figure.starts_with("Needs: ") && figure.ends_with(zones);
            assert!(figures(class).iter().any(has), "{:?}", figures(class));
        }
        for (class, name) in [
            ("Trade station", "Earns"),
            ("Shipyard", "Builds"),
            ("Habitat", "Economy"),
            ("Research station", "Research"),
            ("Fortress", "Garrison"),
        ] {
            let has = |figure: &String| figure.starts_with(&format!("{name}: "));
            assert!(figures(class).iter().any(has), "{:?}", figures(class));
            assert!(!figures("Satellite").iter().any(has), "{name}");
        }
    }
}
