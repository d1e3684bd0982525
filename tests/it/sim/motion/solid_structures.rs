//! Structures are solid: ships fly round them, move out of their way, and never end a tick inside one.

use ecliptic::orbit::TICKS_PER_SECOND;
use ecliptic::sim::ids::BodyId;
use ecliptic::sim::simulation::overlap::overlaps_with_structures;
use ecliptic::sim::spatial::honeycomb::slot_offset;
use ecliptic::sim::spatial::solid::Solid;
use ecliptic::sim::steering::{Bodies, CirclingObstacle, Craft, Crowd, Steering, SteeringRules};
use ecliptic::sim::world::{AnchoredPlace, LastTick, Position, RingLayout, Rings, Ship, Structure};
use ecliptic::sim::{Anchor, Command, ConstructionOrder, Goal, Order, Simulation, Sky, When};
use glam::{DVec3, Vec3};

use super::worlds::{ByName, body_place, legs_left, near_earth, overlaps, ships, world};

const DT: f32 = (1.0 / TICKS_PER_SECOND) as f32;
const ONE: &str = r#"(name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette")])"#;
const SIX: &str =
    r#"(name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette", count: 6)])"#;

// ---- Worlds --------------------------------------------------------------------------------------

/// Structures of a class in a ring of Earth, side by side from the first slot on; each takes `width` slots.
fn ring_of(class: &str, ring: u8, width: usize, slots: u16) -> String {
    let structure = |slot: u16| {
        format!(r#"(class: "{class}", faction: "Terra", body: "Earth", ring: {ring}, slot: {slot}),"#)
    };
    (0..slots).step_by(width).map(structure).collect()
}

/// Every slot of Earth's four rings.
fn full_rings() -> String {
    [
        ring_of("sentry", 0, 1, 6),
        ring_of("factory", 1, 2, 8),
        ring_of("habitat", 2, 2, 12),
        ring_of("fortress", 3, 4, 16),
    ]
    .concat()
}

/// A world with these fleets, and these structures round Earth.
fn fortified(fleets: &str, structures: &str) -> Simulation {
    let text = near_earth(fleets);
    world(&text.replace("fleets: [", &format!("structures: [{structures}], fleets: [")))
}

fn earth(simulation: &Simulation) -> BodyId {
    simulation.world().resource::<Sky>().system.find("Earth").expect("it is there")
}

fn rings(simulation: &Simulation) -> RingLayout {
    simulation.world().resource::<Rings>().of(earth(simulation)).expect("Earth has rings").clone()
}

/// All structures as balls, in the order of their numbers.
fn structures(simulation: &mut Simulation) -> Vec<Solid> {
    let world = simulation.world_mut();
    let mut query = world.query::<(&Structure, &Position)>();
    let mut all: Vec<_> =
        query.iter(world).map(|(one, place)| (one.id, Solid::ball(place.0, one.radius_km))).collect();
    all.sort_by_key(|(id, _)| *id);
    all.into_iter().map(|(_, solid)| solid).collect()
}

/// Puts every ship at rest at an offset from Earth, in kilometres, by its number.
fn put(simulation: &mut Simulation, offset_of: impl Fn(u32) -> DVec3) {
    let (body, center) = (earth(simulation), body_place(simulation, "Earth"));
    let world = simulation.world_mut();
    let mut query = world.query::<(&Ship, &mut Position, &mut AnchoredPlace, &mut LastTick)>();
    for (ship, mut position, mut station, mut last) in query.iter_mut(world) {
        let offset = offset_of(ship.id.0);
        *station = AnchoredPlace { anchor: Anchor::Body(body), offset };
        position.0 = center + offset;
        last.position = position.0;
    }
}

/// Positions of the ships from Earth, sorted by number, km.
fn offsets(simulation: &mut Simulation) -> Vec<DVec3> {
    let center = body_place(simulation, "Earth");
    ships(simulation).iter().map(|(_, place, _)| *place - center).collect()
}

/// Checks that nothing overlaps.
fn check(simulation: &mut Simulation) {
    let tick = simulation.tick_count();
    assert_eq!(overlaps(simulation), (0, 0.0), "in tick {tick}");
    let hulls: Vec<Solid> =
        ships(simulation).iter().map(|(ship, place, flight)| ship.solid(*place, flight)).collect();
    assert_eq!(overlaps_with_structures(&hulls, &structures(simulation)), (0, 0.0), "in tick {tick}");
}

#[test]
fn a_fleet_flies_round_a_structure_in_its_way() {
    let directions = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(0.6, -0.7, 0.4), DVec3::new(-1.0, -1.0, 0.1)];
    for direction in directions {
        for far_km in [60_000.0, 400_000.0] {
            let mut simulation = fortified(SIX, &ring_of("fortress", 3, 4, 16));
            let fortress = structures(&mut simulation)[0].center;
            let way = direction.normalize() * far_km;
            let middle = fortress - body_place(&simulation, "Earth") - way;
            put(&mut simulation, |ship| middle + slot_offset(ship, 2_000.0));
            simulation.order(Order::fleet(
                simulation.fleet("First"),
                Command::go(Goal::point(fortress + way), When::Now),
            ));
            simulation.run(1);
            while legs_left(&mut simulation, "First") > 0 {
                check(&mut simulation);
                assert!(simulation.tick_count() < 900, "{direction}, {far_km} km: it never gets there");
                simulation.run(1);
            }
            for _ in 0..60 {
                simulation.run(1);
                check(&mut simulation);
            }
            for offset in offsets(&mut simulation) {
                let off = offset.distance(middle + way * 2.0);
                assert!(off < 20_000.0, "{direction}, {far_km} km: a ship is {off} km off");
            }
        }
    }
}

#[test]
fn a_ship_at_rest_steps_out_of_the_way_and_comes_back() {
    let mut simulation = fortified(ONE, &ring_of("sentry", 0, 1, 6));
    let layout = rings(&simulation);
    let place = layout.plane.outward(0.5) * layout.radius_km(0);
    put(&mut simulation, |_| place);
    let (mut farthest, mut last) = (0.0_f64, place);
    // Two turns of the ring, in which six sentries pass each time.
    for tick in 0..2_400 {
        simulation.run(1);
        check(&mut simulation);
        let offset = offsets(&mut simulation)[0];
        let step = offset.distance(last);
        assert!(step < 1_000.0, "it jumps by {step} km in tick {tick}");
        last = offset;
        let off = offset.distance(place);
        farthest = farthest.max(off);
        let center = body_place(&simulation, "Earth");
        let nearest = structures(&mut simulation)
            .iter()
            .map(|one| one.center.distance(center + offset))
            .fold(f64::INFINITY, f64::min);
        assert!(tick < 60 || nearest < 250_000.0 || off < 200.0, "{off} km off in tick {tick}");
    }
    assert!(farthest > 500.0, "it was never in the way: {farthest}");
}

#[test]
fn a_fleet_at_rest_lets_structures_through() {
    let fleet =
        r#"(name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette", count: 19)])"#;
    let mut simulation = fortified(fleet, &ring_of("factory", 0, 2, 6));
    let layout = rings(&simulation);
    let middle = layout.plane.outward(0.4) * layout.radius_km(0);
    put(&mut simulation, |ship| middle + slot_offset(ship, 1_600.0));
    for _ in 0..900 {
        simulation.run(1);
        check(&mut simulation);
    }
    for (ship, offset) in (0..).zip(offsets(&mut simulation)) {
        let off = offset.distance(middle + slot_offset(ship, 1_600.0));
        assert!(off < 10_000.0, "ship {ship} was carried {off} km away");
    }
}

#[test]
fn two_hundred_ships_cross_a_well_full_of_structures() {
    let fleet = |number: u32| {
        let bearing = number * 72;
        format!(
            r#"(name: "F{number}", faction: "Terra",
                at: beside(body: "Earth", radii: 7, bearing_deg: {bearing}),
                ships: [(class: "corvette", count: 40)]),"#
        )
    };
    let mut simulation = fortified(&(0..5).map(fleet).collect::<String>(), &full_rings());
    let layout = rings(&simulation);
    let center = body_place(&simulation, "Earth");
    // In the plane of the rings, and across all rings.
    let rim = |angle: f64| layout.plane.outward(angle) * (1.05 * layout.radius_km(3));
    let angle = |number: u32| 1.25 * f64::from(number);
    put(&mut simulation, |ship| rim(angle(ship / 40)) + slot_offset(ship % 40, 1_600.0));
    for number in 0..5 {
        let to = center + rim(angle(number) + 2.6);
        simulation.order(Order::fleet(
            simulation.fleet(&format!("F{number}")),
            Command::go(Goal::point(to), When::Now),
        ));
    }
    simulation.run(1);
    let mut is_under_way = true;
    while is_under_way {
        check(&mut simulation);
        assert!(simulation.tick_count() < 3_000, "somebody never gets there");
        simulation.run(1);
        is_under_way = (0..5).any(|number| legs_left(&mut simulation, &format!("F{number}")) > 0);
    }
}

#[test]
fn a_structure_that_grows_about_a_ship_lets_it_out_gently() {
    for (class, ring) in [("fortress", 3_u8), ("satellite", 0)] {
        let mut simulation = fortified(ONE, "");
        let slots = if class == "fortress" { 4 } else { 1 };
        let tick = simulation.tick_count();
        let offset = rings(&simulation).run_offset(usize::from(ring), 0, slots, tick);
        put(&mut simulation, |_| offset + DVec3::new(120.0, -60.0, 40.0));
        let (class, body) = (simulation.structure_class(class), simulation.body("Earth"));
        let build = ConstructionOrder::Build { class, body, ring, slot: 0 };
        simulation.order(Order::Construction(build));
        let mut last = offsets(&mut simulation)[0];
        for tick in 0..300 {
            simulation.run(1);
            let now = offsets(&mut simulation)[0];
            let step = now.distance(last);
            last = now;
            assert!(ring == 0 || step < 1_500.0, "it is thrown {step} km in tick {tick}");
            if tick > 90 {
                check(&mut simulation);
            }
        }
        assert_eq!(structures(&mut simulation).len(), 1, "it was allowed");
    }
}

// ---- The core alone ------------------------------------------------------------------------------

/// A ball on a circle in the plane of x and y.
#[derive(Clone, Copy)]
struct Wheel {
    center: DVec3,
    radius: f64,
    rate: f64,
    /// Initial angle.
    angle: f64,
    ball: f64,
}

impl Wheel {
    fn spoke(&self, seconds: f64) -> DVec3 {
        let angle = self.angle + self.rate * seconds;
        DVec3::new(angle.cos(), angle.sin(), 0.0) * self.radius
    }

    fn place(&self, seconds: f64) -> DVec3 {
        self.center + self.spoke(seconds)
    }

    fn seen(&self, seconds: f64) -> CirclingObstacle {
        let spoke = self.spoke(seconds);
        CirclingObstacle {
            radius: self.ball as f32,
            before: self.place(seconds).as_vec3(),
            after: self.place(seconds + f64::from(DT)).as_vec3(),
            drift: Vec3::ZERO,
            spoke: spoke.as_vec3(),
            swing: DVec3::Z.cross(spoke).as_vec3(),
            rate: self.rate as f32,
        }
    }
}

/// A lattice of balls of radius 1 about a place, each with a target at an offset `way`.
fn lattice(middle: Vec3, sides: [u16; 3], spacing: f32, way: Vec3, speed: f32) -> Crowd {
    let mut crowd = Crowd::default();
    let half = Vec3::from(sides.map(|side| 0.5 * f32::from(side - 1)));
    for x in 0..sides[0] {
        for y in 0..sides[1] {
            for z in 0..sides[2] {
                let cell = Vec3::new(f32::from(x), f32::from(y), f32::from(z)) - half;
                let place = middle + cell * spacing;
                let mut craft = Craft::at(place, place + way, 1.0, speed);
                craft.velocity = way.normalize_or_zero() * speed;
                crowd.push(&craft);
            }
        }
    }
    crowd
}

/// Flies a crowd past a wheel; the deepest overlap at the end of any step, as a share of the sum of the
/// radii.
fn fly(crowd: &mut Crowd, wheel: &Wheel, steering: &mut Steering, steps: u32) -> f64 {
    let (mut bodies, mut deepest) = (Bodies::new(), 0.0_f64);
    for step in 0..steps {
        let seconds = f64::from(step) * f64::from(DT);
        bodies.clear();
        bodies.add_circling(wheel.seen(seconds));
        steering.step(crowd, &bodies, DT);
        let ball = wheel.place(seconds + f64::from(DT));
        for (index, place) in crowd.positions.iter().enumerate() {
            let place = place.as_dvec3();
            deepest = deepest.max(1.0 - place.distance(ball) / (1.0 + wheel.ball));
            for other in &crowd.positions[..index] {
                deepest = deepest.max(1.0 - place.distance(other.as_dvec3()) / 2.0);
            }
        }
    }
    deepest
}

#[test]
fn a_crowd_that_flies_fast_meets_nothing() {
    for rate in [0.15, -0.15, 0.6] {
        for late in [-0.002, 0.0, 0.001] {
            // Ball and crowd come to the same place after half a second.
            let center = DVec3::new(500.0, -600.0, 0.0);
            let angle = std::f64::consts::FRAC_PI_2 - rate * (0.5 + late);
            let wheel = Wheel { center, radius: 600.0, rate, angle, ball: 3.0 };
            let mut crowd = lattice(Vec3::ZERO, [4, 3, 3], 4.0, Vec3::X * 3_000.0, 1_000.0);
            let deepest = fly(&mut crowd, &wheel, &mut Steering::new(SteeringRules::default(), 1), 40);
            assert!(deepest < 1.0e-3, "rate {rate}, {late} s late: {deepest}");
        }
    }
}

#[test]
fn a_crowd_that_cannot_get_away_is_shoved() {
    for (speed, rate) in [(5.0_f32, 0.1), (5.0, 0.5), (200.0, 0.5), (0.5, 1.0)] {
        let center = DVec3::new(0.0, -600.0, 0.0);
        let angle = std::f64::consts::FRAC_PI_2 - rate * 0.4;
        let wheel = Wheel { center, radius: 600.0, rate, angle, ball: 3.0 };
        let mut crowd = lattice(Vec3::new(0.2, 0.3, -0.1), [3, 3, 3], 3.0, Vec3::ZERO, speed);
        let deepest = fly(&mut crowd, &wheel, &mut Steering::new(SteeringRules::default(), 1), 60);
        assert!(deepest < 1.0e-3, "speed {speed}, rate {rate}: {deepest}");
    }
}

#[test]
fn any_number_of_threads_steps_aside_alike() {
    let wheel = Wheel {
        center: DVec3::new(0.0, -600.0, 0.0),
        radius: 600.0,
        rate: 0.2,
        angle: std::f64::consts::FRAC_PI_2 - 0.1,
        ball: 4.0,
    };
    let ends = |threads: usize| {
        let mut crowd = lattice(Vec3::ZERO, [7, 7, 7], 4.0, Vec3::ZERO, 100.0);
        let mut steering = Steering::new(SteeringRules::default(), threads).in_pieces(32);
        assert_eq!(steering.threads_for(crowd.len()), threads);
        fly(&mut crowd, &wheel, &mut steering, 30);
        crowd.positions.iter().map(|place| place.to_array().map(f32::to_bits)).collect::<Vec<_>>()
    };
    let alone = ends(1);
    assert!(ends(2) == alone && ends(4) == alone, "the threads end elsewhere than one");
}
