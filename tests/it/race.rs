//! A race of 20,000 ticks on `levels/first-light.ron`, played from a file: what everybody has in the end.

use std::path::Path;
use std::process::Command;

use ecliptic::level::holdings::LedgerSource::{self, *};
use ecliptic::level::{self, Level};
use ecliptic::rules::{Rules, find_assets_dir};

const TICKS: &str = "20000";
const HALF: &str = "10000";
const ORDERS: &str = "tests/data/first-light-race.ron";
const HASH: &str = "state hash ";

/// Runs a level in a process of its own, and gives its last words and the save.
fn simulate(
    level: &Path,
    ticks: &str,
    folder: &tempfile::TempDir,
    save: &str,
) -> (String, std::path::PathBuf) {
    let save = folder.path().join(save);
    let output = Command::new(env!("CARGO_BIN_EXE_ecliptic"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["simulate", "--orders", ORDERS, "--ticks", ticks, "--save"])
        .args([&save, level])
        .output()
        .expect("the program starts");
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}{errors}");
    assert!(!words.contains("refused") && !errors.contains("refused"), "{words}{errors}");
    (words, save)
}

fn read(path: &Path) -> Level {
    let rules = Rules::load(&find_assets_dir().expect("the assets folder")).expect("the rules");
    level::read_level(path, &rules.surroundings()).unwrap_or_else(|error| panic!("{error}")).level
}

#[test]
fn ends_with_the_ledger_and_the_hash_that_are_written_here() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (words, save) = simulate(Path::new("levels/first-light.ron"), TICKS, &folder, "end.ron");
    let end = read(&save);
    let lumen: Vec<(LedgerSource, i64, i64, i64)> = vec![
        (Planets, 24568, 16745, 0),
        (Tax, -1236, 0, 0),
        (Structures, 3210, 3852, 0),
        (StructureUpkeep, -5596, 0, 0),
        (FleetUpkeep, -4702, 0, 0),
        (Building, -4412, -2534, -2),
        (Ships, -5120, -3192, 0),
        (Mining, 0, 0, 524),
        (Start, 2000, 1200, 0),
    ];
    assert_eq!(end.accounts[0].entries, lumen);
    let sum = |part: fn(&(LedgerSource, i64, i64, i64)) -> i64| lumen.iter().map(part).sum::<i64>();
    let treasury = end.factions[0].treasury.expect("a save has it");
    let expected = (sum(|entry| entry.1), sum(|entry| entry.2), sum(|entry| entry.3));
    assert_eq!((treasury.money, treasury.resources, treasury.rare), expected);
    let yards: Vec<&str> = end
        .structures
        .iter()
        .filter(|one| one.class == "shipyard" && one.faction == "Lumen" && one.construction.is_none())
        .map(|one| one.body.as_str())
        .collect();
    assert_eq!(yards, ["Hearth", "Lull", "Ember"]);
    assert!(words.contains(HASH), "{words}");
}

#[test]
fn a_save_in_the_middle_ends_in_the_same_hash() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_, middle) = simulate(Path::new("levels/first-light.ron"), HALF, &folder, "middle.ron");
    let (words, _) = simulate(&middle, HALF, &folder, "end.ron");
    assert!(words.contains(HASH), "{words}");
}
