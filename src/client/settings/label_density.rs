//! The number of names in the scene.

use serde::{Deserialize, Serialize};

/// The number of names in the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LabelDensity {
    /// Important names.
    Few,
    /// All names that have room.
    #[default]
    Usual,
    /// All names, over each other if need be.
    All,
}

impl LabelDensity {
    /// All densities, from the least to the most.
    pub const ALL: [Self; 3] = [Self::Few, Self::Usual, Self::All];

    /// Its name for the player.
    pub fn name(self) -> &'static str {
        match self {
            Self::Few => "Few",
            Self::Usual => "Normal",
            Self::All => "All",
        }
    }

    /// Its description, for the player.
    pub fn words(self) -> &'static str {
        match self {
            Self::Few => "Names of stars, planets, fleets, and the selection",
            Self::Usual => "All names that have room, the more important ones first",
            Self::All => "All names, even where they overlap",
        }
    }
}
