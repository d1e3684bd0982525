//! Orders about whole routes: legs of every kind, put in anywhere, taken out, moved; patrols.
//!
//! - Enters: an [`Order`] that names a leg or changes a route, from a player.
//! - Leaves: the target of the leg, or the changed route; or a [`Refusal`] that says why not.
//! - Must never: change anything before all of it is known to be allowed.

use bevy::prelude::*;
use glam::DVec3;

use super::estate::find_ring;
use super::war::{self, QuarryOrder};
use super::{
    Order, Refusal, Units, check_player, check_room, find, find_body, fleet_of, forget_route, groups_of,
    place_target, split_off,
};
use crate::level::Until;
use crate::orbit::{LAST_JD, Orbit};
use crate::sim::ids::FactionId;
use crate::sim::motion::dates::{WaitFault, date_of, event_of};
use crate::sim::task::dispatch::{SPACING_RADII, largest_radius_km, middle, send};
use crate::sim::task::follow::{follows_itself, seen_middle, take_up};
use crate::sim::world::{Anchor, Fleet, Followed, Leg, Repeats, Route, Station, Target, Wait, WaitEvent};
use crate::sim::{Calendar, Sky};

/// The greatest angle ahead of a body, or behind it, degrees.
const FARTHEST_AHEAD_DEG: f64 = 180.0;

/// A leg that is to be put into a route.
#[derive(Clone, Debug, PartialEq)]
pub enum NewLeg {
    /// Fly to a point: heliocentric J2000 ecliptic, km, in the magnified world.
    To(DVec3),
    /// Fly to a body, by its name, and stay with it.
    Body(String),
    /// Fly to a ring of a body's well and circle in it.
    Ring {
        /// The name of the body.
        body: String,
        /// The ring; 0 is the innermost.
        ring: u8,
    },
    /// Fly to the point so far ahead of a body on its path.
    Ahead {
        /// The name of the body.
        body: String,
        /// How far ahead of it, degrees, -180 to 180; below 0 behind it.
        degrees: f64,
    },
    /// Stay beside another fleet.
    Fleet {
        /// The other fleet; of some ships that of the first.
        fleet: Units,
        /// Whether to guard it.
        guard: bool,
    },
    /// Rest until something comes.
    Wait(Until),
    /// Attack something of others.
    Attack(QuarryOrder),
    /// Fly to a point, engage what comes near on the way, and go on afterwards: heliocentric J2000 ecliptic,
    /// km, in the magnified world.
    AttackTo(DVec3),
    /// Fly to a body, by its name, and stay with it; engage what comes near on the way.
    AttackBody(String),
    /// Land troopers on a body, by its name.
    Land(String),
    /// Bombard a body, by its name.
    Bombard(String),
}

/// A change of a route. Legs are counted from 0, which is the one that is being flown.
#[derive(Clone, Debug, PartialEq)]
pub enum RouteEdit {
    /// Put a leg in.
    Insert {
        /// Before this one; as many as there are: at the end.
        at: usize,
        /// The leg.
        leg: NewLeg,
    },
    /// Take a leg out.
    Remove {
        /// Which.
        at: usize,
    },
    /// Let a leg lead to another point instead.
    Move {
        /// Which.
        at: usize,
        /// Where to: heliocentric J2000 ecliptic, km, in the magnified world.
        to: DVec3,
    },
    /// Go through the route again and again, or only once.
    Repeat(bool),
}

/// The leg that an order names, if it is one of those that are told here.
pub(in crate::sim) fn leg_of(order: &Order) -> Option<NewLeg> {
    match order {
        Order::Ahead { body, degrees, .. } => Some(NewLeg::Ahead { body: body.clone(), degrees: *degrees }),
        Order::Follow { fleet, guard, .. } => Some(NewLeg::Fleet { fleet: fleet.clone(), guard: *guard }),
        Order::WaitUntil { until, .. } => Some(NewLeg::Wait(until.clone())),
        _ => None,
    }
}

/// Where a leg leads.
pub(in crate::sim) fn target_of(
    world: &mut World,
    player: FactionId,
    leg: &NewLeg,
) -> Result<Target, Refusal> {
    match leg {
        NewLeg::To(point) => place_target(world.resource::<Sky>(), *point),
        NewLeg::Body(name) | NewLeg::AttackBody(name) => {
            find_body(world.resource::<Sky>(), name).map(Target::Body)
        }
        NewLeg::Ring { body, ring } => {
            find_ring(world, body, *ring).map(|body| Target::Ring { body, ring: *ring })
        }
        NewLeg::Ahead { body, degrees } => ahead_target(world.resource::<Sky>(), body, *degrees),
        NewLeg::Fleet { fleet, guard } => fleet_target(world, player, fleet, *guard),
        NewLeg::Wait(until) => wait_target(world, until),
        NewLeg::Attack(quarry) => {
            war::quarry_of(world, player, quarry).map(|quarry| Target::Attack(quarry.into()))
        }
        NewLeg::AttackTo(point) => place_target(world.resource::<Sky>(), *point),
        NewLeg::Land(name) => war::ground_to_land_on(world, player, name).map(|body| Target::Land { body }),
        NewLeg::Bombard(name) => {
            war::hostile_ground(world, player, name).map(|body| Target::Bombard { body })
        }
    }
}

/// The point ahead of a body, if there is one outside of its well.
fn ahead_target(sky: &Sky, name: &str, degrees: f64) -> Result<Target, Refusal> {
    let body = find_body(sky, name)?;
    if !(-FARTHEST_AHEAD_DEG..=FARTHEST_AHEAD_DEG).contains(&degrees) {
        return Err(Refusal::NotAnAngle(degrees));
    }
    let this = &sky.system.bodies[body];
    if this.parent.is_none() || this.orbit == Orbit::FIXED {
        return Err(Refusal::CirclesNothing(this.name.clone()));
    }
    let anchor = Anchor::Ahead { body, degrees };
    if sky.origin_now(anchor).distance(sky.now[body].position) <= this.well_radius_km {
        return Err(Refusal::BesideBody(this.name.clone()));
    }
    Ok(Target::Place { anchor, offset: DVec3::ZERO })
}

/// Another fleet that a player may know of.
pub(in crate::sim) fn fleet_target(
    world: &mut World,
    player: FactionId,
    units: &Units,
    guard: bool,
) -> Result<Target, Refusal> {
    check_player(world, player)?;
    let (found, refusal) = match units {
        Units::Fleet(id) => {
            (find(world, player, |fleet| fleet.id == *id), Refusal::NoSuchFleet(id.0.to_string()))
        }
        Units::Named(name) => {
            (find(world, player, |fleet| fleet.name == *name), Refusal::NoSuchFleet(name.clone()))
        }
        Units::Ships(ships) => {
            (ships.first().and_then(|first| fleet_of(world, player, *first)), Refusal::NoShips)
        }
    };
    let known = found.and_then(|led| Some((led, world.get::<Fleet>(led)?.id)));
    let (led, id) = known.ok_or(refusal)?;
    // What is drawn until the next tick finds it anew.
    let place = seen_middle(world, player, led).unwrap_or_default();
    Ok(Target::Fleet(Followed { fleet: id, guard, place }))
}

/// A wait for something that comes, and is not past.
fn wait_target(world: &World, until: &Until) -> Result<Target, Refusal> {
    let sky = world.resource::<Sky>();
    let now_jd = world.resource::<Calendar>().now_jd();
    let event = event_of(until, &sky.system)?;
    match event {
        WaitEvent::Date(jd) if jd <= now_jd => return Err(WaitFault::IsPast.into()),
        WaitEvent::Date(jd) if jd > LAST_JD => return Err(WaitFault::NeverComes.into()),
        // Where the fleet will rest by then is not known.
        WaitEvent::Date(_) | WaitEvent::Nearest { to: None, .. } => {}
        _ if date_of(event, sky, &Station::default(), now_jd).is_none() => {
            return Err(WaitFault::NeverComes.into());
        }
        _ => {}
    }
    Ok(Target::Wait(Wait::new(event)))
}

/// Changes a route.
pub(in crate::sim) fn edit(
    world: &mut World,
    player: FactionId,
    units: &Units,
    edit: &RouteEdit,
) -> Result<(), Refusal> {
    let target = match edit {
        RouteEdit::Insert { leg, .. } => Some(target_of(world, player, leg)?),
        RouteEdit::Move { to, .. } => Some(place_target(world.resource::<Sky>(), *to)?),
        RouteEdit::Remove { .. } | RouteEdit::Repeat(_) => None,
    };
    let groups = groups_of(world, player, units)?;
    check_followed(world, player, &groups, target)?;
    if let RouteEdit::Insert { leg, .. } = edit {
        war::check_leg(world, &groups, leg)?;
    }
    groups.iter().try_for_each(|(fleet, _)| check_edit(world, *fleet, edit))?;
    // From here on nothing is refused.
    for (fleet, ships) in groups {
        let fleet = split_off(world, fleet, &ships);
        apply_edit(world, fleet, edit, target);
    }
    Ok(())
}

fn check_edit(world: &World, fleet: Entity, edit: &RouteEdit) -> Result<(), Refusal> {
    let route = world.get::<Route>(fleet);
    let count = route.map_or(0, |route| route.0.len());
    let in_route = |at: usize, end: usize| {
        if at < end { Ok(()) } else { Err(Refusal::NoSuchWaypoint(at.saturating_add(1), count)) }
    };
    match edit {
        RouteEdit::Insert { at, .. } => in_route(*at, count + 1).and_then(|()| check_room(world, fleet)),
        RouteEdit::Remove { at } => in_route(*at, count),
        RouteEdit::Move { at, .. } => {
            in_route(*at, count)?;
            match route.and_then(|route| route.0.get(*at)).map(|leg| leg.target) {
                Some(Target::Wait(_)) => Err(Refusal::WaitsNowhere),
                _ => Ok(()),
            }
        }
        RouteEdit::Repeat(_) => Ok(()),
    }
}

fn apply_edit(world: &mut World, fleet: Entity, edit: &RouteEdit, target: Option<Target>) {
    let rested = world.get::<Route>(fleet).is_none_or(Route::rests);
    let spacing_km = SPACING_RADII * largest_radius_km(world, fleet);
    let Some(mut route) = world.get_mut::<Route>(fleet) else { return };
    let changed = match (edit, target) {
        (RouteEdit::Insert { at, .. }, Some(target)) => {
            let at = (*at).min(route.0.len());
            let attack =
                matches!(edit, RouteEdit::Insert { leg: NewLeg::AttackTo(_) | NewLeg::AttackBody(_), .. });
            route.0.insert(at, Leg { target, beside: DVec3::ZERO, spacing_km, ring: None, attack });
            at
        }
        (RouteEdit::Remove { at }, _) => {
            route.0.remove(*at);
            *at
        }
        (RouteEdit::Move { at, .. }, Some(target)) => {
            if let Some(leg) = route.0.get_mut(*at) {
                // What was beside a fleet or a body need not be beside a point.
                let is_beside =
                    matches!(leg.target, Target::Fleet(_) | Target::Land { .. } | Target::Bombard { .. });
                let beside = if is_beside { DVec3::ZERO } else { leg.beside };
                let attack = leg.attack || matches!(leg.target, Target::Attack(_));
                *leg = Leg { target, beside, ring: None, attack, ..*leg };
            }
            *at
        }
        (RouteEdit::Repeat(repeats), _) => {
            world.entity_mut(fleet).insert(Repeats(*repeats));
            return;
        }
        _ => return,
    };
    if route.0.is_empty() {
        forget_route(world, fleet);
    }
    if changed == 0 {
        take_up(world, fleet, rested);
    }
}

/// Has fleets fly to and fro between a point and where they are.
pub(in crate::sim) fn patrol(
    world: &mut World,
    player: FactionId,
    units: &Units,
    to: DVec3,
) -> Result<(), Refusal> {
    let target = place_target(world.resource::<Sky>(), to)?;
    let groups = groups_of(world, player, units)?;
    // From here on nothing is refused.
    let fleets: Vec<Entity> =
        groups.into_iter().map(|(fleet, ships)| split_off(world, fleet, &ships)).collect();
    send(world, &fleets, target, false);
    for fleet in fleets {
        let Ok(target) = place_target(world.resource::<Sky>(), middle(world, fleet)) else { continue };
        let spacing_km = SPACING_RADII * largest_radius_km(world, fleet);
        if let Some(mut route) = world.get_mut::<Route>(fleet) {
            let leg = Leg { target, beside: DVec3::ZERO, spacing_km, ring: None, attack: false };
            route.0.push_back(leg);
        }
        world.entity_mut(fleet).insert(Repeats(true));
    }
    Ok(())
}

/// Refuses to let a fleet follow itself, or one of the player's that follows it.
pub(super) fn check_followed(
    world: &mut World,
    player: FactionId,
    groups: &[(Entity, Vec<Entity>)],
    target: Option<Target>,
) -> Result<(), Refusal> {
    let Some(Target::Fleet(Followed { fleet: led, .. })) = target else { return Ok(()) };
    match follows_itself(world, player, groups, led) {
        Some((follower, led)) => Err(Refusal::FollowsItself(follower, led)),
        None => Ok(()),
    }
}
