//! The care of a yard for the ships in its ring and near it.

use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::panel::fitting::cut_to_row;
use crate::client::widgets::WORDS;
use crate::level::counted;
use crate::rules::CombatRules;
use crate::sim::economy::{Yard, YardCare};

/// The care of the yard for ships in its ring and near it; empty for an unpaid yard.
pub(super) fn care_rows(planet_data: &PlanetData, yard: &Yard) -> Vec<Row> {
    if yard.is_unpaid {
        return Vec::new();
    }
    let rules = &planet_data.arms_table.rules;
    let tip = care_tip(u32::from(yard.structure.ring) + 1, rules);
    let row = |words: String| Row::of(vec![Cell::words(cut_to_row(&words), WORDS).with_tip(tip.clone())]);
    care_words(planet_data.economy().care(yard), rules).into_iter().map(row).collect()
}

/// The care in words, a row for repairs and one for troopers, while there are any.
fn care_words(care: YardCare, rules: &CombatRules) -> Vec<String> {
    let YardCare { repaired, filled, short } = care;
    let mut words = Vec::new();
    if repaired > 0 {
        let points = rules.repair.yard_points_per_s;
        words.push(format!("Repair bay: {repaired} in repair, {points} points/s"));
    }
    if short > 0 {
        words.push(format!("Too little money to refill {}", counted(short, "troop ship")));
    } else if filled > 0 {
        let money = rules.refit.trooper_money;
        words.push(format!("Refills {}, {money} money per trooper", counted(filled, "troop ship")));
    }
    words
}

/// The tip about a yard's care, for a yard in a ring, counted from 1.
pub(super) fn care_tip(ring: u32, rules: &CombatRules) -> String {
    format!(
        "Repairs your side's ships in ring {ring} or near the yard, and all structures of the planet, free of \
         charge: they share {} points of armour per second. Refills troop ships there, the oldest first: \
         {} troopers per second for {} money each.",
        rules.repair.yard_points_per_s, rules.refit.troopers_per_s, rules.refit.trooper_money
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::panel::fitting::fits_row;

    #[test]
    fn a_row_shows_the_repairs_of_a_yard() {
        let rules = CombatRules::default();
        let words_of = |repaired: usize, filled: usize, short: usize| {
            care_words(YardCare { repaired, filled, short }, &rules)
        };
        assert!(words_of(0, 0, 0).is_empty(), "the list of the classes has the room");
        assert_eq!(words_of(3, 0, 0), ["Repair bay: 3 in repair, 20 points/s"]);
        assert_eq!(words_of(1, 2, 0)[0], "Repair bay: 1 in repair, 20 points/s");
        assert_eq!(words_of(1, 2, 0)[1], "Refills 2 troop ships, 3 money per trooper");
        assert_eq!(words_of(0, 2, 1), ["Too little money to refill 1 troop ship"]);
        for words in [words_of(888, 888, 0), words_of(888, 888, 888)].concat() {
            assert!(fits_row(&words), "{words}");
        }
        let tip = care_tip(3, &rules);
        assert!(tip.contains("in ring 3") && tip.contains("5 troopers per second for 3 money each"), "{tip}");
    }
}
