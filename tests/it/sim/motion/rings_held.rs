//! Fleets in rings: they arrive, orbit with the ring, keep apart, and leave, without a jolt.

use bevy::prelude::Entity;
use ecliptic::level::{Cohesion, Shape};
use ecliptic::orbit::AU_KM;
use ecliptic::sim::ids::{BodyId, StructureId};
use ecliptic::sim::motion::ring_orbit::{RAMP_TICKS, ring_of};

use ecliptic::sim::world::{Fleet, Goal, RingLayout, Rings, Route};
use ecliptic::sim::{Command, ConstructionOrder, Order, Simulation, Sky, When};
use glam::DVec3;

use super::worlds::{
    ByName, body_place, fleet_sizes, legs_left, near_earth, overlaps, shipped, ships, world, written,
};

const FIRST: &str = r#"(name: "First", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 30),
    ships: [(class: "corvette", count: 3)])"#;
const TWO: &str = r#"
    (name: "First", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 30),
        ships: [(class: "corvette", count: 3)]),
    (name: "Second", faction: "Terra", at: beside(body: "Earth", radii: 5, bearing_deg: 40),
        ships: [(class: "corvette", count: 3)])"#;
/// Radius of a corvette, km.
const CORVETTE_KM: f64 = 400.0;

fn hold(simulation: &Simulation, fleet: &str, ring: u8) -> Order {
    Order::fleet(
        simulation.fleet(fleet),
        Command::go(Goal::Ring { body: simulation.body("Earth"), ring }, When::Now),
    )
}

/// Runs until a fleet has finished its orders.
fn run_to_rest(simulation: &mut Simulation, name: &str) {
    simulation.run(1);
    while legs_left(simulation, name) > 0 {
        assert!(simulation.tick_count() < 5_000, "{name} is still under way");
        simulation.run(1);
        assert_eq!(overlaps(simulation).0, 0, "tick {}", simulation.tick_count());
    }
}

fn fleet(simulation: &mut Simulation, name: &str) -> Entity {
    let world = simulation.world_mut();
    let mut fleets = world.query::<(Entity, &Fleet)>();
    let found = fleets.iter(world).find(|(_, fleet)| fleet.name == name);
    found.map(|(entity, _)| entity).expect("the fleet is there")
}

/// The ring of a body in which a fleet circles.
fn ring(simulation: &mut Simulation, name: &str) -> Option<(BodyId, u8)> {
    let entity = fleet(simulation, name);
    ring_of(simulation.world(), entity)
}

fn layout(simulation: &Simulation, name: &str) -> RingLayout {
    let rings = simulation.world().resource::<Rings>();
    rings.of(simulation.body(name)).cloned().expect("the body has rings")
}

/// Positions of all ships from the middle of the Earth.
fn offsets(simulation: &mut Simulation) -> Vec<DVec3> {
    let earth = body_place(simulation, "Earth");
    ships(simulation).iter().map(|(_, place, _)| *place - earth).collect()
}

/// A world in which the first fleet has circled in a ring of the Earth for some seconds.
fn circling(ring: u8) -> Simulation {
    let mut simulation = world(&near_earth(FIRST));
    simulation.order(hold(&simulation, "First", ring));
    run_to_rest(&mut simulation, "First");
    simulation.run(u64::from(RAMP_TICKS) + 60);
    simulation
}

/// Checks that the ships turn with a ring for this many ticks from now.
fn turns_with_the_ring(simulation: &mut Simulation, ring: usize, ticks: u64) {
    let layout = layout(simulation, "Earth");
    let (tick, start) = (simulation.tick_count(), offsets(simulation));
    for step in 1..=ticks {
        simulation.run(1);
        if !step.is_multiple_of(25) {
            continue;
        }
        let turn = layout.turn(ring, tick + step) - layout.turn(ring, tick);
        for (start, now) in start.iter().zip(offsets(simulation)) {
            let off = now.distance(layout.plane.rotated(*start, turn));
            assert!(off < 0.5 * CORVETTE_KM, "{off} km off after {step} ticks");
            let share = now.length() / layout.radius_km(ring);
            assert!((share - 1.0).abs() < 0.03, "at {share} of the ring's radius");
        }
        assert_eq!(overlaps(simulation), (0, 0.0), "after {step} ticks");
    }
}

#[test]
fn a_fleet_goes_round_with_its_ring() {
    let mut simulation = circling(0);
    let earth = simulation.body("Earth");
    assert_eq!(ring(&mut simulation, "First"), Some((earth, 0)));
    // A whole turn, and a bit.
    turns_with_the_ring(&mut simulation, 0, 1_250);
    assert_eq!(ring(&mut simulation, "First"), Some((earth, 0)));
}

#[test]
fn a_fleet_in_the_outermost_ring_keeps_its_place() {
    let mut simulation = circling(3);
    turns_with_the_ring(&mut simulation, 3, 500);
    let layout = layout(&simulation, "Earth");
    assert_eq!((layout.count(), layout.rate_rad_s(3)), (4, 0.0));
    let before = offsets(&mut simulation);
    simulation.run(500);
    for (before, now) in before.iter().zip(offsets(&mut simulation)) {
        assert!(before.distance(now) < 50.0, "drifted by {} km", before.distance(now));
    }
}

/// The motion of a world's ships, seen from the Earth.
struct Motion {
    places: Vec<DVec3>,
    steps: Option<Vec<DVec3>>,
}

impl Motion {
    fn of(simulation: &mut Simulation) -> Self {
        Self { places: offsets(simulation), steps: None }
    }

    /// Runs a tick; returns the greatest change of a ship's step, km a tick.
    fn jolt(&mut self, simulation: &mut Simulation) -> f64 {
        simulation.run(1);
        let places = offsets(simulation);
        let steps: Vec<DVec3> = places.iter().zip(&self.places).map(|(now, before)| *now - *before).collect();
        let known = self.steps.iter().flatten();
        let greatest = steps.iter().zip(known).map(|(now, last)| now.distance(*last)).fold(0.0, f64::max);
        (self.places, self.steps) = (places, Some(steps));
        greatest
    }

    /// The greatest jolt in this many ticks.
    fn greatest_jolt(&mut self, simulation: &mut Simulation, ticks: u64) -> f64 {
        (0..ticks).map(|_| self.jolt(simulation)).fold(0.0, f64::max)
    }
}

/// The distance that a corvette cruises in a tick, km.
fn cruise_km(simulation: &Simulation) -> f64 {
    230.0 * simulation.world().resource::<Sky>().system.clock.seconds_per_tick()
}

/// A place far out on the side of the Earth on which the first ship is.
fn far_out(simulation: &mut Simulation) -> DVec3 {
    let outward = offsets(simulation)[0].normalize();
    body_place(simulation, "Earth") + outward * (0.4 * AU_KM)
}

#[test]
fn beginning_to_circle_circling_and_leaving_are_smooth() {
    let mut simulation = world(&near_earth(FIRST));
    let most = 0.35 * cruise_km(&simulation);
    simulation.order(hold(&simulation, "First", 0));
    let mut motion = Motion::of(&mut simulation);
    while simulation.tick_count() == 0 || legs_left(&mut simulation, "First") > 0 {
        let jolt = motion.jolt(&mut simulation);
        assert!(jolt < most, "a jolt of {jolt} km a tick in tick {}", simulation.tick_count());
        assert!(simulation.tick_count() < 5_000, "still under way");
    }
    // The ring makes 3600 km a tick, and takes hold within 90 ticks.
    let jolt = motion.greatest_jolt(&mut simulation, 400);
    assert!(jolt < 300.0, "a jolt of {jolt} km a tick while the ring takes hold");
    let to = far_out(&mut simulation);
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
    let jolt = motion.greatest_jolt(&mut simulation, 300);
    assert!(jolt < most, "a jolt of {jolt} km a tick on leaving");
    assert_eq!(ring(&mut simulation, "First"), None);
}

#[test]
fn two_fleets_in_one_ring_keep_apart() {
    let mut simulation = world(&near_earth(TWO));
    simulation.order(hold(&simulation, "First", 0));
    simulation.order(hold(&simulation, "Second", 0));
    run_to_rest(&mut simulation, "First");
    run_to_rest(&mut simulation, "Second");
    let earth = simulation.body("Earth");
    for name in ["First", "Second"] {
        assert_eq!(ring(&mut simulation, name), Some((earth, 0)));
    }
    simulation.run(u64::from(RAMP_TICKS) + 120);
    for _ in 0..60 {
        simulation.run(20);
        let places = offsets(&mut simulation);
        let (first, second) = places.split_at(3);
        for one in first {
            let nearest = second.iter().map(|other| one.distance(*other)).fold(f64::MAX, f64::min);
            assert!(nearest > 2.0 * CORVETTE_KM, "{nearest} km apart");
        }
        assert_eq!(overlaps(&mut simulation), (0, 0.0));
    }
    turns_with_the_ring(&mut simulation, 0, 200);
}

#[test]
fn a_circling_fleet_does_not_stop_and_forms_up_on_the_way() {
    let mut simulation = circling(1);
    let earth = simulation.body("Earth");
    for again in [Order::fleet(simulation.fleet("First"), Command::Stop), hold(&simulation, "First", 1)] {
        simulation.give(0, again).expect("own fleet");
        assert_eq!(legs_left(&mut simulation, "First"), 0);
        turns_with_the_ring(&mut simulation, 1, 100);
    }
    let form = Order::fleet(
        simulation.fleet("First"),
        Command::Form { shape: Shape::Line, conduct: Cohesion::Formation, facing: None },
    );
    simulation.give(0, form).expect("own fleet");
    assert_eq!(ring(&mut simulation, "First"), Some((earth, 1)));
    simulation.run(150);
    turns_with_the_ring(&mut simulation, 1, 300);
    let ahead = layout(&simulation, "Earth").plane.pole.cross(offsets(&mut simulation)[1]).normalize();
    let along: Vec<f64> = offsets(&mut simulation).iter().map(|offset| offset.dot(ahead)).collect();
    let (least, most) =
        along.iter().fold((f64::MAX, f64::MIN), |(low, high), one| (low.min(*one), high.max(*one)));
    assert!(most - least < CORVETTE_KM, "abreast, as they look ahead in the ring: {along:?}");
}

#[test]
fn a_stop_on_the_way_out_is_smooth() {
    let mut simulation = circling(0);
    let to = far_out(&mut simulation);
    let mut motion = Motion::of(&mut simulation);
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
    let leaving = motion.greatest_jolt(&mut simulation, 5);
    simulation.order(Order::fleet(simulation.fleet("First"), Command::Stop));
    let jolt = motion.greatest_jolt(&mut simulation, 200).max(leaving);
    assert!(jolt < 0.35 * cruise_km(&simulation), "a jolt of {jolt} km a tick");
    assert_eq!(ring(&mut simulation, "First"), None);
    let before = offsets(&mut simulation);
    simulation.run(100);
    for (before, now) in before.iter().zip(offsets(&mut simulation)) {
        assert!(before.distance(now) < CORVETTE_KM, "it rests: {}", before.distance(now));
    }
}

/// Saves a world, reads the save, and checks that both go on in the same way.
fn goes_on_from_a_save(simulation: &mut Simulation, what: &str) {
    let saved = ecliptic::level::to_ron(&simulation.capture().expect("a world")).expect("it is written");
    let (level, rules) = written(&saved);
    let mut resumed = Simulation::new(&level, &rules, 9).expect("a save spawns");
    assert_eq!(resumed.capture().as_ref(), Some(&level), "{what}");
    for tick in 0..60 {
        simulation.run(1);
        resumed.run(1);
        assert_eq!(
            simulation.digests().difference(&resumed.digests()),
            None,
            "{what}: {tick} ticks after the save"
        );
    }
}

#[test]
fn saves_keep_circling_fleets() {
    let begin = || {
        let mut simulation = world(&near_earth(TWO));
        simulation.order(hold(&simulation, "First", 0));
        simulation.order(hold(&simulation, "Second", 1));
        simulation
    };
    let mut simulation = begin();
    simulation.run(4);
    goes_on_from_a_save(&mut simulation, "on the way");
    let mut simulation = begin();
    run_to_rest(&mut simulation, "First");
    simulation.run(20);
    goes_on_from_a_save(&mut simulation, "while the ring takes hold");
    simulation.run(200);
    goes_on_from_a_save(&mut simulation, "in the ring");
    let to = far_out(&mut simulation);
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
    simulation.run(20);
    goes_on_from_a_save(&mut simulation, "while the ring lets go");
}

#[test]
fn a_level_sends_a_fleet_into_a_ring() {
    let fleets = r#"(name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "scout")],
        route: [(to: ring(body: "Earth", ring: 1)), (to: ring(body: "Mars", ring: 0))])"#;
    let mut simulation = world(&near_earth(fleets));
    let route = |simulation: &mut Simulation| {
        let route = simulation.world_mut().query::<&Route>().single(simulation.world()).cloned();
        route.expect("one fleet").0
    };
    let find = |body: &str| simulation.world().resource::<Sky>().system.find(body).expect("a body");
    let (earth, mars) = (find("Earth"), find("Mars"));
    let to: Vec<Goal> = route(&mut simulation).into_iter().map(|leg| leg.goal).collect();
    assert_eq!(to, [Goal::Ring { body: earth, ring: 1 }, Goal::Ring { body: mars, ring: 0 }]);
    simulation.run(1);
    let begun = route(&mut simulation);
    assert!(begun[0].berth.is_some_and(|berth| berth.anchor.body() == Some(earth)));
    assert_eq!(begun[1].berth, None);
    assert_eq!(begun[0].goal, Goal::Ring { body: earth, ring: 1 }, "it is still known where to");
}

#[test]
fn refusals_say_why() {
    let without_rings = r#"changed(name: "Sun", well_radii: 1)"#;
    let mut simulation = world(&near_earth(FIRST).replace(r#"body("Sun")"#, without_rings));
    let cases = [("Sun", 0, "Sun has no rings"), ("earth", 4, "ring 5")];
    for (body, ring, words) in cases {
        let order = Order::fleet(
            simulation.fleet("First"),
            Command::go(Goal::Ring { body: simulation.body(body), ring }, When::Now),
        );
        let refusal = simulation.give(0, order).expect_err("must be refused").to_string();
        assert!(refusal.contains(words), "{refusal}");
    }
    assert_eq!(legs_left(&mut simulation, "First"), 0, "a refused order changes nothing");
    let third = Order::fleet(
        simulation.fleet("First"),
        Command::go(Goal::Ring { body: simulation.body("earth"), ring: 3 }, When::Last),
    );
    assert_eq!(simulation.give(0, third), Ok(()));
}

#[test]
fn the_ships_of_a_yard_gather_in_a_ring() {
    let (level, rules) = shipped("first-light.ron");
    let mut simulation = Simulation::new(&level, &rules, 1).expect("a shipped level spawns");
    let yard = StructureId(0);
    let body = simulation.body("Hearth");
    let rally = |ring: u8| {
        let rally = Some(Goal::Ring { body, ring });
        Order::Construction(ConstructionOrder::RallyTo { yard, rally })
    };
    let refusal = simulation.give(0, rally(4)).expect_err("it has four rings").to_string();
    assert!(refusal.contains("there is no ring 5"), "{refusal}");
    simulation.give(0, rally(1)).expect("allowed");
    let build = ConstructionOrder::BuildShips { yard, class: simulation.ship_class("corvette"), count: 2 };
    simulation.give(0, Order::Construction(build)).expect("allowed");
    for _ in 0..250 {
        simulation.run(10);
        assert_eq!(overlaps(&mut simulation), (0, 0.0), "tick {}", simulation.tick_count());
    }
    let sizes = fleet_sizes(&mut simulation);
    assert!(sizes.contains(&("1st Hearth Squadron".to_owned(), 2)), "{sizes:?}");
    assert_eq!(ring(&mut simulation, "1st Hearth Squadron"), Some((body, 1)));
}

#[test]
fn the_rings_of_a_star_are_orbits_round_it() {
    let fleet =
        r#"(name: "First", faction: "Terra", at: au(0.15, 0, 0), ships: [(class: "scout", count: 3)])"#;
    let mut simulation = world(&near_earth(fleet));
    let (well, rings) = {
        let world = simulation.world();
        let sky = world.resource::<Sky>();
        let sun = sky.system.find("Sun").expect("it is there");
        let rings = world.resource::<Rings>().of(sun).cloned().expect("it has rings");
        (sky.system.bodies[sun].well_radius_km, rings)
    };
    // Mercury comes to 0.307 AU of the Sun.
    assert!(well < 0.307 * AU_KM, "{well}");
    assert!(rings.rates_rad_s.iter().all(|rate| *rate > 0.0), "nothing stands still beside a star");
    let hold = Order::fleet(
        simulation.fleet("First"),
        Command::go(Goal::Ring { body: simulation.body("Sun"), ring: 1 }, When::Now),
    );
    simulation.give(0, hold).expect("allowed");
    while legs_left(&mut simulation, "First") > 0 {
        simulation.run(1);
        assert!(simulation.tick_count() < 6_000, "still under way");
    }
    simulation.run(200);
    let place = |simulation: &mut Simulation| ships(simulation)[0].1;
    let before = rings.plane.angle_of(place(&mut simulation));
    simulation.run(300);
    let after = place(&mut simulation);
    let turned = (rings.plane.angle_of(after) - before).rem_euclid(std::f64::consts::TAU);
    assert!((turned - 10.0 * rings.rate_rad_s(1)).abs() < 0.01, "{turned} rad in ten seconds");
    assert!((after.length() / rings.radius_km(1) - 1.0).abs() < 0.05);
}
