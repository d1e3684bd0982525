//! All units of a war and all grounds, between two ticks.

use std::collections::BTreeMap;

use bevy::prelude::Has;
use ecliptic::sim::ids::FleetId;
use ecliptic::sim::ids::TargetId;
use ecliptic::sim::ids::{BodyId, ClassId};
use ecliptic::sim::world::Condition;
use ecliptic::sim::world::Holdings;
use ecliptic::sim::world::Sides;
use ecliptic::sim::world::{ArmedClass, ArmsTable};
use ecliptic::sim::world::{Fleet, MemberOf};
use ecliptic::sim::world::{Ground, Grounds};
use ecliptic::sim::world::{Growing, Shipyard, Structure};
use ecliptic::sim::world::{Position, Ship};
use ecliptic::sim::{Simulation, Sky};
use glam::DVec3;
use typed_index_collections::TiVec;

/// All units, and all grounds.
pub struct Roll {
    all: BTreeMap<TargetId, One>,
    /// The grounds, in the order of the sky.
    pub grounds: TiVec<BodyId, Ground>,
    /// The sides that own the bodies, in the order of the sky.
    pub owners: Vec<Option<u16>>,
    /// Finished shipyards: their sides and bodies.
    yards: Vec<(u16, BodyId)>,
    /// Positions of the bodies, and radii of their wells, km.
    wells: TiVec<BodyId, (DVec3, f64)>,
}

/// A ship or a structure.
#[derive(Clone, Copy, Debug)]
pub struct One {
    /// The side of its faction.
    pub side: u16,
    /// The fleet of a ship.
    pub fleet: Option<FleetId>,
    /// Class: an index among ship or structure classes.
    pub class: ClassId,
    /// Whether it can act: a ship, or a finished structure.
    pub acts: bool,
    /// Troopers aboard.
    pub troopers: f64,
    /// Position, km.
    pub place: DVec3,
}

impl One {
    /// The class of the unit with this mark.
    pub fn arms<'a>(&self, mark: TargetId, armoury: &'a ArmsTable) -> &'a ArmedClass {
        match mark {
            TargetId::Ship(_) => &armoury.ships[self.class],
            TargetId::Structure(_) => &armoury.structures[self.class],
        }
    }
}

impl Roll {
    /// The roll of a world in its present state.
    pub fn of(simulation: &mut Simulation) -> Self {
        let world = simulation.world_mut();
        let mut ships = world.query::<(&Ship, &MemberOf, &Position, Option<&Condition>)>();
        let mut structures = world.query::<(&Structure, &Position, Has<Growing>, Has<Shipyard>)>();
        let world = &*world;
        let (armoury, sides) = (world.resource::<ArmsTable>(), world.resource::<Sides>());
        let sky = world.resource::<Sky>();
        let mut all = BTreeMap::new();
        for (ship, member, position, condition) in ships.iter(world) {
            let fleet = world.get::<Fleet>(member.0).expect("every ship has a fleet");
            // A new ship has no condition yet: it is as built.
            let as_built = armoury.ships[ship.class].troopers;
            let one = One {
                side: sides.side(fleet.faction),
                fleet: Some(fleet.id),
                class: ship.class,
                acts: true,
                troopers: condition.map_or(as_built, |condition| condition.troopers),
                place: position.0,
            };
            assert!(all.insert(TargetId::Ship(ship.id), one).is_none(), "{:?} is there twice", ship.id);
        }
        let mut yards = Vec::new();
        for (structure, position, is_growing, is_yard) in structures.iter(world) {
            let one = One {
                side: sides.side(structure.faction),
                fleet: None,
                class: structure.class,
                acts: !is_growing,
                troopers: 0.0,
                place: position.0,
            };
            assert!(
                all.insert(TargetId::Structure(structure.id), one).is_none(),
                "{structure:?} is there twice"
            );
            if is_yard && !is_growing {
                yards.push((one.side, structure.body));
            }
        }
        let owners = world.resource::<Holdings>().0.iter();
        let wells = sky.system.bodies.iter().zip(&sky.now);
        Self {
            all,
            grounds: world.resource::<Grounds>().0.clone(),
            owners: owners.map(|holding| holding.owner.map(|owner| sides.side(owner))).collect(),
            yards,
            wells: wells.map(|(body, state)| (state.position, body.well_radius_km)).collect(),
        }
    }

    /// A unit, if it exists.
    pub fn find(&self, mark: TargetId) -> Option<&One> {
        self.all.get(&mark)
    }

    /// All ships, in the order of their numbers.
    pub fn ships(&self) -> impl Iterator<Item = (TargetId, &One)> {
        self.all.iter().filter(|(mark, _)| matches!(mark, TargetId::Ship(_))).map(|(mark, one)| (*mark, one))
    }

    /// Whether a unit is in the well of a body with a finished shipyard of its side.
    pub fn is_at_own_yard(&self, one: &One) -> bool {
        let mut own = self.yards.iter().filter(|(side, _)| *side == one.side);
        own.any(|(_, body)| {
            let (center, radius_km) = self.wells[*body];
            one.place.distance(center) <= radius_km
        })
    }
}
