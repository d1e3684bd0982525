//! A war of 30,000 ticks on `levels/duel.ron`, played from a file: who has won, how, when, and at what price.

use std::path::{Path, PathBuf};
use std::process::Command;

use ecliptic::level::{self, Level, LossState};
use ecliptic::rules::{Rules, find_assets_dir};
use ecliptic::sim::Simulation;
use ecliptic::sim::order::file::parse_orders;
use ecliptic::sim::steering::system::Sharing;
use serde_json::Value;

use crate::sim::worlds::shipped;

const LEVEL: &str = "levels/duel.ron";
const ORDERS: &str = "tests/data/duel-war.ron";
const TICKS: u32 = 30_000;
/// Troopers are going ashore on Rowan then.
const MIDDLE: u32 = 16_850;
const HASH: &str = "state hash 4275f8bb991e20e0";
const WORDS: &str = "Verdance has won: left nobody else standing, in tick 19940";

/// What a run leaves behind.
struct Run {
    words: String,
    report: Value,
    save: PathBuf,
    /// It holds the save.
    _folder: tempfile::TempDir,
}

/// Runs a level in a process of its own, with the orders of the war.
fn simulate(level: &Path, ticks: u32) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (save, report) = (folder.path().join("end.ron"), folder.path().join("report.json"));
    let output = Command::new(env!("CARGO_BIN_EXE_ecliptic"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["simulate", "--orders", ORDERS, "--ticks", &ticks.to_string()])
        .arg("--save")
        .arg(&save)
        .arg("--report")
        .arg(&report)
        .arg(level)
        .output()
        .expect("the program starts");
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}{errors}");
    assert!(!errors.contains("refused"), "{errors}");
    let json = std::fs::read_to_string(&report).expect("the report was written");
    let report = serde_json::from_str(&json).expect("the report is JSON");
    Run { words, report, save, _folder: folder }
}

fn read(path: &Path) -> Level {
    let rules = Rules::load(&find_assets_dir().expect("the assets folder")).expect("the rules");
    level::read_level(path, &rules.surroundings()).unwrap_or_else(|error| panic!("{error}")).level
}

/// The bodies of a faction, in the order of the sky.
fn bodies<'a>(level: &'a Level, faction: &str) -> Vec<&'a str> {
    let owned = level.holdings.iter().filter(|holding| holding.owner.as_deref() == Some(faction));
    owned.map(|holding| holding.body.as_str()).collect()
}

/// How many structures of a class a faction has at a body.
fn count(level: &Level, class: &str, faction: &str, body: &str) -> usize {
    let all = level.structures.iter();
    all.filter(|one| one.class == class && one.faction == faction && one.body == body).count()
}

/// What a faction has lost, ships and structures, and what it has destroyed.
fn toll(level: &Level, faction: &str) -> (u32, u32, u32) {
    let found = level.losses.iter().find(|state| state.faction == faction);
    let LossState { ships, structures, kills, .. } = found.expect("it has fought");
    (*ships, *structures, *kills)
}

/// Where the battles were, and what each side lost in them.
fn battles(level: &Level) -> Vec<(&str, &[u32])> {
    let all = level.history.battles.iter();
    all.map(|(body, _, _, losses)| (body.as_str(), losses.as_slice())).collect()
}

#[test]
fn is_fought_out_as_it_is_written_here() {
    let end = simulate(Path::new(LEVEL), TICKS);
    assert!(end.words.contains(WORDS) && end.words.contains(HASH), "{}", end.words);
    assert_eq!(end.report["verdict"]["winners"][0], "Verdance");
    assert_eq!(end.report["verdict"]["tick"], 19_940);
    assert_eq!(end.report["losses"][0]["ships"], 12);
    assert_eq!(end.report["losses"][1]["ships"], 34);
    let level = read(&end.save);
    let decided = level.verdict.decided.as_ref().expect("it is decided");
    assert_eq!((decided.winner.as_str(), decided.condition, decided.tick), ("Verdance", 0, 19_940));
    assert_eq!(toll(&level, "Verdance"), (12, 1, 40));
    assert_eq!(toll(&level, "Ferrum"), (34, 7, 13));
    assert_eq!(bodies(&level, "Verdance"), ["Tinder", "Alder", "Mere", "Rowan", "Haven", "Lantern"]);
    assert!(bodies(&level, "Ferrum").is_empty());
    let expected: [(&str, &[u32]); 7] = [
        ("Mere", &[9, 2]),
        ("Mere", &[2, 14]),
        ("Lantern", &[2, 0]),
        ("Lantern", &[0, 4]),
        ("Rowan", &[0, 13]),
        ("Haven", &[0, 4]),
        ("Haven", &[0, 4]),
    ];
    assert_eq!(battles(&level), expected);
}

#[test]
fn a_save_amid_the_landing_ends_in_the_same_hash() {
    let middle = simulate(Path::new(LEVEL), MIDDLE);
    assert!(middle.report["verdict"].is_null(), "{}", middle.report);
    let level = read(&middle.save);
    assert_eq!(bodies(&level, "Verdance"), ["Tinder", "Alder", "Mere", "Lantern"]);
    assert_eq!(count(&level, "sentry", "Ferrum", "Rowan"), 0, "they are broken");
    assert_eq!(count(&level, "shipyard", "Ferrum", "Haven"), 1, "Ferrum has built another yard");
    let rowan = level.holding("Rowan").and_then(|holding| holding.ground.as_ref());
    let invaders = rowan.and_then(|ground| ground.invaders.as_ref()).expect("troopers are ashore");
    assert_eq!(invaders.0, "Verdance");
    let end = simulate(&middle.save, TICKS - MIDDLE);
    assert!(end.words.contains(WORDS) && end.words.contains(HASH), "{}", end.words);
}

/// Hardly ever are there enough ships in one place to be worth several threads: here a few are shared all the
/// same.
#[test]
fn the_number_of_threads_does_not_change_the_war() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let orders = std::fs::read_to_string(folder.join(ORDERS)).expect("the orders can be read");
    let (level, rules) = shipped("duel.ron");
    let sharing = Sharing { threads: 2, piece: 4, ..Sharing::default() };
    let mut simulation = Simulation::with_sharing(sharing, &level, &rules, 0).expect("it spawns");
    simulation.set_script(parse_orders(&orders).expect("they are sound"));
    for _ in 0..TICKS {
        simulation.tick().expect("all players are there");
    }
    let Sharing { shared, most_threads, .. } = *simulation.world().resource::<Sharing>();
    assert!(shared > 10_000 && most_threads == 2, "shared {shared} times by {most_threads} threads");
    assert_eq!(format!("state hash {:016x}", simulation.hash()), HASH);
}
