//! Defence by time of arrival: the fleet that can be there in time goes, another does not, and one order is enough.

use std::collections::BTreeSet;
use std::ops::Range;

use bevy::math::DVec3;
use ecliptic::sim::{
    Anchor, AnchoredPlace, Command, Goal, Operation, OperationKind, Order, OrderQueue, Position, Ship,
    ShipId, Simulation, Sky, Units, When,
};

use super::{CONCORD, Scene, body, commands, left, operations};

/// The frigates near the body that is attacked.
const NEAR: Range<u32> = 0..3;
/// Those far from it.
const FAR: Range<u32> = 3..8;

/// Two frigates of foes in the well of Brome, three of the mind at its moon, and five at Fulcrum, which it holds, too.
/// A second of play is so many days.
fn raided(days_per_second: f64) -> Simulation {
    let mut scene = Scene::with(&["Fulcrum", "Button"])
        .holding("Fulcrum", Some("Rivalry"), 20, 100.0)
        .holding("Button", Some("Rivalry"), 10, 100.0)
        .ships("Rivalry", ("Button", 2.5, 0.0), &[("frigate", 3)])
        .ships("Rivalry", ("Fulcrum", 3.0, 0.0), &[("frigate", 5)])
        .ships("Concord", ("Brome", 2.5, 40.0), &[("frigate", 2)])
        .watch("Thale");
    scene.level.clock.days_per_second = days_per_second;
    scene.played_by("merciless", "steward")
}

/// How many of some ships the mind lets defend or hunt within ten seconds.
fn sent(days_per_second: f64, numbers: Range<u32>) -> usize {
    let mut simulation = raided(days_per_second);
    let mut sent = BTreeSet::new();
    while simulation.tick_count() < 300 {
        simulation.run(10);
        let is_defence = |one: &&Operation| matches!(one.kind, OperationKind::Defend | OperationKind::Hunt);
        sent.extend(operations(&simulation).iter().filter(is_defence).flat_map(Operation::crew));
    }
    numbers.filter(|number| sent.contains(&ShipId(*number))).count()
}

/// At a quarter of the speed Fulcrum is over a minute away, and the moon still near.
#[test]
fn only_ships_that_come_in_time_defend_a_home() {
    assert!(sent(0.1, NEAR) > 0, "the near ones come");
    assert_eq!(sent(0.1, FAR), 0, "the others would be too late");
    assert!(sent(0.4, FAR) > 0, "where the way is short, they help");
}

/// The frigates of the mind in [`harried`],
const HELP: Range<u32> = 0..5;
/// and those of its foe.
const FOES: Range<u32> = 5..7;

/// Two frigates of foes in the well of Brome, which has no guns and sees some way beyond its well, and five of the mind
/// at Fulcrum, 20 s away. It attacks nobody.
fn harried() -> Simulation {
    let mut scene = Scene::with(&["Fulcrum"])
        .holding("Fulcrum", Some("Rivalry"), 20, 100.0)
        .structure("Rivalry", "satellite", ("Brome", 0, 3))
        .ships("Rivalry", ("Fulcrum", 3.0, 0.0), &[("frigate", 5)])
        .ships("Concord", ("Brome", 7.0, 40.0), &[("frigate", 2)]);
    scene.level.structures.retain(|structure| structure.class != "sentry");
    scene.rules.minds.skills.iter_mut().for_each(|skill| skill.peace_s = 600.0);
    scene.played_by("merciless", "warden")
}

/// The place of the first foe from the middle of Brome, in radii of its well.
fn foe(simulation: &mut Simulation) -> DVec3 {
    let brome = body(simulation, "Brome");
    let world = simulation.world_mut();
    let mut ships = world.query::<(&Ship, &Position)>();
    let (_, place) = ships.iter(world).find(|(ship, _)| ship.id.0 == FOES.start).expect("it is there");
    let sky = world.resource::<Sky>();
    (place.0 - sky.now[brome].position) / sky.system.bodies[brome].well_radius_km
}

/// Sends the foes straight up or down, to so many radii of the well of Brome from its middle.
fn send_foes(simulation: &mut Simulation, radii: f64) {
    let brome = body(simulation, "Brome");
    let well_km = simulation.world().resource::<Sky>().system.bodies[brome].well_radius_km;
    let offset = foe(simulation).normalize() * radii * well_km;
    let to = Goal::Place(AnchoredPlace { anchor: Anchor::Body(brome), offset });
    let order = Order::fleet(Units::Ships(FOES.map(ShipId).collect()), Command::go(to, When::Now));
    simulation.world_mut().resource_mut::<OrderQueue>().give(CONCORD, order);
}

/// The number of orders to go somewhere that each of the ships of [`HELP`] got.
fn orders_to_help(simulation: &Simulation) -> Vec<usize> {
    let is_to = |ship: u32, ships: &[ShipId], command: &Command| {
        ships.contains(&ShipId(ship)) && matches!(command, Command::Go { .. })
    };
    HELP.map(|ship| commands(simulation).filter(|(_, ships, command)| is_to(ship, ships, command)).count())
        .collect()
}

/// The expected tick of arrival of the mind's defence.
fn arrival_of_defence(simulation: &Simulation) -> u64 {
    let defence = operations(simulation).iter().find(|one| one.kind == OperationKind::Defend);
    defence.expect("it defends Brome").arrives_tick
}

/// The merciless give every order for which they wish, so each is counted. A mind of few orders would have none left
/// for anything else.
#[test]
fn help_from_afar_takes_one_order_though_the_foe_leaves_and_comes_back() {
    let mut simulation = harried();
    while orders_to_help(&simulation).iter().all(|orders| *orders == 0) {
        assert!(simulation.tick_count() < 300, "help is sent");
        simulation.run(1);
    }
    let way_ticks = arrival_of_defence(&simulation).saturating_sub(simulation.tick_count());
    assert!((450..900).contains(&way_ticks), "help is 20 s away; it is said to come in {way_ticks} ticks");
    send_foes(&mut simulation, 1.25);
    while foe(&mut simulation).length() < 1.05 {
        assert!(simulation.tick_count() < 500, "the foe leaves the well");
        simulation.run(10);
    }
    // Time for a few thoughts.
    simulation.run(60);
    send_foes(&mut simulation, 0.6);
    while left(&mut simulation, FOES) == FOES.len() {
        assert!(simulation.tick_count() < 2_100, "help comes, and fights");
        simulation.run(10);
    }
    let orders = orders_to_help(&simulation);
    assert_eq!(orders.iter().max(), Some(&1), "{orders:?}");
}
