//! Who sits at the screen.

use bevy::prelude::*;

use crate::sim::ids::{BodyId, FactionId};

/// Who only looks on. No faction has this number, and neither have ships without a fleet.
pub const SPECTATOR: FactionId = FactionId(usize::MAX - 1);

/// Who sits at the screen.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Player {
    /// Their faction.
    pub faction: FactionId,
    /// Their home: a body of the sky and its radius, km.
    pub home: Option<(BodyId, f64)>,
}
