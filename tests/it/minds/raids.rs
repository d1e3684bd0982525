//! Raids on what hardly anybody guards.

use ecliptic::level::{Beside, Fleet, Holding, MindChoice, PlacedStructure, StartPlace};
use ecliptic::sim::{FactionId, GivesUp, Minds, Operation, OperationKind, Simulation, Structure};

use super::threats::{fleet_of, with};
use super::{played, shipped};

/// The side that is raided; nobody plays it.
const CONCORD: FactionId = FactionId(0);
/// The side that raids.
const RAIDER: FactionId = FactionId(1);

/// Twins, in which Concord has no ships and no guns, and holds Fulcrum, with two trade stations, beside its home.
/// A captain, which has a few ships without troopers and may attack at once, looks at both.
fn near_stations(personality: &str) -> Simulation {
    let (mut level, mut rules) = shipped("twins.ron");
    rules.minds.personalities.iter_mut().for_each(|personality| personality.musters_s = 0.0);
    level.structures.retain(|one| one.faction == "Rivalry" || one.class == "shipyard");
    let station = |slot: u16| PlacedStructure {
        class: "trade station".to_owned(),
        faction: "Concord".to_owned(),
        body: "Fulcrum".to_owned(),
        ring: 2,
        slot,
        construction: None,
        yard: None,
    };
    level.structures.extend([station(0), station(4)]);
    let owner = Some("Concord".to_owned());
    level.holdings.push(Holding { body: "Fulcrum".to_owned(), owner, ..Holding::default() });
    let rivalry = fleet_of(&level, "Rivalry guard");
    let watch = |body: &str| Fleet {
        name: format!("Watch of {body}"),
        at: Some(StartPlace::Beside(Beside { body: body.to_owned(), radii: 2.5, bearing_deg: 0.0 })),
        ..with(&[("constructor", 1)], rivalry.clone())
    };
    level.fleets = vec![watch("Fulcrum"), watch("Thale"), with(&[("frigate", 6)], rivalry.clone())];
    level.factions[1].mind = Some(MindChoice::new("captain", personality));
    played(1, &level, &rules, 1)
}

/// The number of Concord's structures.
fn structures(simulation: &mut Simulation) -> usize {
    let world = simulation.world_mut();
    let mut all = world.query::<&Structure>();
    all.iter(world).filter(|structure| structure.faction == CONCORD).count()
}

/// The first raid within some seconds; `None` if there is none.
fn first_raid(simulation: &mut Simulation, seconds: u64) -> Option<Operation> {
    (0..3 * seconds).find_map(|_| {
        simulation.run(10);
        raids(simulation).next().cloned()
    })
}

/// The raids under way.
fn raids(simulation: &Simulation) -> impl Iterator<Item = &Operation> {
    let mind = simulation.world().resource::<Minds>().0.get(RAIDER).and_then(Option::as_ref);
    let operations = mind.into_iter().flat_map(|mind| &mind.operations);
    operations.filter(|one| one.kind == OperationKind::Raid)
}

#[test]
fn a_part_of_a_fleet_destroys_stations_that_nobody_guards() {
    let mut simulation = near_stations("corsair");
    let before = structures(&mut simulation);
    let raid = first_raid(&mut simulation, 90).expect("a corsair raids");
    assert!((1..6).contains(&raid.ships.len()), "{} of 6 frigates", raid.ships.len());
    let gives_up = GivesUp { below: Some(0.25), after_tick: None };
    assert_eq!(raid.gives_up, gives_up, "it knows from the beginning when to turn back");
    simulation.run(150 * 30);
    assert!(structures(&mut simulation) < before, "it has destroyed something");
}

#[test]
fn who_does_not_like_raids_raids_nobody() {
    assert_eq!(first_raid(&mut near_stations("warden"), 90), None);
}
