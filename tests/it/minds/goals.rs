//! Minds pursue the condition of victory of their level.

use ecliptic::level::{Beside, Fleet, Holding, Level, MindChoice, StartPlace, Victory};
use ecliptic::rules::Rules;
use ecliptic::sim::{FactionId, Minds, OperationKind, Simulation, Sky, Verdict};

use super::threats::{fleet_of, with};
use super::{played, shipped};

/// The faction that a mind plays.
const RIVALRY: FactionId = FactionId(1);

/// A condition of victory that a body decides.
fn hold(body: &str, seconds: f64) -> Victory {
    Victory::HoldBody { body: body.to_owned(), seconds }
}

/// The owner of a body, and its worth.
fn holding(body: &str, owner: Option<&str>, worth: u32) -> Holding {
    let (body, owner) = (body.to_owned(), owner.map(str::to_owned));
    Holding { body, owner, economics: Some(worth), resources: Some(worth), ..Holding::default() }
}

/// Twins, in which Concord, which nobody plays, has no guns and no ships, and holds a poor and a rich planet beside its
/// home: Fulcrum and Balance. Both are as far from the home of a merciless mind, which has a fleet and looks at all
/// three.
fn hunting_ground(personality: &str, victory: Victory) -> (Level, Rules) {
    let (mut level, rules) = shipped("twins.ron");
    level.victory = vec![victory, Victory::Eliminate];
    level.holdings.push(holding("Fulcrum", Some("Concord"), 1));
    level.holdings.push(holding("Balance", Some("Concord"), 60));
    level.structures.retain(|one| one.faction == "Rivalry" || one.class == "shipyard");
    let watch = |body: &str| {
        let at = Beside { body: body.to_owned(), radii: 2.5, bearing_deg: 0.0 };
        let fleet = fleet_of(&level, "Rivalry scouts");
        Fleet { name: format!("Watch of {body}"), at: Some(StartPlace::Beside(at)), ..fleet }
    };
    let mut fleets: Vec<Fleet> = ["Fulcrum", "Balance", "Thale"].into_iter().map(watch).collect();
    fleets.push(with(&[("frigate", 30), ("troop ship", 16)], fleet_of(&level, "Rivalry guard")));
    level.fleets = fleets;
    level.factions[1].mind = Some(MindChoice::new("merciless", personality));
    (level, rules)
}

/// The name of the body that the mind attacks first within some seconds, if it attacks any.
fn first_target(mut simulation: Simulation, seconds: u64) -> Option<String> {
    for _ in 0..3 * seconds {
        simulation.run(10);
        let world = simulation.world();
        let mind = world.resource::<Minds>().0.get(RIVALRY).and_then(Option::as_ref);
        let mut operations = mind.into_iter().flat_map(|mind| &mind.operations);
        let is_attack = |kind: OperationKind| matches!(kind, OperationKind::Take | OperationKind::Raid);
        if let Some(attack) = operations.find(|one| is_attack(one.kind)) {
            let body = world.resource::<Sky>().system.bodies.get(attack.target);
            return body.map(|body| body.name.clone());
        }
    }
    None
}

#[test]
fn a_fleet_goes_to_the_body_that_wins_the_war_and_not_to_a_richer_one() {
    let target = |victory: Victory| {
        let (level, mut rules) = hunting_ground("corsair", victory);
        rules.minds.personalities.iter_mut().for_each(|personality| personality.musters_s = 0.0);
        first_target(played(1, &level, &rules, 1), 60)
    };
    assert_eq!(target(hold("Fulcrum", 300.0)).as_deref(), Some("Fulcrum"));
    let usual = target(Victory::Eliminate);
    assert!(usual.as_deref().is_some_and(|body| body != "Fulcrum"), "else it wants more: {usual:?}");
}

/// A merchant musters for eight minutes, unless a foe would have won before.
#[test]
fn a_foe_who_is_near_to_winning_is_attacked_at_once() {
    let target = |victory: Victory| {
        let (level, rules) = hunting_ground("merchant", victory);
        first_target(played(1, &level, &rules, 1), 140)
    };
    assert_eq!(target(Victory::Eliminate), None);
    let target = target(Victory::HoldPlanets { count: 3, seconds: 150.0 });
    let bodies = ["Thale", "Fulcrum", "Balance"];
    assert!(target.as_deref().is_some_and(|body| bodies.contains(&body)), "{target:?}");
}

/// The body is worth nothing, and yet a captain holds it as soon as it can.
#[test]
fn a_captain_wins_by_holding_against_nobody() {
    let (mut level, rules) = shipped("twins.ron");
    level.victory = vec![hold("Balance", 60.0), Victory::Eliminate];
    level.holdings.push(holding("Balance", None, 1));
    level.factions[1].mind = Some(MindChoice::new("captain", "steward"));
    let mut simulation = played(1, &level, &rules, 1);
    let decision = |simulation: &Simulation| simulation.world().resource::<Verdict>().0.clone();
    while decision(&simulation).is_none() && simulation.tick_count() < 18_000 {
        simulation.run(30);
    }
    let decision = decision(&simulation).expect("the war is decided within ten minutes");
    assert_eq!((decision.side, decision.condition), (1, 0), "{}", decision.reason);
}
