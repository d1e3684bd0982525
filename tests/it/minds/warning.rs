//! Attacks of the lower skills can be seen coming.

use ecliptic::level::{Level, MindChoice};
use ecliptic::orbit::TICKS_PER_SECOND;
use ecliptic::rules::Rules;
use ecliptic::sim::event::{Events, GameEvent, Party};
use ecliptic::sim::visibility::Knowledge;
use ecliptic::sim::{FactionId, Minds, Operation, ShipId, Simulation, Stage, TargetId};

use super::threats::{fleet_of, with};
use super::{played, shipped};

/// The side whose works are attacked; nobody plays it.
const MET: FactionId = FactionId(0);
/// The side of the mind.
const ATTACKER: FactionId = FactionId(1);

/// Twins: six cruisers of a mind, which may attack from the beginning, against works with a guard at home.
pub fn against_works(skill: &str, guard: &[(&str, u32)]) -> (Level, Rules) {
    let (mut level, mut rules) = shipped("twins.ron");
    rules.minds.personalities.iter_mut().for_each(|personality| personality.musters_s = 0.0);
    rules.minds.skills.iter_mut().for_each(|skill| skill.peace_s = 0.0);
    let cruisers = with(&[("cruiser", 6)], fleet_of(&level, "Rivalry guard"));
    let guard = Some(with(guard, fleet_of(&level, "Concord guard"))).filter(|guard| !guard.ships.is_empty());
    level.fleets = guard.into_iter().chain([cruisers]).collect();
    level.factions[ATTACKER.0].mind = Some(MindChoice::new(skill, "corsair"));
    (level, rules)
}

/// The ships of the attacks that have departed.
pub fn attackers(simulation: &Simulation) -> Vec<ShipId> {
    let mind = simulation.world().resource::<Minds>().0.get(ATTACKER).and_then(Option::as_ref);
    let operations = mind.into_iter().flat_map(|mind| &mind.operations);
    let attacks = operations.filter(|one| one.kind.is_attack() && one.quarry.is_none());
    attacks.filter(|one| one.stage >= Stage::Advance).flat_map(Operation::crew).collect()
}

/// The first events of an attack, ticks.
#[derive(Default)]
struct Opening {
    /// The first sight of it.
    seen: Option<u64>,
    /// The first hit on its ships.
    hit: Option<u64>,
    /// Their first shot.
    fired: Option<u64>,
}

/// Plays until an attacker fires.
fn opening((level, rules): (Level, Rules)) -> Opening {
    let simulation = &mut played(1, &level, &rules, 1);
    let mut opening = Opening::default();
    let mut events_read = 0;
    while simulation.tick_count() < 12_000 && opening.fired.is_none() {
        simulation.run(1);
        let tick = simulation.tick_count();
        let ships = attackers(simulation);
        let knowledge = simulation.world().resource::<Knowledge>();
        if opening.seen.is_none() && ships.iter().any(|ship| knowledge.sees_ship(MET, *ship)) {
            opening.seen = Some(tick);
        }
        // Scouts, which do not belong to the attack, are shot at before it.
        let is_of_attack = |party: &Party| matches!(party.id, TargetId::Ship(ship) if ships.contains(&ship));
        let events = simulation.world().resource::<Events>();
        for entry in events.since(events_read) {
            let (first, party) = match &entry.event {
                GameEvent::Suffered { what, .. } => (&mut opening.hit, what),
                GameEvent::Shot { by, .. }
                | GameEvent::Launched { by, .. }
                | GameEvent::Bombarded { by, .. } => (&mut opening.fired, by),
                _ => continue,
            };
            if is_of_attack(party) {
                first.get_or_insert(tick);
            }
        }
        events_read = events.count();
    }
    opening
}

/// The seconds of play from a tick to another; `None` without both.
fn seconds(from: Option<u64>, to: Option<u64>) -> Option<f64> {
    Some(to?.saturating_sub(from?) as f64 / TICKS_PER_SECOND)
}

#[test]
fn an_attack_of_a_low_skill_is_seen_half_a_minute_ahead() {
    let seen_ahead_s = |skill: &str| {
        let opening = opening(against_works(skill, &[]));
        seconds(opening.seen, opening.fired).expect("it is seen, and fires")
    };
    for skill in ["newcomer", "cadet"] {
        let seen_s = seen_ahead_s(skill);
        assert!((30.0..120.0).contains(&seen_s), "a {skill} is seen {seen_s} s ahead");
    }
    let seen_s = seen_ahead_s("captain");
    assert!(seen_s < 30.0, "a captain does not wait: {seen_s} s");
}

#[test]
fn a_low_skill_in_view_of_its_target_fires_at_those_who_fire_at_it() {
    for skill in ["newcomer", "cadet"] {
        // Its cruisers reach farther than these corvettes, which come to meet them.
        let opening = opening(against_works(skill, &[("corvette", 3)]));
        let seen_s = seconds(opening.seen, opening.fired).expect("it is seen, and fires");
        match seconds(opening.hit, opening.fired).filter(|answer_s| *answer_s > 0.0) {
            Some(answer_s) => assert!(answer_s < 15.0, "a {skill} answers after {answer_s} s"),
            None => assert!(seen_s >= 30.0, "a {skill} fires {seen_s} s after it was seen"),
        }
    }
}
