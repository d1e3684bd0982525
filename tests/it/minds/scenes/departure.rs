//! Departures of attacks that warn: the fire is held before the fleet is in view, and no ships follow.

use ecliptic::sim::{Command, Goal, Operation, OperationKind, ShipId, Simulation, Stage};

use super::{Scene, commands, operations};

/// Cruisers of a mind, which attacks one body at a time, at a distance from a body; Thale has no gun, and is watched.
/// What makes low skills slow is left out.
fn bound_for_thale(skill: &str, (body, radii): (&str, f64), cruisers: u32) -> Simulation {
    let mut scene =
        Scene::with(&[]).ships("Rivalry", (body, radii, 160.0), &[("cruiser", cruisers)]).watch("Thale");
    for skill in &mut scene.rules.minds.skills {
        (skill.peace_s, skill.reaction_s, skill.operations) = (0.0, 0.0, 1);
    }
    scene.played_by(skill, "warden")
}

/// The attack that has departed.
fn under_way(simulation: &Simulation) -> Option<&Operation> {
    let mut attacks = operations(simulation).iter().filter(|one| one.kind == OperationKind::Take);
    attacks.find(|one| one.stage >= Stage::Advance)
}

/// Plays until an attack departs.
fn depart(simulation: &mut Simulation) {
    while under_way(simulation).is_none() {
        assert!(simulation.tick_count() < 600, "it attacks");
        simulation.run(10);
    }
}

/// The orders that an attack of three cruisers gets, "go" or the stance, and the tick of each; then the tick at which
/// it is in view.
fn orders_of_attack(skill: &str, from: (&str, f64)) -> (Vec<(u64, String)>, u64) {
    let mut simulation = bound_for_thale(skill, from, 3);
    depart(&mut simulation);
    let departed = under_way(&simulation).map_or(0, |attack| attack.stage_tick);
    let shown = loop {
        assert!(simulation.tick_count() < 2_400, "a {skill} comes into view");
        simulation.run(10);
        let shown_tick = under_way(&simulation).map_or(0, |attack| attack.shown_tick);
        if shown_tick > 0 {
            break shown_tick;
        }
    };
    let is_to_fleet = |ships: &[ShipId]| ships.contains(&ShipId(0));
    let orders = commands(&simulation).filter(|(tick, ships, _)| *tick >= departed && is_to_fleet(ships));
    let words = |command: &Command| match command {
        Command::Go { goal: Goal::Place(_), .. } => "go".to_owned(),
        Command::Doctrine(doctrine) => format!("{:?}", doctrine.stance),
        other => format!("{other:?}"),
    };
    (orders.map(|(tick, _, command)| (tick, words(command))).collect(), shown)
}

/// Otherwise a fleet spends its only order on its stance, and rests on for want of another one.
#[test]
fn an_attack_that_warns_sets_out_on_a_long_way_before_it_holds_its_fire() {
    for skill in ["newcomer", "cadet"] {
        // 30 s away from its target.
        let (orders, shown) = orders_of_attack(skill, ("Brome", 4.0));
        let first: Vec<&str> = orders.iter().map(|(_, order)| order.as_str()).take(2).collect();
        assert_eq!(first, ["go", "HoldFire"], "{skill}");
        assert!(
            orders[1].0 < shown,
            "a {skill} holds its fire at {}, and is in view at {shown}",
            orders[1].0
        );
    }
}

/// Otherwise it is in view, and fires, before the next order comes.
#[test]
fn an_attack_that_warns_holds_its_fire_before_it_sets_out_on_a_short_way() {
    for skill in ["newcomer", "cadet"] {
        let (orders, shown) = orders_of_attack(skill, ("Thale", 14.0));
        let first: Vec<&str> = orders.iter().map(|(_, order)| order.as_str()).take(2).collect();
        assert_eq!(first, ["HoldFire", "go"], "{skill}");
        assert!(orders[1].0 < shown, "{skill}");
    }
}

/// How many of four cruisers are in an attack ten seconds after its departure. The first two suffice; the others are
/// free then.
fn attackers(skill: &str) -> usize {
    let mut simulation = bound_for_thale(skill, ("Thale", 14.0), 4);
    depart(&mut simulation);
    assert_eq!(under_way(&simulation).map(|attack| attack.ships.len()), Some(2), "{skill}");
    simulation.run(300);
    under_way(&simulation).map_or(0, |attack| attack.ships.len())
}

#[test]
fn no_ships_follow_an_attack_that_warns() {
    assert_eq!(["newcomer", "cadet", "captain"].map(attackers), [2, 2, 4]);
}
