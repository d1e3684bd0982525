//! Notices to players about their fleets.

use bevy::prelude::*;

use super::mailbox::Mailbox;
use crate::sim::{AnchoredPlace, FactionId};

/// A notice to a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// The player.
    pub player: FactionId,
    /// A sentence for the screen.
    pub words: String,
    /// The place of the event: the middle of the fleet concerned.
    pub place: AnchoredPlace,
}

/// Unread notices of players.
#[derive(Resource, Debug, Default, Deref, DerefMut)]
pub struct Notices(Mailbox<Notice>);

impl Notices {
    /// Adds a notice for its player.
    pub(in crate::sim) fn add(&mut self, notice: Notice) {
        self.0.add(notice.player, notice);
    }
}
