//! Comets that a mind holds, and its miners there.

use ecliptic::ai::MindLog;
use ecliptic::level::{Beside, Fleet, MindChoice, StartPlace};
use ecliptic::sim::{Minds, Operation, OperationKind, Simulation, Sky};

use super::threats::{fleet_of, parties, with};
use super::{played, shipped};

/// Twins, in which Rivalry holds Needle, 37 million km from its home. Beside the comet are a miner and some ships of
/// its own. Concord, which nobody plays, has its shipyard alone, and a frigate at a body, if any. Then constructors
/// of Rivalry, which stay where they are, look at both.
fn at_needle(guard: &[(&str, u32)], frigate_at: Option<&str>) -> Simulation {
    let (mut level, rules) = shipped("twins.ron");
    let needle = level.holdings.iter_mut().find(|holding| holding.body == "Needle");
    needle.expect("Twins says what it is worth").owner = Some("Rivalry".to_owned());
    level.structures.retain(|one| one.faction == "Rivalry" || one.class == "shipyard");
    let [concord, rivalry] = ["Concord guard", "Rivalry guard"].map(|name| fleet_of(&level, name));
    let place = |body: &str, radii: f64, bearing_deg: f64| {
        Some(StartPlace::Beside(Beside { body: body.to_owned(), radii, bearing_deg }))
    };
    let mut fleets = vec![Fleet {
        name: "Miner".to_owned(),
        at: place("Needle", 10.0, 0.0),
        ..with(&[("miner", 1)], rivalry.clone())
    }];
    if !guard.is_empty() {
        let at = place("Needle", 10.0, 90.0);
        fleets.push(Fleet { name: "Guard".to_owned(), at, ..with(guard, rivalry.clone()) });
    }
    for body in frigate_at.into_iter().flat_map(|body| [body, "Thale"]) {
        let (name, at) = (format!("Watch of {body}"), place(body, 2.5, 0.0));
        fleets.push(Fleet { name, at, ..with(&[("constructor", 1)], rivalry.clone()) });
    }
    if let Some(body) = frigate_at {
        fleets.push(Fleet { at: place(body, 2.5, 20.0), ..with(&[("frigate", 1)], concord) });
    }
    level.fleets = fleets;
    level.factions[1].mind = Some(MindChoice::new("merciless", "prospector"));
    played(1, &level, &rules, 1)
}

/// Whether a mind has told its miners to leave because a foe comes.
fn have_fled(simulation: &Simulation) -> bool {
    simulation.world().resource::<MindLog>().0.iter().any(|order| order.why == "enemies come to the comet")
}

/// A frigate at Balance is 13 s away from Needle, one at Fulcrum 22 s.
#[test]
fn a_miner_leaves_before_a_foe_is_there() {
    let after_5_s = |guard: &[(&str, u32)], frigate_at: Option<&str>| {
        let mut simulation = at_needle(guard, frigate_at);
        simulation.run(150);
        (have_fled(&simulation), parties(&simulation, OperationKind::Mine).len())
    };
    assert_eq!(after_5_s(&[], Some("Balance")), (true, 0), "it leaves, and does not come back");
    assert_eq!(after_5_s(&[], Some("Fulcrum")), (false, 1), "that is too far");
    assert_eq!(after_5_s(&[], None), (false, 1), "nobody is there");
    assert_eq!(after_5_s(&[("frigate", 6)], Some("Balance")), (false, 1), "its guard beats one frigate");
}

/// The numbers of ships of each party that holds Needle after some seconds. Other frigates may go to another comet.
fn guards_after(seconds: u64, frigate_at: Option<&str>) -> Vec<usize> {
    let mut simulation = at_needle(&[("frigate", 4)], frigate_at);
    simulation.run(30 * seconds);
    let world = simulation.world();
    let needle = world.resource::<Sky>().system.find("Needle").expect("Twins has it");
    let operations = world.resource::<Minds>().0.iter().flatten().flat_map(|mind| &mind.operations);
    let is_guard = |one: &&Operation| one.kind == OperationKind::Hold && one.target == needle;
    operations.filter(is_guard).map(|guard| guard.ships.len()).collect()
}

#[test]
fn a_comet_with_miners_keeps_a_small_guard_while_foes_could_come() {
    assert_eq!(guards_after(5, Some("Fulcrum")), [2]);
    assert_eq!(guards_after(30, Some("Fulcrum")), [2], "it stays, though the comet is held");
    assert!(guards_after(5, None).is_empty(), "no foe could come");
}
