//! The surroundings of one ship, for pictures of its field.

use bevy::prelude::*;
use ecliptic::level::NamedGoal;
use ecliptic::sim::motion::ship_table::ShipTable;
use ecliptic::sim::steering::picture::surroundings::{Scene, Surroundings};
use ecliptic::sim::steering::system::SteeringChoice;
use ecliptic::sim::world::{Rings, Ship};
use ecliptic::sim::{Calendar, Command, Order, Simulation, Sky, When};
use glam::DVec3;

use super::worlds::{named, near_earth, order, world};

const FLEETS: &str = r#"
    (name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette", count: 5)]),
    (name: "Far", faction: "Ares", at: near("Mars"), ships: [(class: "corvette", count: 3)]),"#;

/// How many ships are gathered about the first one, where it is among them, and how many bodies.
fn gathered(simulation: &mut Simulation, is_known: bool) -> (usize, Vec3, usize) {
    let mut ships = simulation.world_mut().query::<(Entity, &Ship)>();
    let world = simulation.world();
    let first = ships.iter(world).min_by_key(|(_, ship)| ship.id).map(|(entity, _)| entity).expect("a ship");
    let scene = Scene {
        table: world.resource::<ShipTable>(),
        sky: world.resource::<Sky>(),
        calendar: world.resource::<Calendar>(),
        rings: world.resource::<Rings>(),
        rules: &world.resource::<SteeringChoice>().0,
    };
    let mut surroundings = Surroundings::new();
    let index = surroundings.gather(&scene, first, |_| is_known, std::iter::empty()).expect("its index");
    let crowd = surroundings.crowd();
    (crowd.len(), crowd.positions[index], surroundings.bodies().len())
}

#[test]
fn a_ship_is_in_the_middle_of_what_is_about_it() {
    let mut simulation = world(&near_earth(FLEETS));
    simulation.run(30);
    let (ships, place, bodies) = gathered(&mut simulation, true);
    assert_eq!(ships, 5, "those of its fleet, and not those at Mars");
    assert_eq!(place, Vec3::ZERO);
    assert!(bodies >= 1, "Earth is near");
}

#[test]
fn what_is_not_known_is_left_out() {
    let mut simulation = world(&near_earth(FLEETS));
    let to = DVec3::new(1.0e8, 1.2e8, 3.0e6);
    order(&mut simulation, Order::fleet(named("First"), Command::go(NamedGoal::point(to), When::Now)));
    simulation.run(30);
    assert_eq!(gathered(&mut simulation, false).0, 1);
}
