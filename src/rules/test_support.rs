//! The rules for tests: the shipped ones.

use std::path::Path;

use super::Rules;

/// The rules as shipped.
pub fn shipped() -> Rules {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    Rules::load(&assets).expect("the rules are sound")
}
