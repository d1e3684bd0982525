//! Conquered bodies change hands: grounds with invaders alone, and comets whose wells a side has held for long
//! enough.
//!
//! The structures of foes there change owners or are destroyed, by the level's setting; the orders of lost yards
//! are not refunded. A body is taken in the first tick without landings, so that all troopers have landed.

use bevy::prelude::*;

use super::landing::Ashore;
use crate::level::Surrender;
use crate::rules::combat::GroundNumbers;
use crate::sim::combat::damage::destruction::{Casualty, destroy};
use crate::sim::event::{Events, GameEvent};
use crate::sim::visibility::{BodyNews, Knowledge, Memory};
use crate::sim::{
    ArmsTable, BodyId, Calendar, Condition, FactionId, Ground, Grounds, Holdings, Shipyard, Sides,
    SourceLevel, Structure, StructureId, by_number, ticks,
};

/// The taking of a body by a faction.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Claim {
    body: BodyId,
    /// The faction that takes it.
    by: FactionId,
    /// The troopers that took it; `None` for a comet, which ships take.
    troopers: Option<f64>,
}

pub(in crate::sim) fn take_bodies(world: &mut World) {
    for claim in claims(world) {
        take(world, claim);
    }
}

/// The conquests of this tick, in the order of the sky.
fn claims(world: &World) -> Vec<Claim> {
    let ashore = world.resource::<Ashore>();
    let hold_ticks = ticks(world.resource::<ArmsTable>().rules.ground.hold_s);
    let claim = |(body, ground): (BodyId, &Ground)| {
        let won = ground.invaders.filter(|_| ground.defenders <= 0.0 && !ashore.is_landing(body));
        let held = ground.held.filter(|(_, ticks)| *ticks >= hold_ticks);
        won.map(|(by, troopers)| Claim { body, by, troopers: Some(troopers) })
            .or_else(|| held.map(|(by, _)| Claim { body, by, troopers: None }))
    };
    world.resource::<Grounds>().0.iter_enumerated().filter_map(claim).collect()
}

fn take(world: &mut World, claim: Claim) {
    let numbers = world.resource::<ArmsTable>().rules.ground;
    let mut holdings = world.resource_mut::<Holdings>();
    let Some(holding) = holdings.0.get_mut(claim.body) else { return };
    let from = holding.owner.replace(claim.by);
    let mut grounds = world.resource_mut::<Grounds>();
    if let Some(ground) = grounds.0.get_mut(claim.body) {
        *ground = taken(ground, claim.troopers, &numbers);
    }
    surrender(world, claim);
    // The loser of a body knows who took it, also without an eye there.
    let loser = from.filter(|from| *from != claim.by);
    let told = loser.map(|faction| BodyNews { faction, body: claim.body, fact: Some(claim.by) });
    world.resource_mut::<Knowledge>().learn(told.as_slice(), Memory::note_owner);
    let tick = world.resource::<Calendar>().tick;
    let event = GameEvent::Taken { body: claim.body, by: claim.by, from };
    world.resource_mut::<Events>().record(tick, event);
}

/// The ground of a body that has just been taken.
fn taken(before: &Ground, troopers: Option<f64>, numbers: &GroundNumbers) -> Ground {
    let Some(troopers) = troopers else { return Ground { held: None, ..*before } };
    Ground {
        defenders: troopers * numbers.kept_share,
        invaders: None,
        unrest: numbers.unrest,
        ruin: before.ruin,
        delay_ticks: ticks(numbers.income_delay_s),
        held: None,
    }
}

/// All structures of foes of the new owner in the rings of a body change owners, or are destroyed by their crews.
fn surrender(world: &mut World, claim: Claim) {
    let manner = world.get_resource::<SourceLevel>().map_or(Surrender::default(), |level| level.0.surrender);
    let lost = lost_structures(world, claim).into_iter().map(|(_, entity)| entity);
    match manner {
        Surrender::Yield => lost.for_each(|entity| hand_over(world, entity, claim.by)),
        Surrender::Scuttle => {
            let dead: Vec<Casualty> = lost.map(|entity| Casualty { entity, by: None }).collect();
            destroy(world, &dead);
        }
    }
}

/// In the order of their numbers, finished or growing.
fn lost_structures(world: &mut World, claim: Claim) -> Vec<(StructureId, Entity)> {
    let mut structures = world.query::<(Entity, &Structure)>();
    let world: &World = world;
    let sides = world.resource::<Sides>();
    let is_lost = |one: &Structure| one.body == claim.body && sides.are_foes(one.faction, claim.by);
    let lost = structures.iter(world).filter(|(_, one)| is_lost(one));
    by_number(lost.map(|(entity, one)| (one.id, entity)), |(id, _)| *id)
}

/// Gives a structure to another faction. The orders of its yard are gone, and its fleets are counted from
/// the first again: the number founded by its former owner is a secret.
fn hand_over(world: &mut World, entity: Entity, to: FactionId) {
    let Some(structure) = world.get::<Structure>(entity).cloned() else { return };
    world.entity_mut(entity).insert(Structure { faction: to, ..structure });
    if let Some(mut condition) = world.get_mut::<Condition>(entity) {
        condition.target = None;
        // A fire lit by the new owner is no longer a foe's.
        condition.lit_by = None;
    }
    if let Some(mut yard) = world.get_mut::<Shipyard>(entity) {
        *yard = Shipyard::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invaders_that_take_a_body_become_its_garrison() {
        let numbers = GroundNumbers { kept_share: 0.5, ..GroundNumbers::default() };
        let fallen = Ground { invaders: Some((FactionId(1), 80.0)), ruin: 0.25, ..Ground::default() };
        let after = taken(&fallen, Some(80.0), &numbers);
        assert_eq!((after.defenders, after.invaders, after.ruin), (40.0, None, 0.25));
        assert_eq!((after.unrest, after.delay_ticks), (numbers.unrest, ticks(numbers.income_delay_s)));
        assert_eq!(after.brings(100), 0);
        let comet = Ground { held: Some((FactionId(1), 360)), ..Ground::default() };
        assert_eq!(taken(&comet, None, &numbers), Ground::default());
    }
}
