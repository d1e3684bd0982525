//! Surrender: a faction gives up everything at once.
//!
//! Its crews scuttle all ships and structures, its troopers leave all grounds, and its bodies belong to nobody. A
//! faction without possessions has fallen by the conditions of victory; that it has surrendered only the history says,
//! for the words about the decision. Its treasury stays, and can pay for nothing.

use bevy::prelude::*;

use super::fall::forget_fallen_now;
use super::history::{History, Surrender};
use crate::sim::Calendar;
use crate::sim::combat::damage::destruction::scuttle;
use crate::sim::event::{Events, GameEvent};
use crate::sim::ids::FactionId;
use crate::sim::visibility::WorldView;
use crate::sim::world::{Fleet, Grounds, Holdings, MemberOf, Ship, Structure};

/// The reason why a surrender is refused; the text is for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SurrenderRefusal {
    /// The faction has no ship, structure, body or trooper on any ground.
    #[error("you have nothing left to give up")]
    NothingLeft,
    /// A side has won.
    #[error("the war is decided already")]
    Decided,
}

/// Whether a faction may surrender, by its own view.
///
/// # Errors
/// The faction has nothing to give up, or the war is decided.
pub(in crate::sim) fn check(view: WorldView, faction: FactionId) -> Result<(), SurrenderRefusal> {
    if view.almanac().verdict.0.is_some() {
        return Err(SurrenderRefusal::Decided);
    }
    if has_anything(view, faction) { Ok(()) } else { Err(SurrenderRefusal::NothingLeft) }
}

/// Whether a faction has a ship, a structure, a body or a trooper on any ground, by its own view.
pub fn has_anything(view: WorldView, faction: FactionId) -> bool {
    let has_troopers = || {
        let mut invaders = view.invasions().into_iter().filter_map(|(_, known)| known.ground.invaders);
        invaders.any(|(invader, _)| invader == faction)
    };
    view.ships().any(|seen| seen.owner == faction)
        || view.structures().any(|seen| seen.structure.faction == faction)
        || !view.bodies_of(faction).is_empty()
        || has_troopers()
}

/// Takes everything from a faction, in a world between two ticks.
pub(in crate::sim) fn begin(world: &mut World, faction: FactionId) {
    let units = units_of(world, faction);
    scuttle(world, &units);
    leave_bodies(world, faction);
    forget_fallen_now(world);
    let tick = world.resource::<Calendar>().tick;
    world.resource_mut::<History>().note_surrender(Surrender { faction, tick });
    // The last event of the surrender: if there are more than the stream keeps, this one stays.
    world.resource_mut::<Events>().record(tick, GameEvent::Surrendered { faction });
}

/// All ships and structures of a faction.
fn units_of(world: &mut World, faction: FactionId) -> Vec<Entity> {
    let mut ships = world.query_filtered::<(Entity, &MemberOf), With<Ship>>();
    let mut structures = world.query::<(Entity, &Structure)>();
    let world: &World = world;
    let is_own = |fleet: Entity| world.get::<Fleet>(fleet).is_some_and(|fleet| fleet.faction == faction);
    let ships = ships.iter(world).filter(|(_, member)| is_own(member.0)).map(|(entity, _)| entity);
    let structures = structures.iter(world).filter(|(_, one)| one.faction == faction);
    ships.chain(structures.map(|(entity, _)| entity)).collect()
}

/// The bodies of a faction lose owner and garrison; its landings, and its claims to comets, end. Allies that have
/// joined its landings leave with them.
fn leave_bodies(world: &mut World, faction: FactionId) {
    world.resource_scope(|world, mut grounds: Mut<Grounds>| {
        let mut holdings = world.resource_mut::<Holdings>();
        for (holding, ground) in holdings.0.iter_mut().zip(&mut grounds.0) {
            if holding.owner == Some(faction) {
                holding.owner = None;
                ground.defenders = 0.0;
            }
            ground.invaders = ground.invaders.filter(|(invader, _)| *invader != faction);
            ground.held = ground.held.filter(|(holder, _)| *holder != faction);
        }
    });
}
