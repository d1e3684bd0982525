//! The acting player.

use bevy::prelude::*;

use crate::sim::visibility::Viewer;
use crate::sim::{BodyId, FactionId, Sides};

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

/// What an owner is to the player: each has its own shapes on the maps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relation {
    /// The player.
    Own,
    /// Another faction of the player's side.
    Ally,
    /// Anybody else.
    #[default]
    Other,
}

impl Relation {
    /// What an owner is to a player.
    pub fn of(owner: FactionId, player: FactionId, sides: &Sides) -> Self {
        if owner == player {
            Self::Own
        } else if sides.are_foes(owner, player) {
            Self::Other
        } else {
            Self::Ally
        }
    }
}
