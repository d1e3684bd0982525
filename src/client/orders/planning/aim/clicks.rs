//! Which orders a click gives while something waits for one.
//!
//! - Enters: what is armed, what is under the click, the selected ships, and when the order is to come.
//! - Leaves: an [`Outcome`]: orders, the half of one, or why the click says nothing.
//! - Must never: ask the world or the screen, or give an order; `aim.rs` does.

use glam::DVec3;

use super::Aim;
use crate::client::orders::ordering::click_order;
use crate::client::orders::planning::making::{
    When, ahead, attack, attack_go_to, attack_move, bombard, follow, land, patrol,
};
use crate::client::view::ring_places::RingPoint;
use crate::sim::ids::{BodyId, ShipId};
use crate::sim::{Order, QuarryOrder};

/// What is under a click.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Spot {
    /// A body.
    pub(super) body: Option<BodyId>,
    /// A ring.
    pub(super) ring: Option<RingPoint>,
    /// A ship that is in sight.
    pub(super) ship: Option<ShipId>,
    /// What of foes an attack is for there.
    pub(super) quarry: Option<QuarryOrder>,
    /// The point of the plane, heliocentric ecliptic km.
    pub(super) point: Option<DVec3>,
    /// How far ahead of the body that was clicked before it is, degrees.
    pub(super) degrees: Option<f64>,
}

/// What becomes of a click.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// It hits nothing that could be meant: why, with marks for keys as `with_keys` has them.
    Missed(&'static str),
    /// It says half of what is needed.
    GoesOn(Aim),
    /// It is complete.
    Chose(Vec<Order>),
}

/// What a click means while something is armed. `name` tells the name of a body.
pub(super) fn outcome(
    aim: Aim,
    spot: &Spot,
    ships: &[ShipId],
    name: impl Fn(BodyId) -> Option<String>,
    when: When,
    has_route: bool,
) -> Outcome {
    let (orders, why): (Option<Vec<Order>>, &'static str) = match aim {
        Aim::Move => {
            let order = click_order(ships, name, spot.body, spot.ring, spot.point, when.queues());
            (order.map(|order| vec![when.put(order)]), "There is nothing to fly to, <end> ends")
        }
        Aim::Patrol => {
            let orders = spot.point.map(|to| patrol(ships, to, when, has_route));
            (orders, "There is no place to patrol to, <end> ends")
        }
        Aim::Guard => {
            let orders = spot.ship.map(|other| vec![follow(ships, other, true, when)]);
            (orders, "Click a ship of the fleet to guard, <end> ends")
        }
        Aim::Attack => {
            let order = attack_order(spot, ships, name, when);
            (order.map(|order| vec![order]), "There is nothing to attack and nowhere to go, <end> ends")
        }
        Aim::Invade => {
            let body = spot.body.and_then(name);
            (body.map(|body| vec![land(ships, body, when)]), "Click the body to land on, <end> ends")
        }
        Aim::Bombard => {
            let body = spot.body.and_then(name);
            (body.map(|body| vec![bombard(ships, body, when)]), "Click the body to bombard, <end> ends")
        }
        Aim::Ahead(None) => match spot.body {
            Some(body) => return Outcome::GoesOn(Aim::Ahead(Some(body))),
            None => (None, "Click the body to keep station with, <end> ends"),
        },
        Aim::Ahead(Some(body)) => {
            let place = name(body).zip(spot.degrees);
            let orders = place.map(|(body, degrees)| vec![ahead(ships, body, degrees, when)]);
            (orders, "Nothing is ahead of that body or behind, <end> ends")
        }
    };
    orders.map_or(Outcome::Missed(why), Outcome::Chose)
}

/// Attack what foes have there; where they have nothing fly there (to a body: to stay with it), and fight who
/// is met.
fn attack_order(
    spot: &Spot,
    ships: &[ShipId],
    name: impl Fn(BodyId) -> Option<String>,
    when: When,
) -> Option<Order> {
    if let Some(quarry) = &spot.quarry {
        return Some(attack(ships, quarry.clone(), when));
    }
    match spot.body {
        Some(body) => Some(attack_go_to(ships, name(body)?, when)),
        None => Some(attack_move(ships, spot.point?, when)),
    }
}

/// The same order from its beginning.
pub(super) fn restarted(aim: Aim) -> Aim {
    if aim.is_like(Aim::Ahead(None)) { Aim::Ahead(None) } else { aim }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{RouteEdit, Units};

    const SHIPS: [ShipId; 1] = [ShipId(7)];

    fn units() -> Units {
        Units::Ships(SHIPS.to_vec())
    }

    fn name(body: BodyId) -> Option<String> {
        (body == BodyId(4)).then(|| "Mars".to_owned())
    }

    fn meant(aim: Aim, spot: &Spot, when: When) -> Outcome {
        outcome(aim, spot, &SHIPS, name, when, false)
    }

    #[test]
    fn a_click_moves_as_a_right_click_does() {
        let spot = Spot { body: Some(BodyId(4)), point: Some(DVec3::X), ..Spot::default() };
        let go = Order::GoTo { units: units(), body: "Mars".to_owned(), queue: true };
        assert_eq!(meant(Aim::Move, &spot, When::Last), Outcome::Chose(vec![go]));
        let spot = Spot { point: Some(DVec3::X), ..Spot::default() };
        let Outcome::Chose(orders) = meant(Aim::Move, &spot, When::First) else { panic!("it was chosen") };
        let is_first =
            |order: &Order| matches!(order, Order::EditRoute { edit: RouteEdit::Insert { at: 0, .. }, .. });
        assert!(orders.len() == 1 && orders.iter().all(is_first), "{orders:?}");
    }

    #[test]
    fn patrols_need_a_place_and_guards_a_ship() {
        let spot = Spot { point: Some(DVec3::X), ..Spot::default() };
        let patrol = Order::Patrol { units: units(), to: DVec3::X };
        assert_eq!(meant(Aim::Patrol, &spot, When::Now), Outcome::Chose(vec![patrol]));
        assert!(matches!(meant(Aim::Patrol, &Spot::default(), When::Now), Outcome::Missed(_)));
        assert!(matches!(meant(Aim::Guard, &spot, When::Now), Outcome::Missed(_)));
        let spot = Spot { ship: Some(ShipId(9)), ..spot };
        let fleet = Units::Ships(vec![ShipId(9)]);
        let guard = Order::Follow { units: units(), fleet, guard: true, queue: false };
        assert_eq!(meant(Aim::Guard, &spot, When::Now), Outcome::Chose(vec![guard]));
    }

    #[test]
    fn a_station_takes_two_clicks() {
        let on_mars = Spot { body: Some(BodyId(4)), ..Spot::default() };
        let next = Aim::Ahead(Some(BodyId(4)));
        assert_eq!(meant(Aim::Ahead(None), &on_mars, When::Now), Outcome::GoesOn(next));
        assert!(matches!(meant(Aim::Ahead(None), &Spot::default(), When::Now), Outcome::Missed(_)));
        let spot = Spot { degrees: Some(30.0), ..Spot::default() };
        let body = "Mars".to_owned();
        let station = Order::Ahead { units: units(), body, degrees: 30.0, queue: true };
        assert_eq!(meant(next, &spot, When::Last), Outcome::Chose(vec![station]));
        assert!(matches!(meant(next, &Spot::default(), When::Last), Outcome::Missed(_)));
        assert_eq!(restarted(next), Aim::Ahead(None));
        assert_eq!(restarted(Aim::Guard), Aim::Guard);
    }

    #[test]
    fn an_attack_is_for_a_foe_or_for_who_is_met_on_the_way() {
        let (body, to) = (Some(4), DVec3::Y);
        let spot = Spot { body: body.map(BodyId), point: Some(to), ..Spot::default() };
        let meant = |spot: &Spot| meant(Aim::Attack, spot, When::Last);
        let quarries = [
            QuarryOrder::Ship(ShipId(9)),
            QuarryOrder::Class { class: "frigate".to_owned(), body: Some("Mars".to_owned()) },
            QuarryOrder::Well("Mars".to_owned()),
        ];
        for quarry in quarries {
            let expected = Outcome::Chose(vec![attack(&SHIPS, quarry.clone(), When::Last)]);
            assert_eq!(meant(&Spot { quarry: Some(quarry), ..spot.clone() }), expected);
        }
        let berth = attack_go_to(&SHIPS, "Mars".to_owned(), When::Last);
        assert_eq!(meant(&spot), Outcome::Chose(vec![berth]), "beside the body, not to its middle");
        let onward = attack_move(&SHIPS, to, When::Last);
        assert_eq!(meant(&Spot { body: None, ..spot }), Outcome::Chose(vec![onward]));
        assert!(matches!(meant(&Spot::default()), Outcome::Missed(_)));
    }

    #[test]
    fn landings_and_bombardments_need_a_body() {
        let on_mars = Spot { body: Some(BodyId(4)), ..Spot::default() };
        let body = || "Mars".to_owned();
        let landing = Outcome::Chose(vec![land(&SHIPS, body(), When::Now)]);
        assert_eq!(meant(Aim::Invade, &on_mars, When::Now), landing);
        let raid = Outcome::Chose(vec![bombard(&SHIPS, body(), When::Now)]);
        assert_eq!(meant(Aim::Bombard, &on_mars, When::Now), raid);
        assert!(matches!(meant(Aim::Bombard, &Spot::default(), When::Now), Outcome::Missed(_)));
    }
}
