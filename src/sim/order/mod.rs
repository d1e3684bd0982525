//! The one door: nothing outside the world changes it except by an [`Order`] from a [`FactionId`].
//!
//! - Enters: the orders of players, and each player's view of the world.
//! - Leaves: changes of the world; an [`OrderResult`] to every order.
//! - Must never: change anything by a refused order, or reveal hidden facts by a refusal.
//!
//! Players (a person, a program, a file, a network) put orders into the [`OrderQueue`]. The first part of the next
//! tick checks each order and either applies it or answers with a [`Refusal`], whose text is made to be shown.
//! While the game is paused the same work may be done between two ticks ([`apply_orders`]) with the same outcome:
//! a tick applies the orders of players before its minds think. Minds hand in theirs within the tick, which applies
//! them afterwards. [`check`] predicts the answer and changes nothing. A journal, if one is kept, has every order
//! in the sequence in which the world has looked at them.
//!
//! Every order is first checked as a whole, by the knowledge of its player ([`WorldView`]). The check returns a
//! deed, and only deeds change the real world. So a refused order leaves the world as it was, and its refusal
//! reveals nothing. A deed may still meet an obstacle that its player could not know: then it changes nothing
//! either, and its refusal says what was found on the spot.
//!
//! | folder or file | does |
//! |---|---|
//! | `command.rs`, `construction.rs` | orders to fleets; orders to build, and to yards |
//! | `units.rs` | ships of an order, by fleet; detachments |
//! | `goal.rs`, `plot.rs` | checks a goal and a site, by the player's knowledge |
//! | `abilities.rs` | what ships can do, for buttons, pointers and minds |
//! | `refusal/` | refusals in words |
//! | `wire.rs` | parts of orders in full, for logs |
//! | `file/`, `script.rs` | orders from files, handed in by the clock |

mod abilities;
mod command;
pub mod construction;
pub mod file;
mod goal;
mod plot;
mod refusal;
pub mod script;
mod units;
mod wire;

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::level::{Cohesion, Doctrine, RoutePreference, Shape};
use crate::sim::outcome::surrender;
use crate::sim::task::TaskSystems;
use crate::sim::visibility::{Views, WorldView};
use crate::sim::{FactionId, FleetId, Goal, Mailbox, OfWorld, Seat, Seats, ShipId, SimSystems, Tick};

pub use crate::sim::motion::Missing;
pub use crate::sim::outcome::surrender::SurrenderRefusal;
pub use crate::sim::task::TaskRefusal;
pub use abilities::{Abilities, abilities, check_goal};
pub use construction::ConstructionOrder;
pub use plot::Plot;
pub use refusal::{ConstructionRefusal, Refusal};

/// A request of a player to the world. Memory and binary have numbers; text has the names of bodies and classes, as
/// saves do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// An order to ships.
    Fleet {
        /// Which.
        units: Units,
        /// The command.
        command: Command,
    },
    /// An order to structures and yards.
    Construction(ConstructionOrder),
    /// Give up all possessions of the faction.
    Surrender,
    /// Change who plays the faction: a person takes or leaves the seat of a mind, a mind takes over, or the mind is
    /// another one.
    Seat(#[serde(serialize_with = "wire::whole_seat")] Seat),
}

/// The units that an order addresses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Units {
    /// A fleet.
    Fleet(FleetId),
    /// Some ships. Ships that are only a part of their fleet leave it and form a new one.
    Ships(Vec<ShipId>),
}

/// A command to ships.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Go to a goal and carry it out.
    Go {
        /// The destination or target. A free point in a gravity well moves with the well's body.
        goal: Goal,
        /// Whether to engage foes on the way and then go on.
        engage: bool,
        /// When to go: instead of the present route, or at another time.
        when: When,
    },
    /// Fly to and fro between a place and the present one.
    Patrol {
        /// The place: a point, a body or a ring.
        to: Goal,
    },
    /// Change the route.
    Edit(RouteEdit),
    /// Take a formation.
    Form {
        /// The shape.
        shape: Shape,
        /// The cohesion while under way.
        conduct: Cohesion,
        /// The facing at the next destination; `None`: the direction of arrival.
        facing: Option<DVec3>,
    },
    /// Set the preference for routes.
    Prefer(RoutePreference),
    /// Set the doctrine.
    Doctrine(#[serde(serialize_with = "wire::whole_doctrine")] Doctrine),
    /// Forget the route and come to rest.
    Stop,
    /// Go to the nearest finished shipyard of the own side, regardless of other orders.
    Retreat,
    /// Take another name; for one whole fleet.
    Rename(String),
    /// Merge other ships into the fleet, which keeps its name, number, formation and doctrine. The route is that of the
    /// part that fights, else of the largest part.
    Join {
        /// The ships to merge. A fleet that loses all its ships is gone.
        others: Vec<Units>,
    },
    /// Scrap the ships for part of their price, in a well with a finished yard of the own faction.
    Scrap,
}

/// The time of an order within a route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    /// Now, instead of the present route.
    #[default]
    Now,
    /// After the present route.
    Last,
    /// Before this leg of the route, counted from 0, the leg being flown; at the end for the number of legs. In
    /// contrast to [`When::Last`], fleets that are ordered together do not stand side by side.
    Before(usize),
}

/// A change of a route. Legs are counted from 0, the leg being flown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum RouteEdit {
    /// Remove a leg.
    Remove {
        /// Which.
        at: usize,
    },
    /// Give a leg another destination.
    Move {
        /// Which.
        at: usize,
        /// A point, a body or a ring.
        to: Goal,
    },
    /// Fly the route in a loop, or only once.
    Repeat(bool),
}

impl Order {
    /// An order to ships.
    pub fn fleet(units: Units, command: Command) -> Self {
        Self::Fleet { units, command }
    }

    /// The goal to which it sends ships; `None` for an order that sends none.
    pub fn goal(&self) -> Option<Goal> {
        match self {
            Self::Fleet { command: Command::Go { goal, .. }, .. } => Some(*goal),
            _ => None,
        }
    }
}

impl Command {
    /// Go somewhere.
    pub fn go(goal: Goal, when: When) -> Self {
        Self::Go { goal, engage: false, when }
    }

    /// Go somewhere and engage foes on the way.
    pub fn engage(goal: Goal, when: When) -> Self {
        Self::Go { goal, engage: true, when }
    }
}

impl When {
    /// [`Self::Last`] if `queue`, otherwise [`Self::Now`].
    pub fn queued(queue: bool) -> Self {
        if queue { Self::Last } else { Self::Now }
    }
}

/// The result of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderResult {
    /// The player who gave it.
    pub player: FactionId,
    /// The order.
    pub order: Order,
    /// Success, or the refusal.
    pub outcome: Result<(), Refusal>,
}

/// The giver of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Giver {
    /// A person, a file or a network: from outside the world.
    Player,
    /// The mind of the faction: the world itself makes the same order again from the same state.
    Mind,
}

/// An order with its player and its giver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The faction in whose name it is given.
    pub player: FactionId,
    /// The giver.
    pub by: Giver,
    /// The order.
    pub order: Order,
}

/// The queue of orders, and the answers to them.
#[derive(Resource, Debug, Default)]
pub struct OrderQueue {
    waiting: Vec<Given>,
    answers: Mailbox<OrderResult>,
    looked_at: u64,
    /// The orders looked at since the journal was read; `None`: no journal is kept.
    journal: Option<Vec<Given>>,
}

impl OrderQueue {
    /// Hands in an order. The next tick processes it, after all earlier ones.
    pub fn give(&mut self, player: FactionId, order: Order) {
        self.waiting.push(Given { player, by: Giver::Player, order });
    }

    /// Hands in an order of the faction's mind. The present tick processes it.
    pub fn give_by_mind(&mut self, player: FactionId, order: Order) {
        self.waiting.push(Given { player, by: Giver::Mind, order });
    }

    /// Drops all orders that wait; returns whether there were any.
    pub fn drop_waiting(&mut self) -> bool {
        !std::mem::take(&mut self.waiting).is_empty()
    }

    /// Keeps a journal from now on, for a reader after every tick.
    pub fn keep_journal(&mut self) {
        self.journal.get_or_insert_default();
    }

    /// Keeps no journal any more.
    pub fn end_journal(&mut self) {
        self.journal = None;
    }

    /// Takes the orders that were looked at since the last call, refused ones too, in their sequence; none without
    /// a journal.
    pub fn take_journal(&mut self) -> Vec<Given> {
        self.journal.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Number of orders processed so far: callers repeat a question when it changes, because the world may have
    /// changed.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// The orders of a player that wait for the next tick, the oldest first.
    pub fn waiting(&self, player: FactionId) -> impl Iterator<Item = &Order> {
        self.waiting.iter().filter(move |given| given.player == player).map(|given| &given.order)
    }

    /// Takes a player's unread answers, the oldest first.
    pub fn take_answers(&mut self, player: FactionId) -> Vec<OrderResult> {
        self.answers.take(player)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_scratch::<OrderQueue>(
        "empty once a tick has applied its orders; answers wait for their players",
    );
    app.add_systems(
        Tick,
        (
            apply_orders.in_set(SimSystems::Players),
            apply_orders.in_set(SimSystems::Orders).before(TaskSystems),
        ),
    );
}

/// Checks and applies all waiting orders, the oldest first.
pub fn apply_orders(world: &mut World, views: &mut SystemState<Views>) {
    let waiting = std::mem::take(&mut world.resource_mut::<OrderQueue>().waiting);
    for given in waiting {
        let examined = match views.get(world) {
            Ok(views) => examine(views.of(given.player), &given.order),
            Err(_) => Err(Refusal::NoSuchPlayer(given.player)),
        };
        let outcome = examined.and_then(|deed| deed(world));
        let mut door = world.resource_mut::<OrderQueue>();
        door.looked_at += 1;
        if let Some(journal) = &mut door.journal {
            journal.push(given.clone());
        }
        let Given { player, order, .. } = given;
        door.answers.add(player, OrderResult { player, order, outcome });
    }
}

/// [`apply_orders`] between two ticks, for callers outside of a schedule.
pub fn apply_waiting(world: &mut World) {
    let mut views = SystemState::new(world);
    apply_orders(world, &mut views);
}

/// Predicts the answer to an order that the viewer's faction would give now, as far as that faction can know.
///
/// # Errors
/// The refusal, in words for the player.
pub fn check(view: WorldView, order: &Order) -> Result<(), Refusal> {
    examine(view, order).map(drop)
}

/// [`check`] for several commands to the same units, which are looked up only once.
pub fn check_each(view: WorldView, units: &Units, commands: &[Command]) -> Vec<Result<(), Refusal>> {
    let player = player_of(view);
    let groups = player.clone().and_then(|player| units::groups_of(view, player, units));
    let check = |command| command::examine(view, player.clone()?, &|| groups.clone(), command).map(drop);
    commands.iter().map(check).collect()
}

/// The effect of an order that has been checked. It changes the world, or refuses what the player could not know
/// before, and then changes nothing.
type Deed = Box<dyn FnOnce(&mut World) -> Result<(), Refusal>>;

/// A deed that applies an action to each fleet of some [`Groups`](units::Groups); ships that are only a part of
/// their fleet leave it first.
fn for_each(groups: units::Groups, act: impl Fn(&mut World, Entity) + 'static) -> Deed {
    Box::new(move |world| {
        for (fleet, ships) in groups {
            let fleet = units::split_off(world, fleet, &ships)?;
            act(world, fleet);
        }
        Ok(())
    })
}

/// The viewer's faction, if it is one of the level's.
fn player_of(view: WorldView) -> Result<FactionId, Refusal> {
    let player = view.faction().unwrap_or(FactionId::NOBODY);
    view.almanac().factions.0.get(player).map(|_| player).ok_or(Refusal::NoSuchPlayer(player))
}

/// Examines an order of the viewer's faction.
fn examine(view: WorldView, order: &Order) -> Result<Deed, Refusal> {
    let player = player_of(view)?;
    match order {
        Order::Seat(seat) => take_seat(view, player, seat),
        Order::Fleet { units, command } => {
            command::examine(view, player, &|| units::groups_of(view, player, units), command)
        }
        Order::Construction(order) => construction::examine(view, player, order),
        Order::Surrender => {
            surrender::check(view, player)?;
            Ok(Box::new(move |world| {
                surrender::begin(world, player);
                Ok(())
            }))
        }
    }
}

/// Examines an order about the seat of its faction.
fn take_seat(view: WorldView, player: FactionId, seat: &Seat) -> Result<Deed, Refusal> {
    let rules = &view.almanac().minds.0;
    if let Some(choice) = seat.mind.as_ref().filter(|choice| !rules.knows(choice)) {
        return Err(Refusal::NoSuchMind(choice.skill.clone(), choice.personality.clone()));
    }
    let seat = seat.clone();
    Ok(Box::new(move |world| {
        if let Some(taken) = world.resource_mut::<Seats>().0.get_mut(player) {
            *taken = seat;
        }
        Ok(())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::ids::names::{Named, Names, with_names};
    use crate::level::source::parse::dialect;
    use crate::sim::{AttackTarget, BodyId, ClassId, StructureId};

    #[test]
    fn orders_read_back_by_names_from_text_and_by_numbers_from_binary() {
        let mut names = Names::default();
        names.set(Named::Body, ["Sun", "Mars"]);
        names.set(Named::ShipClass, ["scout", "frigate"]);
        names.set(Named::StructureClass, ["factory", "shipyard"]);
        let (names, mars, class) = (std::rc::Rc::new(names), BodyId(1), ClassId::from(1));
        let target = AttackTarget::Class { class, body: Some(mars) };
        let to = Goal::point(DVec3::new(0.1, -0.0, 1.0 / 3.0));
        let yard = StructureId(7);
        let fleet = |command: Command| Order::fleet(Units::Fleet(FleetId(3)), command);
        let orders = [
            (fleet(Command::engage(Goal::Attack(target), When::Before(3))), "\"frigate\""),
            (fleet(Command::Patrol { to }), "0.1"),
            (fleet(Command::Edit(RouteEdit::Move { at: 1, to: Goal::Body(mars) })), "\"Mars\""),
            (Order::Construction(ConstructionOrder::BuildShips { yard, class, count: 2 }), "\"frigate\""),
            (
                Order::Construction(ConstructionOrder::Build { class, body: mars, ring: 2, slot: 5 }),
                "\"shipyard\"",
            ),
            (Order::Surrender, "Surrender"),
        ];
        let binary = bincode::config::standard();
        for (order, words) in orders {
            let text = with_names(names.clone(), || dialect().to_string(&order)).expect("all have names");
            assert!(text.contains(words), "{text}");
            assert_eq!(with_names(names.clone(), || dialect().from_str(&text)), Ok(order.clone()), "{text}");
            let bytes = bincode::serde::encode_to_vec(&order, binary).expect("numbers need no names");
            let read = bincode::serde::decode_from_slice::<Order, _>(&bytes, binary).expect("it reads back");
            assert_eq!(read.0, order);
        }
    }
}
