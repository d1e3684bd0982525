//! A world leaves nothing behind: its successor runs as in a fresh program.

use bevy::prelude::Entity;
use ecliptic::level::Level;
use ecliptic::rules::{Rules, SteeringRules};
use ecliptic::sim::event::{Entry, Events, GameEvent};
use ecliptic::sim::snapshot::spawn;
use ecliptic::sim::steering::system::SteeringChoice;
use ecliptic::sim::{Era, Simulation, Sky, clear};

use super::worlds::{near_earth, rules, shipped, written};

/// So few that data looked up ahead in one world would still be used in the next.
const TICKS: u64 = 40;

/// Scouts that set out for Mars from all sides of Earth on a date, and troopers that land there.
fn round_earth(date: &str) -> (Level, Rules) {
    let scouts = |bearing_deg: u32| {
        format!(
            r#"(name: "Scouts {bearing_deg}", faction: "Terra",
                at: beside(body: "Earth", radii: 1.3, bearing_deg: {bearing_deg}),
                ships: [(class: "scout", count: 5)], route: [(to: body("Mars"))]),"#
        )
    };
    let landers = r#"(name: "Landers", faction: "Ares", at: beside(body: "Earth", radii: 1.5, bearing_deg: 40),
        ships: [(class: "troop ship", count: 2)], route: [(to: land("Earth"))]),"#;
    let fleets: String = [0, 90, 180, 270].map(scouts).concat() + landers;
    let held = r#"holdings: [
            (body: "Earth", owner: "Terra", economics: 100, resources: 100, ground: (defenders: 900)),
        ],
        fleets:"#;
    let text = near_earth(&fleets).replacen("2026-11-21", date, 1).replacen("fleets:", held, 1);
    written(&text)
}

/// A save amid a landing.
fn amid_a_landing() -> (Level, Rules) {
    let (level, classes) = round_earth("2026-11-21");
    let mut simulation = Simulation::new(&level, &classes, 1).expect("a checked level spawns");
    let has_landed = |simulation: &Simulation| {
        let events = simulation.world().resource::<Events>();
        events.since(0).any(|entry| matches!(entry.event, GameEvent::Landed { .. }))
    };
    while !has_landed(&simulation) {
        simulation.run(1);
        assert!(simulation.tick_count() < 6_000, "nobody lands");
    }
    simulation.run(3);
    let level = simulation.capture().expect("there is a world");
    let classes = rules().for_level(&level);
    (level, classes)
}

/// The end state of a world, and its events.
fn end_of(simulation: &mut Simulation) -> (u64, Vec<Entry>) {
    simulation.run(TICKS);
    let events = simulation.world().resource::<Events>();
    (simulation.hash(), events.since(0).copied().collect())
}

fn fresh((level, classes): &(Level, Rules)) -> Simulation {
    Simulation::new(level, classes, 5).expect("a checked level spawns")
}

fn replace(simulation: &mut Simulation, (level, classes): &(Level, Rules)) {
    spawn(simulation.world_mut(), level, classes, 5).expect("a checked level spawns");
}

#[test]
fn each_level_after_each_other_one_is_as_in_a_fresh_world() {
    let mut levels: Vec<(String, (Level, Rules))> =
        ["sol.ron", "binary-dawn.ron", "duel.ron", "first-light.ron"]
            .map(|name| (name.to_owned(), shipped(name)))
            .into();
    // These levels have equally many bodies.
    levels.extend(["2026-11-21", "2031-02-03"].map(|date| (date.to_owned(), round_earth(date))));
    levels.push(("amid a landing".to_owned(), amid_a_landing()));
    let expected: Vec<_> = levels.iter().map(|(_, level)| end_of(&mut fresh(level))).collect();
    let mut one = fresh(&levels[0].1);
    for (first, (before, level)) in levels.iter().enumerate() {
        for (second, (after, next)) in levels.iter().enumerate() {
            replace(&mut one, level);
            assert_eq!(end_of(&mut one), expected[first], "{before}");
            replace(&mut one, next);
            assert_eq!(end_of(&mut one), expected[second], "{after} after {before}");
        }
    }
}

#[test]
fn every_world_has_an_era_of_its_own_that_is_no_part_of_its_state() {
    let level = round_earth("2026-11-21");
    let mut one = fresh(&level);
    let first = *one.world().resource::<Era>();
    let end = end_of(&mut one);
    replace(&mut one, &level);
    assert_ne!(*one.world().resource::<Era>(), first);
    assert_eq!(end_of(&mut one), end, "the same world, but for its era");
}

#[test]
fn nothing_is_left_of_a_world_that_is_removed() {
    let level = round_earth("2026-11-21");
    let mut one = fresh(&level);
    let entities = |one: &mut Simulation| one.world_mut().query::<Entity>().iter(one.world()).count();
    clear(one.world_mut());
    let bare = entities(&mut one);
    replace(&mut one, &level);
    one.run(TICKS);
    assert!(entities(&mut one) > bare + 20);
    clear(one.world_mut());
    assert_eq!(entities(&mut one), bare);
    assert!(one.world().get_resource::<Sky>().is_none() && one.capture().is_none());
    one.run(1);
    assert_eq!(one.tick_count(), TICKS, "there are no ticks without a world");
}

#[test]
fn steering_goes_by_the_rules_that_hold_now() {
    let level = round_earth("2026-11-21");
    let wide = SteeringChoice(SteeringRules { personal_space: 9.0, push: 3.0, ..SteeringRules::default() });
    let mut usual = fresh(&level);
    let mut other = fresh(&level);
    other.world_mut().insert_resource(wide);
    let (usual_end, other_end) = (end_of(&mut usual), end_of(&mut other));
    assert_ne!(usual_end, other_end, "these rules make no difference");
    replace(&mut usual, &level);
    usual.world_mut().insert_resource(wide);
    assert_eq!(end_of(&mut usual), other_end);
}
