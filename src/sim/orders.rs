//! The one door: nothing outside the world changes it except by an [`Order`] from a [`PlayerId`].
//!
//! Orders are put into the [`OrderDoor`] by whoever plays (a person, a program, a file, a network); the
//! first part of the next tick checks each and either applies it or answers with a [`Refusal`], whose text
//! is made to be shown. While the game is paused the same work may be done between two ticks
//! ([`apply_orders`]), which changes nothing about the outcome.

pub mod estate;
mod pursuit;
mod routes;
mod sending;
pub mod war;

use bevy::prelude::*;
use glam::DVec3;

use super::fleets::{
    self, Doctrine, Factions, Fleet, FleetId, Formation, MemberOf, NextIds, Repeats, Route, RouteWish,
    Target, members_in_order,
};
use super::ships::{Ship, ShipId, Station};
use super::sight::Knowledge;
use super::waits::{WaitFault, resting_at};
use super::{SimSystems, Sky, circling};
use crate::level::{Conduct, Shape, Until, Wish};
use crate::orbit::AU_KM;

pub use estate::{EstateOrder, EstateRefusal, RallyTo};
pub use pursuit::Note;
pub(in crate::sim) use pursuit::{let_go_of, note_places, take_up};
pub use routes::{NewLeg, RouteEdit};
pub use sending::largest_radius_km;
pub(in crate::sim) use sending::{begin_leg, come_to_rest, middle, send};
use sending::{choose_way, forget_route, form, send_to_fight, stop};
pub use war::{QuarryOrder, WarOrder, WarRefusal};

/// The farthest from the star that an order may lead, AU.
pub const FARTHEST_AU: f64 = 200.0;
/// The most legs that a fleet's route may have.
pub const LONGEST_ROUTE: usize = 64;
/// Distance between neighbouring places of a pattern, in radii of the largest ship.
pub const SPACING_RADII: f64 = 4.0;

/// Who gives an order: an index into [`Factions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerId(pub usize);

/// Whom an order is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Units {
    /// A fleet.
    Fleet(FleetId),
    /// A fleet by its name.
    Named(String),
    /// Some ships. Those that are not all of a fleet leave it and form one of their own.
    Ships(Vec<ShipId>),
}

/// What a player may ask of the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Fly to a point. Inside a gravity well the point goes along with the well's body.
    MoveTo {
        /// Who.
        units: Units,
        /// Where: heliocentric J2000 ecliptic, km, in the magnified world.
        to: DVec3,
        /// After what they are doing (`true`), or instead of it.
        queue: bool,
    },
    /// Fly to a body and stay with it.
    GoTo {
        /// Who.
        units: Units,
        /// The name of the body.
        body: String,
        /// After what they are doing (`true`), or instead of it.
        queue: bool,
    },
    /// Fly to a ring of a body's well and circle in it.
    HoldInRing {
        /// Who.
        units: Units,
        /// The name of the body, in upper or lower case.
        body: String,
        /// The ring; 0 is the innermost.
        ring: u8,
        /// After what they are doing (`true`), or instead of it.
        queue: bool,
    },
    /// Fly to the point so far ahead of a body on its path, and go along with it.
    Ahead {
        /// Who.
        units: Units,
        /// The name of the body, in upper or lower case.
        body: String,
        /// How far ahead of it, as seen from what it circles, degrees, -180 to 180; below 0 behind it.
        degrees: f64,
        /// After what they are doing (`true`), or instead of it.
        queue: bool,
    },
    /// Stay beside another fleet, wherever it goes, until it is gone or out of sight.
    Follow {
        /// Who.
        units: Units,
        /// The other fleet, one's own or one in sight; of some ships that of the first.
        fleet: Units,
        /// Whether to guard it.
        guard: bool,
        /// After what they are doing (`true`), or instead of it.
        queue: bool,
    },
    /// Wait, after what they are doing and before what they are ordered to do next.
    WaitUntil {
        /// Who.
        units: Units,
        /// For what.
        until: Until,
    },
    /// Fly to and fro between a point and where they are now, from now on.
    Patrol {
        /// Who.
        units: Units,
        /// Where: heliocentric J2000 ecliptic, km, in the magnified world.
        to: DVec3,
    },
    /// Change the route.
    EditRoute {
        /// Whose.
        units: Units,
        /// How.
        edit: RouteEdit,
    },
    /// Stand to each other in a certain way, from now on.
    Form {
        /// Who.
        units: Units,
        /// The shape.
        shape: Shape,
        /// What holds on the way.
        conduct: Conduct,
        /// The direction in which to look at the next destination; `None`: the one they come in.
        facing: Option<DVec3>,
    },
    /// Look for ways of this kind, from now on.
    Wish {
        /// Who.
        units: Units,
        /// What they wish their way to be.
        wish: Wish,
    },
    /// Forget the route and come to rest.
    Stop {
        /// Who.
        units: Units,
    },
    /// Build something, or have a yard do so.
    Estate(EstateOrder),
    /// Fight, or say how.
    War(WarOrder),
}

impl Order {
    /// The ships that it is for; `None` for an order that is not for ships.
    fn units(&self) -> Option<&Units> {
        match self {
            Self::MoveTo { units, .. }
            | Self::GoTo { units, .. }
            | Self::HoldInRing { units, .. }
            | Self::Ahead { units, .. }
            | Self::Follow { units, .. }
            | Self::WaitUntil { units, .. }
            | Self::Patrol { units, .. }
            | Self::EditRoute { units, .. }
            | Self::Stop { units }
            | Self::Wish { units, .. }
            | Self::Form { units, .. } => Some(units),
            Self::War(order) => Some(order.units()),
            Self::Estate(_) => None,
        }
    }

    fn is_queued(&self) -> bool {
        matches!(
            self,
            Self::MoveTo { queue: true, .. }
                | Self::GoTo { queue: true, .. }
                | Self::HoldInRing { queue: true, .. }
                | Self::Ahead { queue: true, .. }
                | Self::Follow { queue: true, .. }
                | Self::WaitUntil { .. }
        )
    }
}

/// Why an order is not carried out; the text is for the player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// No such faction.
    #[error("nobody plays as number {0}")]
    NoSuchPlayer(usize),
    /// No fleet with this name or number.
    #[error("there is no fleet {0}")]
    NoSuchFleet(String),
    /// The ships are gone, or none were named.
    #[error("none of these ships are there any more")]
    NoShips,
    /// Fleets cannot be divided any more: all numbers are used up.
    #[error("no fleet can be divided any more: there have been too many of them")]
    NoMoreFleets,
    /// Somebody else's.
    #[error("{0} obeys {1}, not you")]
    NotYours(String, String),
    /// No body with this name.
    #[error("there is no body called {0}")]
    NoSuchBody(String),
    /// NaN or infinite.
    #[error("that is not a place: a coordinate is not a number")]
    NotAPlace,
    /// Beyond [`FARTHEST_AU`].
    #[error("that is {0:.0} AU from the star; no ship goes beyond {FARTHEST_AU:.0} AU")]
    TooFar(f64),
    /// Beyond [`LONGEST_ROUTE`].
    #[error("{0} has {LONGEST_ROUTE} waypoints already, and takes no more")]
    RouteIsFull(String),
    /// Of a star, or of what stands still.
    #[error("{0} circles nothing: nothing is ahead of it or behind")]
    CirclesNothing(String),
    /// Not from -180 to 180 degrees.
    #[error("{0} is no angle ahead or behind: it must lie between -180 and 180 degrees")]
    NotAnAngle(f64),
    /// So little ahead that it is beside the body.
    #[error("that is inside of the gravity well of {0}: take a larger angle, or go to {0} itself")]
    BesideBody(String),
    /// A fleet after itself, or round a circle of fleets that follow each other.
    #[error("{0} cannot follow {1}: it would follow itself")]
    FollowsItself(String, String),
    /// A place in a route that there is not: the number from 1, and how many there are.
    #[error("there is no waypoint {0}; the route has {1}")]
    NoSuchWaypoint(usize, usize),
    /// A wait that is to be moved.
    #[error("a wait is nowhere, and cannot be moved to another place")]
    WaitsNowhere,
    /// About what is to be waited for.
    #[error(transparent)]
    Wait(#[from] WaitFault),
    /// About structures and yards.
    #[error(transparent)]
    Estate(#[from] EstateRefusal),
    /// About fights.
    #[error(transparent)]
    War(#[from] WarRefusal),
}

/// What became of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Who had given it.
    pub player: PlayerId,
    /// The order.
    pub order: Order,
    /// Done, or why not.
    pub outcome: Result<(), Refusal>,
}

/// Where orders go in, and answers come out.
#[derive(Resource, Debug, Default)]
pub struct OrderDoor {
    waiting: Vec<(PlayerId, Order)>,
    answers: Vec<Answer>,
    notes: Vec<Note>,
}

impl OrderDoor {
    /// Hands an order in. It is looked at in the next tick, after those handed in before.
    pub fn give(&mut self, player: PlayerId, order: Order) {
        self.waiting.push((player, order));
    }

    /// Takes the answers that have come since this was last called.
    pub fn take_answers(&mut self) -> Vec<Answer> {
        std::mem::take(&mut self.answers)
    }

    /// Has a player told something without having asked.
    pub(in crate::sim) fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    /// Takes what players are to be told without having asked, since this was last called.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }
}

pub(super) fn plugin(app: &mut App) {
    let orders = (apply_orders, pursuit::mind_routes, super::fight::conduct::mind_fights).chain();
    app.add_systems(FixedUpdate, orders.in_set(SimSystems::Orders));
}

/// Checks and applies what came through the door, first come, first served.
pub fn apply_orders(world: &mut World) {
    let waiting = std::mem::take(&mut world.resource_mut::<OrderDoor>().waiting);
    for (player, order) in waiting {
        let outcome = apply(world, player, &order);
        world.resource_mut::<OrderDoor>().answers.push(Answer { player, order, outcome });
    }
}

fn apply(world: &mut World, player: PlayerId, order: &Order) -> Result<(), Refusal> {
    if let Order::Estate(order) = order {
        return estate::apply(world, player, order);
    }
    if let Order::War(order) = order {
        return war::apply(world, player, order);
    }
    let Some(units) = order.units() else { return Ok(()) };
    match order {
        Order::EditRoute { edit, .. } => return routes::edit(world, player, units, edit),
        Order::Patrol { to, .. } => return routes::patrol(world, player, units, *to),
        _ => {}
    }
    let target = target_of(world, player, order)?;
    let groups = groups_of(world, player, units)?;
    routes::check_followed(world, &groups, target)?;
    if order.is_queued() {
        groups.iter().try_for_each(|(fleet, _)| check_room(world, *fleet))?;
    }
    // From here on nothing is refused: a refused order leaves the world as it was.
    let fleets: Vec<Entity> =
        groups.into_iter().map(|(fleet, ships)| split_off(world, fleet, &ships)).collect();
    match (target, order) {
        (
            Some(target),
            Order::MoveTo { queue, .. }
            | Order::GoTo { queue, .. }
            | Order::HoldInRing { queue, .. }
            | Order::Ahead { queue, .. }
            | Order::Follow { queue, .. },
        ) => {
            let (there, away): (Vec<Entity>, Vec<Entity>) =
                fleets.into_iter().partition(|fleet| circles_there(world, *fleet, target));
            if !queue {
                // What they wait for to go on no longer matters.
                there.into_iter().for_each(|fleet| forget_route(world, fleet));
            }
            send(world, &away, target, *queue);
        }
        (Some(target), Order::WaitUntil { .. }) => send(world, &fleets, target, true),
        (_, Order::Form { shape, conduct, facing, .. }) => {
            let formation = Formation { shape: *shape, conduct: *conduct, facing: *facing, formed: false };
            fleets.into_iter().for_each(|fleet| form(world, fleet, formation));
        }
        (_, Order::Wish { wish, .. }) => {
            fleets.into_iter().for_each(|fleet| choose_way(world, fleet, *wish));
        }
        _ => fleets.into_iter().for_each(|fleet| stop(world, fleet)),
    }
    Ok(())
}

/// Where an order leads; `None` for one that leads nowhere.
fn target_of(world: &mut World, player: PlayerId, order: &Order) -> Result<Option<Target>, Refusal> {
    if let Some(leg) = routes::leg_of(order) {
        return routes::target_of(world, player, &leg).map(Some);
    }
    let sky = world.resource::<Sky>();
    match order {
        Order::Form { facing: Some(facing), .. } if facing.try_normalize().is_none() => {
            Err(Refusal::NotAPlace)
        }
        Order::MoveTo { to, .. } => place_target(sky, *to).map(Some),
        Order::GoTo { body, .. } => find_body(sky, body).map(|index| Some(Target::Body(index))),
        Order::HoldInRing { body, ring, .. } => {
            estate::find_ring(world, body, *ring).map(|body| Some(Target::Ring { body, ring: *ring }))
        }
        _ => Ok(None),
    }
}

/// Whether a fleet may follow another: not itself, nor one that follows it.
pub(in crate::sim) fn may_follow(world: &mut World, fleet: Entity, led: FleetId) -> bool {
    let ships: Vec<Entity> = members_in_order(world, fleet).into_iter().map(|(_, ship)| ship).collect();
    let followed = fleets::Followed { fleet: led, guard: true, place: DVec3::ZERO };
    routes::check_followed(world, &[(fleet, ships)], Some(Target::Fleet(followed))).is_ok()
}

/// Whether a fleet that is sent into a ring circles there already.
fn circles_there(world: &World, fleet: Entity, target: Target) -> bool {
    match target {
        Target::Ring { body, ring } => circling::ring_of(world, fleet) == Some((body, ring)),
        _ => false,
    }
}

/// The body with a name, in upper or lower case.
fn find_body(sky: &Sky, name: &str) -> Result<usize, Refusal> {
    sky.system.find(name).ok_or_else(|| Refusal::NoSuchBody(name.to_owned()))
}

fn check_player(world: &World, player: PlayerId) -> Result<(), Refusal> {
    if player.0 < world.resource::<Factions>().0.len() {
        Ok(())
    } else {
        Err(Refusal::NoSuchPlayer(player.0))
    }
}

/// A point as a target: inside a well it goes along with the well's body.
pub fn place_target(sky: &Sky, point: DVec3) -> Result<Target, Refusal> {
    if !point.is_finite() {
        return Err(Refusal::NotAPlace);
    }
    let distance_au = point.length() / AU_KM;
    if distance_au > FARTHEST_AU {
        return Err(Refusal::TooFar(distance_au));
    }
    let Station { anchor, offset } = resting_at(sky, point);
    Ok(Target::Place { anchor, offset })
}

/// The ships of an order, by the fleets that they belong to.
type Groups = Vec<(Entity, Vec<Entity>)>;

/// The ships that an order is for.
fn groups_of(world: &mut World, player: PlayerId, units: &Units) -> Result<Groups, Refusal> {
    check_player(world, player)?;
    let fleet = match units {
        Units::Fleet(id) => {
            let found = find(world, player, |fleet| fleet.id == *id);
            found.ok_or_else(|| Refusal::NoSuchFleet(id.0.to_string()))?
        }
        Units::Named(name) => {
            let found = find(world, player, |fleet| fleet.name == *name);
            found.ok_or_else(|| Refusal::NoSuchFleet(name.clone()))?
        }
        Units::Ships(ids) => return group_by_fleet(world, player, ids),
    };
    check_owner(world, player, fleet)?;
    let ships = members_in_order(world, fleet).into_iter().map(|(_, ship)| ship).collect();
    Ok(vec![(fleet, ships)])
}

fn check_room(world: &World, fleet: Entity) -> Result<(), Refusal> {
    let is_full = world.get::<Route>(fleet).is_some_and(|route| route.0.len() >= LONGEST_ROUTE);
    match world.get::<Fleet>(fleet) {
        Some(fleet) if is_full => Err(Refusal::RouteIsFull(fleet.name.clone())),
        _ => Ok(()),
    }
}

/// The fleet that a player means, if the player may be told that it is there.
fn find(world: &mut World, player: PlayerId, is_it: impl Fn(&Fleet) -> bool) -> Option<Entity> {
    let mut fleets = world.query::<(Entity, &Fleet)>();
    let world: &World = world;
    let (entity, _) = fleets.iter(world).find(|(_, fleet)| is_it(fleet))?;
    let ships = members_in_order(world, entity);
    may_know(world, player, entity, ships.into_iter().map(|(id, _)| id)).then_some(entity)
}

/// Whether a player may be told of these ships of a fleet: they are the player's, or one of them is in sight.
/// A refusal must not tell of what is out of sight.
fn may_know(world: &World, player: PlayerId, fleet: Entity, ships: impl IntoIterator<Item = ShipId>) -> bool {
    let is_own = world.get::<Fleet>(fleet).is_some_and(|fleet| fleet.faction == player.0);
    let knowledge = world.get_resource::<Knowledge>();
    let sees = |id: ShipId| knowledge.is_some_and(|knowledge| knowledge.sees_ship(player.0, id));
    is_own || ships.into_iter().any(sees)
}

fn check_owner(world: &World, player: PlayerId, fleet: Entity) -> Result<(), Refusal> {
    match world.get::<Fleet>(fleet) {
        Some(fleet) if fleet.faction != player.0 => {
            let owner = world.resource::<Factions>().0.get(fleet.faction).map(|faction| faction.name.clone());
            Err(Refusal::NotYours(fleet.name.clone(), owner.unwrap_or_default()))
        }
        _ => Ok(()),
    }
}

fn group_by_fleet(world: &mut World, player: PlayerId, ids: &[ShipId]) -> Result<Groups, Refusal> {
    let wanted: std::collections::BTreeSet<ShipId> = ids.iter().copied().collect();
    let mut ships = world.query::<(Entity, &Ship, &MemberOf)>();
    let mut found: Vec<(ShipId, Entity, Entity)> = ships
        .iter(world)
        .filter(|(_, ship, _)| wanted.contains(&ship.id))
        .map(|(entity, ship, fleet)| (ship.id, entity, fleet.0))
        .collect();
    found.sort_unstable();
    let mut groups: Groups = Vec::new();
    for (id, ship, fleet) in found {
        if !may_know(world, player, fleet, [id]) {
            continue;
        }
        check_owner(world, player, fleet)?;
        match groups.iter_mut().find(|(known, _)| *known == fleet) {
            Some((_, members)) => members.push(ship),
            None => groups.push((fleet, vec![ship])),
        }
    }
    if groups.is_empty() {
        return Err(Refusal::NoShips);
    }
    check_numbers(world, &groups)?;
    Ok(groups)
}

/// Whether all fleets can have numbers that an order divides off others.
fn check_numbers(world: &World, groups: &[(Entity, Vec<Entity>)]) -> Result<(), Refusal> {
    let is_divided = |(fleet, ships): &&(Entity, Vec<Entity>)| {
        world.get::<super::fleets::Members>(*fleet).is_some_and(|members| members.len() > ships.len())
    };
    let divided = groups.iter().filter(is_divided).count();
    let left = world.get_resource::<NextIds>().map_or(0, NextIds::fleets_left);
    if divided > left as usize { Err(Refusal::NoMoreFleets) } else { Ok(()) }
}

/// Moves `ships` out of their fleet into a new one, unless they are all of it. Orders for which there is no
/// number of a new fleet are refused before.
fn split_off(world: &mut World, fleet: Entity, ships: &[Entity]) -> Entity {
    let members = world.get::<super::fleets::Members>(fleet).map_or(0, super::fleets::Members::len);
    let Some(parent) = world.get::<Fleet>(fleet).cloned().filter(|_| members > ships.len()) else {
        return fleet;
    };
    let route = world.get::<Route>(fleet).cloned().unwrap_or_default();
    let Some(id) = world.resource_mut::<NextIds>().take_fleet() else { return fleet };
    let name = unused_name(world, &parent.name);
    let formation = Formation { formed: false, ..world.get::<Formation>(fleet).copied().unwrap_or_default() };
    let wish = world.get::<RouteWish>(fleet).copied().unwrap_or_default();
    let repeats = world.get::<Repeats>(fleet).copied().unwrap_or_default();
    let doctrine = world.get::<Doctrine>(fleet).copied().unwrap_or_default();
    let fleet = Fleet { id, name, faction: parent.faction };
    let detachment = world.spawn((fleet, route, formation, wish, repeats, doctrine)).id();
    for &ship in ships {
        world.entity_mut(ship).insert(MemberOf(detachment));
    }
    detachment
}

/// `First` becomes `First 2`, `First 2` becomes `First 3`, and so on until a name is free.
fn unused_name(world: &mut World, parent: &str) -> String {
    let stem = match parent.rsplit_once(' ') {
        Some((stem, number)) if number.parse::<u32>().is_ok() => stem,
        _ => parent,
    };
    let mut fleets = world.query::<&Fleet>();
    let taken: Vec<&str> = fleets.iter(world).map(|fleet| fleet.name.as_str()).collect();
    fleets::unused_name(&taken, |number| format!("{stem} {}", number + 2))
}
