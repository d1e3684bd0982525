//! The rules for tests: the shipped ones, and levels that are read with their classes.

use std::path::Path;

use super::Rules;
use crate::level::{Level, parse_level, read_level};

/// The rules as shipped.
pub fn shipped() -> Rules {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    Rules::load(&assets).expect("the rules are sound")
}

/// A shipped level, by the name of its file.
pub fn shipped_level(file: &str) -> Level {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(file);
    let loaded = read_level(&path, &shipped().class_catalog());
    loaded.unwrap_or_else(|error| panic!("{error}")).level
}

/// The level that a text describes.
pub fn level_of(text: &str) -> Level {
    let loaded = parse_level("test.ron", text.as_bytes(), &shipped().class_catalog());
    loaded.unwrap_or_else(|faults| panic!("{faults}")).level
}
