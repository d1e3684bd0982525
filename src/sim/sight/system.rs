//! Sight in the world: everyone looks round, every few ticks.
//!
//! - Enters: where ships, structures and bodies are at the end of a tick, whose they are, and how far they
//!   see.
//! - Leaves: [`Knowledge`].
//! - Must never: change anything else in the world, or depend on the order in which things are stored.
//!
//! Everyone looks every [`LOOK_TICKS`] ticks. In between the same is seen, so what was seen is seen wherever
//! it goes until the next look; what that look does not find becomes a ghost where it is then. So a save says
//! of what is seen only the numbers. What is gone for good while it is seen leaves no ghost: its end was seen
//! too.

use bevy::prelude::*;
use glam::DVec3;

use super::super::fleets::{Factions, Fleet, MemberOf};
use super::super::holdings::{EconomyChoice, Growing, Holdings, Idle, Rings, Structure, StructureClasses};
use super::super::lifetime::OfWorld;
use super::super::ships::{Flight, Position, Ship, ShipClasses};
use super::super::wells::anchor_at;
use super::super::{Calendar, SimSystems, Sky};
use super::eyes::{body_sight_km, ship_sight_km, structure_sight_km};
use super::knowledge::{Knowledge, NOBODY, Viewer, carried_place, faction_number, mark};
use super::{Bits, Eye, Ghost, Memory, Occluder, RingPlace, Sighted, Watch};
use crate::level;

/// From one look to the next, ticks.
pub const LOOK_TICKS: u64 = 10;
/// The engines of a ship burn while it makes more than this share of its cruise speed by itself.
const BURNING_SHARE: f64 = 0.05;

pub(in super::super) fn plugin(app: &mut App) {
    app.init_of_world::<Knowledge>().init_of_world::<Lookout>().init_resource::<Viewer>();
    app.add_systems(FixedUpdate, look_when_due.in_set(SimSystems::Know));
}

fn look_when_due(world: &mut World) {
    let tick = world.resource::<Calendar>().tick + 1;
    if tick.is_multiple_of(LOOK_TICKS) {
        look(world, tick);
    }
}

/// Has everyone look round at once, in a world between two ticks: how a game begins.
pub fn look_now(world: &mut World) {
    let tick = world.resource::<Calendar>().tick;
    look(world, tick);
}

fn look(world: &mut World, tick: u64) {
    let mut lookout = std::mem::take(&mut *world.get_resource_or_init::<Lookout>());
    let mut knowledge = std::mem::take(&mut *world.get_resource_or_init::<Knowledge>());
    lookout.gather(world);
    let (factions, sky) = (world.resource::<Factions>().0.len(), world.resource::<Sky>());
    let rings = world.resource::<Rings>();
    knowledge.change(factions, |memories| lookout.look(memories, sky, rings, tick));
    *world.resource_mut::<Knowledge>() = knowledge;
    *world.resource_mut::<Lookout>() = lookout;
}

/// Everything that looks and is looked at; it keeps its room from look to look, and nothing else.
#[derive(Resource, Debug, Default)]
struct Lookout {
    watch: Watch,
    eyes: Vec<Eye>,
    occluders: Vec<Occluder>,
    /// Ships and structures, as they are looked for.
    things: Vec<Sighted>,
    /// The same, as they are remembered, but for the wells in which ships are.
    records: Vec<Ghost>,
    /// The indices of the same, by id.
    roll: Vec<(u64, usize)>,
    /// Which of the same each faction sees, its own among them.
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

    /// Bodies hide what is behind them; who owns one sees its well.
    fn gather_bodies(&mut self, world: &World) {
        let sky = world.resource::<Sky>();
        let holdings = &world.resource::<Holdings>().0;
        for (index, (body, state)) in sky.system.bodies.iter().zip(&sky.now).enumerate() {
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
            let id = mark(level::Sighted::Ship(ship.id.0));
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
            let id = mark(level::Sighted::Structure(structure.id.0));
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

    fn look(&mut self, memories: &mut [Memory], sky: &Sky, rings: &Rings, tick: u64) {
        let factions = faction_number(memories.len());
        self.watch.see(&self.eyes, &self.things, &self.occluders, factions, &mut self.seen);
        let (watch, records, roll) = (&self.watch, self.records.as_slice(), self.roll.as_slice());
        for ((faction, memory), seen) in (0_u16..).zip(memories).zip(&self.seen) {
            let found = Found { faction, tick, sky, rings, watch, records, roll, seen };
            found.enter(memory);
        }
    }
}

/// A thing as it is remembered. A ship's well is looked up only when the ship becomes a ghost.
fn record(thing: &Sighted, class: usize, heading: DVec3) -> Ghost {
    Ghost {
        id: thing.id,
        faction: thing.faction,
        class: u32::try_from(class).unwrap_or(u32::MAX),
        position: thing.position,
        heading,
        anchor: None,
        offset: DVec3::ZERO,
        stands: None,
        seen_tick: 0,
        is_place_hidden: false,
    }
}

/// What a faction found when it looked.
struct Found<'a> {
    faction: u16,
    tick: u64,
    sky: &'a Sky,
    rings: &'a Rings,
    watch: &'a Watch,
    records: &'a [Ghost],
    roll: &'a [(u64, usize)],
    seen: &'a Bits,
}

impl Found<'_> {
    /// Takes it into the faction's memory.
    fn enter(&self, memory: &mut Memory) {
        self.forget(memory);
        if memory.watched().iter().any(|watched| !self.is_seen(watched.id)) {
            // Until this look everything was still seen, wherever it went.
            let until_now: Vec<Ghost> =
                memory.watched().iter().filter_map(|watched| self.as_it_is(watched.id)).collect();
            self.update(memory, until_now);
        }
        let foreign = self.seen.iter().filter_map(|index| self.records.get(index).copied());
        self.update(memory, foreign.filter(|record| record.faction != self.faction));
    }

    fn update(&self, memory: &mut Memory, seen: impl IntoIterator<Item = Ghost>) {
        let place_now = |ghost: &Ghost| carried_place(ghost, self.sky, self.rings, self.tick);
        memory.update(self.tick, seen, place_now, |place| self.watch.sees_place(self.faction, place));
    }

    /// Forgets what is no more and was seen to go, and what has become the faction's own.
    fn forget(&self, memory: &mut Memory) {
        let is_known_to_go = |id: &u64| self.owner(*id).is_none_or(|owner| owner == self.faction);
        let is_own = |id: &u64| self.owner(*id) == Some(self.faction);
        let watched = memory.watched().iter().map(|watched| watched.id).filter(is_known_to_go);
        let ghosts = memory.ghosts().map(|ghost| ghost.id).filter(is_own);
        let gone: Vec<u64> = watched.chain(ghosts).collect();
        gone.into_iter().for_each(|id| memory.forget(id));
    }

    /// Where a thing is in the lists; `None` for one that is no more.
    fn index(&self, id: u64) -> Option<usize> {
        let place = self.roll.binary_search_by_key(&id, |(other, _)| *other).ok()?;
        self.roll.get(place).map(|(_, index)| *index)
    }

    fn owner(&self, id: u64) -> Option<u16> {
        self.records.get(self.index(id)?).map(|record| record.faction)
    }

    fn is_seen(&self, id: u64) -> bool {
        self.index(id).is_some_and(|index| self.seen.contains(index))
    }

    /// A thing as it is remembered if it is seen no longer; of one that still is, the well is left out.
    fn as_it_is(&self, id: u64) -> Option<Ghost> {
        let index = self.index(id)?;
        let record = *self.records.get(index)?;
        if self.seen.contains(index) {
            return Some(record);
        }
        let anchor = record.anchor.or_else(|| anchor_at(self.sky, record.position));
        let center = anchor.and_then(|body| self.sky.now.get(body));
        let offset = center.map_or(DVec3::ZERO, |center| record.position - center.position);
        Some(Ghost { anchor, offset, ..record })
    }
}
