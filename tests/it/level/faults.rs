//! Messages about faults.

use super::faults_of;

const TWO_FAULTS: &str = r#"(
    schema_version: 1,
    title: "Two faults",
    epoch: jd(2461365.5),
    bodies: [
        body("Sun"),
        changed(name: "Earth", radius_km: -1),
    ],
    clock: (days_per_secnd: 2),
)
"#;

#[test]
fn a_person_sees_file_place_field_snippet_and_remedy() {
    let page = faults_of(TWO_FAULTS).render(false);
    for part in [
        "level.ron:7:43",
        "bodies[1].radius_km: -1 is out of range",
        "changed(name: \"Earth\", radius_km: -1),",
        "level.ron:9:13",
        "clock.days_per_secnd: unknown field `days_per_secnd`",
        "did you mean `days_per_second`?",
    ] {
        assert!(page.contains(part), "`{part}` is missing in\n{page}");
    }
    assert!(!page.contains('\u{1b}'), "colour was not asked for");
    assert!(faults_of(TWO_FAULTS).render(true).contains('\u{1b}'), "colour was asked for");
}

#[test]
fn a_tool_gets_json() {
    let found = faults_of(TWO_FAULTS);
    let json = serde_json::to_value(found.iter().collect::<Vec<_>>()).expect("it has a form in JSON");
    let faults = json.as_array().expect("it is an array");
    assert_eq!(faults.len(), 2);
    let first = &faults[0];
    assert_eq!(first["file"], "level.ron");
    assert_eq!(first["line"], 7);
    assert_eq!(first["column"], 43);
    assert_eq!(first["path"], "bodies[1].radius_km");
    assert_eq!(first["severity"], "error");
    assert!(first["message"].is_string() && first["remedy"].is_string());
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let text = TWO_FAULTS.replace("\"Earth\"", "\"\u{1b}[2J\u{7}Earth\"");
    let faults = faults_of(&text);
    assert!(!faults.render(false).contains(['\u{1b}', '\u{7}']));
    assert!(!faults.iter().any(|fault| fault.message.contains('\u{1b}')));
}

#[test]
fn at_most_a_hundred_faults_are_reported() {
    let body = "        changed(name: \"Earth\", radius_km: -1),\n".repeat(5000);
    let text = TWO_FAULTS.replace("        changed(name: \"Earth\", radius_km: -1),\n", &body);
    let faults = faults_of(&text);
    assert!(faults.len() <= 101, "{} faults", faults.len());
    assert!(faults.left_out() > 5000);
}

#[test]
fn a_fleet_without_ships_is_only_warned_of() {
    let fleet = r##"factions: [(name: "T", color: "#ffffff")],
    fleets: [(name: "F", faction: "T", at: near("Earth"), ships: [])]"##;
    let text =
        TWO_FAULTS.replace("radius_km: -1", "radius_km: 6000").replace("clock: (days_per_secnd: 2)", fleet);
    let loaded = super::parse(&text).expect("it can be played");
    assert_eq!(loaded.warnings.len(), 1);
    assert!(!loaded.warnings.has_errors());
}
