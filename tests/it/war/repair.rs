//! Repair and refit in the rings of own shipyards: for a ship at any place of the ring, and at the end of a
//! retreat.

use bevy::prelude::Entity;
use ecliptic::level::model::holdings::{LedgerSource, Price};
use ecliptic::sim::combat::repair::Repairs;
use ecliptic::sim::economy::refitting::Refits;
use ecliptic::sim::ids::{BodyId, FactionId, ShipId, StructureId, TargetId};
use ecliptic::sim::motion::ring_orbit::ring_of;
use ecliptic::sim::world::{Condition, Fleet, Grounds, Ledgers, Members, Position, Structure};
use ecliptic::sim::{Command, Goal, Order, Ship, Simulation, Sky, When};
use glam::DVec3;

use crate::sim::worlds::{ByName, legs_left, near_earth, rules, world, written};

/// Limit on the duration of any flight in these tests, ticks.
const PATIENCE: u64 = 6_000;
/// Capacity of a troop ship.
const TROOPERS: f64 = 80.0;

/// A yard in a ring of the Earth, and a ship of a class on either side of the planet.
fn yard_and_two(ring: u8, class: &str) -> Simulation {
    let fleet = |name: &str, bearing: u32| {
        format!(
            r#"(name: "{name}", faction: "Terra", ships: [(class: "{class}")],
                at: beside(body: "Earth", radii: 5, bearing_deg: {bearing})),"#
        )
    };
    let text = near_earth(&format!("{}{}", fleet("First", 30), fleet("Second", 210)));
    let yard = format!(r#"(class: "shipyard", faction: "Terra", body: "Earth", ring: {ring}, slot: 1)"#);
    world(&text.replace("fleets:", &format!("structures: [{yard}], fleets:")))
}

fn fleet(simulation: &mut Simulation, name: &str) -> Entity {
    let world = simulation.world_mut();
    let mut fleets = world.query::<(Entity, &Fleet)>();
    let found = fleets.iter(world).find(|(_, fleet)| fleet.name == name);
    found.map(|(entity, _)| entity).expect("the fleet is there")
}

/// The only ship of a fleet.
fn ship(simulation: &mut Simulation, name: &str) -> Entity {
    let entity = fleet(simulation, name);
    let members = simulation.world().get::<Members>(entity).expect("it has a ship");
    members.iter().next().expect("it has a ship")
}

fn ship_id(simulation: &Simulation, ship: Entity) -> ShipId {
    simulation.world().get::<Ship>(ship).expect("it is a ship").id
}

/// The body and the ring in which a fleet circles.
fn ring(simulation: &mut Simulation, name: &str) -> Option<(BodyId, u8)> {
    let entity = fleet(simulation, name);
    ring_of(simulation.world(), entity)
}

fn earth(simulation: &Simulation) -> BodyId {
    simulation.world().resource::<Sky>().system.find("Earth").expect("the body is there")
}

/// Distance of a fleet's ship from the yard, km.
fn to_the_yard(simulation: &mut Simulation, name: &str) -> f64 {
    let ship = ship(simulation, name);
    let world = simulation.world_mut();
    let mut yards = world.query::<(&Structure, &Position)>();
    let yard: DVec3 = yards.iter(world).map(|(_, position)| position.0).next().expect("the yard is there");
    world.get::<Position>(ship).expect("a place").0.distance(yard)
}

fn run_to_rest(simulation: &mut Simulation, name: &str) {
    simulation.run(1);
    while legs_left(simulation, name) > 0 {
        assert!(simulation.tick_count() < PATIENCE, "{name} is still under way");
        simulation.run(1);
    }
}

fn hold(simulation: &mut Simulation, name: &str, ring: u8) {
    let units = simulation.fleet(name);
    simulation.order(Order::fleet(
        units,
        Command::go(Goal::Ring { body: simulation.body("Earth"), ring }, When::Now),
    ));
}

/// Sends both ships into a ring; returns the name of the one farther from the yard.
fn far_one(simulation: &mut Simulation, ring: u8) -> &'static str {
    for name in ["First", "Second"] {
        hold(simulation, name, ring);
    }
    for name in ["First", "Second"] {
        run_to_rest(simulation, name);
    }
    let first = to_the_yard(simulation, "First");
    let (name, distance) = match to_the_yard(simulation, "Second") {
        second if second > first => ("Second", second),
        _ => ("First", first),
    };
    let reach_km = rules().combat.repair.reach_km;
    assert!(distance > 5.0 * reach_km, "{name} is {distance} km from the yard");
    name
}

fn condition(simulation: &mut Simulation, ship: Entity) -> bevy::prelude::Mut<'_, Condition> {
    simulation.world_mut().get_mut::<Condition>(ship).expect("it has one")
}

/// Armour gained by ships in this many ticks after each has lost half of it.
fn gained<const COUNT: usize>(simulation: &mut Simulation, names: [&str; COUNT], ticks: u64) -> [f64; COUNT] {
    let before = names.map(|name| {
        let ship = ship(simulation, name);
        let mut condition = condition(simulation, ship);
        condition.armour *= 0.5;
        (ship, condition.armour)
    });
    simulation.run(ticks);
    before.map(|(ship, armour)| condition(simulation, ship).armour - armour)
}

#[test]
fn a_yard_repairs_only_ships_with_places_in_its_ring() {
    let points = rules().combat.repair.yard_points_per_s;
    for ring in [2, 3] {
        let mut simulation = yard_and_two(ring, "cruiser");
        let far = far_one(&mut simulation, ring);
        let [gain] = gained(&mut simulation, [far], 30);
        assert!((gain - points).abs() < 1.0e-6, "ring {ring}: {gain}");
        let far_ship = ship(&mut simulation, far);
        let mark = TargetId::Ship(ship_id(&simulation, far_ship));
        let repairs = simulation.world().resource::<Repairs>();
        assert!(repairs.is_repaired(mark) && repairs.count_at(StructureId(0)) == 1);
        // On its way it keeps no place, and in another ring no yard is near.
        hold(&mut simulation, far, 0);
        assert_eq!(gained(&mut simulation, [far], 5), [0.0], "ring {ring}, under way");
        run_to_rest(&mut simulation, far);
        simulation.run(60);
        assert_eq!(gained(&mut simulation, [far], 30), [0.0], "ring {ring}, in ring 0");
        assert!(!simulation.world().resource::<Repairs>().is_repaired(mark));
    }
}

#[test]
fn a_retreat_ends_where_the_yard_mends() {
    let points = rules().combat.repair.yard_points_per_s;
    for yard_ring in [2, 3] {
        let mut simulation = yard_and_two(yard_ring, "cruiser");
        simulation.run(1);
        for name in ["First", "Second"] {
            simulation.order(Order::fleet(simulation.fleet(name), Command::Retreat));
        }
        for name in ["First", "Second"] {
            run_to_rest(&mut simulation, name);
            let expected = Some((earth(&simulation), yard_ring));
            assert_eq!(ring(&mut simulation, name), expected, "{name}");
        }
        // The ring goes on turning, and they with it.
        simulation.run(400);
        for gain in gained(&mut simulation, ["First", "Second"], 30) {
            assert!((gain - 0.5 * points).abs() < 1.0e-6, "ring {yard_ring}: {gain}");
        }
    }
}

/// Two troop ships that have landed all their troopers, in the ring of a yard.
fn empty_landers() -> Simulation {
    let mut simulation = yard_and_two(2, "troop ship");
    far_one(&mut simulation, 2);
    for name in ["First", "Second"] {
        let ship = ship(&mut simulation, name);
        condition(&mut simulation, ship).troopers = 0.0;
    }
    simulation
}

/// The troopers aboard of the first and of the second ship.
fn aboard(simulation: &mut Simulation) -> [f64; 2] {
    ["First", "Second"].map(|name| {
        let ship = ship(simulation, name);
        condition(simulation, ship).troopers
    })
}

fn spent_on_ships(simulation: &Simulation) -> i64 {
    -simulation.world().resource::<Ledgers>().0[FactionId(0)].since_start().of(LedgerSource::Ships).money
}

#[test]
fn troop_ships_fill_up_one_after_the_other_and_every_trooper_is_paid_once() {
    let mut simulation = empty_landers();
    let money = i64::from(rules().combat.refit.trooper_money);
    let mut before = 0.0;
    for _ in 0..50 {
        simulation.run(30);
        let [first, second] = aboard(&mut simulation);
        assert!(second == 0.0 || first == TROOPERS, "the older one first: {first}, {second}");
        let sum = first + second;
        assert!(sum >= before && sum - before <= rules().combat.refit.troopers_per_s + 1.0, "{sum}");
        assert_eq!(spent_on_ships(&simulation), money * sum as i64);
        before = sum;
    }
    assert_eq!(aboard(&mut simulation), [TROOPERS; 2]);
    assert_eq!(simulation.world().resource::<Ledgers>().0[FactionId(0)].check(), Ok(()));
    assert_eq!(*simulation.world().resource::<Refits>(), Refits::default(), "nothing is left to do");
}

#[test]
fn nobody_comes_aboard_without_money_nor_from_a_body_that_is_fought_over() {
    let mut simulation = empty_landers();
    let everything = Price { money: u32::MAX, ..Price::ZERO };
    let mut ledgers = simulation.world_mut().resource_mut::<Ledgers>();
    ledgers.0[FactionId(0)].spend_up_to(LedgerSource::Tax, everything);
    simulation.run(1);
    assert_eq!(aboard(&mut simulation), [0.0; 2]);
    let refits = simulation.world().resource::<Refits>().clone();
    assert!(refits.0.len() == 2 && refits.0.iter().all(|refit| refit.is_short), "{refits:?}");
    let mut ledgers = simulation.world_mut().resource_mut::<Ledgers>();
    ledgers.0[FactionId(0)].earn(LedgerSource::Planets, Price { money: 10_000, ..Price::ZERO });
    let earth = earth(&simulation);
    let mut grounds = simulation.world_mut().resource_mut::<Grounds>();
    grounds.0[earth].invaders = Some((FactionId(1), 10_000.0));
    grounds.0[earth].defenders = 10_000.0;
    simulation.run(30);
    assert_eq!(aboard(&mut simulation), [0.0; 2]);
    simulation.world_mut().resource_mut::<Grounds>().0[earth].invaders = None;
    simulation.run(30);
    assert!(aboard(&mut simulation)[0] > 0.0);
}

#[test]
fn a_save_while_ships_are_repaired_and_refilled_goes_on_bit_by_bit() {
    let mut whole = empty_landers();
    let first = ship(&mut whole, "First");
    condition(&mut whole, first).armour *= 0.5;
    whole.run(77);
    let text = ecliptic::level::to_ron(&whole.capture().expect("a world")).expect("it is written");
    let (level, classes) = written(&text);
    let mut resumed = Simulation::new(&level, &classes, 9).expect("a save spawns");
    for tick in 0..400 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
    assert!(aboard(&mut whole)[0] > 50.0);
    assert_eq!(aboard(&mut whole), aboard(&mut resumed));
}
