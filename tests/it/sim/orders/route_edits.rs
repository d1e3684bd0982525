//! Routes that are changed while they are flown, and patrols.

use ecliptic::level::{Cohesion, Shape, to_ron};
use ecliptic::orbit::AU_KM;
use ecliptic::sim::ids::{BodyId, FleetId};
use ecliptic::sim::world::{AnchoredPlace, Fleet, Flight, Goal, Leg, Route};
use ecliptic::sim::{Anchor, Calendar, Command, Order, RouteEdit, Simulation, Units, WaitEvent, When};
use glam::DVec3;

use super::worlds::{ByName, legs_left, near_earth, ships, world, written};

const FIRST: &str =
    r#"(name: "First", faction: "Terra", at: au(2, 0, 0), ships: [(class: "corvette", count: 3)])"#;

fn edit(edit: Command) -> Order {
    Order::fleet(Units::Fleet(FleetId(0)), edit)
}

fn at(x: f64) -> DVec3 {
    DVec3::new(x, 0.0, 0.0) * AU_KM
}

fn legs(simulation: &mut Simulation) -> Vec<Leg> {
    let world = simulation.world_mut();
    let mut routes = world.query::<(&Fleet, &Route)>();
    let found = routes.iter(world).find(|(fleet, _)| fleet.name == "First");
    found.map(|(_, route)| route.0.iter().copied().collect()).unwrap_or_default()
}

/// The destinations of the legs, in AU along x; `None` for a leg that does not lead to a point.
fn stops(simulation: &mut Simulation) -> Vec<Option<f64>> {
    let stop = |leg: &Leg| match leg.goal {
        Goal::Place(AnchoredPlace { anchor: Anchor::Space, offset }) => {
            Some(((offset.x / AU_KM) * 1000.0).round() / 1000.0)
        }
        _ => None,
    };
    legs(simulation).iter().map(stop).collect()
}

fn with_two_legs() -> Simulation {
    let mut simulation = world(&near_earth(FIRST));
    for (x, queue) in [(2.5, false), (3.0, true)] {
        simulation.order(Order::fleet(
            simulation.fleet("First"),
            Command::go(Goal::point(at(x)), When::queued(queue)),
        ));
    }
    simulation.run(20);
    simulation
}

#[test]
fn legs_are_put_in_taken_out_and_moved() {
    let mut simulation = with_two_legs();
    assert_eq!(stops(&mut simulation), [Some(2.5), Some(3.0)]);
    simulation.give(0, edit(Command::go(Goal::point(at(1.9)), When::Before(0)))).expect("there is room");
    assert_eq!(stops(&mut simulation), [Some(1.9), Some(2.5), Some(3.0)]);
    simulation
        .give(0, edit(Command::go(Goal::Body(simulation.body("Mars")), When::Before(3))))
        .expect("room");
    assert_eq!(stops(&mut simulation), [Some(1.9), Some(2.5), Some(3.0), None]);
    simulation.give(0, edit(Command::Edit(RouteEdit::Remove { at: 0 }))).expect("it is there");
    simulation
        .give(0, edit(Command::Edit(RouteEdit::Move { at: 1, to: Goal::point(at(3.5)) })))
        .expect("it is there");
    assert_eq!(stops(&mut simulation), [Some(2.5), Some(3.5), None]);
    simulation
        .give(0, edit(Command::Edit(RouteEdit::Move { at: 0, to: Goal::point(at(2.1)) })))
        .expect("it is there");
    while legs_left(&mut simulation, "First") > 2 {
        assert!(simulation.tick_count() < 2_000, "still on the first leg");
        simulation.run(1);
    }
    assert!(ships(&mut simulation).iter().all(|(_, place, _)| place.distance(at(2.1)) < 20_000.0));
}

#[test]
fn a_fleet_without_legs_comes_to_rest_at_its_place() {
    let mut simulation = with_two_legs();
    for _ in 0..2 {
        simulation.give(0, edit(Command::Edit(RouteEdit::Remove { at: 0 }))).expect("it is there");
    }
    simulation.run(300);
    for (_, place, Flight { own_velocity, .. }) in ships(&mut simulation) {
        assert!(own_velocity.length() < 1.0, "still makes {own_velocity} km/s");
        assert!(place.x > at(2.0).x + 1.0e5 && place.x < at(2.5).x, "it does not fly back");
    }
}

#[test]
fn a_wait_at_the_front_holds_a_fleet_where_it_is() {
    let mut simulation = with_two_legs();
    let jd = simulation.world().resource::<Calendar>().clock.jd_at(400);
    let leg = Goal::Wait(WaitEvent::Date(jd));
    simulation.give(0, edit(Command::go(leg, When::Before(0)))).expect("there is room");
    simulation.run(300);
    let speed = |simulation: &mut Simulation| ships(simulation)[0].2.own_velocity.length();
    assert!(speed(&mut simulation) < 1.0);
    assert_eq!(stops(&mut simulation), [None, Some(2.5), Some(3.0)]);
    simulation.run(150);
    assert_eq!(stops(&mut simulation), [Some(2.5), Some(3.0)]);
    assert!(speed(&mut simulation) > 10.0, "it goes on");
}

#[test]
fn edits_that_do_not_fit_are_refused() {
    let mut simulation = with_two_legs();
    let [one, other] = ["Mars", "Earth"].map(|name| simulation.body(name));
    let wait = Goal::Wait(WaitEvent::Conjunction { one, other });
    simulation.give(0, edit(Command::go(wait, When::Before(2)))).expect("there is room");
    let before = legs(&mut simulation);
    let cases = [
        (Command::Edit(RouteEdit::Remove { at: 3 }), "no waypoint 4"),
        (Command::Edit(RouteEdit::Move { at: 7, to: Goal::point(at(1.0)) }), "no waypoint 8"),
        (Command::Edit(RouteEdit::Move { at: 2, to: Goal::point(at(1.0)) }), "a wait has no place"),
        (Command::Edit(RouteEdit::Move { at: 0, to: Goal::point(at(300.0)) }), "200 AU"),
        (Command::go(Goal::point(at(1.0)), When::Before(4)), "no waypoint 5"),
        (Command::go(Goal::Body(BodyId(99)), When::Before(0)), "no body called number 99"),
        (Command::go(simulation.beside("First", true), When::Before(0)), "would follow itself"),
    ];
    for (change, words) in cases {
        let refusal = simulation.give(0, edit(change.clone())).expect_err("must be refused");
        assert!(refusal.to_string().contains(words), "{change:?}: {refusal}");
    }
    let nobody = Order::fleet(Units::Fleet(FleetId(99)), Command::Edit(RouteEdit::Repeat(true)));
    assert!(simulation.give(0, nobody).is_err());
    assert_eq!(legs(&mut simulation), before, "a refused order changes nothing");
}

#[test]
fn a_patrol_goes_to_and_fro() {
    let mut simulation = world(&near_earth(FIRST));
    simulation
        .give(0, Order::fleet(simulation.fleet("First"), Command::Patrol { to: Goal::point(at(2.05)) }))
        .expect("own fleet");
    assert_eq!(stops(&mut simulation), [Some(2.05), Some(2.0)]);
    simulation.run(30);
    let text = to_ron(&simulation.capture().expect("a world")).expect("it is written");
    let (level, classes) = written(&text);
    let mut resumed = Simulation::new(&level, &classes, 1).expect("a save spawns");
    for turn in 0..10 {
        let before = stops(&mut simulation);
        while stops(&mut simulation) == before {
            assert!(simulation.tick_count() < 20_000, "it has turned {turn} times");
            simulation.run(1);
            resumed.run(1);
            assert_eq!(simulation.digests().difference(&resumed.digests()), None);
        }
        assert_eq!(stops(&mut simulation).len(), 2);
    }
    // Another order ends it.
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(at(2.02)), When::Now)));
    simulation.run(400);
    assert_eq!(legs_left(&mut simulation, "First"), 0);
}

#[test]
fn a_fleet_that_waits_amid_a_patrol_forms_up_and_keeps_its_route() {
    let mut simulation = world(&near_earth(FIRST));
    simulation
        .give(0, Order::fleet(simulation.fleet("First"), Command::Patrol { to: Goal::point(at(2.05)) }))
        .expect("own fleet");
    let jd = simulation.world().resource::<Calendar>().clock.jd_at(1_200);
    let wait = Goal::Wait(WaitEvent::Date(jd));
    simulation.give(0, edit(Command::go(wait, When::Before(0)))).expect("there is room");
    simulation.run(300);
    let (shape, conduct, facing) = (Shape::Line, Cohesion::Formation, Some(DVec3::Y));
    simulation
        .give(0, Order::fleet(simulation.fleet("First"), Command::Form { shape, conduct, facing }))
        .expect("own fleet");
    assert_eq!(stops(&mut simulation), [None, Some(2.05), Some(2.0)], "no leg more than before");
    let text = to_ron(&simulation.capture().expect("a world")).expect("it is written");
    let (level, classes) = written(&text);
    let mut resumed = Simulation::new(&level, &classes, 1).expect("a save spawns");
    for _ in 0..500 {
        simulation.run(1);
        resumed.run(1);
        assert_eq!(simulation.digests().difference(&resumed.digests()), None);
    }
    let places: Vec<DVec3> = ships(&mut simulation).iter().map(|(_, place, _)| *place).collect();
    let extent = |axis: DVec3| {
        let along = places.iter().map(|place| place.dot(axis));
        along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
    };
    assert!(extent(DVec3::X) > 4.0 * extent(DVec3::Y), "{} by {}", extent(DVec3::X), extent(DVec3::Y));
    assert_eq!(stops(&mut simulation), [None, Some(2.05), Some(2.0)], "it still waits");
    simulation.run(450);
    assert_eq!(stops(&mut simulation).len(), 2, "the wait is over, and nothing else is left of it");
}

#[test]
fn the_same_orders_give_the_same_world() {
    let run = || {
        let mut simulation = with_two_legs();
        let leg = Goal::ahead(simulation.body("Mars"), -60.0);
        simulation.order(edit(Command::go(leg, When::Before(0))));
        simulation.order(edit(Command::Edit(RouteEdit::Repeat(true))));
        simulation.run(300);
        simulation.hash()
    };
    assert_eq!(run(), run());
}
