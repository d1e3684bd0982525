//! Levels: reading, checking and writing them.

mod bad_levels;
mod faults;
mod hostile;
mod limits;
mod mutants;
mod shipped;
mod writing;

use std::path::{Path, PathBuf};

use ecliptic::level::{Faults, LoadedLevel, parse_level};
use ecliptic::rules::Rules;

/// A file of the project.
fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The shipped rules.
fn rules() -> Rules {
    Rules::load(&project("assets")).expect("the rules are sound")
}

/// Reads and checks a text as the game would.
fn parse(text: &str) -> Result<LoadedLevel, Faults> {
    parse_bytes(text.as_bytes())
}

fn parse_bytes(bytes: &[u8]) -> Result<LoadedLevel, Faults> {
    let rules = rules();
    parse_level("level.ron", bytes, &rules.class_catalog())
}

/// The faults of a text that has some.
fn faults_of(text: &str) -> Faults {
    match parse(text) {
        Err(faults) => faults,
        Ok(loaded) => panic!("no errors, only: {}", loaded.warnings),
    }
}
