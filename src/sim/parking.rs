//! Where fleets stay that are sent to a body: on the side they come from, outside the surface, inside the
//! well, and not where another fleet stays already.
//!
//! A leg to a body comes in when it begins; it leaves as a leg to a place beside that body. Fleets are
//! served in the order of their numbers, so that the outcome does not depend on how they are stored.

use bevy::prelude::*;
use glam::DVec3;

use super::fleets::{Fleet, Leg, Members, Route, Target, pattern_radius_km};
use super::navigate::{Company, meet};
use super::ships::{Position, Ship, Station};
use super::{Calendar, SimSystems, Sky};

/// Distance from a body's centre at which a fleet stays that was sent to it, in radii of the body.
const PARKING_RADII: f64 = 2.2;
/// Share of a well's radius that a parking place may be from the body.
const PARKING_WELL_SHARE: f64 = 0.7;
/// How many places round the body are tried, to the left and to the right in turn.
const PLACES_TRIED: u32 = 64;

/// Room beside a body that a fleet takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Berth {
    /// The body, an index into the sky.
    pub body: usize,
    /// Its middle, from the body's centre, km.
    pub offset: DVec3,
    /// How far the fleet reaches about the middle, km.
    pub room_km: f64,
}

impl Berth {
    fn overlaps(&self, other: &Self) -> bool {
        let apart = self.room_km + other.room_km;
        self.body == other.body && self.offset.distance_squared(other.offset) < apart * apart
    }
}

/// Berths are found before goals are set.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParkingSystems;

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(FixedUpdate, ParkingSystems.in_set(SimSystems::Navigate));
    app.add_systems(FixedUpdate, settle_targets.in_set(ParkingSystems));
}

/// Decides for fleets that begin a leg to a body where beside it they will stay.
fn settle_targets(
    mut fleets: Query<(Entity, &Fleet, &mut Route, &Members)>,
    ships: Query<(&Position, &Ship)>,
    stations: Query<(&Station, &Ship)>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
) {
    let begins = |route: &Route| matches!(route.0.front(), Some(Leg { target: Target::Body(_), .. }));
    let mut waiting: Vec<(u32, Entity)> = fleets
        .iter()
        .filter(|(_, _, route, _)| begins(route))
        .map(|(entity, fleet, ..)| (fleet.id.0, entity))
        .collect();
    if waiting.is_empty() {
        return;
    }
    waiting.sort_unstable();
    let mut taken: Vec<Berth> =
        fleets.iter().filter_map(|(_, _, route, members)| berth_of(route, members, &stations)).collect();
    for (_, entity) in waiting {
        let Ok((_, _, mut route, members)) = fleets.get_mut(entity) else { continue };
        let Some(company) = Company::of(members, &ships) else { continue };
        let Some(leg) = route.0.front_mut() else { continue };
        let Target::Body(body) = leg.target else { continue };
        let berth = free_berth(&sky, body, &company, leg, calendar.now_jd(), &taken);
        leg.target = Target::Place { anchor: Some(body), offset: berth.offset };
        taken.push(berth);
    }
}

/// The room that a fleet takes or is on its way to take.
fn berth_of(route: &Route, members: &Members, stations: &Query<(&Station, &Ship)>) -> Option<Berth> {
    let count = u32::try_from(members.len()).ok()?;
    if let Some(leg) = route.0.front() {
        let Target::Place { anchor: Some(body), offset } = leg.target else { return None };
        return Some(Berth { body, offset, room_km: room_km(leg, count) });
    }
    let mut kept: Vec<(u32, Station)> = members
        .iter()
        .filter_map(|entity| stations.get(entity).ok())
        .map(|(station, ship)| (ship.id.0, *station))
        .collect();
    // Summed in the order of the ships' numbers, so that the last bit is always the same.
    kept.sort_unstable_by_key(|(id, _)| *id);
    let body = kept.first()?.1.anchor?;
    let offset = kept.iter().map(|(_, station)| station.offset).sum::<DVec3>() / kept.len() as f64;
    let room_km = kept.iter().map(|(_, station)| station.offset.distance(offset)).fold(0.0, f64::max);
    Some(Berth { body, offset, room_km })
}

/// How far the places of a leg reach, with the gap to a neighbour.
fn room_km(leg: &Leg, count: u32) -> f64 {
    leg.beside.length() + pattern_radius_km(count, leg.spacing_km) + leg.spacing_km
}

/// The berth nearest to the side from which a fleet comes that is not taken.
pub fn free_berth(
    sky: &Sky,
    body: usize,
    company: &Company,
    leg: &Leg,
    now_jd: f64,
    taken: &[Berth],
) -> Berth {
    let this = &sky.system.bodies[body];
    let met = meet(sky, Some(body), DVec3::ZERO, company, now_jd);
    let from = company.center - met.map_or(sky.now[body].position, |meeting| meeting.position);
    let room_km = room_km(leg, company.count);
    let least = this.displayed_radius_km + room_km;
    let usual = (PARKING_RADII * this.displayed_radius_km).max(least);
    let widest = (PARKING_WELL_SHARE * this.well_radius_km).max(least);
    let distance = usual.min(widest);
    let ahead = libm::atan2(from.y, from.x);
    let step = (room_km / distance).min(1.0);
    let berth = |place: u32| {
        // 0, 1, -1, 2, -2, ... steps from where it comes from.
        let steps = f64::from(place.div_ceil(2)) * if place.is_multiple_of(2) { -1.0 } else { 1.0 };
        let angle = ahead + steps * step;
        let side = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0);
        Berth { body, offset: side * distance, room_km }
    };
    let is_free = |berth: &Berth| !taken.iter().any(|other| other.overlaps(berth));
    (0..PLACES_TRIED).map(berth).find(is_free).unwrap_or_else(|| berth(0))
}
