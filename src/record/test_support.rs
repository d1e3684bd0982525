//! The beginning of a log, for tests.

use super::content::{Head, Player};
use super::identity::Identity;
use crate::level::{Level, parse_level};

/// A head that no program has.
pub fn head() -> Head {
    let identity =
        Identity { version: "0".to_owned(), fingerprint: "1".to_owned(), rules: Vec::new(), trial: 2 };
    let player = |faction: &str| Player { faction: faction.to_owned(), mind: None };
    Head { identity, title: "A war".to_owned(), players: vec![player("Terra"), player("Ares")] }
}

/// A level.
pub fn world() -> Level {
    let text = r#"(schema_version: 1, title: "t", epoch: jd(2461365.5), bodies: [body("Sun")])"#;
    let loaded = parse_level("t.ron", text.as_bytes(), &Default::default());
    loaded.unwrap_or_else(|faults| panic!("{faults}")).level
}
