//! Levels of a seed: fair systems to fight in, no two alike.
//!
//! - Enters: [`Parameters`]: a seed, the number of sides, and wishes about planets, moons, comets, tilts and
//!   distances.
//! - Leaves: a [`Level`] that passes the check without warnings.
//! - Must never: read a file or a clock, know a world, favour a side.
//!
//! | file | makes |
//! |---|---|
//! | `parameters.rs` | the choices of a player; the plan of a system, with the numbers that the seed draws |
//! | `bodies.rs`, `looks.rs` | the bodies; their kinds and colours |
//! | `sides.rs` | factions, their structures and fleets |
//! | `words.rs` | invented names |
//! | `chance.rs` | random numbers of a seed |
//!
//! A system is a wheel. A turn by 360 degrees / sides about the star maps each side's bodies, structures and
//! fleets onto those of the next side. Mirrored bodies have the same size, worth and orbit, so the turn maps them
//! onto each other at every date. They differ in name, colour and surface alone.

mod bodies;
mod chance;
mod looks;
mod parameters;
mod sides;
mod words;

pub use parameters::{COMETS, Choice, DISTANCES, INCLINE, MOONS, OutOfRange, PLANETS, Parameters, SIDES};

use bodies::Bodies;
use chance::{Chance, Subject};
use parameters::Plan;
use words::Words;

use crate::level::{BodyEntry, Clock, Epoch, Level, LevelSettings, Scale, Victory, named_together};

/// The version of the format of a level that is no save.
const LEVEL_VERSION: u32 = 1;
/// The first and the last year in which a level may begin.
const YEARS: (u32, u32) = (2300, 2699);
/// Speed of the calendar, days for a second of play. It is the speed of The duel; so are the scales.
const DAYS_PER_SECOND: f64 = 0.4;
/// Magnification of planets, and of their wells and moons.
const MAGNIFY: f64 = 55.0;
/// Slowing of spins and moons.
const SLOW: f64 = 30.0;

/// The level of these parameters: the same parameters give the same level.
///
/// # Errors
/// The first number that is out of its range.
pub fn generate(parameters: &Parameters) -> Result<Level, OutOfRange> {
    let plan = Plan::of(parameters)?;
    let mut words = Words::of(plan.seed);
    let bodies = Bodies::of(&plan, &mut words);
    let factions = sides::factions(&plan, &bodies.homes);
    Ok(Level {
        schema_version: LEVEL_VERSION,
        title: format!("War at {}", bodies.star.name),
        description: description(&plan, &bodies.star.name),
        author: parameters.command(),
        epoch: epoch(plan.seed),
        clock: Clock { days_per_second: DAYS_PER_SECOND },
        scale: Scale { magnify: MAGNIFY, slow: SLOW, ..Scale::default() },
        fleets: sides::fleets(&factions, &bodies.homes),
        structures: sides::structures(&factions),
        holdings: sides::holdings(&factions, &bodies.comets),
        settings: LevelSettings { player: Some(factions[0].name.clone()), ..LevelSettings::default() },
        factions,
        bodies: bodies.into_list().map(BodyEntry::Own).collect(),
        victory: vec![Victory::Eliminate],
        ..Level::default()
    })
}

fn epoch(seed: u64) -> Epoch {
    let mut chance = Chance::of(seed, Subject::Date);
    let (year, month, day) = (chance.whole(YEARS.0, YEARS.1), chance.whole(1, 12), chance.whole(1, 28));
    Epoch::Date(format!("{year}-{month:02}-{day:02}"))
}

/// The description for players.
fn description(plan: &Plan, star: &str) -> String {
    let Plan { sides, planets, moons, comets, .. } = plan;
    let free: Vec<String> = [(planets, "planet"), (moons, "moon"), (comets, "comet")]
        .into_iter()
        .filter(|(count, _)| **count > 0)
        .map(|(count, what)| format!("{count} free {what}{}", if *count == 1 { "" } else { "s" }))
        .collect();
    let free = if free.is_empty() { "nothing else".to_owned() } else { named_together(&free) };
    format!(
        "{sides} sides share the sky of {star}. For each there are a home and {free}. All begin alike: \
         turned about the star, each home comes to the place of another, with all bodies, structures and fleets."
    )
}
