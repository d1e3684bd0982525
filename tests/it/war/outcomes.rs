//! Effects of hits and of bombardments: events match the damage, and torpedoes have to fly to the ground.

use ecliptic::level;
use ecliptic::sim::combat::damage::report::REPORT_TICKS;
use ecliptic::sim::combat::torpedoes::launching::AimedAt;
use ecliptic::sim::combat::torpedoes::{Torpedo, TorpedoLaunch, class_of};
use ecliptic::sim::event::{Events, GameEvent};
use ecliptic::sim::ids::{BodyId, TargetId};
use ecliptic::sim::ids::{FactionId, ShipId, TorpedoId};
use ecliptic::sim::world::ArmsTable;
use ecliptic::sim::world::Condition;
use ecliptic::sim::world::Grounds;
use ecliptic::sim::world::Sides;
use ecliptic::sim::world::{Position, Ship};
use ecliptic::sim::{Simulation, Sky};
use glam::DVec3;

use super::ordnance::{PLACE, battle, fleet, mark, weapon};
use crate::sim::worlds::{body_place, near_earth, world, written};

/// Limit on the duration of any event in these tests, ticks.
const PATIENCE: u64 = 2_000;

/// A torpedo that leaves a ship, a little ahead of the first one's position.
fn launch(
    simulation: &Simulation,
    name: &str,
    by: TargetId,
    faction: FactionId,
    target: AimedAt,
) -> TorpedoLaunch {
    let position = body_place(simulation, "Earth") + PLACE + DVec3::X * 1_000.0;
    let weapon = weapon(simulation, name);
    TorpedoLaunch { weapon, by, faction, target, position, direction: DVec3::X, well: None }
}

fn throw(simulation: &mut Simulation, id: u32, launch: &TorpedoLaunch) {
    let world = simulation.world_mut();
    let class = class_of(world.resource::<ArmsTable>(), launch.weapon).expect("it launches torpedoes");
    let side = world.resource::<Sides>().side(launch.faction);
    world.spawn((Torpedo::new(TorpedoId(id), launch, side, &class), Position(launch.position)));
}

/// The events after the first `seen` ones.
fn events_since(simulation: &Simulation, seen: u64) -> Vec<GameEvent> {
    simulation.world().resource::<Events>().since(seen).map(|entry| entry.event).collect()
}

/// Losses of shield and armour by unit, with the direction of the attack.
fn suffered(simulation: &Simulation, seen: u64) -> Vec<(TargetId, (f64, f64), DVec3)> {
    let losses = events_since(simulation, seen).into_iter().filter_map(|event| match event {
        GameEvent::Suffered { what, shield, armour, toward, .. } => Some((what.id, (shield, armour), toward)),
        _ => None,
    });
    losses.collect()
}

#[test]
fn the_burst_of_a_torpedo_reports_its_damage() {
    let fleets = [
        fleet("Throwers", "Terra", r#"(class: "thrower")"#),
        fleet("Targets", "Ares", r#"(class: "screened")"#),
    ];
    let mut simulation = battle(&fleets, &[DVec3::ZERO, DVec3::X * 200_000.0]);
    for (id, taken) in [(0, (5.0, 0.0)), (1, (3.0, 2.0))] {
        let seen = simulation.world().resource::<Events>().count();
        let launch = launch(&simulation, "tester", mark(0), FactionId(0), mark(1).into());
        throw(&mut simulation, id, &launch);
        simulation.run(40);
        let losses = suffered(&simulation, seen);
        assert_eq!(losses.len(), 1, "{losses:?}");
        let (what, lost, toward) = losses[0];
        assert_eq!((what, lost), (mark(1), taken), "torpedo {id}");
        assert!(toward.dot(DVec3::NEG_X) > 0.9, "it came from {toward}");
    }
}

/// The armour of the first ship.
fn armour(simulation: &mut Simulation) -> f64 {
    let world = simulation.world_mut();
    let mut query = world.query::<(&Ship, &Condition)>();
    let found = query.iter(world).find(|(ship, _)| ship.id == ShipId(0));
    found.expect("it is there").1.armour
}

#[test]
fn burning_damage_is_reported_as_it_is_lost() {
    let one = r#"(name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "cruiser")])"#;
    let mut simulation = world(&near_earth(one));
    simulation.run(1);
    {
        let world = simulation.world_mut();
        let mut query = world.query::<&mut Condition>();
        query.iter_mut(world).for_each(|mut condition| condition.burning = 40.0);
    }
    let (before, seen) = (armour(&mut simulation), simulation.world().resource::<Events>().count());
    simulation.run(30 * u64::from(REPORT_TICKS));
    let losses = suffered(&simulation, seen);
    assert_eq!(losses.len(), 30, "not every tick has an event");
    let (sum, lost) = (losses.iter().map(|loss| loss.1.1).sum::<f64>(), before - armour(&mut simulation));
    assert!(lost > 20.0 && (sum - lost).abs() < 1.0e-6, "{sum} of {lost}");
    assert!(losses.iter().all(|(_, (shield, _), toward)| *shield == 0.0 && *toward == DVec3::ZERO));
}

fn torpedoes(simulation: &mut Simulation) -> usize {
    let world = simulation.world_mut();
    world.query::<&Torpedo>().iter(world).count()
}

fn earth(simulation: &Simulation) -> BodyId {
    simulation.world().resource::<Sky>().system.find("Earth").expect("it is there")
}

/// Ruin of Earth, 0 to 1.
fn ruin(simulation: &Simulation) -> f64 {
    simulation.world().resource::<Grounds>().of(earth(simulation)).ruin
}

/// Numbers of torpedoes of Ares that have burst on Earth, and elsewhere.
fn bursts(simulation: &Simulation) -> (usize, usize) {
    let earth = earth(simulation);
    let (mut down, mut elsewhere) = (0, 0);
    for event in events_since(simulation, 0) {
        match event {
            GameEvent::Burst { ground: Some(body), by, .. } if (body, by) == (earth, FactionId(1)) => {
                down += 1
            }
            GameEvent::Burst { .. } => elsewhere += 1,
            _ => {}
        }
    }
    (down, elsewhere)
}

/// The numbers of four torpedoes that burst on Earth, past ten ships of a class, and elsewhere.
fn raid(guards: &str) -> (usize, usize) {
    let fleets = [
        fleet("Guards", "Terra", &format!(r#"(class: "{guards}", count: 10)"#)),
        fleet("Raiders", "Ares", r#"(class: "hulk")"#),
    ];
    let guards = (0..10).map(|number| DVec3::new(-150_000.0, 8_000.0 * (f64::from(number) - 4.5), 5_000.0));
    let offsets: Vec<DVec3> = guards.chain([DVec3::Y * 20_000.0]).collect();
    let mut simulation = battle(&fleets, &offsets);
    for id in 0..4 {
        let target = AimedAt::Ground(earth(&simulation));
        let mut launch = launch(&simulation, "sower", mark(10), FactionId(1), target);
        launch.position += DVec3::new(0.0, 3_000.0 * f64::from(id), 0.0);
        launch.direction = body_place(&simulation, "Earth") - launch.position;
        throw(&mut simulation, id, &launch);
    }
    simulation.run(20);
    assert_eq!(ruin(&simulation), 0.0, "they are on their way");
    simulation.run(90);
    assert_eq!(torpedoes(&mut simulation), 0);
    let found = bursts(&simulation);
    assert_eq!(ruin(&simulation) > 0.0, found.0 > 0);
    found
}

#[test]
fn point_defence_stops_torpedoes_that_fly_at_the_ground() {
    assert_eq!(raid("mute"), (4, 0));
    let (down, stopped) = raid("guard");
    assert!(down <= 1 && down + stopped == 4, "{down} came down, {stopped} were stopped");
}

#[test]
fn bombarding_torpedoes_fly_to_the_ground_also_from_a_save() {
    let bombers = r#"(name: "Bombers", faction: "Ares", at: near("Earth"), ships: [(class: "bomber")],
        route: [(to: bombard("Earth"))]),"#;
    let mut whole = battle(&[bombers.to_owned()], &[DVec3::ZERO]);
    while torpedoes(&mut whole) == 0 {
        whole.run(1);
        assert!(whole.tick_count() < PATIENCE, "nothing is launched");
    }
    assert_eq!((torpedoes(&mut whole), ruin(&whole)), (2, 0.0));
    whole.run(5);
    assert_eq!((ruin(&whole), bursts(&whole)), (0.0, (0, 0)), "they are on their way");
    let saved = whole.capture().expect("there is a world");
    let (again, rules) = written(&level::to_ron(&saved).expect("a level can be written"));
    assert_eq!(again, saved);
    let mut resumed = Simulation::new(&again, &rules, 99).expect("a save spawns");
    assert_eq!(torpedoes(&mut resumed), 2);
    for tick in 0..100 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
    let (down, elsewhere) = bursts(&whole);
    assert!(down >= 2 && elsewhere == 0, "{down} came down, {elsewhere} elsewhere");
    assert!(ruin(&whole) > 0.0);
    let is_at_once = |event: &GameEvent| matches!(event, GameEvent::Bombarded { .. });
    assert!(!events_since(&whole, 0).iter().any(is_at_once), "a torpedo does not hit at once");
}
