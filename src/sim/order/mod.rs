//! The one door: nothing outside the world changes it except by an [`Order`] from a [`FactionId`].
//!
//! Orders are put into the [`OrderDoor`] by whoever plays (a person, a program, a file, a network); the
//! first part of the next tick checks each and either applies it or answers with a [`Refusal`], whose text
//! is made to be shown. While the game is paused the same work may be done between two ticks
//! ([`apply_orders`]), which changes nothing about the outcome.

pub mod estate;
mod refusal;
mod routes;
mod units;
pub mod war;

use bevy::prelude::*;
use glam::DVec3;

use crate::level::{Conduct, LONGEST_ROUTE, Shape, Until, Wish};
use crate::orbit::AU_KM;
use crate::sim::ids::{BodyId, FactionId, FleetId, ShipId};
use crate::sim::lifetime::OfWorld;
use crate::sim::motion::ring_orbit;
use crate::sim::motion::wells::resting_at;
use crate::sim::task::TaskSystems;
use crate::sim::task::dispatch::{choose_way, forget_route, form, send, send_to_fight, stop};
use crate::sim::world::{Factions, Fleet, Formation, Route, Station, Target};
use crate::sim::{SimSystems, Sky, Tick};

pub use estate::{EstateOrder, EstateRefusal, RallyTo};
pub use refusal::Refusal;
pub use routes::{NewLeg, RouteEdit};
use units::{Groups, find, fleet_of, groups_of, split_off};
pub use war::{QuarryOrder, WarOrder, WarRefusal};

/// The farthest from the star that an order may lead, AU.
pub const FARTHEST_AU: f64 = 200.0;

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

/// What became of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Who had given it.
    pub player: FactionId,
    /// The order.
    pub order: Order,
    /// Done, or why not.
    pub outcome: Result<(), Refusal>,
}

/// Where orders go in, and answers come out.
#[derive(Resource, Debug, Default)]
pub struct OrderDoor {
    waiting: Vec<(FactionId, Order)>,
    answers: Vec<Answer>,
}

impl OrderDoor {
    /// Hands an order in. It is looked at in the next tick, after those handed in before.
    pub fn give(&mut self, player: FactionId, order: Order) {
        self.waiting.push((player, order));
    }

    /// Takes the answers that have come since this was last called.
    pub fn take_answers(&mut self) -> Vec<Answer> {
        std::mem::take(&mut self.answers)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<OrderDoor>();
    app.add_systems(Tick, apply_orders.in_set(SimSystems::Orders).before(TaskSystems));
}

/// Checks and applies what came through the door, first come, first served.
pub fn apply_orders(world: &mut World) {
    let waiting = std::mem::take(&mut world.resource_mut::<OrderDoor>().waiting);
    for (player, order) in waiting {
        let outcome = apply(world, player, &order);
        world.resource_mut::<OrderDoor>().answers.push(Answer { player, order, outcome });
    }
}

fn apply(world: &mut World, player: FactionId, order: &Order) -> Result<(), Refusal> {
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
    routes::check_followed(world, player, &groups, target)?;
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
fn target_of(world: &mut World, player: FactionId, order: &Order) -> Result<Option<Target>, Refusal> {
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

/// Whether a fleet that is sent into a ring circles there already.
fn circles_there(world: &World, fleet: Entity, target: Target) -> bool {
    match target {
        Target::Ring { body, ring } => ring_orbit::ring_of(world, fleet) == Some((body, ring)),
        _ => false,
    }
}

/// The body with a name, in upper or lower case.
fn find_body(sky: &Sky, name: &str) -> Result<BodyId, Refusal> {
    sky.system.find(name).ok_or_else(|| Refusal::NoSuchBody(name.to_owned()))
}

fn check_player(world: &World, player: FactionId) -> Result<(), Refusal> {
    if world.resource::<Factions>().0.get(player).is_some() {
        Ok(())
    } else {
        Err(Refusal::NoSuchPlayer(player))
    }
}

fn check_room(world: &World, fleet: Entity) -> Result<(), Refusal> {
    let is_full = world.get::<Route>(fleet).is_some_and(|route| route.0.len() >= LONGEST_ROUTE);
    match world.get::<Fleet>(fleet) {
        Some(fleet) if is_full => Err(Refusal::RouteIsFull(fleet.name.clone())),
        _ => Ok(()),
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
