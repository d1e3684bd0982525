//! The level that a world was made from, and the errors of making one.

use bevy::prelude::*;

use crate::level::{BuildFault, Faults, Level};

/// The level that a world was made from, without the state of a save; [`capture()`](crate::sim::capture()) starts
/// from it.
#[derive(Resource, Clone, Debug)]
pub struct SourceLevel(pub Level);

/// The reason why a level cannot become a world. A checked level always can.
#[derive(Debug, thiserror::Error)]
pub enum SpawnError {
    /// The sky is inconsistent.
    #[error("the level's sky cannot be built: {0}")]
    Sky(#[from] BuildFault),
    /// The state of a save is invalid.
    #[error("{0}")]
    State(#[from] Faults),
    /// A reference to an unknown name.
    #[error("{user}: there is no {what} called `{name}`")]
    Unknown {
        /// The thing of the level that refers to it.
        user: String,
        /// The kind of thing referred to.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A unit without a place.
    #[error("fleet `{0}` has neither `at` nor ships that are all `posted`")]
    NoPlace(String),
    /// A ship without a number, when no number is left.
    #[error("fleet `{0}`: no number is left for its ships")]
    NoNumber(String),
}

impl SpawnError {
    /// A reference of a thing of the level to an unknown name.
    pub(in crate::sim) fn unknown(user: &str, what: &'static str, name: &str) -> Self {
        Self::Unknown { user: user.to_owned(), what, name: name.to_owned() }
    }
}
