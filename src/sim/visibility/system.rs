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
use glam::DVec3;
use typed_index_collections::TiVec;

use super::eyes::{body_sight_km, ship_sight_km, structure_sight_km};
use super::knowledge::{Knowledge, NOBODY, carried_place, faction_number, faction_of, place_of};
use super::marks::{mark, what};
use super::memory::Look;
use super::{Bits, Eye, Ghost, Memory, Occluder, Sighted, Watch};
use crate::level;
use crate::rules::economy::SightNumbers;
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::motion::anchor_at;
use crate::sim::{
    Calendar, ClassId, EconomyChoice, FactionId, Factions, Fleet, Flight, Growing, Holdings, Idle, MemberOf,
    Position, RingPlace, Rings, Ship, ShipClasses, Sky, Structure, StructureClasses, TargetId, ticks,
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
pub fn go_on(world: &mut World, memories: TiVec<FactionId, Memory>) {
    let (sky, rings) = (world.resource::<Sky>(), world.resource::<Rings>());
    let tick = world.resource::<Calendar>().tick;
    let placed = |ghost: &Ghost| Ghost { position: place_of(ghost, sky, rings, tick), ..*ghost };
    let sorted = memories.into_iter().map(|memory| {
        let ghosts: Vec<Ghost> = memory.ghosts().map(placed).collect();
        Memory::new(ghosts, memory.watched().iter().copied())
    });
    let knowledge = Knowledge::new(sorted.collect());
    world.insert_resource(knowledge);
    open_eyes(world);
}

fn open_eyes(world: &mut World) {
    let mut lookout = std::mem::take(&mut *world.get_resource_or_init::<Lookout>());
    lookout.gather(world);
    let factions = faction_number(FactionId(world.resource::<Factions>().0.len()));
    lookout.watch.open(&lookout.eyes, &lookout.occluders, factions);
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
    sightings
}

/// All sensors and units, in buffers that are reused from look to look, with the results of the watch.
#[derive(Resource, Debug, Default)]
pub(super) struct Lookout {
    pub(super) watch: Watch,
    eyes: Vec<Eye>,
    occluders: Vec<Occluder>,
    /// Ships and structures, as the watch looks for them.
    things: Vec<Sighted>,
    /// The units as they would be remembered, without the wells of ships.
    records: Vec<Ghost>,
    /// The indices of the units, by id.
    roll: Vec<(u64, usize)>,
    /// The indices of the units that each faction sees, its own included.
    seen: Vec<Bits>,
}

impl Lookout {
    fn gather(&mut self, world: &mut World) {
        self.eyes.clear();
        self.occluders.clear();
        self.things.clear();
        self.records.clear();
        self.gather_bodies(world);
        self.gather_ships(world);
        self.gather_structures(world);
        self.roll.clear();
        self.roll.extend(self.things.iter().enumerate().map(|(index, thing)| (thing.id, index)));
        self.roll.sort_unstable();
    }

    /// Bodies hide units behind them, and are sensors of their owners.
    fn gather_bodies(&mut self, world: &World) {
        let sky = world.resource::<Sky>();
        let holdings = &world.resource::<Holdings>().0;
        for ((index, body), state) in sky.system.bodies.iter_enumerated().zip(&sky.now) {
            let center = state.position;
            self.occluders.push(Occluder { center, radius_km: body.displayed_radius_km });
            if let Some(owner) = holdings.get(index).and_then(|holding| holding.owner) {
                let faction = faction_number(owner);
                self.eyes.push(Eye { faction, position: center, range_km: body_sight_km(sky, index) });
            }
        }
    }

    fn gather_ships(&mut self, world: &mut World) {
        let mut ships = world.query::<(&Ship, &MemberOf, &Position, &Flight, Has<Idle>)>();
        let world: &World = world;
        let classes = world.resource::<ShipClasses>();
        let numbers = world.resource::<EconomyChoice>().0.sight;
        for (ship, fleet, position, flight, is_idle) in ships.iter(world) {
            let faction = world.get::<Fleet>(fleet.0).map_or(NOBODY, |fleet| faction_number(fleet.faction));
            let range_km = ship_sight_km(classes, ship, is_idle);
            self.eyes.push(Eye { faction, position: position.0, range_km });
            let burning_km_s = BURNING_SHARE * ship.cruise_km_s;
            let is_burning = flight.own_velocity.length_squared() > burning_km_s * burning_km_s;
            let visibility = numbers.visibility(ship.bound_km(), is_burning);
            let id = mark(TargetId::Ship(ship.id));
            let thing = Sighted { faction, position: position.0, visibility, id };
            self.records.push(record(&thing, ship.class, flight.heading));
            self.things.push(thing);
        }
    }

    fn gather_structures(&mut self, world: &mut World) {
        let mut structures = world.query::<(&Structure, &Position, Has<Growing>, Has<Idle>)>();
        let world: &World = world;
        let sky = world.resource::<Sky>();
        let classes = world.resource::<StructureClasses>();
        let numbers = world.resource::<EconomyChoice>().0.sight;
        for (structure, position, is_growing, is_idle) in structures.iter(world) {
            let faction = faction_number(structure.faction);
            let range_km = structure_sight_km(classes, structure, is_growing, is_idle);
            self.eyes.push(Eye { faction, position: position.0, range_km });
            let visibility = numbers.visibility(structure.radius_km, false);
            let id = mark(TargetId::Structure(structure.id));
            let thing = Sighted { faction, position: position.0, visibility, id };
            let center = sky.now.get(structure.body).map_or(DVec3::ZERO, |state| state.position);
            let outward = (position.0 - center).normalize_or(DVec3::X);
            let Structure { body, ring, slot, slots, .. } = *structure;
            let stands = Some(RingPlace { ring, slot, slots });
            let known = record(&thing, structure.class, outward);
            self.records.push(Ghost { anchor: Some(body), stands, ..known });
            self.things.push(thing);
        }
    }

    fn look(&mut self, memories: &mut [Memory], world: &World, tick: u64, sightings: &mut Vec<GameEvent>) {
        let factions = faction_number(FactionId(memories.len()));
        self.watch.see(&self.eyes, &self.things, &self.occluders, factions, &mut self.seen);
        let round = Round {
            tick,
            sky: world.resource(),
            rings: world.resource(),
            ship_classes: world.resource(),
            structure_classes: world.resource(),
            numbers: world.resource::<EconomyChoice>().0.sight,
            watch: &self.watch,
            records: &self.records,
            roll: &self.roll,
        };
        let most = usize::try_from(round.numbers.most_remembered).unwrap_or(usize::MAX);
        for ((faction, memory), seen) in (0..).map(FactionId).zip(memories).zip(&self.seen) {
            let found = Found { faction, round: &round };
            memory.update(found.foreign(seen), &found, most, |id, last_seen_tick| {
                sightings.extend(found.sighting(id, last_seen_tick));
            });
        }
    }
}

/// A unit as it would be remembered. A ship's well is looked up only when the ship becomes a ghost.
fn record(thing: &Sighted, class: ClassId, heading: DVec3) -> Ghost {
    Ghost {
        id: thing.id,
        faction: faction_of(thing.faction),
        class,
        position: thing.position,
        heading,
        anchor: None,
        offset: DVec3::ZERO,
        stands: None,
        seen_tick: 0,
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
    watch: &'a Watch,
    records: &'a [Ghost],
    roll: &'a [(u64, usize)],
}

impl Round<'_> {
    /// A unit by its number; `None` for a unit that is gone.
    fn record(&self, id: u64) -> Option<&Ghost> {
        let place = self.roll.binary_search_by_key(&id, |(other, _)| *other).ok()?;
        self.records.get(self.roll.get(place)?.1)
    }

    /// The least visibility of a ghost's unit in any state: a factor on the sight range.
    fn least_visibility(&self, ghost: &Ghost) -> f64 {
        let class = ghost.class;
        let radius_km = match what(ghost.id) {
            TargetId::Ship(_) => self.ship_classes.0.get(class).map(level::ShipClass::bound_km),
            TargetId::Structure(_) => self.structure_classes.0.get(class).map(|class| class.radius_km),
        };
        radius_km.map_or(1.0, |radius_km| self.numbers.least_visibility(radius_km))
    }

    /// Whether a ghost is too old to be remembered. Ghosts of structures do not age.
    fn is_old(&self, ghost: &Ghost) -> bool {
        let age_ticks = self.tick.saturating_sub(ghost.seen_tick);
        matches!(what(ghost.id), TargetId::Ship(_))
            && age_ticks >= u64::from(ticks(self.numbers.forget_ships_s))
    }
}

/// The result of a faction's look.
struct Found<'a> {
    faction: FactionId,
    round: &'a Round<'a>,
}

impl Found<'_> {
    /// The numbers of the foreign units in sight.
    fn foreign(&self, seen: &Bits) -> impl Iterator<Item = u64> {
        let records = seen.iter().filter_map(|index| self.round.records.get(index));
        records.filter(|record| record.faction != self.faction).map(|record| record.id)
    }

    /// The event of a new sighting.
    fn sighting(&self, id: u64, last_seen_tick: Option<u64>) -> Option<GameEvent> {
        let Ghost { faction, class, position: place, .. } = *self.round.record(id)?;
        let what = Party { id: what(id), faction };
        Some(GameEvent::Sighted { by: self.faction, what, class, place, last_seen_tick })
    }
}

impl Look for Found<'_> {
    fn as_it_is(&self, id: u64) -> Option<Ghost> {
        let Round { tick, sky, .. } = *self.round;
        let record = self.round.record(id).filter(|record| record.faction != self.faction)?;
        let anchor = record.anchor.or_else(|| anchor_at(sky, record.position));
        let center = anchor.and_then(|body| sky.now.get(body));
        let offset = record.position - center.map_or(DVec3::ZERO, |center| center.position);
        Some(Ghost { anchor, offset, seen_tick: tick, ..*record })
    }

    fn place_now(&self, ghost: &Ghost) -> Option<DVec3> {
        carried_place(ghost, self.round.sky, self.round.rings, self.round.tick)
    }

    fn keeps(&self, ghost: &Ghost) -> bool {
        let is_own = || self.round.record(ghost.id).is_some_and(|record| record.faction == self.faction);
        let visibility = self.round.least_visibility(ghost);
        !self.round.is_old(ghost)
            && !is_own()
            && !self.round.watch.sees_place(faction_number(self.faction), ghost.position, visibility)
    }
}
