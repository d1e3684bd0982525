//! Lines that several topics share.

use crate::client::frame::{capital, length};
use crate::client::hud::help::encyclopedia::entry::{Facts, Line, Tone};
use crate::client::hud::planet::classes::arms;
use crate::client::hud::planet::classes::numbers::{listed, share};
use crate::client::widgets::Icon;
use crate::level::DamageKind;
use crate::sim::ArmedClass;

/// The sign of a kind of damage.
pub fn icon_of(kind: DamageKind) -> Icon {
    match kind {
        DamageKind::Kinetic => Icon::Kinetic,
        DamageKind::Em => Icon::Em,
        DamageKind::Heat => Icon::Heat,
        DamageKind::Electric => Icon::Electric,
    }
}

/// The range of sight of a class.
pub fn sight(sight_km: f64) -> Line {
    let words = if sight_km > 0.0 { length(sight_km) } else { "Blind".to_owned() };
    Line::figure("Sight", Icon::Sight, words)
}

/// The combat numbers of a class, and the damage that it takes.
pub fn combat(facts: &Facts, class: &ArmedClass) -> Vec<Line> {
    let mut lines: Vec<Line> = arms::figures(class, facts.arms).into_iter().map(Line::Figure).collect();
    if !class.prey.is_empty() {
        let prey = listed(class.prey.iter().map(|kind| kind.name()));
        lines.push(Line::figure("First targets", Icon::Objective, capital(&prey)));
    }
    lines.push(damage_head(arms::DAMAGE_TAKEN));
    lines.extend(arms::damage_taken(class).into_iter().map(|(name, shares)| damage_cells(name, shares)));
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
        assert_eq!(lines.len(), 4, "without a shield: {lines:?}");
        let [Line::Head { columns, .. }, Line::Cells { cells, .. }] = &lines[2..] else {
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
        let wanted = "50; recovers 12 a second, from 5 s after the last hit on";
        assert_eq!(lines[1], Line::figure("Shield", Icon::Shield, wanted));
        assert!(matches!(lines.last(), Some(Line::Cells { name, .. }) if name == "Shield"));
    }
}
