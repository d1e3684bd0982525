//! Logs of games: read whatever their bytes are, played again, and compared.

mod commands;
mod frame;
mod pause;
mod proof;
mod reader;
mod trial;

use ecliptic::level::{Level, MindChoice};
use ecliptic::rules::Rules;

use crate::sim::worlds::shipped;

/// The duel, with a mind of a skill on each side.
fn duel(skills: [&str; 2]) -> (Level, Rules) {
    let (mut level, rules) = shipped("duel.ron");
    for (faction, skill) in level.factions.iter_mut().zip(skills) {
        faction.mind = Some(MindChoice::new(skill, "corsair"));
    }
    (level, rules)
}
