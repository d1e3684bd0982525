//! A race for a body without an owner: who is nearer goes there, and has it before the other comes.

use ecliptic::level::MindChoice;
use ecliptic::sim::FactionId;

use super::{CONCORD, RIVALRY, Scene, owner};

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
