//! Orders about places: construction, and the work of yards.
//!
//! An order to build is checked against the player's knowledge: an owner or a structure that is neither seen nor
//! remembered does not count. A faction that may build somewhere is present there, so the builders meet hidden
//! obstacles at once; then nothing begins to grow, and the order is refused all the same.
//!
//! Rings and slots are counted from 0 inside the program and in files, and from 1 in texts for players.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::goal::{check_body, numbered, place_to_stay};
use super::plot::Plot;
use super::refusal::ConstructionRefusal;
use super::{Deed, Refusal};
use crate::level::ids::names::of_structures;
use crate::level::{StructureClass, build_ticks};
use crate::sim::motion::Missing;
use crate::sim::motion::structures::place;
use crate::sim::visibility::{Almanac, SeenStructure, Viewer, WorldView, with_view};
use crate::sim::{
    BodyId, Calendar, ClassId, FactionId, Goal, Growing, Growth, NextIds, Position, Rings, Shipyard, Sky,
    Structure, StructureClasses, StructureId, YardJob,
};

/// An order for a player's own places, or for places without an owner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ConstructionOrder {
    /// Begin a structure. It is not paid at once, but in instalments while it grows.
    Build {
        /// Its class.
        #[serde(with = "of_structures")]
        class: ClassId,
        /// The body round which it is to circle.
        body: BodyId,
        /// The ring; 0 is the innermost.
        ring: u8,
        /// The first of its slots, from 0.
        slot: u16,
    },
    /// Pause or resume a growing structure.
    Pause {
        /// The structure.
        structure: StructureId,
        /// Pause (`true`) or resume.
        paused: bool,
    },
    /// Abandon a growing structure. The money spent on it is lost.
    Cancel {
        /// The structure.
        structure: StructureId,
    },
    /// Append ships to a yard's queue.
    BuildShips {
        /// The yard.
        yard: StructureId,
        /// The ships' class.
        class: ClassId,
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
    /// Set whether finished ships return to the end of a yard's queue.
    Repeat {
        /// The yard.
        yard: StructureId,
        /// Whether they return.
        repeats: bool,
    },
    /// Set the destination of a yard's new ships.
    RallyTo {
        /// The yard.
        yard: StructureId,
        /// A point, a body or a ring; `None`: they wait beside the yard.
        #[serde(default)]
        rally: Option<Goal>,
    },
}

/// Checks an order without any change.
pub(super) fn examine(
    view: WorldView,
    player: FactionId,
    order: &ConstructionOrder,
) -> Result<Deed, Refusal> {
    Ok(match *order {
        ConstructionOrder::Build { class, body, ring, slot } => {
            let structure = plan(view, player, (class, body), (ring, slot))?;
            check_plot(view, &structure)?;
            Box::new(move |world| begin_to_build(world, structure))
        }
        ConstructionOrder::Pause { structure, paused } => {
            let entity = own_growing(view, player, structure)?;
            Box::new(move |world| {
                if let Some(mut growing) = world.get_mut::<Growing>(entity) {
                    growing.paused = paused;
                }
                Ok(())
            })
        }
        ConstructionOrder::Cancel { structure } => {
            let entity = own_growing(view, player, structure)?;
            Box::new(move |world| {
                world.despawn(entity);
                Ok(())
            })
        }
        ConstructionOrder::BuildShips { yard, class, count } => {
            let (entity, job) = ships_to_build(view, player, yard, class, count)?;
            let jobs = std::iter::repeat_n(job, usize::from(count));
            of_yard(entity, move |yard| yard.queue.extend(jobs))
        }
        ConstructionOrder::CancelShip { yard, index } => {
            let (entity, shipyard) = own_yard(view, player, yard)?;
            if index >= shipyard.queue.len() {
                return Err(ConstructionRefusal::NotInQueue(index.saturating_add(1)).into());
            }
            of_yard(entity, move |yard| {
                yard.queue.remove(index);
            })
        }
        ConstructionOrder::Repeat { yard, repeats } => {
            let (entity, _) = own_yard(view, player, yard)?;
            of_yard(entity, move |yard| yard.repeats = repeats)
        }
        ConstructionOrder::RallyTo { yard, rally } => {
            let (entity, _) = own_yard(view, player, yard)?;
            let rally = rally.map(|rally| place_to_stay(view, player, &rally)).transpose()?;
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
        Ok(())
    })
}

/// The structure that an order to build asks for, with the next number. Changes nothing, and does not examine the
/// site, a ring and a slot.
fn plan(
    view: WorldView,
    player: FactionId,
    (class, body): (ClassId, BodyId),
    (ring, slot): (u8, u16),
) -> Result<Structure, Missing> {
    let rules = view.almanac().structures.0.get(class);
    let rules = rules.ok_or_else(|| Missing::StructureClass(numbered(class)))?;
    check_body(view, body)?;
    Ok(Structure {
        id: StructureId(view.next_ids().structure),
        class,
        faction: player,
        body,
        ring,
        slot,
        slots: rules.slots,
        radius_km: rules.radius_km,
    })
}

/// Lets a planned structure begin to grow, unless its builders meet an obstacle.
fn begin_to_build(world: &mut World, structure: Structure) -> Result<(), Refusal> {
    let outcome = with_view(world, Viewer::Everything, |truth| {
        let Almanac { structures, .. } = truth.almanac();
        let class = structures.0.get(structure.class).map_or("structure", |class| class.name.as_str());
        check_plot(truth, &structure).map_err(|why| ConstructionRefusal::CannotBegin {
            class: class.to_owned(),
            body: truth.almanac().body_in_words(structure.body),
            why: Box::new(why),
        })
    });
    outcome.transpose()?;
    found(world, structure);
    Ok(())
}

/// Lets a planned structure grow.
fn found(world: &mut World, structure: Structure) {
    let class = world.resource::<StructureClasses>().0.get(structure.class);
    let Some(growth) = class.map(|class| Growth::new(class.build_ticks(), class.price)) else { return };
    // The sky is that of the end of the last tick.
    let tick = world.resource::<Calendar>().tick;
    let position = place(&structure, world.resource::<Rings>(), world.resource::<Sky>(), tick);
    world.resource_mut::<NextIds>().structure += 1;
    world.spawn((structure, Growing { growth, paused: false }, Position(position)));
}

/// Whether a structure may be built as far as the viewer knows: structures neither seen nor remembered do not
/// count.
fn check_plot(view: WorldView, structure: &Structure) -> Result<(), ConstructionRefusal> {
    let Structure { class, faction, body, ring, slot, .. } = *structure;
    let plot = Plot::of(view, faction, body)?;
    let class = view.almanac().structures.0.get(class);
    class.map_or(Ok(()), |class| plot.check(class, ring, slot))
}

/// The yard for an order of ships, and the job for one ship, if the queue has room for all.
fn ships_to_build(
    view: WorldView,
    player: FactionId,
    yard: StructureId,
    class: ClassId,
    count: u8,
) -> Result<(Entity, YardJob), Refusal> {
    let (entity, shipyard) = own_yard(view, player, yard)?;
    let job = job(view, entity, class)?;
    let longest = view.almanac().economy.0.building.longest_queue;
    let waiting = u32::try_from(shipyard.queue.len()).unwrap_or(u32::MAX);
    let room = longest.saturating_sub(waiting);
    if count == 0 {
        return Err(ConstructionRefusal::NoShipsOrdered.into());
    }
    if room == 0 {
        return Err(ConstructionRefusal::QueueIsFull(longest).into());
    }
    if u32::from(count) > room {
        return Err(ConstructionRefusal::QueueHasRoomFor(room).into());
    }
    Ok((entity, job))
}

/// A ship of a class that has not begun to grow in a yard.
fn job(view: WorldView, yard: Entity, class: ClassId) -> Result<YardJob, Refusal> {
    let Almanac { ships, structures, .. } = view.almanac();
    let rules = ships.0.get(class).ok_or_else(|| Missing::ShipClass(numbered(class)))?;
    if !rules.is_built_in_yards() {
        return Err(ConstructionRefusal::GrowsInHangars(rules.name.clone()).into());
    }
    let yard = view.structure(yard).and_then(|seen| structures.0.get(seen.structure.class));
    let speed = yard.map_or(0.0, |class| class.yard_speed);
    Ok(YardJob { class, growth: Growth::new(build_ticks(rules.build_s, speed), rules.price) })
}

/// A structure of the player. A foreign structure is refused like a missing one, so that refusals reveal nothing.
fn own(
    view: WorldView<'_>,
    player: FactionId,
    id: StructureId,
) -> Result<SeenStructure<'_>, ConstructionRefusal> {
    let is_it = |seen: &SeenStructure| seen.structure.id == id && seen.structure.faction == player;
    view.structures().find(is_it).ok_or(ConstructionRefusal::NoSuchStructure(id.0))
}

fn own_growing(view: WorldView, player: FactionId, id: StructureId) -> Result<Entity, ConstructionRefusal> {
    let seen = own(view, player, id)?;
    if seen.grown.is_some() { Ok(seen.entity) } else { Err(ConstructionRefusal::AlreadyFinished) }
}

/// A finished yard of the player.
fn own_yard(
    view: WorldView<'_>,
    player: FactionId,
    id: StructureId,
) -> Result<(Entity, &Shipyard), ConstructionRefusal> {
    let seen = own(view, player, id)?;
    let class = view.almanac().structures.0.get(seen.structure.class);
    match seen.yard.filter(|_| seen.grown.is_none()) {
        Some(yard) => Ok((seen.entity, yard)),
        None if seen.grown.is_some() && class.is_some_and(StructureClass::is_yard) => {
            Err(ConstructionRefusal::NotFinished)
        }
        None => Err(ConstructionRefusal::BuildsNoShips),
    }
}
