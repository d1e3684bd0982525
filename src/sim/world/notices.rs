//! What players are told of their fleets without having asked.

use bevy::prelude::*;

use super::ships::Station;
use crate::sim::ids::FactionId;

/// Something that a player is told without having asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Who is told.
    pub player: FactionId,
    /// What: a sentence that is made to be shown.
    pub words: String,
    /// Where: the middle of the fleet that it is about, or the site, which goes along with the well that it is
    /// in.
    pub place: Station,
}

/// What players have not been told yet.
#[derive(Resource, Debug, Default)]
pub struct Notices(Vec<Note>);

impl Notices {
    /// Adds something to be told.
    pub(in crate::sim) fn add(&mut self, note: Note) {
        self.0.push(note);
    }

    /// Takes all that has not been told yet.
    pub fn take(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.0)
    }
}
