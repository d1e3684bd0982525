//! Saves edited by hand, or maliciously: each fault is reported with its place, and the present world stays.

use ecliptic::level::{self, Faults, Level};
use ecliptic::sim::snapshot::spawn;
use ecliptic::sim::{Simulation, SpawnError};

use super::worlds::{near_earth, rules, world, written};

/// A save amid a fight, with every feature.
fn save() -> String {
    let fleets = r#"
        (name: "First", faction: "Terra", at: beside(body: "Earth", radii: 5, bearing_deg: 10),
            doctrine: (stance: aggressive), ships: [(class: "corvette", count: 2), (class: "carrier")],
            route: [(to: ring(body: "Earth", ring: 1))]),
        (name: "Raiders", faction: "Ares", at: beside(body: "Earth", radii: 5, bearing_deg: 14),
            doctrine: (stance: aggressive), ships: [(class: "corvette", count: 2), (class: "destroyer", count: 3)]),
        (name: "Travellers", faction: "Terra", at: beside(body: "Mars", radii: 9),
            ships: [(class: "scout")], route: [(to: ring(body: "Earth", ring: 1))])"#;
    let structures = r#"structures: [
            (class: "shipyard", faction: "Terra", body: "Earth", ring: 2, slot: 3,
                yard: (queue: [(class: "scout")])),
            (class: "satellite", faction: "Terra", body: "Earth", ring: 1, slot: 0)],
        victory: [hold_body(body: "Mars", seconds: 60)], fleets:"#;
    let text = near_earth(fleets).replacen("fleets:", structures, 1);
    let mut simulation = world(&text);
    simulation.run(400);
    level::to_ron(&simulation.capture().expect("there is a world")).expect("it can be written")
}

/// The faults of the state of a save that is a sound level.
fn faults_of(text: &str) -> Faults {
    let (level, rules) = written(text);
    match Simulation::new(&level, &rules, 1) {
        Err(SpawnError::State(faults)) => faults,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it is taken"),
    }
}

/// The text with the first of a field's values after a mark in the place of another.
fn with(text: &str, mark: &str, field: &str, value: &str) -> String {
    let from = text.find(mark).unwrap_or_else(|| panic!("no {mark} in {text}"));
    let key = format!("{field}:");
    let at = from + text[from..].find(&key).unwrap_or_else(|| panic!("no {field} behind {mark}")) + key.len();
    let (mut depth, mut end) = (0, at);
    for letter in text[at..].chars() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => break,
            _ => {}
        }
        end += letter.len_utf8();
    }
    format!("{}{value}{}", &text[..at], &text[end..])
}

/// Surrenders that no world has seen.
const TWICE: &str = r#"[(faction: "Terra", tick: 3), (faction: "Terra", tick: 9)]"#;
const NOBODY: &str = r#"[(faction: "", tick: 3)]"#;
const LATER: &str = r#"[(faction: "Ares", tick: 401)]"#;

#[test]
fn every_fault_of_a_save_is_named_with_its_place() {
    let sound = save();
    let cases = [
        ("state:", "tick", "18446744073709551615", "tick", "after the end of the calendar"),
        ("state:", "catalogue_edition", "0", "catalogue_edition", "another edition of the catalogue"),
        ("state:", "ship", "1", "ships[1].id", "has not been given yet"),
        ("holdings:", "economics", "20000", "holdings[0].economics", "out of range"),
        ("holdings:", "owner", "\"Terror\"", "holdings[", "no faction called"),
        ("grounds:", "defenders", "-1", "grounds[", "out of range"),
        ("state:", "losses", "[]", "losses", "the level has 2 factions"),
        ("state:", "knowledge", "[]", "knowledge", "the level has 2 factions"),
        ("contests:", "met", "[]", "contests", "1 conditions and 2 factions"),
        ("contests:", "ticks", "30", "contests", "a goal is not that of the level"),
        ("history:", "surrenders", TWICE, "history.surrenders[1].faction", "in the list already"),
        ("history:", "surrenders", NOBODY, "history.surrenders[0].faction", "nobody has surrendered"),
        ("history:", "surrenders", LATER, "history.surrenders[0].tick", "has not come yet"),
        ("fleets: [", "name", "\"\"", "fleets[0].fleet.name", "a name is needed"),
        ("fleets: [", "faction", "\"Aers\"", "fleets[0].fleet.faction", "no faction called"),
        ("\"Travellers\"", "ring", "77", "fleets[1].route[0].goal", "there is no ring 77"),
        ("\"Travellers\"", "spacing_km", "NaN", "fleets[1].route[0].spacing_km", "out of range"),
        ("ships: [", "class", "\"canoe\"", "ships[0].class", "no ship class called"),
        ("ships: [", "fleet", "99", "ships[0].fleet", "no fleet has the number 99"),
        ("ships: [", "position", "(NaN, 0, 0)", "ships[0].position", "out of range"),
        ("ships: [", "own_velocity", "(inf, 0, 0)", "ships[0].flight.own_velocity", "out of range"),
        ("ships: [", "heading", "(0, 0, 0)", "ships[0].flight.heading", "a vector of length 1"),
        ("ships: [", "impatience", "2", "ships[0].flight.impatience", "out of range"),
        ("ships: [", "armour", "-1", "ships[0].condition.armour", "out of range"),
        ("ships: [", "id", "1", "ships[1].id", "has the number 1 already"),
        ("structures: [\n", "slot", "9999", "structures[0].structure.slot", "has no slot 9999"),
        ("structures: [\n", "ring", "77", "structures[0].structure.ring", "there is no ring 77"),
    ];
    let mut wrong = Vec::new();
    for (mark, field, value, path, words) in cases {
        let state = sound.find("    state: (").expect("it is a save");
        let changed = format!("{}{}", &sound[..state], with(&sound[state..], mark, field, value));
        let faults = faults_of(&changed);
        let path = format!("state.{path}");
        let said =
            |fault: &level::Fault| format!("{} / {}", fault.message, fault.remedy.as_deref().unwrap_or(""));
        let is_named =
            faults.iter().any(|fault| fault.path.starts_with(&path) && said(fault).contains(words));
        if !is_named {
            wrong.push(format!("{mark} {field}: {value} should say {path}: {words}, but\n{faults}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A mind cannot have seen or begun anything that is still to come: the time since then would be below zero.
#[test]
fn a_mind_remembers_nothing_that_is_to_come() {
    let sound = save();
    let memory = r#"minds: [None, (
        sightings: [(id: ship(1), since_tick: 400)],
        operations: [(id: 1, kind: scout, target: "Mars", begun_tick: 400, stage_tick: 400)],
        ended: [(kind: mine, target: "Mars", begun_tick: 237, tick: 400, ships: 1, ending: ships_lost)],
    )], holdings:"#;
    let (begin, state) = sound.split_at(sound.find("    state: (").expect("it is a save"));
    let remembers = state.replacen("holdings:", memory, 1);
    let save_with = |state: &str| format!("{begin}{state}");
    let (level, rules) = written(&save_with(&remembers));
    assert!(Simulation::new(&level, &rules, 1).is_ok(), "what is past may be remembered");
    for (mark, list, field) in [
        ("minds:", "sightings", "since_tick"),
        ("minds:", "operations", "begun_tick"),
        ("minds:", "operations", "stage_tick"),
        ("237, tick", "ended", "tick"),
    ] {
        let faults = faults_of(&save_with(&with(&remembers, mark, field, "401")));
        let path = format!("state.minds[1].{list}[0].{field}");
        let is_named =
            |fault: &level::Fault| fault.path == path && fault.message.contains("has not come yet");
        assert!(faults.iter().any(is_named), "{path}: {faults}");
    }
}

#[test]
fn a_save_that_makes_no_sense_leaves_the_world_as_it_was() {
    let sound = save();
    let (level, classes) = written(&sound);
    let mut simulation = Simulation::new(&level, &classes, 1).expect("a save spawns");
    simulation.run(3);
    let before = simulation.capture();
    let state = sound.find("    state: (").expect("it is a save");
    let changed = with(&sound[state..], "ships: [", "impatience", "9");
    let (bad, classes) = written(&format!("{}{changed}", &sound[..state]));
    let error = spawn(simulation.world_mut(), &bad, &classes, 1).expect_err("it makes no sense");
    assert!(error.to_string().contains("impatience"), "{error}");
    assert_eq!(simulation.capture(), before);
}

#[test]
fn classes_that_come_and_go_break_no_save() {
    let (level, _) = written(&save());
    let mut rules = rules();
    rules.ship_classes.rotate_right(3);
    rules.structure_classes.rotate_right(1);
    let classes = rules.for_level(&level);
    let mut moved = Simulation::new(&level, &classes, 1).expect("a save spawns");
    let again = moved.capture().expect("there is a world");
    assert_eq!(again, Level { state: again.state.clone(), ..level.clone() });
    assert_eq!(again.state.map(|state| state.text().len()), level.state.map(|state| state.text().len()));
}

#[test]
fn saves_with_older_names_of_fields_are_the_same_world() {
    let carried = "ring_motion: (ring: None, carried_ticks: 3), formation_offset:";
    let present = save().replacen("formation_offset:", carried, 1);
    let mut older = present.clone();
    for (name, before) in
        [("anchored_place:", "station:"), ("ring_motion:", "circling:"), ("formation_offset:", "place:")]
    {
        assert!(older.contains(name), "no ship has {name}");
        older = older.replace(name, before);
    }
    let [present, older] = [present, older].map(|text| {
        let (level, rules) = written(&text);
        Simulation::new(&level, &rules, 1).expect("a save spawns").capture().expect("there is a world")
    });
    assert_eq!(present, older);
}

/// A file that claims to be a save gains only room by it: reading ends in time.
#[test]
fn large_hostile_saves_end_in_time() {
    let sound = save();
    let state = sound.find("    state: (").expect("it is a save");
    for (mark, field, piece) in [
        ("state:", "ships", "x,"),
        ("state:", "ships", "(),"),
        ("state:", "ships", "[[[[]]]],"),
        ("state:", "wrecks", "(id:1),"),
        ("knowledge:", "watched", "ship(1),x"),
    ] {
        let pieces = piece.repeat(8_000_000 / piece.len());
        let changed = with(&sound[state..], mark, field, &format!("[{pieces}]"));
        assert!(!faults_of(&format!("{}{changed}", &sound[..state])).is_empty());
    }
}
