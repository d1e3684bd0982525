//! Events that fleets may wait for, as in levels and orders. `sim/motion/dates.rs` computes their dates.

use serde::{Deserialize, Serialize};

use crate::level::Epoch;

/// The event that ends a fleet's wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Until {
    /// `on(date("2027-03-01"))`: a date.
    On(Epoch),
    /// `nearest(body: "Mars", to: "Earth")`: the next time at which a body is nearest.
    Nearest {
        /// The body that is to be near.
        body: String,
        /// The other body; absent: the fleet's resting place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// `conjunction("Mars", "Earth")`: two bodies have the same ecliptic longitude seen from the star.
    Conjunction(String, String),
    /// `opposition("Mars", "Earth")`: two bodies are on opposite sides of the star.
    Opposition(String, String),
}

impl Until {
    /// The names of its bodies.
    pub fn bodies(&self) -> impl Iterator<Item = &str> {
        let names: [Option<&str>; 2] = match self {
            Self::On(_) => [None, None],
            Self::Nearest { body, to } => [Some(body.as_str()), to.as_deref()],
            Self::Conjunction(one, other) | Self::Opposition(one, other) => {
                [Some(one.as_str()), Some(other.as_str())]
            }
        };
        names.into_iter().flatten()
    }
}
