//! Gravity wells carry ships along, without a jolt at the rim.

use ecliptic::orbit::AU_KM;
use ecliptic::sim::Order;
use glam::DVec3;

use super::worlds::{body_place, named, near_earth, order, ships, world};

#[test]
fn a_ship_at_rest_in_a_well_goes_along_with_the_planet() {
    let fleets = r#"(name: "First", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 30),
        ships: [(class: "frigate", count: 3)])"#;
    let mut simulation = world(&near_earth(fleets));
    let start = body_place(&simulation, "Earth");
    let offset = ships(&mut simulation)[0].1 - start;
    simulation.run(3_000);
    let earth = body_place(&simulation, "Earth");
    assert!(earth.distance(start) > 0.5 * AU_KM, "the Earth has moved on");
    let now = ships(&mut simulation)[0].1 - earth;
    assert!(now.distance(offset) < 1.0, "the ship has drifted by {} km", now.distance(offset));
}

#[test]
fn a_ship_at_rest_in_space_stays_where_it_is() {
    let fleets = r#"(name: "First", faction: "Terra", at: au(0, -2.4, 0.1), ships: [(class: "frigate")])"#;
    let mut simulation = world(&near_earth(fleets));
    let start = ships(&mut simulation)[0].1;
    simulation.run(1_000);
    assert!(ships(&mut simulation)[0].1.distance(start) < 1.0e-3);
}

#[test]
fn leaving_and_entering_a_well_is_smooth() {
    let fleets = r#"(name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette")])"#;
    let mut simulation = world(&near_earth(fleets));
    order(
        &mut simulation,
        Order::MoveTo { units: named("First"), to: DVec3::new(0.3, 1.2, 0.1) * AU_KM, queue: false },
    );
    order(&mut simulation, Order::GoTo { units: named("First"), body: "Mars".into(), queue: true });
    let mut last = ships(&mut simulation)[0].1;
    let mut last_step: Option<DVec3> = None;
    let tick_seconds = 0.5 * 86_400.0 / 30.0;
    let cruise = ships(&mut simulation)[0].0.cruise_km_s * tick_seconds;
    for tick in 0..3_500 {
        simulation.run(1);
        let place = ships(&mut simulation)[0].1;
        let step = place - last;
        if let Some(before) = last_step {
            let jolt = step.distance(before);
            assert!(jolt < 0.35 * cruise, "a jolt of {jolt} km a tick in tick {tick}");
        }
        last_step = Some(step);
        last = place;
    }
}
