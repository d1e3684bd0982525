//! From the player's intention, and the held keys, to [`Order`]s, independent of world and screen.

use super::chosen::ChosenFleet;
use crate::sim::{Command, FleetId, Formation, Goal, Order, RouteEdit, ShipId, Units, When};

/// Before the present route, which continues afterwards.
pub const FIRST: When = When::Before(0);

/// When an order is to be carried out, by the held keys: the key for queueing, and the key that puts an order
/// first, which has precedence.
pub fn when(adds: bool, is_first: bool) -> When {
    if is_first { FIRST } else { When::queued(adds) }
}

/// Go somewhere.
pub fn go(ships: &[ShipId], goal: Goal, when: When) -> Order {
    Order::fleet(Units::Ships(ships.to_vec()), Command::go(goal, when))
}

/// Go somewhere, and fight foes on the way.
pub fn engage(ships: &[ShipId], goal: Goal, when: When) -> Order {
    Order::fleet(Units::Ships(ships.to_vec()), Command::engage(goal, when))
}

/// Stay beside another fleet, and guard it or not.
pub fn follow(ships: &[ShipId], fleet: FleetId, guard: bool, when: When) -> Order {
    go(ships, Goal::Fleet { fleet, guard }, when)
}

/// Take a formation: the selected ships of a fleet.
pub fn form(fleet: &ChosenFleet, formation: Formation) -> Order {
    let Formation { shape, conduct, facing, .. } = formation;
    Order::fleet(Units::Ships(fleet.ships.clone()), Command::Form { shape, conduct, facing })
}

/// Fly to and fro: between a place and the present one, or, for ships with a route to be kept, along that route
/// with one more place.
pub fn patrol(ships: &[ShipId], to: Goal, when: When, has_route: bool) -> Vec<Order> {
    let order = |command: Command| Order::fleet(Units::Ships(ships.to_vec()), command);
    if when == When::Now || !has_route {
        return vec![order(Command::Patrol { to })];
    }
    vec![go(ships, to, when), order(Command::Edit(RouteEdit::Repeat(true)))]
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    #[test]
    fn the_key_for_the_first_place_comes_before_the_one_for_the_last() {
        let keys = [(false, false), (true, false), (false, true), (true, true)];
        assert_eq!(keys.map(|(adds, first)| when(adds, first)), [When::Now, When::Last, FIRST, FIRST]);
    }

    #[test]
    fn a_patrol_is_new_or_takes_the_route_along() {
        let (ships, to) = ([ShipId(7)], Goal::point(DVec3::X));
        let order = |command: Command| Order::fleet(Units::Ships(ships.to_vec()), command);
        let only = [order(Command::Patrol { to })];
        assert_eq!(patrol(&ships, to, When::Now, true), only);
        assert_eq!(patrol(&ships, to, When::Last, false), only);
        let repeat = order(Command::Edit(RouteEdit::Repeat(true)));
        assert_eq!(patrol(&ships, to, When::Last, true), [go(&ships, to, When::Last), repeat]);
    }
}
