//! Saves of earlier programs go on, or say what became of them. A file for each change of what a save holds stands
//! in `tests/data/saves`, with the day of its program in its name.

use std::path::{Path, PathBuf};

use ecliptic::level::read_level;
use ecliptic::sim::Simulation;

use super::worlds::rules;

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path)
}

#[test]
fn saves_of_earlier_programs_go_on() {
    let files = std::fs::read_dir(data("saves")).expect("the folder is there");
    let mut count = 0;
    for path in files.map(|file| file.expect("it can be read").path()) {
        let rules = rules();
        let read = read_level(&path, &rules.class_catalog()).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(&read.level, &rules.for_level(&read.level), 0)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let tick = simulation.tick_count();
        assert!(tick > 0, "{} has the state of a world", path.display());
        simulation.run(60);
        assert_eq!(simulation.tick_count(), tick + 60);
        count += 1;
    }
    assert!(count >= 2, "{count} files");
}

#[test]
fn a_save_of_the_first_version_says_that_it_cannot_go_on() {
    let path = data("bad_levels/save_of_the_first_version.ron");
    let error = read_level(&path, &rules().class_catalog()).expect_err("it is too old").to_string();
    assert!(error.contains("made by an earlier version of the game"), "{error}");
}
