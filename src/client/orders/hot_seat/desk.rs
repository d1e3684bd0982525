//! The client state of a player: cleared when another one acts, and in part laid out again when its player is back.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::hud::log::EventLog;
use crate::client::hud::planet::ShownYard;
use crate::client::hud::warnings::Warnings;
use crate::client::input::bookmarks::Bookmarks;
use crate::client::input::selection::Groups;
use crate::client::input::{Inspected, InspectedStructure, Selected, Tool};
use crate::client::orders::planning::waiting::WaitMenu;
use crate::client::orders::tools::NodeHand;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::scene::labels::markers::Marker;
use crate::client::scene::parts::Parts;
use crate::client::scene::ships::ship_view::ShipModel;

/// Client state of a player, kept while others act.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptDesk {
    log: EventLog,
    groups: Groups,
    bookmarks: Bookmarks,
}

/// The client state of the acting player.
#[derive(SystemParam)]
pub struct SeatInputs<'w, 's> {
    commands: Commands<'w, 's>,
    log: ResMut<'w, EventLog>,
    groups: ResMut<'w, Groups>,
    bookmarks: ResMut<'w, Bookmarks>,
    warnings: ResMut<'w, Warnings>,
    sites: ResMut<'w, Sites>,
    inspected: ResMut<'w, Inspected>,
    inspected_structure: ResMut<'w, InspectedStructure>,
    shown_yard: ResMut<'w, ShownYard>,
    tool: ResMut<'w, Tool>,
    waiting: ResMut<'w, WaitMenu>,
    hand: ResMut<'w, NodeHand>,
    selected: Query<'w, 's, Entity, With<Selected>>,
    dressed: Query<'w, 's, Entity, With<ShipModel>>,
}

impl SeatInputs<'_, '_> {
    /// Clears the state of the previous player, and returns the part to keep.
    pub(super) fn clear(&mut self) -> KeptDesk {
        *self.warnings = Warnings::default();
        self.sites.clear();
        *self.inspected = Inspected::default();
        *self.inspected_structure = InspectedStructure::default();
        *self.shown_yard = ShownYard::default();
        *self.tool = Tool::default();
        *self.waiting = WaitMenu::default();
        *self.hand = NodeHand::default();
        for ship in &self.selected {
            self.commands.entity(ship).remove::<Selected>();
        }
        self.undress();
        KeptDesk {
            log: std::mem::take(&mut *self.log),
            groups: std::mem::take(&mut *self.groups),
            bookmarks: std::mem::take(&mut *self.bookmarks),
        }
    }

    /// Removes the models of ships to be rebuilt: icons show whether a ship is own, and trails reveal where ships
    /// have been.
    fn undress(&mut self) {
        for ship in &self.dressed {
            self.commands.entity(ship).despawn_related::<Parts>().remove::<(ShipModel, Marker)>();
        }
    }

    /// Restores kept state.
    pub(super) fn lay_out(&mut self, kept: KeptDesk) {
        *self.log = kept.log;
        *self.groups = kept.groups;
        *self.bookmarks = kept.bookmarks;
    }
}
