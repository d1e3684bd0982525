//! Minds play: the same game on any number of threads, from any save, and by their logged orders alone.

use std::collections::BTreeSet;

use ecliptic::ai::{LoggedOrder, MindLog};
use ecliptic::level::{LedgerSource, MindChoice};
use ecliptic::sim::{
    FactionId, Holdings, Ledgers, Mind, Minds, Order, OrderQueue, Seat, Seats, Simulation, capture,
};

use super::{duel, played};

fn hashes(simulation: &mut Simulation, ticks: u64) -> Vec<u64> {
    (0..ticks)
        .map(|_| {
            simulation.run(1);
            simulation.hash()
        })
        .collect()
}

fn log(simulation: &Simulation) -> Vec<LoggedOrder> {
    simulation.world().resource::<MindLog>().0.clone()
}

fn bodies_of(simulation: &Simulation, faction: FactionId) -> usize {
    let holdings = &simulation.world().resource::<Holdings>().0;
    holdings.iter().filter(|holding| holding.owner == Some(faction)).count()
}

#[test]
fn a_mind_grows_in_its_first_minutes() {
    let (level, rules) = duel(["merciless", "captain"]);
    let mut simulation = played(1, &level, &rules, 1);
    let earned = |simulation: &Simulation, faction: FactionId| {
        simulation.world().resource::<Ledgers>().0[faction].since_start().of(LedgerSource::Structures).money
    };
    simulation.run(4_500);
    for faction in [FactionId(0), FactionId(1)] {
        assert!(bodies_of(&simulation, faction) >= 1, "{faction:?} lives");
        // A trade station earns 10 in two seconds.
        let money = earned(&simulation, faction);
        assert!(money >= 1_000, "the stations of {faction:?} have earned {money}");
    }
    let refused = log(&simulation).iter().filter(|order| order.refusal.is_some()).count();
    assert!(50 * refused <= log(&simulation).len(), "{refused} of {} are refused", log(&simulation).len());
    assert!(log(&simulation).iter().all(|order| !order.why.is_empty()), "every order has its reasons");
    for mind in simulation.world().resource::<Minds>().0.iter().flatten() {
        let goals: BTreeSet<_> = mind.choices.iter().map(|goal| (goal.kind, goal.target)).collect();
        assert_eq!(goals.len(), mind.choices.len(), "no goal is declined twice");
        assert!(mind.choices.iter().all(|goal| !goal.why.is_empty()), "every declined goal says why");
        assert!((2..=6).contains(&mind.builds.len()), "{:?}", mind.builds);
        assert!(mind.builds.iter().all(|one| !one.why.is_empty() && one.count > 0), "{:?}", mind.builds);
    }
}

#[test]
fn the_game_is_the_same_on_two_threads() {
    let (level, rules) = duel(["captain", "merciless"]);
    let [mut one, mut two] = [1, 2].map(|threads| played(threads, &level, &rules, 3));
    assert_eq!(hashes(&mut one, 1_500), hashes(&mut two, 1_500));
    assert_eq!(log(&one), log(&two));
}

#[test]
fn logged_orders_without_minds_make_the_same_world() {
    let (level, rules) = duel(["captain", "merciless"]);
    let mut minds = played(1, &level, &rules, 5);
    let expected = hashes(&mut minds, 2_000);
    let orders = log(&minds);
    let mut replay = Simulation::new(&level, &rules, 5).expect("a checked level spawns");
    let mut next = orders.iter().filter(|order| order.refusal.is_none()).peekable();
    for hash in expected {
        while let Some(given) = next.next_if(|given| given.tick == replay.tick_count()) {
            replay.world_mut().resource_mut::<OrderQueue>().give(given.faction, given.order.clone());
        }
        replay.run(1);
        assert_eq!(replay.hash(), hash, "at tick {}", replay.tick_count());
    }
}

#[test]
fn a_mind_plays_on_from_a_save_as_if_nothing_had_happened() {
    let (level, rules) = duel(["captain", "merciless"]);
    let mut simulation = played(1, &level, &rules, 7);
    // Fifty saves, at ticks that have no pattern.
    for save in 0..50_u64 {
        simulation.run(1 + save * 37 % 89);
        let save = capture(simulation.world_mut()).expect("there is a world");
        let mut resumed = played(1, &save, &rules, 0);
        let begun = log(&simulation).len();
        for _ in 0..25 {
            simulation.run(1);
            resumed.run(1);
            // The memories of minds are among the digests.
            assert_eq!(resumed.digests().difference(&simulation.digests()), None);
        }
        assert_eq!(log(&simulation)[begun..], log(&resumed));
    }
}

#[test]
fn a_person_takes_a_seat_and_gives_it_back() {
    let (level, rules) = duel(["captain", "captain"]);
    let mut simulation = played(1, &level, &rules, 9);
    let (taken, other) = (FactionId(0), FactionId(1));
    let seat = simulation.world().resource::<Seats>().0[taken].clone();
    let give = |simulation: &mut Simulation, seat: Seat| {
        simulation.world_mut().resource_mut::<OrderQueue>().give(taken, Order::Seat(seat));
        let begun = log(simulation).len();
        simulation.run(600);
        let given = log(simulation).split_off(begun);
        assert!(given.iter().any(|order| order.faction == other), "the other plays on");
        given.iter().filter(|order| order.faction == taken).count()
    };
    // A mind that thinks in the very tick of the order gives its orders of that tick.
    assert!(give(&mut simulation, seat.suspend(true)) <= 6, "it waits");
    assert!(give(&mut simulation, seat.suspend(false)) > 0, "it goes on");
    let merciless = MindChoice::new("merciless", "corsair");
    assert!(give(&mut simulation, Seat { mind: Some(merciless), suspended: false }) > 0);
    let unknown = MindChoice::new("captainn", "corsair");
    let order = Order::Seat(Seat { mind: Some(unknown), suspended: false });
    let world = simulation.world_mut();
    world.resource_mut::<OrderQueue>().take_answers(taken);
    world.resource_mut::<OrderQueue>().give(taken, order);
    simulation.run(1);
    let answers = simulation.world_mut().resource_mut::<OrderQueue>().take_answers(taken);
    let refusals: Vec<String> =
        answers.into_iter().filter_map(|answer| answer.outcome.err()).map(|why| why.to_string()).collect();
    assert!(refusals.iter().any(|why| why.contains("captainn")), "{refusals:?}");
}

#[test]
fn attention_is_never_exceeded() {
    let (level, rules) = duel(["newcomer", "merciless"]);
    let mut simulation = played(1, &level, &rules, 11);
    simulation.run(5_400);
    for (faction, skill) in [(FactionId(0), "newcomer"), (FactionId(1), "merciless")] {
        let skill = rules.minds.skill(skill).expect("the rules have it");
        let orders = log(&simulation);
        let ticks: Vec<u64> =
            orders.iter().filter(|order| order.faction == faction).map(|order| order.tick).collect();
        // The orders of the opening that it knows by heart come on top.
        let at_once = skill.burst + skill.rehearsed;
        for (span, most) in [(30, at_once + 2.0), (1_800, skill.orders_per_minute + at_once)] {
            for first in &ticks {
                let count = ticks.iter().filter(|tick| (*first..first + span).contains(tick)).count();
                assert!(count as f64 <= most, "{count} orders within {span} ticks from {first}");
            }
        }
    }
}

#[test]
fn nothing_panics_without_anything() {
    let (mut level, rules) = duel(["merciless", "captain"]);
    level.fleets.clear();
    level.structures.clear();
    level.victory.clear();
    for faction in &mut level.factions {
        faction.home = None;
        faction.treasury = Some(Default::default());
    }
    level.holdings.clear();
    let mut simulation = played(1, &level, &rules, 1);
    simulation.run(5_600);
    assert_eq!(bodies_of(&simulation, FactionId(0)), 0);
    let given = log(&simulation);
    assert!(given.is_empty(), "there is nothing to surrender either: {given:?}");
    let minds = &simulation.world().resource::<Minds>().0;
    let operations = minds.iter().flatten().map(|mind: &Mind| mind.operations.len()).sum::<usize>();
    assert_eq!(operations, 0, "there is nothing to do anything with");
}
