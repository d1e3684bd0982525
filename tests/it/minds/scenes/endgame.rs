//! The end of a war: the last ship of a foe is found, wherever it hides, and what finds it goes after it at once.

use ecliptic::level::StartPlace;
use ecliptic::sim::{Command, Goal, OperationKind, Simulation, Verdict};

use super::{Scene, commands, operations};

/// A troop ship in space, all that Concord has left. The mind has scouts and frigates, and looks at Thale.
fn one_is_left() -> Simulation {
    let mut scene = Scene::with(&[])
        .holding("Thale", None, 120, 5.0)
        .watch("Thale")
        .ships("Rivalry", ("Brome", 4.0, 160.0), &[("scout", 3), ("frigate", 4)])
        .ships_at("Concord", StartPlace::Km(6.0e7, 6.0e7, 0.0), &[("troop ship", 1)]);
    scene.level.structures.retain(|structure| structure.faction == "Rivalry");
    scene.level.factions[0].home = None;
    scene.played_by("merciless", "steward")
}

#[test]
fn the_last_ship_is_found_and_hunted_at_once() {
    let mut simulation = one_is_left();
    let hunts =
        |simulation: &Simulation| operations(simulation).iter().any(|one| one.kind == OperationKind::Hunt);
    while !hunts(&simulation) {
        assert!(simulation.tick_count() < 2_000, "it is found");
        simulation.run(10);
    }
    let begun = simulation.tick_count();
    simulation.run(30);
    // Its ships leave the places that they were to search.
    let is_after_it = |command: &Command| match command {
        Command::Go { goal: Goal::Attack(_), .. } => true,
        Command::Go { goal: Goal::Place(_), engage, .. } => *engage,
        _ => false,
    };
    let hunt = commands(&simulation).any(|(tick, _, command)| tick + 20 >= begun && is_after_it(command));
    assert!(hunt, "it is hunted from {begun} on");
    simulation.run(1_500);
    let verdict = &simulation.world().resource::<Verdict>().0;
    assert!(verdict.as_ref().is_some_and(|decision| decision.side == 1), "{verdict:?}");
}
