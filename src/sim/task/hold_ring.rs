//! Circle in a ring of a body's well; take another formation there.

use bevy::prelude::*;
use glam::DVec3;

use super::{TaskRefusal, counted};
use crate::sim::motion::RingFrames;
use crate::sim::motion::ring_orbit::{TurningFrame, carried_ticks, middle_of_places, ring_of};
use crate::sim::navigation::{Member, member, offsets_of};
use crate::sim::visibility::Almanac;
use crate::sim::{
    Anchor, AnchoredPlace, BodyId, Formation, FormationOffset, Goal, Leg, Position, Ship, ShipId,
    members_in_order,
};

/// Whether a body has a ring.
///
/// # Errors
/// The body has no such ring.
pub(in crate::sim) fn check(almanac: &Almanac, body: BodyId, ring: u8) -> Result<(), TaskRefusal> {
    let name = || almanac.body_in_words(body);
    let Some(layout) = almanac.rings.of(body) else { return Err(TaskRefusal::NoRings(name())) };
    let count = layout.count();
    if ring >= count {
        let (ring, count) = (counted(ring), u32::from(count));
        return Err(TaskRefusal::NoSuchRing { body: name(), ring, count });
    }
    Ok(())
}

/// A ring of a body in words, counted from 1: `ring 2 of Mars`.
pub fn ring_words(ring: u8, body: &str) -> String {
    format!("ring {} of {body}", counted(ring))
}

/// Assigns the ships of an orbiting fleet to the places of its present [`Formation`], neighbours `spacing_km`
/// apart. The fleet orbits on, and faces ahead in the ring if no facing was chosen. Returns whether the fleet
/// orbits.
pub(super) fn form_again(world: &mut World, fleet: Entity, spacing_km: f64) -> bool {
    let Some(places) = new_places(world, fleet, spacing_km) else { return false };
    for (ship, station, place) in places {
        world.entity_mut(ship).insert((station, place));
    }
    true
}

fn new_places(
    world: &World,
    fleet: Entity,
    spacing_km: f64,
) -> Option<Vec<(Entity, AnchoredPlace, FormationOffset)>> {
    let (body, ring) = ring_of(world, fleet)?;
    let clockwork = RingFrames::of(world);
    let frame = TurningFrame::of(clockwork.rings, Some(body), Some(ring))?;
    let formation = world.get::<Formation>(fleet)?;
    let ships = members_in_order(world, fleet);
    let members: Vec<Member> = ships
        .iter()
        .map(|(_, ship)| Some(member(world.get::<Ship>(*ship)?, world.get::<Position>(*ship)?)))
        .collect::<Option<_>>()?;
    let carried_ticks = carried_ticks(world, &ships);
    let middle = frame.lift(middle_of_places(world, &ships), clockwork.tick, carried_ticks);
    let stand = members.iter().map(|member| member.place).sum::<DVec3>() / members.len().max(1) as f64;
    let ahead = stand + frame.pole().cross(middle);
    let leg = Leg::new(Goal::Ring { body, ring }, spacing_km);
    let offsets = offsets_of(formation, &leg, &members, ahead);
    let place = |((_, ship), offset): (&(ShipId, Entity), DVec3)| {
        let kept = frame.lower(middle + offset, clockwork.tick, carried_ticks);
        (*ship, AnchoredPlace { anchor: Anchor::Body(body), offset: kept }, FormationOffset(offset))
    };
    Some(ships.iter().zip(offsets).map(place).collect())
}
