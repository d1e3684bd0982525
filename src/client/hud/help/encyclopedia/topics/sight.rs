//! What is seen, and from how far.

use crate::client::frame::{capital, duration, length};
use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Line, Sign};
use crate::client::hud::help::encyclopedia::sketches::Sketch;
use crate::client::hud::planet::classes::numbers::{factor, plain};
use crate::client::widgets::Icon;

/// The entries.
pub fn entries(facts: &Facts) -> Vec<Entry> {
    vec![eyes(facts), visibility(facts), ranges(facts), ghosts(facts)]
}

fn eyes(facts: &Facts) -> Entry {
    Entry::new("Eyes").signed(Sign::Lines(Sketch::Sight)).says(format!(
        "You see through your ships, your finished structures and your bodies; a body sees as far as its well \
         reaches. Bodies hide what is behind them. A range of sight counts for things of {} radius. Everybody \
         knows the places of bodies. <show sight> shows or hides your range of sight.",
        length(facts.economy.sight.usual_radius_km)
    ))
}

fn visibility(facts: &Facts) -> Entry {
    let sight = &facts.economy.sight;
    Entry::new("Large and burning things").signed(Sign::Icon(Icon::Contact)).says(format!(
        "Something four times as large is seen from twice as far, between {} and {} of the range. Burning engines \
         make that {}, rest {}. A ship that a well or a ring carries does not burn its engines.",
        factor(sight.least_size_factor),
        factor(sight.most_size_factor),
        factor(sight.burning_factor),
        factor(sight.resting_factor)
    ))
}

/// From how far each class is seen.
fn ranges(facts: &Facts) -> Entry {
    let sight = &facts.economy.sight;
    let both = |radius_km: f64| [true, false].map(|burns| factor(sight.visibility(radius_km, burns)));
    let ships = facts.ships.0.iter().map(|class| Line::cells(capital(&class.name), both(class.bound_km())));
    Entry::new("Ships at a distance")
        .signed(Sign::Icon(Icon::Fleet))
        .says("A ship is seen from this many ranges of sight:")
        .with([Line::head("Class", ["Under way", "At rest"])])
        .with(ships)
}

fn ghosts(facts: &Facts) -> Entry {
    let sight = &facts.economy.sight;
    Entry::new("Out of sight").signed(Sign::Lines(Sketch::Ghost)).says(format!(
        "A broken outline stays where you last saw a ship or a structure of others, and fades. It vanishes once \
         you see that place without it. Ships are forgotten after {}; {} outlines are kept at most.",
        duration(sight.forget_ships_s),
        plain(f64::from(sight.most_remembered))
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::test_support::shipped;

    #[test]
    fn every_ship_class_is_seen_from_somewhere() {
        let game = shipped();
        let lines = ranges(&game.facts()).lines;
        let named = |name: &str| {
            lines.iter().find_map(|line| match line {
                Line::Cells { name: found, cells } if *found == capital(name) => Some(cells.clone()),
                _ => None,
            })
        };
        for class in &game.ships.0 {
            let cells = named(&class.name).expect("it has a row");
            let burning = game.economy.sight.visibility(class.bound_km(), true);
            assert_eq!(cells[0].0, factor(burning), "{}", class.name);
        }
    }

    #[test]
    fn ghosts_are_forgotten_as_the_rules_say() {
        let game = shipped();
        let lines = ghosts(&game.facts()).lines;
        let [Line::Words(words)] = &lines[..] else { panic!("{lines:?}") };
        assert!(words.contains("after 10 min 00 s") && words.contains("500 outlines"), "{words}");
    }
}
