//! What a fleet keeps of its fight, and of being shot at without one.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::level::ranges::STRENGTH;
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

ranges!(Engagement { strength: STRENGTH });

/// A fleet that is in no fight, and is shot at. The component is gone when nobody has hit it for a while.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnderFire {
    /// How strong the fleet was when it was hit first, or when its fight began: what its ships are worth, each
    /// by the share that was left of it.
    pub strength: f64,
    /// Whether it has withdrawn already, or would have and had nowhere to go, so that it does not ask again.
    pub has_asked: bool,
}

ranges!(UnderFire { strength: STRENGTH });
