//! The steps of the guide, as the settings remember them.

use serde::{Deserialize, Serialize};

/// A step of the guide through the first minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GuideStep {
    /// Turn the view, and zoom.
    Look,
    /// Select a fleet.
    Select,
    /// Bring the goal of the fleet into view.
    Overview,
    /// Send the fleet to a body.
    Send,
    /// Let the clock run, at a pace of one's choice.
    Pace,
    /// Open the panel of the home planet.
    Planet,
    /// Choose a class of structures.
    Class,
    /// Place the structure in a slot.
    Place,
    /// Order a ship from a yard.
    Ships,
    /// Claim the body to which the fleet was sent.
    Claim,
    /// Open the page of keys or the encyclopedia.
    Help,
}

impl GuideStep {
    /// All steps, in the order in which they are shown.
    pub const ALL: [Self; 11] = [
        Self::Look,
        Self::Select,
        Self::Overview,
        Self::Send,
        Self::Pace,
        Self::Planet,
        Self::Class,
        Self::Place,
        Self::Ships,
        Self::Claim,
        Self::Help,
    ];

    /// Whether it only tells where something is: it leaves by itself, without a deed.
    pub fn is_optional(self) -> bool {
        self == Self::Help
    }
}
