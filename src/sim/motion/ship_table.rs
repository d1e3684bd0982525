//! All ships of a tick in arrays, in the order of their numbers.
//!
//! The systems of a tick gather the ships here once, work on plain slices, and scatter the result back
//! once. So the mathematics needs no engine, the order of work is always the same, and the arrays keep
//! their room from tick to tick.

use bevy::prelude::*;
use glam::{DVec3, Vec3};

use crate::sim::{
    AnchoredPlace, BodyId, Flight, FormationOffset, Gait, Idle, LastTick, MemberOf, Position, RingMotion,
    Ship,
};

/// The target of a ship, and its speed limit, in this tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShipGoal {
    /// The aim of steering: ahead of a moving target, km.
    pub aim: DVec3,
    /// Its place at the end of the tick, km.
    pub place: DVec3,
    /// Motion of the place in this tick, km.
    pub place_step: DVec3,
    /// Whether it is under an order (and not just keeping its place).
    pub ordered: bool,
    /// Whether it brakes for its aim; not for a corner of a route.
    pub arrive: bool,
    /// How far the ship can go under its own power in a tick at its destination, km, if known. Engines are weaker
    /// deep in a well, so braking must be planned with the power available there.
    pub reach_there: Option<f64>,
    /// Facing while it hardly moves, of any length; `None`: it keeps its heading.
    pub facing: Option<DVec3>,
}

/// The frame that carries a ship, and its speed limit there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Carriage {
    /// Motion of the carrier in this tick, km.
    pub step: DVec3,
    /// Greatest motion under its own power in this tick, km.
    pub reach: f64,
    /// The body whose well contains it.
    pub well: Option<BodyId>,
    /// Strength of that body's hold, 0 to 1.
    pub hold: f64,
}

/// The ships of a tick. All arrays have the same length and order.
#[derive(Resource, Debug, Default)]
pub struct ShipTable {
    /// The ships' entities.
    pub entities: Vec<Entity>,
    /// The ships.
    pub ships: Vec<Ship>,
    /// Fleets.
    pub fleets: Vec<Entity>,
    /// Places in the formation, from the middle of the fleet, km.
    pub places: Vec<DVec3>,
    /// Whether their upkeep could not be paid.
    pub idle: Vec<bool>,
    /// Places held without an order.
    pub anchored_places: Vec<AnchoredPlace>,
    /// State of ring motion at the end of the tick.
    pub ring_motions: Vec<RingMotion>,
    /// Ramp of ring motion at the beginning of the tick, ticks.
    pub carried_before: Vec<u32>,
    /// Positions at the beginning of the tick, km.
    pub positions: Vec<DVec3>,
    /// States of flight.
    pub flights: Vec<Flight>,
    /// The frames that carry them.
    pub carriages: Vec<Carriage>,
    /// Goals.
    pub goals: Vec<ShipGoal>,
    /// Positions at the end of the tick, km.
    pub ends: Vec<DVec3>,
    /// The pushes of others, where 1 is as strong as the pull of the goal; for drawing.
    pub pushes: Vec<Vec3>,
}

impl ShipTable {
    /// Number of ships.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Whether there are no ships.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// Motion of a ship in this tick if it flies on as in the one before, km: its carrier's and its own.
    pub fn step(&self, index: usize, tick_seconds: f64) -> DVec3 {
        self.carriages[index].step + self.flights[index].own_velocity * tick_seconds
    }

    fn clear(&mut self) {
        self.entities.clear();
        self.ships.clear();
        self.fleets.clear();
        self.places.clear();
        self.idle.clear();
        self.anchored_places.clear();
        self.ring_motions.clear();
        self.carried_before.clear();
        self.positions.clear();
        self.flights.clear();
    }

    fn size_results(&mut self) {
        let length = self.len();
        self.carriages.resize(length, Carriage::default());
        self.goals.resize(length, ShipGoal::default());
        self.ends.resize(length, DVec3::ZERO);
        self.pushes.resize(length, Vec3::ZERO);
    }
}

type ShipParts<'a> = (
    Entity,
    &'a Ship,
    &'a MemberOf,
    &'a FormationOffset,
    &'a AnchoredPlace,
    &'a RingMotion,
    &'a Position,
    &'a Flight,
    Has<Idle>,
);

/// Gathers all ships, in the order of their numbers.
pub fn gather(mut table: ResMut<ShipTable>, ships: Query<ShipParts>, mut order: Local<Vec<(u32, Entity)>>) {
    order.clear();
    order.extend(ships.iter().map(|(entity, ship, ..)| (ship.id.0, entity)));
    order.sort_unstable();
    table.clear();
    for &(_, entity) in order.iter() {
        let Ok((_, ship, fleet, place, anchored_place, ring_motion, position, flight, is_idle)) =
            ships.get(entity)
        else {
            continue;
        };
        table.entities.push(entity);
        table.ships.push(ship.clone());
        table.fleets.push(fleet.0);
        table.places.push(place.0);
        table.idle.push(is_idle);
        table.anchored_places.push(*anchored_place);
        table.ring_motions.push(*ring_motion);
        table.carried_before.push(ring_motion.carried_ticks);
        table.positions.push(position.0);
        table.flights.push(*flight);
    }
    table.size_results();
}

/// Writes the results of the tick back to the ships.
pub fn scatter(
    table: Res<ShipTable>,
    mut ships: Query<(&mut Position, &mut Flight, &mut LastTick, &mut AnchoredPlace, &mut RingMotion)>,
) {
    for index in 0..table.len() {
        let Ok((mut position, mut flight, mut last, mut anchored_place, mut ring_motion)) =
            ships.get_mut(table.entities[index])
        else {
            continue;
        };
        let gait = if table.carriages[index].well.is_some() { Gait::Manoeuvre } else { Gait::Cruise };
        let own_change = table.flights[index].own_velocity - flight.own_velocity;
        *last = LastTick { position: table.positions[index], own_change, gait };
        position.0 = table.ends[index];
        *flight = table.flights[index];
        anchored_place.set_if_neq(table.anchored_places[index]);
        ring_motion.set_if_neq(table.ring_motions[index]);
    }
}
