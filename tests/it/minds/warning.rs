//! Attacks of the lower skills can be seen coming.

use ecliptic::level::MindChoice;
use ecliptic::orbit::TICKS_PER_SECOND;
use ecliptic::sim::event::{Events, GameEvent};
use ecliptic::sim::visibility::Knowledge;
use ecliptic::sim::{FactionId, Minds, Operation, ShipId, Simulation, Stage};

use super::threats::{fleet_of, with};
use super::{played, shipped};

/// The side whose works are attacked; nobody plays it.
const MET: FactionId = FactionId(0);
/// The side of the mind.
const ATTACKER: FactionId = FactionId(1);

/// Twins: six cruisers of a mind, which may attack from the beginning, against works without ships.
fn against_works(skill: &str) -> Simulation {
    let (mut level, mut rules) = shipped("twins.ron");
    rules.minds.personalities.iter_mut().for_each(|personality| personality.musters_s = 0.0);
    rules.minds.skills.iter_mut().for_each(|skill| skill.peace_s = 0.0);
    level.fleets = vec![with(&[("cruiser", 6)], fleet_of(&level, "Rivalry guard"))];
    level.factions[ATTACKER.0].mind = Some(MindChoice::new(skill, "corsair"));
    played(1, &level, &rules, 1)
}

/// The ships of the attacks that have departed.
fn attackers(simulation: &Simulation) -> Vec<ShipId> {
    let mind = simulation.world().resource::<Minds>().0.get(ATTACKER).and_then(Option::as_ref);
    let operations = mind.into_iter().flat_map(|mind| &mind.operations);
    let attacks = operations.filter(|one| one.kind.is_attack() && one.quarry.is_none());
    attacks.filter(|one| one.stage >= Stage::Advance).flat_map(Operation::crew).collect()
}

/// The seconds of play from the first sight of an attack to its first shot; `None` if there is no attack in time.
fn seen_ahead_s(simulation: &mut Simulation) -> Option<f64> {
    let mut seen_tick = None;
    let mut events_read = 0;
    while simulation.tick_count() < 12_000 {
        simulation.run(1);
        let tick = simulation.tick_count();
        let knowledge = simulation.world().resource::<Knowledge>();
        if seen_tick.is_none() && attackers(simulation).into_iter().any(|ship| knowledge.sees_ship(MET, ship))
        {
            seen_tick = Some(tick);
        }
        let events = simulation.world().resource::<Events>();
        let fires = |event: &GameEvent| match event {
            GameEvent::Shot { by, .. } | GameEvent::Launched { by, .. } | GameEvent::Bombarded { by, .. } => {
                by.faction == ATTACKER
            }
            _ => false,
        };
        let has_fired = events.since(events_read).any(|entry| fires(&entry.event));
        events_read = events.count();
        if has_fired {
            return Some(seen_tick.map_or(0.0, |seen| (tick - seen) as f64 / TICKS_PER_SECOND));
        }
    }
    None
}

#[test]
fn an_attack_of_a_low_skill_is_seen_half_a_minute_ahead() {
    for skill in ["newcomer", "cadet"] {
        let seen_s = seen_ahead_s(&mut against_works(skill)).expect("it attacks");
        assert!((30.0..120.0).contains(&seen_s), "a {skill} is seen {seen_s} s ahead");
    }
    let seen_s = seen_ahead_s(&mut against_works("captain")).expect("it attacks");
    assert!(seen_s < 30.0, "a captain does not wait: {seen_s} s");
}
