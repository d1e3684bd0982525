//! Courses: fleets plan their way round obstacles, fly it, and plan again if it is blocked.

use ecliptic::level::{Cohesion, RoutePreference, Shape};
use ecliptic::orbit::{AU_KM, TICKS_PER_SECOND};
use ecliptic::sim::ids::FactionId;
use ecliptic::sim::navigation::berth::BerthFinder;
use ecliptic::sim::navigation::course::PLANS_PER_TICK;
use ecliptic::sim::navigation::{Arrival, EngineRules, FleetSum, LookAhead, plan};
use ecliptic::sim::steering::system::SteeringChoice;
use ecliptic::sim::visibility::{Knowledge, LOOK_TICKS};
use ecliptic::sim::world::{AnchoredPlace, Course, Fleet, Rings, RouteWish};
use ecliptic::sim::{Anchor, Calendar, Command, Goal, Order, Simulation, Sky, When};
use glam::DVec3;

use super::worlds::{
    ByName, body_place, body_radius, legs_left, middle_of_all, near_earth, of_two, overlaps, ships, world,
    written,
};

fn course(simulation: &mut Simulation, name: &str) -> Course {
    let world = simulation.world_mut();
    let mut fleets = world.query::<(&Fleet, &Course)>();
    let found = fleets.iter(world).find(|(fleet, _)| fleet.name == name);
    found.map(|(_, course)| course.clone()).expect("the fleet is there")
}

fn fly(simulation: &mut Simulation, name: &str, to: DVec3) {
    simulation.order(Order::fleet(simulation.fleet(name), Command::go(Goal::point(to), When::Now)));
}

const TWENTY: &str = r#"(name: "First", faction: "Terra", at: au(-0.7, 0.02, 0),
    ships: [(class: "frigate", count: 20)])"#;

#[test]
fn a_fleet_plans_its_way_round_the_sun_and_flies_it() {
    let mut simulation = world(&near_earth(TWENTY));
    let (start, goal) = (middle_of_all(&mut simulation), DVec3::new(0.7, 0.0, 0.0) * AU_KM);
    let shape = Order::fleet(
        simulation.fleet("First"),
        Command::Form { shape: Shape::Wall, conduct: Cohesion::Formation, facing: None },
    );
    simulation.order(shape);
    fly(&mut simulation, "First", goal);
    simulation.run(2);
    let planned = course(&mut simulation, "First");
    assert!(planned.is_planned && !planned.bends.is_empty(), "{planned:?}");
    let sun = body_radius(&simulation, "Sun");
    let stops: Vec<DVec3> = std::iter::once(start)
        .chain(planned.bends.iter().map(|bend| bend.offset))
        .chain(std::iter::once(goal))
        .collect();
    let length: f64 = stops.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    // The tangents from both sides and the arc between them.
    let (near, far) = (start.length(), goal.length());
    assert!(length > start.distance(goal) && length < 1.06 * start.distance(goal), "{length}");

    let (mut flown, mut before, mut nearest) = (0.0, start, f64::MAX);
    while legs_left(&mut simulation, "First") > 0 {
        simulation.run(1);
        assert_eq!(overlaps(&mut simulation), (0, 0.0), "in tick {}", simulation.tick_count());
        assert!(simulation.tick_count() < 6_000, "still under way");
        let now = middle_of_all(&mut simulation);
        flown += now.distance(before);
        nearest = nearest.min(now.length());
        before = now;
    }
    assert!(nearest > sun, "the fleet's middle came as near as {nearest}, the Sun has {sun}");
    assert!(nearest < 1.3 * sun.max(0.1 * (near + far)), "and not far out: {nearest}");
    assert!((flown / length - 1.0).abs() < 0.03, "flown {flown}, planned {length}");
    assert_eq!(course(&mut simulation, "First"), Course::default(), "a leg that is over has no course");
}

#[test]
fn a_free_way_has_no_bends() {
    let mut simulation = world(&near_earth(TWENTY));
    fly(&mut simulation, "First", DVec3::new(-0.7, 0.6, 0.0) * AU_KM);
    simulation.run(2);
    assert_eq!(course(&mut simulation, "First"), Course { bends: vec![], is_planned: true });
}

#[test]
fn beside_a_planet_the_course_goes_along_with_it() {
    let fleet = r#"(name: "First", faction: "Terra", at: beside(body: "Earth", radii: 3, bearing_deg: 0),
        ships: [(class: "corvette", count: 5)])"#;
    let mut simulation = world(&near_earth(fleet));
    let radius = body_radius(&simulation, "Earth");
    let goal = body_place(&simulation, "Earth") - DVec3::X * 3.0 * radius;
    fly(&mut simulation, "First", goal);
    simulation.run(2);
    let planned = course(&mut simulation, "First");
    let earth = simulation.world().resource::<Sky>().system.find("Earth");
    assert!(!planned.bends.is_empty(), "the planet is in the way");
    assert!(planned.bends.iter().all(|bend| bend.anchor.body() == earth), "{planned:?}");
    let (mut nearest, mut flown) = (f64::MAX, 0.0);
    let mut before = middle_of_all(&mut simulation) - body_place(&simulation, "Earth");
    while legs_left(&mut simulation, "First") > 0 {
        simulation.run(1);
        assert!(simulation.tick_count() < 9_000, "still under way");
        let now = middle_of_all(&mut simulation) - body_place(&simulation, "Earth");
        flown += now.distance(before);
        nearest = nearest.min(now.length() / radius);
        before = now;
    }
    assert!(nearest > 1.0 && nearest < 1.4, "it passed at {nearest} radii");
    // Two tangents of 2.83 radii and an arc of 2.46: 8.1 radii.
    assert!(flown / radius < 8.7, "flown {} radii", flown / radius);
}

#[test]
fn few_courses_are_planned_in_a_tick() {
    let fleets: Vec<String> = (0..9)
        .map(|n| {
            format!(
                r#"(name: "Fleet {n}", faction: "Terra", at: au(-0.7, 0.0{n}, 0), ships: [(class: "scout")])"#
            )
        })
        .collect();
    let mut simulation = world(&near_earth(&fleets.join(",")));
    for n in 0..9 {
        fly(&mut simulation, &format!("Fleet {n}"), DVec3::new(0.7, 0.0, 0.0) * AU_KM);
    }
    for tick in 1..=6usize {
        simulation.run(1);
        let planned: Vec<bool> =
            (0..9).map(|n| course(&mut simulation, &format!("Fleet {n}")).is_planned).collect();
        let expected: Vec<bool> = (0..9).map(|n| n < tick * PLANS_PER_TICK).collect();
        assert_eq!(planned, expected, "after tick {tick}");
    }
}

#[test]
fn a_blocked_course_is_planned_anew() {
    let mut simulation = world(&near_earth(TWENTY));
    fly(&mut simulation, "First", DVec3::new(0.7, 0.0, 0.0) * AU_KM);
    simulation.run(2);
    let planned = course(&mut simulation, "First");
    // Another course leads them straight at the Sun.
    let world = simulation.world_mut();
    let mut courses = world.query::<&mut Course>();
    courses.iter_mut(world).for_each(|mut course| course.bends = vec![]);
    simulation.run(160);
    let replanned = course(&mut simulation, "First");
    assert!(replanned.is_planned && !replanned.bends.is_empty());
    let apart = replanned.bends[0].offset.distance(planned.bends[0].offset);
    assert!(apart < 0.1 * AU_KM, "much the same way: {replanned:?}, was {planned:?}");
}

#[test]
fn the_client_gets_the_bends_and_the_arrival() {
    // Without a well of the Sun's, in which the fleet would be slower.
    let level = near_earth(TWENTY).replace(r#"body("Sun")"#, r#"changed(name: "Sun", well_radii: 1)"#);
    let mut simulation = world(&level);
    let goal = DVec3::new(0.7, 0.0, 0.0) * AU_KM;
    fly(&mut simulation, "First", goal);
    simulation.run(2);
    let planned = course(&mut simulation, "First");
    let center = middle_of_all(&mut simulation);
    let jd = simulation.world().resource::<Calendar>().now_jd();
    let arrivals = arrivals_of(&mut simulation, "First");
    let expected: Vec<DVec3> = planned
        .bends
        .iter()
        .map(|AnchoredPlace { anchor, offset }| {
            simulation.world().resource::<Sky>().origin_now(*anchor) + *offset
        })
        .collect();
    assert_eq!(arrivals.len(), 1);
    assert_eq!(arrivals[0].position, goal);
    assert_eq!(arrivals[0].bends.len(), expected.len());
    let length: f64 = std::iter::once(center)
        .chain(arrivals[0].bends.iter().map(|bend| bend.position))
        .chain(std::iter::once(goal))
        .collect::<Vec<_>>()
        .windows(2)
        .map(|pair| pair[0].distance(pair[1]))
        .sum();
    let seconds = (arrivals[0].jd - jd) * 86_400.0;
    // A little more, for setting off and coming to rest.
    let play_seconds = (seconds - length / 205.0) / simulation.world().resource::<Calendar>().play_second_s();
    assert!((0.0..3.0).contains(&play_seconds), "{seconds} s for {length} km");
}

#[test]
fn a_save_on_the_way_keeps_the_course() {
    let mut simulation = world(&near_earth(TWENTY));
    fly(&mut simulation, "First", DVec3::new(0.7, 0.0, 0.0) * AU_KM);
    simulation.run(300);
    assert!(!course(&mut simulation, "First").bends.is_empty());
    let saved = ecliptic::level::to_ron(&simulation.capture().expect("a world")).expect("it is written");
    let (level, classes) = written(&saved);
    let mut resumed = Simulation::new(&level, &classes, 1).expect("a save spawns");
    assert_eq!(course(&mut resumed, "First"), course(&mut simulation, "First"));
    simulation.run(700);
    resumed.run(700);
    assert_eq!(simulation.digests().difference(&resumed.digests()), None);
}

/// A scout of Terra beside Mars, and a sentry of Ares there whose sight exceeds the well.
const WATCHED: &str = r#"
    (name: "First", faction: "Terra", at: beside(body: "Mars", radii: 30, bearing_deg: 180),
        ships: [(class: "scout")])"#;

fn with_a_station_at_mars(reveals: bool) -> Simulation {
    let fleets = if reveals {
        format!(
            r#"{WATCHED}, (name: "Spy", faction: "Terra", at: beside(body: "Mars", radii: 6, bearing_deg: 90),
            ships: [(class: "scout")])"#
        )
    } else {
        WATCHED.to_owned()
    };
    let text = near_earth(&fleets).replacen(
        "fleets:",
        r#"holdings: [(body: "Mars", owner: "Ares")],
        structures: [(class: "sentry", faction: "Ares", body: "Mars", ring: 0, slot: 0)], fleets:"#,
        1,
    );
    world(&text)
}

/// The waypoints of the first fleet on its way past Mars, relative to Mars.
fn bends_past_mars(simulation: &mut Simulation, wish: RoutePreference) -> Vec<DVec3> {
    simulation.order(Order::fleet(simulation.fleet("First"), Command::Prefer(wish)));
    let mars = body_place(simulation, "Mars");
    let radius = body_radius(simulation, "Mars");
    fly(simulation, "First", mars + DVec3::new(30.0, 4.0, 0.0) * radius);
    simulation.run(12);
    let sky = simulation.world().resource::<Sky>().clone();
    let planned = course(simulation, "First");
    assert!(planned.is_planned);
    let place = |bend: &AnchoredPlace| sky.origin_now(bend.anchor) + bend.offset;
    planned.bends.iter().map(|bend| place(bend) - mars).collect()
}

#[test]
fn fleets_go_round_known_structures_on_request() {
    let simulation = with_a_station_at_mars(true);
    let well = {
        let sky = simulation.world().resource::<Sky>();
        sky.system.bodies[sky.system.find("Mars").expect("it is there")].well_radius_km
    };
    let nearest = |bends: &[DVec3]| bends.iter().map(|bend| bend.length()).fold(f64::INFINITY, f64::min);
    let [short, round, unseen] =
        RoutePreference::ALL.map(|wish| bends_past_mars(&mut with_a_station_at_mars(true), wish));
    assert!(short.is_empty() || nearest(&short) < 0.5 * well, "{short:?} of {well}");
    assert!(!round.is_empty() && nearest(&round) > 0.9 * well, "{round:?} of {well}");
    assert!(!unseen.is_empty() && nearest(&unseen) > nearest(&round), "{unseen:?}, the well has {well}");
}

#[test]
fn fleets_do_not_go_round_unknown_structures() {
    let bends = |wish| bends_past_mars(&mut with_a_station_at_mars(false), wish);
    assert_eq!(bends(RoutePreference::Shortest), bends(RoutePreference::AvoidHostileWells));
}

#[test]
fn a_wish_is_kept_by_saves_and_known_to_the_hash() {
    let mut simulation = world(&near_earth(TWENTY));
    let mut other = world(&near_earth(TWENTY));
    simulation.order(Order::fleet(simulation.fleet("First"), Command::Prefer(RoutePreference::OutOfSight)));
    simulation.run(1);
    other.run(1);
    assert_ne!(simulation.hash(), other.hash());
    let (level, classes) = written(&text_of(&mut simulation));
    let mut resumed = Simulation::new(&level, &classes, 1).expect("a save spawns");
    let wish = resumed.world_mut().query::<&RouteWish>().single(resumed.world()).copied();
    assert_eq!(wish.expect("one fleet").0, RoutePreference::OutOfSight);
}

/// The arrivals of a fleet, as the client gets them.
fn arrivals_of(simulation: &mut Simulation, name: &str) -> Vec<Arrival> {
    let mut sum = FleetSum::default();
    for (ship, position, _) in ships(simulation) {
        sum.add(position, DVec3::ZERO, &ship);
    }
    let company = sum.total().expect("it has ships");
    let known = course(simulation, name);
    let world = simulation.world_mut();
    let route = world.query::<&ecliptic::sim::Route>().iter(world).next().cloned().expect("a fleet");
    let (sky, rings) = (world.resource::<Sky>(), world.resource::<Rings>());
    let (calendar, steering) = (world.resource::<Calendar>(), &world.resource::<SteeringChoice>().0);
    let berth_finder = BerthFinder { sky, rings, clear_km: 0.0 };
    let look_ahead = LookAhead { berth_finder, engine_rules: EngineRules::new(steering, calendar) };
    plan(&look_ahead, &route, &[&known.bends], &company, calendar.now_jd())
}

/// The seconds of play until the arrival of the only fleet, as forecast when it sets off and as it comes to be.
fn forecast_and_taken_s(ships: &str, goal: impl Fn(&Simulation) -> Goal) -> (f64, f64) {
    let fleet = format!(
        r#"(name: "First", faction: "Terra", at: beside(body: "Earth", radii: 3, bearing_deg: 0), ships: [{ships}])"#
    );
    let mut simulation = world(&near_earth(&fleet));
    let goal = goal(&simulation);
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(goal, When::Now)));
    simulation.run(2);
    let arrivals = arrivals_of(&mut simulation, "First");
    let calendar = *simulation.world().resource::<Calendar>();
    let days = arrivals[0].jd - calendar.now_jd();
    let begun = simulation.tick_count();
    while legs_left(&mut simulation, "First") > 0 {
        simulation.run(1);
        assert!(simulation.tick_count() < 9_000, "still under way");
    }
    let taken_s = (simulation.tick_count() - begun) as f64 / TICKS_PER_SECOND;
    (days / calendar.clock.days_per_tick() / TICKS_PER_SECOND, taken_s)
}

#[test]
fn the_date_of_arrival_reckons_with_wells() {
    for body in ["Mars", "Moon"] {
        let goal = |simulation: &Simulation| Goal::Body(simulation.body(body));
        let (forecast_s, taken_s) = forecast_and_taken_s(r#"(class: "corvette", count: 3)"#, goal);
        assert!((taken_s - forecast_s).abs() < 1.5 + 0.02 * taken_s, "{body}: {taken_s} s, not {forecast_s}");
    }
}

#[test]
fn the_date_of_arrival_reckons_with_setting_off_and_coming_to_rest() {
    for class in ["scout", "cruiser", "dreadnought"] {
        // From the fleet's place beside the Earth: within its well, and out of it.
        for radii in [3.5, 6.0, 20.0, 60.0] {
            let goal = |simulation: &Simulation| {
                let offset = DVec3::X * radii * body_radius(simulation, "Earth");
                if radii < 10.0 {
                    return Goal::Place(AnchoredPlace {
                        anchor: Anchor::Body(simulation.body("Earth")),
                        offset,
                    });
                }
                Goal::point(body_place(simulation, "Earth") + offset)
            };
            let (forecast_s, taken_s) = forecast_and_taken_s(&format!(r#"(class: "{class}")"#), goal);
            assert!(
                (taken_s - forecast_s).abs() < 0.5 + 0.04 * taken_s,
                "{class} to {radii} radii: {taken_s} s, not {forecast_s}"
            );
        }
    }
}

/// The ticks of the saves of wary fleets: some of these fleets search for better ways before the next look round.
const SAVES: [u64; 5] = [123, 127, 131, 138, 149];
/// Ticks of a run after its save.
const GO_ON_TICKS: u64 = 300;

/// Fleets that go to and fro, past a yard of others at Mars or past ships of others that move. Scouts have all
/// of these in view.
fn wary_fleets() -> Simulation {
    let fleet = |n: u32| {
        let (wish, at, west, east) = if n.is_multiple_of(2) {
            let (half, y) = (4.0e6 + f64::from(n) * 4.0e5, -2.4e8 + f64::from(n) * 5.0e4);
            let place = |x: f64| format!("km({x:.1}, {y:.1}, 0)");
            ("out_of_sight", place(0.1 * half), place(-half), place(half))
        } else {
            let (half, y) = (3.0e6 + f64::from(n) * 1.0e5, f64::from(n) * 1.0e4);
            let place = |x: f64| format!("keep(body: \"Mars\", offset_km: ({x:.1}, {y:.1}, 0))");
            let at = format!("beside(body: \"Mars\", radii: 15, bearing_deg: {})", 12 * n);
            ("avoid_hostile_wells", at, place(-half), place(half))
        };
        format!(
            r#"(name: "Wary {n}", faction: "Terra", at: {at}, ships: [(class: "scout")], wish: {wish},
                repeats: true, route: [(to: {west}), (to: {east})]),"#
        )
    };
    let wary: String = (0..30).map(fleet).collect();
    let fields = format!(
        r#"structures: [(class: "shipyard", faction: "Ares", body: "Mars", ring: 2, slot: 0)],
        fleets: [
            {wary}
            (name: "Eye", faction: "Terra", at: km(0, -2.37e8, 0), ships: [(class: "scout")]),
            (name: "Eye of Mars", faction: "Terra", at: beside(body: "Mars", radii: 8),
                ships: [(class: "scout")]),
            (name: "Watch", faction: "Ares", at: km(0, -2.395e8, 0), ships: [(class: "frigate", count: 3)],
                repeats: true, route: [(to: km(1e6, -2.4e8, 0)), (to: km(-1e6, -2.39e8, 0))]),
        ],
        "#
    );
    world(&of_two(r#"body("Earth"), body("Mars")"#, &fields))
}

fn text_of(simulation: &mut Simulation) -> String {
    ecliptic::level::to_ron(&simulation.capture().expect("a world")).expect("it is written")
}

fn choose(simulation: &mut Simulation, fleets: std::ops::Range<u32>, wish: RoutePreference) {
    for n in fleets {
        simulation.order(Order::fleet(simulation.fleet(&format!("Wary {n}")), Command::Prefer(wish)));
    }
}

#[test]
fn a_save_between_two_looks_keeps_the_knowledge_of_wary_fleets() {
    let mut whole = wary_fleets();
    let (mut hashes, mut saves, mut ends) = (vec![whole.hash()], Vec::new(), Vec::new());
    for tick in 1..=SAVES[SAVES.len() - 1] + GO_ON_TICKS {
        advance(&mut whole);
        hashes.push(whole.hash());
        if SAVES.contains(&tick) {
            assert!(whole.world().resource::<Knowledge>().seen(FactionId(0)).count() >= 4, "tick {tick}");
            saves.push((tick, text_of(&mut whole)));
        }
        if tick > GO_ON_TICKS && SAVES.contains(&(tick - GO_ON_TICKS)) {
            ends.push(text_of(&mut whole));
        }
    }
    let mut blind_ways = 0;
    for ((saved, text), end) in saves.iter().zip(&ends) {
        let (level, classes) = written(text);
        let mut resumed = Simulation::new(&level, &classes, 99).expect("a save spawns");
        let mut blind = Simulation::new(&level, &classes, 99).expect("a save spawns");
        *blind.world_mut().resource_mut::<Knowledge>() = Knowledge::default();
        for tick in saved + 1..=saved + GO_ON_TICKS {
            advance(&mut resumed);
            assert_eq!(resumed.hash(), hashes[tick as usize], "saved at {saved}, tick {tick}");
            if tick < saved.next_multiple_of(LOOK_TICKS) {
                advance(&mut blind);
                blind_ways += usize::from(wary_courses(&mut blind) != wary_courses(&mut resumed));
            }
        }
        assert!(text_of(&mut resumed) == *end, "saved at {saved}: the worlds differ");
    }
    assert!(blind_ways > 0, "nobody planned by what is seen");
}

/// Runs a tick; at one of them some fleets get new orders.
fn advance(simulation: &mut Simulation) {
    if simulation.tick_count() == 130 {
        choose(simulation, 0..6, RoutePreference::OutOfSight);
    }
    simulation.run(1);
}

fn wary_courses(simulation: &mut Simulation) -> Vec<Course> {
    (0..30).map(|n| course(simulation, &format!("Wary {n}"))).collect()
}

#[test]
fn a_save_keeps_the_old_ways_of_fleets_that_wait_for_new_ones() {
    let mut simulation = wary_fleets();
    let has_bends = |course: &&Course| !course.bends.is_empty();
    while wary_courses(&mut simulation).iter().filter(has_bends).count() < 8 {
        simulation.run(1);
        assert!(simulation.tick_count() < 600, "nobody goes round anything");
    }
    choose(&mut simulation, 0..30, RoutePreference::OutOfSight);
    simulation.run(1);
    let known = wary_courses(&mut simulation);
    let waiting = known.iter().filter(has_bends).filter(|course| !course.is_planned).count();
    assert!(waiting > 4, "{waiting} wait");
    let (level, classes) = written(&text_of(&mut simulation));
    let mut resumed = Simulation::new(&level, &classes, 1).expect("a save spawns");
    assert_eq!(wary_courses(&mut resumed), known);
    simulation.run(1);
    resumed.run(1);
    assert_eq!(simulation.digests().difference(&resumed.digests()), None);
}
