//! Fights that are lost: the ships leave before half of them are gone.

use ecliptic::sim::{Command, Goal, Minds, Simulation, Stage};

use super::{RIVALRY, Scene, body, commands, left, operations};

/// Whether the mind has ordered all of the first ships to retreat at once.
fn retreat(simulation: &Simulation, ships: usize) -> bool {
    commands(simulation).any(|(_, sent, command)| *command == Command::Retreat && sent.len() == ships)
}

/// Four cruisers of a mind attack Thale, to which some ships come from Fulcrum.
fn attack(relief: &[(&str, u32)]) -> Simulation {
    Scene::with(&["Fulcrum"])
        .holding("Fulcrum", Some("Concord"), 20, 400.0)
        .structure("Concord", "sentry", ("Thale", 1, 0))
        .ships("Rivalry", ("Thale", 14.0, 0.0), &[("cruiser", 4)])
        .ships("Concord", ("Fulcrum", 3.0, 0.0), relief)
        .bound_for("Thale")
        .played_by("merciless", "steward")
}

#[test]
fn an_attack_withdraws_before_a_relief_that_would_beat_it() {
    let mut simulation = attack(&[("cruiser", 10)]);
    simulation.run(1_500);
    assert!(retreat(&simulation, 4), "it leaves");
    assert!(left(&mut simulation, 0..4) > 2, "most get away");
    let mut simulation = attack(&[("frigate", 1)]);
    simulation.run(1_500);
    assert!(!retreat(&simulation, 4), "it beats a frigate");
}

/// Four cruisers of a mind that wait at Brome for their departure to Thale, until a date. Others come to Thale meanwhile
/// from Fulcrum.
fn held_back(relief: &[(&str, u32)], ticks: u64) -> Simulation {
    let mut simulation = Scene::with(&["Fulcrum"])
        .holding("Fulcrum", Some("Concord"), 20, 400.0)
        .ships("Rivalry", ("Brome", 4.0, 160.0), &[("cruiser", 4)])
        .watch("Thale")
        .ships("Concord", ("Fulcrum", 3.0, 0.0), relief)
        .bound_for("Thale")
        .played_by("merciless", "steward");
    while simulation.tick_count() < ticks {
        let next = simulation.tick_count() + 20;
        let mut minds = simulation.world_mut().resource_mut::<Minds>();
        let mind = minds.0.get_mut(RIVALRY).and_then(Option::as_mut);
        let operations = mind.into_iter().flat_map(|mind| &mut mind.operations);
        operations.for_each(|one| {
            let way = one.arrives_tick.saturating_sub(one.departs_tick);
            (one.departs_tick, one.arrives_tick) = (next, next + way);
        });
        simulation.run(10);
    }
    simulation
}

/// Whether an attack on Thale departs within ten seconds.
fn departs(mut simulation: Simulation) -> bool {
    let thale = body(&simulation, "Thale");
    let begins = simulation.tick_count();
    assert!(
        operations(&simulation).iter().any(|one| one.target == thale && one.stage == Stage::Wait),
        "it waits"
    );
    simulation.run(300);
    let goes = |command: &Command| matches!(command, Command::Go { goal, .. } if *goal == Goal::Body(thale));
    commands(&simulation).any(|(tick, ships, command)| tick >= begins && ships.len() == 4 && goes(command))
}

/// Otherwise such a fleet got two orders at once, to retreat and to go, and went without an operation.
#[test]
fn an_attack_does_not_depart_once_its_odds_are_gone() {
    assert!(departs(held_back(&[("frigate", 1)], 900)));
    assert!(!departs(held_back(&[("cruiser", 10)], 900)));
}

/// Eight frigates of a mind are at their colony Fulcrum, to which foes come.
fn colony(foes: &[(&str, u32)]) -> Simulation {
    Scene::with(&["Fulcrum"])
        .holding("Fulcrum", Some("Rivalry"), 20, 100.0)
        .ships("Rivalry", ("Fulcrum", 3.0, 0.0), &[("frigate", 8)])
        .ships("Concord", ("Fulcrum", 60.0, 0.0), foes)
        .bound_for("Fulcrum")
        .played_by("merciless", "steward")
}

/// Those that stayed at such a colony were lost one by one.
#[test]
fn ships_leave_a_colony_together_that_they_cannot_hold() {
    let mut simulation = colony(&[("cruiser", 8)]);
    simulation.run(900);
    let most = commands(&simulation).filter(|(.., command)| **command == Command::Retreat);
    let most = most.map(|(_, ships, _)| ships.len()).max();
    assert!(most.is_some_and(|ships| ships > 4), "{most:?} ships leave at once");
    let left = left(&mut simulation, 0..8);
    assert!(left > 4, "{left} of 8 frigates get away");
}

#[test]
fn ships_stay_at_a_colony_that_they_can_hold() {
    let mut simulation = colony(&[("frigate", 2)]);
    simulation.run(900);
    let leave =
        commands(&simulation).find(|(_, ships, command)| **command == Command::Retreat && ships.len() > 4);
    assert_eq!(leave, None);
}
