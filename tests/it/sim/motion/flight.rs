//! Ships reach their destinations, and never pass through anything solid.

use ecliptic::orbit::AU_KM;
use ecliptic::sim::{Command, Goal, Order, When};
use glam::DVec3;

use super::worlds::{ByName, body_place, body_radius, legs_left, near_earth, overlaps, ships, world};

const FLEET: &str = r#"(name: "First", faction: "Terra", at: near("Earth"),
    ships: [(class: "corvette", count: 6), (class: "cruiser")])"#;

/// Runs until a fleet has finished its orders; panics after `limit` ticks or at any overlap.
fn run_to_rest(simulation: &mut ecliptic::sim::Simulation, name: &str, limit: u64) -> u64 {
    simulation.run(1);
    for tick in 1..limit {
        if legs_left(simulation, name) == 0 {
            return tick;
        }
        simulation.run(1);
        assert_eq!(overlaps(simulation).0, 0, "overlap in tick {tick}");
    }
    let places: Vec<String> =
        ships(simulation).iter().map(|(_, place, flight)| format!("{place} {flight:?}")).collect();
    panic!("still under way after {limit} ticks: {places:#?}");
}

#[test]
fn a_fleet_flies_to_a_point_and_stays() {
    let mut simulation = world(&near_earth(FLEET));
    let to = DVec3::new(0.2, -1.3, 0.05) * AU_KM;
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
    run_to_rest(&mut simulation, "First", 3_000);
    simulation.run(60);
    for (ship, place, flight) in ships(&mut simulation) {
        assert!(place.distance(to) < 40.0 * 1_500.0, "{:?} is {} km off", ship.id, place.distance(to));
        assert!(flight.own_velocity.length() < 1.0, "{:?} does not rest", ship.id);
    }
}

#[test]
fn a_fleet_sent_to_a_planet_stays_with_it() {
    let mut simulation = world(&near_earth(FLEET));
    simulation.order(Order::fleet(
        simulation.fleet("First"),
        Command::go(Goal::Body(simulation.body("Mars")), When::Now),
    ));
    run_to_rest(&mut simulation, "First", 4_000);
    let offsets = |simulation: &mut ecliptic::sim::Simulation| -> Vec<DVec3> {
        let mars = body_place(simulation, "Mars");
        ships(simulation).iter().map(|(_, place, _)| *place - mars).collect()
    };
    simulation.run(30);
    let before = offsets(&mut simulation);
    let radius = body_radius(&simulation, "Mars");
    assert!(before.iter().all(|offset| offset.length() > radius && offset.length() < 8.0 * radius));
    simulation.run(600);
    for (before, after) in before.iter().zip(offsets(&mut simulation)) {
        assert!(before.distance(after) < 50.0, "drifted by {} km", before.distance(after));
    }
}

#[test]
fn the_way_to_the_far_side_of_the_sun_leads_round_it() {
    let fleets =
        r#"(name: "First", faction: "Terra", at: au(-0.3, 0, 0), ships: [(class: "corvette", count: 5)])"#;
    let mut simulation = world(&near_earth(fleets));
    let to = DVec3::new(0.3, 0.0, 0.0) * AU_KM;
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
    let mut flown = 0.0;
    let mut nearest = f64::MAX;
    let mut last = ships(&mut simulation)[0].1;
    simulation.run(1);
    while legs_left(&mut simulation, "First") > 0 {
        simulation.run(1);
        assert!(simulation.tick_count() < 2_000, "never gets there");
        assert_eq!(overlaps(&mut simulation).0, 0);
        let place = ships(&mut simulation)[0].1;
        flown += place.distance(last);
        nearest = nearest.min(place.length());
        last = place;
    }
    // The fleet turns in time, and is not merely stopped at the surface.
    let radius = body_radius(&simulation, "Sun");
    assert!(nearest > 1.01 * radius, "comes within {} radii of the Sun", nearest / radius);
    let ratio = flown / (0.6 * AU_KM);
    assert!(ratio > 1.0 && ratio < 1.15, "path is {ratio} of the straight line");
}

#[test]
fn a_target_inside_a_planet_ends_at_its_surface() {
    let mut simulation = world(&near_earth(FLEET));
    let to = body_place(&simulation, "Earth") + DVec3::new(1000.0, 0.0, 0.0);
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
    run_to_rest(&mut simulation, "First", 4_000);
    let earth = body_place(&simulation, "Earth");
    let radius = body_radius(&simulation, "Earth");
    for (ship, place, _) in ships(&mut simulation) {
        let gap = place.distance(earth) - radius - ship.radius_km;
        assert!((0.0..30_000.0).contains(&gap), "{:?} stands {gap} km above the ground", ship.id);
    }
}

#[test]
fn two_ships_that_change_places_pass_each_other() {
    let fleets = r#"(name: "First", faction: "Terra", at: au(0.7, 1.2, 0), ships: [(class: "corvette")]),
                    (name: "Second", faction: "Terra", at: km(104809059.53, 179517444.84, 0),
                     ships: [(class: "corvette")])"#;
    let mut simulation = world(&near_earth(fleets));
    let places: Vec<DVec3> = ships(&mut simulation).iter().map(|(_, place, _)| *place).collect();
    let apart = places[0].distance(places[1]);
    assert!(apart < 1.0e5, "they start {apart} km apart");
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(places[1]), When::Now)));
    simulation
        .order(Order::fleet(simulation.fleet("Second"), Command::go(Goal::point(places[0]), When::Now)));
    run_to_rest(&mut simulation, "First", 900);
    run_to_rest(&mut simulation, "Second", 900);
    let now: Vec<DVec3> = ships(&mut simulation).iter().map(|(_, place, _)| *place).collect();
    assert!(now[0].distance(places[1]) < 1_000.0 && now[1].distance(places[0]) < 1_000.0);
}

#[test]
fn forty_ships_that_start_in_one_place_come_apart() {
    let same = |name: &str| {
        format!(
            r#"(name: "{name}", faction: "Terra", at: au(0.7, 1.2, 0), ships: [(class: "frigate", count: 20)])"#
        )
    };
    let mut simulation = world(&near_earth(&format!("{},{}", same("First"), same("Second"))));
    let start = ships(&mut simulation)[0].1;
    simulation.run(120);
    assert_eq!(overlaps(&mut simulation), (0, 0.0));
    // Gently: no ship is thrown farther than a heap of this many radii.
    for (ship, place, _) in ships(&mut simulation) {
        let radii = place.distance(start) / ship.radius_km;
        assert!(radii < 40.0, "{:?} was thrown away by {radii} radii", ship.id);
    }
}

#[test]
fn a_queued_route_is_flown_leg_by_leg() {
    let mut simulation = world(&near_earth(FLEET));
    let first = DVec3::new(0.9, 1.1, 0.0) * AU_KM;
    let second = DVec3::new(0.5, 1.5, 0.1) * AU_KM;
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(first), When::Now)));
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(second), When::Last)));
    simulation.run(1);
    assert_eq!(legs_left(&mut simulation, "First"), 2);
    let mut nearest = f64::MAX;
    while legs_left(&mut simulation, "First") > 0 {
        simulation.run(1);
        nearest = nearest.min(ships(&mut simulation)[0].1.distance(first));
        assert!(simulation.tick_count() < 6_000);
    }
    assert!(nearest < 1.0e4, "the first leg was cut short by {nearest} km");
    assert!(ships(&mut simulation)[0].1.distance(second) < 1.0e5);
}

/// A slow ship comes late to a small body whose well does not carry it yet: it must still catch up.
#[test]
fn stragglers_reach_a_small_body_too() {
    let fleets = r#"(name: "First", faction: "Terra", at: near("Mars"),
        ships: [(class: "scout", count: 2), (class: "carrier")])"#;
    let mut simulation =
        world(&near_earth(fleets).replace(r#"body("Mars")"#, r#"body("Mars"), body("Ceres")"#));
    simulation.order(Order::fleet(
        simulation.fleet("First"),
        Command::go(Goal::Body(simulation.body("Ceres")), When::Now),
    ));
    run_to_rest(&mut simulation, "First", 2_500);
}

#[test]
fn fleets_sent_to_one_planet_stay_beside_each_other() {
    let fleet = |name: &str, radii: u32| {
        format!(
            r#"(name: "{name}", faction: "Terra", at: beside(body: "Earth", radii: {radii}),
                ships: [(class: "cruiser", count: 12)])"#
        )
    };
    let fleets = [fleet("First", 3), fleet("Second", 5), fleet("Third", 7)].join(",");
    let mut simulation = world(&near_earth(&fleets));
    for name in ["First", "Second", "Third"] {
        simulation.order(Order::fleet(
            simulation.fleet(name),
            Command::go(Goal::Body(simulation.body("Mars")), When::Now),
        ));
    }
    for name in ["First", "Second", "Third"] {
        run_to_rest(&mut simulation, name, 4_000);
    }
    // Every ship has come to its own place: none stopped at "as near as possible".
    for (ship, _, flight) in ships(&mut simulation) {
        assert!(flight.nearest_km < ship.radius_km, "{:?} is {} km off", ship.id, flight.nearest_km);
    }
}

#[test]
fn a_fleet_sent_into_the_sun_ends_at_its_surface() {
    for (x, y) in [(0.0, 0.0), (0.02, 0.0), (0.0, -0.037)] {
        let mut simulation = world(&near_earth(FLEET));
        let to = DVec3::new(x, y, 0.0) * AU_KM;
        simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
        run_to_rest(&mut simulation, "First", 4_000);
        let radius = body_radius(&simulation, "Sun");
        for (ship, place, _) in ships(&mut simulation) {
            let gap = place.length() - radius - ship.radius_km;
            assert!((0.0..60_000.0).contains(&gap), "{:?} stands {gap} km above the Sun", ship.id);
        }
    }
    let mut simulation = world(&near_earth(FLEET));
    simulation.order(Order::fleet(
        simulation.fleet("First"),
        Command::go(Goal::Body(simulation.body("Sun")), When::Now),
    ));
    run_to_rest(&mut simulation, "First", 4_000);
}
