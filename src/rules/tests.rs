//! Tests of the rules as shipped, of their faults, and of the classes that levels add.

use super::files::FILES;
use super::*;
use crate::level::source::parse::dialect;
use crate::level::{Arms, FEWEST_RINGS, MOST_RINGS, RingZone, Shield};

const SHIPPED_COMBAT: &str = include_str!("../../assets/rules/combat.ron");
const SHIPPED_ECONOMY: &str = include_str!("../../assets/rules/economy.ron");

/// The shipped files of the rules, with this text in place of one file.
fn assets_with(name: &str, text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    std::fs::create_dir(folder.path().join("rules")).expect("a folder can be made");
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    for file in FILES {
        std::fs::copy(assets.join(file), folder.path().join(file)).expect("a file can be copied");
    }
    std::fs::write(folder.path().join(name), text).expect("a file can be written");
    folder
}

/// The faults of the rules with such a text in a file, a line each, without the name of its folder.
fn faults_of(name: &str, text: &str) -> Vec<String> {
    match Rules::load(assets_with(name, text).path()) {
        Err(RulesError::Faulty(faults)) => {
            let lines = faults.iter().map(|fault| {
                let remedy = fault.remedy.as_deref().unwrap_or_default();
                format!("{}:{} {}: {}; {remedy}", fault.line, fault.column, fault.path, fault.message)
            });
            lines.collect()
        }
        other => panic!("it should be faulty: {other:?}"),
    }
}

const CLASS: &str = r#"(name: "a", radius_km: 1, cruise_km_s: 1, manoeuvre_km_s: 1)"#;

#[test]
fn hashes_do_not_depend_on_ends_of_lines() {
    let text = SHIPPED_COMBAT.replace('\r', "");
    let [here, there] = [text.clone(), text.replace('\n', "\r\n")].map(|text| {
        let assets = assets_with(COMBAT_FILE, &text);
        file_hashes(assets.path()).expect("they can be read")
    });
    assert_eq!(here, there);
}

#[test]
fn the_rules_that_come_with_the_game_are_sound() {
    let rules = test_support::shipped();
    assert!(rules.ship_classes.iter().any(|class| class.name == "corvette"));
    assert!(rules.structure_classes.iter().any(|class| class.name == "shipyard"));
    assert!(rules.ship_classes.iter().all(|class| !class.price.is_free()), "ships cost something");
    assert!(rules.ship_classes.iter().any(|class| class.mines > 0), "one of them mines");
}

#[test]
fn every_skill_and_personality_says_what_to_expect() {
    let text = include_str!("../../assets/rules/ai.ron");
    let role = "Attacks early and often, with fast ships.";
    assert!(text.contains(role));
    let faults = faults_of(MINDS_FILE, &text.replace(role, " "));
    assert!(faults.len() == 1 && faults[0].contains("personalities[1].role: it says nothing"), "{faults:?}");
}

#[test]
fn sizes_of_the_shipped_classes_reach_from_one_to_a_hundred() {
    let rules = test_support::shipped();
    let sizes = rules.ship_classes.iter().map(|class| 2.0 * class.bound_km());
    let sizes: Vec<f64> = sizes.collect();
    let least = sizes.iter().copied().fold(f64::MAX, f64::min);
    let most = sizes.iter().copied().fold(0.0, f64::max);
    assert!(most / least > 100.0, "{least} to {most}");
}

#[test]
fn every_shipped_class_has_a_use() {
    let rules = test_support::shipped();
    let weapons = &rules.weapons;
    let uses: Vec<usize> = weapons
        .iter()
        .map(|weapon| {
            let ships = rules.ship_classes.iter().map(|class| &class.arms);
            let structures = rules.structure_classes.iter().map(|class| &class.arms);
            let mounts = ships.chain(structures).flat_map(|arms| &arms.weapons);
            mounts.filter(|mount| mount.weapon == weapon.name).count()
        })
        .collect();
    assert!(uses.iter().all(|count| *count > 0), "a weapon that nobody has: {uses:?}");
    for class in &rules.ship_classes {
        let fights = !class.arms.weapons.is_empty() && !class.arms.prey.is_empty();
        let repairs = class.repairs > 0.0 || class.builds_percent > 0;
        let helps = repairs || class.mines > 0 || class.troopers > 0;
        let is_scout = class.sight_km > 5.0e6;
        let is_of_use = fights || helps || class.hangar.is_some() || is_scout;
        assert!(is_of_use && !class.role.is_empty(), "{}", class.name);
        let armour = &class.arms.armour;
        assert!(armour.points.is_some() && !armour.material.is_empty(), "{}", class.name);
        assert_shielded(&class.name, &class.arms);
        let mut hangars = rules.ship_classes.iter().filter_map(|carrier| carrier.hangar.as_ref());
        let has_a_hangar = hangars.any(|hangar| hangar.class == class.name);
        assert!(class.is_built_in_yards() || has_a_hangar, "nobody builds a {}", class.name);
    }
    for class in &rules.structure_classes {
        let is_armed = !class.arms.weapons.is_empty();
        assert_eq!(is_armed, ["sentry", "fortress"].contains(&class.name.as_str()), "{}", class.name);
        assert!(!class.arms.armour.material.is_empty(), "{}", class.name);
        assert_shielded(&class.name, &class.arms);
    }
}

/// Every hull has a shield of some material, which recovers.
fn assert_shielded(name: &str, arms: &Arms) {
    let Shield { points, material, recovery, pause_s } = &arms.shield;
    assert!(*points > 0.0 && *recovery > 0.0 && *pause_s > 0.0 && !material.is_empty(), "{name}");
}

#[test]
fn each_of_the_shipped_structures_is_for_something() {
    for class in test_support::shipped().structure_classes {
        let works = class.is_yard() || class.economy_percent > 0 || class.research_percent > 0;
        let is_armed = !class.arms.weapons.is_empty();
        let is_of_use = works || is_armed || !class.earns.is_free() || class.sight_km > 0.0;
        assert!(is_of_use && !class.price.is_free() && !class.role.is_empty(), "{}", class.name);
    }
}

#[test]
fn each_of_the_shipped_structures_fits_into_every_well() {
    let classes = test_support::shipped().structure_classes;
    for class in &classes {
        for count in FEWEST_RINGS..=MOST_RINGS {
            assert!((0..count).any(|ring| class.fits(ring, count)), "{} in {count}", class.name);
        }
    }
    let shipyard = classes.into_iter().find(StructureClass::is_yard).expect("there is a yard");
    assert_eq!(shipyard.zones, [RingZone::Outer]);
}

#[test]
fn faults_of_ship_classes_are_placed() {
    let with =
        |more: &str| format!("(ship_classes: [\n{}])", CLASS.replace("s: 1)", &format!("s: 1, {more})")));
    for (text, expected) in [
        (
            format!("(ship_classes: [\n{CLASS},\n  {CLASS},\n])"),
            "3:10 ship_classes[1].name: \"a\" is there already, as ship_classes[0]; change it, or remove one \
             of the two",
        ),
        (
            with("builds_percent: 1001"),
            "2:78 ship_classes[0].builds_percent: 1001 is out of range; from 0 to 1000 is possible",
        ),
        (
            with("hangar: (class: \"fighter\", count: 0, build_s: 1)"),
            "2:96 ship_classes[0].hangar.count: 0 is out of range; from 1 to 255 is possible",
        ),
        (
            with("hangar: (class: \"a\", count: 1, build_s: 1)"),
            "2:78 ship_classes[0].hangar.class: \"a\" has a hangar itself; take a class without one",
        ),
        (
            with("arms: (weapons: [(weapon: \"railgnu\")])"),
            "2:88 ship_classes[0].arms.weapons[0].weapon: no weapon is called \"railgnu\"; did you mean \
             `railgun`?",
        ),
        (with("kin: wing"), "2:62 ship_classes[0].kin: unknown field `kin`; did you mean `kind`?"),
    ] {
        let faults = faults_of(SHIPS_FILE, &text);
        assert!(faults.iter().any(|fault| fault == expected), "{expected}\nis not among {faults:#?}");
    }
}

#[test]
fn faults_of_structure_classes_are_reported() {
    let class = r#"(name: "a", zones: [inner], build_s: 1, hull: 1, radius_km: 1)"#;
    for (from, to, expected) in [
        ("\"a\"", "\" \"", "2:8 structure_classes[0].name: a name is needed here; "),
        ("hull: 1", "hull: 0", "2:47 structure_classes[0].hull: 0 is out of range"),
        ("hull: 1", "hull: 1, slots: 5", "structure_classes[0].slots: 5 is out of range; from 1 to 4"),
        ("build_s: 1", "build_s: inf", "structure_classes[0].build_s: inf is out of range"),
        ("[inner]", "[]", "2:20 structure_classes[0].zones: it may stand in no ring"),
    ] {
        let text = format!("(structure_classes: [\n{}])", class.replace(from, to));
        let faults = faults_of(STRUCTURES_FILE, &text);
        assert!(faults.len() == 1 && faults[0].contains(expected), "{expected}\nis not {faults:#?}");
    }
}

#[test]
fn all_faults_of_a_file_of_numbers_are_placed() {
    let text = SHIPPED_COMBAT
        .replace("leaps: 3", "leaps: 99")
        .replace("planet: 1.4", "planet: 0")
        .replace("veteran: 3", "veteran: 1");
    let expected = [
        "harm.leaps: 99 is out of range; from 0 to 16 is possible",
        "skills.veteran: 1 is not above `trained`, 1; raise it, or lower `trained`",
        "ground.terrain.planet: 0 is out of range; from 0.1 to 10 is possible",
    ];
    let faults = faults_of(COMBAT_FILE, &text);
    assert_eq!(faults.len(), expected.len(), "{faults:#?}");
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.ends_with(expected), "{fault}");
    }
    let text = SHIPPED_ECONOMY.replace("least_inner_share: 0.15", "least_inner_share: 0.3");
    let faults = faults_of(ECONOMY_FILE, &text.replace("outer_share: 0.72", "outer_share: 0.3"));
    assert!(faults[0].contains("rings.least_inner_share: 0.3 is not below `outer_share`, 0.3"), "{faults:?}");
}

#[test]
fn a_level_adds_structure_classes_and_replaces_them() {
    let dock = r#"(structure_classes: [(name: "dock", zones: [outer], build_s: 1, hull: 1, radius_km: 1)])"#;
    let rules = Rules::load(assets_with(STRUCTURES_FILE, dock).path()).expect("the rules are sound");
    let level = r#"(
        schema_version: 1, title: "a", epoch: jd(2461365.5), bodies: [],
        structure_classes: [
            (name: "dock", zones: [inner], build_s: 2, hull: 1, radius_km: 1),
            (name: "mole", zones: [inner], build_s: 3, hull: 1, radius_km: 1),
        ],
    )"#;
    let level: Level = dialect().from_str(level).expect("it is sound");
    let classes = rules.for_level(&level).structure_classes;
    let times: Vec<(&str, f64)> = classes.iter().map(|class| (class.name.as_str(), class.build_s)).collect();
    assert_eq!(times, [("dock", 2.0), ("mole", 3.0)]);
}

#[test]
fn a_missing_file_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let message = Rules::load(folder.path()).expect_err("nothing is there").to_string();
    assert!(message.contains("steering.ron"), "{message}");
}
