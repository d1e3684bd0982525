//! Files may come from anyone: no command passes on letters that control a terminal, forge a line, or change how
//! other letters are read.

use std::path::Path;
use std::process::Output;

use super::file;
use crate::program::{ecliptic, program, text};

/// A text that clears the screen, rings the bell, sets colours by the one-letter form, reverses the direction of
/// reading, hides letters, and begins a new line.
const HOSTILE: &str =
    "x\u{1b}[2J\u{7}\u{9b}31m\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{feff}\u{2028}\r\nFORGED";

/// The same text in RON, escaped.
fn escaped() -> String {
    HOSTILE.chars().map(|letter| format!("\\u{{{:x}}}", u32::from(letter))).collect()
}

/// Both spellings in a file.
fn written() -> [String; 2] {
    [HOSTILE.to_owned(), escaped()]
}

/// Fails if a command has passed on any of these letters.
fn assert_plain(what: &str, output: &Output) {
    for (stream, bytes) in [("standard output", &output.stdout), ("standard error", &output.stderr)] {
        let words = std::str::from_utf8(bytes).expect("the output is text");
        let is_harmful = |letter: char| {
            let is_usual = letter == '\n' || letter == '\t' || !HOSTILE.contains(letter);
            !is_usual && (letter.is_control() || !letter.is_ascii())
        };
        let found = words.chars().find(|letter| is_harmful(*letter));
        assert_eq!(found, None, "{what}: {stream} holds it: {words:?}");
        assert!(!words.lines().any(|line| line.starts_with("FORGED")), "{what}: {stream}: {words}");
    }
    assert!(!(output.stdout.is_empty() && output.stderr.is_empty()), "{what}: nothing is said");
}

/// A level with `words` in one of its texts.
fn level(place: &str, words: &str) -> String {
    let with = |name: &str, usual: &str| if name == place { words.to_owned() } else { usual.to_owned() };
    format!(
        r##"(schema_version: 1, title: "{}", description: "{}", author: "{}", epoch: jd(2461365.5),
            bodies: [body("Sun"), body("{}"),
                own(name: "{}", kind: planet, parent: "Sun", radius_km: 6000, orbit: (semi_major_axis: au(3)))],
            ship_classes: [(name: "{}", role: "{}", radius_km: 100, cruise_km_s: 150, manoeuvre_km_s: 25)],
            structure_classes: [(name: "{}", zones: [inner], build_s: 1, hull: 1, radius_km: 1)],
            weapons: [(name: "{}", damage: kinetic, harm: 1, reload_s: 1, range_km: 9000)],
            materials: [(name: "{}", kinetic: 1, em: 1, heat: 1, electric: 1)],
            factions: [(name: "{}", color: "{}", team: "{}")],
            fleets: [(name: "{}", faction: "Terra", at: near("Earth"), ships: [(class: "scout")]){}],
        )"##,
        with("title", "t"),
        with("description", "d"),
        with("author", "a"),
        with("body", "Earth"),
        with("own body", "Rock"),
        with("ship class", "hulk"),
        with("role", "r"),
        with("structure class", "works"),
        with("weapon", "popgun"),
        with("material", "tin"),
        with("faction", "Terra"),
        with("colour", "#4aa8ff"),
        with("team", "T"),
        with("fleet", "First"),
        if place == "bare" { words } else { "" },
    )
}

const PLACES: [&str; 16] = [
    "",
    "title",
    "description",
    "author",
    "body",
    "own body",
    "ship class",
    "role",
    "structure class",
    "weapon",
    "material",
    "faction",
    "colour",
    "team",
    "fleet",
    "bare",
];

#[test]
fn levels_do_not_reach_the_terminal_raw() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for place in PLACES {
        for words in written() {
            let path = file(&folder, "level.ron", &level(place, &words));
            let output = ecliptic(&["check", text(&path)]);
            assert_plain(place, &output);
            let expected = i32::from(!place.is_empty());
            assert_eq!(output.status.code(), Some(expected), "{place}: {}", super::stdout(&output));
            assert_plain(place, &ecliptic(&["check", "--json", text(&path)]));
        }
    }
}

#[test]
fn no_command_prints_control_characters_of_a_level() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let picture = folder.path().join("picture.png");
    for place in ["title", "own body", "faction", "fleet"] {
        let path = file(&folder, "level.ron", &level(place, &escaped()));
        let mut commands = vec![
            vec!["simulate", text(&path), "--ticks", "1"],
            vec!["ephemeris", text(&path), "--at", "2451545"],
            vec!["ephemeris", text(&path), "--at", "2451545", "--format", "json"],
        ];
        if cfg!(feature = "client") {
            commands.push(vec!["shot", text(&path), "--out", text(&picture)]);
            commands.push(vec!["play", text(&path), "--smoke", "1"]);
        }
        for arguments in commands {
            assert_plain(&format!("{place}: {arguments:?}"), &ecliptic(&arguments));
        }
    }
}

#[test]
fn orders_do_not_reach_the_terminal_raw() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let orders = [
        r#"[(tick: 0, player: "X", order: Stop(fleet: "First"))]"#,
        r#"[(tick: 0, player: "Terra", order: Stop(fleet: "X"))]"#,
        r#"[(tick: 0, player: "Terra", order: GoTo(fleet: "First", body: "X"))]"#,
        r#"[(tick: 0, player: "Terra", order: Build(class: "X", body: "Earth", ring: 0, slot: 0))]"#,
        r#"[(tick: 0, player: "Terra", order: Attack(fleet: "First", target: Class(class: "X")))]"#,
        r#"[(tick: 0, player: "Terra", order: WaitUntil(fleet: "First", until: on(date("X"))))]"#,
        r#"[(tick: "X", player: "Terra")]"#,
        r#"[(tick: 0, X)]"#,
    ];
    for order in orders {
        for words in written() {
            let path = file(&folder, "orders.ron", &order.replace('X', &words));
            let arguments = ["simulate", "levels/sol.ron", "--ticks", "1", "--orders", text(&path)];
            assert_plain(order, &ecliptic(&arguments));
        }
    }
}

#[test]
fn scenarios_do_not_reach_the_terminal_raw() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ship = "(at: (-4, 0, 0), to: (4, 0, 0), radius: 1.0, speed: 4.0)";
    for scenario in [
        format!(r#"(title: "X", seconds: 1.0, tolerance: 2.0, ships: [{ship}])"#),
        format!(r#"(title: "X", seconds: 0.0, tolerance: 2.0, ships: [{ship}])"#),
        format!(r#"(seconds: "X", tolerance: 2.0, ships: [{ship}])"#),
        "(X)".to_owned(),
    ] {
        for words in written() {
            let path = file(&folder, "scenario.ron", &scenario.replace('X', &words));
            assert_plain(&scenario, &ecliptic(&["arena", text(&path)]));
            assert_plain(&scenario, &ecliptic(&["arena", "--json", text(&path)]));
        }
    }
}

/// Only on systems that allow such names.
#[cfg(unix)]
#[test]
fn names_of_files_do_not_reach_the_terminal_raw() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let name = format!("{HOSTILE}.ron");
    for content in [level("", ""), "(".to_owned()] {
        let path = file(&folder, &name, &content);
        for arguments in [
            vec!["check", text(&path)],
            vec!["simulate", text(&path), "--ticks", "1"],
            vec!["simulate", "levels/sol.ron", "--ticks", "1", "--orders", text(&path)],
            vec!["arena", text(&path)],
        ] {
            assert_plain(&format!("{arguments:?}"), &ecliptic(&arguments));
        }
    }
    let nowhere = folder.path().join("no folder").join(name);
    for arguments in [vec!["check", text(&nowhere)], vec!["arena", text(&nowhere)]] {
        assert_plain(&format!("{arguments:?}"), &ecliptic(&arguments));
    }
}

#[test]
fn rules_do_not_reach_the_terminal_raw() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rules = folder.path().join("rules");
    std::fs::create_dir(&rules).expect("a folder can be made");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/rules");
    for entry in std::fs::read_dir(&shipped).expect("the rules are there") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().expect("a file has a name");
        std::fs::copy(&path, rules.join(name)).expect("a file can be copied");
    }
    let ships = std::fs::read_to_string(shipped.join("ships.ron")).expect("the ships are there");
    for (what, ships) in [
        ("a name", ships.replacen("\"scout\"", &format!("\"{}\"", escaped()), 1)),
        ("a raw name", ships.replacen("\"corvette\"", &format!("\"{HOSTILE}\""), 1)),
        ("no rules", format!("[(name: \"{HOSTILE}\", hull: \"{HOSTILE}\")]")),
    ] {
        std::fs::write(rules.join("ships.ron"), ships).expect("a file can be written");
        for arguments in [
            &["check", "levels/sol.ron"][..],
            &["duel", HOSTILE, "frigate", "--seeds", "1"],
            &["duel", HOSTILE, "frigate", "--seeds", "1", "--json"],
        ] {
            let output = program()
                .env("ECLIPTIC_ASSETS", folder.path())
                .args(arguments)
                .output()
                .expect("the program starts");
            assert_plain(what, &output);
        }
    }
}
