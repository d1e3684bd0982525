//! Sides: which factions are foes.
//!
//! Built from the factions and their teams; constant for the life of a world.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize, Serializer};
use typed_index_collections::TiVec;

use crate::level::{Amount, Faction, Handicap, MindChoice, is_usual};
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
pub struct Factions(#[serde(serialize_with = "without_styles")] pub TiVec<FactionId, Faction>);

/// A faction as a part of the state: all but the style of its hulls, which is for the eyes alone. Worlds that differ
/// in it are equal.
#[derive(Serialize)]
struct FactionState<'a> {
    name: &'a str,
    color: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    home: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    team: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    treasury: Option<&'a Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mind: Option<&'a MindChoice>,
    #[serde(skip_serializing_if = "is_usual")]
    handicap: Handicap,
}

impl<'a> From<&'a Faction> for FactionState<'a> {
    fn from(faction: &'a Faction) -> Self {
        let Faction { name, color, style: _, home, team, treasury, mind, handicap } = faction;
        let (home, team) = (home.as_deref(), team.as_deref());
        let (treasury, mind, handicap) = (treasury.as_ref(), mind.as_ref(), *handicap);
        Self { name, color, home, team, treasury, mind, handicap }
    }
}

fn without_styles<S: Serializer>(
    factions: &TiVec<FactionId, Faction>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(factions.iter().map(FactionState::from))
}

impl Factions {
    /// The handicap of a faction; none for an unknown one.
    pub fn handicap(&self, faction: FactionId) -> Handicap {
        self.0.get(faction).map_or_else(Handicap::default, |faction| faction.handicap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::HullStyle;
    use crate::level::test_support::faction_of;
    use crate::sim::digest::digest_of;

    #[test]
    fn teams_do_not_fight_themselves() {
        let teams = [Some("red"), None, Some("red"), None];
        let sides = Sides::of(&teams.map(faction_of));
        assert!(!sides.are_foes(FactionId(0), FactionId(2)) && !sides.are_foes(FactionId(1), FactionId(1)));
        assert!(sides.has_foes(FactionId(2)) && !Sides::of(&[faction_of(None)]).has_foes(FactionId(0)));
        assert!(sides.are_foes(FactionId(0), FactionId(1)) && sides.are_foes(FactionId(1), FactionId(3)));
    }

    #[test]
    fn the_style_of_hulls_is_no_state() {
        let digest = |style: Option<HullStyle>, team: Option<&str>| {
            let faction = Faction { style, ..faction_of(team) };
            digest_of(&Factions(vec![faction].into()))
        };
        assert_eq!(digest(None, None), digest(Some(HullStyle::Shell), None));
        assert_ne!(digest(None, None), digest(None, Some("red")));
    }

    #[test]
    fn every_team_has_a_number_of_its_own() {
        let teams: Vec<String> = (0..60_000).map(|team| format!("team {}", team / 2)).collect();
        let factions: Vec<Faction> = teams.iter().map(|team| faction_of(Some(team))).collect();
        let sides = Sides::of(&factions);
        assert!((0..60_000).all(|index| usize::from(sides.side(FactionId(index))) == index / 2 * 2));
    }
}
