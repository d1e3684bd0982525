//! The acting player.

use bevy::prelude::*;

use crate::sim::visibility::Viewer;
use crate::sim::{BodyId, FactionId};

/// The faction number of a spectator. No faction has this number, and neither have ships without a fleet.
pub const SPECTATOR: FactionId = FactionId(usize::MAX - 1);
/// The answer to an order of a spectator, with marks for keys.
pub const SPECTATOR_ANSWER: &str = "Spectators cannot give orders. Press <next seat> to take control.";

/// The eyes of an acting player: a spectator sees everything.
pub fn eyes_of(player: FactionId) -> Viewer {
    if player == SPECTATOR { Viewer::Everything } else { Viewer::Faction(player) }
}

/// The acting player.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Player {
    /// Faction.
    pub faction: FactionId,
    /// Home: a body of the sky and its radius, km.
    pub home: Option<(BodyId, f64)>,
}
