//! Places that move with something: points ahead of a body, and followed fleets.

use ecliptic::level::to_ron;
use ecliptic::orbit::AU_KM;
use ecliptic::sim::ids::FactionId;
use ecliptic::sim::world::{Fleet, MemberOf, Notices, Ship};
use ecliptic::sim::{Anchor, Command, Goal, Order, Simulation, Sky, When};
use glam::DVec3;

use super::worlds::{ByName, body_place, legs_left, middle, near_earth, overlaps, world, written};

const FLEETS: &str = r#"
    (name: "First", faction: "Terra", at: au(1.2, 0.4, 0), ships: [(class: "corvette", count: 4)]),
    (name: "Second", faction: "Terra", at: au(1.21, 0.4, 0), ships: [(class: "corvette", count: 3)]),
    (name: "Third", faction: "Terra", at: au(1.2, 0.41, 0), ships: [(class: "corvette", count: 3)]),
    (name: "Red Guard", faction: "Ares", at: near("Mars"), ships: [(class: "corvette", count: 2)])"#;

fn ahead(simulation: &Simulation, body: &str, degrees: f64) -> Order {
    let goal = Goal::ahead(simulation.body(body), degrees);
    Order::fleet(simulation.fleet("First"), Command::go(goal, When::Now))
}

fn follow(simulation: &Simulation, fleet: &str, led: &str) -> Order {
    Order::fleet(simulation.fleet(fleet), Command::go(simulation.beside(led, false), When::Now))
}

fn run_to_rest(simulation: &mut Simulation, name: &str, longest: u64) {
    let end = simulation.tick_count() + longest;
    while legs_left(simulation, name) > 0 {
        assert!(simulation.tick_count() < end, "{name} is still under way");
        simulation.run(1);
    }
}

/// Checks that a world and its save go on in the same way.
fn goes_on_from_a_save(simulation: &mut Simulation, ticks: u64) {
    let text = to_ron(&simulation.capture().expect("a world")).expect("it is written");
    let (level, classes) = written(&text);
    let mut resumed = Simulation::new(&level, &classes, 1).expect("a save spawns");
    for tick in 0..ticks {
        simulation.run(1);
        resumed.run(1);
        assert_eq!(simulation.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
}

#[test]
fn a_fleet_keeps_station_ahead_of_mars() {
    let mut simulation = world(&near_earth(FLEETS));
    simulation.give(0, ahead(&simulation, "Mars", 30.0)).expect("there is such a point");
    simulation.run(200);
    goes_on_from_a_save(&mut simulation, 50);
    run_to_rest(&mut simulation, "First", 8_000);
    simulation.run(100);
    let mars = simulation.world().resource::<Sky>().system.find("Mars").expect("it is there");
    let start = middle(&mut simulation, "First");
    for _ in 0..30 {
        simulation.run(100);
        let place = middle(&mut simulation, "First");
        let anchor = Anchor::Ahead { body: mars, degrees: 30.0 };
        let off = simulation.world().resource::<Sky>().origin_now(anchor).distance(place);
        assert!(off < 5_000.0, "{off} km off");
        let arm = body_place(&simulation, "Mars") - body_place(&simulation, "Sun");
        let own = place - body_place(&simulation, "Sun");
        let degrees = libm::acos(own.normalize().dot(arm.normalize())).to_degrees();
        assert!((degrees - 30.0).abs() < 0.01, "{degrees} degrees from Mars");
    }
    assert!(middle(&mut simulation, "First").distance(start) > 0.1 * AU_KM, "it moves along");
    goes_on_from_a_save(&mut simulation, 50);
    // And it leaves again.
    let from = middle(&mut simulation, "First");
    let to = from * 1.1;
    simulation
        .give(0, Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)))
        .expect("own fleet");
    run_to_rest(&mut simulation, "First", 2_000);
    assert!(middle(&mut simulation, "First").distance(to) < 5_000.0);
}

#[test]
fn points_ahead_that_make_no_sense_are_refused() {
    let mut simulation = world(&near_earth(FLEETS));
    let cases = [
        (ahead(&simulation, "Sun", 30.0), "has no orbit"),
        (ahead(&simulation, "Mars", 181.0), "no angle"),
        (ahead(&simulation, "Mars", f64::NAN), "no angle"),
        (ahead(&simulation, "mars", 0.01), "gravity well of Mars"),
    ];
    for (order, words) in cases {
        let refusal = simulation.give(0, order.clone()).expect_err("must be refused");
        assert!(refusal.to_string().contains(words), "{order:?}: {refusal}");
    }
    assert_eq!(legs_left(&mut simulation, "First"), 0);
}

#[test]
fn fleets_follow_another_over_several_legs() {
    let mut simulation = world(&near_earth(FLEETS));
    for follower in ["Second", "Third"] {
        simulation.give(0, follow(&simulation, follower, "First")).expect("own fleets");
    }
    for (number, (x, y)) in [(1.25, 0.45), (1.3, 0.4), (1.25, 0.35)].into_iter().enumerate() {
        let to = DVec3::new(x, y, 0.0) * AU_KM;
        simulation.order(Order::fleet(
            simulation.fleet("First"),
            Command::go(Goal::point(to), When::queued(number > 0)),
        ));
    }
    simulation.run(40);
    goes_on_from_a_save(&mut simulation, 40);
    while legs_left(&mut simulation, "First") > 0 {
        assert!(simulation.tick_count() < 6_000, "still under way");
        simulation.run(1);
        assert_eq!(overlaps(&mut simulation).0, 0, "tick {}", simulation.tick_count());
    }
    for _ in 0..900 {
        simulation.run(1);
        assert_eq!(overlaps(&mut simulation).0, 0, "tick {}", simulation.tick_count());
    }
    let led = middle(&mut simulation, "First");
    for follower in ["Second", "Third"] {
        let apart = middle(&mut simulation, follower).distance(led);
        assert!(apart > 2_000.0 && apart < 40_000.0, "{follower} is {apart} km away");
        assert_eq!(legs_left(&mut simulation, follower), 1, "following does not end");
    }
}

#[test]
fn following_ends_when_the_other_fleet_is_gone() {
    let mut simulation = world(&near_earth(FLEETS));
    simulation.give(0, follow(&simulation, "Second", "First")).expect("own fleets");
    simulation.run(20);
    let world = simulation.world_mut();
    let mut fleets = world.query::<(bevy::prelude::Entity, &Fleet)>();
    let first = fleets.iter(world).find(|(_, fleet)| fleet.name == "First").map(|(entity, _)| entity);
    let first = first.expect("it is there");
    let mut ships = world.query_filtered::<(bevy::prelude::Entity, &MemberOf), bevy::prelude::With<Ship>>();
    let crew: Vec<_> =
        ships.iter(world).filter(|(_, fleet)| fleet.0 == first).map(|(ship, _)| ship).collect();
    for thing in crew.into_iter().chain([first]) {
        world.despawn(thing);
    }
    simulation.run(1);
    assert_eq!(legs_left(&mut simulation, "Second"), 0);
    let notes = simulation.world_mut().resource_mut::<Notices>().take(FactionId(0));
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0].player, FactionId(0));
    assert!(notes[0].words.starts_with("Second has nobody to follow"), "{}", notes[0].words);
}

#[test]
fn no_fleet_follows_itself_or_a_fleet_out_of_sight() {
    let mut simulation = world(&near_earth(FLEETS));
    let words = |simulation: &mut Simulation, fleet: &str, led: &str| {
        simulation.give(0, follow(simulation, fleet, led)).expect_err("must be refused").to_string()
    };
    assert!(words(&mut simulation, "First", "First").contains("would follow itself"));
    assert!(words(&mut simulation, "First", "Red Guard").contains("there is no fleet 3"));
    simulation.give(0, follow(&simulation, "First", "Second")).expect("own fleets");
    simulation.give(0, follow(&simulation, "Second", "Third")).expect("own fleets");
    assert!(words(&mut simulation, "Third", "First").contains("would follow itself"));
}
