//! Levels with descriptions, for tests of where these are shown.

use crate::level::Level;
use crate::rules::test_support::shipped_level;

/// Shipped levels, whose descriptions fit wherever they are shown.
pub(in crate::client::menu) fn described_levels() -> [Level; 4] {
    ["sol-war.ron", "twins.ron", "four-corners.ron", "duel.ron"].map(shipped_level)
}

/// A level whose description is too long for any place.
pub(in crate::client::menu) fn wordy_level() -> Level {
    Level { description: "Two worlds under one small sun. ".repeat(100), ..Level::default() }
}
