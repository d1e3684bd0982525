//! The one door: refused orders, and the reasons.

use ecliptic::orbit::AU_KM;
use ecliptic::sim::ids::{FleetId, ShipId};
use ecliptic::sim::world::NextIds;
use ecliptic::sim::{Command, Goal, Order, Refusal, Simulation, Units, When};
use glam::DVec3;

use super::worlds::{ByName, fleet_sizes, legs_left, near_earth, ships, world};

const FLEETS: &str = r#"(name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette", count: 5)]),
    (name: "Red Guard", faction: "Ares", at: near("Mars"), ships: [(class: "corvette", count: 2)])"#;

fn move_to(units: Units, to: DVec3) -> Order {
    Order::fleet(units, Command::go(Goal::point(to), When::Now))
}

#[test]
fn refusals_say_why() {
    let mut simulation = world(&near_earth(FLEETS));
    let here = DVec3::new(AU_KM, 0.0, 0.0);
    let cases = [
        (0, move_to(Units::Fleet(FleetId(9)), here), "there is no fleet 9"),
        (1, move_to(simulation.fleet("First"), here), "there is no fleet 0"),
        (7, move_to(simulation.fleet("First"), here), "nobody plays as number 7"),
        (0, move_to(simulation.fleet("First"), DVec3::new(f64::NAN, 0.0, 0.0)), "not a number"),
        (0, move_to(simulation.fleet("First"), DVec3::new(1.0e12, 0.0, 0.0)), "no ship goes beyond 200 AU"),
        (0, move_to(Units::Ships(vec![ShipId(99)]), here), "none of these ships"),
        (0, move_to(Units::Ships(vec![ShipId(5)]), here), "none of these ships"),
    ];
    for (player, order, words) in cases {
        let refusal = simulation.give(player, order.clone()).expect_err("must be refused");
        assert!(refusal.to_string().contains(words), "{order:?}: {refusal}");
    }
    assert_eq!(legs_left(&mut simulation, "First"), 0, "a refused order changes nothing");
}

#[test]
fn a_route_takes_so_many_waypoints_and_no_more() {
    let mut simulation = world(&near_earth(FLEETS));
    let first = simulation.fleet("First");
    let leg = |n: u32| {
        let to = DVec3::new(AU_KM * (1.5 + f64::from(n) * 0.1), 0.0, 0.0);
        Order::fleet(first.clone(), Command::go(Goal::point(to), When::Last))
    };
    for n in 0..64 {
        simulation.give(0, leg(n)).expect("there is room");
    }
    assert_eq!(simulation.give(0, leg(64)), Err(Refusal::RouteIsFull("First".into())));
}

#[test]
fn a_fleet_is_not_divided_where_no_other_can_have_a_number() {
    let mut simulation = world(&near_earth(FLEETS));
    simulation.world_mut().resource_mut::<NextIds>().fleet = u32::MAX;
    let to = DVec3::new(AU_KM, AU_KM, 0.0);
    let some = move_to(Units::Ships(vec![ShipId(1), ShipId(3)]), to);
    assert_eq!(simulation.give(0, some), Err(Refusal::NoMoreFleets));
    assert_eq!(fleet_sizes(&mut simulation), [("First".into(), 5), ("Red Guard".into(), 2)]);
    assert_eq!(legs_left(&mut simulation, "First"), 0);
    let all = move_to(Units::Ships((0..5).map(ShipId).collect()), to);
    assert_eq!(simulation.give(0, all), Ok(()), "it is not divided");
}

#[test]
fn ships_ordered_apart_from_their_fleet_form_one_of_their_own() {
    let mut simulation = world(&near_earth(FLEETS));
    let to = DVec3::new(AU_KM, AU_KM, 0.0);
    simulation.give(0, move_to(Units::Ships(vec![ShipId(1), ShipId(3)]), to)).expect("own ships");
    let sizes = fleet_sizes(&mut simulation);
    assert_eq!(sizes, [("First".into(), 3), ("First 2".into(), 2), ("Red Guard".into(), 2)]);
    assert_eq!(legs_left(&mut simulation, "First"), 0);
    assert_eq!(legs_left(&mut simulation, "First 2"), 1);
    // All ships of a fleet count as the whole fleet.
    simulation.give(0, move_to(Units::Ships(vec![ShipId(1), ShipId(3)]), to)).expect("own ships");
    assert_eq!(fleet_sizes(&mut simulation).len(), 3);
}

#[test]
fn stop_brings_a_fleet_to_rest_smoothly() {
    let mut simulation = world(&near_earth(FLEETS));
    let to = DVec3::new(0.0, -2.0 * AU_KM, 0.0);
    simulation.give(0, move_to(simulation.fleet("First"), to)).expect("own fleet");
    simulation.run(300);
    let speed = |simulation: &mut Simulation| ships(simulation)[0].2.own_velocity.length();
    let cruising = speed(&mut simulation);
    assert!(cruising > 100.0, "is under way at {cruising} km/s");
    simulation.give(0, Order::fleet(simulation.fleet("First"), Command::Stop)).expect("own fleet");
    let mut last = cruising;
    for _ in 0..150 {
        simulation.run(1);
        let now = speed(&mut simulation);
        assert!(now < last + 0.02 * cruising, "speeds up while stopping: {last} to {now}");
        assert!(last - now < 0.3 * cruising, "stops with a jolt: {last} to {now}");
        last = now;
    }
    assert!(last < 0.01 * cruising, "still goes at {last} km/s");
}
