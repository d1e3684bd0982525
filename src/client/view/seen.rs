//! What may be shown of ships, fleets and structures: the door between the world and the screen.
//!
//! - Enters: the world's ships and structures, and its [`View`].
//! - Leaves: those that the viewer sees, with what may be told of them: of others no orders, no queues, and not
//!   whether they are paid for.
//! - Must never: hand out anything that the view does not show.
//!
//! Whatever draws, picks, offers or speaks of ships and structures asks here. Few files of the client read
//! the world's components themselves; a test knows them by name, and why they may.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::sim::ids::FactionId;
use crate::sim::visibility::View;
use crate::sim::world::{Factions, Fleet, Growing, Idle, MemberOf, Ship, Shipyard, Structure};

type ShipParts = (Entity, &'static Ship, &'static MemberOf, Has<Idle>);
type StructureParts = (&'static Structure, Option<&'static Growing>, Option<&'static Shipyard>, Has<Idle>);

/// A ship that is in sight, with what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct SeenShip<'a> {
    /// Its entity.
    pub entity: Entity,
    /// The ship.
    pub ship: &'a Ship,
    /// The entity of its fleet.
    pub fleet: Entity,
    /// The faction that it obeys.
    pub owner: FactionId,
    /// Whether it went unpaid; never told of the ships of others.
    pub is_idle: bool,
}

/// The ships that are in sight.
#[derive(SystemParam)]
pub struct SeenShips<'w, 's> {
    ships: Query<'w, 's, ShipParts>,
    fleets: Query<'w, 's, &'static Fleet>,
    sight: View<'w>,
}

impl SeenShips<'_, '_> {
    /// All of them, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = SeenShip<'_>> {
        self.ships.iter().filter_map(move |parts| self.told(parts))
    }

    /// The ship of an entity; `None` for one that is not in sight, as for one that is not there.
    pub fn get(&self, entity: Entity) -> Option<SeenShip<'_>> {
        self.told(self.ships.get(entity).ok()?)
    }

    /// The ship that is meant by an entity: itself, or of a fleet the one in sight with the lowest number.
    pub fn meant_by(&self, entity: Entity) -> Option<SeenShip<'_>> {
        let of_fleet = || self.iter().filter(|seen| seen.fleet == entity).min_by_key(|seen| seen.ship.id);
        self.get(entity).or_else(of_fleet)
    }

    /// Whether the ship of an entity is in sight.
    pub fn shows(&self, entity: Entity) -> bool {
        self.get(entity).is_some()
    }

    /// The name by which the fleet of a ship in sight is spoken of; see [`fleet_name`].
    pub fn name_of_fleet<'a>(&'a self, seen: &SeenShip, factions: &'a Factions) -> &'a str {
        self.fleets.get(seen.fleet).map_or("others", |fleet| fleet_name(&self.sight, factions, fleet))
    }

    fn told<'a>(
        &self,
        (entity, ship, fleet, is_idle): (Entity, &'a Ship, &'a MemberOf, bool),
    ) -> Option<SeenShip<'a>> {
        // One without a fleet is nobody's, and is shown only to who sees everything.
        let owner = self.fleets.get(fleet.0).map_or(FactionId::NOBODY, |fleet| fleet.faction);
        let is_idle = is_idle && self.sight.shows_secrets_of(owner);
        let seen = SeenShip { entity, ship, fleet: fleet.0, owner, is_idle };
        self.sight.shows_ship(owner, ship.id).then_some(seen)
    }
}

/// The name by which a fleet is spoken of: its own for who may know it, else that of its faction. The names of
/// fleets tell how many there are, and of which yards.
pub fn fleet_name<'a>(sight: &View, factions: &'a Factions, fleet: &'a Fleet) -> &'a str {
    if sight.shows_secrets_of(fleet.faction) {
        return &fleet.name;
    }
    factions.0.get(fleet.faction).map_or("others", |faction| faction.name.as_str())
}

/// A structure that is in sight, with what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// The structure.
    pub structure: &'a Structure,
    /// How much of it has grown, 0 to 1; `None` once it is finished.
    pub grown: Option<f64>,
    /// Its growth, while it is not finished; of one's own only.
    pub growing: Option<&'a Growing>,
    /// What it builds, if it is a yard; of one's own only.
    pub yard: Option<&'a Shipyard>,
    /// Whether it went unpaid; never told of the structures of others.
    pub is_idle: bool,
}

impl Standing<'_> {
    /// Whether it is finished and, as far as that is known, paid for.
    pub fn works(&self) -> bool {
        self.grown.is_none() && !self.is_idle
    }
}

/// The structures that are in sight.
#[derive(SystemParam)]
pub struct SeenStructures<'w, 's> {
    structures: Query<'w, 's, StructureParts>,
    sight: View<'w>,
}

impl SeenStructures<'_, '_> {
    /// All of them, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = Standing<'_>> {
        self.structures.iter().filter_map(move |parts| self.told(parts))
    }

    fn told<'a>(
        &self,
        (structure, growing, yard, is_idle): (&'a Structure, Option<&'a Growing>, Option<&'a Shipyard>, bool),
    ) -> Option<Standing<'a>> {
        let is_told = self.sight.shows_secrets_of(structure.faction);
        let seen = Standing {
            structure,
            grown: growing.map(|growing| growing.growth.share()),
            growing: growing.filter(|_| is_told),
            yard: yard.filter(|_| is_told),
            is_idle: is_idle && is_told,
        };
        self.sight.shows_structure(structure.faction, structure.id).then_some(seen)
    }
}
