//! Who has arrived, and which fleets go on to their next leg.

use bevy::prelude::*;

use super::super::Sky;
use super::super::fleets::{Fleet, Formation, Members, Route, Target};
use super::super::ships::{Flight, Place, Position, Ship, Station};
use super::course::Course;
use super::goals::{outside_bodies, station_goal};

/// A ship has arrived within this many of its radii from its place.
const ARRIVED_RADII: f64 = 0.5;
/// A ship that comes no nearer for this many ticks has come as near as can be.
pub const PATIENCE_TICKS: u32 = 75;
/// A ship that has come no nearer for this many ticks, and hardly moves, gives up wherever it is.
const GIVE_UP_TICKS: u32 = 600;
/// Share of its cruise speed below which a ship hardly moves.
const HARDLY_MOVING: f64 = 0.05;
/// How near to its place a ship must be, in spacings of the pattern, to call it as near as can be.
const AS_NEAR_AS_CAN_BE: f64 = 6.0;

/// Notes which ships have arrived, and lets fleets whose ships all have go on to the next leg.
pub fn finish_legs(
    mut fleets: Query<(&mut Route, &mut Formation, &mut Course, &Members), With<Fleet>>,
    mut ships: Query<(&Ship, &Position, &mut Flight, &mut Station, &Place)>,
    sky: Res<Sky>,
) {
    for (mut route, mut formation, mut course, members) in &mut fleets {
        let Some(leg) = route.0.front().copied() else { continue };
        let Target::Place { anchor, offset } = leg.target else { continue };
        let mut all_arrived = !members.is_empty();
        for entity in members.iter() {
            let Ok((ship, position, mut flight, _, place)) = ships.get_mut(entity) else { continue };
            let offset = offset + leg.beside + place.0;
            let goal = outside_bodies(&sky, station_goal(&sky, &Station { anchor, offset }), ship.radius_km);
            let distance = position.0.distance(goal.place);
            note_progress(&mut flight, ship, distance, leg.spacing_km, course.bends.is_empty());
            all_arrived &= flight.arrived;
        }
        if !all_arrived {
            continue;
        }
        route.0.pop_front();
        let goes_on = !route.0.is_empty();
        formation.formed = false;
        *course = Course::default();
        for entity in members.iter() {
            let Ok((_, _, mut flight, mut station, place)) = ships.get_mut(entity) else { continue };
            let offset = offset + leg.beside + place.0;
            *station = Station { anchor, offset };
            if goes_on {
                flight.begin_leg();
            }
        }
    }
}

/// Has the ship arrived, or come as near as can be? A way round something may lead away for long; before the
/// last stretch that is no sign of being stopped.
fn note_progress(flight: &mut Flight, ship: &Ship, distance: f64, spacing_km: f64, is_last_stretch: bool) {
    if distance < flight.nearest_km - ship.radius_km * 0.01 {
        flight.nearest_km = distance;
        flight.blocked_ticks = 0;
    } else {
        flight.blocked_ticks = flight.blocked_ticks.saturating_add(1);
    }
    let is_there = distance < ARRIVED_RADII * ship.radius_km;
    let is_near = distance < AS_NEAR_AS_CAN_BE * spacing_km;
    let is_blocked = is_last_stretch && is_near && flight.blocked_ticks > PATIENCE_TICKS;
    let hardly_moves = flight.own_velocity.length() < HARDLY_MOVING * ship.cruise_km_s;
    let gives_up = flight.blocked_ticks > GIVE_UP_TICKS && hardly_moves;
    flight.arrived |= is_there || is_blocked || gives_up;
}
