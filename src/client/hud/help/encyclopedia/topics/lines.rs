//! Lines that several topics share.

use crate::client::frame::{capital, length};
use crate::client::hud::help::encyclopedia::entry::{Facts, Line, Tone};
use crate::client::hud::help::encyclopedia::numbers::{listed, plain, share};
use crate::client::hud::planet::panel::arms_words::arms_words;
use crate::client::hud::planet::words::{amount_words, per_minute};
use crate::client::widgets::Icon;
use crate::level::{DamageKind, Price};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::ArmedClass;
use crate::sim::world::money::Amount;

/// The sign of a kind of damage.
pub fn icon_of(kind: DamageKind) -> Icon {
    match kind {
        DamageKind::Kinetic => Icon::Kinetic,
        DamageKind::Em => Icon::Em,
        DamageKind::Heat => Icon::Heat,
        DamageKind::Electric => Icon::Electric,
    }
}

/// The upkeep of a class in a minute.
pub fn upkeep(facts: &Facts, upkeep: Price) -> Line {
    let words = if upkeep.is_free() {
        "None".to_owned()
    } else {
        let cost = Amount::ZERO.minus(Amount::from(upkeep));
        format!("{} a minute", amount_words(per_minute(cost, facts.tick_s())))
    };
    Line::figure("Upkeep", Icon::Income, words)
}

/// The range of sight of a class.
pub fn sight(sight_km: f64) -> Line {
    let words = if sight_km > 0.0 { length(sight_km) } else { "Blind".to_owned() };
    Line::figure("Sight", Icon::Sight, words)
}

/// The combat numbers of a class, and the damage that it takes.
pub fn combat(facts: &Facts, class: &ArmedClass) -> Vec<Line> {
    let mut lines = vec![Line::figure("Combat", Icon::Attack, arms_words(class, facts.arms))];
    if class.shield > 0.0 {
        let (points, pause) = (class.recovery * TICKS_PER_SECOND, f64::from(class.pause_ticks));
        let words = format!(
            "Recovers {} a second, from {} s after the last hit on",
            plain(points),
            plain(pause / TICKS_PER_SECOND)
        );
        lines.push(Line::figure("Shield", Icon::Shield, words));
    }
    if !class.prey.is_empty() {
        let prey = listed(class.prey.iter().map(|kind| kind.name()));
        lines.push(Line::figure("First targets", Icon::Objective, capital(&prey)));
    }
    lines.push(damage_head("Damage taken"));
    lines.push(damage_cells("Armour", class.armour_shares));
    lines.extend((class.shield > 0.0).then(|| damage_cells("Shield", class.shield_shares)));
    lines
}

/// The head of a table with a column for each kind of damage.
pub fn damage_head(name: &'static str) -> Line {
    let column = |kind: DamageKind| (capital(kind.name()), Some(icon_of(kind)));
    Line::Head { name, columns: DamageKind::ALL.map(column).to_vec() }
}

/// The shares of a hit of each kind that something suffers.
pub fn damage_cells(name: &str, shares: [f64; 4]) -> Line {
    let tone = |suffered: f64| match suffered {
        suffered if suffered > 1.0 => Tone::Bad,
        suffered if suffered < 1.0 => Tone::Good,
        _ => Tone::Plain,
    };
    let cells = shares.map(|suffered| (share(suffered), tone(suffered)));
    Line::Cells { name: name.to_owned(), cells: cells.to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::help::encyclopedia::test_support::shipped;
    use crate::sim::combat::test_support::unarmed;

    #[test]
    fn the_damage_that_a_class_takes_has_four_columns() {
        let class = ArmedClass { armour_shares: [0.7, 0.5, 1.2, 1.0], ..unarmed() };
        let game = shipped();
        let lines = combat(&game.facts(), &class);
        assert_eq!(lines.len(), 3, "without a shield: {lines:?}");
        let [Line::Head { columns, .. }, Line::Cells { cells, .. }] = &lines[1..] else {
            panic!("{lines:?}");
        };
        assert_eq!(columns[1], ("EM".to_owned(), Some(Icon::Em)));
        let words: Vec<&str> = cells.iter().map(|(words, _)| words.as_str()).collect();
        assert_eq!(words, ["70 %", "50 %", "120 %", "100 %"]);
        let tones: Vec<Tone> = cells.iter().map(|(_, tone)| *tone).collect();
        assert_eq!(tones, [Tone::Good, Tone::Good, Tone::Bad, Tone::Plain]);
    }

    #[test]
    fn a_shield_has_its_recovery_and_its_row() {
        let class = ArmedClass { shield: 50.0, recovery: 0.4, pause_ticks: 150, ..unarmed() };
        let game = shipped();
        let lines = combat(&game.facts(), &class);
        let wanted = "Recovers 12 a second, from 5 s after the last hit on";
        assert_eq!(lines[1], Line::figure("Shield", Icon::Shield, wanted));
        assert!(matches!(lines.last(), Some(Line::Cells { name, .. }) if name == "Shield"));
    }

    #[test]
    fn upkeep_is_a_cost() {
        let price = Price { money: 4, resources: 1, rare: 0 };
        let game = shipped();
        let wanted = "-120 money -30 resources a minute";
        assert_eq!(upkeep(&game.facts(), price), Line::figure("Upkeep", Icon::Income, wanted));
        assert_eq!(upkeep(&game.facts(), Price::ZERO), Line::figure("Upkeep", Icon::Income, "None"));
    }
}
