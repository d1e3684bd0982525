//! The structure classes.

use crate::client::frame::capital;
use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Line, Sign};
use crate::client::hud::help::encyclopedia::numbers::{listed, plain, share};
use crate::client::hud::help::encyclopedia::sketches::Sketch;
use crate::client::hud::help::encyclopedia::topics::lines;
use crate::client::hud::help::encyclopedia::topics::wells::zone_words;
use crate::client::hud::planet::words::{amount_words, per_minute, price_words};
use crate::client::scene::labels::stacks::counted;
use crate::client::widgets::Icon;
use crate::level::StructureClass;
use crate::sim::ArmedClass;
use crate::sim::world::money::Amount;

/// The entries of all classes.
pub fn entries(facts: &Facts) -> Vec<Entry> {
    let classes = facts.structures.0.iter_enumerated();
    classes.map(|(index, class)| of_class(facts, class, facts.arms.structures.get(index))).collect()
}

fn of_class(facts: &Facts, class: &StructureClass, armed: Option<&ArmedClass>) -> Entry {
    Entry::new(capital(&class.name))
        .signed(Sign::Lines(Sketch::Structure(class.shape)))
        .noted(counted(usize::from(class.slots), "slot"))
        .says(class.role.as_str())
        .with([
            Line::figure("Price", Icon::Money, price_words(class.price, class.build_s)),
            lines::upkeep(facts, class.upkeep),
            place(class),
        ])
        .with(work(facts, class))
        .with([lines::sight(class.sight_km)])
        .with(armed.map(|armed| lines::combat(facts, armed)).unwrap_or_default())
}

/// The rings in which a class may stand.
fn place(class: &StructureClass) -> Line {
    let zones = listed(class.zones.iter().map(|zone| zone_words(*zone)));
    Line::figure("Stands in", Icon::Planet, capital(&zones))
}

/// What a class does besides fighting and seeing.
fn work(facts: &Facts, class: &StructureClass) -> Vec<Line> {
    let (repair, refit) = (&facts.arms.rules.repair, &facts.arms.rules.refit);
    let earns = (!class.earns.is_free()).then(|| {
        let earned = per_minute(Amount::from(class.earns), facts.tick_s());
        let words = format!("{} a minute", amount_words(earned));
        Line::figure("Earns", Icon::Income, words)
    });
    let yard = class.is_yard().then(|| {
        let words = format!(
            "Ships, at {} of the usual speed; repairs {} points of armour a second; fills {} troopers a second \
             into troop ships",
            share(class.yard_speed),
            plain(repair.yard_points_per_s),
            plain(refit.troopers_per_s)
        );
        Line::figure("Builds", Icon::Build, words)
    });
    let economy = (class.economy_percent > 0).then(|| {
        let words = format!("+{} % money from its planet", class.economy_percent);
        Line::figure("Economy", Icon::Money, words)
    });
    let research = (class.research_percent > 0).then(|| {
        let most = facts.economy.income.most_research_percent;
        let words =
            format!("Ships cost {} % less, with all stations at most {most} %", class.research_percent);
        Line::figure("Research", Icon::Settings, words)
    });
    let garrison = (class.garrison_percent > 0).then(|| {
        let words = format!("+{} % defenders on the ground of its planet", class.garrison_percent);
        Line::figure("Garrison", Icon::Troopers, words)
    });
    [earns, yard, economy, research, garrison].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::test_support::shipped;

    #[test]
    fn classes_have_the_numbers_of_the_rules() {
        let game = shipped();
        let all = entries(&game.facts());
        let figures = |class: &str| -> Vec<String> {
            let entry = all.iter().find(|entry| entry.title == class).expect("it has an entry");
            let words = entry.lines.iter().filter_map(|line| match line {
                Line::Figure { name, words, .. } => Some(format!("{name}: {words}")),
                _ => None,
            });
            words.collect()
        };
        for class in &game.structures.0 {
            let price = format!("Price: {}", price_words(class.price, class.build_s));
            assert!(figures(&capital(&class.name)).contains(&price), "{}", class.name);
        }
        assert!(figures("Shipyard").contains(&"Stands in: Outer rings".to_owned()));
        assert!(figures("Fortress").contains(&"Stands in: Innermost ring, outermost ring".to_owned()));
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
