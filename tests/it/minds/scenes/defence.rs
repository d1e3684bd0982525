//! Defence by time of arrival: the fleet that can be there in time goes, another does not.

use std::collections::BTreeSet;
use std::ops::Range;

use ecliptic::sim::{Operation, OperationKind, ShipId, Simulation};

use super::{Scene, operations};

/// The frigates near the body that is attacked.
const NEAR: Range<u32> = 0..3;
/// Those far from it.
const FAR: Range<u32> = 3..8;

/// Two frigates of foes in the well of Brome, three of the mind at its moon, and five at Fulcrum, which it holds, too.
/// A second of play is so many days.
fn raided(days_per_second: f64) -> Simulation {
    let mut scene = Scene::with(&["Fulcrum", "Button"])
        .holding("Fulcrum", Some("Rivalry"), 20, 100.0)
        .holding("Button", Some("Rivalry"), 10, 100.0)
        .ships("Rivalry", ("Button", 2.5, 0.0), &[("frigate", 3)])
        .ships("Rivalry", ("Fulcrum", 3.0, 0.0), &[("frigate", 5)])
        .ships("Concord", ("Brome", 2.5, 40.0), &[("frigate", 2)])
        .watch("Thale");
    scene.level.clock.days_per_second = days_per_second;
    scene.played_by("merciless", "steward")
}

/// How many of some ships the mind lets defend or hunt within ten seconds.
fn sent(days_per_second: f64, numbers: Range<u32>) -> usize {
    let mut simulation = raided(days_per_second);
    let mut sent = BTreeSet::new();
    while simulation.tick_count() < 300 {
        simulation.run(10);
        let is_defence = |one: &&Operation| matches!(one.kind, OperationKind::Defend | OperationKind::Hunt);
        sent.extend(operations(&simulation).iter().filter(is_defence).flat_map(Operation::crew));
    }
    numbers.filter(|number| sent.contains(&ShipId(*number))).count()
}

/// At a quarter of the speed Fulcrum is over a minute away, and the moon still near.
#[test]
fn only_ships_that_come_in_time_defend_a_home() {
    assert!(sent(0.1, NEAR) > 0, "the near ones come");
    assert_eq!(sent(0.1, FAR), 0, "the others would be too late");
    assert!(sent(0.4, FAR) > 0, "where the way is short, they help");
}
