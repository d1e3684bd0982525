//! The last choice on the page of a skirmish.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::level::Preset;

/// The last choice on the page of a skirmish.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Skirmish {
    /// The file of the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<PathBuf>,
    /// The seed of the last game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seed: Option<u64>,
    /// The changes of the level.
    pub preset: Preset,
}
