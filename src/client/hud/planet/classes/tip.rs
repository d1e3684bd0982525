//! The tip of a class: its name as the title and its role, then its figures with their names, then the damage that it
//! takes.

use super::numbers::share;
use super::{Figure, arms};
use crate::client::frame::capital;
use crate::client::widgets::tip_texts::{PARTS, titled};
use crate::level::DamageKind;
use crate::sim::{ArmedClass, ArmsTable};

/// The tip of a class: its name, words about it, its figures, its combat numbers, and a note that may be empty.
pub fn class_tip(
    (name, words): (&str, &str),
    figures: impl IntoIterator<Item = Figure>,
    armed: Option<&ArmedClass>,
    arms_table: &ArmsTable,
    note: &str,
) -> String {
    let fights = armed.map(|class| arms::figures(class, arms_table)).unwrap_or_default();
    let rows = figures.into_iter().chain(fights).map(|Figure { name, words, .. }| [name, words].join(PARTS));
    let taken = armed.map(damage_rows).unwrap_or_default();
    let note = Some(note.to_owned()).filter(|note| !note.is_empty());
    let lines = std::iter::once(titled(&capital(name), words)).chain(rows).chain(taken).chain(note);
    lines.collect::<Vec<String>>().join("\n")
}

/// The damage of each kind that a class takes, in columns.
fn damage_rows(class: &ArmedClass) -> Vec<String> {
    let row = |name: &str, cells: [String; 4]| format!("{name}{PARTS}{}", cells.join(PARTS));
    let head = row(arms::DAMAGE_TAKEN, DamageKind::ALL.map(|kind| capital(kind.name())));
    let taken = arms::damage_taken(class).into_iter().map(|(name, shares)| row(name, shares.map(share)));
    std::iter::once(head).chain(taken).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::widgets::Icon;
    use crate::sim::combat::test_support::unarmed;

    #[test]
    fn a_tip_has_a_row_for_every_figure() {
        let figures = [Figure::new("Cost", Icon::Money, "40 money")];
        let class = ArmedClass { armour_shares: [0.7, 0.5, 1.2, 1.0], ..unarmed() };
        let tip = class_tip(("scout", "Sees far."), figures, Some(&class), &ArmsTable::default(), "Click.");
        let lines: Vec<&str> = tip.lines().collect();
        assert_eq!(lines[..2], ["Scout\tSees far.", "Cost\t40 money"]);
        assert!(lines.contains(&"Weapons\tNone"), "{tip}");
        let table = ["Damage taken\tKinetic\tEM\tHeat\tElectric", "Armour\t70 %\t50 %\t120 %\t100 %"];
        assert_eq!(lines[lines.len() - 3..], [table[0], table[1], "Click."]);
        let bare = class_tip(("scout", "Sees far."), [], None, &ArmsTable::default(), "");
        assert_eq!(bare, "Scout\tSees far.");
    }
}
