//! Carriers launch wings at foes, take them in again and replace lost ones; constructors speed up building.

use bevy::prelude::{Entity, With};
use ecliptic::level::LedgerSource;
use ecliptic::sim::combat::{HangarState, WingOf};
use ecliptic::sim::ids::{FactionId, ShipId};
use ecliptic::sim::world::{ArmsTable, Fleet, Growing, Ledgers, MemberOf, NextIds, Ship};
use ecliptic::sim::{Command, Order, Simulation, When};

use crate::sim::worlds::{ByName, fleet_sizes, legs_left, near_earth, overlaps, rules, world};

/// A carrier with three wings, and an indestructible, harmless foe.
const CLASSES: &str = r#"
    weapons: [(name: "popgun", damage: kinetic, harm: 0.001, reload_s: 1, range_km: 900000)],
    ship_classes: [
        (
            name: "mother", radius_km: 900, length_km: 3600, cruise_km_s: 150, manoeuvre_km_s: 25,
            sight_km: 6.0e6, kind: capital,
            arms: (armour: (points: 1.0e9), weapons: [(weapon: "popgun")]),
            hangar: (class: "mite", count: 3, build_s: 2),
        ),
        (
            name: "mite", radius_km: 150, cruise_km_s: 260, manoeuvre_km_s: 60, kind: wing,
            arms: (armour: (points: 1.0e9)),
        ),
        (
            name: "hulk", radius_km: 400, cruise_km_s: 150, manoeuvre_km_s: 25,
            arms: (armour: (points: 1.0e9)),
        ),
        (name: "builder", radius_km: 400, cruise_km_s: 150, manoeuvre_km_s: 25, builds_percent: 50),
    ],
    fleets: ["#;
const HOME: &str = r#"(name: "Home", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 0),
    ships: [(class: "mother")]),"#;
const SECOND: &str = r#"(name: "Second", faction: "Terra",
    at: beside(body: "Earth", radii: 4, bearing_deg: 350), ships: [(class: "mother")]),"#;
const FOES: &str = r#"(name: "Foes", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 15),
    ships: [(class: "hulk", count: 2)]),"#;

fn at_war(fleets: &[&str]) -> Simulation {
    world(&near_earth(&fleets.concat()).replace("fleets: [", CLASSES))
}

/// Numbers of wings aboard all carriers, and in flight.
fn wings(simulation: &mut Simulation) -> (u32, usize) {
    let world = simulation.world_mut();
    let aboard: u32 = world.query::<&HangarState>().iter(world).map(|hangar| u32::from(hangar.wings)).sum();
    (aboard, world.query::<&WingOf>().iter(world).count())
}

fn run(simulation: &mut Simulation, ticks: u64) {
    for _ in 0..ticks {
        simulation.run(1);
        assert_eq!(overlaps(simulation).0, 0, "tick {}", simulation.tick_count());
    }
}

fn remove_foes(simulation: &mut Simulation) {
    let world = simulation.world_mut();
    let mut fleets = world.query::<(Entity, &Fleet)>();
    let foes: Vec<Entity> = fleets
        .iter(world)
        .filter(|(_, fleet)| fleet.faction == FactionId(1))
        .map(|(entity, _)| entity)
        .collect();
    let mut members = world.query::<(Entity, &MemberOf)>();
    let ships: Vec<Entity> = members
        .iter(world)
        .filter(|(_, member)| foes.contains(&member.0))
        .map(|(entity, _)| entity)
        .collect();
    for entity in ships.into_iter().chain(foes) {
        world.despawn(entity);
    }
}

/// The ship with a number.
fn ship(simulation: &mut Simulation, id: u32) -> Entity {
    let world = simulation.world_mut();
    let mut ships = world.query::<(Entity, &Ship)>();
    let found = ships.iter(world).find(|(_, ship)| ship.id == ShipId(id));
    found.map(|(entity, _)| entity).expect("the ship is there")
}

/// The wings that belong to a carrier.
fn wings_of(simulation: &mut Simulation, carrier: u32) -> Vec<Entity> {
    let world = simulation.world_mut();
    let mut all = world.query::<(Entity, &WingOf)>();
    let own = all.iter(world).filter(|(_, wing)| wing.carrier == ShipId(carrier));
    own.map(|(entity, _)| entity).collect()
}

#[test]
fn wings_fly_while_a_foe_is_near_and_come_home() {
    let mut simulation = at_war(&[HOME, FOES]);
    run(&mut simulation, 60);
    assert_eq!(wings(&mut simulation), (0, 3));
    assert!(fleet_sizes(&mut simulation).contains(&("Home wing 1".to_owned(), 3)));
    remove_foes(&mut simulation);
    run(&mut simulation, 600);
    assert_eq!(wings(&mut simulation), (3, 0));
    assert_eq!(fleet_sizes(&mut simulation), [("Home".to_owned(), 1)]);
}

#[test]
fn a_fleet_that_follows_wings_stops_when_they_are_home() {
    let guards = r#"(name: "Guards", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 330),
        ships: [(class: "builder")]),"#;
    let mut simulation = at_war(&[HOME, guards, FOES]);
    run(&mut simulation, 60);
    let guard = Command::go(simulation.beside("Home wing 1", true), When::Now);
    simulation.order(Order::fleet(simulation.fleet("Guards"), guard));
    simulation.run(30);
    assert_eq!(legs_left(&mut simulation, "Guards"), 1);
    remove_foes(&mut simulation);
    while wings(&mut simulation) != (3, 0) {
        assert!(simulation.tick_count() < 1_000, "they never come home");
        simulation.run(1);
    }
    simulation.run(1);
    assert_eq!(legs_left(&mut simulation, "Guards"), 0);
}

#[test]
fn a_wing_is_launched_as_often_as_the_rules_say() {
    for (launch_s, apart_ticks) in [(0.2, 6), (1.0, 30)] {
        let mut simulation = at_war(&[HOME, FOES]);
        simulation.world_mut().resource_mut::<ArmsTable>().rules.hangars.launch_s = launch_s;
        let mut launched = Vec::new();
        while launched.len() < 3 {
            run(&mut simulation, 1);
            if wings(&mut simulation).1 > launched.len() {
                launched.push(simulation.tick_count());
            }
        }
        assert_eq!((launched[1] - launched[0], launched[2] - launched[1]), (apart_ticks, apart_ticks));
    }
}

#[test]
fn without_a_foe_they_stay_aboard() {
    let mut simulation = at_war(&[HOME]);
    run(&mut simulation, 60);
    assert_eq!(wings(&mut simulation), (3, 0));
}

#[test]
fn nothing_is_launched_that_could_not_have_a_number() {
    for (ship, fleet) in [(u32::MAX, 9), (9, u32::MAX)] {
        let mut simulation = at_war(&[HOME, FOES]);
        let mut ids = simulation.world_mut().resource_mut::<NextIds>();
        (ids.ship, ids.fleet) = (ship, fleet);
        run(&mut simulation, 60);
        assert_eq!(wings(&mut simulation), (3, 0), "{ship} {fleet}");
    }
}

#[test]
fn lost_wings_are_replaced() {
    let mut simulation = at_war(&[HOME, FOES]);
    run(&mut simulation, 60);
    let lost = wings_of(&mut simulation, 0)[0];
    simulation.world_mut().despawn(lost);
    run(&mut simulation, 30);
    assert_eq!(wings(&mut simulation), (0, 2));
    run(&mut simulation, 60);
    assert_eq!(wings(&mut simulation), (0, 3));
}

#[test]
fn wings_of_a_lost_carrier_find_another_or_stay_ships() {
    let mut simulation = at_war(&[HOME, SECOND, FOES]);
    run(&mut simulation, 60);
    assert_eq!(wings(&mut simulation), (0, 6));
    let first = ship(&mut simulation, 0);
    simulation.world_mut().despawn(first);
    run(&mut simulation, 2);
    assert_eq!(wings(&mut simulation), (0, 3), "the other one has no room");

    let mut simulation = at_war(&[HOME, SECOND, FOES]);
    run(&mut simulation, 60);
    for gone in wings_of(&mut simulation, 1) {
        simulation.world_mut().despawn(gone);
    }
    let first = ship(&mut simulation, 0);
    simulation.world_mut().despawn(first);
    run(&mut simulation, 2);
    assert_eq!(wings(&mut simulation), (0, 3));
    assert_eq!(wings_of(&mut simulation, 1).len(), 3, "they serve the other one");
}

#[test]
fn a_save_with_wings_about_goes_on_as_if_nothing_had_been() {
    let mut simulation = at_war(&[HOME, FOES]);
    for _ in 0..4 {
        simulation.run(17);
        let save = simulation.capture().expect("there is a world");
        let mut resumed = Simulation::new(&save, &rules().for_level(&save), 9).expect("a save spawns");
        assert_eq!(resumed.capture().as_ref(), Some(&save));
        resumed.run(40);
        simulation.run(40);
        assert_eq!(resumed.digests().difference(&simulation.digests()), None);
    }
}

/// Ticks until a satellite at Earth is finished, and its cost.
fn building(fleets: &str) -> (u64, i64) {
    let satellite = r#"structures: [(class: "satellite", faction: "Terra", body: "Earth", ring: 0, slot: 0,
            construction: ())], fleets: ["#;
    let text = near_earth(fleets).replace("fleets: [", CLASSES).replace("fleets: [", satellite);
    let mut simulation = world(&text);
    while simulation.world_mut().query_filtered::<(), With<Growing>>().iter(simulation.world()).count() > 0 {
        simulation.run(1);
        assert!(simulation.tick_count() < 1_000, "it never stands");
    }
    let ledgers = simulation.world().resource::<Ledgers>();
    (simulation.tick_count(), ledgers.0[FactionId(0)].since_start().of(LedgerSource::Building).money)
}

#[test]
fn constructors_speed_up_building_where_they_rest() {
    let builders = |place: &str| {
        format!(
            r#"(name: "Crew", faction: "Terra", at: beside(body: "{place}", radii: 4),
                ships: [(class: "builder")])"#
        )
    };
    let (alone, price) = building("");
    let (helped, helped_price) = building(&builders("Earth"));
    let (elsewhere, _) = building(&builders("Mars"));
    assert_eq!((alone, elsewhere), (240, 240));
    assert_eq!(helped, 160);
    assert_eq!(helped_price, price, "the price is the same");
}
