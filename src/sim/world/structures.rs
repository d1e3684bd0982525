//! Structures in the rings of wells, and shipyards.

use std::collections::VecDeque;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use crate::level::StructureClass;
use crate::level::ids::names::of_structures;
use crate::sim::{BodyId, ClassId, FactionId, FleetId, Goal, Growth, RingLayout, RingPlace, StructureId};

/// A structure in a ring, finished or growing.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[component(immutable)]
#[require(crate::sim::world::ships::Position)]
pub struct Structure {
    /// Number.
    pub id: StructureId,
    /// Index of its class in [`StructureClasses`].
    #[serde(with = "of_structures")]
    pub class: ClassId,
    /// The faction that owns it.
    pub faction: FactionId,
    /// The body in whose well it stands.
    pub body: BodyId,
    /// The ring, 0 is the innermost.
    pub ring: u8,
    /// First slot.
    pub slot: u16,
    /// Number of occupied slots, in the sense of rotation.
    pub slots: u8,
    /// Bounding radius, km.
    pub radius_km: f64,
}

impl Structure {
    /// Its place in the rings of its body.
    pub fn ring_place(&self) -> RingPlace {
        RingPlace { ring: self.ring, slot: self.slot, slots: self.slots }
    }
}

/// Marks an unfinished structure. The component is removed on completion.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Growing {
    /// Progress and payments.
    pub growth: Growth,
    /// Whether its owner has paused it.
    pub paused: bool,
}

/// The production of a finished structure with a yard.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shipyard {
    /// The build queue; the first ship is growing.
    pub queue: VecDeque<YardJob>,
    /// Whether finished entries return to the end of the queue.
    pub repeats: bool,
    /// Destination of new ships: a place, a body or a ring ([`Goal::is_place`]).
    pub rally: Option<Goal>,
    /// Number of ships built.
    pub built: u32,
    /// How many fleets it has founded, including those that are gone.
    pub fleets: u32,
    /// The fleet that it founded last, which new ships of its kind join while it waits. Old saves lack it.
    #[serde(default)]
    pub newest_fleet: Option<FleetId>,
    /// The fleets that it founded last for ships of each other kind, the oldest first. Old saves lack them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_fleets: Vec<FleetId>,
}

/// A ship under construction in a yard, or waiting in its queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct YardJob {
    /// Index of its class in [`crate::sim::world::ships::ShipClasses`].
    pub class: ClassId,
    /// Progress and payments.
    pub growth: Growth,
}

/// A ship or a structure whose upkeep was not paid at the last economy tick: engines, yards and works stand still
/// until it is paid.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Idle;

/// The structure classes of this world: the rules' and the level's.
#[derive(Resource, Clone, Debug, Default)]
pub struct StructureClasses(pub TiVec<ClassId, StructureClass>);

/// For each slot of a ring, whether a structure at one of these places of its body takes it.
pub fn slots_taken(layout: &RingLayout, ring: u8, places: impl Iterator<Item = RingPlace>) -> Vec<bool> {
    let mut taken = vec![false; usize::from(layout.slot_count(usize::from(ring)))];
    for one in places.filter(|one| one.ring == ring) {
        for slot in layout.run(usize::from(ring), one.slot, one.slots) {
            if let Some(taken) = taken.get_mut(usize::from(slot)) {
                *taken = true;
            }
        }
    }
    taken
}
