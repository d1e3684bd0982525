//! Invented names: of bodies by syllables, of factions from a list.

use std::collections::BTreeSet;

use super::chance::{Chance, Subject};

const BEGINNINGS: [&str; 30] = [
    "Al", "Bar", "Bel", "Cal", "Cor", "Dal", "Dor", "El", "Fen", "Gal", "Har", "Il", "Jas", "Kel", "Lor",
    "Mel", "Mir", "Nor", "Ol", "Pel", "Quel", "Ros", "Sel", "Tal", "Tor", "Ul", "Var", "Wen", "Yar", "Zel",
];
const MIDDLES: [&str; 7] = ["", "", "", "a", "e", "i", "o"];
const ENDINGS: [&str; 18] = [
    "dan", "den", "dra", "dris", "gan", "ka", "lan", "lis", "mar", "mor", "na", "nor", "ra", "rin", "ta",
    "ven", "vis", "wen",
];

/// Names of factions; at least as many as a level has sides.
const FACTIONS: [&str; 16] = [
    "Ardent", "Cascade", "Citadel", "Ember", "Halcyon", "Horizon", "Lodestar", "Meridian", "Obsidian",
    "Pinnacle", "Resolute", "Solace", "Tempest", "Verity", "Vigil", "Zenith",
];

/// Names of bodies, each given once.
pub(super) struct Words {
    chance: Chance,
    given: BTreeSet<String>,
}

impl Words {
    pub(super) fn of(seed: u64) -> Self {
        Self { chance: Chance::of(seed, Subject::Names), given: BTreeSet::new() }
    }

    /// Another name.
    pub(super) fn another(&mut self) -> String {
        loop {
            let parts = [&BEGINNINGS[..], &MIDDLES, &ENDINGS].map(|list| *self.chance.one_of(list));
            let name = parts.concat();
            if self.given.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// The names of factions, in any order.
pub(super) fn factions(chance: &mut Chance) -> Vec<&'static str> {
    chance.shuffled(&FACTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_names_for_the_largest_system() {
        let mut words = Words::of(1);
        let names: BTreeSet<String> = (0..1000).map(|_| words.another().to_lowercase()).collect();
        assert_eq!(names.len(), 1000);
        assert!(FACTIONS.len() >= usize::from(*crate::generate::SIDES.range.end()));
    }
}
