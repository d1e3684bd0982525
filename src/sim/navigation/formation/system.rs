//! The tick's part of formations: assigns places when a leg begins, and keeps a fleet together under way
//! ([`in_company`]).

use bevy::prelude::*;
use glam::DVec3;

use super::assign::{assign, assign_by_rank};
use super::plan::places;
use super::shape::{Facing, Member, Shape};
use crate::sim::spatial::honeycomb::{pattern_room_km, slot_offset};
use crate::sim::{
    Fleet, Formation, FormationOffset, Leg, Members, NavigateSystems, Position, Route, Ship, Sky, Tick,
    by_number,
};

/// Free space between neighbours of a formation, in widths of their hulls.
const GAP_WIDTHS: f64 = 1.0;
/// A fleet that is asked to keep its places, but is scattered over more than this multiple of the room that
/// it needs, draws together instead.
const SCATTERED: f64 = 4.0;

pub(in crate::sim) fn plugin(app: &mut App) {
    app.add_systems(Tick, form_up.in_set(NavigateSystems::Form));
}

/// Assigns the places of fleets that begin a leg. Fleets do not influence each other here, so their order does not
/// matter.
fn form_up(
    mut fleets: Query<(&mut Formation, &Route, &Members), With<Fleet>>,
    mut ships: Query<(Entity, &Ship, &Position, &mut FormationOffset)>,
    mut table: ResMut<crate::sim::motion::ship_table::ShipTable>,
    sky: Res<Sky>,
) {
    let mut any = false;
    for (mut formation, route, members) in &mut fleets {
        let Some(leg) = route.0.front().filter(|_| !formation.formed) else { continue };
        let Some(place) = leg.place_before(&sky) else { continue };
        let goal = place + leg.beside;
        let crew = by_number(ships.iter_many(members.iter()), |(_, ship, ..)| ship.id);
        let (crew, list): (Vec<Entity>, Vec<Member>) =
            crew.into_iter().map(|(entity, ship, position, _)| (entity, member(ship, position))).unzip();
        let offsets = offsets_of(&formation, leg, &list, goal);
        for (entity, offset) in crew.into_iter().zip(offsets) {
            if let Ok((.., mut place)) = ships.get_mut(entity) {
                place.0 = offset;
            }
        }
        formation.formed = true;
        any = true;
    }
    if any {
        // The ships were gathered before they had these places.
        let table = &mut *table;
        for (entity, place) in table.entities.iter().zip(&mut table.places) {
            if let Ok((.., given)) = ships.get(*entity) {
                *place = given.0;
            }
        }
    }
}

/// A ship as a member of a formation.
pub fn member(ship: &Ship, position: &Position) -> Member {
    Member { place: position.0, half_width: ship.radius_km, half_length: ship.bound_km(), rank: ship.rank }
}

/// The mean of the places of ships, km.
pub fn middle_of(crew: &[Member]) -> DVec3 {
    crew.iter().map(|member| member.place).sum::<DVec3>() / crew.len().max(1) as f64
}

/// Offsets of the middles of fleets from a common goal, km: side by side across the way there, in their present
/// order, so that their ways do not cross. `middles` are their positions, `rooms` their radii, km.
pub fn abreast(goal: DVec3, middles: &[DVec3], rooms: &[f64]) -> Vec<DVec3> {
    let mut places = vec![DVec3::ZERO; middles.len()];
    if middles.len() < 2 {
        return places;
    }
    let all = middles.iter().sum::<DVec3>() / middles.len() as f64;
    let left = Facing::from_direction(goal - all).left;
    let mut order: Vec<usize> = (0..middles.len()).collect();
    order.sort_by(|&one, &other| {
        middles[one].dot(left).total_cmp(&middles[other].dot(left)).then(one.cmp(&other))
    });
    let mut along = -rooms.iter().sum::<f64>();
    for index in order {
        places[index] = left * (along + rooms[index]);
        along += 2.0 * rooms[index];
    }
    places
}

/// The places of the members from the fleet's middle, in the members' order.
pub fn offsets_of(formation: &Formation, leg: &Leg, members: &[Member], goal: DVec3) -> Vec<DVec3> {
    let middle = middle_of(members);
    let facing = Facing::from_direction(formation.facing.unwrap_or(goal - middle));
    let mut offsets = Vec::new();
    places(formation.shape, members, &facing, GAP_WIDTHS, &mut offsets);
    let mut assignment = Vec::new();
    if formation.shape == Shape::Keep {
        let room = pattern_room_km(members.len() as u32, leg.spacing_km);
        if offsets.iter().all(|offset| offset.length() <= SCATTERED * room) {
            return offsets;
        }
        let from: Vec<DVec3> = members.iter().map(|member| member.place - middle).collect();
        let honeycomb: Vec<DVec3> =
            (0..members.len() as u32).map(|slot| slot_offset(slot, leg.spacing_km)).collect();
        assign(&from, &honeycomb, &mut assignment);
        return assignment.iter().map(|&site| honeycomb[site]).collect();
    }
    assign_by_rank(members, &offsets, middle, &mut assignment);
    assignment.iter().map(|&site| offsets[site]).collect()
}

/// The correction of a ship in formation: a shift of its aim, km, and its share of the fleet's speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correction {
    /// To be added to the aim, km.
    pub aside: DVec3,
    /// 1: as fast as the fleet.
    pub pace: f64,
}

/// Ticks in which a ship makes up for its distance to its place.
const CORRECTION_TICKS: f64 = 10.0;
/// The least and the greatest pace of a ship in formation, as shares of the fleet's.
const PACES: (f64, f64) = (0.25, 1.5);
/// Limit on the tangent of the angle by which a correction turns a ship from its way.
const STEEPEST: f64 = 0.5;

/// The correction of a ship on its way along `to_goal`, in a fleet that makes `step_km` in a tick. `error` leads
/// from the ship to its place in the moving formation, km.
pub fn in_company(error: DVec3, to_goal: DVec3, step_km: f64) -> Correction {
    let distance = to_goal.length();
    let Some(ahead) = to_goal.try_normalize() else { return Correction { aside: DVec3::ZERO, pace: 1.0 } };
    let reach = (step_km * CORRECTION_TICKS).max(f64::MIN_POSITIVE);
    let along = error.dot(ahead);
    let across = (error - ahead * along).clamp_length_max(reach * STEEPEST);
    Correction { aside: across * (distance / reach), pace: (1.0 + along / reach).clamp(PACES.0, PACES.1) }
}
