//! Who fights whom.
//!
//! Factions with their teams come in; whether two of them are foes is answered. Must never change while a
//! world lives.

use bevy::prelude::*;

use crate::level::Faction;

/// The side of every faction: those of one team have the same number.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides(Vec<u16>);

impl Sides {
    /// The sides of factions, in their order.
    pub fn of(factions: &[Faction]) -> Self {
        let side = |index: usize, faction: &Faction| {
            let first = factions.iter().position(|other| other.team.is_some() && other.team == faction.team);
            u16::try_from(first.unwrap_or(index)).unwrap_or(u16::MAX)
        };
        Self(factions.iter().enumerate().map(|(index, faction)| side(index, faction)).collect())
    }

    /// The number of a faction's side; the same for allies.
    pub fn side(&self, faction: usize) -> u16 {
        self.0.get(faction).copied().unwrap_or(u16::MAX)
    }

    /// Whether two factions fight each other.
    pub fn are_foes(&self, one: usize, other: usize) -> bool {
        self.side(one) != self.side(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::trial::faction_of;

    #[test]
    fn teams_do_not_fight_themselves() {
        let teams = [Some("red"), None, Some("red"), None];
        let sides = Sides::of(&teams.map(faction_of));
        assert!(!sides.are_foes(0, 2) && !sides.are_foes(1, 1));
        assert!(sides.are_foes(0, 1) && sides.are_foes(1, 3));
    }
}
