//! The decision of a war, which everybody knows.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::sim::ids::FactionId;

/// The winner, if there is one.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict(pub Option<Decision>);

/// The decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The side that has won, see [`Sides`](super::factions::Sides).
    pub side: u16,
    /// The names of its factions, in the order of the level.
    pub winners: Vec<String>,
    /// The condition met: an index in [`Level::victory`](crate::level::Level::victory).
    pub condition: usize,
    /// The merit, as words after the winner's name, or who surrendered: `"held Hearth for 60 s"`,
    /// `"Ares surrendered"`.
    pub reason: String,
    /// The factions whose surrender is the merit, or a part of it. A save leaves them out: they follow from its
    /// history.
    #[serde(skip)]
    pub surrendered: Vec<FactionId>,
    /// The tick of the decision.
    pub tick: u64,
}
