//! From what was meant, and the keys that are held, to orders.
//!
//! Ships, places and names enter, [`Order`]s leave. Nothing here asks the world or the screen.

use glam::DVec3;

use crate::sim::ids::ShipId;
use crate::sim::{NewLeg, Order, QuarryOrder, RouteEdit, Units, WarOrder};

/// When an order is to be carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// Instead of what the ships are doing.
    #[default]
    Now,
    /// After what they are doing.
    Last,
    /// Before what they are doing, which they take up again afterwards.
    First,
}

impl When {
    /// What the keys say that are held: the one for queueing, and the one that puts an order first, which
    /// comes before the other.
    pub fn of(adds: bool, is_first: bool) -> Self {
        match (adds, is_first) {
            (_, true) => Self::First,
            (true, false) => Self::Last,
            (false, false) => Self::Now,
        }
    }

    /// Whether the order goes to the end of the route.
    pub fn queues(self) -> bool {
        self == Self::Last
    }

    /// Puts an order in its place of the route; it must have been made with `queue` as [`Self::queues`] says.
    pub fn put(self, order: Order) -> Order {
        if self == Self::First { put_first(order) } else { order }
    }
}

/// Makes of an order that leads somewhere the first leg of the route; others stay as they are.
fn put_first(order: Order) -> Order {
    let (units, leg) = match order {
        Order::MoveTo { units, to, .. } => (units, NewLeg::To(to)),
        Order::GoTo { units, body, .. } => (units, NewLeg::Body(body)),
        Order::HoldInRing { units, body, ring, .. } => (units, NewLeg::Ring { body, ring }),
        Order::Ahead { units, body, degrees, .. } => (units, NewLeg::Ahead { body, degrees }),
        Order::Follow { units, fleet, guard, .. } => (units, NewLeg::Fleet { fleet, guard }),
        Order::WaitUntil { units, until } => (units, NewLeg::Wait(until)),
        Order::War(WarOrder::Attack { units, quarry, .. }) => (units, NewLeg::Attack(quarry)),
        Order::War(WarOrder::AttackMove { units, to, .. }) => (units, NewLeg::AttackTo(to)),
        Order::War(WarOrder::AttackGoTo { units, body, .. }) => (units, NewLeg::AttackBody(body)),
        Order::War(WarOrder::Invade { units, body, .. }) => (units, NewLeg::Land(body)),
        Order::War(WarOrder::Bombard { units, body, .. }) => (units, NewLeg::Bombard(body)),
        other => return other,
    };
    Order::EditRoute { units, edit: RouteEdit::Insert { at: 0, leg } }
}

/// Stay beside the fleet of another ship, and guard it or not.
pub fn follow(ships: &[ShipId], other: ShipId, guard: bool, when: When) -> Order {
    let (units, fleet) = (Units::Ships(ships.to_vec()), Units::Ships(vec![other]));
    when.put(Order::Follow { units, fleet, guard, queue: when.queues() })
}

/// Keep station ahead of a body.
pub fn ahead(ships: &[ShipId], body: String, degrees: f64, when: When) -> Order {
    let units = Units::Ships(ships.to_vec());
    when.put(Order::Ahead { units, body, degrees, queue: when.queues() })
}

/// Attack something of others.
pub fn attack(ships: &[ShipId], quarry: QuarryOrder, when: When) -> Order {
    let units = Units::Ships(ships.to_vec());
    when.put(Order::War(WarOrder::Attack { units, quarry, queue: when.queues() }))
}

/// Fly to a point, and fight who is met on the way.
pub fn attack_move(ships: &[ShipId], to: DVec3, when: When) -> Order {
    let units = Units::Ships(ships.to_vec());
    when.put(Order::War(WarOrder::AttackMove { units, to, queue: when.queues() }))
}

/// Fly to a body and stay with it, and fight who is met on the way.
pub fn attack_go_to(ships: &[ShipId], body: String, when: When) -> Order {
    let units = Units::Ships(ships.to_vec());
    when.put(Order::War(WarOrder::AttackGoTo { units, body, queue: when.queues() }))
}

/// Land troopers on a body.
pub fn land(ships: &[ShipId], body: String, when: When) -> Order {
    let units = Units::Ships(ships.to_vec());
    when.put(Order::War(WarOrder::Invade { units, body, queue: when.queues() }))
}

/// Bombard the ground of a body.
pub fn bombard(ships: &[ShipId], body: String, when: When) -> Order {
    let units = Units::Ships(ships.to_vec());
    when.put(Order::War(WarOrder::Bombard { units, body, queue: when.queues() }))
}

/// Fly to and fro: between a point and where they are, or, for ships with a route that is to stay, along that
/// route with one more point.
pub fn patrol(ships: &[ShipId], to: DVec3, when: When, has_route: bool) -> Vec<Order> {
    let units = || Units::Ships(ships.to_vec());
    if when == When::Now || !has_route {
        return vec![Order::Patrol { units: units(), to }];
    }
    let leg = when.put(Order::MoveTo { units: units(), to, queue: when.queues() });
    vec![leg, Order::EditRoute { units: units(), edit: RouteEdit::Repeat(true) }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Epoch, Until};

    const SHIPS: [ShipId; 1] = [ShipId(7)];

    fn units() -> Units {
        Units::Ships(SHIPS.to_vec())
    }

    fn first(leg: NewLeg) -> Order {
        Order::EditRoute { units: units(), edit: RouteEdit::Insert { at: 0, leg } }
    }

    #[test]
    fn the_keys_say_when() {
        assert_eq!(When::of(false, false), When::Now);
        assert_eq!(When::of(true, false), When::Last);
        assert_eq!(When::of(false, true), When::First);
        assert_eq!(When::of(true, true), When::First);
    }

    #[test]
    fn what_leads_somewhere_can_come_first() {
        let go = Order::GoTo { units: units(), body: "Mars".to_owned(), queue: false };
        assert_eq!(When::Now.put(go.clone()), go);
        assert_eq!(When::First.put(go), first(NewLeg::Body("Mars".to_owned())));
        let until = Until::On(Epoch::Jd(9.0));
        let wait = Order::WaitUntil { units: units(), until: until.clone() };
        assert_eq!(When::First.put(wait), first(NewLeg::Wait(until)));
        let stop = Order::Stop { units: units() };
        assert_eq!(When::First.put(stop.clone()), stop, "it leads nowhere");
    }

    #[test]
    fn others_are_followed_and_guarded() {
        let fleet = Units::Ships(vec![ShipId(9)]);
        let guard = Order::Follow { units: units(), fleet: fleet.clone(), guard: true, queue: true };
        assert_eq!(follow(&SHIPS, ShipId(9), true, When::Last), guard);
        let leg = NewLeg::Fleet { fleet, guard: false };
        assert_eq!(follow(&SHIPS, ShipId(9), false, When::First), first(leg));
    }

    #[test]
    fn orders_of_war_go_where_others_go() {
        let invade = WarOrder::Invade { units: units(), body: "Mars".to_owned(), queue: true };
        assert_eq!(land(&SHIPS, "Mars".to_owned(), When::Last), Order::War(invade));
        assert_eq!(land(&SHIPS, "Mars".to_owned(), When::First), first(NewLeg::Land("Mars".to_owned())));
        assert_eq!(
            bombard(&SHIPS, "Mars".to_owned(), When::First),
            first(NewLeg::Bombard("Mars".to_owned()))
        );
        let quarry = QuarryOrder::Ship(ShipId(9));
        assert_eq!(attack(&SHIPS, quarry.clone(), When::First), first(NewLeg::Attack(quarry)));
        let onward = WarOrder::AttackMove { units: units(), to: DVec3::X, queue: false };
        assert_eq!(attack_move(&SHIPS, DVec3::X, When::Now), Order::War(onward));
        assert_eq!(attack_move(&SHIPS, DVec3::X, When::First), first(NewLeg::AttackTo(DVec3::X)));
        let onward = WarOrder::AttackGoTo { units: units(), body: "Mars".to_owned(), queue: true };
        assert_eq!(attack_go_to(&SHIPS, "Mars".to_owned(), When::Last), Order::War(onward));
        let leg = NewLeg::AttackBody("Mars".to_owned());
        assert_eq!(attack_go_to(&SHIPS, "Mars".to_owned(), When::First), first(leg));
    }

    #[test]
    fn a_patrol_can_be_made_longer() {
        let to = DVec3::X;
        let anew = vec![Order::Patrol { units: units(), to }];
        assert_eq!(patrol(&SHIPS, to, When::Now, true), anew);
        assert_eq!(patrol(&SHIPS, to, When::Last, false), anew, "there is nothing to add to");
        let repeat = Order::EditRoute { units: units(), edit: RouteEdit::Repeat(true) };
        let further = Order::MoveTo { units: units(), to, queue: true };
        assert_eq!(patrol(&SHIPS, to, When::Last, true), [further, repeat.clone()]);
        assert_eq!(patrol(&SHIPS, to, When::First, true), [first(NewLeg::To(to)), repeat]);
    }
}
