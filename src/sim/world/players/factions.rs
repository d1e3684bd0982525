//! Sides: which factions are foes.
//!
//! Built from the factions and their teams; constant for the life of a world.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use crate::level::{Faction, Handicap};
use crate::sim::FactionId;

/// The side of every faction: factions of one team have the same number.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides(TiVec<FactionId, u16>);

impl Sides {
    /// The sides of factions, in their order.
    pub fn of(factions: &[Faction]) -> Self {
        let mut first_of_team: BTreeMap<&str, u16> = BTreeMap::new();
        // A checked level has far fewer factions than there are numbers.
        let sides = (0_u16..=u16::MAX).zip(factions).map(|(index, faction)| {
            faction.team.as_deref().map_or(index, |team| *first_of_team.entry(team).or_insert(index))
        });
        Self(sides.collect())
    }

    /// The number of a faction's side, which allies share.
    pub fn side(&self, faction: FactionId) -> u16 {
        self.0.get(faction).copied().unwrap_or(u16::MAX)
    }

    /// Whether two factions fight each other.
    pub fn are_foes(&self, one: FactionId, other: FactionId) -> bool {
        self.side(one) != self.side(other)
    }

    /// Whether any faction of the level fights this one.
    pub fn has_foes(&self, faction: FactionId) -> bool {
        self.0.keys().any(|other| self.are_foes(faction, other))
    }
}

/// The sides in this world.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Factions(pub TiVec<FactionId, Faction>);

impl Factions {
    /// The handicap of a faction; none for an unknown one.
    pub fn handicap(&self, faction: FactionId) -> Handicap {
        self.0.get(faction).map_or_else(Handicap::default, |faction| faction.handicap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction_of;

    #[test]
    fn teams_do_not_fight_themselves() {
        let teams = [Some("red"), None, Some("red"), None];
        let sides = Sides::of(&teams.map(faction_of));
        assert!(!sides.are_foes(FactionId(0), FactionId(2)) && !sides.are_foes(FactionId(1), FactionId(1)));
        assert!(sides.has_foes(FactionId(2)) && !Sides::of(&[faction_of(None)]).has_foes(FactionId(0)));
        assert!(sides.are_foes(FactionId(0), FactionId(1)) && sides.are_foes(FactionId(1), FactionId(3)));
    }

    #[test]
    fn every_team_has_a_number_of_its_own() {
        let teams: Vec<String> = (0..60_000).map(|team| format!("team {}", team / 2)).collect();
        let factions: Vec<Faction> = teams.iter().map(|team| faction_of(Some(team))).collect();
        let sides = Sides::of(&factions);
        assert!((0..60_000).all(|index| usize::from(sides.side(FactionId(index))) == index / 2 * 2));
    }
}
