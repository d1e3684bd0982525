//! Names of things and places in words, for the lines of the log.

use glam::DVec3;
use typed_index_collections::TiSlice;

use crate::client::view::FocusTarget;
use crate::level::{Faction, ShipClass, StarSystem, StructureClass};
use crate::sim::motion::wells::well_among;
use crate::sim::{BodyId, ClassId, FactionId};

/// The names of things, and the places of bodies.
#[derive(Clone, Copy, Debug)]
pub struct LogNames<'a> {
    /// The bodies.
    pub system: &'a StarSystem,
    /// Places of bodies, km.
    pub places: &'a TiSlice<BodyId, DVec3>,
    /// The classes of ships.
    pub ships: &'a TiSlice<ClassId, ShipClass>,
    /// The classes of structures.
    pub structures: &'a TiSlice<ClassId, StructureClass>,
    /// The sides.
    pub factions: &'a TiSlice<FactionId, Faction>,
}

impl LogNames<'_> {
    pub(super) fn body(&self, body: BodyId) -> &str {
        self.system.bodies.get(body).map_or("nowhere", |body| body.name.as_str())
    }

    pub(super) fn ship(&self, class: ClassId) -> &str {
        self.ships.get(class).map_or("ship", |class| class.name.as_str())
    }

    pub(super) fn structure(&self, class: ClassId) -> &str {
        self.structures.get(class).map_or("structure", |class| class.name.as_str())
    }

    pub(super) fn faction(&self, faction: FactionId) -> &str {
        self.factions.get(faction).map_or("others", |faction| faction.name.as_str())
    }

    /// The innermost body in whose well a place is.
    pub(super) fn well_at(&self, place: DVec3) -> Option<BodyId> {
        well_among(self.system, place, |body| self.places.get(body).copied())
    }

    /// A place as a focus target: it moves with its well.
    pub(super) fn spot(&self, place: DVec3) -> FocusTarget {
        let well = self.well_at(place).and_then(|body| self.places.get(body).map(|center| (body, *center)));
        well.map_or(FocusTarget::Point(place), |(body, center)| FocusTarget::Beside(body, place - center))
    }

    /// A place in words, to be put behind others: ` at Mars`; empty outside of all wells.
    pub(super) fn at(&self, place: DVec3) -> String {
        self.well_at(place).map_or_else(String::new, |body| format!(" at {}", self.body(body)))
    }
}
