//! A ship or structure in sight, with the facts about it that the viewer may know.

use bevy::prelude::*;
use glam::DVec3;

use crate::sim::{
    Condition, FactionId, Flight, Growing, Idle, MemberOf, Position, Ship, Shipyard, Structure,
};

pub(super) type ShipParts = (
    Entity,
    &'static Ship,
    &'static MemberOf,
    &'static Position,
    &'static Flight,
    Option<&'static Condition>,
    Has<Idle>,
);

pub(super) type StructureParts = (
    Entity,
    &'static Structure,
    &'static Position,
    Option<&'static Growing>,
    Option<&'static Shipyard>,
    Option<&'static Condition>,
    Has<Idle>,
);

/// A ship in sight.
#[derive(Clone, Copy, Debug)]
pub struct SeenShip<'a> {
    /// Entity.
    pub entity: Entity,
    /// The ship.
    pub ship: &'a Ship,
    /// The entity of its fleet: common membership in a fleet is public.
    pub fleet: Entity,
    /// The owning faction.
    pub owner: FactionId,
    /// Position at the end of the last tick, heliocentric ecliptic km.
    pub position: DVec3,
    /// Unit vector along which its bow points.
    pub heading: DVec3,
    /// Velocity under its own power, relative to the frame that carries the ship, km/s.
    pub own_velocity: DVec3,
    /// Whether it is unpaid; always `false` for foreign ships.
    pub is_idle: bool,
    /// Whether it is on fire.
    pub is_burning: bool,
    /// The experience of its crew, points; `None` for foreign ships.
    pub experience: Option<f64>,
    /// Shield and armour, which [`WorldView::hull_of_ship`](super::WorldView::hull_of_ship) gives in steps; for
    /// own ships also the troopers aboard.
    pub(in crate::sim) condition: Option<&'a Condition>,
}

/// A structure in sight.
#[derive(Clone, Copy, Debug)]
pub struct SeenStructure<'a> {
    /// Entity.
    pub entity: Entity,
    /// The structure.
    pub structure: &'a Structure,
    /// Position at the end of the last tick, heliocentric ecliptic km.
    pub position: DVec3,
    /// Completed share, 0 to 1; `None` for a finished structure.
    pub grown: Option<f64>,
    /// Growth, while it is not finished; `None` of structures of others.
    pub growing: Option<&'a Growing>,
    /// The yard's production; `None` without a yard and for foreign structures.
    pub yard: Option<&'a Shipyard>,
    /// Whether it is unpaid; always `false` for foreign structures.
    pub is_idle: bool,
    pub(super) condition: Option<&'a Condition>,
}

impl SeenStructure<'_> {
    /// Whether it is finished and, as far as known, paid for.
    pub fn works(&self) -> bool {
        self.grown.is_none() && !self.is_idle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::visibility::test_support::{ARES, TERRA, held, visit_mars};
    use crate::sim::visibility::{Viewer, with_view};

    #[test]
    fn a_structure_is_found_by_its_entity_while_it_is_in_sight() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let satellite = world.query_filtered::<Entity, With<Structure>>().single(world).expect("it stands");
        let scout = world.query_filtered::<Entity, With<Ship>>().single(world).expect("there is one");
        let finds = |world: &mut World, faction: FactionId, entity: Entity| {
            with_view(world, Viewer::Faction(faction), |view| view.structure(entity).is_some()) == Some(true)
        };
        assert!(finds(world, ARES, satellite) && !finds(world, TERRA, satellite));
        visit_mars(world, false);
        assert!(finds(world, TERRA, satellite) && !finds(world, TERRA, scout));
    }
}
