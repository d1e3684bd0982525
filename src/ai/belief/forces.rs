//! One side of a fight, counted by classes, and the likely result against another side.

use std::collections::BTreeMap;

use typed_index_collections::TiSlice;

use crate::ai::situation::{Contact, OwnShip, OwnStructure};
use crate::sim::combat::estimate::{Contingent, duel_estimate};
use crate::sim::{ArmedClass, ArmsTable, ClassId, TargetId};

/// Armed ships and structures of one side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forces {
    ships: BTreeMap<ClassId, ClassSum>,
    guns: BTreeMap<ClassId, ClassSum>,
}

/// The number of units of a class, and the sums of their remaining shares of armour and shields.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct ClassSum {
    count: u32,
    armour: f64,
    shield: f64,
}

impl ClassSum {
    fn add(&mut self, count: u32, armour: f64, shield: f64) {
        self.count += count;
        self.armour += f64::from(count) * armour;
        self.shield += f64::from(count) * shield;
    }
}

impl Forces {
    /// The armed ones of some own ships.
    pub fn of_ships<'o>(ships: impl Iterator<Item = &'o OwnShip>) -> Self {
        let mut forces = Self::default();
        for ship in ships.filter(|ship| ship.is_armed) {
            forces.ships.entry(ship.class).or_default().add(1, ship.armour, ship.shield);
        }
        forces
    }

    /// The armed ones of some foreign units.
    pub fn of_contacts<'c>(contacts: impl Iterator<Item = &'c Contact>) -> Self {
        let mut forces = Self::default();
        contacts.for_each(|contact| forces.add_contact(contact));
        forces
    }

    /// Adds a foreign unit, if it is armed.
    pub fn add_contact(&mut self, contact: &Contact) {
        if !contact.is_armed {
            return;
        }
        let units = match contact.id {
            TargetId::Ship(_) => &mut self.ships,
            TargetId::Structure(_) => &mut self.guns,
        };
        units.entry(contact.class).or_default().add(1, contact.armour, contact.shield);
    }

    /// Undamaged ships of a class.
    pub fn whole(class: ClassId, count: u32) -> Self {
        let mut forces = Self::default();
        forces.add_ships(class, count);
        forces
    }

    /// Adds undamaged ships of a class.
    pub fn add_ships(&mut self, class: ClassId, count: u32) {
        if count > 0 {
            self.ships.entry(class).or_default().add(count, 1.0, 1.0);
        }
    }

    /// Adds the finished guns among some own structures.
    pub fn add_guns<'o>(&mut self, structures: impl Iterator<Item = &'o OwnStructure>) {
        for structure in structures.filter(|one| one.is_armed && one.is_finished) {
            self.guns.entry(structure.class).or_default().add(1, 1.0, 1.0);
        }
    }

    /// Adds the units of another list of the same side.
    pub fn add(&mut self, other: &Self) {
        for (units, more) in [(&mut self.ships, &other.ships), (&mut self.guns, &other.guns)] {
            for (class, some) in more {
                let sum = units.entry(*class).or_default();
                sum.count += some.count;
                sum.armour += some.armour;
                sum.shield += some.shield;
            }
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ships.is_empty() && self.guns.is_empty()
    }

    /// The likely outcome of a fight against another side: the share of its strength that this side keeps if it
    /// wins, less the share that the other keeps if that wins: from 1 (a walk-over) to -1. 1 without foes.
    pub fn margin(&self, foes: &Self, table: &ArmsTable) -> f64 {
        if foes.is_empty() {
            return 1.0;
        }
        if self.is_empty() {
            return -1.0;
        }
        let (own, foes) = (self.contingents(table), foes.contingents(table));
        let estimate = duel_estimate(&own, &foes, table);
        estimate.share_left_one - estimate.share_left_other
    }

    fn contingents<'t>(&self, table: &'t ArmsTable) -> Vec<Contingent<'t>> {
        let ships = contingents(&table.ships, &self.ships);
        ships.chain(contingents(&table.structures, &self.guns)).collect()
    }
}

/// The outcome of a fight in the words of the screen, from its margin: `win likely, 64 % of the fleet survives`.
pub fn outcome_words(margin: f64) -> String {
    let percent = 100.0 * margin.abs();
    if margin < 0.0 {
        format!("defeat likely, {percent:.0} % of the enemy survives")
    } else {
        format!("win likely, {percent:.0} % of the fleet survives")
    }
}

fn contingents<'t, 'f>(
    classes: &'t TiSlice<ClassId, ArmedClass>,
    units: &'f BTreeMap<ClassId, ClassSum>,
) -> impl Iterator<Item = Contingent<'t>> + use<'t, 'f> {
    units.iter().filter_map(move |(class, units)| {
        let mean = |sum: f64| (sum / f64::from(units.count.max(1))).clamp(0.0, 1.0);
        let (armour, shield) = (mean(units.armour), mean(units.shield));
        Some(Contingent { class: classes.get(*class)?, count: units.count, armour, shield, level: 0 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support;
    use crate::sim::ArmsTable;

    fn table() -> ArmsTable {
        let rules = test_support::shipped();
        ArmsTable::new(&rules)
    }

    fn class(name: &str) -> ClassId {
        let rules = test_support::shipped();
        let place = rules.ship_classes.iter().position(|class| class.name == name);
        ClassId::from(place.expect("the rules have it"))
    }

    #[test]
    fn what_one_side_wins_the_other_loses() {
        let table = table();
        let (many, few) = (Forces::whole(class("cruiser"), 5), Forces::whole(class("cruiser"), 3));
        let margin = many.margin(&few, &table);
        // By Lanchester's square law a share of sqrt(1 - 9/25) is left.
        assert!((margin - 0.8).abs() < 0.05, "{margin}");
        assert_eq!(few.margin(&many, &table), -margin);
        assert_eq!(many.margin(&Forces::default(), &table), 1.0);
        assert_eq!(Forces::default().margin(&few, &table), -1.0);
    }

    #[test]
    fn no_share_in_words_is_below_zero() {
        assert_eq!(outcome_words(0.914), "win likely, 91 % of the fleet survives");
        assert_eq!(outcome_words(-0.53), "defeat likely, 53 % of the enemy survives");
    }

    #[test]
    fn parts_of_a_side_add_up() {
        let table = table();
        let mut sum = Forces::whole(class("cruiser"), 2);
        sum.add(&Forces::whole(class("cruiser"), 3));
        sum.add_ships(class("frigate"), 0);
        assert_eq!(sum, Forces::whole(class("cruiser"), 5));
        let foes = Forces::whole(class("cruiser"), 4);
        assert!(sum.margin(&foes, &table) > 0.0);
    }
}
