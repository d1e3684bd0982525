//! Minds: they know no more than their factions, play the same everywhere, and finish what they begin.

mod comets;
mod conquest;
mod goals;
mod knowledge;
mod many_sides;
mod openings;
mod play;
mod raids;
mod scenes;
mod threats;
mod war;
mod warning;

use ecliptic::ai;
use ecliptic::level::{Level, MindChoice, read_level};
use ecliptic::rules::{Rules, find_assets_dir};
use ecliptic::sim::Simulation;
use ecliptic::sim::steering::system::Sharing;

/// The shipped rules.
fn rules() -> Rules {
    Rules::load(&find_assets_dir().expect("there are assets")).expect("the rules are sound")
}

/// A shipped level and its rules.
fn shipped(file: &str) -> (Level, Rules) {
    let rules = rules();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(file);
    let level = read_level(&path, &rules.class_catalog()).expect("the level is sound").level;
    let rules = rules.for_level(&level);
    (level, rules)
}

/// The duel with a mind of a skill in each seat.
fn duel(skills: [&str; 2]) -> (Level, Rules) {
    let (mut level, rules) = shipped("duel.ron");
    for (faction, skill) in level.factions.iter_mut().zip(skills) {
        faction.mind = Some(MindChoice::new(skill, "steward"));
    }
    (level, rules)
}

/// A world with its minds, on this many threads.
fn played(threads: usize, level: &Level, rules: &Rules, seed: u64) -> Simulation {
    let sharing = Sharing { threads, ..Sharing::default() };
    ai::simulation(sharing, level, rules, seed).expect("a checked level spawns")
}
