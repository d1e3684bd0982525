//! The program at the command line: output, files and exit codes.

mod hostile;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::program::{ecliptic, program, text};

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("the temporary folder can be written to");
    path
}

#[test]
fn check_passes_the_shipped_levels() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let levels: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
    let arguments: Vec<&str> =
        std::iter::once("check").chain(levels.iter().map(|level| text(level))).collect();
    let output = ecliptic(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn check_finds_faults_and_says_where() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bad = file(
        &folder,
        "bad.ron",
        "(schema_version: 1, title: \"x\", epoch: jd(2461365.5),\n bodies: [body(\"Sol\")])",
    );
    let output = ecliptic(&["check", text(&bad)]);
    assert_eq!(output.status.code(), Some(1));
    let words = stdout(&output);
    assert!(words.contains("bad.ron") && words.contains("bodies[0]"), "{words}");
    let output = ecliptic(&["check", "--json", text(&bad)]);
    assert_eq!(output.status.code(), Some(1));
    let faults: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("a list in JSON");
    assert_eq!(faults[0]["line"], 2);
    assert!(faults[0]["message"].is_string() && faults[0]["column"].is_u64());
}

#[test]
fn check_of_a_missing_file_exits_with_2() {
    let output = ecliptic(&["check", "levels/no-such.ron"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no-such.ron"), "{}", stderr(&output));
}

#[test]
fn simulate_says_when_the_calendar_ends() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let late = "(schema_version: 1, title: \"late\", epoch: date(\"9999-12-31\"), bodies: [body(\"Sun\")])";
    let late = file(&folder, "late.ron", late);
    let output = ecliptic(&["simulate", text(&late), "--ticks", "1000"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let words = stdout(&output);
    assert!(words.contains("where the calendar ends") && !words.contains("1000 ticks"), "{words}");
}

#[test]
fn simulate_reports_and_a_resumed_save_agrees() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let orders = file(
        &folder,
        "orders.ron",
        r#"[(tick: 0, player: "Terra", order: MoveTo(fleet: "First", x_au: 1.2, y_au: 0.3, z_au: 0.0)),
            (tick: 120, player: "Terra", order: GoTo(fleet: "First", body: "Mars", queue: true))]"#,
    );
    let save = folder.path().join("save.ron");
    let (whole, part, rest) =
        (folder.path().join("a.json"), folder.path().join("b.json"), folder.path().join("c.json"));
    let run = |level: &str, ticks: &str, report: &Path, more: &[&str]| {
        let mut arguments =
            vec!["simulate", level, "--ticks", ticks, "--orders", text(&orders), "--report", text(report)];
        arguments.extend(more);
        let output = ecliptic(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let json = std::fs::read_to_string(report).expect("the report was written");
        serde_json::from_str::<serde_json::Value>(&json).expect("the report is JSON")
    };
    let whole = run("levels/sol.ron", "300", &whole, &["--threads", "1"]);
    run("levels/sol.ron", "100", &part, &["--save", text(&save), "--threads", "2"]);
    let rest = run(text(&save), "200", &rest, &[]);
    assert_eq!(whole["state_hash"], rest["state_hash"], "{whole} {rest}");
    assert_eq!(whole["penetrations"], 0);
    for key in
        ["level", "seed", "ticks", "ships", "bodies", "wall_s", "arrived", "max_penetration", "stalled"]
    {
        assert!(!whole[key].is_null(), "the report lacks {key}");
    }
    assert!(whole["tick_ms"]["median"].is_f64() && whole["path_ratio"]["p95"].is_f64());
}

/// The program packs large saves alone, so this one is packed here, as `gzip` would.
#[test]
fn packed_saves_are_checked_and_played_like_any_level() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (plain, packed) = (folder.path().join("plain.ron"), folder.path().join("packed.ron"));
    let output = ecliptic(&["simulate", "levels/sol.ron", "--ticks", "10", "--save", text(&plain)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let save = std::fs::read(&plain).expect("the save was written");
    let mut packer = GzEncoder::new(std::fs::File::create(&packed).expect("a file"), Compression::fast());
    packer.write_all(&save).and_then(|()| packer.try_finish()).expect("the file can be written");
    let hashes = [&plain, &packed].map(|path| {
        let output = ecliptic(&["check", text(path)]);
        assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
        let output = ecliptic(&["simulate", text(path), "--ticks", "3", "--hash-every", "1"]);
        let words = stdout(&output);
        words.lines().filter(|line| line.starts_with("tick ")).map(str::to_owned).collect::<Vec<_>>()
    });
    assert!(hashes[0].len() == 3 && hashes[0] == hashes[1], "{hashes:?}");
    std::fs::write(&packed, [0x1f, 0x8b]).expect("the file can be written");
    for command in [&["check"][..], &["simulate", "--ticks", "1"]] {
        let output = ecliptic(&[command, &[text(&packed)]].concat());
        assert_eq!(output.status.code(), Some(1));
        let words = stdout(&output) + &stderr(&output);
        assert!(words.contains("packed.ron") && words.contains("cut off or damaged"), "{words}");
    }
}

/// 400 ships side by side are enough for steering to be shared among threads.
#[test]
fn the_number_of_threads_does_not_change_the_world() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let level = file(
        &folder,
        "crowd.ron",
        r##"(schema_version: 1, title: "crowd", epoch: jd(2461365.5),
            bodies: [body("Sun"), body("Earth"), body("Mars")],
            factions: [(name: "Terra", color: "#4aa8ff")],
            fleets: [(name: "First", faction: "Terra", at: beside(body: "Earth", radii: 3, bearing_deg: 0),
                ships: [(class: "corvette", count: 400)], route: [(to: body("Mars"))])])"##,
    );
    let report = folder.path().join("report.json");
    // The hashes, the number of threads that have worked at once, and the number of shared steps.
    let run = |threads: &[&str]| {
        let mut arguments = vec!["simulate", text(&level), "--ticks", "120", "--hash-every", "10"];
        arguments.extend(["--report", text(&report)].iter().chain(threads));
        let output = ecliptic(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let words = stdout(&output);
        let hashes: Vec<String> =
            words.lines().filter(|line| line.starts_with("tick ")).map(str::to_owned).collect();
        let json = std::fs::read_to_string(&report).expect("the report was written");
        let report: serde_json::Value = serde_json::from_str(&json).expect("the report is JSON");
        (hashes, report["threads"].as_u64(), report["shared_steps"].as_u64())
    };
    let (one, threads, shared) = run(&["--threads", "1"]);
    assert_eq!((one.len(), threads, shared), (12, Some(1), Some(0)));
    for asked in ["2", "3", "4"] {
        let (hashes, threads, shared) = run(&["--threads", asked]);
        assert_eq!(threads.map(|count| count.to_string()).as_deref(), Some(asked));
        assert_eq!(shared, Some(120), "every tick is shared by {asked} threads");
        assert_eq!(one, hashes, "{asked} threads");
    }
    let all = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    assert_eq!(run(&[]).1, Some(all as u64), "without --threads all that there are");
}

#[test]
fn faulty_orders_are_reported_with_their_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (orders, words) in [
        (r#"[(tick: 0, player: "Nobody", order: Stop(fleet: "First"))]"#, "no faction is called `Nobody`"),
        ("[(tick: 0,\n player: 3)]", "orders.ron:2:"),
    ] {
        let orders = file(&folder, "orders.ron", orders);
        let output = ecliptic(&["simulate", "levels/sol.ron", "--ticks", "1", "--orders", text(&orders)]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

#[test]
fn ephemeris_tells_true_places_in_both_forms() {
    let output = ecliptic(&[
        "ephemeris",
        "levels/sol.ron",
        "--at",
        "2451545.0,2026-11-21T12:00",
        "--bodies",
        "Earth,Mars",
        "--rotation",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(
        lines[0],
        "body,jd_tdb,x_au,y_au,z_au,vx_au_day,vy_au_day,vz_au_day,\
         pole_ra_deg,pole_dec_deg,w_deg,subsolar_lon_deg,subsolar_lat_deg"
    );
    assert_eq!(lines.len(), 5);
    let earth: Vec<f64> = lines[1].split(',').skip(1).map(|cell| cell.parse().expect("a number")).collect();
    // DE421: Earth at J2000 is at x -0.17713, y 0.96724 AU.
    assert!((earth[1] + 0.177_13).abs() < 1e-3 && (earth[2] - 0.967_24).abs() < 1e-3, "{earth:?}");
    let output = ecliptic(&[
        "ephemeris",
        "levels/sol.ron",
        "--at",
        "2451545",
        "--bodies",
        "Moon",
        "--center",
        "Earth",
        "--format",
        "json",
    ]);
    let rows: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let component = |key: &str| rows[0][key].as_f64().expect("a number");
    let distance = (component("x_au").powi(2) + component("y_au").powi(2) + component("z_au").powi(2)).sqrt();
    assert!((0.0023..0.0028).contains(&distance), "the Moon is {distance} AU from the Earth");
}

#[test]
fn unknown_bodies_and_dates_are_refused_with_the_known_ones() {
    let output = ecliptic(&["ephemeris", "levels/sol.ron", "--at", "2451545", "--bodies", "Vulcan"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("Vulcan") && stderr(&output).contains("Mercury"));
    let output = ecliptic(&["ephemeris", "levels/sol.ron", "--at", "yesterday"]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn duel_prints_the_winner_or_the_reason_for_no_fight() {
    let always = ["duel", "corvette", "frigate", "--cost", "800", "--seeds", "2"];
    let output = ecliptic(&always);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let words = stdout(&output);
    assert!(words.contains("2 × corvette against 1 × frigate") && words.contains("2 fights"), "{words}");
    let output = ecliptic(&[&always[..], &["--json"][..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let score: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("a score in JSON");
    assert_eq!(score["ships"][0], 2);
    assert_eq!(score["fights"], 2);
    for (arguments, code, words) in [
        (&["duel", "corvette", "catapult"][..], 1, "no ship class is called \"catapult\""),
        (&["duel", "corvette", "miner"][..], 1, "unarmed"),
        (&["duel", "corvette", "frigate", "--cost", "1000000"][..], 1, "too many"),
        (&["duel", "corvette"][..], 2, "required"),
        (&["duel", "corvette", "frigate", "--all"][..], 2, "--all"),
        (&["duel", "corvette", "frigate", "--seeds", "0"][..], 2, "--seeds"),
    ] {
        let output = ecliptic(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn without_assets_the_missing_folder_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = program()
        .current_dir(folder.path())
        .env("ECLIPTIC_ASSETS", folder.path().join("nowhere"))
        .args(["check", "levels/sol.ron"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("nowhere"), "{}", stderr(&output));
}

#[cfg(feature = "client")]
#[test]
fn without_a_screen_it_says_so() {
    let output = program()
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .arg("play")
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no screen"), "{}", stderr(&output));
}

/// Faults in the arguments are reported before anything is drawn.
#[cfg(feature = "client")]
#[test]
fn impossible_pictures_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let nobody = r#"[(tick: 0, player: "Nobody", order: Stop(fleet: "First"))]"#;
    let orders = file(&folder, "orders.ron", nobody);
    let picture = folder.path().join("picture.png");
    for (arguments, code, words) in [
        (["--later", "-3"], 2, "not a number of days from 0 to"),
        (["--later", "4000"], 2, "not a number of days from 0 to"),
        (["--panel", "Vulcan"], 2, "no body `Vulcan`; there are: Sun, "),
        (["--build", "castle"], 2, "no class of structures `castle`; there are: satellite, "),
        (["--plain", "--build=sentry"], 2, "cannot be used with"),
        (["--fov", "0"], 2, "not an angle from 1 to 120 degrees"),
        (["--orders", text(&orders)], 1, "no faction is called `Nobody`"),
    ] {
        let always = ["shot", "levels/sol.ron", "--size", "64x64", "--out", text(&picture)];
        let output = ecliptic(&[&always[..], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
        assert!(!picture.exists(), "a picture of {arguments:?}");
    }
}

/// Frames are measured or a picture is taken, never both, and that check needs no driver.
#[cfg(feature = "client")]
#[test]
fn frames_that_cannot_be_measured_are_refused() {
    for frames in ["0", "-3", "many", "100001"] {
        let output = ecliptic(&["shot", "levels/sol.ron", "--time", frames]);
        assert_eq!(output.status.code(), Some(2), "{frames}: {}", stderr(&output));
        assert!(stderr(&output).contains("--time <FRAMES>"), "{frames}: {}", stderr(&output));
    }
    for (arguments, words) in [
        (&["--time", "3", "--out", "picture.png"][..], "cannot be used with"),
        (&["--json", "--out", "picture.png"][..], "cannot be used with"),
        (&["--json"][..], "--time <FRAMES>"),
        (&["--size", "64x64"][..], "--out <FILE.png>"),
    ] {
        let output = ecliptic(&[&["shot", "levels/sol.ron"][..], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
}

/// Only a world has fleets, and this stage needs a driver.
#[cfg(feature = "client")]
#[test]
#[ignore = "needs a graphics driver"]
fn a_picture_of_an_unknown_fleet_is_refused_with_those_there_are() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let picture = folder.path().join("picture.png");
    for (flag, name) in [("--select", "Red Guard"), ("--look", "Vulcan")] {
        let always = ["shot", "levels/sol.ron", "--size", "64x64", "--out", text(&picture)];
        let output = ecliptic(&[&always[..], &[flag, name][..]].concat());
        let words = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(words.contains(&format!("`{name}`")) && words.contains("First, Second"), "{words}");
    }
}

#[test]
fn generate_prints_or_writes_a_level_that_passes_the_check() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("seven.ron");
    let output = ecliptic(&["generate", "--seed", "7", "--sides", "3", "--out", text(&path)]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), ""), "{}", stderr(&output));
    let printed = ecliptic(&["generate", "--seed", "7", "--sides", "3"]);
    assert_eq!(stdout(&printed), std::fs::read_to_string(&path).expect("it was written"));
    let output = ecliptic(&["check", text(&path)]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let output = ecliptic(&["generate", "--seed", "7", "--sides", "9"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("9 is not in 2..=8"), "{}", stderr(&output));
}
