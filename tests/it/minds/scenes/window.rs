//! Departure windows: what comes nearer soon is waited for, what does not is not.

use ecliptic::level::BodyEntry;
use ecliptic::sim::Goal;

use super::{Scene, body, first_order};

/// The tick at which a mind sends frigates to Thread, which nobody holds and which flies against the direction of the
/// planets, from a mean anomaly in degrees. `windows`: whether the mind knows departure windows.
fn departure(anomaly_deg: f64, windows: bool) -> u64 {
    let mut scene =
        Scene::with(&["Thread"]).ships("Rivalry", ("Brome", 4.0, 160.0), &[("frigate", 4)]).watch("Thale");
    scene.rules.minds.skills.iter_mut().for_each(|skill| skill.windows = windows);
    let thread = scene.level.bodies.iter_mut().find_map(|entry| match entry {
        BodyEntry::Own(own) if own.name == "Thread" => own.orbit.as_mut(),
        _ => None,
    });
    let orbit = thread.expect("Twins has it");
    (orbit.inclination_deg, orbit.mean_anomaly_deg) = (171.0, Some(anomaly_deg));
    let mut simulation = scene.played_by("merciless", "prospector");
    simulation.run(600);
    let thread = Goal::Body(body(&simulation, "Thread"));
    first_order(&simulation, thread).expect("it goes")
}

#[test]
fn ships_wait_for_a_comet_that_passes_soon() {
    let departs = departure(280.0, true);
    assert!((150..500).contains(&departs), "it waits, until {departs}");
    assert!(departure(320.0, true) < 100, "this one comes no nearer");
    assert!(departure(280.0, false) < 100, "who knows no windows does not wait");
}
