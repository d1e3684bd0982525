//! A war of two minds is the same however it is played: on two threads, from the text of any of its saves, and by its
//! logged orders without minds. Tests of the first minute are in `play.rs`; here fleets attack.

use std::collections::BTreeSet;

use ecliptic::ai::{self, MindLog};
use ecliptic::level::{Level, MindChoice, parse_level, to_ron};
use ecliptic::rules::Rules;
use ecliptic::sim::event::{Events, GameEvent};
use ecliptic::sim::steering::system::Sharing;
use ecliptic::sim::{Minds, Operation, OperationKind, OrderQueue, Simulation, Stage, capture};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{played, shipped};

/// The first attack departs before this tick.
const DEPARTURE: u64 = 5_400;
/// Ticks of the war from then on: the way takes 900, and the rest is for the fight.
const WAR: u64 = 1_800;
/// Saves of the war, at ticks that are drawn by chance,
const SAVES: usize = 50;
/// and the ticks for which each is played on: every mind thinks once in ten.
const PLAYED_ON: u64 = 12;

/// Writes a world as text and reads it again.
fn reread(simulation: &mut Simulation, rules: &Rules) -> Level {
    let save = capture(simulation.world_mut()).expect("there is a world");
    let text = to_ron(&save).expect("it can be written");
    let read = parse_level("save.ron", text.as_bytes(), &rules.class_catalog());
    read.unwrap_or_else(|faults| panic!("{faults}")).level
}

/// The attacks on bodies that are under way or at their targets.
fn attacks(simulation: &Simulation) -> Vec<Operation> {
    let minds = &simulation.world().resource::<Minds>().0;
    let operations = minds.iter().flatten().flat_map(|mind| &mind.operations);
    let is_under_way = |one: &&Operation| {
        matches!(one.kind, OperationKind::Take | OperationKind::Raid) && one.stage >= Stage::Advance
    };
    operations.filter(is_under_way).cloned().collect()
}

/// A war at the departure of its first attack, and its rules.
pub fn departed() -> (Level, Rules) {
    let (mut level, mut rules) = shipped("twins.ron");
    rules.minds.personalities.iter_mut().for_each(|personality| personality.musters_s = 0.0);
    for (faction, skill) in level.factions.iter_mut().zip(["captain", "merciless"]) {
        faction.mind = Some(MindChoice::new(skill, "corsair"));
    }
    let mut simulation = played(1, &level, &rules, 13);
    while attacks(&simulation).is_empty() {
        assert!(simulation.tick_count() < DEPARTURE, "nobody attacks");
        simulation.run(30);
    }
    (reread(&mut simulation, &rules), rules)
}

/// Gives a world without minds the orders of a mind's log from this place on.
fn give_again(war: &Simulation, begun: usize, replay: &mut Simulation) {
    let given = &war.world().resource::<MindLog>().0[begun..];
    for order in given.iter().filter(|order| order.refusal.is_none()) {
        replay.world_mut().resource_mut::<OrderQueue>().give(order.faction, order.order.clone());
    }
}

#[test]
fn a_war_is_the_same_however_it_is_played() {
    let (save, rules) = departed();
    let mut war = played(1, &save, &rules, 0);
    // Even a few ships in one place are shared.
    let sharing = Sharing { threads: 2, piece: 4, ..Sharing::default() };
    let mut shared = ai::simulation(sharing, &save, &rules, 0).expect("a save spawns");
    let mut replay = Simulation::new(&save, &rules, 0).expect("a save spawns");
    let mut chance = ChaCha8Rng::seed_from_u64(19);
    let mut saved_at = BTreeSet::new();
    while saved_at.len() < SAVES {
        saved_at.insert(chance.random_range(0..WAR - PLAYED_ON));
    }
    // Worlds from saves, with the tick at which that ends.
    let mut resumed: Vec<(u64, Simulation)> = Vec::new();
    let (events, mut has_arrived) = (war.world().resource::<Events>().count(), false);
    for tick in 0..WAR {
        if saved_at.contains(&tick) {
            let save = reread(&mut war, &rules);
            resumed.push((war.tick_count() + PLAYED_ON, played(1, &save, &rules, 0)));
        }
        let begun = war.world().resource::<MindLog>().0.len();
        war.run(1);
        shared.run(1);
        give_again(&war, begun, &mut replay);
        replay.run(1);
        let now = war.tick_count();
        assert_eq!(shared.digests().difference(&war.digests()), None, "two threads, at tick {now}");
        assert_eq!(replay.hash(), war.hash(), "logged orders, at tick {now}");
        for (until, world) in &mut resumed {
            world.run(1);
            // The memories of minds are among the digests.
            let differs = world.digests().difference(&war.digests());
            assert_eq!(differs, None, "the save of {PLAYED_ON} ticks before {until}, at tick {now}");
        }
        resumed.retain(|(until, _)| *until > now);
        has_arrived |= attacks(&war).iter().any(|attack| attack.stage == Stage::Act);
    }
    let is_shot = |event: &GameEvent| matches!(event, GameEvent::Shot { .. } | GameEvent::Bombarded { .. });
    let shots = war.world().resource::<Events>().since(events).filter(|entry| is_shot(&entry.event)).count();
    assert!(has_arrived && shots > 0, "an attack arrives, and {shots} shots are fired");
    let Sharing { shared, most_threads, .. } = *shared.world().resource::<Sharing>();
    assert!(shared > 0 && most_threads == 2, "shared {shared} times by {most_threads} threads");
}
