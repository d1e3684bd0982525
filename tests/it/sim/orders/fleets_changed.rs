//! Fleets that are renamed, merged or scrapped.

use ecliptic::level::to_ron;
use ecliptic::sim::ids::{FactionId, FleetId, ShipId};
use ecliptic::sim::order::check;
use ecliptic::sim::visibility::{Viewer, with_view};
use ecliptic::sim::world::{Fleet, Goal, Ledgers, Notices, Route, ShipClasses, members_in_order};
use ecliptic::sim::{Command, Order, OrderQueue, Simulation, Units, When};

use super::worlds::{ByName, body_place, legs_left, of_two, ships, world, written};

const TERRA: usize = 0;
const FIRST: Units = Units::Fleet(FleetId(0));
const SECOND: Units = Units::Fleet(FleetId(1));
const THIRD: Units = Units::Fleet(FleetId(2));

/// Terra's First and Second at Earth, with a yard of Terra's, and its Third at Mars; Ares' Raiders at Mars.
fn home() -> Simulation {
    let fields = r#"
        structures: [(class: "shipyard", faction: "Terra", body: "Earth", ring: 2, slot: 5)],
        fleets: [
            (name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette", count: 2)]),
            (name: "Second", faction: "Terra", at: near("Earth"), ships: [(class: "scout", count: 3)],
                route: [(to: body("Mars"))]),
            (name: "Third", faction: "Terra", at: near("Mars"), ships: [(class: "scout")],
                route: [(to: fleet(name: "Second"))]),
            (name: "Raiders", faction: "Ares", at: near("Mars"), ships: [(class: "scout")]),
        ],"#;
    world(&of_two(r#"body("Earth"), body("Moon"), body("Mars")"#, fields))
}

/// Gives an order; returns its result in words, empty on success. A check before it must give the same.
fn give(simulation: &mut Simulation, player: usize, units: Units, command: Command) -> String {
    let order = Order::fleet(units, command);
    let before = simulation.hash();
    let viewer = Viewer::Faction(FactionId(player));
    let forecast = with_view(simulation.world_mut(), viewer, |view| check(view, &order)).expect("a world");
    assert_eq!(simulation.hash(), before, "a check changes nothing");
    simulation.world_mut().resource_mut::<OrderQueue>().give(FactionId(player), order);
    simulation.run(1);
    let answers = simulation.world_mut().resource_mut::<OrderQueue>().take_answers(FactionId(player));
    let outcome = answers.into_iter().next_back().expect("an answer").outcome;
    assert_eq!(forecast, outcome);
    outcome.err().map(|refusal| refusal.to_string()).unwrap_or_default()
}

/// The fleets by their numbers: name and number of ships.
fn fleets(simulation: &mut Simulation) -> Vec<(u32, String, usize)> {
    let world = simulation.world_mut();
    let mut query = world.query::<(bevy::prelude::Entity, &Fleet)>();
    let mut found: Vec<(u32, String, usize)> = query
        .iter(world)
        .map(|(entity, fleet)| (fleet.id.0, fleet.name.clone(), members_in_order(world, entity).len()))
        .collect();
    found.sort();
    found
}

fn route_of(simulation: &mut Simulation, name: &str) -> Route {
    let world = simulation.world_mut();
    let mut query = world.query::<(&Fleet, &Route)>();
    query.iter(world).find(|(fleet, _)| fleet.name == name).expect("the fleet").1.clone()
}

fn rename(name: &str) -> Command {
    Command::Rename(name.to_owned())
}

fn join(others: &[Units]) -> Command {
    Command::Join { others: others.to_vec() }
}

#[test]
fn a_fleet_takes_another_name() {
    let mut simulation = home();
    simulation.run(1);
    assert_eq!(give(&mut simulation, TERRA, FIRST, rename("Home guard")), "");
    assert_eq!(fleets(&mut simulation)[0].1, "Home guard");
    let cases = [
        ("", "that is no name for a fleet: a name is needed here"),
        (" x", "that is no name for a fleet: a name does not begin or end with a blank"),
        ("a\u{202e}b", "that is no name for a fleet: U+202E stands here, a letter that is not seen"),
        ("Second", "another of your fleets is called Second already"),
    ];
    for (name, words) in cases {
        assert_eq!(give(&mut simulation, TERRA, FIRST, rename(name)), words);
    }
    let long = give(&mut simulation, TERRA, SECOND, rename(&"x".repeat(65)));
    assert!(long.contains("at most 64 letters"), "{long}");
    let one = Units::Ships(vec![ShipId(0)]);
    assert!(give(&mut simulation, TERRA, one, rename("Part")).contains("one whole fleet"));
    // The same name of a foreign fleet is not known.
    assert_eq!(give(&mut simulation, TERRA, THIRD, rename("Raiders")), "");
    assert_eq!(give(&mut simulation, 1, Units::Fleet(FleetId(0)), rename("Mine")), "there is no fleet 0");
}

#[test]
fn names_are_part_of_the_state() {
    let renamed = |name: &str| {
        let mut simulation = home();
        give(&mut simulation, TERRA, FIRST, rename(name));
        simulation.hash()
    };
    assert_ne!(renamed("One"), renamed("Two"));
}

#[test]
fn fleets_become_one() {
    let mut simulation = home();
    simulation.run(1);
    assert_eq!(give(&mut simulation, TERRA, SECOND, Command::Stop), "");
    assert_eq!(give(&mut simulation, TERRA, FIRST, join(&[SECOND])), "");
    let expected = [(0, "First".to_owned(), 5), (2, "Third".to_owned(), 1), (3, "Raiders".to_owned(), 1)];
    assert_eq!(fleets(&mut simulation), expected);
    let followed = route_of(&mut simulation, "Third").0.front().map(|leg| leg.goal);
    assert_eq!(followed, Some(Goal::Fleet { fleet: FleetId(0), guard: false }), "it follows the new fleet");
    simulation.run(900);
    assert_eq!(legs_left(&mut simulation, "First"), 0, "they have gathered");
    let earth = body_place(&simulation, "Earth");
    let near: Vec<f64> = ships(&mut simulation)[..5].iter().map(|ship| ship.1.distance(earth)).collect();
    assert!(near.iter().all(|far| *far < 3.0e6), "where they rested: {near:?}");
}

#[test]
fn the_largest_part_gives_the_orders() {
    let mut simulation = home();
    simulation.run(1);
    let to_mars = route_of(&mut simulation, "Second").0.front().map(|leg| leg.goal);
    assert_eq!(give(&mut simulation, TERRA, FIRST, join(&[SECOND])), "");
    let merged = route_of(&mut simulation, "First");
    assert_eq!((merged.0.len(), merged.0.front().map(|leg| leg.goal)), (1, to_mars));
}

#[test]
fn joining_fleets_take_the_route_of_the_first() {
    let mut simulation = home();
    simulation.run(1);
    assert_eq!(give(&mut simulation, TERRA, SECOND, join(&[FIRST])), "");
    assert_eq!(route_of(&mut simulation, "Second").0.len(), 1, "to Mars");
    assert_eq!(fleets(&mut simulation)[0], (1, "Second".to_owned(), 5));
    let (level, classes) = {
        let save = simulation.capture().expect("there is a world");
        written(&to_ron(&save).expect("it can be written"))
    };
    let mut resumed = Simulation::new(&level, &classes, 1).expect("a save spawns");
    for _ in 0..50 {
        simulation.run(1);
        resumed.run(1);
        assert_eq!(simulation.hash(), resumed.hash());
    }
}

#[test]
fn a_fleet_that_would_follow_itself_after_joining_goes_on() {
    let mut simulation = home();
    simulation.run(1);
    assert_eq!(give(&mut simulation, TERRA, THIRD, join(&[SECOND])), "");
    simulation.run(1);
    let is_after = |leg: &ecliptic::sim::Leg| matches!(leg.goal, Goal::Fleet { .. });
    assert!(!route_of(&mut simulation, "Third").0.iter().any(is_after));
}

#[test]
fn some_ships_alone_may_join() {
    let mut simulation = home();
    simulation.run(1);
    let some = Command::Join { others: vec![Units::Ships(vec![ShipId(2), ShipId(3)])] };
    assert_eq!(give(&mut simulation, TERRA, FIRST, some), "");
    let counts: Vec<usize> = fleets(&mut simulation).into_iter().map(|(.., count)| count).collect();
    assert_eq!(counts, [4, 1, 1, 1]);
    let nobody = "nothing to merge with: select ships of another fleet";
    assert_eq!(give(&mut simulation, TERRA, FIRST, join(&[FIRST])), nobody);
    assert_eq!(give(&mut simulation, TERRA, FIRST, join(&[])), nobody);
    assert_eq!(give(&mut simulation, TERRA, FIRST, join(&[Units::Fleet(FleetId(9))])), "there is no fleet 9");
}

#[test]
fn ships_are_given_up_at_a_yard_for_half_of_their_price() {
    let mut simulation = home();
    simulation.run(1);
    let money = |simulation: &Simulation| {
        simulation.world().resource::<Ledgers>().0[FactionId(TERRA)].balance().money
    };
    let price = {
        let classes = &simulation.world().resource::<ShipClasses>().0;
        classes.iter().find(|class| class.name == "corvette").expect("a class").price.money
    };
    let before = money(&simulation);
    let one = Units::Ships(vec![ShipId(0)]);
    assert_eq!(give(&mut simulation, TERRA, one, Command::Scrap), "");
    assert_eq!(money(&simulation) - before, i64::from(price) / 2);
    let notes = simulation.world_mut().resource_mut::<Notices>().take(FactionId(TERRA));
    let words: Vec<&str> = notes.iter().map(|note| note.words.as_str()).collect();
    assert_eq!(words, ["1 ship of First scrapped for 50 % of the price"]);
    assert_eq!(fleets(&mut simulation)[0], (0, "First".to_owned(), 1), "the others stay");
    assert_eq!(give(&mut simulation, TERRA, FIRST, Command::Scrap), "");
    assert_eq!(fleets(&mut simulation)[0].1, "Second", "a fleet without ships is gone");
    let refusal = give(&mut simulation, TERRA, THIRD, Command::Scrap);
    assert_eq!(refusal, "ships are scrapped only in a gravity well where you have a finished shipyard");
    let go = Command::go(Goal::Body(simulation.body("Earth")), When::Now);
    assert_eq!(give(&mut simulation, TERRA, THIRD, go), "");
}
