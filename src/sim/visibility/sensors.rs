//! Sensors of a faction: ships, structures and bodies, with their places and ranges.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::level::Handicap;
use crate::sim::{
    BodyId, FactionId, Factions, Fleet, Growing, Holdings, Idle, MemberOf, Position, Ship, ShipClasses, Sky,
    Structure, StructureClasses,
};

/// Sight range of a ship for a target of usual visibility, km; 0 for an unpaid ship and for an unknown class.
pub fn ship_sight_km(classes: &ShipClasses, ship: &Ship, is_idle: bool, handicap: Handicap) -> f64 {
    let class = classes.0.get(ship.class).filter(|_| !is_idle);
    class.map_or(0.0, |class| handicap.sight_km(class.sight_km))
}

/// Sight range of a structure, km; 0 before it is finished.
pub fn structure_sight_km(
    classes: &StructureClasses,
    structure: &Structure,
    is_growing: bool,
    is_idle: bool,
    handicap: Handicap,
) -> f64 {
    let class = classes.0.get(structure.class).filter(|_| !is_growing && !is_idle);
    class.map_or(0.0, |class| handicap.sight_km(class.sight_km))
}

/// Sight range of an owned body, km: the radius of its well; 0 for an unknown body.
pub fn body_sight_km(sky: &Sky, body: BodyId, handicap: Handicap) -> f64 {
    sky.system.bodies.get(body).map_or(0.0, |body| handicap.sight_km(body.well_radius_km))
}

/// The kind of a sensor.
#[derive(Clone, Copy, Debug)]
pub enum Looker<'a> {
    /// A ship, by its entity.
    Ship(Entity),
    /// A finished structure.
    Structure(&'a Structure),
    /// A body that is owned.
    Body(BodyId),
}

/// A place from which a faction sees.
#[derive(Clone, Copy, Debug)]
pub struct Post<'a> {
    /// The sensor.
    pub looker: Looker<'a>,
    /// Position at the end of the last tick, heliocentric, km.
    pub position: DVec3,
    /// Sight range for a target of usual visibility, km; above 0. Bodies hide targets behind them; large targets
    /// and burning engines are seen from farther.
    pub range_km: f64,
}

type ShipParts = (Entity, &'static Ship, &'static MemberOf, &'static Position, Has<Idle>);
type StructureParts = (&'static Structure, &'static Position, Has<Growing>, Has<Idle>);

/// All places from which factions see.
#[derive(SystemParam)]
pub struct Lookouts<'w, 's> {
    ships: Query<'w, 's, ShipParts>,
    fleets: Query<'w, 's, &'static Fleet>,
    structures: Query<'w, 's, StructureParts>,
    ship_classes: Res<'w, ShipClasses>,
    structure_classes: Res<'w, StructureClasses>,
    holdings: Res<'w, Holdings>,
    sky: Res<'w, Sky>,
    factions: Res<'w, Factions>,
}

impl Lookouts<'_, '_> {
    /// The sensors of a faction, in no particular order, without the blind ones.
    pub fn of(&self, faction: FactionId) -> impl Iterator<Item = Post<'_>> {
        let all = self.ships_of(faction).chain(self.structures_of(faction)).chain(self.bodies_of(faction));
        all.filter(|post| post.range_km > 0.0)
    }

    fn ships_of(&self, faction: FactionId) -> impl Iterator<Item = Post<'_>> {
        let handicap = self.factions.handicap(faction);
        let is_own = move |fleet: Entity| self.fleets.get(fleet).is_ok_and(|fleet| fleet.faction == faction);
        self.ships.iter().filter(move |(_, _, fleet, ..)| is_own(fleet.0)).map(
            move |(entity, ship, _, position, is_idle)| Post {
                looker: Looker::Ship(entity),
                position: position.0,
                range_km: ship_sight_km(&self.ship_classes, ship, is_idle, handicap),
            },
        )
    }

    fn structures_of(&self, faction: FactionId) -> impl Iterator<Item = Post<'_>> {
        let handicap = self.factions.handicap(faction);
        self.structures.iter().filter(move |(structure, ..)| structure.faction == faction).map(
            move |(structure, position, is_growing, is_idle)| Post {
                looker: Looker::Structure(structure),
                position: position.0,
                range_km: structure_sight_km(
                    &self.structure_classes,
                    structure,
                    is_growing,
                    is_idle,
                    handicap,
                ),
            },
        )
    }

    fn bodies_of(&self, faction: FactionId) -> impl Iterator<Item = Post<'_>> {
        let handicap = self.factions.handicap(faction);
        let held = self.holdings.0.iter_enumerated();
        held.filter(move |(_, holding)| holding.owner == Some(faction)).filter_map(move |(body, _)| {
            Some(Post {
                looker: Looker::Body(body),
                position: self.sky.now.get(body)?.position,
                range_km: body_sight_km(&self.sky, body, handicap),
            })
        })
    }
}
