//! Openings: their names, their forecast, and what becomes of them.

use ecliptic::ai::{self, MindLog};
use ecliptic::level::{MindChoice, OpeningStep};
use ecliptic::sim::outcome::History;
use ecliptic::sim::{FactionId, Mind, Minds, Simulation};

use super::{played, rules, shipped};

/// A mind alone on Twins: the other side has nobody to play it.
fn alone(choice: MindChoice) -> Simulation {
    let (mut level, rules) = shipped("twins.ron");
    level.factions[0].mind = Some(choice);
    played(1, &level, &rules, 1)
}

fn mind(simulation: &Simulation) -> &Mind {
    let minds = &simulation.world().resource::<Minds>().0;
    minds[FactionId(0)].as_ref().expect("it has thought")
}

#[test]
fn the_classes_of_all_openings_exist() {
    let rules = rules();
    assert!(rules.minds.openings.len() >= 12, "a dozen");
    let works = |name: &String| rules.structure_classes.iter().any(|class| class.name == *name);
    let ships = |name: &String| rules.ship_classes.iter().any(|class| class.name == *name);
    for opening in &rules.minds.openings {
        for step in &opening.steps {
            let exists = match step {
                OpeningStep::Works { class, .. } => works(class),
                OpeningStep::Ships { class, .. } => ships(class),
            };
            assert!(exists, "{}: {step:?}", opening.name);
        }
    }
}

/// Undisturbed a captain, or a better one, earns at 100 s nearly what the best opening promises by the forecast, which
/// leaves out the upkeep of the ships and guns that it has by then.
#[test]
fn an_undisturbed_mind_earns_what_the_best_opening_promises() {
    let shares = [("captain", 0.85), ("merciless", 0.85)];
    let mut short = Vec::new();
    for (skill, share) in shares {
        let mut simulation = alone(MindChoice::new(skill, "steward"));
        let rules = rules();
        let skill = rules.minds.skill(skill).expect("the rules have it");
        let promises = ai::outlooks(simulation.world_mut(), FactionId(0), skill, 100.0);
        let best = promises.iter().map(|(_, outlook)| outlook.money).fold(0.0, f64::max);
        simulation.run(3_000);
        let history = simulation.world().resource::<History>();
        let income = history.entries.last().expect("there is a history").factions[FactionId(0)].income as f64;
        assert!(best > 100.0, "{best}");
        if income < share * best {
            short.push(format!("{} earns {income} of {best}", skill.name));
        }
    }
    assert!(short.is_empty(), "{short:?}");
}

#[test]
fn a_level_demands_an_opening() {
    let choice =
        |name: &str| MindChoice { opening: Some(name.to_owned()), ..MindChoice::new("merciless", "steward") };
    let mut simulation = alone(choice("scouts and stations"));
    simulation.run(600);
    assert_eq!(mind(&simulation).opening, "scouts and stations");
    let orders = &simulation.world().resource::<MindLog>().0;
    let first = orders.iter().find(|order| order.why.starts_with("opening")).expect("it plays the opening");
    assert!(format!("{:?}", first.order).contains("BuildShips"), "{first:?}");
}

/// Stations take the materials that warships need, too: minds that begin with stations see to it that their yards do
/// not run dry. One ship more or less is chance, so all personalities are asked.
#[test]
fn stations_leave_the_materials_for_a_fleet() {
    let fleet = |personality: &str| {
        let mut choice = MindChoice::new("captain", personality);
        choice.opening = Some("stations and guns".to_owned());
        let mut simulation = alone(choice);
        simulation.run(3_600);
        let history = simulation.world().resource::<History>();
        history.entries.last().expect("there is a history").factions[FactionId(0)].fleet
    };
    let rules = rules();
    let fleets: Vec<_> = rules.minds.personalities.iter().map(|one| fleet(&one.name)).collect();
    let mean = fleets.iter().sum::<u64>() / fleets.len() as u64;
    assert!(mean >= 8_000, "after two minutes their ships are worth {fleets:?}");
}
