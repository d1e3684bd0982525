//! Bodies as property: owners, values and the state of the ground; and the ledgers of factions.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use crate::level::ranges::{FieldFault, MOST_TROOPERS, Numbers, SHARE, TERRAIN, WORTH, join};
use crate::level::{BodyKind, is_usual};
use crate::rules::EconomyRules;
use crate::rules::combat::Terrain;
use crate::sim::{BodyId, FactionId, Ledger, Sides};

/// A body as a property.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Holding {
    /// The faction that owns it.
    pub owner: Option<FactionId>,
    /// Value in money, before structures raise it.
    pub economics: u32,
    /// Value in resources.
    pub resources: u32,
    /// Factor on the strength of defenders on its ground, above 0.
    pub terrain: f64,
}

ranges!(Holding { economics: WORTH, resources: WORTH, terrain: TERRAIN });

impl Default for Holding {
    fn default() -> Self {
        Self { owner: None, economics: 0, resources: 0, terrain: 1.0 }
    }
}

/// All bodies as properties, in the order of the sky.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Holdings(pub TiVec<BodyId, Holding>);

/// The ledgers of all factions, in their order.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ledgers(pub TiVec<FactionId, Ledger>);

/// The economic rules of this world.
#[derive(Resource, Clone, Debug)]
pub struct EconomyChoice(pub EconomyRules);

/// State of the ground of a body, or of the well of a body without ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ground {
    /// Defenders, troopers; never below 0.
    #[serde(skip_serializing_if = "is_usual")]
    pub defenders: f64,
    /// Landed invaders: the faction that landed first, and the troopers of its side, above 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invaders: Option<(FactionId, f64)>,
    /// Unrest, 0 to 1: the share of its income that is lost.
    #[serde(skip_serializing_if = "is_usual")]
    pub unrest: f64,
    /// Damage to its values by bombardment, 0 to 1.
    #[serde(skip_serializing_if = "is_usual")]
    pub ruin: f64,
    /// Ticks until it yields income to its new owner.
    #[serde(skip_serializing_if = "is_usual")]
    pub delay_ticks: u32,
    /// The faction that holds the well of a comet alone, and the ticks for which it has done so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<(FactionId, u32)>,
}

ranges!(Ground { defenders: 0.0..=MOST_TROOPERS, unrest: SHARE, ruin: SHARE }, Ground::check_invaders);

impl Ground {
    fn check_invaders(&self, path: &str, faults: &mut Vec<FieldFault>) {
        let limits = f64::MIN_POSITIVE..=MOST_TROOPERS;
        let outside = self.invaders.and_then(|(_, troopers)| troopers.outside(&limits));
        faults.extend(outside.map(|value| FieldFault::out_of_range(join(path, "invaders"), value, &limits)));
    }

    /// The rest of a body's value after ruin, unrest and recent capture, rounded down.
    pub fn brings(&self, worth: u32) -> u32 {
        if self.delay_ticks > 0 {
            return 0;
        }
        let share = (1.0 - self.unrest) * (1.0 - self.ruin);
        // Both shares are from 0 to 1, so the result is at most `worth`.
        (f64::from(worth) * share) as u32
    }

    /// Whether troopers fight on it.
    pub fn is_fought_over(&self) -> bool {
        self.invaders.is_some()
    }

    /// Whether foes of a faction have invaded it.
    pub fn is_beset(&self, faction: FactionId, sides: &Sides) -> bool {
        self.invaders.is_some_and(|(invader, _)| sides.are_foes(invader, faction))
    }
}

/// The grounds of all bodies, in the order of the sky.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Grounds(pub TiVec<BodyId, Ground>);

impl Grounds {
    /// The ground of a body; peaceful and empty for an unknown body.
    pub fn of(&self, body: BodyId) -> Ground {
        self.0.get(body).copied().unwrap_or_default()
    }
}

/// Whether a body has ground to land on.
pub fn has_ground(kind: BodyKind) -> bool {
    matches!(kind, BodyKind::Planet | BodyKind::Dwarf | BodyKind::Moon)
}

/// Factor on the strength of defenders on a kind of body; 1 for a kind without ground.
pub fn terrain_of(kind: BodyKind, terrain: &Terrain) -> f64 {
    match kind {
        BodyKind::Planet => terrain.planet,
        BodyKind::Dwarf => terrain.dwarf,
        BodyKind::Moon => terrain.moon,
        BodyKind::Star | BodyKind::Comet => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unrest_ruin_and_delay_lower_the_yield_of_a_body() {
        let peace = Ground::default();
        assert_eq!((peace.brings(0), peace.brings(97), peace.brings(u32::MAX)), (0, 97, u32::MAX));
        let restless = Ground { unrest: 0.5, ruin: 0.5, ..peace };
        assert_eq!(restless.brings(99), 24);
        assert_eq!(Ground { ruin: 1.0, ..peace }.brings(99), 0);
        assert_eq!(Ground { delay_ticks: 1, ..peace }.brings(99), 0);
    }
}
