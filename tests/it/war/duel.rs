//! A war of 30,000 ticks on `levels/duel.ron`, played from a file: winner, course and losses.

use std::path::{Path, PathBuf};

use ecliptic::sim::combat::Losses;
use ecliptic::sim::combat::damage::losses::Toll;
use ecliptic::sim::ids::{BodyId, FactionId};
use ecliptic::sim::order::file::parse_orders;
use ecliptic::sim::outcome::history::History;
use ecliptic::sim::outcome::victory::Verdict;
use ecliptic::sim::steering::system::Sharing;
use ecliptic::sim::world::{Grounds, Holdings, Structure, StructureClasses};
use ecliptic::sim::{Simulation, Sky};
use serde_json::Value;

use crate::program::program;
use crate::sim::worlds::{read, shipped};

const LEVEL: &str = "levels/duel.ron";
const ORDERS: &str = "tests/data/duel-war.ron";
const TICKS: u32 = 30_000;
/// A tick in which troopers go ashore on Rowan.
const MIDDLE: u32 = 16_850;
const HASH: &str = "state hash 3d65dad70576ace1";
const WORDS: &str = "Verdance has won: left nobody else standing, in tick 20010";

/// The result of a run.
struct Run {
    words: String,
    report: Value,
    save: PathBuf,
    /// The folder of the save.
    _folder: tempfile::TempDir,
}

/// Runs a level in a separate process, with the orders of the war.
fn simulate(level: &Path, ticks: u32) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (save, report) = (folder.path().join("end.ron"), folder.path().join("report.json"));
    let output = program()
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

/// The world of a save.
fn resumed(path: &Path) -> Simulation {
    let (level, rules) = read(path);
    Simulation::new(&level, &rules, 0).expect("a save spawns")
}

const VERDANCE: FactionId = FactionId(0);
const FERRUM: FactionId = FactionId(1);

fn name(simulation: &Simulation, body: BodyId) -> &str {
    &simulation.world().resource::<Sky>().system.bodies[body].name
}

/// The bodies of a faction, in the order of the sky.
fn bodies(simulation: &Simulation, faction: FactionId) -> Vec<&str> {
    let holdings = simulation.world().resource::<Holdings>().0.iter_enumerated();
    let owned = holdings.filter(|(_, holding)| holding.owner == Some(faction));
    owned.map(|(body, _)| name(simulation, body)).collect()
}

/// Number of structures of a class that a faction has at a body.
fn count(simulation: &mut Simulation, class: &str, faction: FactionId, body: &str) -> usize {
    let classes = &simulation.world().resource::<StructureClasses>().0;
    let class = classes.position(|one| one.name == class).expect("there is one");
    let body = simulation.world().resource::<Sky>().system.find(body).expect("there is one");
    let world = simulation.world_mut();
    let mut all = world.query::<&Structure>();
    let is_one = |one: &&Structure| one.class == class && one.faction == faction && one.body == body;
    all.iter(world).filter(is_one).count()
}

/// A faction's losses, ships and structures, and its kills.
fn toll(simulation: &Simulation, faction: FactionId) -> (u32, u32, u32) {
    let Toll { ships, structures, kills, .. } = simulation.world().resource::<Losses>().0[faction];
    (ships, structures, kills)
}

/// The places of battles, with the losses of each side.
fn battles(simulation: &Simulation) -> Vec<(&str, &[u32])> {
    let all = simulation.world().resource::<History>().battles.iter();
    all.map(|battle| (name(simulation, battle.body), battle.losses.raw.as_slice())).collect()
}

#[test]
fn is_fought_out_as_it_is_written_here() {
    let end = simulate(Path::new(LEVEL), TICKS);
    assert!(end.words.contains(WORDS) && end.words.contains(HASH), "{}", end.words);
    assert_eq!(end.report["verdict"]["winners"][0], "Verdance");
    assert_eq!(end.report["verdict"]["tick"], 20_010);
    assert_eq!(end.report["losses"][0]["ships"], 14);
    assert_eq!(end.report["losses"][1]["ships"], 34);
    let world = resumed(&end.save);
    let decided = world.world().resource::<Verdict>().0.as_ref().expect("it is decided");
    assert_eq!((decided.winners.as_slice(), decided.condition), (["Verdance".to_owned()].as_slice(), 0));
    assert_eq!(decided.tick, 20_010);
    assert_eq!(toll(&world, VERDANCE), (14, 1, 41));
    assert_eq!(toll(&world, FERRUM), (34, 7, 15));
    assert_eq!(bodies(&world, VERDANCE), ["Tinder", "Alder", "Mere", "Rowan", "Haven", "Lantern"]);
    assert!(bodies(&world, FERRUM).is_empty());
    let expected: [(&str, &[u32]); 7] = [
        ("Mere", &[9, 1]),
        ("Mere", &[3, 15]),
        ("Lantern", &[2, 0]),
        ("Lantern", &[0, 4]),
        ("Rowan", &[1, 13]),
        ("Haven", &[0, 4]),
        ("Haven", &[0, 4]),
    ];
    assert_eq!(battles(&world), expected);
}

#[test]
fn a_save_amid_the_landing_ends_in_the_same_hash() {
    let middle = simulate(Path::new(LEVEL), MIDDLE);
    assert!(middle.report["verdict"].is_null(), "{}", middle.report);
    let mut world = resumed(&middle.save);
    assert_eq!(bodies(&world, VERDANCE), ["Tinder", "Alder", "Mere", "Lantern"]);
    assert_eq!(count(&mut world, "sentry", FERRUM, "Rowan"), 0, "they are broken");
    assert_eq!(count(&mut world, "shipyard", FERRUM, "Haven"), 1, "Ferrum has built another yard");
    let rowan = world.world().resource::<Sky>().system.find("Rowan").expect("there is one");
    let invaders = world.world().resource::<Grounds>().of(rowan).invaders.expect("troopers are ashore");
    assert_eq!(invaders.0, VERDANCE);
    let end = simulate(&middle.save, TICKS - MIDDLE);
    assert!(end.words.contains(WORDS) && end.words.contains(HASH), "{}", end.words);
}

/// Hardly ever are there enough ships in one place for several threads: here even a few are shared.
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
