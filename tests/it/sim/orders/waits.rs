//! Waits end on their dates, and the dates are right.

use ecliptic::level::{Epoch, NamedGoal, StarSystem, Until, to_ron};
use ecliptic::orbit::AU_KM;
use ecliptic::sim::ids::FactionId;
use ecliptic::sim::motion::dates::{date_of, event_of};
use ecliptic::sim::world::{AnchoredPlace, WaitEvent};
use ecliptic::sim::{Calendar, Command, Order, OrderQueue, Refusal, Simulation, Sky, When};
use glam::DVec3;

use super::worlds::{legs_left, named, near_earth, order, shipped, world, written};

const FIRST: &str = r#"(name: "First", faction: "Terra", at: au(1.2, 0.4, 0), ships: [(class: "corvette")])"#;

fn sol() -> Sky {
    let (level, _) = shipped("sol.ron");
    let system = StarSystem::build(&level).expect("it holds together");
    let jd = system.epoch_jd;
    Sky::new(system, jd)
}

fn place(sky: &Sky, name: &str, jd: f64) -> DVec3 {
    sky.system.displayed_state(sky.system.find(name).expect("it is there"), jd).position
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
fn conjunctions_and_oppositions_come_when_they_are_foretold() {
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
            let until = if is_conjunction {
                Until::Conjunction(one.into(), other.into())
            } else {
                Until::Opposition(one.into(), other.into())
            };
            let event = event_of(&until, &sky.system).expect("there are such bodies");
            let found = date_of(event, &sky, &AnchoredPlace::default(), from).expect("it comes");
            assert!((found - expected).abs() < 0.1, "{until:?}: {found}, not {expected}");
        }
    }
}

#[test]
fn bodies_are_nearest_when_it_is_foretold() {
    let sky = sol();
    let from = sky.system.epoch_jd;
    let rest = AnchoredPlace { offset: DVec3::new(1.0, 1.0, 0.1) * AU_KM, ..AnchoredPlace::default() };
    for (body, to) in [("Mars", Some("Earth")), ("Mercury", Some("Venus")), ("Earth", None)] {
        let distance = |jd: f64| {
            let other = to.map_or(rest.offset, |to| place(&sky, to, jd));
            place(&sky, body, jd).distance(other)
        };
        let expected = by_looking(from, |jd| distance(jd + 0.01) - distance(jd - 0.01));
        let until = Until::Nearest { body: body.into(), to: to.map(str::to_owned) };
        let event = event_of(&until, &sky.system).expect("there are such bodies");
        let found = date_of(event, &sky, &rest, from).expect("it comes");
        assert!((found - expected).abs() < 0.1, "{until:?}: {found}, not {expected}");
    }
}

#[test]
fn events_that_never_come_are_not_found() {
    let sky = sol();
    let find = |name: &str| sky.system.find(name).expect("it is there");
    let from = sky.system.epoch_jd;
    let with_the_star = WaitEvent::Conjunction { one: find("Sun"), other: find("Earth") };
    assert_eq!(date_of(with_the_star, &sky, &AnchoredPlace::default(), from), None);
    let until = Until::Nearest { body: "Earth".into(), to: Some("earth".into()) };
    assert!(event_of(&until, &sky.system).is_err());
}

fn give(simulation: &mut Simulation, order: Order) -> Result<(), Refusal> {
    simulation.world_mut().resource_mut::<OrderQueue>().give(FactionId(0), order);
    simulation.run(1);
    let answers = simulation.world_mut().resource_mut::<OrderQueue>().take_answers(FactionId(0));
    answers.into_iter().next_back().expect("an answer").outcome
}

fn wait(until: Until) -> Order {
    Order::fleet(named("First"), Command::go(NamedGoal::Wait { until }, When::Last))
}

#[test]
fn a_wait_ends_on_the_tick_of_its_date() {
    let mut simulation = world(&near_earth(FIRST));
    let calendar = *simulation.world().resource::<Calendar>();
    let jd = calendar.clock.jd_at(100) + 0.3 * calendar.clock.days_per_tick();
    order(&mut simulation, wait(Until::On(Epoch::Jd(jd))));
    let to = DVec3::new(1.3, 0.4, 0.0) * AU_KM;
    order(&mut simulation, Order::fleet(named("First"), Command::go(NamedGoal::point(to), When::Last)));
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

#[test]
fn impossible_waits_are_refused() {
    let mut simulation = world(&near_earth(FIRST));
    let now = simulation.world().resource::<Calendar>().now_jd();
    let cases = [
        (Until::On(Epoch::Jd(now - 1.0)), "past"),
        (Until::On(Epoch::Date("soon".into())), "soon"),
        (Until::On(Epoch::Jd(1.0e9)), "hundred years"),
        (Until::Conjunction("Mars".into(), "Vulcan".into()), "no body called Vulcan"),
        (Until::Opposition("Mars".into(), "mars".into()), "two bodies"),
        (Until::Opposition("Sun".into(), "Mars".into()), "hundred years"),
    ];
    for (until, words) in cases {
        let refusal = give(&mut simulation, wait(until.clone())).expect_err("must be refused");
        assert!(refusal.to_string().contains(words), "{until:?}: {refusal}");
    }
    assert_eq!(legs_left(&mut simulation, "First"), 0);
}
