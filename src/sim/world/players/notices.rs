//! Notices to players about their fleets.

use bevy::prelude::*;

use super::mailbox::Mailbox;
use crate::sim::ids::FactionId;
use crate::sim::world::ships::Station;

/// A notice to a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The player.
    pub player: FactionId,
    /// What: a sentence that is made to be shown.
    pub words: String,
    /// Where: the middle of the fleet that it is about, or the site, which goes along with the well that it is
    /// in.
    pub place: Station,
}

/// What players have not read yet.
#[derive(Resource, Debug, Default)]
pub struct Notices(Mailbox<Note>);

impl Notices {
    /// Adds a note for its player.
    pub(in crate::sim) fn add(&mut self, note: Note) {
        self.0.add(note.player, note);
    }

    /// Takes what a player has not read yet, the oldest first.
    pub fn take(&mut self, player: FactionId) -> Vec<Note> {
        self.0.take(player)
    }

    /// Takes what is there for anyone: for a program that stands in for all players.
    pub fn take_all(&mut self) -> Vec<Note> {
        self.0.take_all()
    }
}
