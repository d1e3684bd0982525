//! Fleets keep together: they form up, hold their places on the way, wait, and arrive in formation.

use ecliptic::level::{Cohesion, Shape};
use ecliptic::orbit::AU_KM;
use ecliptic::sim::ids::FleetId;
use ecliptic::sim::world::{Formation, FormationOffset, Position, Ship};
use ecliptic::sim::{Command, Goal, Order, Simulation, Units, When};
use glam::DVec3;

use super::worlds::{ByName, legs_left, near_earth, overlaps, ships, world};

const MIXED: &str = r#"(name: "First", faction: "Terra", at: au(0, -1.6, 0),
    ships: [(class: "scout", count: 4), (class: "frigate", count: 8), (class: "carrier", count: 2)])"#;

fn form(shape: Shape, conduct: Cohesion) -> Order {
    Order::fleet(Units::Fleet(FleetId(0)), Command::Form { shape, conduct, facing: None })
}

fn fly(simulation: &mut Simulation, to: DVec3) {
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
}

/// Distance of each ship from its place about the middle of the fleet, and the middle.
fn errors(simulation: &mut Simulation) -> (Vec<f64>, DVec3) {
    let world = simulation.world_mut();
    let mut query = world.query::<(&Ship, &Position, &FormationOffset)>();
    let all: Vec<(DVec3, DVec3)> = query.iter(world).map(|(_, at, place)| (at.0, place.0)).collect();
    let mean = |pick: fn(&(DVec3, DVec3)) -> DVec3| all.iter().map(pick).sum::<DVec3>() / all.len() as f64;
    let (middle, places) = (mean(|pair| pair.0), mean(|pair| pair.1));
    (all.iter().map(|(at, place)| (*at - middle).distance(*place - places)).collect(), middle)
}

fn fly_to_rest(simulation: &mut Simulation, limit: u64) {
    simulation.run(1);
    while legs_left(simulation, "First") > 0 {
        simulation.run(1);
        assert_eq!(overlaps(simulation), (0, 0.0), "in tick {}", simulation.tick_count());
        assert!(simulation.tick_count() < limit, "still under way after {limit} ticks");
    }
}

#[test]
fn every_shape_is_taken_at_the_destination() {
    for shape in Shape::ALL {
        let mut simulation = world(&near_earth(MIXED));
        simulation.order(form(shape, Cohesion::Formation));
        let to = DVec3::new(0.5, -1.6, 0.0) * AU_KM;
        fly(&mut simulation, to);
        fly_to_rest(&mut simulation, 3_000);
        simulation.run(60);
        let (errors, middle) = errors(&mut simulation);
        assert!(errors.iter().all(|error| *error < 400.0), "{shape:?}: {errors:?}");
        assert!(middle.distance(to) < 1.0e4, "{shape:?} stands {} km off", middle.distance(to));
    }
}

#[test]
fn the_places_hold_on_the_way() {
    let mut simulation = world(&near_earth(MIXED));
    simulation.order(form(Shape::Wedge, Cohesion::Formation));
    fly(&mut simulation, DVec3::new(3.0, -1.6, 0.0) * AU_KM);
    let spacing = 4.0 * 1_800.0;
    let mut worst = 0.0f64;
    for tick in 0..900 {
        simulation.run(1);
        assert!(legs_left(&mut simulation, "First") > 0, "there already in tick {tick}");
        if tick > 400 {
            worst = errors(&mut simulation).0.into_iter().fold(worst, f64::max);
        }
    }
    assert!(worst < spacing, "a ship is {worst} km from its place");
}

#[test]
fn a_fleet_goes_at_its_slowest_ships_speed_by_default() {
    let speeds = |conduct: Cohesion| -> (f64, f64) {
        let mut simulation = world(&near_earth(MIXED));
        simulation.order(form(Shape::Keep, conduct));
        fly(&mut simulation, DVec3::new(3.0, -1.6, 0.0) * AU_KM);
        simulation.run(500);
        let speeds = ships(&mut simulation).into_iter().map(|(_, _, flight)| flight.own_velocity.length());
        speeds.fold((f64::MAX, 0.0), |(least, most), speed| (least.min(speed), most.max(speed)))
    };
    for conduct in [Cohesion::Formation, Cohesion::Loose] {
        let (least, most) = speeds(conduct);
        assert!(least > 140.0 && most < 160.0, "{conduct:?}: {least} to {most} km/s");
    }
    let (least, most) = speeds(Cohesion::OwnSpeed);
    assert!(least < 155.0 && most > 250.0, "own speed: {least} to {most} km/s");
}

#[test]
fn the_player_may_set_the_facing() {
    let mut simulation = world(&near_earth(MIXED));
    fly(&mut simulation, DVec3::new(0.3, -1.6, 0.0) * AU_KM);
    let facing = Some(DVec3::Y);
    simulation.order(Order::fleet(
        simulation.fleet("First"),
        Command::Form { shape: Shape::Line, conduct: Cohesion::Formation, facing },
    ));
    fly_to_rest(&mut simulation, 3_000);
    let places: Vec<DVec3> = ships(&mut simulation).iter().map(|(_, place, _)| *place).collect();
    let extent = |axis: DVec3| {
        let along = places.iter().map(|place| place.dot(axis));
        along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
    };
    assert!(extent(DVec3::X) > 4.0 * extent(DVec3::Y), "{} by {}", extent(DVec3::X), extent(DVec3::Y));
    simulation.run(150);
    for (ship, _, flight) in ships(&mut simulation) {
        assert!(flight.heading.y > 0.999, "ship {} looks to {}", ship.id.0, flight.heading);
    }
}

#[test]
fn a_resting_fleet_changes_its_shape_where_it_is() {
    let mut simulation = world(&near_earth(MIXED));
    let before = errors(&mut simulation).1;
    simulation.order(form(Shape::Sphere, Cohesion::Formation));
    fly_to_rest(&mut simulation, 1_000);
    let (errors, after) = errors(&mut simulation);
    assert!(before.distance(after) < 1.0e4 && errors.iter().all(|error| *error < 400.0));
}

#[test]
fn a_save_on_the_way_keeps_the_formation() {
    let (level, classes) = super::worlds::written(&near_earth(MIXED));
    let mut whole = Simulation::new(&level, &classes, 1).expect("a checked level spawns");
    whole.order(form(Shape::Claw, Cohesion::Loose));
    fly(&mut whole, DVec3::new(0.4, -1.6, 0.0) * AU_KM);
    whole.run(200);
    let saved = whole.capture().expect("there is a world");
    let mut resumed = Simulation::new(&saved, &classes, 99).expect("a save spawns");
    let formation = resumed.world_mut().query::<&Formation>().single(resumed.world()).copied();
    let formation = formation.expect("one fleet");
    assert_eq!((formation.shape, formation.conduct), (Shape::Claw, Cohesion::Loose));
    for _ in 0..300 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "in tick {}", whole.tick_count());
    }
}
