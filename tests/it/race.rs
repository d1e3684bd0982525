//! A race of 20,000 ticks on `levels/first-light.ron`, played from a file, with the expected results.

use std::path::Path;
use std::sync::LazyLock;

use bevy::prelude::{With, Without};
use ecliptic::level::Level;
use ecliptic::level::model::holdings::LedgerSource;
use ecliptic::level::model::holdings::LedgerSource::*;
use ecliptic::sim::ids::{BodyId, FactionId, StructureId};
use ecliptic::sim::world::{Growing, Ledgers, Shipyard, Structure};
use ecliptic::sim::{Simulation, Sky};

use crate::program::program;
use crate::sim::worlds::{difference, read, rules};

const LEVEL: &str = "levels/first-light.ron";
const TICKS: &str = "20000";
const HALF: &str = "10000";
const ORDERS: &str = "tests/data/first-light-race.ron";
const HASH: &str = "state hash ";

/// The whole race, for both tests: the hash and the world at its end.
static WHOLE: LazyLock<(String, Level)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let save = folder.path().join("end.ron");
    let hash = simulate(Path::new(LEVEL), TICKS, &save);
    (hash, read(&save).0)
});

/// Runs a level in a separate process, with the orders of the race; returns the hash at the end, when it is saved.
fn simulate(level: &Path, ticks: &str, save: &Path) -> String {
    let output = program()
        .args(["simulate", "--orders", ORDERS, "--ticks", ticks, "--save"])
        .args([save, level])
        .output()
        .expect("the program starts");
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}{errors}");
    assert!(!words.contains("refused") && !errors.contains("refused"), "{words}{errors}");
    let hash = words.lines().find_map(|line| line.trim().strip_prefix(HASH));
    hash.unwrap_or_else(|| panic!("no hash is printed: {words}")).to_owned()
}

#[test]
fn ends_with_the_ledger_that_is_written_here() {
    let (_, end) = &*WHOLE;
    let lumen: Vec<(LedgerSource, i64, i64, i64)> = vec![
        (Planets, 20488, 18445, 0),
        (Tax, -1236, 0, 0),
        (Structures, 3210, 3852, 0),
        (StructureUpkeep, -5596, 0, 0),
        (FleetUpkeep, -4702, 0, 0),
        (Building, -4412, -2534, -2),
        (Ships, -5120, -3192, 0),
        (Mining, 0, 0, 524),
        (Start, 2000, 1200, 0),
    ];
    let mut world = Simulation::new(end, &rules().for_level(end), 0).expect("a save spawns");
    let ledger = &world.world().resource::<Ledgers>().0[FactionId(0)];
    let entries = ledger.since_start().iter().filter(|(_, amount)| !amount.is_zero());
    let entries = entries.map(|(source, amount)| (source, amount.money, amount.resources, amount.rare));
    assert_eq!(entries.collect::<Vec<_>>(), lumen);
    let sum = |part: fn(&(LedgerSource, i64, i64, i64)) -> i64| lumen.iter().map(part).sum::<i64>();
    let treasury = ledger.balance();
    let expected = (sum(|entry| entry.1), sum(|entry| entry.2), sum(|entry| entry.3));
    assert_eq!((treasury.money, treasury.resources, treasury.rare), expected);
    let world = world.world_mut();
    let mut yards: Vec<(StructureId, BodyId)> = world
        .query_filtered::<&Structure, (With<Shipyard>, Without<Growing>)>()
        .iter(world)
        .filter(|yard| yard.faction == FactionId(0))
        .map(|yard| (yard.id, yard.body))
        .collect();
    yards.sort_unstable();
    let bodies = &world.resource::<Sky>().system.bodies;
    let yards: Vec<&str> = yards.iter().map(|(_, body)| bodies[*body].name.as_str()).collect();
    assert_eq!(yards, ["Hearth", "Lull", "Ember"]);
}

#[test]
fn a_save_in_the_middle_ends_in_the_same_world() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [middle, end] = ["middle.ron", "end.ron"].map(|name| folder.path().join(name));
    let middle_hash = simulate(Path::new(LEVEL), HALF, &middle);
    let end_hash = simulate(&middle, HALF, &end);
    let (hash, world) = &*WHOLE;
    assert_ne!(middle_hash, end_hash, "the hash does not see that the race goes on");
    assert_eq!(&end_hash, hash);
    assert_eq!(difference(&read(&end).0, world), None);
}
