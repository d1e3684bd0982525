//! Shooters and targets in a world.

use std::collections::BTreeSet;

use bevy::prelude::Entity;
use ecliptic::level;
use ecliptic::sim::combat::Battlefields;
use ecliptic::sim::event::{Entry, Events, GameEvent, ShotOutcome};
use ecliptic::sim::ids::ShipId;
use ecliptic::sim::ids::TargetId;
use ecliptic::sim::world::Condition;
use ecliptic::sim::world::Idle;
use ecliptic::sim::{Ship, Simulation};
use glam::DVec3;

use crate::sim::worlds::{rules, world, written};

/// Far from everything, km.
const NOWHERE: DVec3 = DVec3::new(0.0, -2.4e8, 0.0);

/// A fleet of ships of a class at a distance from nowhere along x, with further fields.
fn fleet(faction: &str, class: &str, count: u32, x: f64, more: &str) -> String {
    let (x, y, z) = (NOWHERE.x + x, NOWHERE.y, NOWHERE.z);
    format!(
        r#"(name: "{faction}", faction: "{faction}", at: km({x:.1}, {y:.1}, {z:.1}),
            ships: [(class: "{class}", count: {count})], {more}),"#
    )
}

/// A level with three factions, the last two of which are allies: almost indestructible gunboats, some of them
/// blind.
fn battle(fleets: &str) -> String {
    let class = |name: &str, sight: &str| {
        format!(
            r#"(name: "{name}", radius_km: 400, length_km: 2400, cruise_km_s: 200, manoeuvre_km_s: 40,
                sight_km: {sight}, kind: line,
                arms: (armour: (points: 1.0e8), weapons: [(weapon: "test gun", count: 2)])),"#
        )
    };
    let classes = class("gunboat", "6.0e6") + &class("blind boat", "0");
    let rich = "treasury: (money: 1000000, resources: 1000000)";
    format!(
        r##"(
            schema_version: 1, title: "test", epoch: date("2026-11-21"),
            bodies: [body("Sun"), body("Earth"), body("Mars")],
            weapons: [
                (name: "test gun", damage: kinetic, harm: 1, reload_s: 0.5, range_km: 400000, turn_s: 0.5),
            ],
            ship_classes: [{classes}],
            factions: [
                (name: "Terra", color: "#4aa8ff", {rich}),
                (name: "Ares", color: "#ff7a45", team: "red", {rich}),
                (name: "Deimos", color: "#ff7a99", team: "red", {rich}),
            ],
            fleets: [{fleets}],
        )"##
    )
}

const HOLD: &str = "doctrine: (stance: hold_position)";

/// The pairs of shooters and targets since the beginning.
fn shots(simulation: &Simulation) -> BTreeSet<(TargetId, TargetId)> {
    let pair = |entry: &Entry| match entry.event {
        GameEvent::Shot { by, at, .. } => Some((by.id, at.id)),
        _ => None,
    };
    simulation.world().resource::<Events>().since(0).filter_map(pair).collect()
}

fn ship(number: u32) -> TargetId {
    TargetId::Ship(ShipId(number))
}

#[test]
fn foes_in_sight_and_in_range_shoot_at_each_other() {
    let near = fleet("Terra", "gunboat", 3, 0.0, HOLD) + &fleet("Ares", "gunboat", 3, 2.5e5, HOLD);
    let mut simulation = world(&battle(&near));
    simulation.run(90);
    let shots = shots(&simulation);
    let shooters: BTreeSet<TargetId> = shots.iter().map(|(by, _)| *by).collect();
    assert_eq!(shooters, (0..6).map(ship).collect());
    for (by, at) in &shots {
        assert_ne!(*by < ship(3), *at < ship(3), "{by:?} at {at:?}");
    }
    let hits = simulation.world().resource::<Events>().since(0).filter(|entry| {
        matches!(
            entry.event,
            GameEvent::Shot { outcome: ShotOutcome::HitArmour | ShotOutcome::HitShield, .. }
        )
    });
    assert!(hits.count() > 5);
    let far = fleet("Terra", "gunboat", 3, 0.0, HOLD) + &fleet("Ares", "gunboat", 3, 6.0e5, HOLD);
    let mut simulation = world(&battle(&far));
    simulation.run(90);
    assert!(self::shots(&simulation).is_empty(), "they are too far apart");
}

/// The fewest ticks between two salvos of a ship.
fn least_gap(simulation: &Simulation, shooter: TargetId) -> Option<u64> {
    let tick = |entry: &Entry| match entry.event {
        GameEvent::Shot { by, .. } if by.id == shooter => Some(entry.tick),
        _ => None,
    };
    let ticks: Vec<u64> = simulation.world().resource::<Events>().since(0).filter_map(tick).collect();
    ticks.windows(2).map(|pair| pair[1] - pair[0]).min()
}

#[test]
fn unpaid_ships_shoot_more_seldom() {
    let near = fleet("Terra", "gunboat", 2, 0.0, HOLD) + &fleet("Ares", "gunboat", 2, 2.5e5, HOLD);
    let mut simulation = world(&battle(&near));
    let world = simulation.world_mut();
    let mut query = world.query::<(Entity, &Ship)>();
    let found = query.iter(world).find(|(_, one)| one.id == ShipId(0)).map(|(entity, _)| entity);
    let unpaid = found.expect("it is there");
    for _ in 0..180 {
        // An economy tick would pay the upkeep and end the idle state.
        simulation.world_mut().entity_mut(unpaid).insert(Idle);
        simulation.run(1);
    }
    let times = rules().combat.gunnery.unpaid_reload;
    assert!(times > 1.0);
    assert_eq!(least_gap(&simulation, ship(1)), Some(15));
    assert_eq!(least_gap(&simulation, ship(0)), Some((15.0 * times).round() as u64));
}

#[test]
fn allies_do_not_shoot_at_each_other() {
    let allies = fleet("Ares", "gunboat", 2, 0.0, HOLD) + &fleet("Deimos", "gunboat", 2, 1.0e5, HOLD);
    let mut simulation = world(&battle(&allies));
    simulation.run(60);
    assert!(shots(&simulation).is_empty() && simulation.world().resource::<Battlefields>().is_empty());
    let all = allies + &fleet("Terra", "gunboat", 1, -1.0e5, HOLD);
    let mut simulation = world(&battle(&all));
    simulation.run(60);
    let shots = shots(&simulation);
    assert!(shots.contains(&(ship(0), ship(4))));
    for (by, at) in shots {
        assert!(by == ship(4) || at == ship(4), "{by:?} at {at:?}");
    }
}

#[test]
fn no_ship_shoots_at_targets_out_of_sight() {
    let blind = fleet("Terra", "blind boat", 2, 0.0, HOLD) + &fleet("Ares", "gunboat", 2, 2.0e5, HOLD);
    let mut simulation = world(&battle(&blind));
    simulation.run(60);
    let shooters: BTreeSet<TargetId> = shots(&simulation).iter().map(|(by, _)| *by).collect();
    assert_eq!(shooters, (2..4).map(ship).collect());
}

#[test]
fn fleets_that_hold_fire_do_not_shoot() {
    let quiet = "doctrine: (stance: hold_fire)";
    let fleets = fleet("Terra", "gunboat", 2, 0.0, quiet) + &fleet("Ares", "gunboat", 2, 2.0e5, HOLD);
    let mut simulation = world(&battle(&fleets));
    simulation.run(60);
    let shooters: BTreeSet<TargetId> = shots(&simulation).iter().map(|(by, _)| *by).collect();
    assert_eq!(shooters, (2..4).map(ship).collect());
    let world = simulation.world_mut();
    let mut query = world.query::<(&Ship, &Condition)>();
    for (ship, condition) in query.iter(world) {
        assert_eq!(condition.target.is_none(), ship.id < ShipId(2), "{:?}", ship.id);
    }
}

#[test]
fn a_fight_that_is_saved_goes_on_bit_by_bit() {
    let near = fleet("Terra", "gunboat", 4, 0.0, HOLD) + &fleet("Ares", "gunboat", 3, 2.5e5, HOLD);
    let (level, classes) = written(&battle(&near));
    let mut simulation = Simulation::new(&level, &classes, 7).expect("a checked level spawns");
    simulation.run(47);
    assert!(!shots(&simulation).is_empty());
    let saved = simulation.capture().expect("there is a world");
    let text = level::to_ron(&saved).expect("a level can be written");
    let rules = rules();
    let loaded = level::parse_level("save.ron", text.as_bytes(), &rules.class_catalog())
        .unwrap_or_else(|faults| panic!("{faults}"));
    let classes = rules.for_level(&loaded.level);
    let mut resumed = Simulation::new(&loaded.level, &classes, 0).expect("a save spawns");
    for tick in 0..60 {
        simulation.run(1);
        resumed.run(1);
        assert_eq!(simulation.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
    assert!(!shots(&resumed).is_empty());
}
