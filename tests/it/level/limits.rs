//! Excesses are reported beside any number of other faults.

use ecliptic::level::Faults;

use super::{faults_of, parse};

/// A level of Sun and Earth with more fields.
fn with(fields: &str) -> String {
    format!(
        "(schema_version: 1, title: \"t\", epoch: jd(2461365.5), bodies: [body(\"Sun\"), body(\"Earth\")], {fields})"
    )
}

fn has_fault(faults: &Faults, path: &str, words: &str) -> bool {
    faults.iter().any(|fault| fault.path == path && fault.message.contains(words))
}

const TERRA: &str = "factions: [(name: \"Terra\", color: \"#ffffff\")],";

#[test]
fn a_hundred_warnings_hide_no_errors() {
    let empty: String = (0..100)
        .map(|number| format!("(name: \"{number}\", faction: \"Terra\", at: near(\"Earth\"), ships: []),"))
        .collect();
    let wrong = "(name: \"wrong\", faction: \"Nobody\", at: au(NaN, 0, 0), ships: [(class: \"scout\", \
                 posted: (km: (1e8, 0, 0), heading: (0, 0, 0)))]),";
    let text = with(&format!("{TERRA} fleets: [{empty} {wrong}]"));
    let faults = parse(&text).expect_err("three errors stand behind the warnings");
    assert!(has_fault(&faults, "fleets[100].faction", "no faction is called \"Nobody\""), "{faults}");
    assert!(has_fault(&faults, "fleets[100].at", "(NaN, 0, 0) is out of range"), "{faults}");
    assert!(has_fault(&faults, "fleets[100].ships[0].posted.heading", "length 1"), "{faults}");
    assert_eq!((faults.len(), faults.left_out()), (100, 3), "{faults}");
}

#[test]
fn wells_that_overlap_hide_no_errors() {
    let moons: String = (0..24)
        .map(|number| {
            format!(
                "own(name: \"m{number}\", kind: moon, parent: \"Earth\", radius_km: 100, well_radii: 3000, \
                 orbit: (semi_major_axis: km({}), mean_anomaly_deg: {})),",
                1_000_000 + 10_000 * number,
                15 * number
            )
        })
        .collect();
    let text = format!(
        "(schema_version: 1, title: \"t\", epoch: jd(2461365.5), scale: (magnify: 1, slow: 1), \
         bodies: [body(\"Sun\"), body(\"Earth\"), {moons}], \
         victory: [survive(faction: \"Nobody\", seconds: NaN)])"
    );
    let faults = parse(&text).expect_err("two errors stand behind the warnings");
    assert!(faults.left_out() > 0 && faults.len() == 100, "{} and {}", faults.len(), faults.left_out());
    assert!(has_fault(&faults, "victory[0].faction", "no faction"), "{faults}");
    assert!(has_fault(&faults, "victory[0].seconds", "NaN is out of range"), "{faults}");
}

#[test]
fn many_warnings_alone_are_no_error() {
    let empty: String = (0..150)
        .map(|number| format!("(name: \"{number}\", faction: \"Terra\", at: near(\"Earth\"), ships: []),"))
        .collect();
    let loaded = parse(&with(&format!("{TERRA} fleets: [{empty}]"))).expect("it can be played");
    assert_eq!((loaded.warnings.len(), loaded.warnings.left_out()), (100, 50));
}

#[test]
fn sixty_four_factions_are_enough() {
    let factions = |count: usize| {
        let factions: String =
            (0..count).map(|number| format!("(name: \"f{number}\", color: \"#ffffff\"),")).collect();
        with(&format!("factions: [{factions}]"))
    };
    assert!(parse(&factions(64)).is_ok());
    assert!(has_fault(&faults_of(&factions(65)), "factions", "65 factions are too many"));
    assert!(has_fault(&faults_of(&factions(60_000)), "factions", "60000 factions are too many"));
}

#[test]
fn sixty_four_legs_are_enough() {
    let fleet = |legs: usize| {
        let route = "(to: body(\"Earth\")),".repeat(legs);
        with(&format!(
            "{TERRA} fleets: [(name: \"F\", faction: \"Terra\", at: near(\"Earth\"), \
             ships: [(class: \"scout\")], route: [{route}])]"
        ))
    };
    assert!(parse(&fleet(64)).is_ok());
    assert!(has_fault(&faults_of(&fleet(65)), "fleets[0].route", "65 legs are too many"));
}

/// Tiny numbers give invalid worlds.
#[test]
fn next_to_nothing_is_too_little() {
    for (fields, path) in [
        ("scale: (slow: 1e-300)", "scale.slow"),
        ("scale: (magnify: 1e-300)", "scale.magnify"),
        ("scale: (magnify_star: 1e-300)", "scale.magnify_star"),
        ("clock: (days_per_second: 1e-300)", "clock.days_per_second"),
        (
            "ship_classes: [(name: \"x\", radius_km: 1e-300, cruise_km_s: 900, manoeuvre_km_s: 9)]",
            "ship_classes[0].radius_km",
        ),
        (
            "ship_classes: [(name: \"x\", radius_km: 9, cruise_km_s: 900, manoeuvre_km_s: 1e-300)]",
            "ship_classes[0].manoeuvre_km_s",
        ),
        (
            "ship_classes: [(name: \"x\", radius_km: 9, cruise_km_s: 900, manoeuvre_km_s: 9, thrust_s: 1e-300)]",
            "ship_classes[0].thrust_s",
        ),
        (
            "ship_classes: [(name: \"x\", radius_km: 9, cruise_km_s: 900, manoeuvre_km_s: 9, turn_s: 1e-300)]",
            "ship_classes[0].turn_s",
        ),
        (
            "structure_classes: [(name: \"x\", zones: [inner], build_s: 9, hull: 9, radius_km: 1e-300)]",
            "structure_classes[0].radius_km",
        ),
    ] {
        assert!(has_fault(&faults_of(&with(fields)), path, "out of range"), "{fields}");
    }
    for (fields, path) in [
        ("orbit: (semi_major_axis: au(2), period_days: 1e-300)", "orbit.period_days"),
        ("orbit: (semi_major_axis: km(1e-300))", "orbit.semi_major_axis"),
        ("orbit: (periapsis: au(1e-300))", "orbit.periapsis"),
        ("rotation: (day_hours: 1e-300)", "rotation.day_hours"),
        ("rotation: (day_hours: -1e-300)", "rotation.day_hours"),
        ("magnify: 1e-300", "magnify"),
        ("gm_km3_s2: 1e-300", "gm_km3_s2"),
        ("radius_km: 1e-300", "radius_km"),
        ("rings: (innermost_period_s: 1e-300)", "rings.innermost_period_s"),
    ] {
        let text = with("").replace("body(\"Earth\")", &format!("changed(name: \"Earth\", {fields})"));
        assert!(has_fault(&faults_of(&text), &format!("bodies[1].{path}"), "out of range"), "{fields}");
    }
}

/// A body on an open path is inside the sky when it starts, but not in 8000 years.
#[test]
fn bodies_do_not_leave_the_sky() {
    let text = |path: &str| {
        with("").replace(
            "body(\"Earth\")",
            &format!("own(name: \"Far\", kind: comet, parent: \"Sun\", radius_km: 1, orbit: ({path}))"),
        )
    };
    assert!(parse(&text("periapsis: au(0.1), eccentricity: 1.01")).is_ok());
    let faults = faults_of(&text("periapsis: au(0.1), eccentricity: 1000"));
    assert!(has_fault(&faults, "bodies[1].orbit", "AU from the centre"), "{faults}");
}
