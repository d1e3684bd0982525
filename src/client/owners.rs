//! Whose bodies are, as far as the player may know it.
//!
//! - Enters: the world's owners and grounds, what of structures is in sight, and from where the player looks.
//! - Leaves: [`KnownOwners`], which names the owner of a body or nobody.
//! - Must never: name an owner of whom the player sees neither a structure at the body nor its ground.
//!
//! Panel, colours, words at the pointer, orders and warnings all ask here, so that they agree: a body whose
//! last structure has been shot away does not become nobody's while one looks at it.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::seen::SeenStructures;
use crate::sim::Sky;
use crate::sim::ground::Grounds;
use crate::sim::holdings::Holdings;
use crate::sim::sight::{Lookouts, View, Viewer};

/// What it takes to say whose a body is.
#[derive(SystemParam)]
pub struct KnownOwners<'w, 's> {
    holdings: Res<'w, Holdings>,
    grounds: Res<'w, Grounds>,
    sky: Res<'w, Sky>,
    structures: SeenStructures<'w, 's>,
    lookouts: Lookouts<'w, 's>,
    sight: View<'w>,
}

impl KnownOwners<'_, '_> {
    /// The owner of a body, an index into the factions, if the player knows it: because it is the player, by
    /// something of the owner's that is in sight there, or because the player sees the ground. `None` for a
    /// body that is nobody's, or that is not there.
    pub fn of(&self, body: usize) -> Option<usize> {
        let owner = self.holdings.0.get(body)?.owner?;
        let is_known =
            self.sight.shows_secrets_of(owner) || self.stands_at(owner, body) || self.sees_ground(body);
        is_known.then_some(owner)
    }

    /// Whether the player sees what goes on upon the ground of a body, or in the well of a comet: with troops
    /// there, or from near enough.
    pub fn sees_ground(&self, body: usize) -> bool {
        let invaders = self.grounds.of(body).invaders;
        invaders.is_some_and(|(who, _)| self.sight.shows_secrets_of(who)) || self.looks_at(body)
    }

    /// Whether something of a faction's is in sight in the rings of a body.
    fn stands_at(&self, faction: usize, body: usize) -> bool {
        let mut structures = self.structures.iter().map(|one| one.structure);
        structures.any(|one| one.body == body && one.faction == faction)
    }

    /// Whether the player looks at a body, from near enough to make something out.
    fn looks_at(&self, body: usize) -> bool {
        let Some(state) = self.sky.now.get(body) else { return false };
        match self.sight.viewer() {
            Viewer::Nobody => false,
            Viewer::Everything => true,
            Viewer::Faction(faction) => self
                .lookouts
                .of(faction)
                .any(|post| post.position.distance_squared(state.position) <= post.range_km * post.range_km),
        }
    }
}
