//! Answers to foes that come to a home.

use ecliptic::ai::MindLog;
use ecliptic::level::{Amount, Fleet, Level, MindChoice, Ship, Skill, StartPlace};
use ecliptic::rules::Rules;
use ecliptic::sim::{FactionId, Mind, Minds, OperationKind, Order, Simulation, Verdict};

use super::{played, shipped};

/// A fleet of Twins.
pub(super) fn fleet_of(twins: &Level, name: &str) -> Fleet {
    twins.fleets.iter().find(|fleet| fleet.name == name).expect("Twins has it").clone()
}

/// A fleet with other ships.
pub(super) fn with(ships: &[(&str, u32)], fleet: Fleet) -> Fleet {
    let ship =
        |(class, count): &(&str, u32)| Ship { class: (*class).to_owned(), count: *count, posted: None };
    Fleet { ships: ships.iter().map(ship).collect(), ..fleet }
}

/// Twins at its beginning: in the well of Brome the ships of a merciless corsair, and foes that nobody plays.
fn invasion(guard: &[(&str, u32)], foes: &[&[(&str, u32)]]) -> (Level, Rules) {
    let (mut level, mut rules) = shipped("twins.ron");
    // They hunt from the beginning.
    rules.minds.personalities.iter_mut().for_each(|personality| personality.musters_s = 0.0);
    let fleet = |name: &str| fleet_of(&level, name);
    let mut place = fleet("Rivalry scouts").at;
    // In the well, and out of reach of the guard.
    if let Some(StartPlace::Beside(beside)) = &mut place {
        beside.radii = 2.5;
    }
    let intruder = |(index, ships): (usize, &&[(&str, u32)])| {
        let name = format!("Intruders {index}");
        with(ships, Fleet { name, at: place.clone(), ..fleet("Concord guard") })
    };
    let mut fleets: Vec<Fleet> = foes.iter().enumerate().map(intruder).collect();
    fleets.push(with(guard, fleet("Rivalry guard")));
    level.fleets = fleets;
    level.factions[1].mind = Some(MindChoice::new("merciless", "corsair"));
    (level, rules)
}

/// The world of an [`invasion`].
fn invaded(guard: &[(&str, u32)], foes: &[&[(&str, u32)]]) -> Simulation {
    let (level, rules) = invasion(guard, foes);
    played(1, &level, &rules, 1)
}

/// The numbers of ships in the operations of a kind.
pub(super) fn parties(simulation: &Simulation, kind: OperationKind) -> Vec<usize> {
    let minds = &simulation.world().resource::<Minds>().0;
    let mind: Option<&Mind> = minds.get(FactionId(1)).and_then(Option::as_ref);
    let operations = mind.into_iter().flat_map(|mind| &mind.operations);
    operations.filter(|one| one.kind == kind).map(|one| one.ships.len()).collect()
}

/// The hunts of each third of a second, in the first 8 seconds.
fn hunts_in(mut simulation: Simulation) -> usize {
    let mut hunts = 0;
    for _ in 0..24 {
        simulation.run(10);
        hunts += parties(&simulation, OperationKind::Hunt).len();
    }
    hunts
}

#[test]
fn a_weak_ship_is_not_hunted_among_strong_ones() {
    let hunts = |foes: &[&[(&str, u32)]]| hunts_in(invaded(&[("frigate", 2)], foes));
    assert_eq!(hunts(&[&[("corvette", 1)], &[("cruiser", 12)]]), 0);
    assert!(hunts(&[&[("corvette", 1)]]) > 0, "alone it is prey");
}

/// A mind that needs 8 s to notice what it sees, or that keeps peace for 8 s, does not hunt before.
#[test]
fn nothing_is_hunted_before_it_is_noticed_or_in_times_of_peace() {
    type Change = fn(&mut Skill);
    let hunts = |change: Change| {
        let (level, mut rules) = invasion(&[("frigate", 2)], &[&[("corvette", 1)]]);
        rules.minds.skills.iter_mut().for_each(change);
        hunts_in(played(1, &level, &rules, 1))
    };
    assert!(hunts(|_| {}) > 0, "else it hunts");
    assert_eq!(hunts(|skill| skill.reaction_s = 8.0), 0, "it has noticed nothing");
    assert_eq!(hunts(|skill| skill.peace_s = 8.0), 0, "it is peaceful");
}

/// The most ships that hunt together or defend together in the first 20 seconds.
fn greatest_party(mut simulation: Simulation) -> usize {
    let mut greatest = 0;
    for _ in 0..60 {
        simulation.run(10);
        for kind in [OperationKind::Hunt, OperationKind::Defend] {
            greatest = parties(&simulation, kind).into_iter().fold(greatest, usize::max);
        }
    }
    greatest
}

/// What all ships chase is lost for what comes next.
#[test]
fn a_weak_ship_is_met_by_few() {
    let greatest = greatest_party(invaded(&[("frigate", 8)], &[&[("frigate", 1)]]));
    assert!((1..=2).contains(&greatest), "{greatest} frigates");
}

/// What comes first is not all that comes: a home is not left to a few while strong foes, seen outside of its well, may
/// follow.
#[test]
fn a_weak_ship_is_met_by_many_where_strong_ones_may_follow() {
    let (mut level, rules) = invasion(&[("frigate", 8)], &[&[("frigate", 1)]]);
    let (twins, _) = shipped("twins.ron");
    let mut followers = with(&[("cruiser", 6)], fleet_of(&twins, "Concord guard"));
    if let Some(StartPlace::Beside(beside)) = &mut followers.at {
        (beside.body, beside.radii) = ("Brome".to_owned(), 14.0);
    }
    level.fleets.push(followers);
    let greatest = greatest_party(played(1, &level, &rules, 1));
    assert!(greatest > 4, "{greatest} frigates");
}

/// A mind that has lost its fleet, and not its works, builds another one.
#[test]
fn the_loss_of_a_fleet_is_not_the_loss_of_a_war() {
    let mut simulation = invaded(&[("scout", 1)], &[&[("cruiser", 3)]]);
    simulation.run(7_000);
    let orders = &simulation.world().resource::<MindLog>().0;
    let late = orders.iter().filter(|given| given.tick > 5_400);
    assert!(late.clone().count() > 0, "it plays on");
    assert!(late.clone().all(|given| given.order != Order::Surrender), "it has its yard and its income");
}

/// In a war of several sides the others go on: a mind that has lost says so once, and is silent from then on.
#[test]
fn a_mind_surrenders_once() {
    let (mut level, rules) = shipped("four-corners.ron");
    let azure = level.factions[0].name.clone();
    level.factions[0].home = None;
    level.factions[0].treasury = Some(Amount::default());
    level.factions[0].mind = Some(MindChoice::new("merciless", "steward"));
    for holding in level.holdings.iter_mut().filter(|holding| holding.owner.as_ref() == Some(&azure)) {
        holding.owner = None;
    }
    level.structures.retain(|structure| structure.faction != azure);
    // A constructor is left: nothing that a mind sends anywhere without money.
    level.fleets.retain(|fleet| fleet.faction != azure || fleet.name == "Azure guard");
    for fleet in level.fleets.iter_mut().filter(|fleet| fleet.faction == azure) {
        fleet.ships = vec![Ship { class: "constructor".to_owned(), count: 1, posted: None }];
    }
    let mut simulation = played(1, &level, &rules, 1);
    let log = |simulation: &Simulation| simulation.world().resource::<MindLog>().0.clone();
    simulation.run(5_400);
    assert!(log(&simulation).is_empty(), "it waits");
    simulation.run(300);
    let orders = log(&simulation);
    let told: Vec<_> = orders.iter().map(|given| (&given.order, given.refusal.as_ref())).collect();
    assert_eq!(told, [(&Order::Surrender, None)], "it surrenders, and no order follows");
    assert_eq!(simulation.world().resource::<Verdict>().0, None, "the others fight on");
}

/// A troop ship of a side without bodies keeps a war open: it is found, wherever it hides.
#[test]
fn what_hides_in_space_is_searched_for() {
    let (mut level, rules) = shipped("twins.ron");
    let rivals = level.factions[1].name.clone();
    level.structures.retain(|structure| structure.faction == rivals);
    level.factions[0].home = None;
    let hidden = StartPlace::Km(3.0e7, 1.5e8, 0.0);
    for fleet in level.fleets.iter_mut().filter(|fleet| fleet.faction != rivals) {
        fleet.at = Some(hidden.clone());
        fleet.ships = vec![Ship { class: "troop ship".to_owned(), count: 1, posted: None }];
    }
    level.factions[1].mind = Some(MindChoice::new("merciless", "steward"));
    let mut simulation = played(1, &level, &rules, 1);
    let mut searches = 0;
    let is_found = |simulation: &Simulation| simulation.world().resource::<Verdict>().0.is_some();
    // It hides farther out than the planets: this may take a while.
    while !is_found(&simulation) && simulation.tick_count() < 80_000 {
        simulation.run(30);
        searches += parties(&simulation, OperationKind::Search).len();
    }
    assert!(searches > 0, "it searches");
    assert!(is_found(&simulation), "it finds");
}
