//! What a fleet keeps of its fight, and of being shot at without one.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::level::{EngagementState, MarkState, UnderFireState};
use crate::sim::ids::TargetId;

/// A fleet in a fight. The component is gone when the fight is over.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Engagement {
    /// The foe that the fleet goes for; ships that aim at nothing go for it. `None` while none is near.
    pub foe: Option<TargetId>,
    /// Ticks for which no foe has been near.
    pub calm_ticks: u32,
    /// How strong the fleet was when the fight began: what its ships are worth, each by the share that was
    /// left of it.
    pub strength: f64,
    /// Whether its ships manoeuvre against foes; those of others stay where they are, and fire.
    pub moves: bool,
    /// Whether it would have withdrawn and had nowhere to go, so that it does not ask again.
    pub is_cornered: bool,
}

impl Engagement {
    /// As a save says it.
    pub fn resumed(state: &EngagementState) -> Self {
        Self {
            foe: state.foe.map(TargetId::from),
            calm_ticks: state.calm_ticks,
            strength: state.strength,
            moves: !state.stays,
            is_cornered: state.is_cornered,
        }
    }

    /// For a save.
    pub fn state(&self) -> EngagementState {
        EngagementState {
            foe: self.foe.map(MarkState::from),
            calm_ticks: self.calm_ticks,
            strength: self.strength,
            stays: !self.moves,
            is_cornered: self.is_cornered,
        }
    }
}

/// A fleet that is in no fight, and is shot at. The component is gone when nobody has hit it for a while.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnderFire {
    /// How strong the fleet was when it was hit first, or when its fight began: what its ships are worth, each
    /// by the share that was left of it.
    pub strength: f64,
    /// Whether it has withdrawn already, or would have and had nowhere to go, so that it does not ask again.
    pub has_asked: bool,
}

impl UnderFire {
    /// As a save says it.
    pub fn resumed(state: &UnderFireState) -> Self {
        Self { strength: state.strength, has_asked: state.has_asked }
    }

    /// For a save.
    pub fn state(&self) -> UnderFireState {
        UnderFireState { strength: self.strength, has_asked: self.has_asked }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::ShipId;

    #[test]
    fn a_save_keeps_an_engagement() {
        let engagement = Engagement {
            foe: Some(TargetId::Ship(ShipId(7))),
            calm_ticks: 20,
            strength: 1234.5,
            moves: false,
            is_cornered: true,
        };
        assert_eq!(Engagement::resumed(&engagement.state()), engagement);
    }
}
