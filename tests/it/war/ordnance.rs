//! Torpedoes in the world: launched, touched, shot down, out of fuel, saved.

use ecliptic::level;
use ecliptic::sim::combat::Battlefields;
use ecliptic::sim::combat::torpedoes::launching::AimedAt;
use ecliptic::sim::combat::torpedoes::{Launches, Torpedo, TorpedoLaunch, class_of};
use ecliptic::sim::event::{Events, GameEvent};
use ecliptic::sim::ids::{FactionId, ShipId, TargetId, TorpedoId, WeaponId};
use ecliptic::sim::world::ArmsTable;
use ecliptic::sim::world::Condition;
use ecliptic::sim::world::Sides;
use ecliptic::sim::world::{AnchoredPlace, LastTick, Position, Ship};
use ecliptic::sim::{Anchor, Simulation, Sky};
use glam::DVec3;

use crate::sim::worlds::{body_place, near_earth, rules, ships, written};

/// The arms of these battles. Damage is small, so that hulls survive torpedoes, except those of the breaker.
const ARMS: &str = r#"
    weapons: [
        (name: "sower", damage: kinetic, harm: 5, reload_s: 1, range_km: 700000, bombards: true,
            delivery: torpedo(speed_km_s: 12, turn_s: 1, fuel_s: 4, radius_km: 60, points: 3)),
        (name: "tester", damage: kinetic, harm: 5, reload_s: 60, range_km: 700000,
            delivery: torpedo(speed_km_s: 12, turn_s: 1, fuel_s: 4, radius_km: 60, points: 3)),
        (name: "breaker", damage: kinetic, harm: 100000, reload_s: 60, range_km: 700000,
            delivery: torpedo(speed_km_s: 12, turn_s: 1, fuel_s: 4, radius_km: 60, points: 3)),
        (name: "stub", damage: kinetic, harm: 5, reload_s: 60, range_km: 700000,
            delivery: torpedo(speed_km_s: 12, turn_s: 1, fuel_s: 0.2, radius_km: 60, points: 3)),
        (name: "shutter", damage: kinetic, harm: 3, reload_s: 0.2, range_km: 200000, accuracy: 0.9,
            grain_km: 10, turn_s: 0.2, intercepts: true),
    ],
    ship_classes: [
        (name: "thrower", radius_km: 500, cruise_km_s: 200, manoeuvre_km_s: 10,
            arms: (armour: (points: 1000), weapons: [(weapon: "tester")])),
        (name: "hulk", radius_km: 600, cruise_km_s: 200, manoeuvre_km_s: 10,
            arms: (armour: (points: 10000))),
        (name: "guard", radius_km: 500, cruise_km_s: 200, manoeuvre_km_s: 10,
            arms: (armour: (points: 10000), weapons: [(weapon: "shutter")])),
        (name: "mute", radius_km: 500, cruise_km_s: 200, manoeuvre_km_s: 10,
            arms: (armour: (points: 10000))),
        (name: "screened", radius_km: 500, cruise_km_s: 200, manoeuvre_km_s: 10,
            arms: (armour: (points: 10000), shield: (points: 8))),
        (name: "bomber", radius_km: 500, cruise_km_s: 200, manoeuvre_km_s: 10,
            arms: (armour: (points: 10000), weapons: [(weapon: "sower", count: 2)])),
    ],
"#;

/// Position of the first ship relative to Earth, km: deep in its well.
pub(super) const PLACE: DVec3 = DVec3::new(1_200_000.0, 0.0, 0.0);

/// A fleet that does not fire unless ordered.
pub(super) fn fleet(name: &str, faction: &str, ships: &str) -> String {
    format!(
        r#"(name: "{name}", faction: "{faction}", at: near("Earth"), ships: [{ships}],
            doctrine: (stance: hold_fire)),"#
    )
}

/// A world with these fleets, whose ships are at rest at offsets from [`PLACE`] by their numbers. Ships of Terra
/// come first, and the first of them is a thrower.
pub(super) fn battle(fleets: &[String], offsets: &[DVec3]) -> Simulation {
    let text = near_earth(&fleets.concat()).replace("fleets: [", &format!("{ARMS} fleets: ["));
    let (level, rules) = written(&text);
    let mut simulation = Simulation::new(&level, &rules, 1).expect("a checked level spawns");
    let earth = simulation.world().resource::<Sky>().system.find("Earth").expect("it is there");
    let center = body_place(&simulation, "Earth");
    let world = simulation.world_mut();
    let mut query = world.query::<(&Ship, &mut Position, &mut AnchoredPlace, &mut LastTick)>();
    for (ship, mut position, mut station, mut last) in query.iter_mut(world) {
        let offset = PLACE + offsets[ship.id.0 as usize];
        *station = AnchoredPlace { anchor: Anchor::Body(earth), offset };
        position.0 = center + offset;
        last.position = position.0;
    }
    simulation
}

pub(super) fn weapon(simulation: &Simulation, name: &str) -> WeaponId {
    let armoury = simulation.world().resource::<ArmsTable>();
    armoury.weapons.position(|weapon| weapon.name == name).expect("it is there")
}

pub(super) fn mark(number: u32) -> TargetId {
    TargetId::Ship(ShipId(number))
}

/// Puts a torpedo of the first ship beside it, on its way to another.
fn throw(simulation: &mut Simulation, id: u32, name: &str, from: DVec3, target: u32) {
    let aim = ships(simulation)[target as usize].1;
    let direction = aim - body_place(simulation, "Earth") - PLACE - from;
    throw_along(simulation, id, name, from, direction, mark(target));
}

/// Launches in any direction, whether the target exists or not.
fn throw_along(
    simulation: &mut Simulation,
    id: u32,
    name: &str,
    from: DVec3,
    direction: DVec3,
    target: TargetId,
) {
    let weapon = weapon(simulation, name);
    let position = body_place(simulation, "Earth") + PLACE + from;
    let world = simulation.world_mut();
    let class = class_of(world.resource::<ArmsTable>(), weapon).expect("it launches torpedoes");
    let target = target.into();
    let launch =
        TorpedoLaunch { weapon, by: mark(0), faction: FactionId(0), target, position, direction, well: None };
    let side = world.resource::<Sides>().side(FactionId(0));
    world.spawn((Torpedo::new(TorpedoId(id), &launch, side, &class), Position(position)));
}

fn torpedoes(simulation: &mut Simulation) -> usize {
    let world = simulation.world_mut();
    world.query::<&Torpedo>().iter(world).count()
}

/// The units touched by torpedoes up to now, and the number of bursts without contact.
fn bursts(simulation: &Simulation) -> (Vec<TargetId>, usize) {
    let events = simulation.world().resource::<Events>();
    let (mut touched, mut harmless) = (Vec::new(), 0);
    for entry in events.since(0) {
        match entry.event {
            GameEvent::Burst { touched: Some(hull), .. } => touched.push(hull.id),
            GameEvent::Burst { touched: None, .. } => harmless += 1,
            _ => {}
        }
    }
    (touched, harmless)
}

fn duel(target: &str, distance_km: f64) -> Simulation {
    let fleets = [
        fleet("Throwers", "Terra", r#"(class: "thrower")"#),
        fleet("Targets", "Ares", &format!(r#"(class: "{target}")"#)),
    ];
    battle(&fleets, &[DVec3::ZERO, DVec3::X * distance_km])
}

#[test]
fn launched_torpedoes_fly_and_hit() {
    let mut simulation = duel("hulk", 300_000.0);
    simulation.run(1);
    let position = ships(&mut simulation)[0].1;
    let launch = TorpedoLaunch {
        weapon: weapon(&simulation, "tester"),
        by: mark(0),
        faction: FactionId(0),
        target: mark(1).into(),
        position,
        direction: DVec3::new(1.0, 0.5, 0.0),
        well: None,
    };
    simulation.world_mut().resource_mut::<Launches>().0.extend([launch, launch]);
    simulation.run(1);
    assert_eq!(torpedoes(&mut simulation), 2);
    let events = simulation.world().resource::<Events>();
    let launched = events.since(0).filter(|entry| matches!(entry.event, GameEvent::Launched { .. })).count();
    assert_eq!(launched, 2);
    simulation.run(100);
    assert_eq!(bursts(&simulation), (vec![mark(1); 2], 0));
    assert_eq!(torpedoes(&mut simulation), 0);
}

#[test]
fn no_two_torpedoes_have_one_number() {
    let mut simulation = duel("hulk", 300_000.0);
    throw(&mut simulation, u32::MAX, "tester", DVec3::X * 1_000.0, 1);
    simulation.run(1);
    let launch = TorpedoLaunch {
        weapon: weapon(&simulation, "tester"),
        by: mark(0),
        faction: FactionId(0),
        target: mark(1).into(),
        position: ships(&mut simulation)[0].1,
        direction: DVec3::new(1.0, 0.5, 0.0),
        well: None,
    };
    simulation.world_mut().resource_mut::<Launches>().0.extend([launch, launch]);
    simulation.run(1);
    let world = simulation.world_mut();
    let mut numbers: Vec<u32> = world.query::<&Torpedo>().iter(world).map(|torpedo| torpedo.id.0).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, u32::MAX]);
}

#[test]
fn a_target_hit_hard_enough_is_gone() {
    let mut simulation = duel("hulk", 200_000.0);
    throw(&mut simulation, 0, "breaker", DVec3::X * 1_000.0, 1);
    simulation.run(60);
    assert_eq!(bursts(&simulation).0, [mark(1)]);
    assert_eq!(ships(&mut simulation).len(), 1);
}

#[test]
fn without_fuel_it_harms_nobody() {
    let mut simulation = duel("hulk", 300_000.0);
    throw(&mut simulation, 0, "stub", DVec3::X * 1_000.0, 1);
    simulation.run(5);
    assert_eq!(torpedoes(&mut simulation), 1);
    simulation.run(3);
    assert_eq!(torpedoes(&mut simulation), 0);
    assert_eq!(bursts(&simulation), (Vec::new(), 1));
}

#[test]
fn a_friend_right_before_the_tube_is_hit() {
    let fleets = [
        fleet("Throwers", "Terra", r#"(class: "thrower"), (class: "hulk")"#),
        fleet("Targets", "Ares", r#"(class: "hulk")"#),
    ];
    let mut simulation = battle(&fleets, &[DVec3::ZERO, DVec3::X * 5_000.0, DVec3::X * 300_000.0]);
    throw(&mut simulation, 0, "tester", DVec3::X * 600.0, 2);
    simulation.run(3);
    assert_eq!(bursts(&simulation).0, [mark(1)]);
}

/// A torpedo of Terra's whose target is gone flies at a ship that cannot fight, and no ship there can. Returns the
/// units that it touches, and whether that ship is damaged.
fn astray(faction: &str) -> (Vec<TargetId>, bool) {
    let ship = r#"(class: "hulk")"#;
    let fleets = [fleet("First", "Terra", ship), fleet("Other", faction, ship)];
    let mut simulation = battle(&fleets, &[DVec3::ZERO, DVec3::X * 5_000.0]);
    simulation.run(1);
    assert!(simulation.world().resource::<Battlefields>().is_empty(), "nobody can fight");
    throw_along(&mut simulation, 0, "tester", DVec3::X * 600.0, DVec3::X, mark(77));
    simulation.run(3);
    assert_eq!(torpedoes(&mut simulation), 0);
    assert!(simulation.world().resource::<Battlefields>().is_empty(), "it is over");
    let world = simulation.world_mut();
    let mut query = world.query::<(&Ship, &Condition)>();
    let struck = query.iter(world).find(|(ship, _)| ship.id == ShipId(1));
    let is_harmed = struck.is_some_and(|(_, condition)| condition.armour < 10_000.0);
    (bursts(&simulation).0, is_harmed)
}

#[test]
fn a_hull_in_the_way_is_hit_even_outside_a_battle() {
    assert_eq!(astray("Ares"), (vec![mark(1)], true), "a stranger");
    assert_eq!(astray("Terra"), (vec![mark(1)], true), "a friend, and no foe is left");
}

/// The units touched by a torpedo that flies at its own launcher, which is immune for this many seconds.
fn thrown_at_its_thrower(safe_s: f64) -> Vec<TargetId> {
    let mut simulation = duel("hulk", 300_000.0);
    simulation.world_mut().resource_mut::<ArmsTable>().rules.torpedoes.safe_s = safe_s;
    throw_along(&mut simulation, 0, "tester", DVec3::X * -3_000.0, DVec3::X, mark(77));
    simulation.run(3);
    bursts(&simulation).0
}

#[test]
fn the_launcher_is_immune_for_the_time_of_the_rules() {
    assert_eq!(thrown_at_its_thrower(0.27), []);
    assert_eq!(thrown_at_its_thrower(0.0), [mark(0)]);
}

/// The next target of a torpedo whose target is gone. It searches with this share of its fuel, for targets of at
/// least this bounding radius, km.
fn next_target(search_share: f64, smallest_km: f64) -> Option<TargetId> {
    let mut simulation = duel("hulk", 200_000.0);
    let tester = weapon(&simulation, "tester");
    let mut armoury = simulation.world_mut().resource_mut::<ArmsTable>();
    armoury.rules.torpedoes.search_share = search_share;
    armoury.weapons[tester].smallest_km = smallest_km;
    throw_along(&mut simulation, 0, "tester", DVec3::X * 1_000.0, DVec3::X, mark(77));
    simulation.run(1);
    let world = simulation.world_mut();
    world.query::<&Torpedo>().iter(world).find_map(|torpedo| torpedo.target.and_then(AimedAt::hull))
}

#[test]
fn a_torpedo_without_its_target_looks_for_the_next_by_the_rules() {
    assert_eq!(next_target(0.5, 0.0), Some(mark(1)));
    assert_eq!(next_target(0.02, 0.0), None, "it is too far away");
    assert_eq!(next_target(0.5, 601.0), None, "it is too small");
}

/// The number of contacts of eight torpedoes that fly at a hulk amid forty ships of a class.
fn attack_on_a_wall_of(class: &str) -> usize {
    let fleets = [
        fleet("Throwers", "Terra", r#"(class: "thrower")"#),
        fleet("Target", "Ares", r#"(class: "hulk")"#),
        fleet("Wall", "Ares", &format!(r#"(class: "{class}", count: 40)"#)),
    ];
    let target = DVec3::X * 400_000.0;
    let wall = (0..40_i32).map(|number| {
        let (row, column) = (number / 8, number % 8);
        let aside = |place: i32| 6_000.0 * (f64::from(place) - 3.5);
        target + DVec3::new(-20_000.0, aside(column), aside(row))
    });
    let offsets: Vec<DVec3> = [DVec3::ZERO, target].into_iter().chain(wall).collect();
    let mut simulation = battle(&fleets, &offsets);
    for id in 0..8 {
        let from = DVec3::new(2_000.0, 3_000.0 * f64::from(id), -2_000.0);
        throw(&mut simulation, id, "tester", from, 1);
    }
    simulation.run(120);
    assert_eq!(torpedoes(&mut simulation), 0);
    let (touched, harmless) = bursts(&simulation);
    assert_eq!(touched.len() + harmless, 8);
    touched.len()
}

#[test]
fn point_defence_stops_most_of_them_and_nothing_else_does() {
    let (stopped, open) = (attack_on_a_wall_of("guard"), attack_on_a_wall_of("mute"));
    assert!(stopped <= 2, "{stopped} came through");
    assert!(open >= 7, "{open} came through");
}

#[test]
fn a_save_with_torpedoes_in_flight_goes_on_bit_by_bit() {
    let fleets = [
        fleet("Throwers", "Terra", r#"(class: "thrower"), (class: "hulk")"#),
        fleet("Targets", "Ares", r#"(class: "hulk"), (class: "guard", count: 2)"#),
    ];
    let offsets = [0.0, 20_000.0, 500_000.0, 480_000.0, 490_000.0];
    let offsets = offsets.map(|x: f64| DVec3::new(x, 0.02 * x, 0.0));
    let mut whole = battle(&fleets, &offsets);
    for id in 0..6 {
        let from = DVec3::new(1_000.0, 0.0, 4_000.0 * f64::from(id));
        throw(&mut whole, 2 * id, "tester", from, 2);
    }
    whole.run(12);
    let saved = whole.capture().expect("there is a world");
    let text = level::to_ron(&saved).expect("a level can be written");
    let rules = rules();
    let loaded = level::parse_level("save.ron", text.as_bytes(), &rules.class_catalog())
        .unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(loaded.level, saved);
    let rules = rules.for_level(&loaded.level);
    let mut resumed = Simulation::new(&loaded.level, &rules, 99).expect("a save spawns");
    for tick in 0..150 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
}
