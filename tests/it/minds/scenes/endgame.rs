//! The end of a war: the last ship of a foe is found, wherever it hides, and what finds it goes after it at once. The
//! last body is looked for, too, if it is a comet.

use ecliptic::level::StartPlace;
use ecliptic::sim::{Command, Goal, Minds, Operation, OperationKind, Simulation, Verdict};

use super::{RIVALRY, Scene, body, commands, operations};

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

/// A mind without a taste for comets, with scouts. It looks at Thale, which is Concord's or free. Concord may hold the
/// comet Needle, 37 million km from the scouts.
fn beside_needle(thale: Option<&str>, needle: Option<&str>) -> Simulation {
    let mut scene = Scene::with(&["Needle"]).holding("Thale", thale, 120, 5.0).watch("Thale").ships(
        "Rivalry",
        ("Brome", 4.0, 160.0),
        &[("scout", 3)],
    );
    scene.level.structures.retain(|structure| structure.faction == "Rivalry");
    scene.level.factions[0].home = None;
    let comet = scene.level.holdings.iter_mut().find(|holding| holding.body == "Needle");
    comet.expect("Twins says what it is worth").owner = needle.map(str::to_owned);
    scene.rules.minds.personalities.iter_mut().for_each(|personality| personality.comets = 0.0);
    scene.played_by("merciless", "steward")
}

/// Whether a scout leaves for Needle within ten seconds.
fn seeks_needle(simulation: &mut Simulation) -> bool {
    let needle = body(simulation, "Needle");
    let is_flight = |one: &Operation| one.kind == OperationKind::Scout && one.target == needle;
    (0..30).any(|_| {
        simulation.run(10);
        operations(simulation).iter().any(is_flight)
    })
}

/// The number of bodies of each side is no secret.
#[test]
fn a_comet_is_looked_at_once_foes_hold_more_than_is_known() {
    assert!(!seeks_needle(&mut beside_needle(Some("Concord"), None)), "all that they hold is known");
    let mut simulation = beside_needle(None, Some("Concord"));
    assert!(seeks_needle(&mut simulation));
    let searches = |one: &Operation| one.kind == OperationKind::Search;
    assert!(!operations(&simulation).iter().any(searches), "space comes after all bodies");
    let needle = body(&simulation, "Needle");
    let looked = |simulation: &Simulation| {
        let mind = simulation.world().resource::<Minds>().0.get(RIVALRY).and_then(Option::as_ref);
        mind.and_then(|mind| mind.looked.get(needle).copied()).unwrap_or(0)
    };
    while looked(&simulation) == 0 {
        assert!(simulation.tick_count() < 3_000, "a scout comes there");
        simulation.run(30);
    }
}
