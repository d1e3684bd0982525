//! The tip of a class: its name as the title and its role, then its figures with their names. The encyclopedia has all
//! of its numbers.

use super::{Figure, arms};
use crate::client::frame::capital;
use crate::client::widgets::tip_texts::{PARTS, titled};
use crate::sim::{ArmedClass, ArmsTable};

/// The tip of a class: its name, words about it, its figures, its combat numbers in a few rows, and a note that may be
/// empty.
pub fn class_tip(
    (name, words): (&str, &str),
    figures: impl IntoIterator<Item = Figure>,
    armed: Option<&ArmedClass>,
    arms_table: &ArmsTable,
    note: &str,
) -> String {
    let fights = armed.map(|class| arms::summary(class, arms_table)).unwrap_or_default();
    let rows = figures.into_iter().chain(fights).map(|Figure { name, words, .. }| [name, words].join(PARTS));
    let note = Some(note.to_owned()).filter(|note| !note.is_empty());
    let lines = std::iter::once(titled(&capital(name), words)).chain(rows).chain(note);
    lines.collect::<Vec<String>>().join("\n")
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
        let wanted = [
            "Scout\tSees far.",
            "Cost\t40 money",
            "Hull\tArmour 1",
            "Weapons\tNone",
            "Weak against\tHeat, electric damage",
            "Strong against\tKinetic, EM damage",
            "Click.",
        ];
        assert_eq!(lines, wanted);
        let bare = class_tip(("scout", "Sees far."), [], None, &ArmsTable::default(), "");
        assert_eq!(bare, "Scout\tSees far.");
    }
}
