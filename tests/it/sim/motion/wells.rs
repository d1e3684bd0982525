//! Gravity wells carry ships along, without a jolt at the rim: in whole worlds, and by their rules alone.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use ecliptic::level::{FULL_HOLD, StarSystem};
use ecliptic::orbit::AU_KM;
use ecliptic::sim::ids::BodyId;
use ecliptic::sim::motion::ship_table::Carriage;
use ecliptic::sim::motion::wells::{Speeds, carriage};
use ecliptic::sim::{Command, Goal, Order, Simulation, Sky, When};
use glam::DVec3;
use proptest::prelude::*;

use super::worlds::{ByName, body_place, near_earth, ships, world, written};

/// The greatest slope of the smooth step x²(3 - 2x), in the middle of it.
const STEEPEST: f64 = 1.5;
/// Tolerance for rounding in a change, km.
const ROUNDING_KM: f64 = 0.1;
/// One planet on a circle; at the start it is on the x axis and moves along y.
const ONE_PLANET: &str =
    r#"own(name: "Kael", kind: planet, parent: "Sun", radius_km: 6000, orbit: (semi_major_axis: au(1)))"#;
/// Two planets whose orbits cross. After six days their centres are 3.1 million km from each other, and the
/// radii of their wells add up to 7.2; near the crossing both are close to the x axis.
const TWO_PLANETS: &str = r#"
    own(name: "Kael", kind: planet, parent: "Sun", radius_km: 6000,
        orbit: (semi_major_axis: au(1), mean_anomaly_deg: -4.93)),
    own(name: "Mira", kind: planet, parent: "Sun", radius_km: 6000,
        orbit: (periapsis: au(0.75), eccentricity: 0.3, argument_of_periapsis_deg: -94.8,
            mean_anomaly_deg: 54.9))"#;

static ONE: LazyLock<StarSystem> = LazyLock::new(|| sky_of(ONE_PLANET));
static TWO: LazyLock<StarSystem> = LazyLock::new(|| sky_of(TWO_PLANETS));

/// A level with the Sun, these planets and these fleets.
fn invented(planets: &str, fleets: &str) -> String {
    format!(
        r##"(
            schema_version: 1, title: "test", epoch: date("2026-11-21"),
            bodies: [body("Sun"), {planets}],
            factions: [
                (name: "Terra", color: "#4aa8ff", treasury: (money: 1000000, resources: 1000000)),
            ],
            fleets: [{fleets}],
        )"##
    )
}

fn sky_of(planets: &str) -> StarSystem {
    let (level, _) = written(&invented(planets, ""));
    StarSystem::build(&level).expect("a checked level has a sky")
}

/// The index of a body.
fn body(system: &StarSystem, name: &str) -> BodyId {
    system.find(name).expect("the body is in the level")
}

/// A drifting object, carried by wells alone: without engines and orders.
struct Drifter {
    sky: Sky,
    place: DVec3,
    tick: u64,
}

impl Drifter {
    fn at(system: &StarSystem, place: DVec3) -> Self {
        Self { sky: Sky::new(system.clone(), system.clock.jd_at(0)), place, tick: 0 }
    }

    /// A tick in which it flies the vector `wish`, of length 0 to 1, times its reach; returns its motion, seen
    /// from outside.
    fn go(&mut self, speeds: &Speeds, wish: DVec3) -> (DVec3, Carriage) {
        let clock = self.sky.system.clock;
        self.sky.advance(clock.jd_at(self.tick), clock.jd_at(self.tick + 1));
        self.tick += 1;
        let tick_seconds = self.sky.system.clock.seconds_per_tick();
        let near = self.sky.bodies_near(self.place, 0.0);
        let carriage = carriage(&self.sky, &near, self.place, speeds, tick_seconds);
        let step = carriage.step + wish * carriage.reach;
        self.place += step;
        (step, carriage)
    }
}

/// Sum of the greatest motions per tick of all bodies with wells, km.
fn longest_steps(system: &StarSystem) -> f64 {
    let with_wells = system.bodies.keys().filter(|body| system.bodies[*body].well_radius_km > 0.0);
    let km_s: f64 = with_wells.map(|body| system.max_speed_km_s(body)).sum();
    km_s * system.clock.seconds_per_tick()
}

/// The greatest change of a step, seen from outside, from one tick to the next, km, for a constant desired
/// velocity.
///
/// Let V be the sum of the steps of all bodies with wells, and C the greatest reach. A ship's carrier is a blend
/// of these steps. So in a tick the ship moves by at most V + C relative to any of the bodies, and its distance
/// from each changes by no more.
///
/// - The hold of a well falls from 1 to 0 over (1 - [`FULL_HOLD`]) of its radius R, nowhere steeper than
///   [`STEEPEST`] / ((1 - [`FULL_HOLD`]) R). It blends two steps that differ by no more than V.
/// - The step of the body itself changes by its acceleration.
/// - The reach grows from manoeuvre M to cruise C between the surface r and the rim R, nowhere steeper than
///   [`STEEPEST`] (C - M) / (R - r). Of several wells the least reach counts, so the steepest bounds it.
fn greatest_change(system: &StarSystem, speeds: &Speeds) -> f64 {
    let tick_seconds = system.clock.seconds_per_tick();
    let (cruise, manoeuvre) = (speeds.cruise_km_s * tick_seconds, speeds.manoeuvre_km_s * tick_seconds);
    let carried = longest_steps(system);
    let farther = carried + cruise;
    let mut by_hold = 0.0;
    let mut by_reach = 0.0_f64;
    for (index, body) in system.bodies.iter_enumerated() {
        if body.well_radius_km > 0.0 {
            let slope = STEEPEST / ((1.0 - FULL_HOLD) * body.well_radius_km);
            by_hold += slope * farther * carried;
            by_hold += system.max_acceleration_km_s2(index) * tick_seconds * tick_seconds;
            let room = body.well_radius_km - body.displayed_radius_km;
            by_reach = by_reach.max(STEEPEST * (cruise - manoeuvre) / room * farther);
        }
    }
    by_hold + by_reach
}

/// Drifts a thing for this many ticks, or until `is_over`, and checks every step against the bounds.
fn drifts_smoothly(
    drifter: &mut Drifter,
    speeds: &Speeds,
    wish: DVec3,
    ticks: u64,
    mut is_over: impl FnMut(&Carriage) -> bool,
) {
    let bound = greatest_change(&drifter.sky.system, speeds) + ROUNDING_KM;
    let cruise = speeds.cruise_km_s * drifter.sky.system.clock.seconds_per_tick();
    let longest = longest_steps(&drifter.sky.system) + cruise + ROUNDING_KM;
    let mut last: Option<DVec3> = None;
    for tick in 0..ticks {
        let (step, carriage) = drifter.go(speeds, wish);
        assert!(step.length() <= longest, "a jump of {} km in tick {tick}", step.length());
        if let Some(last) = last {
            let change = step.distance(last);
            assert!(change <= bound, "a jolt of {change} km, more than {bound}, in tick {tick}");
        }
        last = Some(step);
        if is_over(&carriage) {
            return;
        }
    }
}

fn any_direction() -> impl Strategy<Value = DVec3> {
    (0.0..TAU, -1.0..1.0_f64).prop_map(|(longitude, height)| {
        let across = (1.0 - height * height).sqrt();
        DVec3::new(across * longitude.cos(), across * longitude.sin(), height)
    })
}

fn any_speeds() -> impl Strategy<Value = Speeds> {
    (100.0..1000.0_f64, 0.1..1.0_f64)
        .prop_map(|(cruise, share)| Speeds { cruise_km_s: cruise, manoeuvre_km_s: cruise * share })
}

/// A vector of unit length across a direction, turned about it by `angle`.
fn across(direction: DVec3, angle: f64) -> DVec3 {
    let (one, other) = direction.any_orthonormal_pair();
    one * angle.cos() + other * angle.sin()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn crossing_a_well_is_smooth_at_every_angle_and_speed(
        direction in any_direction(),
        side in 0.0..TAU,
        miss in 0.0..0.5_f64,
        speeds in any_speeds(),
    ) {
        let kael = body(&ONE, "Kael");
        let well = ONE.bodies[kael].well_radius_km;
        let center = ONE.displayed_state(kael, ONE.epoch_jd).position;
        let start = center - direction * (1.2 * well) + across(direction, side) * (miss * well);
        let mut drifter = Drifter::at(&ONE, start);
        let mut was_inside = false;
        let mut outside: Option<Carriage> = None;
        drifts_smoothly(&mut drifter, &speeds, direction, 2_000, |carriage| {
            was_inside |= carriage.well == Some(kael);
            outside = Some(*carriage).filter(|carriage| was_inside && carriage.well.is_none());
            outside.is_some()
        });
        prop_assert!(was_inside, "it is three times as fast as the planet and cannot miss the well");
        let free = Carriage {
            step: DVec3::ZERO,
            reach: speeds.cruise_km_s * ONE.clock.seconds_per_tick(),
            well: None,
            hold: 0.0,
        };
        prop_assert_eq!(outside, Some(free));
    }

    #[test]
    fn a_well_that_overtakes_something_at_rest_takes_it_along_gently(
        direction in any_direction(),
        miss in 0.0..1.5_f64,
    ) {
        let kael = body(&ONE, "Kael");
        let well = ONE.bodies[kael].well_radius_km;
        let ahead = ONE.displayed_state(kael, ONE.clock.jd_at(400)).position;
        let mut drifter = Drifter::at(&ONE, ahead + direction * (miss * well));
        let at_rest = Speeds { cruise_km_s: 0.0, manoeuvre_km_s: 0.0 };
        let mut hold = 0.0;
        drifts_smoothly(&mut drifter, &at_rest, DVec3::ZERO, 1_000, |carriage| {
            hold = carriage.hold;
            false
        });
        // Near full hold the planet hardly gains on the object: an object in its way stays in the well.
        prop_assert!(miss > 0.5 || hold > 0.9, "a hold of {hold} at the end");
    }

    #[test]
    fn two_wells_that_pass_close_by_hand_over_smoothly(
        direction in any_direction(),
        from in any_direction(),
        distance in 0.0..3.0_f64,
        share in 0.0..1.0_f64,
        speeds in any_speeds(),
    ) {
        let kael = body(&TWO, "Kael");
        let center = TWO.displayed_state(kael, TWO.epoch_jd).position;
        let start = center + from * (distance * TWO.bodies[kael].well_radius_km);
        let mut drifter = Drifter::at(&TWO, start);
        drifts_smoothly(&mut drifter, &speeds, direction * share, 720, |_| false);
    }
}

#[test]
fn the_two_wells_do_pass_close_by() {
    let (kael, mira) = (body(&TWO, "Kael"), body(&TWO, "Mira"));
    let (one, other) = (&TWO.bodies[kael], &TWO.bodies[mira]);
    let apart = |tick: u64| {
        let jd = TWO.clock.jd_at(tick);
        TWO.displayed_state(kael, jd).position.distance(TWO.displayed_state(mira, jd).position)
    };
    let nearest = (0..720).map(apart).fold(f64::INFINITY, f64::min);
    assert!(nearest < 0.5 * (one.well_radius_km + other.well_radius_km), "{nearest} km");
    assert!(nearest > 2.0 * (one.displayed_radius_km + other.displayed_radius_km), "{nearest} km");
}

/// Runs a world with one ship and checks every step against the last: no jolt exceeds the limits of engines and
/// wells together for a corvette. Returns for each body whether the ship was in its well.
fn flies_smoothly(simulation: &mut Simulation, ticks: u64, bodies: &[&str]) -> Vec<bool> {
    let system = simulation.world().resource::<Sky>().system.clone();
    let cruise = ships(simulation)[0].0.cruise_km_s * system.clock.seconds_per_tick();
    let longest = longest_steps(&system) + cruise;
    let mut was_inside = vec![false; bodies.len()];
    let mut last = ships(simulation)[0].1;
    let mut last_step: Option<DVec3> = None;
    for tick in 0..ticks {
        simulation.run(1);
        let place = ships(simulation)[0].1;
        let step = place - last;
        assert!(step.length() <= 1.01 * longest, "a jump of {} km in tick {tick}", step.length());
        if let Some(before) = last_step {
            let jolt = step.distance(before);
            assert!(jolt < 0.35 * cruise, "a jolt of {jolt} km a tick in tick {tick}");
        }
        for (was_inside, name) in was_inside.iter_mut().zip(bodies) {
            let radius = system.bodies[body(&system, name)].well_radius_km;
            *was_inside |= body_place(simulation, name).distance(place) < radius;
        }
        last_step = Some(step);
        last = place;
    }
    was_inside
}

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
    simulation.order(Order::fleet(
        simulation.fleet("First"),
        Command::go(Goal::point(DVec3::new(0.3, 1.2, 0.1) * AU_KM), When::Now),
    ));
    simulation.order(Order::fleet(
        simulation.fleet("First"),
        Command::go(Goal::Body(simulation.body("Mars")), When::Last),
    ));
    assert_eq!(flies_smoothly(&mut simulation, 3_500, &["Earth", "Mars"]), [true, true]);
}

#[test]
fn flying_right_through_a_well_is_smooth_from_every_side() {
    for step in 0..6 {
        let (sine, cosine) = (TAU * f64::from(step) / 6.0).sin_cos();
        let (x, y) = (1.0 + 0.06 * cosine, 0.06 * sine);
        let fleets = format!(
            r#"(name: "First", faction: "Terra", at: au({x}, {y}, 0.005), ships: [(class: "corvette")])"#
        );
        let mut simulation = world(&invented(ONE_PLANET, &fleets));
        // To the other side; the planet moves by 0.02 AU along y meanwhile.
        let to = DVec3::new(1.0 - 0.06 * cosine, 0.02 - 0.06 * sine, -0.005) * AU_KM;
        simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
        assert_eq!(flies_smoothly(&mut simulation, 150, &["Kael"]), [true], "from side {step}");
    }
}

#[test]
fn a_ship_at_rest_that_a_well_overtakes_is_not_jolted() {
    // The planet's place after four days, less half of its well's radius.
    let (sine, cosine) = 3.943_f64.to_radians().sin_cos();
    let (x, y) = (1.014 * cosine, 1.014 * sine);
    let fleets =
        format!(r#"(name: "First", faction: "Terra", at: au({x}, {y}, 0), ships: [(class: "corvette")])"#);
    let mut simulation = world(&invented(ONE_PLANET, &fleets));
    assert_eq!(flies_smoothly(&mut simulation, 480, &["Kael"]), [true]);
}

#[test]
fn flying_through_two_wells_at_once_is_smooth() {
    let fleets = r#"(name: "First", faction: "Terra", at: au(0.93, 0, 0), ships: [(class: "corvette")])"#;
    let mut simulation = world(&invented(TWO_PLANETS, fleets));
    simulation.run(240);
    let to = DVec3::new(1.07, -0.03, 0.0) * AU_KM;
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
    assert_eq!(flies_smoothly(&mut simulation, 150, &["Kael", "Mira"]), [true, true]);
}
