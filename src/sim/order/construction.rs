//! Orders about places: construction, and the work of yards.
//!
//! An order to build is checked against the player's knowledge: an owner or a structure that is neither seen nor
//! remembered does not count. A faction that may build somewhere is present there, so the builders meet hidden
//! obstacles at once; then nothing begins to grow, and the player gets a [`Note`].
//!
//! Rings and slots are counted from 0 inside the program and in files, and from 1 in texts for players.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::command::place_to_stay;
use super::refusal::{ConstructionRefusal, farther_rings, nearer_rings};
use super::{Deed, Refusal};
use crate::level::NamedGoal;
use crate::level::model::holdings::{RingRefusal, StructureClass, build_ticks};
use crate::sim::economy::building::{has_ship_near, may_build};
use crate::sim::ids::{BodyId, FactionId, StructureId};
use crate::sim::motion::structures::place;
use crate::sim::motion::wells::resting_at;
use crate::sim::task::{TaskRefusal, counted};
use crate::sim::visibility::{Knowledge, known_body, sees_structure};
use crate::sim::world::money::Growth;
use crate::sim::world::{
    EconomyChoice, Factions, Growing, Holdings, NextIds, Note, Notices, Position, RingLayout, RingPlace,
    Rings, ShipClasses, Shipyard, Structure, StructureClasses, YardJob, find_structure, free_run,
    slots_taken,
};
use crate::sim::{Calendar, Sky};

/// An order for a player's own places, or for places without an owner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ConstructionOrder {
    /// Begin a structure. It is not paid at once, but in instalments while it grows.
    Build {
        /// The name of its class.
        class: String,
        /// The name of the body round which it is to circle, in upper or lower case.
        body: String,
        /// The ring; 0 is the innermost.
        ring: u8,
        /// The first of its slots, from 0.
        slot: u16,
    },
    /// Pause or resume a growing structure.
    Pause {
        /// Which.
        structure: StructureId,
        /// Pause (`true`) or resume.
        paused: bool,
    },
    /// Abandon a growing structure. The money spent on it is lost.
    Cancel {
        /// Which.
        structure: StructureId,
    },
    /// Put ships at the end of a yard's queue.
    BuildShips {
        /// The yard.
        yard: StructureId,
        /// The name of the ships' class.
        class: String,
        /// Number, at least 1.
        count: u8,
    },
    /// Remove a ship from a yard's queue. The money spent on it is lost.
    CancelShip {
        /// The yard.
        yard: StructureId,
        /// Place in the queue; 0 is the ship under construction.
        index: usize,
    },
    /// Have what a yard has finished go to the end of its queue again, or not.
    Repeat {
        /// The yard.
        yard: StructureId,
        /// Again (`true`) or only once.
        repeats: bool,
    },
    /// Set the destination of a yard's new ships.
    RallyTo {
        /// The yard.
        yard: StructureId,
        /// A point, a body or a ring; `None`: they wait beside the yard.
        #[serde(default)]
        rally: Option<NamedGoal>,
    },
}

/// Checks an order without any change.
pub(super) fn examine(
    world: &mut World,
    player: FactionId,
    order: &ConstructionOrder,
) -> Result<Deed, Refusal> {
    Ok(match order {
        ConstructionOrder::Build { class, body, ring, slot } => {
            let structure = plan(world, player, class, body, (*ring, *slot))?;
            Plot::known(world, &structure).check(world, &structure)?;
            Box::new(move |world| match Plot::real(world, &structure).check(world, &structure) {
                Ok(()) => found(world, structure),
                Err(refusal) => report_failure(world, &structure, &refusal),
            })
        }
        ConstructionOrder::Pause { structure, paused } => {
            let (entity, paused) = (own_growing(world, player, *structure)?, *paused);
            Box::new(move |world| {
                if let Some(mut growing) = world.get_mut::<Growing>(entity) {
                    growing.paused = paused;
                }
            })
        }
        ConstructionOrder::Cancel { structure } => {
            let entity = own_growing(world, player, *structure)?;
            Box::new(move |world| {
                world.despawn(entity);
            })
        }
        ConstructionOrder::BuildShips { yard, class, count } => {
            let (entity, job) = ships_to_build(world, player, *yard, class, *count)?;
            let jobs = std::iter::repeat_n(job, usize::from(*count));
            of_yard(entity, move |yard| yard.queue.extend(jobs))
        }
        ConstructionOrder::CancelShip { yard, index } => {
            let (entity, index) = (own_yard(world, player, *yard)?, *index);
            if world.get::<Shipyard>(entity).is_none_or(|yard| index >= yard.queue.len()) {
                return Err(ConstructionRefusal::NotInQueue(index.saturating_add(1)).into());
            }
            of_yard(entity, move |yard| {
                yard.queue.remove(index);
            })
        }
        ConstructionOrder::Repeat { yard, repeats } => {
            let (entity, repeats) = (own_yard(world, player, *yard)?, *repeats);
            of_yard(entity, move |yard| yard.repeats = repeats)
        }
        ConstructionOrder::RallyTo { yard, rally } => {
            let entity = own_yard(world, player, *yard)?;
            let rally = rally.as_ref().map(|rally| place_to_stay(world, player, rally)).transpose()?;
            of_yard(entity, move |yard| yard.rally = rally)
        }
    })
}

/// The deed of an order to a yard.
fn of_yard(entity: Entity, act: impl FnOnce(&mut Shipyard) + 'static) -> Deed {
    Box::new(move |world| {
        if let Some(mut yard) = world.get_mut::<Shipyard>(entity) {
            act(&mut yard);
        }
    })
}

/// The structure that an order to build asks for, with the next number. Changes nothing, and does not examine the
/// site. `at` is a ring and a slot.
fn plan(
    world: &World,
    player: FactionId,
    class: &str,
    body: &str,
    at: (u8, u16),
) -> Result<Structure, Refusal> {
    let classes = &world.resource::<StructureClasses>().0;
    let known = classes.iter_enumerated().find(|(_, known)| known.name == class);
    let Some((index, rules)) = known.map(|(index, rules)| (index, rules.clone())) else {
        return Err(ConstructionRefusal::NoSuchClass(class.to_owned()).into());
    };
    let found = world.resource::<Sky>().system.find(body);
    let body = found.ok_or_else(|| Refusal::NoSuchBody(body.to_owned()))?;
    let (ring, slot) = at;
    check_ring(world, &rules, body, ring)?;
    let ids = world.resource::<NextIds>();
    if ids.structures_left() == 0 {
        return Err(ConstructionRefusal::NoMoreStructures.into());
    }
    Ok(Structure {
        id: StructureId(ids.structure),
        class: index,
        faction: player,
        body,
        ring,
        slot,
        slots: rules.slots,
        radius_km: rules.radius_km,
    })
}

/// Starts the growth of a planned structure.
fn found(world: &mut World, structure: Structure) {
    let class = world.resource::<StructureClasses>().0.get(structure.class);
    let Some(growth) = class.map(|class| Growth::new(class.build_ticks(), class.price)) else { return };
    // The sky is that of the end of the last tick.
    let tick = world.resource::<Calendar>().tick;
    let position = place(&structure, world.resource::<Rings>(), world.resource::<Sky>(), tick);
    world.resource_mut::<NextIds>().structure += 1;
    world.spawn((structure, Growing { growth, paused: false }, Position(position)));
}

/// Notifies a player that the builders of a structure met an obstacle.
fn report_failure(world: &mut World, structure: &Structure, refusal: &ConstructionRefusal) {
    let class = world.resource::<StructureClasses>().0.get(structure.class);
    let class = class.map_or("structure", |class| class.name.as_str());
    let words = format!("The {class} at {} cannot be begun: {refusal}", body_name(world, structure.body));
    let (sky, tick) = (world.resource::<Sky>(), world.resource::<Calendar>().tick);
    let place = resting_at(sky, place(structure, world.resource::<Rings>(), sky, tick));
    let note = Note { player: structure.faction, words, place };
    world.resource_mut::<Notices>().add(note);
}

/// Whether a class may be built in a ring of a body.
fn check_ring(
    world: &World,
    class: &StructureClass,
    body: BodyId,
    ring: u8,
) -> Result<(), ConstructionRefusal> {
    let name = body_name(world, body);
    let Some(layout) = world.resource::<Rings>().of(body) else {
        return Err(TaskRefusal::NoRings(name).into());
    };
    let count = layout.count();
    let Some(refusal) = class.refusal(ring, count) else { return Ok(()) };
    let class_name = class.name.clone();
    Err(match refusal {
        RingRefusal::NoSuchRing => {
            let (ring, count) = (counted(ring), u32::from(count));
            TaskRefusal::NoSuchRing { body: name, ring, count }.into()
        }
        RingRefusal::TooNear => {
            ConstructionRefusal::TooNear { class: class_name, fits: farther_rings(class, &name, ring, count) }
        }
        RingRefusal::TooFar => {
            ConstructionRefusal::TooFar { class: class_name, fits: nearer_rings(class, &name, ring, count) }
        }
    })
}

/// The facts about a body that may forbid a structure.
struct Plot {
    /// The owner of the body.
    owner: Option<FactionId>,
    /// The occupied places in its rings.
    places: Vec<RingPlace>,
}

impl Plot {
    /// The site as the builder's faction knows it: hidden and unremembered structures are left out.
    fn known(world: &mut World, structure: &Structure) -> Self {
        let (faction, body) = (structure.faction, structure.body);
        let owner = known_body(world, faction, body).owner;
        let mut structures = world.query::<&Structure>();
        let world = &*world;
        let knowledge = world.resource::<Knowledge>();
        let is_seen = |one: &&Structure| one.body == body && sees_structure(knowledge, faction, one);
        let seen = structures.iter(world).filter(is_seen).map(Structure::ring_place);
        let remembered = knowledge.ghosts(faction).filter(|ghost| ghost.anchor == Some(body));
        Self { owner, places: seen.chain(remembered.filter_map(|ghost| ghost.stands)).collect() }
    }

    /// As it is.
    fn real(world: &mut World, structure: &Structure) -> Self {
        let body = structure.body;
        let mut structures = world.query::<&Structure>();
        let world = &*world;
        let owner = world.resource::<Holdings>().0.get(body).and_then(|holding| holding.owner);
        let here = structures.iter(world).filter(|one| one.body == body);
        Self { owner, places: here.map(Structure::ring_place).collect() }
    }

    /// Whether the structure may be built there, and all its slots are free.
    fn check(&self, world: &mut World, structure: &Structure) -> Result<(), ConstructionRefusal> {
        self.check_right(world, structure)?;
        self.check_slots(world, structure)
    }

    /// Whether a player may build there: always at an own body, and at a body without an owner while a ship of the
    /// player's is near.
    fn check_right(&self, world: &mut World, structure: &Structure) -> Result<(), ConstructionRefusal> {
        let (faction, body) = (structure.faction, structure.body);
        if may_build(self.owner, faction, || has_ship_near(world, faction, body)) {
            return Ok(());
        }
        let name = body_name(world, body);
        Err(match self.owner {
            Some(owner) => {
                let faction = world.resource::<Factions>().0.get(owner).map(|faction| faction.name.clone());
                ConstructionRefusal::HasOwner(name, faction.unwrap_or_default())
            }
            None => ConstructionRefusal::NobodyThere(name),
        })
    }

    /// Whether all slots of the structure exist and are free.
    fn check_slots(&self, world: &World, structure: &Structure) -> Result<(), ConstructionRefusal> {
        let RingPlace { ring, slot, slots } = structure.ring_place();
        let body = body_name(world, structure.body);
        let Some(layout) = world.resource::<Rings>().of(structure.body) else {
            return Err(TaskRefusal::NoRings(body).into());
        };
        let count = layout.slot_count(usize::from(ring));
        if slot >= count {
            let (ring, slot, count) = (counted(ring), counted(slot), u32::from(count));
            return Err(ConstructionRefusal::NoSuchSlot { body, ring, slot, count });
        }
        let taken = slots_taken(layout, ring, self.places.iter().copied());
        if free_run(&taken, slot, slots) {
            return Ok(());
        }
        let first = first_taken(layout, &taken, (ring, slot), slots);
        Err(ConstructionRefusal::SlotTaken { body, ring: counted(ring), slot: counted(first) })
    }
}

/// The first slot that is in the way of a structure of `length` slots.
fn first_taken(layout: &RingLayout, taken: &[bool], at: (u8, u16), length: u8) -> u16 {
    let (ring, slot) = at;
    let is_taken = |slot: &u16| taken.get(usize::from(*slot)).copied().unwrap_or(true);
    layout.run(usize::from(ring), slot, length).find(is_taken).unwrap_or(slot)
}

/// The yard for an order of ships, and the job for one ship, if the queue has room for all.
fn ships_to_build(
    world: &mut World,
    player: FactionId,
    yard: StructureId,
    class: &str,
    count: u8,
) -> Result<(Entity, YardJob), ConstructionRefusal> {
    let entity = own_yard(world, player, yard)?;
    let job = job(world, entity, class)?;
    let longest = world.resource::<EconomyChoice>().0.building.longest_queue;
    let Some(shipyard) = world.get::<Shipyard>(entity) else {
        return Err(ConstructionRefusal::BuildsNoShips);
    };
    let waiting = u32::try_from(shipyard.queue.len()).unwrap_or(u32::MAX);
    let room = longest.saturating_sub(waiting);
    if count == 0 {
        return Err(ConstructionRefusal::NoShipsOrdered);
    }
    if room == 0 {
        return Err(ConstructionRefusal::QueueIsFull(longest));
    }
    if u32::from(count) > room {
        return Err(ConstructionRefusal::QueueHasRoomFor(room));
    }
    Ok((entity, job))
}

/// A ship of a class that has not begun to grow in a yard.
fn job(world: &World, yard: Entity, class: &str) -> Result<YardJob, ConstructionRefusal> {
    let classes = &world.resource::<ShipClasses>().0;
    let found = classes.iter_enumerated().find(|(_, known)| known.name == class);
    let Some((index, rules)) = found else {
        return Err(ConstructionRefusal::NoSuchShipClass(class.to_owned()));
    };
    if !rules.is_built_in_yards() {
        return Err(ConstructionRefusal::GrowsInHangars(class.to_owned()));
    }
    let speed = class_of(world, yard).map_or(0.0, |class| class.yard_speed);
    Ok(YardJob { class: index, growth: Growth::new(build_ticks(rules.build_s, speed), rules.price) })
}

/// A structure of the player's. A foreign structure is refused like a missing one, so that refusals reveal
/// nothing.
fn own(world: &mut World, player: FactionId, id: StructureId) -> Result<Entity, ConstructionRefusal> {
    find_structure(world, id)
        .filter(|entity| world.get::<Structure>(*entity).is_some_and(|one| one.faction == player))
        .ok_or(ConstructionRefusal::NoSuchStructure(id.0))
}

fn own_growing(world: &mut World, player: FactionId, id: StructureId) -> Result<Entity, ConstructionRefusal> {
    let entity = own(world, player, id)?;
    if world.get::<Growing>(entity).is_some() {
        Ok(entity)
    } else {
        Err(ConstructionRefusal::AlreadyFinished)
    }
}

/// A yard of the player's that can work.
fn own_yard(world: &mut World, player: FactionId, id: StructureId) -> Result<Entity, ConstructionRefusal> {
    let entity = own(world, player, id)?;
    let is_growing = world.get::<Growing>(entity).is_some();
    if is_growing && class_of(world, entity).is_some_and(StructureClass::is_yard) {
        Err(ConstructionRefusal::NotFinished)
    } else if is_growing || world.get::<Shipyard>(entity).is_none() {
        Err(ConstructionRefusal::BuildsNoShips)
    } else {
        Ok(entity)
    }
}

fn class_of(world: &World, structure: Entity) -> Option<&StructureClass> {
    let class = world.get::<Structure>(structure)?.class;
    world.resource::<StructureClasses>().0.get(class)
}

fn body_name(world: &World, body: BodyId) -> String {
    world.resource::<Sky>().system.bodies.get(body).map(|body| body.name.clone()).unwrap_or_default()
}
