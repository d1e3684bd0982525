//! Waits end on their dates, and the dates are right.

use ecliptic::level::{StarSystem, to_ron};
use ecliptic::orbit::AU_KM;
use ecliptic::sim::ids::{BodyId, FleetId, ShipId};
use ecliptic::sim::motion::dates::date_of;
use ecliptic::sim::world::{AnchoredPlace, WaitEvent};
use ecliptic::sim::{Calendar, Command, Goal, Order, Simulation, Sky, Units, When};
use glam::DVec3;

use super::worlds::{ByName, legs_left, near_earth, shipped, ships, world, written};

const FIRST: &str = r#"(name: "First", faction: "Terra", at: au(1.2, 0.4, 0), ships: [(class: "corvette")])"#;

fn sol() -> Sky {
    let (level, _) = shipped("sol.ron");
    let system = StarSystem::build(&level).expect("it holds together");
    let jd = system.epoch_jd;
    Sky::new(system, jd)
}

fn place(sky: &Sky, name: &str, jd: f64) -> DVec3 {
    sky.system.displayed_state(body(sky, name), jd).position
}

fn body(sky: &Sky, name: &str) -> BodyId {
    sky.system.find(name).expect("it is there")
}

/// The first date on which a measure rises through zero, by dense sampling.
fn by_looking(from_jd: f64, measure: impl Fn(f64) -> f64) -> f64 {
    let step = 0.05;
    let (mut jd, mut last) = (from_jd, measure(from_jd));
    while jd < from_jd + 36_525.0 {
        jd += step;
        let next = measure(jd);
        if last < 0.0 && next >= 0.0 {
            return jd;
        }
        last = next;
    }
    panic!("it never comes");
}

#[test]
fn conjunctions_and_oppositions_come_when_they_are_forecast() {
    let sky = sol();
    let from = sky.system.epoch_jd;
    for (one, other) in [("Mercury", "Earth"), ("Mars", "Earth"), ("Jupiter", "Saturn"), ("Venus", "Mars")] {
        for is_conjunction in [true, false] {
            // The inner one overtakes: measured so that the sign rises.
            let measure = |jd: f64| {
                let (inner, outer) = (place(&sky, one, jd), place(&sky, other, jd));
                let is_inner = inner.length() < outer.length();
                let (inner, outer) = if is_inner { (inner, outer) } else { (outer, inner) };
                let outer = if is_conjunction { outer } else { -outer };
                let angle = libm::atan2(inner.y, inner.x) - libm::atan2(outer.y, outer.x);
                libm::atan2(libm::sin(angle), libm::cos(angle))
            };
            // The jump from half a turn to minus half a turn falls, and so does not count as a rise.
            let expected = by_looking(from, measure);
            let [one, other] = [one, other].map(|name| body(&sky, name));
            let event = if is_conjunction {
                WaitEvent::Conjunction { one, other }
            } else {
                WaitEvent::Opposition { one, other }
            };
            let found = date_of(event, &sky, &AnchoredPlace::default(), from).expect("it comes");
            assert!((found - expected).abs() < 0.1, "{event:?}: {found}, not {expected}");
        }
    }
}

#[test]
fn bodies_are_nearest_when_it_is_forecast() {
    let sky = sol();
    let from = sky.system.epoch_jd;
    let rest = AnchoredPlace { offset: DVec3::new(1.0, 1.0, 0.1) * AU_KM, ..AnchoredPlace::default() };
    for (body, to) in [("Mars", Some("Earth")), ("Mercury", Some("Venus")), ("Earth", None)] {
        let distance = |jd: f64| {
            let other = to.map_or(rest.offset, |to| place(&sky, to, jd));
            place(&sky, body, jd).distance(other)
        };
        let expected = by_looking(from, |jd| distance(jd + 0.01) - distance(jd - 0.01));
        let event =
            WaitEvent::Nearest { body: self::body(&sky, body), to: to.map(|to| self::body(&sky, to)) };
        let found = date_of(event, &sky, &rest, from).expect("it comes");
        assert!((found - expected).abs() < 0.1, "{event:?}: {found}, not {expected}");
    }
}

#[test]
fn events_that_never_come_are_not_found() {
    let sky = sol();
    let from = sky.system.epoch_jd;
    let with_the_star = WaitEvent::Conjunction { one: body(&sky, "Sun"), other: body(&sky, "Earth") };
    assert_eq!(date_of(with_the_star, &sky, &AnchoredPlace::default(), from), None);
}

fn wait(event: WaitEvent) -> Order {
    Order::fleet(Units::Fleet(FleetId(0)), Command::go(Goal::Wait(event), When::Last))
}

#[test]
fn a_wait_ends_on_the_tick_of_its_date() {
    let mut simulation = world(&near_earth(FIRST));
    let calendar = *simulation.world().resource::<Calendar>();
    let jd = calendar.clock.jd_at(100) + 0.3 * calendar.clock.days_per_tick();
    simulation.order(wait(WaitEvent::Date(jd)));
    let to = DVec3::new(1.3, 0.4, 0.0) * AU_KM;
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Last)));
    simulation.run(50);
    assert_eq!(legs_left(&mut simulation, "First"), 2);
    let text = to_ron(&simulation.capture().expect("a world")).expect("it is written");
    let (level, classes) = written(&text);
    let mut resumed = Simulation::new(&level, &classes, 1).expect("a save spawns");
    while legs_left(&mut simulation, "First") > 1 {
        assert!(simulation.tick_count() < 200, "it still waits");
        simulation.run(1);
        resumed.run(1);
        assert_eq!(simulation.digests().difference(&resumed.digests()), None);
    }
    // The tick begins at or after the date, and the tick before it did not.
    let tick = simulation.tick_count() - 1;
    assert!(calendar.clock.jd_at(tick) >= jd && calendar.clock.jd_at(tick - 1) < jd, "tick {tick}");
}

/// A date is the same for all, whether slow and fast ships have a fleet each or are in one.
#[test]
fn slow_and_fast_ships_that_wait_together_depart_together() {
    let names = ["Slow", "Fast", "Mixed"];
    let (slow, fast) = (r#"(class: "dreadnought")"#, r#"(class: "scout")"#);
    let mixed = format!("{slow}, {fast}");
    let places = ["au(1.2, 0.4, 0)", "au(1.2, 0.5, 0)", "au(1.2, 0.6, 0)"];
    let fleets = names.iter().zip(places).zip([slow, fast, mixed.as_str()]);
    let fleets = fleets.map(|((name, at), ships)| {
        format!(r#"(name: "{name}", faction: "Terra", at: {at}, ships: [{ships}]),"#)
    });
    let mut simulation = world(&near_earth(&fleets.collect::<String>()));
    let calendar = *simulation.world().resource::<Calendar>();
    let date = WaitEvent::Date(calendar.clock.jd_at(100));
    let to = Goal::point(DVec3::new(1.3, 0.4, 0.0) * AU_KM);
    for goal in [Goal::Wait(date), to] {
        let all = Units::Ships((0..4).map(ShipId).collect());
        simulation.give(0, Order::fleet(all, Command::go(goal, When::Last))).expect("own ships");
    }
    let legs = |simulation: &mut Simulation| names.map(|name| legs_left(simulation, name));
    let places = |simulation: &mut Simulation| -> Vec<DVec3> {
        ships(simulation).into_iter().map(|(_, place, _)| place).collect()
    };
    simulation.run(50);
    while legs(&mut simulation) == [2; 3] {
        assert!(simulation.tick_count() < 200, "they still wait");
        simulation.run(1);
    }
    assert!(simulation.tick_count() > 100, "nobody leaves before the date");
    assert_eq!(legs(&mut simulation), [1; 3], "all leave in the same tick");
    let before = places(&mut simulation);
    simulation.run(150);
    let moved = before.iter().zip(places(&mut simulation)).map(|(before, now)| before.distance(now));
    assert!(
        moved.clone().count() == 4 && moved.clone().all(|km| km > 1.0),
        "{:?}",
        moved.collect::<Vec<f64>>()
    );
}

#[test]
fn impossible_waits_are_refused() {
    let mut simulation = world(&near_earth(FIRST));
    let now = simulation.world().resource::<Calendar>().now_jd();
    let [sun, mars] = ["Sun", "Mars"].map(|name| simulation.body(name));
    let cases = [
        (WaitEvent::Date(now - 1.0), "past"),
        (WaitEvent::Date(1.0e9), "hundred years"),
        (WaitEvent::Opposition { one: mars, other: mars }, "two bodies"),
        (WaitEvent::Opposition { one: sun, other: mars }, "hundred years"),
    ];
    for (event, words) in cases {
        let refusal = simulation.give(0, wait(event)).expect_err("must be refused");
        assert!(refusal.to_string().contains(words), "{event:?}: {refusal}");
    }
    assert_eq!(legs_left(&mut simulation, "First"), 0);
}
