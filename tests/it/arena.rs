//! The arena: scenarios and their faults, its own measures, and every named scenario in small.

use ecliptic::arena::named::ALL;
use ecliptic::arena::{
    ArenaBody, ArenaReport, BodyPath, NameError, Options, Scenario, Ship, named, parse_scenario, run,
};
use ecliptic::level::ReadError;
use ecliptic::sim::simulation::overlap::each_pair;
use ecliptic::sim::spatial::solid::Solid;
use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::program::ecliptic;

fn fly(scenario: &Scenario, threads: usize) -> ArenaReport {
    run(scenario, &Options { threads, ..Options::default() }, |_| {})
}

/// A named scenario with few ships, limited to this many steps of a ship.
fn in_small(name: &str, ships: Option<u32>, ship_steps: f64) -> Scenario {
    let mut scenario = named(name, ships).expect("a known name");
    let most_seconds = ship_steps / scenario.ships.len() as f64 * scenario.dt;
    scenario.seconds = scenario.seconds.min(most_seconds);
    scenario
}

#[test]
fn further_flights_are_for_the_times_alone() {
    let scenario = in_small("headon6", None, 600.0);
    let mut frames = 0;
    let options = Options { threads: 2, flights: 3, ..Options::default() };
    let report = run(&scenario, &options, |_| frames += 1);
    assert_eq!(frames, scenario.steps() + 1);
    let once = fly(&scenario, 1);
    assert_eq!((report.steps, report.hash), (once.steps, once.hash));
}

// ---- Scenarios as files --------------------------------------------------------------------------

#[test]
fn a_scenario_survives_being_written_and_read() {
    for name in ["planets1k", "mixedlimits", "utrap", "sidebyside"] {
        let scenario = named(name, None).expect("a known name");
        let text = ron::ser::to_string_pretty(&scenario, ron::ser::PrettyConfig::default()).expect("RON");
        assert_eq!(
            parse_scenario("a.ron", text.as_bytes()).expect("it was written by us"),
            scenario,
            "{name}"
        );
    }
}

#[test]
fn optional_fields_have_defaults() {
    let text = "(seconds: 10, tolerance: 2, ships: [(at: (0, 0, 0), to: (9, 0, 0), radius: 1, speed: 4)],
                 bodies: [(at: (5, 0, 0), radius: 1), (at: (0, 9, 0), radius: 2,
                 path: Ellipse(a: (3, 0, 0), b: (0, 3, 0), rate: 0.5))])";
    let scenario = parse_scenario("short.ron", text.as_bytes()).expect("nothing is missing");
    assert_eq!(scenario.title, "short.ron");
    assert_eq!(scenario.steps(), 300);
    assert_eq!(scenario.ships, [Ship::new(DVec3::ZERO, DVec3::X * 9.0, 1.0, 4.0)]);
    assert_eq!(scenario.bodies[0].path, BodyPath::Still);
    let quarter_turn = std::f64::consts::PI;
    let place = scenario.body_place(&scenario.bodies[1], quarter_turn);
    assert!(place.distance(DVec3::new(0.0, 12.0, 0.0)) < 1e-12, "{place}");
}

#[test]
fn faults_have_place_and_remedy() {
    let ship = "(at: (0, 0, 0), to: (9, 0, 0), radius: 1, speed: 4)";
    let around = |ships: &str| format!("(seconds: 1, tolerance: 2, ships: [{ships}])");
    let cases: [(String, &[&str]); 13] = [
        ("(seconds: 1,\n tolerence: 2, ships: [])".to_owned(), &["own.ron:2:", "did you mean `tolerance`?"]),
        ("(seconds: 1, ships: [])".to_owned(), &["own.ron:1:", "tolerance"]),
        ("(seconds: 1".to_owned(), &["own.ron:1:"]),
        (around("(at: (0, 0, 0), to: (9, 0, 0), radius: -1, speed: 4)"), &["ships[0]", "radius", "-1"]),
        (around("(at: (0, 0, NaN), to: (9, 0, 0), radius: 1, speed: 4)"), &["ships[0].at", "NaN"]),
        (around("(at: (0, 0, 0), to: (9, 0, inf), radius: 1, speed: 4)"), &["ships[0].to", "inf"]),
        (around("(at: (0, 0, 0), to: (9, 0, 0), radius: 1, speed: 4, turn_rate: 0)"), &["turn_rate"]),
        (around(""), &["ships: 0 ships", "from 1 to 200000"]),
        (format!("(dt: 1e-5, seconds: 11, tolerance: 2, ships: [{ship}])"), &["steps", "1000000"]),
        (
            format!("(dt: 0, seconds: 11, tolerance: 2, ships: [{ship}])"),
            &["dt: 0 is out of range", "from 1e-6"],
        ),
        (
            format!("(seconds: 1, tolerance: 2, ships: [{ship}],\n\n bodies: [(at: (0, 0, 0), path: Stil)])"),
            &["own.ron:3:", "did you mean `Still`?"],
        ),
        (
            format!("(seconds: 1, tolerance: 2, ships: [{ship}], bodies: [(at: (0, 0, 0), radius: NaN)])"),
            &["bodies[0]", "radius", "NaN"],
        ),
        (
            format!(
                "(seconds: 1, tolerance: 2, ships: [{ship}], bodies: [(at: (0, 0, 0), radius: 1,
                path: Ellipse(a: (1, 0, 0), b: (0, 1, 0), rate: inf))])"
            ),
            &["bodies[0].path.rate", "inf"],
        ),
    ];
    for (text, expected) in cases {
        let error = parse_scenario("own.ron", text.as_bytes()).expect_err(&text).to_string();
        for part in expected {
            assert!(error.contains("own.ron:") && error.contains(part), "no {part:?} in: {error}");
        }
    }
}

#[test]
fn a_missing_file_has_its_own_error() {
    let error = ecliptic::arena::read_scenario(std::path::Path::new("no/such.ron")).expect_err("nothing");
    assert!(matches!(error, ReadError::CannotRead { .. }) && error.to_string().contains("no/such.ron"));
}

// ---- Scenarios by name ---------------------------------------------------------------------------

#[test]
fn every_named_scenario_is_sound_and_starts_clear() {
    for known in &ALL {
        let scenario = match known.name {
            "random" => named("random3000", None),
            _ => named(&known.usual_name(), None),
        };
        let scenario = scenario.expect("a known name");
        assert_eq!(scenario.faults(), [], "{}", known.name);
        let solids: Vec<Solid> = solids_of(&scenario);
        let mut touching = 0;
        each_pair(&solids, |one, other| {
            let are_bodies = one as usize >= scenario.ships.len();
            let depth = solids[one as usize].depth(&solids[other as usize]);
            touching += u32::from(depth > 0.0 && !are_bodies);
        });
        assert_eq!(touching > 0, known.name == "spawn500", "{}: {touching}", known.name);
    }
}

fn solids_of(scenario: &Scenario) -> Vec<Solid> {
    let ships = scenario.ships.iter().map(|ship| {
        let (at, to) = (DVec3::from(ship.at), DVec3::from(ship.to));
        let half_axis = (to - at).normalize_or_zero() * ship.half_length;
        Solid { center: at, half_axis, radius: ship.radius }
    });
    let bodies = scenario.bodies.iter().map(|body| Solid::ball(body.place(0.0), body.radius));
    ships.chain(bodies).collect()
}

#[test]
fn the_planets_of_planets1k_never_meet() {
    let scenario = named("planets1k", Some(1)).expect("a known name");
    for step in 0_u32..2000 {
        let places: Vec<(DVec3, f64)> =
            scenario.bodies.iter().map(|body| (body.place(f64::from(step)), body.radius)).collect();
        for (index, (one, radius)) in places.iter().enumerate() {
            for (other, others) in &places[index + 1..] {
                assert!(one.distance(*other) > radius + others + 3.9, "{step}");
            }
        }
    }
}

#[test]
fn names_are_forgiving_and_numbers_are_not() {
    assert_eq!(named("antipodal7", None).map(|scenario| scenario.ships.len()), Ok(7));
    assert_eq!(named("antipodal", Some(9)).map(|scenario| scenario.ships.len()), Ok(9));
    assert_eq!(named("swap2k", Some(5)).map(|scenario| scenario.ships.len()), Ok(5));
    assert_eq!(named("parked", None).map(|scenario| scenario.ships.len()), Ok(542));
    let said = |name: &str, ships| named(name, ships).map_err(|error| error.to_string()).expect_err(name);
    assert!(said("antipodle1000", None).contains("did you mean `antipodal1000`?"));
    assert!(said("headon", None).contains("did you mean `headon"));
    assert!(said("zebra", None).contains("--list"));
    assert!(said("headon2", Some(3)).contains("--ships"));
    assert!(said("antipodal0", None).contains("200000"));
    assert!(said("antipodal99999999999999999999", None).contains("200000"));
    assert!(matches!(named("rally1k", Some(200_001)), Err(NameError::Count { .. })));
    for known in &ALL {
        assert!(named(known.name, Some(1)).is_ok() || named(known.name, None).is_ok(), "{}", known.name);
    }
}

// ---- Measures ------------------------------------------------------------------------------------

#[test]
fn a_straight_flight_has_ratios_of_one() {
    let mut ship = Ship::new(DVec3::X * -100.0, DVec3::X * 100.0, 1.0, 4.0);
    ship.velocity = (4.0, 0.0, 0.0);
    let report = fly(&Scenario::of_ships("straight", 60.0, vec![ship]), 1);
    assert_eq!((report.arrived, report.overlapping_pairs), (1, 0));
    assert!((report.path_ratio.mean - 1.0).abs() < 1e-3, "{report:?}");
    assert!((report.time_ratio.max - 1.0).abs() < 0.02, "{report:?}");
    assert!(report.stalled == 0.0 && report.jitter == 0.0 && report.end_speed < 0.05, "{report:?}");
    assert_eq!(report.steps, 1800);
}

#[test]
fn a_frame_that_moves_changes_nothing() {
    let mut scenario = named("headon2", None).expect("a known name");
    let at_rest = fly(&scenario, 1);
    scenario.frame = (3.0, -2.0, 1.0);
    let carried = fly(&scenario, 1);
    assert_eq!((carried.arrived, carried.overlapping_pairs), (2, 0), "{carried:?}");
    assert!((carried.path_ratio.mean - at_rest.path_ratio.mean).abs() < 0.02, "{carried:?} {at_rest:?}");
}

/// Compares with a check of all pairs: balls and capsules, with sizes that differ a hundredfold.
#[test]
fn every_overlap_is_found_once() {
    let mut chance = ChaCha8Rng::seed_from_u64(11);
    for round in 0..20 {
        let mut number = |size: f64| chance.random_range(-size..size);
        let solids: Vec<Solid> = (0_u32..300)
            .map(|index| {
                let radius = [0.1, 1.0, 3.0, 10.0][(index % 4) as usize];
                let center = DVec3::new(number(30.0), number(30.0), number(30.0));
                let long = DVec3::new(number(2.0), number(2.0), number(2.0)) * radius;
                let half_axis = if index.is_multiple_of(3) { long } else { DVec3::ZERO };
                Solid { center, half_axis, radius }
            })
            .collect();
        let overlap = |one: usize, other: usize| solids[one].depth(&solids[other]) > 0.0;
        let mut found: Vec<(usize, usize)> = Vec::new();
        each_pair(&solids, |one, other| {
            let (one, other) = (one as usize, other as usize);
            assert!(one < other);
            if overlap(one, other) {
                found.push((one, other));
            }
        });
        found.sort_unstable();
        let all = (0..solids.len()).flat_map(|one| (one + 1..solids.len()).map(move |other| (one, other)));
        let expected: Vec<(usize, usize)> = all.filter(|&(one, other)| overlap(one, other)).collect();
        assert!(!expected.is_empty());
        assert_eq!(found, expected, "round {round}");
    }
}

#[test]
fn overlaps_are_counted_with_ships_and_bodies_but_not_between_bodies() {
    let hold = |at: DVec3| Ship::new(at, at, 1.0, 4.0);
    let mut scenario = Scenario::of_ships("pile", 1.0 / 30.0, vec![hold(DVec3::ZERO), hold(DVec3::X * 0.5)]);
    scenario.bodies = vec![ArenaBody::still(DVec3::X * 20.0, 10.0), ArenaBody::still(DVec3::X * 25.0, 10.0)];
    let report = fly(&scenario, 1);
    assert_eq!(report.overlapping_pairs, 1, "{report:?}");
    assert!(report.max_depth > 0.5 && !report.is_clear(), "{report:?}");
}

// ---- Every named scenario in small ---------------------------------------------------------------

/// Limit on the steps of a ship in a small run: so that all runs take seconds.
const SMALL: f64 = 40_000.0;

fn stays_clear(name: &str, ships: Option<u32>) -> ArenaReport {
    let scenario = in_small(name, ships, SMALL);
    let report = fly(&scenario, 1);
    assert_eq!(report.overlapping_pairs, 0, "{report:?}");
    // Each ship is a piece of work, so that even a few are shared.
    let shared = run(&scenario, &Options { threads: 2, piece: 1, ..Options::default() }, |_| {});
    assert_eq!(shared.threads, scenario.ships.len().min(2), "{name}: one thread has done all of it");
    assert_eq!(report.hash, shared.hash, "{name}: the number of threads matters");
    report
}

#[test]
fn head_on_ships_change_places() {
    for (name, ships) in [("headon2", 2), ("headon6", 6)] {
        let report = stays_clear(name, None);
        assert_eq!(report.arrived, ships, "{report:?}");
        assert!(report.path_ratio.max < 1.5 && report.end_speed < 0.05, "{report:?}");
    }
}

#[test]
fn ships_of_a_sphere_change_sides() {
    let report = stays_clear("antipodal", Some(60));
    assert_eq!(report.arrived, 60, "{report:?}");
}

#[test]
fn fleets_pass_through_each_other() {
    stays_clear("swap2k", Some(24));
    stays_clear("cross2k", Some(24));
}

#[test]
fn sizes_and_limits_mix() {
    stays_clear("mixed1k", Some(100));
    stays_clear("mixedlimits", Some(40));
}

#[test]
fn crowds_gather_and_give_way() {
    stays_clear("rally1k", Some(40));
    stays_clear("parked", Some(60));
    stays_clear("random", Some(100));
}

#[test]
fn bodies_are_passed() {
    stays_clear("field1k", Some(20));
    stays_clear("planets1k", Some(8));
    assert_eq!(stays_clear("behind", None).arrived, 1);
    assert_eq!(stays_clear("gnron", None).arrived, 12);
}

#[test]
fn a_planned_route_leads_out_of_the_trap() {
    let report = stays_clear("utrap", None);
    assert_eq!(report.arrived, 5, "{report:?}");
}

#[test]
fn long_hulls_pass_side_by_side() {
    let report = stays_clear("sidebyside", None);
    assert_eq!(report.arrived, 2, "{report:?}");
    assert!(report.path_ratio.max < 1.05, "{report:?}");
}

#[test]
fn ships_that_start_inside_each_other_come_apart() {
    let scenario = in_small("spawn500", Some(60), SMALL);
    let report = fly(&scenario, 1);
    assert!(report.overlapping_pairs > 0 && report.arrived == 60, "{report:?}");
    let calm = 2.0 * scenario.ships[0].speed;
    run(&scenario, &Options::default(), |frame| {
        assert!(frame.crowd.velocities.iter().all(|velocity| f64::from(velocity.length()) <= calm));
    });
}

/// More ships than fit into one piece of work for a thread.
#[test]
fn threads_do_not_change_a_crowd() {
    let mut scenario = named("antipodal1500", None).expect("a known name");
    scenario.seconds = 0.5;
    let alone = fly(&scenario, 1);
    assert_eq!(alone.threads, 1);
    for threads in [2, 3] {
        let shared = fly(&scenario, threads);
        assert_eq!((shared.threads, &shared.hash), (threads, &alone.hash));
    }
    scenario.ships[0].to.0 += 1.0;
    assert_ne!(alone.hash, fly(&scenario, 1).hash, "the hash does not see the ships");
}

// ---- The command ---------------------------------------------------------------------------------

#[test]
fn the_command_reports_in_json_and_writes_a_trace() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("trace.csv");
    let trace_path = trace.to_str().expect("a temporary path is text");
    let output = ecliptic(&["arena", "headon2", "--json", "--threads", "1", "--trace", trace_path]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for key in [
        "scenario",
        "ships",
        "steps",
        "us_per_ship",
        "overlapping_pairs",
        "max_depth",
        "arrived",
        "stalled",
        "jitter",
        "end_speed",
        "allocations_per_step",
    ] {
        assert!(!report[key].is_null(), "the report lacks {key}: {report}");
    }
    for (key, parts) in
        [("ms_per_step", "median p99 max"), ("path_ratio", "mean p95 max"), ("time_ratio", "mean p95 max")]
    {
        assert!(parts.split(' ').all(|part| report[key][part].is_f64()), "{key}: {report}");
    }
    assert_eq!(report["hash"].as_str().map(str::len), Some(16));
    let steps = report["steps"].as_u64().expect("a number");
    let lines = std::fs::read_to_string(&trace).expect("the trace was written");
    assert!(lines.starts_with("step,time,ship,x,y,z,vx,vy,vz\n0,0.0,0,-20.0,"), "{}", &lines[..60]);
    assert_eq!(lines.lines().count() as u64, 1 + 2 * (steps + 1));
}

/// The second thread has hardly any work, and therefore may begin late.
#[test]
fn a_small_crowd_with_two_threads_allocates_nothing_once_it_flies() {
    for _ in 0..10 {
        let output = ecliptic(&["arena", "gnron", "--dt", "0.1", "--threads", "2", "--json"]);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["allocations_per_step"].as_f64(), Some(0.0), "{report}");
    }
}

#[test]
fn the_command_exits_with_1_where_something_overlapped() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("pile.ron");
    let ship = "(at: (0, 0, 0), to: (0, 0, 0), radius: 1, speed: 4)";
    std::fs::write(&path, format!("(seconds: 0.1, tolerance: 2, ships: [{ship}, {ship}])"))
        .expect("the folder can be written to");
    let path = path.to_str().expect("a temporary path is text");
    let output = ecliptic(&["arena", path]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 pairs overlapped"));
    let said = |arguments: &[&str]| {
        let output = ecliptic(arguments);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, words) = said(&["arena", path, "--ships", "5"]);
    assert!(code == Some(1) && words.contains("--ships"), "{words}");
    let (code, words) = said(&["arena", "headon2", "--dt=-1"]);
    assert!(code != Some(0) && words.contains("--dt"), "{words}");
    let (code, words) = said(&["arena", "no-such.ron"]);
    assert!(code == Some(2) && words.contains("no-such.ron"), "{words}");
    let (code, words) = said(&["arena", "antipodl50"]);
    assert!(code == Some(1) && words.contains("did you mean"), "{words}");
    let listed = ecliptic(&["arena", "--list"]);
    assert_eq!(String::from_utf8_lossy(&listed.stdout).lines().count(), ALL.len());
}
