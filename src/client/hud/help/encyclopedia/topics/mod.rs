//! The topics of the encyclopedia, and their entries.
//!
//! - Enters: the rules of the present game.
//! - Leaves: [`Entry`]s as plain data.
//! - Must never: write a number that the rules have.
//!
//! | file | topic |
//! |---|---|
//! | `ships.rs`, `structures.rs` | the classes |
//! | `comparison.rs` | the ship classes beside each other |
//! | `weapons.rs` | hits, kinds of damage, materials, weapons |
//! | `wells.rs` | gravity wells and their rings |
//! | `economy.rs`, `ground.rs`, `sight.rs` | income and building; conquest; what is seen |
//! | `marks.rs` | the marks and lines on the map |
//! | `lines.rs` | lines that several topics share |

mod comparison;
mod economy;
mod ground;
pub mod lines;
mod marks;
mod ships;
mod sight;
mod structures;
mod weapons;
mod wells;

use crate::client::hud::help::encyclopedia::entry::{Entry, Facts};
use crate::client::widgets::Icon;

/// A topic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Topic {
    /// The ship classes.
    #[default]
    Ships,
    /// The structure classes.
    Structures,
    /// Weapons and damage.
    Weapons,
    /// Gravity wells and their rings.
    Wells,
    /// Income, upkeep and building.
    Economy,
    /// Garrisons, landings, bombardment.
    Ground,
    /// What is seen, and from how far.
    Sight,
    /// The marks and lines on the map.
    Marks,
}

impl Topic {
    /// All topics, in their order on the screen.
    pub const ALL: [Self; 8] = [
        Self::Ships,
        Self::Structures,
        Self::Weapons,
        Self::Wells,
        Self::Economy,
        Self::Ground,
        Self::Sight,
        Self::Marks,
    ];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ships => "Ships",
            Self::Structures => "Structures",
            Self::Weapons => "Weapons and damage",
            Self::Wells => "Rings and wells",
            Self::Economy => "Economy",
            Self::Ground => "Ground war",
            Self::Sight => "Sight",
            Self::Marks => "Marks on the map",
        }
    }

    /// Its sign.
    pub fn icon(self) -> Icon {
        match self {
            Self::Ships => Icon::Fleet,
            Self::Structures => Icon::Yard,
            Self::Weapons => Icon::Attack,
            Self::Wells => Icon::Planet,
            Self::Economy => Icon::Income,
            Self::Ground => Icon::Troopers,
            Self::Sight => Icon::Sight,
            Self::Marks => Icon::Search,
        }
    }

    /// Its entries.
    pub fn entries(self, facts: &Facts) -> Vec<Entry> {
        match self {
            Self::Ships => ships::entries(facts),
            Self::Structures => structures::entries(facts),
            Self::Weapons => weapons::entries(facts),
            Self::Wells => wells::entries(facts),
            Self::Economy => economy::entries(facts),
            Self::Ground => ground::entries(facts),
            Self::Sight => sight::entries(facts),
            Self::Marks => marks::entries(facts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::frame::capital;
    use crate::client::hud::help::encyclopedia::entry::Line;
    use crate::client::hud::help::encyclopedia::test_support::shipped;

    #[test]
    fn every_class_and_every_weapon_has_an_entry() {
        let game = shipped();
        let titles = |topic: Topic| -> Vec<String> {
            topic.entries(&game.facts()).into_iter().map(|entry| entry.title).collect()
        };
        let (ships, structures) = (titles(Topic::Ships), titles(Topic::Structures));
        let weapons = titles(Topic::Weapons);
        assert!(game.ships.0.iter().all(|class| ships.contains(&capital(&class.name))), "{ships:?}");
        let has_structure = |name: &str| structures.contains(&capital(name));
        assert!(game.structures.0.iter().all(|class| has_structure(&class.name)), "{structures:?}");
        assert!(game.arms.weapons.iter().all(|one| weapons.contains(&capital(&one.name))), "{weapons:?}");
    }

    #[test]
    fn every_topic_has_entries_with_lines() {
        let game = shipped();
        for topic in Topic::ALL {
            let entries = topic.entries(&game.facts());
            assert!(!entries.is_empty(), "{topic:?}");
            for entry in entries {
                assert!(!entry.title.is_empty() && !entry.lines.is_empty(), "{topic:?}: {entry:?}");
            }
        }
    }

    #[test]
    fn tables_have_a_cell_for_each_column() {
        let game = shipped();
        for entry in Topic::ALL.into_iter().flat_map(|topic| topic.entries(&game.facts())) {
            let mut wanted = None;
            for line in &entry.lines {
                match line {
                    Line::Head { columns, .. } => wanted = Some(columns.len()),
                    Line::Cells { cells, .. } => assert_eq!(Some(cells.len()), wanted, "{entry:?}"),
                    _ => {}
                }
            }
        }
    }
}
