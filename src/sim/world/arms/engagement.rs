//! State of a fleet in a fight, and of a fleet under fire without a fight.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::level::ranges::STRENGTH;
use crate::sim::TargetId;

/// A fleet in a fight. The component is removed when the fight is over.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Engagement {
    /// The foe that the fleet attacks; ships without a target of their own attack it. `None` while no foe is near.
    pub foe: Option<TargetId>,
    /// Ticks without a foe near.
    pub calm_ticks: u32,
    /// Strength of the fleet at the beginning of the fight: the value of its ships, each scaled by its remaining
    /// share.
    pub strength: f64,
    /// Whether the ships manoeuvre against foes; otherwise they hold their places and fire.
    pub moves: bool,
    /// Whether a withdrawal failed for lack of a destination; the fleet then does not try again.
    pub is_cornered: bool,
}

ranges!(Engagement { strength: STRENGTH });

/// A fleet under fire without a fight of its own. The component is removed after a while without hits.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnderFire {
    /// Strength of the fleet at the first hit, or at the beginning of its fight: the value of its ships, each
    /// scaled by its remaining share.
    pub strength: f64,
    /// Whether the fleet has withdrawn already, or failed for lack of a destination; it then does not try again.
    pub has_asked: bool,
}

ranges!(UnderFire { strength: STRENGTH });
