//! A race for a body without an owner: who is nearer goes there, and has it before the other comes.

use ecliptic::level::MindChoice;
use ecliptic::sim::{FactionId, OperationKind, Simulation, Stage};

use super::{CONCORD, RIVALRY, Scene, operations, owner};

/// Who owns Fulcrum in the end, for which two equal minds with a scout each race.
fn race(rivalry: (&str, f64, f64), concord: (&str, f64, f64)) -> Option<FactionId> {
    let mut scene = Scene::with(&["Fulcrum"])
        .money(3000)
        .holding("Fulcrum", None, 5, 5.0)
        .ships("Rivalry", rivalry, &[("scout", 1)])
        .ships("Concord", concord, &[("scout", 1)]);
    scene.level.factions[CONCORD.0].mind = Some(MindChoice::new("captain", "merchant"));
    let mut simulation = scene.played_by("captain", "merchant");
    simulation.run(1_200);
    owner(&simulation, "Fulcrum")
}

#[test]
fn the_nearer_of_two_claims_a_free_body() {
    let home = ("Brome", 4.0, 160.0);
    assert_eq!(race(home, ("Thale", 4.0, 340.0)), Some(RIVALRY), "20 s and 22 s away");
    assert_eq!(race(home, ("Fulcrum", 60.0, 0.0)), Some(CONCORD), "20 s and 8 s away");
}

/// The stage and the date of arrival of the claim of a mind.
fn claim(simulation: &Simulation) -> Option<(Stage, u64)> {
    let claim = operations(simulation).iter().find(|one| one.kind == OperationKind::Claim)?;
    Some((claim.stage, claim.arrives_tick))
}

#[test]
fn a_claim_says_when_its_ship_arrives() {
    let mut simulation = Scene::with(&["Fulcrum"])
        .money(3000)
        .holding("Fulcrum", None, 5, 5.0)
        .ships("Rivalry", ("Brome", 4.0, 160.0), &[("scout", 1)])
        .played_by("captain", "merchant");
    let expected = loop {
        simulation.run(10);
        if let Some((_, tick)) = claim(&simulation) {
            break tick;
        }
        assert!(simulation.tick_count() < 900, "it claims Fulcrum");
    };
    assert!(expected > simulation.tick_count(), "the way takes 20 s");
    let arrived = loop {
        simulation.run(10);
        let (stage, tick) = claim(&simulation).expect("the claim goes on");
        if stage == Stage::Act {
            break tick;
        }
        assert_eq!(tick, expected);
        assert!(simulation.tick_count() < expected + 300, "it arrives");
    };
    assert!(simulation.tick_count() - arrived <= 20, "that is the true date");
    assert!(expected.abs_diff(arrived) < 300, "expected at {expected}, there at {arrived}");
}
