//! Bodies that a mind has just taken.

use ecliptic::level::{Beside, Fleet, Holding, MindChoice, Ship, StartPlace};
use ecliptic::sim::{FactionId, Grounds, Minds, OperationKind, Simulation, Sky};

use super::{played, shipped};

/// Twins, a moment after Rivalry has taken Button with four frigates. A constructor of theirs, which stays where it is,
/// looks at Fulcrum, 22 s away for a troop ship; Concord has nothing but its home, and what it sends to Fulcrum.
fn just_taken(skill: &str, at_fulcrum: &[&str]) -> Simulation {
    let (mut level, mut rules) = shipped("twins.ron");
    rules.minds.skills.iter_mut().for_each(|skill| skill.reaction_s = 0.0);
    // Nothing else draws the frigates away.
    rules.minds.personalities.iter_mut().for_each(|personality| personality.comets = 0.0);
    let [foes, rivals] = [0, 1].map(|faction: usize| level.factions[faction].name.clone());
    level.factions[1].mind = Some(MindChoice::new(skill, "steward"));
    level.structures.retain(|structure| structure.faction == rivals);
    level.holdings.push(Holding {
        body: "Button".to_owned(),
        owner: Some(rivals.clone()),
        ..Holding::default()
    });
    let first = level.fleets[0].clone();
    let fleet = |faction: &str, class: &str, count: u32, (body, bearing_deg): (&str, f64)| Fleet {
        name: format!("{faction} {class}"),
        faction: faction.to_owned(),
        at: Some(StartPlace::Beside(Beside { body: body.to_owned(), radii: 2.5, bearing_deg })),
        ships: vec![Ship { class: class.to_owned(), count, posted: None }],
        ..first.clone()
    };
    let mut fleets = vec![
        fleet(&rivals, "frigate", 4, ("Button", 0.0)),
        fleet(&rivals, "constructor", 1, ("Fulcrum", 0.0)),
    ];
    fleets.extend(at_fulcrum.iter().map(|class| fleet(&foes, class, 1, ("Fulcrum", 20.0))));
    level.fleets = fleets;
    let mut simulation = played(1, &level, &rules, 1);
    let button = simulation.world().resource::<Sky>().system.find("Button").expect("the moon is there");
    let mut grounds = simulation.world_mut().resource_mut::<Grounds>();
    let ground = &mut grounds.0[button];
    (ground.defenders, ground.delay_ticks) = (5.0, 450);
    simulation
}

/// The numbers of ships in the guards that are to leave.
fn guards(simulation: &Simulation) -> Vec<usize> {
    let minds = &simulation.world().resource::<Minds>().0;
    let operations = minds[FactionId(1)].iter().flat_map(|mind| &mind.operations);
    let guards = operations.filter(|one| one.kind == OperationKind::Defend && one.departs_tick > 0);
    guards.map(|one| one.ships.len()).collect()
}

/// The guards after five seconds.
fn guards_against(skill: &str, at_fulcrum: &[&str]) -> Vec<usize> {
    let mut simulation = just_taken(skill, at_fulcrum);
    simulation.run(150);
    guards(&simulation)
}

#[test]
fn a_guard_stays_where_a_foe_could_land() {
    assert_eq!(guards_against("merciless", &["troop ship"]), [1], "the fewest that suffice");
    assert!(guards_against("merciless", &[]).is_empty(), "nobody could come");
    assert!(guards_against("cadet", &["troop ship"]).is_empty(), "one thing at a time");
}

#[test]
fn a_guard_leaves_after_a_while() {
    let mut simulation = just_taken("merciless", &["troop ship"]);
    simulation.run(150);
    assert_eq!(guards(&simulation), [1]);
    simulation.run(1_500);
    assert!(guards(&simulation).is_empty());
}
