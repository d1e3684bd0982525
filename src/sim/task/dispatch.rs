//! Effects of orders on fleets: legs begin, formations form up, ships come to rest.

use bevy::prelude::*;
use glam::DVec3;

use super::hold_ring;
use crate::level::{RoutePreference, Shape};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::motion::{RingFrames, anchor_at, resting_at, ring_orbit};
use crate::sim::navigation::formation::system::abreast;
use crate::sim::navigation::{Member, member, middle_of, offsets_of};
use crate::sim::spatial::honeycomb::pattern_room_km;
use crate::sim::{
    Anchor, AnchoredPlace, Calendar, Course, Fleet, Flight, Formation, FormationOffset, Goal, Leg, Members,
    Notice, Notices, Position, Repeats, RingMotion, Route, RouteWish, Ship, Sky, members_in_order,
};

/// Distance between neighbouring places of a pattern, in radii of the largest ship.
pub const SPACING_RADII: f64 = 4.0;
/// Coasting time of a stopped ship at its speed, s of play,
const BRAKING_S: f64 = 0.3;
/// and in this share of the time that its engines need for full speed.
const BRAKING_SHARE: f64 = 0.65;

/// Notifies the player of a fleet of something about it, in words with its name.
pub(in crate::sim) fn notify_player(world: &mut World, fleet: Entity, words: impl FnOnce(&str) -> String) {
    let Some(Fleet { name, faction, .. }) = world.get::<Fleet>(fleet).cloned() else { return };
    let place = resting_at(world.resource::<Sky>(), middle(world, fleet));
    world.resource_mut::<Notices>().add(Notice { player: faction, words: words(&name), place });
}

/// Gives fleets the same leg, in places side by side; `queue`: whether the leg is appended, or replaces the route.
pub(in crate::sim) fn send(world: &mut World, fleets: &[Entity], leg: Leg, queue: bool) {
    let point = match leg.goal {
        Goal::Place(place) => Some(place.position_now(world.resource::<Sky>())),
        _ => None,
    };
    let crews: Vec<Vec<Member>> = fleets
        .iter()
        .map(|&fleet| crew_of(world, fleet).into_iter().map(|(_, member)| member).collect())
        .collect();
    for (&fleet, leg) in fleets.iter().zip(legs_abreast(leg, point, &crews)) {
        let starts_now = !queue || world.get::<Route>(fleet).is_none_or(|route| route.0.is_empty());
        if let Some(mut route) = world.get_mut::<Route>(fleet) {
            if !queue {
                route.0.clear();
            }
            route.0.push_back(leg);
        }
        if !queue {
            world.entity_mut(fleet).insert(Repeats(false));
        }
        if starts_now {
            begin_leg(world, fleet);
        }
    }
}

/// The legs of fleets that are sent together. Their spacing is that of the largest ship among them. At `point`, km,
/// they stand abreast, in their present order, so that their ways do not cross; without a point every fleet gets a
/// berth of its own.
pub fn legs_abreast(leg: Leg, point: Option<DVec3>, crews: &[Vec<Member>]) -> Vec<Leg> {
    let radii_km = crews.iter().flatten().map(|member| member.half_length);
    let spacing_km = SPACING_RADII * radii_km.fold(0.0, f64::max);
    let room_km = |crew: &Vec<Member>| pattern_room_km(crew.len() as u32, spacing_km);
    let middles: Vec<DVec3> = crews.iter().map(|crew| middle_of(crew)).collect();
    let rooms: Vec<f64> = crews.iter().map(room_km).collect();
    let places =
        point.map_or_else(|| vec![DVec3::ZERO; crews.len()], |point| abreast(point, &middles, &rooms));
    places.into_iter().map(|beside| Leg { beside, spacing_km, ..leg }).collect()
}

/// The ships of a fleet in the order of their numbers, as a formation sees them.
fn crew_of(world: &World, fleet: Entity) -> Vec<(Entity, Member)> {
    let ships = members_in_order(world, fleet).into_iter();
    ships
        .filter_map(|(_, ship)| Some((ship, member(world.get::<Ship>(ship)?, world.get::<Position>(ship)?))))
        .collect()
}

/// The mean of the places of a fleet's ships, km.
pub(in crate::sim) fn middle(world: &World, fleet: Entity) -> DVec3 {
    let members = members_in_order(world, fleet);
    let places = members.iter().filter_map(|(_, ship)| world.get::<Position>(*ship));
    places.map(|position| position.0).sum::<DVec3>() / members.len().max(1) as f64
}

/// Starts the first leg of a fleet's route. `rested`: whether the fleet was at rest until now; otherwise it comes
/// to rest if there is no leg to fly.
pub(in crate::sim) fn take_up(world: &mut World, fleet: Entity, rested: bool) {
    let rests = world.get::<Route>(fleet).is_none_or(Route::rests);
    if !rests {
        begin_leg(world, fleet);
    } else if !rested {
        come_to_rest(world, fleet);
    }
}

/// Ends the first leg of a fleet's route.
pub(in crate::sim) fn finish_leg(world: &mut World, fleet: Entity) {
    let repeats = repeats(world, fleet);
    if let Some(mut route) = world.get_mut::<Route>(fleet) {
        route.finish_leg(repeats);
    }
}

/// What a fleet does after a leg, in words for its player.
pub(in crate::sim) fn what_then(world: &World, fleet: Entity) -> &'static str {
    if legs_of(world, fleet) > 0 { "goes on" } else { "stops" }
}

/// The place that the middle of a fleet keeps if it rests now.
pub(in crate::sim) fn resting_station(world: &World, fleet: Entity) -> AnchoredPlace {
    let place = middle(world, fleet);
    let sky = world.resource::<Sky>();
    let first = members_in_order(world, fleet).first().map(|(_, ship)| *ship);
    match first.and_then(|ship| world.get::<AnchoredPlace>(ship)).map(|station| station.anchor) {
        Some(anchor @ Anchor::Ahead { .. }) => {
            AnchoredPlace { anchor, offset: place - sky.origin_now(anchor) }
        }
        _ => resting_at(sky, place),
    }
}

/// Adopts a formation. A fleet under way forms up again; a resting fleet forms up in place; an orbiting fleet
/// forms up in its ring; a fleet that waits amid a route keeps waiting.
pub(in crate::sim) fn form(world: &mut World, fleet: Entity, formation: Formation) {
    world.entity_mut(fleet).insert(formation);
    let rests = world.get::<Route>(fleet).is_none_or(Route::rests);
    let spacing_km = spacing_km(world, fleet);
    if !rests || hold_ring::form_again(world, fleet, spacing_km) {
        return;
    }
    let rest = resting_station(world, fleet);
    let leg = Leg::new(Goal::Place(rest), spacing_km);
    if legs_of(world, fleet) > 0 || repeats(world, fleet) {
        form_while_waiting(world, fleet, rest, &leg);
        return;
    }
    if let Some(mut route) = world.get_mut::<Route>(fleet) {
        route.0.push_front(leg);
    }
    begin_leg(world, fleet);
}

/// Gives the ships of a waiting fleet the places of its present [`Formation`] about a station; `leg` would lead it
/// there. The leg is not put into the route: a repeated route would repeat it for ever.
fn form_while_waiting(world: &mut World, fleet: Entity, about: AnchoredPlace, leg: &Leg) {
    let formation = world.get::<Formation>(fleet).copied().unwrap_or_default();
    let crew = crew_of(world, fleet);
    let members: Vec<Member> = crew.iter().map(|(_, one)| *one).collect();
    let offsets = offsets_of(&formation, leg, &members, middle(world, fleet));
    for ((ship, one), place) in crew.into_iter().zip(offsets) {
        let owed = momentum(world, ship, one.place);
        let station = AnchoredPlace { offset: about.offset + place, ..about };
        world.entity_mut(ship).insert((station, RingMotion::default(), FormationOffset(place)));
        if let Some(mut flight) = world.get_mut::<Flight>(ship) {
            flight.own_velocity += owed;
        }
        begin_flight(world, ship);
    }
}

/// Sets a fleet's route preference; a fleet under way has its course planned again.
pub(in crate::sim) fn choose_way(world: &mut World, fleet: Entity, wish: RoutePreference) {
    world.entity_mut(fleet).insert(RouteWish(wish));
    if let Some(mut course) = world.get_mut::<Course>(fleet) {
        course.is_planned = false;
    }
}

/// Starts the first leg of a fleet's route.
pub(in crate::sim) fn begin_leg(world: &mut World, fleet: Entity) {
    if let Some(mut formation) = world.get_mut::<Formation>(fleet) {
        formation.formed = false;
    }
    world.entity_mut(fleet).insert(Course::default());
    for (_, ship) in members_in_order(world, fleet) {
        begin_flight(world, ship);
    }
}

fn begin_flight(world: &mut World, ship: Entity) {
    if let Some(mut flight) = world.get_mut::<Flight>(ship) {
        flight.begin_leg();
    }
}

impl Flight {
    /// Resets the progress of the leg before.
    pub fn begin_leg(&mut self) {
        self.arrived = false;
        self.blocked_ticks = 0;
        self.nearest_km = f64::MAX;
    }
}

/// Radius of the ball that the largest ship of a fleet turns in, km.
pub fn largest_radius_km(world: &World, fleet: Entity) -> f64 {
    members_in_order(world, fleet)
        .into_iter()
        .filter_map(|(_, ship)| world.get::<Ship>(ship))
        .map(Ship::bound_km)
        .fold(0.0, f64::max)
}

/// Distance between neighbours in the formation of a fleet, km.
pub fn spacing_km(world: &World, fleet: Entity) -> f64 {
    SPACING_RADII * largest_radius_km(world, fleet)
}

/// Removes a fleet that has no ships any more from the world; returns whether it had none.
pub(in crate::sim) fn disband_if_empty(world: &mut World, fleet: Entity) -> bool {
    let is_empty = world.get::<Members>(fleet).is_none_or(Members::is_empty);
    is_empty && world.get::<Fleet>(fleet).is_some() && world.despawn(fleet)
}

/// Clears the route; every ship keeps the place where it can come to rest smoothly. A fleet that orbits in a ring
/// is at rest already.
pub(in crate::sim) fn stop(world: &mut World, fleet: Entity) {
    let circles = ring_orbit::ring_of(world, fleet).is_some();
    forget_route(world, fleet);
    if !circles {
        come_to_rest(world, fleet);
    }
}

/// Clears the route.
pub(in crate::sim) fn forget_route(world: &mut World, fleet: Entity) {
    if let Some(mut route) = world.get_mut::<Route>(fleet) {
        route.0.clear();
    }
    world.entity_mut(fleet).insert(Repeats(false));
}

/// Gives every ship the place where it can come to rest smoothly.
pub(in crate::sim) fn come_to_rest(world: &mut World, fleet: Entity) {
    world.entity_mut(fleet).insert(Course::default());
    let tick_seconds = world.resource::<Calendar>().tick_seconds();
    for (_, ship) in members_in_order(world, fleet) {
        let (Some(position), Some(flight)) = (world.get::<Position>(ship), world.get::<Flight>(ship)) else {
            continue;
        };
        let braking_s = BRAKING_S + BRAKING_SHARE * world.get::<Ship>(ship).map_or(0.0, |ship| ship.thrust_s);
        let velocity = flight.own_velocity + momentum(world, ship, position.0);
        let way_to_rest = velocity * (tick_seconds * TICKS_PER_SECOND * braking_s);
        let rest = position.0 + way_to_rest;
        let sky = world.resource::<Sky>();
        let anchor = Anchor::from(anchor_at(sky, position.0));
        let offset = rest - sky.origin_now(anchor);
        world.entity_mut(ship).insert((AnchoredPlace { anchor, offset }, RingMotion::default()));
        if let Some(mut flight) = world.get_mut::<Flight>(ship) {
            flight.own_velocity = velocity;
        }
        begin_flight(world, ship);
    }
}

/// Brings a fleet to rest and has it form up in place. Without a shape, or about a body, where the formation would
/// be in the ground, its ships stay where they stop. The fleet engages foes meanwhile.
pub(in crate::sim) fn close_up(world: &mut World, fleet: Entity) {
    come_to_rest(world, fleet);
    let formation = world.get::<Formation>(fleet).copied().unwrap_or_default();
    let is_alone = world.get::<Members>(fleet).is_none_or(|members| members.len() < 2);
    if formation.shape == Shape::Keep || is_alone || !has_room_to_form(world, fleet) {
        return;
    }
    let legs = legs_of(world, fleet);
    form(world, fleet, formation);
    if legs_of(world, fleet) > legs
        && let Some(leg) = world.get_mut::<Route>(fleet).as_mut().and_then(|route| route.0.front_mut())
    {
        leg.engage = true;
    }
}

fn legs_of(world: &World, fleet: Entity) -> usize {
    world.get::<Route>(fleet).map_or(0, |route| route.0.len())
}

fn repeats(world: &World, fleet: Entity) -> bool {
    world.get::<Repeats>(fleet).is_some_and(|repeats| repeats.0)
}

/// Whether a fleet's formation, about the middle of its ships, would be clear of all bodies.
fn has_room_to_form(world: &World, fleet: Entity) -> bool {
    let count = world.get::<Members>(fleet).map_or(0, Members::len) as u32;
    let spacing_km = spacing_km(world, fleet);
    let (middle, radius_km) = (middle(world, fleet), pattern_room_km(count, spacing_km));
    let sky = world.resource::<Sky>();
    let mut bodies = sky.system.bodies.iter().zip(&sky.now);
    bodies.all(|(body, now)| now.position.distance(middle) > body.displayed_radius_km + radius_km)
}

/// The velocity that a ship keeps from a ring that has not released it completely, km/s.
fn momentum(world: &World, ship: Entity, position: DVec3) -> DVec3 {
    match (world.get::<AnchoredPlace>(ship), world.get::<RingMotion>(ship)) {
        (Some(station), Some(circling)) => RingFrames::of(world).momentum(station, circling, position),
        _ => DVec3::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::FormationRole;

    #[test]
    fn fleets_that_are_sent_together_stand_abreast_and_alone_at_the_point() {
        let crew = |y: f64, half_length: f64| {
            vec![Member { place: DVec3::Y * y, half_width: 1.0, half_length, rank: FormationRole::Line }]
        };
        let leg = Leg::new(Goal::Place(AnchoredPlace::default()), 0.0);
        let ends = |point: Option<DVec3>, crews: &[Vec<Member>]| -> Vec<(DVec3, f64)> {
            legs_abreast(leg, point, crews).iter().map(|leg| (leg.beside, leg.spacing_km)).collect()
        };
        let point = Some(DVec3::X * 100.0);
        // The fleet on the left stays on the left, and each has the spacing of the largest ship to either side.
        let both = [crew(5.0, 1.0), crew(-5.0, 0.5)];
        assert_eq!(ends(point, &both), [(DVec3::Y * 4.0, 4.0), (DVec3::Y * -4.0, 4.0)]);
        assert_eq!(ends(point, &both[1..]), [(DVec3::ZERO, 2.0)]);
        assert_eq!(ends(None, &both), [(DVec3::ZERO, 4.0); 2]);
    }
}
