//! The rules as shipped, for tests.

use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Line};
use crate::client::hud::planet::classes::Figure;
use crate::level::Level;
use crate::orbit::{GameClock, J2000_JD};
use crate::rules::EconomyRules;
use crate::rules::test_support::shipped as rules;
use crate::sim::{ArmsTable, ShipClasses, StructureClasses};

/// The rules of a game.
pub struct Game {
    /// The ship classes.
    pub ships: ShipClasses,
    /// The structure classes.
    pub structures: StructureClasses,
    /// Weapons and fights.
    pub arms: ArmsTable,
    /// The economy.
    pub economy: EconomyRules,
    /// The level.
    pub level: Level,
}

/// A game with the shipped rules.
pub fn shipped() -> Game {
    let rules = rules();
    Game {
        arms: ArmsTable::new(&rules),
        ships: ShipClasses(rules.ship_classes.into()),
        structures: StructureClasses(rules.structure_classes.into()),
        economy: rules.economy,
        level: Level::default(),
    }
}

/// The words of an entry that has no tables.
pub fn words(entry: Entry) -> String {
    let words = entry.lines.into_iter().map(|line| match line {
        Line::Words(words) | Line::Figure(Figure { words, .. }) => words,
        other => panic!("{other:?}"),
    });
    words.collect::<Vec<String>>().join(" ")
}

impl Game {
    /// Its facts, at the usual pace of the calendar.
    pub fn facts(&self) -> Facts<'_> {
        let Self { ships, structures, arms, economy, level } = self;
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        Facts { ships, structures, arms, economy, clock, level }
    }
}
