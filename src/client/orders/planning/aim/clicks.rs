//! Which orders a click gives while something waits for one.
//!
//! - Enters: what is armed, what is under the click, the selected ships, and when the order is to come.
//! - Leaves: an [`Outcome`]: orders, the half of one, or why the click says nothing.
//! - Must never: ask the world or the screen, or give an order; `aim.rs` does.

use glam::DVec3;

use crate::client::input::armed::Aim;
use crate::client::input::pointed::clicked_goal;
use crate::client::orders::planning::making::{engage, follow, go, patrol};
use crate::client::view::ring_places::RingPoint;
use crate::level::{NamedGoal, NamedQuarry};
use crate::sim::ids::{BodyId, ShipId};
use crate::sim::{Order, When};

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
    pub(super) quarry: Option<NamedQuarry>,
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
            let goal = clicked_goal(name, spot.body, spot.ring, spot.point);
            (goal.map(|goal| vec![go(ships, goal, when)]), "There is nothing to fly to, <end> ends")
        }
        Aim::Patrol => {
            let orders = spot.point.map(|to| patrol(ships, NamedGoal::point(to), when, has_route));
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
            let goal = spot.body.and_then(name).map(NamedGoal::Land);
            (goal.map(|goal| vec![go(ships, goal, when)]), "Click the body to land on, <end> ends")
        }
        Aim::Bombard => {
            let goal = spot.body.and_then(name).map(NamedGoal::Bombard);
            (goal.map(|goal| vec![go(ships, goal, when)]), "Click the body to bombard, <end> ends")
        }
        Aim::Ahead(None) => match spot.body {
            Some(body) => return Outcome::GoesOn(Aim::Ahead(Some(body))),
            None => (None, "Click the body to keep station with, <end> ends"),
        },
        Aim::Ahead(Some(body)) => {
            let place = name(body).zip(spot.degrees);
            let goal = place.map(|(body, degrees)| NamedGoal::Ahead { body, degrees });
            let orders = goal.map(|goal| vec![go(ships, goal, when)]);
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
        return Some(go(ships, NamedGoal::Attack(quarry.clone()), when));
    }
    let goal = clicked_goal(name, spot.body, None, spot.point)?;
    Some(engage(ships, goal, when))
}

/// The same order from its beginning.
pub(super) fn restarted(aim: Aim) -> Aim {
    if aim.is_like(Aim::Ahead(None)) { Aim::Ahead(None) } else { aim }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::orders::planning::making::FIRST;
    use crate::sim::{Command, Units};

    const SHIPS: [ShipId; 1] = [ShipId(7)];

    fn goes(goal: NamedGoal, when: When) -> Outcome {
        Outcome::Chose(vec![go(&SHIPS, goal, when)])
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
        let mars = NamedGoal::Body("Mars".to_owned());
        assert_eq!(meant(Aim::Move, &spot, When::Last), goes(mars, When::Last));
        let spot = Spot { point: Some(DVec3::X), ..Spot::default() };
        assert_eq!(meant(Aim::Move, &spot, FIRST), goes(NamedGoal::point(DVec3::X), FIRST));
    }

    #[test]
    fn patrols_need_a_place_and_guards_a_ship() {
        let spot = Spot { point: Some(DVec3::X), ..Spot::default() };
        let command = Command::Patrol { to: NamedGoal::point(DVec3::X) };
        let patrol = Order::fleet(Units::Ships(SHIPS.to_vec()), command);
        assert_eq!(meant(Aim::Patrol, &spot, When::Now), Outcome::Chose(vec![patrol]));
        assert!(matches!(meant(Aim::Patrol, &Spot::default(), When::Now), Outcome::Missed(_)));
        assert!(matches!(meant(Aim::Guard, &spot, When::Now), Outcome::Missed(_)));
        let spot = Spot { ship: Some(ShipId(9)), ..spot };
        let guard = NamedGoal::FleetOf { ship: 9, guard: true };
        assert_eq!(meant(Aim::Guard, &spot, When::Now), goes(guard, When::Now));
    }

    #[test]
    fn a_station_takes_two_clicks() {
        let on_mars = Spot { body: Some(BodyId(4)), ..Spot::default() };
        let next = Aim::Ahead(Some(BodyId(4)));
        assert_eq!(meant(Aim::Ahead(None), &on_mars, When::Now), Outcome::GoesOn(next));
        assert!(matches!(meant(Aim::Ahead(None), &Spot::default(), When::Now), Outcome::Missed(_)));
        let spot = Spot { degrees: Some(30.0), ..Spot::default() };
        let body = "Mars".to_owned();
        let station = NamedGoal::Ahead { body, degrees: 30.0 };
        assert_eq!(meant(next, &spot, When::Last), goes(station, When::Last));
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
            NamedQuarry::Ship(9),
            NamedQuarry::Class { class: "frigate".to_owned(), body: Some("Mars".to_owned()) },
            NamedQuarry::Well("Mars".to_owned()),
        ];
        for quarry in quarries {
            let expected = goes(NamedGoal::Attack(quarry.clone()), When::Last);
            assert_eq!(meant(&Spot { quarry: Some(quarry), ..spot.clone() }), expected);
        }
        let berth = engage(&SHIPS, NamedGoal::Body("Mars".to_owned()), When::Last);
        assert_eq!(meant(&spot), Outcome::Chose(vec![berth]), "beside the body, not to its middle");
        let onward = engage(&SHIPS, NamedGoal::point(to), When::Last);
        assert_eq!(meant(&Spot { body: None, ..spot }), Outcome::Chose(vec![onward]));
        assert!(matches!(meant(&Spot::default()), Outcome::Missed(_)));
    }

    #[test]
    fn landings_and_bombardments_need_a_body() {
        let on_mars = Spot { body: Some(BodyId(4)), ..Spot::default() };
        let body = || "Mars".to_owned();
        let landing = NamedGoal::Land(body());
        assert_eq!(meant(Aim::Invade, &on_mars, When::Now), goes(landing, When::Now));
        let raid = NamedGoal::Bombard(body());
        assert_eq!(meant(Aim::Bombard, &on_mars, When::Now), goes(raid, When::Now));
        assert!(matches!(meant(Aim::Bombard, &Spot::default(), When::Now), Outcome::Missed(_)));
    }
}
