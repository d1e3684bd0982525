//! Sight in the world: all factions look round every few ticks.
//!
//! All factions look every [`LOOK_TICKS`] ticks. In between the sets stay the same. A unit in sight stays in sight
//! at every place until the next look. A unit that the next look does not find becomes a ghost at its place at
//! that time. So a save keeps only the numbers of units in sight. A unit destroyed in sight leaves no ghost,
//! because its end was seen.
//!
//! A ghost is forgotten when the faction would see the unit at the ghost's place and does not, and a ship's ghost
//! also by age. That check assumes the least visibility of the unit, so that no ghost is forgotten whose unit may
//! still be there. Of the rest a faction keeps a limited number, see [`SightNumbers::most_remembered`].

use bevy::prelude::*;
use fixedbitset::FixedBitSet;
use glam::DVec3;
use typed_index_collections::TiVec;

use super::bodies::note_bodies;
use super::knowledge::{Knowledge, NOBODY, faction_number, faction_of, place_of};
use super::memory::{Look, LookBuffers, UnitClass};
use super::sensors::{body_sight_km, ship_sight_km, structure_sight_km};
use super::{LastKnown, Memory, Occluder, Sensor, SensorScan, Sighted};
use crate::level;
use crate::rules::economy::SightNumbers;
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::motion::anchor_at;
use crate::sim::{
    Calendar, EconomyChoice, FactionId, Factions, Fleet, Flight, Growing, Holdings, Idle, MemberOf, Position,
    Rings, Ship, ShipClasses, Sky, Structure, StructureClasses, TargetId, ticks,
};

/// From one look to the next, ticks.
pub const LOOK_TICKS: u64 = 10;
/// Engines count as burning above this share of the ship's cruise speed under its own power.
const BURNING_SHARE: f64 = 0.05;

pub(super) fn look_when_due(world: &mut World) {
    let tick = world.resource::<Calendar>().tick;
    if (tick + 1).is_multiple_of(LOOK_TICKS) {
        let sightings = look(world, tick + 1);
        let mut events = world.resource_mut::<Events>();
        sightings.into_iter().for_each(|sighting| events.record(tick, sighting));
    }
}

/// Makes all factions look at once, in a world between two ticks: the beginning of a game. First sightings then
/// are no events.
pub fn look_now(world: &mut World) {
    let tick = world.resource::<Calendar>().tick;
    look(world, tick);
}

/// Restores the memories of a save, in the order of the factions, in a world that has all its ships and
/// structures. The sight of places is available even before the next look.
pub fn restore(world: &mut World, memories: TiVec<FactionId, Memory>) {
    world.insert_resource(Knowledge::new(memories.into_iter().map(Memory::resumed).collect()));
    open_scan(world);
}

fn open_scan(world: &mut World) {
    let mut lookout = std::mem::take(&mut *world.get_resource_or_init::<Lookout>());
    lookout.gather(world);
    let factions = faction_number(FactionId(world.resource::<Factions>().0.len()));
    lookout.scan.open(&lookout.sensors, &lookout.occluders, factions);
    *world.resource_mut::<Lookout>() = lookout;
}

/// Makes all factions look. Returns the events of new sightings, by faction and number.
fn look(world: &mut World, tick: u64) -> Vec<GameEvent> {
    let mut lookout = std::mem::take(&mut *world.get_resource_or_init::<Lookout>());
    let mut knowledge = std::mem::take(&mut *world.get_resource_or_init::<Knowledge>());
    lookout.gather(world);
    let factions = world.resource::<Factions>().0.len();
    let mut sightings = Vec::new();
    knowledge.change(factions, |memories| lookout.look(memories, world, tick, &mut sightings));
    *world.resource_mut::<Knowledge>() = knowledge;
    *world.resource_mut::<Lookout>() = lookout;
    note_bodies(world, tick);
    sightings
}

/// All sensors and units, in buffers that are reused from look to look, with the results of the scan.
#[derive(Resource, Debug, Default)]
pub(super) struct Lookout {
    pub(super) scan: SensorScan,
    sensors: Vec<Sensor>,
    occluders: Vec<Occluder>,
    /// Ships and structures, as the scan looks for them.
    things: Vec<Sighted>,
    /// The same units as they would be remembered, but ships in wells as if they were in space.
    records: Vec<LastKnown>,
    /// The indices of the units, by id.
    roll: Vec<(TargetId, usize)>,
    /// The indices of the units that each faction sees, its own included.
    seen: Vec<FixedBitSet>,
    buffers: LookBuffers,
}

impl Lookout {
    fn gather(&mut self, world: &mut World) {
        self.sensors.clear();
        self.occluders.clear();
        self.things.clear();
        self.records.clear();
        self.gather_bodies(world);
        self.gather_ships(world);
        self.gather_structures(world);
        self.roll.clear();
        self.roll.extend(self.records.iter().enumerate().map(|(index, record)| (record.id(), index)));
        self.roll.sort_unstable();
    }

    /// Bodies hide units behind them, and are sensors of their owners.
    fn gather_bodies(&mut self, world: &World) {
        let sky = world.resource::<Sky>();
        let holdings = &world.resource::<Holdings>().0;
        let factions = world.resource::<Factions>();
        for ((index, body), state) in sky.system.bodies.iter_enumerated().zip(&sky.now) {
            let center = state.position;
            self.occluders.push(Occluder { center, radius_km: body.displayed_radius_km });
            if let Some(owner) = holdings.get(index).and_then(|holding| holding.owner) {
                let faction = faction_number(owner);
                let range_km = body_sight_km(sky, index, factions.handicap(owner));
                self.sensors.push(Sensor { faction, position: center, range_km });
            }
        }
    }

    fn gather_ships(&mut self, world: &mut World) {
        let mut ships = world.query::<(&Ship, &MemberOf, &Position, &Flight, Has<Idle>)>();
        let world: &World = world;
        let classes = world.resource::<ShipClasses>();
        let factions = world.resource::<Factions>();
        let numbers = world.resource::<EconomyChoice>().0.sight;
        for (ship, fleet, position, flight, is_idle) in ships.iter(world) {
            let fleet = world.get::<Fleet>(fleet.0);
            let faction = fleet.map_or(NOBODY, |fleet| faction_number(fleet.faction));
            let handicap = factions.handicap(faction_of(faction));
            let range_km = ship_sight_km(classes, ship, is_idle, handicap);
            self.sensors.push(Sensor { faction, position: position.0, range_km });
            let burning_km_s = BURNING_SHARE * ship.cruise_km_s;
            let is_burning = flight.own_velocity.length_squared() > burning_km_s * burning_km_s;
            let visibility = numbers.visibility(ship.bound_km(), is_burning);
            self.things.push(Sighted { faction, position: position.0, visibility });
            self.records.push(LastKnown {
                of: UnitClass::Ship(ship.id, ship.class),
                faction: faction_of(faction),
                fleet: fleet.map(|fleet| fleet.id),
                heading: flight.heading,
                anchor: None,
                offset: position.0,
                stands: None,
                seen_tick: 0,
            });
        }
    }

    fn gather_structures(&mut self, world: &mut World) {
        let mut structures = world.query::<(&Structure, &Position, Has<Growing>, Has<Idle>)>();
        let world: &World = world;
        let sky = world.resource::<Sky>();
        let classes = world.resource::<StructureClasses>();
        let factions = world.resource::<Factions>();
        let numbers = world.resource::<EconomyChoice>().0.sight;
        for (structure, position, is_growing, is_idle) in structures.iter(world) {
            let faction = faction_number(structure.faction);
            let handicap = factions.handicap(structure.faction);
            let range_km = structure_sight_km(classes, structure, is_growing, is_idle, handicap);
            self.sensors.push(Sensor { faction, position: position.0, range_km });
            let visibility = numbers.visibility(structure.radius_km, false);
            self.things.push(Sighted { faction, position: position.0, visibility });
            let center = sky.now.get(structure.body).map_or(DVec3::ZERO, |state| state.position);
            let offset = position.0 - center;
            self.records.push(LastKnown {
                of: UnitClass::Structure(structure.id, structure.class),
                faction: faction_of(faction),
                fleet: None,
                heading: offset.normalize_or(DVec3::X),
                anchor: Some(structure.body),
                offset,
                stands: Some(structure.ring_place()),
                seen_tick: 0,
            });
        }
    }

    fn look(&mut self, memories: &mut [Memory], world: &World, tick: u64, sightings: &mut Vec<GameEvent>) {
        let factions = faction_number(FactionId(memories.len()));
        self.scan.see(&self.sensors, &self.things, &self.occluders, factions, &mut self.seen);
        let round = Round {
            tick,
            sky: world.resource(),
            rings: world.resource(),
            ship_classes: world.resource(),
            structure_classes: world.resource(),
            numbers: world.resource::<EconomyChoice>().0.sight,
            scan: &self.scan,
            things: &self.things,
            records: &self.records,
            roll: &self.roll,
        };
        let most = usize::try_from(round.numbers.most_remembered).unwrap_or(usize::MAX);
        for ((faction, memory), seen) in (0..).map(FactionId).zip(memories).zip(&self.seen) {
            let found = FactionLook { faction, round: &round };
            memory.update(found.foreign(seen), &found, most, &mut self.buffers, |id, last_seen_tick| {
                sightings.extend(found.sighting(id, last_seen_tick));
            });
        }
    }
}

/// A look, the same for all factions.
struct Round<'a> {
    tick: u64,
    sky: &'a Sky,
    rings: &'a Rings,
    ship_classes: &'a ShipClasses,
    structure_classes: &'a StructureClasses,
    numbers: SightNumbers,
    scan: &'a SensorScan,
    things: &'a [Sighted],
    records: &'a [LastKnown],
    roll: &'a [(TargetId, usize)],
}

impl Round<'_> {
    /// A unit and its position; `None` for a unit that is gone.
    fn unit(&self, id: TargetId) -> Option<(&LastKnown, DVec3)> {
        let place = self.roll.binary_search_by_key(&id, |(other, _)| *other).ok()?;
        let (_, index) = *self.roll.get(place)?;
        Some((self.records.get(index)?, self.things.get(index)?.position))
    }

    /// The least visibility of a ghost's unit in any state: a factor on the sight range.
    fn least_visibility(&self, ghost: &LastKnown) -> f64 {
        let radius_km = match ghost.of {
            UnitClass::Ship(_, class) => self.ship_classes.0.get(class).map(level::ShipClass::bound_km),
            UnitClass::Structure(_, class) => {
                self.structure_classes.0.get(class).map(|class| class.radius_km)
            }
        };
        radius_km.map_or(1.0, |radius_km| self.numbers.least_visibility(radius_km))
    }

    /// Whether a ghost is too old to be remembered. Ghosts of structures do not age.
    fn is_old(&self, ghost: &LastKnown) -> bool {
        let age_ticks = self.tick.saturating_sub(ghost.seen_tick);
        matches!(ghost.of, UnitClass::Ship(..)) && age_ticks >= u64::from(ticks(self.numbers.forget_ships_s))
    }
}

/// A faction's look at the units of a round.
struct FactionLook<'a> {
    faction: FactionId,
    round: &'a Round<'a>,
}

impl FactionLook<'_> {
    /// The foreign units in sight.
    fn foreign(&self, seen: &FixedBitSet) -> impl Iterator<Item = TargetId> {
        let records = seen.ones().filter_map(|index| self.round.records.get(index));
        records.filter(|record| record.faction != self.faction).map(LastKnown::id)
    }

    /// The event of a new sighting.
    fn sighting(&self, id: TargetId, last_seen_tick: Option<u64>) -> Option<GameEvent> {
        let (record, place) = self.round.unit(id)?;
        let what = Party { id, faction: record.faction };
        Some(GameEvent::Sighted { by: self.faction, what, class: record.class(), place, last_seen_tick })
    }
}

impl Look for FactionLook<'_> {
    fn last_known(&self, id: TargetId) -> Option<LastKnown> {
        let Round { tick, sky, .. } = *self.round;
        let (record, position) = self.round.unit(id)?;
        if record.faction == self.faction {
            return None;
        }
        // A ship's well is looked up only when the ship becomes a ghost.
        let anchor = record.anchor.or_else(|| anchor_at(sky, position));
        let center = anchor.and_then(|body| sky.now.get(body));
        let offset = position - center.map_or(DVec3::ZERO, |center| center.position);
        Some(LastKnown { anchor, offset, seen_tick: tick, ..*record })
    }

    fn keeps(&self, ghost: &LastKnown) -> bool {
        let Round { sky, rings, tick, scan, .. } = *self.round;
        let is_own = || self.round.unit(ghost.id()).is_some_and(|(record, _)| record.faction == self.faction);
        let visibility = self.round.least_visibility(ghost);
        let place = place_of(ghost, sky, rings, tick);
        !self.round.is_old(ghost)
            && !is_own()
            && !scan.sees_place(faction_number(self.faction), place, visibility)
    }
}
