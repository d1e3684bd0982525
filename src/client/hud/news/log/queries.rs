//! Query bundle of the log: the player's knowledge of the world, and names.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::{TiSlice, TiVec};

use super::names::LogNames;
use crate::client::frame::Player;
use crate::client::hud::planet::gather::PlanetData;
use crate::client::view::{SeenShips, SeenStructures};
use crate::sim::{BodyId, Calendar, Factions, ShipClasses, Sky, StructureClasses};

/// Query bundle of the log.
#[derive(SystemParam)]
pub struct Sources<'w, 's> {
    pub(super) sky: Res<'w, Sky>,
    pub(super) calendar: Res<'w, Calendar>,
    pub(super) player: Res<'w, Player>,
    pub(super) factions: Res<'w, Factions>,
    pub(super) ship_classes: Res<'w, ShipClasses>,
    pub(super) structure_classes: Res<'w, StructureClasses>,
    pub(super) ships: SeenShips<'w, 's>,
    pub(super) structures: SeenStructures<'w, 's>,
    pub(super) planet_data: PlanetData<'w, 's>,
}

impl Sources<'_, '_> {
    /// Present places of bodies, km.
    pub(super) fn places(&self) -> TiVec<BodyId, DVec3> {
        self.sky.now.iter().map(|state| state.position).collect()
    }

    /// The names of everything, with the bodies at these places.
    pub(super) fn names<'a>(&'a self, places: &'a TiSlice<BodyId, DVec3>) -> LogNames<'a> {
        LogNames {
            system: &self.sky.system,
            places,
            ships: &self.ship_classes.0,
            structures: &self.structure_classes.0,
            factions: &self.factions.0,
        }
    }
}
