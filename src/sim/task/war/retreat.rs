//! Retreat: to the nearest finished shipyard of the own side, and to a place beside it where the fleet waits.
//!
//! Rings turn, so the destination is the yard's place at the expected time of arrival. In an outermost ring, which
//! stands still beside its planet, that is exact. In other rings the fleet arrives some way ahead of the yard or
//! behind it, in the same ring. Yards repair all ships that hold places there (`combat/repair/docks.rs`).

use bevy::prelude::*;
use glam::DVec3;

use crate::level::StructureClass;
use crate::sim::motion::ring_orbit::first_free_aside;
use crate::sim::motion::structures::place;
use crate::sim::navigation::berth::HIGHEST_SHARE;
use crate::sim::navigation::{BerthFinder, EngineRules, FleetSum, FleetSummary, LookAhead, plan};
use crate::sim::spatial::honeycomb::pattern_room_km;
use crate::sim::steering::system::SteeringChoice;
use crate::sim::task::dispatch::{begin_leg, middle, notify_player, spacing_km};
use crate::sim::visibility::{Almanac, Knowledge, SeenStructure, WorldView, sees_structure};
use crate::sim::{
    Anchor, AnchoredPlace, BodyId, Calendar, FactionId, Fleet, Goal, Growing, Leg, Position, Repeats, Rings,
    Route, Ship, Shipyard, Sides, Sky, Structure, StructureClasses, TaskRefusal, by_number, members_in_order,
};

/// Whether a faction knows of a yard to retreat to.
///
/// # Errors
/// The faction knows of no yard.
pub(in crate::sim) fn check(view: WorldView, faction: FactionId) -> Result<(), TaskRefusal> {
    let is_known = view.structures().any(|seen| is_harbour(view, faction, &seen));
    if is_known { Ok(()) } else { Err(TaskRefusal::NoYard) }
}

/// Whether a structure in sight is a finished yard of a faction's side.
pub fn is_harbour(view: WorldView, faction: FactionId, seen: &SeenStructure) -> bool {
    let Almanac { sides, structures, .. } = view.almanac();
    let one = seen.structure;
    let is_yard = structures.0.get(one.class).is_some_and(StructureClass::is_yard);
    seen.grown.is_none() && is_yard && !sides.are_foes(faction, one.faction)
}

/// Sends a fleet to the nearest yard, if there is one.
pub(in crate::sim) fn begin(world: &mut World, fleet: Entity) {
    send_to_nearest_yard(world, fleet);
}

/// Sends a fleet to the nearest yard, and returns its body; `None` if the fleet knows of no yard.
fn send_to_nearest_yard(world: &mut World, fleet: Entity) -> Option<BodyId> {
    let faction = world.get::<Fleet>(fleet)?.faction;
    let from = middle(world, fleet);
    let yard = nearest_yard(world, faction, from)?;
    send_to_yard(world, fleet, &yard);
    Some(yard.body)
}

/// Withdraws a losing fleet to the nearest yard, and notifies its player; returns whether there is a yard.
pub(in crate::sim) fn withdraw(world: &mut World, fleet: Entity) -> bool {
    let Some(body) = send_to_nearest_yard(world, fleet) else { return false };
    let body = world.resource::<Sky>().system.bodies[body].in_words.clone();
    notify_player(world, fleet, |name| format!("{name} is losing, and withdraws to {body}"));
    true
}

/// The finished yard of a faction's side, its own or one in sight, that is nearest to a place, km; of two at the
/// same distance the older one.
fn nearest_yard(world: &mut World, faction: FactionId, from: DVec3) -> Option<Structure> {
    let mut yards = world.query_filtered::<&Structure, (With<Shipyard>, Without<Growing>)>();
    let world: &World = world;
    let (sky, rings) = (world.resource::<Sky>(), world.resource::<Rings>());
    let (sides, tick) = (world.resource::<Sides>(), world.resource::<Calendar>().tick);
    let knowledge = world.resource::<Knowledge>();
    yards
        .iter(world)
        .filter(|yard| !sides.are_foes(faction, yard.faction) && sees_structure(knowledge, faction, yard))
        .map(|yard| (place(yard, rings, sky, tick).distance_squared(from), yard))
        .min_by(|(one, first), (other, second)| one.total_cmp(other).then(first.id.cmp(&second.id)))
        .map(|(_, yard)| yard.clone())
}

/// Replaces a fleet's route by a leg to a place beside a yard.
fn send_to_yard(world: &mut World, fleet: Entity, yard: &Structure) {
    let leg = leg_to_yard(world, fleet, yard);
    if let Some(mut route) = world.get_mut::<Route>(fleet) {
        route.0.clear();
        route.0.push_back(leg);
    }
    world.entity_mut(fleet).insert(Repeats(false));
    begin_leg(world, fleet);
}

fn leg_to_yard(world: &mut World, fleet: Entity, yard: &Structure) -> Leg {
    let spacing_km = spacing_km(world, fleet);
    let leg = Leg::new(Goal::Ring { body: yard.body, ring: yard.ring }, spacing_km);
    let taken = taken_near(world, fleet, yard.body);
    let world: &World = world;
    let Some(layout) = world.resource::<Rings>().of(yard.body) else {
        return Leg { goal: Goal::Body(yard.body), ..leg };
    };
    let ring = usize::from(yard.ring);
    let arrival = arrival_tick(world, fleet, &leg);
    let room_km = room_km(world, fleet, spacing_km);
    let radius_km = layout.radius_km(ring).max(f64::MIN_POSITIVE);
    let height_km = (room_km + yard.radius_km).min(HIGHEST_SHARE * radius_km);
    let middle = layout.run_offset(ring, yard.slot, yard.slots, arrival) + layout.plane.pole * height_km;
    let step = (room_km / radius_km).min(1.0);
    let aside = |steps: f64| layout.plane.rotated(middle, steps * step);
    let is_free = |place: &DVec3| taken.iter().all(|(other, room)| other.distance(*place) >= room + room_km);
    let offset = first_free_aside(aside, is_free);
    Leg { berth: Some(AnchoredPlace { anchor: Anchor::Body(yard.body), offset }), ..leg }
}

/// Radius of a fleet's places about its middle, with the gap to a neighbour, km.
fn room_km(world: &World, fleet: Entity, spacing_km: f64) -> f64 {
    pattern_room_km(members_in_order(world, fleet).len() as u32, spacing_km)
}

/// Places taken by other fleets near a body or on their way there, from its middle, with their radii, km; in the
/// order of their numbers.
fn taken_near(world: &mut World, fleet: Entity, body: BodyId) -> Vec<(DVec3, f64)> {
    let mut query = world.query::<(Entity, &Fleet, &Route)>();
    let world: &World = world;
    let sky = world.resource::<Sky>();
    let (Some(this), Some(state)) = (sky.system.bodies.get(body), sky.now.get(body)) else {
        return Vec::new();
    };
    let others = query.iter(world).filter(|(entity, ..)| *entity != fleet);
    let near = others.filter_map(|(entity, other, route)| {
        let offset = match route.0.front().filter(|_| !route.rests()) {
            Some(leg) => {
                let end = leg.end().filter(|end| end.anchor == Anchor::Body(body))?;
                end.offset + leg.beside
            }
            None => middle(world, entity) - state.position,
        };
        (offset.length() < this.well_radius_km).then_some((other.id, entity, offset))
    });
    let near = by_number(near, |(id, ..)| *id);
    let room = |entity: Entity| room_km(world, entity, spacing_km(world, entity));
    near.into_iter().map(|(_, entity, offset)| (offset, room(entity))).collect()
}

/// The tick of a fleet's expected arrival at the end of a leg that it begins now.
fn arrival_tick(world: &World, fleet: Entity, leg: &Leg) -> u64 {
    let calendar = world.resource::<Calendar>();
    let Some(company) = company_of(world, fleet) else { return calendar.tick };
    let (sky, rings) = (world.resource::<Sky>(), world.resource::<Rings>());
    let look_ahead = LookAhead {
        berth_finder: BerthFinder::new(sky, rings, world.resource::<StructureClasses>()),
        engine_rules: EngineRules::new(&world.resource::<SteeringChoice>().0, calendar),
    };
    let arrivals = plan(&look_ahead, &Route([*leg].into()), &[], &company, calendar.now_jd());
    let days = arrivals.first().map_or(0.0, |arrival| (arrival.jd - calendar.now_jd()).max(0.0));
    // The cast saturates, and turns NaN into 0.
    calendar.tick.saturating_add((days / calendar.clock.days_per_tick()).round() as u64)
}

/// The summary of a fleet; `None` without ships.
fn company_of(world: &World, fleet: Entity) -> Option<FleetSummary> {
    let mut sum = FleetSum::default();
    for (_, ship) in members_in_order(world, fleet) {
        if let (Some(position), Some(ship)) = (world.get::<Position>(ship), world.get::<Ship>(ship)) {
            sum.add(position.0, DVec3::ZERO, ship);
        }
    }
    sum.total()
}
