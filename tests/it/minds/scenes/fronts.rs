//! Fronts: who is much stronger attacks several bodies at once, a master of many fronts more than another.

use ecliptic::sim::OperationKind;

use super::{Scene, operations};

/// The most attacks at once, in thirteen seconds, of a mind with twelve cruisers on five bodies that nobody guards.
fn most_attacks(skill: &str) -> usize {
    let colonies = ["Fulcrum", "Balance", "Scald", "Sear"];
    let scene =
        Scene::with(&colonies).ships("Rivalry", ("Brome", 4.0, 160.0), &[("cruiser", 12)]).watch("Thale");
    let colony = |scene: Scene, body: &&str| scene.watch(body).holding(body, Some("Concord"), 20, 40.0);
    let mut simulation = colonies.iter().fold(scene, colony).played_by(skill, "steward");
    let mut most = 0;
    while simulation.tick_count() < 400 {
        simulation.run(10);
        let attacks = operations(&simulation).iter().filter(|one| one.kind == OperationKind::Take);
        most = most.max(attacks.count());
    }
    most
}

#[test]
fn a_master_attacks_more_bodies_at_once_than_a_captain() {
    let [captain, merciless] = ["captain", "merciless"].map(most_attacks);
    assert_eq!(captain, 2);
    assert!(merciless > 3, "{merciless} at once");
}
