//! Orders in a pause: their routes are shown before the next tick.

use bevy::ecs::system::RunSystemOnce;
use ecliptic::sim::forecast::{FleetForecast, FleetForecaster};
use ecliptic::sim::ids::{FactionId, FleetId, ShipId, TargetId};
use ecliptic::sim::order::apply_waiting;
use ecliptic::sim::world::{Fleet, Route};
use ecliptic::sim::{AttackTarget, Command, Goal, Order, OrderQueue, Simulation, Units, When};
use glam::DVec3;

use super::worlds::{ByName, body_place, middle, of_two, world};

const TERRA: FactionId = FactionId(0);
const FIRST: Units = Units::Fleet(FleetId(0));
const SECOND: Units = Units::Fleet(FleetId(1));
const THIRD: Units = Units::Fleet(FleetId(2));
const RAIDERS: FleetId = FleetId(3);
/// No goal is farther from its place a tick later, and the Sun is much farther from all of them.
const NEAR_KM: f64 = 5.0e6;

/// Terra's First and Third at Earth and its Second at Mars, where it sees Ares' Raiders.
fn far_apart() -> Simulation {
    let fields = r#"
        fleets: [
            (name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette", count: 2)]),
            (name: "Second", faction: "Terra", at: beside(body: "Mars", radii: 3, bearing_deg: 0),
                ships: [(class: "scout")]),
            (name: "Third", faction: "Terra", at: near("Earth"), ships: [(class: "scout")]),
            (name: "Raiders", faction: "Ares", at: beside(body: "Mars", radii: 3, bearing_deg: 20),
                ships: [(class: "scout", count: 2)]),
        ],"#;
    let mut simulation = world(&of_two(r#"body("Venus"), body("Earth"), body("Mars")"#, fields));
    simulation.run(1);
    simulation
}

/// Gives an order to Terra's ships without a tick.
fn give_in_a_pause(simulation: &mut Simulation, units: Units, command: Command) {
    let order = Order::fleet(units, command);
    simulation.world_mut().resource_mut::<OrderQueue>().give(TERRA, order.clone());
    apply_waiting(simulation.world_mut());
    let answers = simulation.world_mut().resource_mut::<OrderQueue>().take_answers(TERRA);
    let outcome = answers.into_iter().next_back().expect("an answer").outcome;
    assert_eq!(outcome, Ok(()), "{order:?}");
}

/// The place of the goal of a fleet's last leg.
fn place_of_goal(simulation: &mut Simulation, name: &str) -> DVec3 {
    let world = simulation.world_mut();
    let mut routes = world.query::<(&Fleet, &Route)>();
    let (_, route) = routes.iter(world).find(|(fleet, _)| fleet.name == name).expect("the fleet");
    route.0.back().expect("it has a leg").track.place
}

/// Where First is forecast to arrive at the end of its route, and when, Julian date (TDB).
fn forecast(simulation: &mut Simulation) -> (DVec3, f64) {
    let world = simulation.world_mut();
    let update = |mut forecaster: FleetForecaster| forecaster.update(TERRA);
    world.run_system_once(update).expect("it runs");
    let mut forecasts = world.query::<(&Fleet, &FleetForecast)>();
    let (_, found) = forecasts.iter(world).find(|(fleet, _)| fleet.name == "First").expect("the fleet");
    let arrival = found.itinerary.arrivals.last().expect("it arrives");
    (arrival.position, arrival.jd)
}

#[test]
fn a_leg_to_what_moves_by_itself_leads_there_before_the_next_tick() {
    let mut simulation = far_apart();
    let scout = simulation.ship_class("scout");
    let mars = simulation.body("Mars");
    let goals = [
        (Goal::Attack(simulation.foes_about("Mars")), "Mars"),
        (Goal::Attack(simulation.foes_about("Venus")), "Venus"),
        (Goal::Attack(AttackTarget::Fleet(RAIDERS)), "Mars"),
        (Goal::Attack(AttackTarget::Target(TargetId::Ship(ShipId(4)))), "Mars"),
        (Goal::Attack(AttackTarget::Class { class: scout, body: Some(mars) }), "Mars"),
        (simulation.beside("Second", false), "Mars"),
        (simulation.beside("Second", true), "Mars"),
    ];
    for (goal, near) in goals {
        for when in [When::Now, When::Last, When::Before(1)] {
            give_in_a_pause(&mut simulation, FIRST, Command::Stop);
            if when != When::Now {
                let first = Command::go(Goal::Body(simulation.body("Venus")), When::Now);
                give_in_a_pause(&mut simulation, FIRST, first);
            }
            give_in_a_pause(&mut simulation, FIRST, Command::go(goal, when));
            let case = format!("{goal:?} {when:?}");
            let at_once = place_of_goal(&mut simulation, "First");
            let (end, arrival_jd) = forecast(&mut simulation);
            assert!(at_once.distance(body_place(&simulation, near)) < NEAR_KM, "{case}: {at_once}");
            assert!(end.distance(at_once) < NEAR_KM, "{case}: {end}");
            simulation.run(1);
            assert!(place_of_goal(&mut simulation, "First").distance(at_once) < NEAR_KM, "{case}");
            let (_, later_jd) = forecast(&mut simulation);
            let is_later = (later_jd - arrival_jd).abs() > 0.5;
            assert!(!is_later || when != When::Now, "{case}: {arrival_jd} and {later_jd}");
        }
    }
}

#[test]
fn who_follows_merged_ships_is_led_to_all_of_them_before_the_next_tick() {
    let mut simulation = far_apart();
    let beside = simulation.beside("Third", false);
    give_in_a_pause(&mut simulation, FIRST, Command::go(beside, When::Now));
    give_in_a_pause(&mut simulation, SECOND, Command::Join { others: vec![THIRD] });
    let led = middle(&mut simulation, "Second");
    assert!(place_of_goal(&mut simulation, "First").distance(led) < NEAR_KM);
}
